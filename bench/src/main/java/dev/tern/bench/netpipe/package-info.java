/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * NetPIPE: messages of many sizes between two ends, over whatever link there is between them. The schedule is that of the
 * original, and so are the figures; links are MPI and plain TCP.
 */
package dev.tern.bench.netpipe;
