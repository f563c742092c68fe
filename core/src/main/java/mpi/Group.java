/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.error.ErrorClass;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * An ordered set of processes (MPI-4.1 section 7.2.1). Groups are local objects: no method communicates.
 *
 * <p>Members are named by their rank in {@code MPI_COMM_WORLD}.
 */
public final class Group implements Freeable {

    private int[] members;
    private final int self;

    /** A group as seen by the process with rank {@code myWorldRank}; {@code GROUP_EMPTY}, made before Init, has -1. */
    Group(int[] worldRanks, int myWorldRank) {
        members = worldRanks;
        self = myWorldRank;
    }

    /** The world ranks of the members in group order, not to be modified; null after {@link #free}. */
    int[] worldRanks() {
        return members;
    }

    /** Whether the group was freed. */
    public boolean isNull() {
        return members == null;
    }

    /**
     * The number of members. {@code MPI_GROUP_SIZE}, MPI-4.1 section 7.3.1.
     *
     * @return number of processes
     * @throws MPIException if the group was freed
     */
    public int getSize() throws MPIException {
        return check("Group.getSize").members.length;
    }

    /**
     * The rank of the calling process. {@code MPI_GROUP_RANK}, MPI-4.1 section 7.3.1.
     *
     * @return the rank, or {@link MPI#UNDEFINED} if the process is no member
     * @throws MPIException if the group was freed
     */
    public int getRank() throws MPIException {
        int[] all = check("Group.getRank").members;
        for (int rank = 0; rank < all.length; rank++) {
            if (all[rank] == self) {
                return rank;
            }
        }
        return MPI.UNDEFINED;
    }

    /**
     * Releases the group. {@code MPI_GROUP_FREE}, MPI-4.1 section 7.3.3.
     *
     * @throws MPIException if MPI is not active
     */
    @Override
    public void free() throws MPIException {
        MPI.check();
        if (this != MPI.GROUP_EMPTY) {
            members = null;
        }
    }

    /**
     * The ranks in {@code group2} of members of {@code group1}. {@code MPI_GROUP_TRANSLATE_RANKS}, MPI-4.1 section
     * 7.3.1.
     *
     * @param group1 a group
     * @param ranks1 ranks in it; {@link MPI#PROC_NULL} is allowed
     * @param group2 another group
     * @return the ranks of the same processes there; {@link MPI#UNDEFINED} where there is none
     * @throws MPIException if a group was freed or a rank is not valid
     */
    public static int[] translateRanks(Group group1, int[] ranks1, Group group2) throws MPIException {
        String operation = "Group.translateRanks";
        check(group1, operation);
        check(group2, operation);
        Map<Integer, Integer> there = group2.ranks();
        int[] result = new int[checkArray(ranks1, operation).length];
        for (int i = 0; i < result.length; i++) {
            result[i] = ranks1[i] == MPI.PROC_NULL
                    ? MPI.PROC_NULL
                    : there.getOrDefault(group1.members[group1.checkRank(ranks1[i], operation)], MPI.UNDEFINED);
        }
        return result;
    }

    /**
     * Compares members and order. {@code MPI_GROUP_COMPARE}, MPI-4.1 section 7.3.1.
     *
     * @param group1 a group
     * @param group2 another group
     * @return {@link MPI#IDENT}, {@link MPI#SIMILAR} (other order) or {@link MPI#UNEQUAL}
     * @throws MPIException if a group was freed
     */
    public static int compare(Group group1, Group group2) throws MPIException {
        int[] a = check(group1, "Group.compare").members;
        int[] b = check(group2, "Group.compare").members;
        if (Arrays.equals(a, b)) {
            return MPI.IDENT;
        }
        return Arrays.equals(
                        IntStream.of(a).sorted().toArray(),
                        IntStream.of(b).sorted().toArray())
                ? MPI.SIMILAR
                : MPI.UNEQUAL;
    }

    /**
     * All members of {@code group1}, followed by those of {@code group2} that are not in it. {@code MPI_GROUP_UNION},
     * MPI-4.1 section 7.3.2.
     *
     * @param group1 a group
     * @param group2 another group
     * @return the union
     * @throws MPIException if a group was freed
     */
    public static Group union(Group group1, Group group2) throws MPIException {
        check(group1, "Group.union");
        check(group2, "Group.union");
        IntStream all = IntStream.concat(IntStream.of(group1.members), IntStream.of(group2.members));
        return new Group(all.distinct().toArray(), Math.max(group1.self, group2.self));
    }

    /**
     * The members of {@code group1} that are in {@code group2}, too. {@code MPI_GROUP_INTERSECTION}, MPI-4.1 section
     * 7.3.2.
     *
     * @param group1 a group
     * @param group2 another group
     * @return the intersection, in the order of {@code group1}
     * @throws MPIException if a group was freed
     */
    public static Group intersection(Group group1, Group group2) throws MPIException {
        check(group1, "Group.intersection");
        Map<Integer, Integer> there = check(group2, "Group.intersection").ranks();
        return group1.with(IntStream.of(group1.members).filter(there::containsKey));
    }

