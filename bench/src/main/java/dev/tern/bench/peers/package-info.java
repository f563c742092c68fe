/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The peers harness: runs a benchmark in turn with Tern and with C programs of the same pattern on the native MPIs of
 * this machine, and prints medians and ratios. It uses no MPI itself.
 */
package dev.tern.bench.peers;
