/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The threads of the benchmarks that have several: what they run on, how they begin together, what they record. */
package dev.tern.bench.thread;