    /**
     * The members of {@code group1} that are not in {@code group2}. {@code MPI_GROUP_DIFFERENCE}, MPI-4.1 section
     * 7.3.2.
     *
     * @param group1 a group
     * @param group2 another group
     * @return the difference, in the order of {@code group1}
     * @throws MPIException if a group was freed
     */
    public static Group difference(Group group1, Group group2) throws MPIException {
        check(group1, "Group.difference");
        Map<Integer, Integer> there = check(group2, "Group.difference").ranks();
        return group1.with(IntStream.of(group1.members).filter(member -> !there.containsKey(member)));
    }

    /**
     * The members with the given ranks, in this order. {@code MPI_GROUP_INCL}, MPI-4.1 section 7.3.2.
     *
     * @param ranks ranks in this group, all different
     * @return the new group
     * @throws MPIException if a rank is not valid or given twice, or the group was freed
     */
    public Group incl(int[] ranks) throws MPIException {
        check("Group.incl").checkDistinct(ranks, "Group.incl");
        return with(IntStream.of(ranks).map(rank -> members[rank]));
    }

    /**
     * All members but those with the given ranks. {@code MPI_GROUP_EXCL}, MPI-4.1 section 7.3.2.
     *
     * @param ranks ranks in this group, all different
     * @return the new group
     * @throws MPIException if a rank is not valid or given twice, or the group was freed
     */
    public Group excl(int[] ranks) throws MPIException {
        return without(check("Group.excl").checkDistinct(ranks, "Group.excl"));
    }

    /**
     * The members whose ranks are in ranges {@code {first, last, stride}}. {@code MPI_GROUP_RANGE_INCL}, MPI-4.1
     * section 7.3.2.
     *
     * @param ranges the ranges; all ranks must be valid and different
     * @return the new group
     * @throws MPIException if a range or rank is not valid, or the group was freed
     */
    public Group rangeIncl(int[][] ranges) throws MPIException {
        int[] ranks = check("Group.rangeIncl").expand(ranges, "Group.rangeIncl");
        checkDistinct(ranks, "Group.rangeIncl");
        return with(IntStream.of(ranks).map(rank -> members[rank]));
    }

    /**
     * All members but those whose ranks are in ranges {@code {first, last, stride}}. {@code MPI_GROUP_RANGE_EXCL},
     * MPI-4.1 section 7.3.2.
     *
     * @param ranges the ranges; all ranks must be valid and different
     * @return the new group
     * @throws MPIException if a range or rank is not valid, or the group was freed
     */
    public Group rangeExcl(int[][] ranges) throws MPIException {
        int[] ranks = check("Group.rangeExcl").expand(ranges, "Group.rangeExcl");
        return without(checkDistinct(ranks, "Group.rangeExcl"));
    }

    private Group with(IntStream worldRanks) {
        return new Group(worldRanks.toArray(), self);
    }

    private Group without(boolean[] excluded) {
        return with(IntStream.range(0, members.length)
                .filter(rank -> !excluded[rank])
                .map(rank -> members[rank]));
    }

    private int[] expand(int[][] ranges, String operation) throws MPIException {
        if (ranges == null) {
            throw Errors.raise(ErrorClass.ARG, operation + ": the ranges are null");
        }
        IntStream.Builder ranks = IntStream.builder();
        for (int[] range : ranges) {
            if (range == null || range.length < 3 || range[2] == 0) {
                throw Errors.raise(
                        ErrorClass.ARG,
                        operation + ": " + Arrays.toString(range) + " is no range {first, last, stride} with a stride"
                                + " other than 0");
            }
            int stride = range[2];
            for (long rank = range[0]; stride > 0 ? rank <= range[1] : rank >= range[1]; rank += stride) {
                ranks.add(checkRank((int) rank, operation));
            }
        }
        return ranks.build().toArray();
    }

    private boolean[] checkDistinct(int[] ranks, String operation) throws MPIException {
        boolean[] seen = new boolean[members.length];
        for (int rank : checkArray(ranks, operation)) {
            if (seen[checkRank(rank, operation)]) {
                throw Errors.raise(ErrorClass.RANK, operation + ": rank " + rank + " is given twice");
            }
            seen[rank] = true;
        }
        return seen;
    }

    private int checkRank(int rank, String operation) throws MPIException {
        if (rank < 0 || rank >= members.length) {
            throw Errors.raise(
                    ErrorClass.RANK,
                    operation + ": rank " + rank + " is not in a group of " + members.length + " processes");
        }
        return rank;
    }

    private static int[] checkArray(int[] ranks, String operation) throws MPIException {
        if (ranks == null) {
            throw Errors.raise(ErrorClass.ARG, operation + ": the ranks are null");
        }
        return ranks;
    }

    private Group check(String operation) throws MPIException {
        return check(this, operation);
    }

    private static Group check(Group group, String operation) throws MPIException {
        MPI.check();
        if (group == null || group.isNull()) {
            throw Errors.raise(ErrorClass.GROUP, operation + ": the group is null or was freed");
        }
        return group;
    }

    private Map<Integer, Integer> ranks() {
        Map<Integer, Integer> ranks = HashMap.newHashMap(members.length);
        for (int rank = 0; rank < members.length; rank++) {
            ranks.put(members[rank], rank);
        }
        return ranks;
    }
}
