/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import static mpi.SingleRank.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Bad arguments of collectives are clean errors; so is everything that must work with one rank. */
@ExtendWith(SingleRank.class)
class CollectiveArgumentsTest {

    private static final int[] ZERO = {0};
    private static final int[] TWO = {2};

    private final Intracomm world = MPI.COMM_WORLD;
    private final int[] two = {1, 2};
    private final int[] got = new int[2];

    @Test
    void counts() {
        assertFails(MPI.ERR_COUNT, "bcast: count -1", () -> world.bcast(two, -1, MPI.INT, 0));
        assertFails(MPI.ERR_COUNT, "gather", () -> world.gather(two, 2, MPI.INT, got, -2, MPI.INT, 0));
        assertFails(
                MPI.ERR_COUNT,
                "count -3 for rank 0",
                () -> world.allGatherv(two, 2, MPI.INT, got, new int[] {-3}, ZERO, MPI.INT));
    }

    @Test
    void roots() {
        assertFails(MPI.ERR_ROOT, "no root 1 among 1 ranks", () -> world.bcast(two, 2, MPI.INT, 1));
        assertFails(MPI.ERR_ROOT, "no root -1", () -> world.reduce(two, got, 2, MPI.INT, MPI.SUM, -1));
        assertFails(MPI.ERR_ROOT, "other than root 0", () -> world.gatherv(two, 2, MPI.INT, 0));
        assertFails(MPI.ERR_ROOT, "other than root 0", () -> world.scatterv(got, 2, MPI.INT, 0));
    }

    @Test
    void buffers() {
        assertFails(MPI.ERR_BUFFER, "bcast", () -> world.bcast(two, 3, MPI.INT, 0));
        assertFails(MPI.ERR_BUFFER, "null", () -> world.allReduce(null, got, 2, MPI.INT, MPI.SUM));
        assertFails(MPI.ERR_BUFFER, "scatter", () -> world.scatter(two, 3, MPI.INT, got, 2, MPI.INT, 0));
        assertFails(MPI.ERR_BUFFER, "allToAll", () -> world.allToAll(two, 2, MPI.INT, got, 3, MPI.INT));
        assertFails(
                MPI.ERR_BUFFER,
                "displacement 1 for rank 0 exceed int[2]",
                () -> world.scatterv(two, TWO, new int[] {1}, MPI.INT, got, 2, MPI.INT, 0));
        assertFails(
                MPI.ERR_BUFFER,
                "displacement -1",
                () -> world.allGatherv(two, 2, MPI.INT, got, TWO, new int[] {-1}, MPI.INT));
        assertFails(MPI.ERR_BUFFER, "null", () -> world.allGatherv(two, 2, MPI.INT, null, TWO, ZERO, MPI.INT));
        ByteBuffer readOnly = ByteBuffer.allocateDirect(8).asReadOnlyBuffer();
        assertFails(MPI.ERR_BUFFER, "read-only", () -> world.allReduce(readOnly, 2, MPI.INT, MPI.SUM));
    }

    @Test
    void types() throws MPIException {
        assertFails(MPI.ERR_TYPE, "int[2]", () -> world.bcast(two, 1, MPI.DOUBLE, 0));
        assertFails(MPI.ERR_TYPE, "double[2][]", () -> world.bcast(new double[2][2], 2, MPI.DOUBLE, 0));
        assertFails(MPI.ERR_TYPE, "Integer[2]", () -> world.gather(new Integer[2], 2, MPI.INT, 0));
        assertFails(MPI.ERR_TYPE, "allReduce", () -> world.allReduce(two, got, 2, null, MPI.SUM));
        assertFails(MPI.ERR_TYPE, "byte[8]", () -> world.allGatherv(two, 2, MPI.INT, new byte[8], TWO, ZERO, MPI.INT));
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        assertFails(MPI.ERR_TYPE, "not committed", () -> world.bcast(two, 1, type, 0));
        type.commit();
        world.bcast(two, 1, type, 0);
        type.free();
        assertFails(MPI.ERR_TYPE, "freed", () -> world.bcast(two, 1, type, 0));
    }

