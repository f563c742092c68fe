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
class GroupTest {

    /** World ranks 10 to 19 in descending order, as seen by world rank 13. */
    private final Group group = new Group(new int[] {19, 18, 17, 16, 15, 14, 13, 12, 11, 10}, 13);

    private final Group other = new Group(new int[] {5, 13, 14}, 13);

    @Test
    void sizeAndRank() throws MPIException {
        assertThat(group.getSize()).isEqualTo(10);
        assertThat(group.getRank()).isEqualTo(6);
        assertThat(new Group(new int[] {1, 2}, 13).getRank()).isEqualTo(MPI.UNDEFINED);
        assertThat(MPI.GROUP_EMPTY.getSize()).isZero();
        assertThat(MPI.GROUP_EMPTY.getRank()).isEqualTo(MPI.UNDEFINED);
        assertThat(MPI.COMM_WORLD.getGroup().getRank()).isZero();
    }

    @Test
    void inclusionAndExclusion() throws MPIException {
        assertThat(group.incl(new int[] {9, 0, 6}).worldRanks()).containsExactly(10, 19, 13);
        assertThat(group.incl(new int[0]).worldRanks()).isEmpty();
        assertThat(group.excl(new int[] {0, 1, 2, 9}).worldRanks()).containsExactly(16, 15, 14, 13, 12, 11);
        assertThat(group.excl(new int[0]).worldRanks()).isEqualTo(group.worldRanks());
    }

    @Test
    void ranges() throws MPIException {
        int[][] ranges = {{1, 5, 2}, {9, 7, -1}};
        assertThat(group.rangeIncl(ranges).worldRanks()).containsExactly(18, 16, 14, 10, 11, 12);
        assertThat(group.rangeExcl(ranges).worldRanks()).containsExactly(19, 17, 15, 13);
        assertThat(group.rangeIncl(new int[][] {{0, 8, 5}}).worldRanks()).containsExactly(19, 14);
        assertThat(group.rangeIncl(new int[][] {{5, 4, 1}}).worldRanks()).isEmpty();
    }

    @Test
    void sets() throws MPIException {
        assertThat(Group.union(other, group).worldRanks()).containsExactly(5, 13, 14, 19, 18, 17, 16, 15, 12, 11, 10);
        assertThat(Group.intersection(group, other).worldRanks()).containsExactly(14, 13);
        assertThat(Group.difference(other, group).worldRanks()).containsExactly(5);
        Group whole = Group.union(MPI.GROUP_EMPTY, other);
        assertThat(whole.getRank()).isEqualTo(1);
    }

    @Test
    void comparison() throws MPIException {
        assertThat(Group.compare(group, new Group(group.worldRanks().clone(), 13)))
                .isEqualTo(MPI.IDENT);
        assertThat(Group.compare(other, new Group(new int[] {14, 13, 5}, 13))).isEqualTo(MPI.SIMILAR);
        assertThat(Group.compare(group, other)).isEqualTo(MPI.UNEQUAL);
    }

    @Test
    void translation() throws MPIException {
        assertThat(Group.translateRanks(other, new int[] {2, 0, MPI.PROC_NULL, 1}, group))
                .containsExactly(5, MPI.UNDEFINED, MPI.PROC_NULL, 6);
    }

    @Test
    void badArguments() {
        assertFails(MPI.ERR_RANK, "rank 10", () -> group.incl(new int[] {1, 10}));
        assertFails(MPI.ERR_RANK, "rank -1", () -> group.excl(new int[] {-1}));
        assertFails(MPI.ERR_RANK, "rank 3 is given twice", () -> group.incl(new int[] {3, 3}));
        assertFails(MPI.ERR_ARG, "null", () -> group.incl(null));
        assertFails(MPI.ERR_ARG, "[0, 3, 0]", () -> group.rangeIncl(new int[][] {{0, 3, 0}}));
        assertFails(MPI.ERR_ARG, "[0, 3]", () -> group.rangeExcl(new int[][] {{0, 3}}));
        assertFails(MPI.ERR_RANK, "twice", () -> group.rangeIncl(new int[][] {{0, 3, 1}, {3, 4, 1}}));
        assertFails(MPI.ERR_RANK, "rank 10", () -> group.rangeIncl(new int[][] {{0, Integer.MAX_VALUE, 1}}));
        assertFails(MPI.ERR_GROUP, "Group.union", () -> Group.union(group, null));
    }

    @Test
    void freedGroupsAreNull() throws MPIException {
        other.free();
        assertThat(other.isNull()).isTrue();
        assertFails(MPI.ERR_GROUP, "Group.getSize", other::getSize);
        MPI.GROUP_EMPTY.free();
        assertThat(MPI.GROUP_EMPTY.isNull()).isFalse();
    }
}
