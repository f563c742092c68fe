/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.coll.Board;
import dev.tern.coll.PointToPoint;
import dev.tern.datatype.TypeMap;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.match.Operation;
import dev.tern.match.RecvOperation;

/** What collectives see of an endpoint: blocking and immediate messages whose errors are thrown. */
final class CollectiveEndpoint implements PointToPoint {
    /** Many communicators are made for one or two collectives. */
    private static final int COLLECTIVES_WITHOUT_BOARD = 3;

    private final Endpoint endpoint;
    private final int rank;
    private final Boards boards;
    private int untilBoard = COLLECTIVES_WITHOUT_BOARD;
    private SharedBoard board; // null if there is none, or not yet

    /** @param boards makes boards for the members, or null if not all can have one */
    CollectiveEndpoint(Endpoint endpoint, int rank, Boards boards) {
        this.endpoint = endpoint;
        this.rank = rank;
        this.boards = boards;
    }

    @Override
    public Board board() {
        endpoint.checkThread(); // a board may need no lane
        if (untilBoard > 0 && boards != null && --untilBoard == 0) {
            board = boards.make(this);
        }
        return board;
    }

    /** The communicator is freed. Collective. */
    void leaveBoard() {
        if (board != null) {
            board.leave();
        }
    }

    /** Gives the memory of a board back that was left; false if other members have not left it yet. */
    boolean releaseBoard() {
        if (board != null && rank == Boards.OWNER) {
            if (!board.isLeft()) {
                return false;
            }
            boards.release(board);
        }
        board = null;
        return true;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return endpoint.context().size();
    }

    @Override
    public void send(Object buf, long byteOffset, long count, TypeMap type, int dest, int tag) {
        endpoint.send(buf, byteOffset, count, type, dest, tag, false);
    }

    @Override
    public void recv(Object buf, long byteOffset, long count, TypeMap type, int source, int tag) {
        finish(endpoint.receive(buf, byteOffset, count, type, source, tag));
    }

    @Override
    public Object isend(Object buf, long byteOffset, long count, TypeMap type, int dest, int tag) {
        return endpoint.isend(buf, byteOffset, count, type, dest, tag, false);
    }

    @Override
    public Object irecv(Object buf, long byteOffset, long count, TypeMap type, int source, int tag) {
        return endpoint.ireceive(buf, byteOffset, count, type, source, tag);
    }

    @Override
    public void waitFor(Object handle) {
        Operation operation = (Operation) handle;
        endpoint.await(operation);
        finish(operation);
    }

    private void finish(Operation operation) {
        int error = operation.error();
        if (error == ErrorClass.SUCCESS) {
            endpoint.recycle(operation);
            return;
        }
        RecvOperation receive = (RecvOperation) operation;
        throw new MpiError(
                error,
                "rank " + receive.peerRank() + " sent " + receive.messageLength() + " bytes where this rank expects "
                        + receive.capacity() + ": counts or types differ between the ranks");
    }
}
