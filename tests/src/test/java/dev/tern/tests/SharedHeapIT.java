/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tern.tests.programs.HeapMemory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory from MPI.newByteBuffer and the like, which the receiver reads by itself. */
class SharedHeapIT {
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void messagesOfAllSizesArrive(int ranks) {
        MpiJob.of(ranks, HeapMemory.class, "exchange").run().exits(0).prints("right");
    }

    @Test
    void messagesArriveWithoutSharedHeapAndWithOtherWays() {
        for (String parameter : new String[] {
            "heap_bytes=0", "process_read=4096", "eager_limit=0", "piece_bytes=128", "heap_read=1", "ring_bytes=4096"
        }) {
            MpiJob.of(3, HeapMemory.class, "exchange")
                    .options("--param", parameter)
                    .run()
                    .exits(0)
                    .prints("right");
        }
    }

    @Test
    void messagesArriveWithoutNativeAccess() {
        MpiJob.of(3, HeapMemory.class, "exchange")
                .jvm("--enable-native-access=java.base")
                .run()
                .exits(0)
                .prints("right");
    }

    @Test
    void limitIsAnErrorThatNamesItsParameter() {
        MpiJob.of(2, HeapMemory.class, "limit")
                .options("--param", "heap_bytes=1000000")
                .run()
                .exits(0)
                .complains("heap_bytes", "600000 bytes")
                .prints("right");
    }

    @Test
    void fullFolderMeansOtherMemory(@TempDir Path folder) throws Exception {
        assumeTrue(
                SharedMemoryIT.call("mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", folder.toString()),
                "may not mount a tmpfs");
        try {
            MpiJob.of(3, HeapMemory.class, "exchange")
                    .options("--param", "shm_dir=" + folder, "--param", "heap_bytes=100000000")
                    .run()
                    .exits(0)
                    .prints("right")
                    .complains("no room for the shared heap", folder.toString(), "[heap-full]");
        } finally {
            SharedMemoryIT.call("umount", folder.toString());
        }
    }
}
