/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.coll.Block;
import dev.tern.engine.Communicator;
import dev.tern.engine.Hint;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.util.Set;

/** A communicator with one group ({@code MPI-4.1} section 7.2). */
public class Intracomm extends Comm {
    Intracomm(String predefinedName) {
        super(predefinedName);
    }

    Intracomm(Communicator communicator, Comm parent, Set<Hint> hints) {
        super(communicator, parent, hints);
    }

    /** The null communicator, which ranks get that do not belong to the new one. */
    private Intracomm() {
        super((String) null);
    }

    private Intracomm wrap(Communicator made) {
        return made == null ? new Intracomm() : new Intracomm(made, this, Hints.NONE);
    }

    @Override
    public Intracomm clone() {
        return (Intracomm) super.clone();
    }

    @Override
    public Intracomm dup() throws MPIException {
        return new Intracomm(duplicate("dup", hints()), this, hints());
    }

    @Override
    public Intracomm dupWithInfo(Info info) throws MPIException {
        Set<Hint> hints = hints("dupWithInfo", info);
        return new Intracomm(duplicate("dupWithInfo", hints), this, hints);
    }

    /**
     * Splits it into one communicator for each colour. Collective. {@code MPI_COMM_SPLIT}, MPI-4.1 section 7.4.2.
     *
     * @param colour which one to join, 0 or more; {@link MPI#UNDEFINED} for none
     * @param key orders the ranks of the new communicator; old order where keys are equal
     * @return the new communicator; a null one for {@link MPI#UNDEFINED}
     * @throws MPIException for a negative colour
     */
    public final Intracomm split(int colour, int key) throws MPIException {
        Communicator here = communicator("split");
        if (colour < 0 && colour != MPI.UNDEFINED) {
            throw error(ErrorClass.ARG, "split: colour " + colour + " is negative and not MPI.UNDEFINED");
        }
        try {
            return wrap(here.split(colour < 0 ? -1 : colour, key));
        } catch (MpiError e) {
            throw error("split", e);
        }
    }

    /**
     * Splits it by what ranks share. Collective. {@code MPI_COMM_SPLIT_TYPE}, MPI-4.1 section 7.4.2.
     *
     * @param splitType {@link Comm#TYPE_SHARED}, or {@link MPI#UNDEFINED} to join none
     * @param key orders the ranks of the new communicator
     * @param info ignored
     * @return the communicator of the ranks of this machine; a null one for {@link MPI#UNDEFINED}
     * @throws MPIException for another type
     */
    public final Intracomm splitType(int splitType, int key, Info info) throws MPIException {
        if (splitType != TYPE_SHARED && splitType != MPI.UNDEFINED) {
            throw error(ErrorClass.ARG, "splitType: there is no type " + splitType);
        }
        return split(
                splitType == TYPE_SHARED ? communicator("splitType").engine().node() : splitType, key);
    }

    /**
     * A communicator of some of the ranks. Collective over this one. {@code MPI_COMM_CREATE}, MPI-4.1 section 7.4.2.
     *
     * @param group the ranks, in the order of the new communicator; the same on all of them
     * @return the new communicator; a null one for ranks that are not in the group
     * @throws MPIException if the group has others than the ranks of this communicator
     */
    public final Intracomm create(Group group) throws MPIException {
        Communicator here = communicator("create");
        if (group == null || group.isNull()) {
            throw error(ErrorClass.GROUP, "create: the group is null or was freed");
        }
        int[] members = group.worldRanks().clone();
        for (int i = 0; i < members.length; i++) {
            int rank = here.endpoint().rankOf(members[i]);
            if (rank < 0) {
                throw error(ErrorClass.GROUP, "create: the process with world rank " + members[i] + " is no member");
            }
            members[i] = rank;
        }
        try {
            return wrap(here.create(members, here.name() + " create"));
        } catch (MpiError e) {
            throw error("create", e);
        }
    }

    /**
     * Rank i gets the combined data of ranks 0 to i. {@code MPI_SCAN}, MPI-4.1 section 6.11.1.
     *
     * @param sendbuf what this rank contributes
     * @param recvbuf the result
     * @param count number of elements
     * @param type their type
     * @param op the operation
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void scan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "scan");
        Block send = call.send(sendbuf, count, type);
        call.scan(send, call.recv(recvbuf, count, type), call.reduction(op, type));
    }

    /**
     * Rank i gets the combined data of ranks 0 to i. {@code MPI_SCAN} in place, MPI-4.1 section 6.11.1.
     *
     * @param recvbuf what this rank contributes, then the result
     * @param count number of elements
     * @param type their type
     * @param op the operation
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void scan(Object recvbuf, int count, Datatype type, Op op) throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "scan");
        Block own = call.recv(recvbuf, count, type);
        call.scan(Block.IN_PLACE, own, call.reduction(op, type));
    }

    /**
     * Rank i gets the combined data of ranks 0 to i - 1; rank 0 gets nothing. {@code MPI_EXSCAN}, MPI-4.1 section
     * 6.11.2.
     *
     * @param sendbuf what this rank contributes
     * @param recvbuf the result; ignored on rank 0
     * @param count number of elements
     * @param type their type
     * @param op the operation
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void exScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "exScan");
        Block send = call.send(sendbuf, count, type);
        call.exScan(send, call.rank() == 0 ? send : call.recv(recvbuf, count, type), call.reduction(op, type));
    }

    /**
     * Rank i gets the combined data of ranks 0 to i - 1; rank 0 gets nothing. {@code MPI_EXSCAN} in place, MPI-4.1
     * section 6.11.2.
     *
     * @param buf what this rank contributes, then the result
     * @param count number of elements
     * @param type their type
     * @param op the operation
     * @throws MPIException for a bad argument, or if the communication failed
     */
    public final void exScan(Object buf, int count, Datatype type, Op op) throws MPIException {
        CollectiveCall call = new CollectiveCall(this, "exScan");
        Block own = call.recv(buf, count, type);
        call.exScan(Block.IN_PLACE, own, call.reduction(op, type));
    }
}
