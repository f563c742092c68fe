/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.shm;

import dev.tern.transport.ring.RingGeometry;

/**
 * How shared memory is used; the same in all local ranks.
 *
 * @param geometry sizes of each ring
 * @param heapBytes limit of each rank's shared heap, a multiple of 4096; negative for what the file system has room for,
 *     divided among the local ranks
 * @param shortestProcessRead message in bytes from which on the receiver reads the sender's memory through the system;
 *     {@link Long#MAX_VALUE} for never
 * @param fewestForDoorbell number of local ranks from which on they ring a doorbell instead of being polled
 */
public record ShmOptions(RingGeometry geometry, long heapBytes, long shortestProcessRead, int fewestForDoorbell) {}
