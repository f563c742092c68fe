/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import static mpi.SingleRank.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SingleRank.class)
class StatusTest {

    private static Status of(long bytes) {
        return new Status(3, 7, bytes, MPI.SUCCESS, false);
    }

    @Test
    void countsWholeElements() throws MPIException {
        assertThat(of(24).getCount(MPI.INT)).isEqualTo(6);
        assertThat(of(24).getCount(MPI.DOUBLE)).isEqualTo(3);
        assertThat(of(25).getCount(MPI.INT)).isEqualTo(MPI.UNDEFINED);
        assertThat(of(24).getCount(MPI.DOUBLE_INT)).isEqualTo(2);
        assertThat(of(0).getCount(MPI.DOUBLE)).isZero();
        assertThat(of(1L << 40).getCount(MPI.BYTE)).isEqualTo(MPI.UNDEFINED);
        Datatype empty = Datatype.createContiguous(0, MPI.INT);
        assertThat(of(0).getCount(empty)).isZero();
        assertFails(MPI.ERR_TYPE, "getCount", () -> of(4).getCount(null));
    }

    @Test
    void countsBasicElements() throws MPIException {
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        assertThat(of(12).getCount(pair)).isEqualTo(MPI.UNDEFINED);
        assertThat(of(12).getElements(pair)).isEqualTo(3);
        assertThat(of(20).getElements(MPI.DOUBLE_INT)).isEqualTo(3);
        assertThat(of(13).getElements(pair)).isEqualTo(MPI.UNDEFINED);
        assertThat(of(1L << 40).getElements(MPI.BYTE)).isEqualTo(MPI.UNDEFINED);
        assertThat(of(1L << 40).getElementsX(MPI.BYTE).getCount()).isEqualTo(1L << 40);
    }

    @Test
    void canBeSet() throws MPIException {
        Status status = of(0);
        status.setElements(MPI.DOUBLE_INT, 3);
        assertThat(status.getElements(MPI.DOUBLE_INT)).isEqualTo(3);
        assertThat(status.getCount(MPI.BYTE)).isEqualTo(20);
        status.setElementsX(MPI.BYTE, new Count(1L << 33));
        assertThat(status.getElementsX(MPI.BYTE).getCount()).isEqualTo(1L << 33);
        status.setCancelled(true);
        assertThat(status.isCancelled()).isTrue();
        assertFails(MPI.ERR_COUNT, "-1", () -> status.setElements(MPI.INT, -1));
    }

    @Test
    void tellsWhereTheMessageCameFrom() {
        Status status = of(4).withIndex(5);
        assertThat(status.getSource()).isEqualTo(3);
        assertThat(status.getTag()).isEqualTo(7);
        assertThat(status.getIndex()).isEqualTo(5);
        assertThat(status.getError()).isEqualTo(MPI.SUCCESS);
        assertThat(status).hasToString("Status[source=3, tag=7, bytes=4, error=0]");
    }
}
