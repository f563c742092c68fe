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
class HintsTest {
    private static final String NO_ANY_TAG = "mpi_assert_no_any_tag";
    private static final String NO_ANY_SOURCE = "mpi_assert_no_any_source";
    private static final String EXACT_LENGTH = "mpi_assert_exact_length";
    private static final String ALLOW_OVERTAKING = "mpi_assert_allow_overtaking";

    private static Info info(String... pairs) throws MPIException {
        Info info = new Info();
        for (int i = 0; i < pairs.length; i += 2) {
            info.set(pairs[i], pairs[i + 1]);
        }
        return info;
    }

    private static void assertHints(Comm comm, String... set) throws MPIException {
        Info info = comm.getInfo();
        assertThat(info.size()).isEqualTo(4);
        for (String key : new String[] {NO_ANY_TAG, NO_ANY_SOURCE, EXACT_LENGTH, ALLOW_OVERTAKING}) {
            assertThat(info.get(key))
                    .as(key)
                    .isEqualTo(String.valueOf(java.util.List.of(set).contains(key)));
        }
    }

    @Test
    void hintsAreKeptUntilTheyAreNamedAgain() throws MPIException {
        Intracomm comm = MPI.COMM_WORLD.dup();
        assertHints(comm);
        comm.setInfo(info(NO_ANY_TAG, "true", EXACT_LENGTH, "true"));
        assertHints(comm, NO_ANY_TAG, EXACT_LENGTH);
        comm.setInfo(info(EXACT_LENGTH, "false", ALLOW_OVERTAKING, "true"));
        assertHints(comm, NO_ANY_TAG, ALLOW_OVERTAKING);
        comm.setInfo(MPI.INFO_NULL);
        comm.setInfo(info(NO_ANY_TAG, "FALSE", ALLOW_OVERTAKING, "0", "mpi_minimum_memory_alignment", "64"));
        assertHints(comm, NO_ANY_TAG, ALLOW_OVERTAKING);
        comm.getInfo().set(NO_ANY_SOURCE, "true");
        assertHints(comm, NO_ANY_TAG, ALLOW_OVERTAKING);
        comm.free();
    }

    @Test
    void childrenGetTheHintsOfTheirParentOrTheirOwn() throws MPIException {
        Intracomm parent = MPI.COMM_WORLD.dupWithInfo(info(NO_ANY_SOURCE, "true", "colour", "blue"));
        assertHints(parent, NO_ANY_SOURCE);
        Intracomm dup = parent.dup();
        assertHints(dup, NO_ANY_SOURCE);
        Intracomm clone = parent.clone();
        assertHints(clone, NO_ANY_SOURCE);
        Intracomm other = parent.dupWithInfo(info(ALLOW_OVERTAKING, "true"));
        assertHints(other, ALLOW_OVERTAKING);
        Intracomm none = parent.dupWithInfo(MPI.INFO_NULL);
        assertHints(none);
        Intracomm split = parent.split(0, 0);
        assertHints(split);
        for (Comm comm : new Comm[] {parent, dup, clone, other, none, split}) {
            comm.free();
        }
    }

    @Test
    void whatWasPromisedAwayIsAnError() throws MPIException {
        Intracomm comm = MPI.COMM_WORLD.dupWithInfo(info(NO_ANY_TAG, "true", NO_ANY_SOURCE, "true"));
        int[] data = {7};
        int any = MPI.ANY_TAG;
        assertFails(MPI.ERR_TAG, "recv: MPI.ANY_TAG", () -> comm.recv(data, 1, MPI.INT, 0, any));
        assertFails(MPI.ERR_TAG, "hint " + NO_ANY_TAG, () -> comm.iRecv(data, 1, MPI.INT, 0, any));
        assertFails(MPI.ERR_TAG, "recvInit", () -> comm.recvInit(data, 1, MPI.INT, 0, any));
        assertFails(MPI.ERR_TAG, "iProbe", () -> comm.iProbe(0, any));
        assertFails(MPI.ERR_TAG, "imProbe", () -> new Message().imProbe(0, any, comm));
        assertFails(MPI.ERR_TAG, "sendRecv", () -> comm.sendRecvReplace(data, 1, MPI.INT, 0, 1, 0, any));
        assertFails(MPI.ERR_RANK, "probe: MPI.ANY_SOURCE", () -> comm.probe(MPI.ANY_SOURCE, 1));
        assertFails(MPI.ERR_RANK, "hint " + NO_ANY_SOURCE, () -> comm.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, 1));
        assertFails(MPI.ERR_RANK, "hint " + NO_ANY_SOURCE, () -> comm.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, any));
        assertThat(comm.recv(data, 1, MPI.INT, MPI.PROC_NULL, any).getSource()).isEqualTo(MPI.PROC_NULL);

        comm.setInfo(info(NO_ANY_TAG, "false"));
        assertFails(MPI.ERR_RANK, "MPI.ANY_SOURCE", () -> comm.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, any));
        comm.setInfo(info(NO_ANY_SOURCE, "false"));
        comm.send(new int[] {8}, 1, MPI.INT, 0, 1);
        assertThat(comm.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, any).getTag()).isEqualTo(1);
        comm.free();
    }

    @Test
    void badArguments() throws MPIException {
        Info freed = new Info();
        freed.free();
        Intracomm comm = MPI.COMM_WORLD.dup();
        assertFails(MPI.ERR_INFO, "setInfo", () -> MPI.COMM_WORLD.setInfo(freed));
        assertFails(MPI.ERR_INFO, "setInfo", () -> MPI.COMM_WORLD.setInfo(null));
        assertFails(MPI.ERR_INFO, "dupWithInfo", () -> MPI.COMM_WORLD.dupWithInfo(freed));
        comm.free();
        assertFails(MPI.ERR_COMM, "setInfo", () -> comm.setInfo(MPI.INFO_NULL));
        assertFails(MPI.ERR_COMM, "getInfo", comm::getInfo);
        assertFails(MPI.ERR_COMM, "dupWithInfo", () -> comm.dupWithInfo(MPI.INFO_NULL));
    }
}
