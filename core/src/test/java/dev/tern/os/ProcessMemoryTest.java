/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProcessMemoryTest {
    private static final int BYTES = (1 << 20) + 4711;
    private static final int SEED = 8;
    private static final long NO_SUCH_PROCESS = -3;
    private static final long BAD_ADDRESS = -14;

    private static byte[] pattern() {
        byte[] bytes = new byte[BYTES];
        new Random(SEED).nextBytes(bytes);
        return bytes;
    }

    @Test
    void memoryOfAnotherProcessIsRead() throws Exception {
        ProcessMemory memory = Supported.supported(ProcessMemory.probe());
        Process child = Children.java(List.of("--enable-native-access=ALL-UNNAMED"), Child.class)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = child.inputReader()) {
            long address = Long.parseLong(said.readLine());
            byte[] bytes = new byte[BYTES];
            assertThat(memory.read(child.pid(), address, MemorySegment.ofArray(bytes), 0, BYTES))
                    .isEqualTo(BYTES);
            assertThat(bytes).isEqualTo(pattern());
        } finally {
            child.destroyForcibly().waitFor();
        }
        assertThat(memory.read(child.pid(), 4096, MemorySegment.ofArray(new byte[1]), 0, 1))
                .isEqualTo(NO_SUCH_PROCESS);
    }

    static final class Child {
        public static void main(String[] args) throws Exception {
            if (!ProcessMemory.allowPeers()) {
                throw new AssertionError("not allowed");
            }
            System.out.println(Arena.global()
                    .allocateFrom(ValueLayout.JAVA_BYTE, pattern())
                    .address());
            System.in.read();
        }
    }

    @Test
    void partsAreReadIntoPartsOfBothKindsOfMemory() {
        ProcessMemory memory = Supported.supported(ProcessMemory.probe());
        byte[] pattern = pattern();
        long self = ProcessHandle.current().pid();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = arena.allocateFrom(ValueLayout.JAVA_BYTE, pattern);
            for (int length : new int[] {0, 1, 4096, 128 << 10, (128 << 10) + 1, BYTES - 13}) {
                for (MemorySegment target : List.of(arena.allocate(BYTES), MemorySegment.ofArray(new byte[BYTES]))) {
                    assertThat(memory.read(self, source.address() + 13, target, 7, length))
                            .isEqualTo(length);
                    MemorySegment expected = source.asSlice(13, length);
                    assertThat(target.asSlice(7, length).mismatch(expected)).isEqualTo(-1);
                    assertThat(target.asSlice(0, 7).toArray(ValueLayout.JAVA_BYTE))
                            .containsOnly(0);
                    assertThat(target.asSlice(7 + length).toArray(ValueLayout.JAVA_BYTE))
                            .containsOnly(0);
                }
            }
            double[] doubles = new double[100];
            memory.read(self, source.address(), MemorySegment.ofArray(doubles), 8, 792);
            assertThat(MemorySegment.ofArray(doubles).asSlice(8).mismatch(source.asSlice(0, 792)))
                    .isEqualTo(-1);
        }
    }

    @Test
    void badAddressesAreReportedAndHarmless() {
        ProcessMemory memory = Supported.supported(ProcessMemory.probe());
        long self = ProcessHandle.current().pid();
        MemorySegment heap = MemorySegment.ofArray(new byte[8192]);
        assertThat(memory.read(self, 16, heap, 0, 8192)).isEqualTo(BAD_ADDRESS);
        assertThat(memory.read(self, 16, Arena.ofAuto().allocate(8192), 0, 8192))
                .isEqualTo(BAD_ADDRESS);
        assertThatThrownBy(() -> memory.read(self, 16, heap, 8000, 200)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> memory.read(self, 16, heap, -1, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> memory.read(self, 16, heap.asReadOnly(), 0, 2))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