    @Test
    void countArraysTooShort() {
        int[] none = {};
        assertFails(MPI.ERR_ARG, "count for each", () -> world.gatherv(two, 2, MPI.INT, got, none, ZERO, MPI.INT, 0));
        assertFails(MPI.ERR_ARG, "count for each", () -> world.gatherv(got, null, ZERO, MPI.INT, 0));
        assertFails(
                MPI.ERR_ARG,
                "displacement for each",
                () -> world.scatterv(two, TWO, none, MPI.INT, got, 2, MPI.INT, 0));
        assertFails(
                MPI.ERR_ARG,
                "displacement for each",
                () -> world.allToAllv(two, TWO, ZERO, MPI.INT, got, TWO, null, MPI.INT));
        assertFails(
                MPI.ERR_ARG,
                "datatype for each",
                () -> world.allToAllw(two, TWO, ZERO, new Datatype[0], got, TWO, ZERO, new Datatype[] {MPI.INT}));
        assertFails(MPI.ERR_ARG, "count for each", () -> world.reduceScatter(two, got, none, MPI.INT, MPI.SUM));
    }

    @Test
    void operations() {
        assertFails(MPI.ERR_OP, "allReduce: the operation is null", () -> world.allReduce(two, 2, MPI.INT, null));
        assertFails(
                MPI.ERR_OP,
                "MPI.BAND is not defined for MPI_DOUBLE",
                () -> world.reduce(new double[2], new double[2], 2, MPI.DOUBLE, MPI.BAND, 0));
        assertFails(MPI.ERR_OP, "MPI.MAXLOC is not defined for MPI_INT", () -> world.scan(two, 2, MPI.INT, MPI.MAXLOC));
    }

    @Test
    void blocksThatDoNotFit() {
        assertFails(MPI.ERR_TRUNCATE, "8 bytes", () -> world.gather(two, 2, MPI.INT, got, 1, MPI.INT, 0));
        assertThat(got).containsExactly(0, 0);
    }

    @Test
    void everyFormWithOneRank() throws MPIException {
        world.barrier();
        world.gatherv(two, 2, MPI.INT, got, TWO, ZERO, MPI.INT, 0);
        assertThat(got).containsExactly(1, 2);
        world.gatherv(got, TWO, ZERO, MPI.INT, 0);
        world.gather(got, 2, MPI.INT, 0);
        world.scatter(got, 2, MPI.INT, 0);
        world.scatterv(got, TWO, ZERO, MPI.INT, 0);
        world.allGather(got, 2, MPI.INT);
        world.allGatherv(got, TWO, ZERO, MPI.INT);
        world.allReduce(got, 2, MPI.INT, MPI.SUM);
        world.reduce(got, 2, MPI.INT, MPI.SUM, 0);
        world.scan(got, 2, MPI.INT, MPI.SUM);
        world.exScan(got, 2, MPI.INT, MPI.SUM);
        world.exScan(got, null, 2, MPI.INT, MPI.SUM);
        world.reduceScatter(got, TWO, MPI.INT, MPI.SUM);
        world.reduceScatterBlock(got, 2, MPI.INT, MPI.SUM);
        assertThat(got).containsExactly(1, 2);
        Datatype[] bytes = {MPI.BYTE};
        byte[] target = new byte[9];
        world.allToAllw(new byte[] {5, 6, 7}, TWO, new int[] {1}, bytes, target, TWO, new int[] {7}, bytes);
        assertThat(target).containsExactly(0, 0, 0, 0, 0, 0, 0, 6, 7);
        world.bcast(null, 0, MPI.INT, 0);
        world.gather(null, 0, MPI.INT, null, 0, MPI.INT, 0);
    }
}
