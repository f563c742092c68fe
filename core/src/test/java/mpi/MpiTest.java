/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import org.junit.jupiter.api.Test;

/** What works without Init. */
class MpiTest {

    @Test
    void newBuffersAreDirectAndNative() {
        assertThat(MPI.newByteBuffer(3).isDirect()).isTrue();
        assertThat(MPI.newByteBuffer(3).order()).isEqualTo(ByteOrder.nativeOrder());
        assertThat(MPI.newCharBuffer(3).capacity()).isEqualTo(3);
        assertThat(MPI.newShortBuffer(3).capacity()).isEqualTo(3);
        assertThat(MPI.newIntBuffer(3).capacity()).isEqualTo(3);
        assertThat(MPI.newLongBuffer(3).capacity()).isEqualTo(3);
        assertThat(MPI.newFloatBuffer(3).order()).isEqualTo(ByteOrder.nativeOrder());
        assertThat(MPI.newDoubleBuffer(3).isDirect()).isTrue();
    }

    @Test
    void slicesOfArraysShareThem() {
        int[] array = {0, 1, 2, 3};
        IntBuffer slice = MPI.slice(array, 1);
        assertThat(slice.arrayOffset()).isEqualTo(1);
        assertThat(slice.capacity()).isEqualTo(3);
        slice.put(0, 9);
        assertThat(array).containsExactly(0, 9, 2, 3);
        assertThat(MPI.slice(new byte[8], 4).order()).isEqualTo(ByteOrder.nativeOrder());
        assertThat(MPI.slice(new char[2], 1).capacity()).isEqualTo(1);
        assertThat(MPI.slice(new short[2], 1).capacity()).isEqualTo(1);
        assertThat(MPI.slice(new long[2], 2).capacity()).isZero();
        assertThat(MPI.slice(new float[2], 0).capacity()).isEqualTo(2);
        assertThat(MPI.slice(new double[2], 1).capacity()).isEqualTo(1);
    }

    @Test
    void slicesOfBuffersIgnorePositionAndLimit() {
        DoubleBuffer buffer = MPI.newDoubleBuffer(10);
        buffer.put(4, 2.5);
        buffer.position(7).limit(8);
        DoubleBuffer slice = MPI.slice(buffer, 4);
        assertThat(slice.capacity()).isEqualTo(6);
        assertThat(slice.get(0)).isEqualTo(2.5);
        assertThat(buffer.limit()).isEqualTo(10);
        ByteBuffer bytes = MPI.slice(ByteBuffer.allocate(8), 2);
        assertThat(bytes.order()).isEqualTo(ByteOrder.nativeOrder());
        assertThat(bytes.arrayOffset()).isEqualTo(2);
    }

    @Test
    void countsCompareByValue() {
        assertThat((Object) new Count(5)).isEqualTo(new Count(5)).hasSameHashCodeAs(new Count(5));
        assertThat(new Count(5).compareTo(new Count(7))).isNegative();
    }

    @Test
    void clockAndNameOfTheMachine() throws MPIException {
        double start = MPI.wtime();
        assertThat(MPI.wtime()).isBetween(start, start + 60);
        assertThat(MPI.wtick()).isBetween(1e-10, 1e-3);
        assertThat(MPI.getProcessorName()).isNotBlank().doesNotContain("\n");
    }

    @Test
    void versions() {
        assertThat(MPI.getVersion().getVersion()).isEqualTo(3);
        assertThat(MPI.getVersion().getSubVersion()).isEqualTo(1);
        assertThat(MPI.getLibVersion()).startsWith("Tern 0.1.0");
    }
}
