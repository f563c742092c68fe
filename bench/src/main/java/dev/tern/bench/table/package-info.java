/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The tables of the benchmarks: printing them as the originals do, and reading printed and published ones. */
package dev.tern.bench.table;
