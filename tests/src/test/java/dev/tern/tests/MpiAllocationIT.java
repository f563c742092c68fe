/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import dev.tern.tests.programs.Allocation;
import org.junit.jupiter.api.Test;

/** A message allocates nothing but what the call returns. */
class MpiAllocationIT {
    @Test
    void aWarmMessageAllocatesOnlyItsStatusOrRequest() {
        JobResult result = MpiJob.of(2, Allocation.class).limit(120).run();
        System.out.print(result.out());
        result.succeeds().prints("SEND double[] of 8: 0.0 bytes", "RECV", "ISEND", "IRECV");
    }
}
