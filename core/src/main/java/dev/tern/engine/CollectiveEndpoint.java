/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.coll.PointToPoint;
import dev.tern.datatype.TypeMap;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.match.Operation;
import dev.tern.match.RecvOperation;

/** What collectives see of an endpoint: blocking and immediate messages whose errors are thrown. */
final class CollectiveEndpoint implements PointToPoint {
    private final Endpoint endpoint;
    private final int rank;

    CollectiveEndpoint(Endpoint endpoint, int rank) {
        this.endpoint = endpoint;
        this.rank = rank;
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
