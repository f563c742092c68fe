/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Benchmarks for MPI in Java: the point-to-point and collective tests of the OSU suite and mpibench, written anew
 * against package {@code mpi} alone, so that they run on every implementation of it.
 */
package dev.tern.bench;
