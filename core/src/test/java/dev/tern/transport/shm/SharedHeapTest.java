/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tern.os.NativeAccess;
import dev.tern.transport.Link;
import dev.tern.transport.PeerMemory;
import dev.tern.transport.ring.RingGeometry;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SharedHeapTest {
    private static final long LIMIT = 8 << 20;
    private static final int[] RANKS = {0, 1};

    @TempDir
    private Path folder;

    private SharedHeap heap;
    private PeerMemory toPeer; // the memory of this rank as its peer sees it
    private PeerMemory ofPeer;

    @BeforeEach
    void connect() {
        assumeThat(NativeAccess.isEnabled()).isTrue();
        connect(Long.MAX_VALUE);
    }

    private void connect(long shortestProcessRead) {
        connect(shortestProcessRead, LIMIT);
    }

    private void connect(long shortestProcessRead, long heapBytes) {
        var options = new ShmOptions(new RingGeometry(16, 1 << 12), heapBytes, shortestProcessRead, 16);
        ShmTransport own = ShmTransport.create(new Path[] {folder}, "own", RANKS, 0, options);
        ShmTransport other = ShmTransport.create(new Path[] {folder}, "other", RANKS, 1, options);
        Link link = own.connect(1, other.address());
        Link back = other.connect(0, own.address());
        heap = own.heap();
        toPeer = link.memory();
        ofPeer = back.memory();
    }

    private static ByteBuffer filled(MemorySegment memory) {
        ByteBuffer buffer = memory.asByteBuffer();
        for (int i = 0; i < buffer.capacity(); i++) {
            buffer.put(i, (byte) (i * 31 + (i >> 8)));
        }
        return buffer;
    }

    private void assertReadable(Object buffer, ByteBuffer content, int offset, int length) {
        long address = toPeer.expose(buffer, offset, length);
        assertThat(address).isNotZero();
        assertThat(ofPeer.isReadable(address, length)).isTrue();
        byte[] array = new byte[length + 2];
        ofPeer.read(address, array, 1, length);
        ByteBuffer direct = ByteBuffer.allocateDirect(length);
        ofPeer.read(address, direct, 0, length);
        for (int i = 0; i < length; i++) {
            assertThat(array[1 + i]).isEqualTo(content.get(i));
            assertThat(direct.get(i)).isEqualTo(content.get(i));
        }
        assertThat(array[0]).isZero();
        assertThat(array[length + 1]).isZero();
    }

    @Test
    void peerReadsWhatLiesInTheHeapAndItsViews() {
        ByteBuffer buffer = filled(heap.allocate(10_000, Arena.ofAuto()));
        assertReadable(buffer, buffer, 0, 10_000);
        assertReadable(buffer, buffer.slice(4000, 6000), 4000, 6000);
        assertReadable(buffer.slice(100, 5000), buffer.slice(108, 1000), 8, 1000);
        assertReadable(buffer.duplicate().position(7), buffer, 0, 10);
        DoubleBuffer doubles = buffer.asDoubleBuffer();
        assertReadable(doubles, buffer.slice(16, 800), 16, 800);
    }

    @Test
    void otherMemoryIsNotExposed() {
        assertThat(toPeer.expose(new byte[5000], 0, 5000)).isZero();
        assertThat(toPeer.expose(ByteBuffer.allocateDirect(5000), 0, 5000)).isZero();
        assertThat(toPeer.expose(ByteBuffer.allocate(5000), 0, 5000)).isZero();
    }

    @Test
    void otherMemoryIsReadThroughTheSystemIfThatIsWanted() throws InterruptedException {
        connect(1000);
        for (int i = 0; i < 2000 && !ofPeer.isReadable(Long.MIN_VALUE, 1); i++) {
            Thread.sleep(1);
        }
        assumeThat(ofPeer.isReadable(Long.MIN_VALUE, 1)).as("permitted here").isTrue();
        ByteBuffer buffer = filled(Arena.ofAuto().allocate(300_000));
        assertReadable(buffer, buffer.slice(17, 299_000), 17, 299_000);
        assertThat(toPeer.expose(buffer, 0, 999)).isZero();
    }

    @Test
    void placesOutsideTheGrownHeapAreNotReadable() {
        long address = toPeer.expose(heap.allocate(5000, Arena.ofAuto()).asByteBuffer(), 0, 5000);
        for (long wrong : new long[] {0, 1, 4096, LIMIT * 2, Long.MAX_VALUE, address - 64}) {
            assertThat(ofPeer.isReadable(wrong, 5000)).as("%d", wrong).isFalse();
        }
        assertThat(ofPeer.isReadable(address, LIMIT)).isFalse();
        assertThat(ofPeer.isReadable(address, Long.MAX_VALUE)).isFalse();
        assertThat(ofPeer.isReadable(address, -1)).isFalse();
    }

    @Test
    void memoryIsZeroAndUsedAgain() {
        long address;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment first = heap.allocate(100_000, arena);
            address = first.address();
            assertThat(address % 64).isZero();
            assertThat(heap.used()).isEqualTo(100_032);
            first.fill((byte) 7);
        }
        assertThat(heap.used()).isZero();
        MemorySegment second = heap.allocate(100_000, Arena.ofAuto());
        assertThat(second.address()).isEqualTo(address);
        assertThat(second.mismatch(MemorySegment.ofArray(new byte[100_000]))).isEqualTo(-1);
    }

    @Test
    void limitIsAnErrorThatNamesTheParameter() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment all = heap.allocate(LIMIT, arena);
            all.set(ValueLayout.JAVA_BYTE, LIMIT - 1, (byte) 1);
            assertThatExceptionOfType(OutOfMemoryError.class)
                    .isThrownBy(() -> heap.allocate(64, Arena.ofAuto()))
                    .withMessageContainingAll("heap_bytes", "64 bytes", String.valueOf(LIMIT));
        }
        assertThat(heap.allocate(LIMIT, Arena.ofAuto()).byteSize()).isEqualTo(LIMIT);
        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> heap.allocate(LIMIT + 1, Arena.ofAuto()));
    }

    @Test
    void unreachableBuffersMakeRoom() {
        for (int i = 0; i < 40; i++) {
            ByteBuffer buffer = heap.allocate(1 << 20, Arena.ofAuto()).asByteBuffer();
            buffer.put(i, (byte) 1);
        }
        assertThat(heap.used()).isLessThanOrEqualTo(LIMIT);
    }

    @Test
    void viewsKeepTheMemory() {
        ByteBuffer view = filled(heap.allocate(1 << 20, Arena.ofAuto())).slice(1000, 100);
        byte expected = view.get(5);
        for (int i = 0; i < 20; i++) {
            assertThat(heap.allocate(1 << 20, Arena.ofAuto()).byteSize()).isPositive();
        }
        assertThat(view.get(5)).isEqualTo(expected);
    }

    @Test
    void interruptedThreadCanAllocateAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        try {
            assertThat(heap.allocate(3 << 20, Arena.ofAuto())).isNotNull();
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
        assertThat(heap.allocate(3 << 20, Arena.ofAuto())).isNotNull();
    }

    @Test
    void closedArenaCostsNothing() {
        Arena closed;
        try (Arena arena = Arena.ofShared()) {
            closed = arena;
        }
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> heap.allocate(5000, closed));
        assertThat(heap.used()).isZero();
    }

    @Test
    void garbageIsCollectedBeforeTheHeapGrowsFar() {
        connect(Long.MAX_VALUE, 1L << 30);
        for (int i = 0; i < 400; i++) {
            heap.allocate(4 << 20, Arena.ofAuto()).set(ValueLayout.JAVA_BYTE, i, (byte) 1);
        }
        assertThat(heap.used()).as("of 1600 MB taken").isLessThan(600L << 20);
    }

    @Test
    void limitThatNobodySetIsNoError() {
        connect(Long.MAX_VALUE, -1);
        assertThat(heap.allocate(1L << 46, Arena.ofAuto())).isNull();
        assertThat(heap.allocate(5000, Arena.ofAuto())).isNotNull();
    }

    @Test
    void growsWhileTheThreadIsInterruptedAgainAndAgain() {
        Thread grower = Thread.currentThread();
        var stop = new AtomicBoolean();
        Thread interrupter = Thread.ofPlatform().start(() -> {
            while (!stop.get()) {
                grower.interrupt();
            }
        });
        try (Arena arena = Arena.ofConfined()) {
            for (int i = 0; i < 7; i++) {
                assertThat(heap.allocate(1 << 20, arena)).isNotNull();
            }
        } finally {
            stop.set(true);
            while (interrupter.isAlive()) {
                Thread.interrupted();
                Thread.onSpinWait();
            }
            Thread.interrupted();
        }
    }
}
