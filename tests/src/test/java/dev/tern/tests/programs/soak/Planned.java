/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs.soak;

/**
 * A message of the plan, which all ranks draw alike.
 *
 * @param from rank in the first communicator of the thread
 * @param to rank in the same
 * @param comm number of the communicator that it takes
 * @param length in bytes, a multiple of the element's size
 * @param key of its contents
 */
record Planned(int from, int to, int comm, int tag, Element element, int length, long key) {}
