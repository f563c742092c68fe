/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The message patterns that the benchmarks time. Each pattern keeps its hot loop in a small method of its own, so that
 * the JIT compiles exactly that loop with the profile of that loop, and uses nothing but package {@code mpi}.
 */
package dev.tern.bench.pattern;
