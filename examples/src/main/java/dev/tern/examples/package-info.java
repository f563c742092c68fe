/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Programs to start from. Each is one file, uses package {@code mpi} alone, and prints a result that can be checked. */
package dev.tern.examples;
