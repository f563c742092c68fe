/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

import java.nio.ByteBuffer;
import java.util.Optional;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * A window of immediate sends and receives. There is one class for buffers and one for arrays because these are
 * different methods of {@code Comm}: Open MPI's bindings have the immediate calls for buffers only.
 */
abstract sealed class Window {
    private static final int TAG = 2;

    final Slots outgoing;
    final Slots incoming;
    final int tag;
    private final Payload payload;

    private Window(Setup setup) {
        outgoing = new Slots(setup);
        incoming = new Slots(setup);
        payload = setup.payload();
        tag = setup.tag() + TAG;
    }

    static Window of(Setup setup) {
        return switch (setup.kind()) {
            case BUFFER, DIRECT -> new Buffers(setup);
            case ARRAYS -> new Arrays(setup);
        };
    }

    /** Starts one send for each element of {@code requests}. */
    abstract void send(Comm comm, int size, int partner, Request[] requests) throws MPIException;

    /** Starts one receive for each element of {@code requests}. */
    abstract void receive(Comm comm, int size, int partner, Request[] requests) throws MPIException;

    /** Takes over the buffers that the slots have chosen. */
    abstract void load();

    final void select(int size) {
        outgoing.select(size);
        incoming.select(size);
        load();
    }

    final void prepare(int size, long firstSent) {
        outgoing.write(payload, size, firstSent);
        incoming.wipe(size);
    }

    final Optional<String> verify(int size, long firstReceived) {
        return incoming.verify(payload, size, firstReceived);
    }

    private static final class Buffers extends Window {
        private final ByteBuffer[] out;
        private final ByteBuffer[] in;

        Buffers(Setup setup) {
            super(setup);
            out = new ByteBuffer[setup.window()];
            in = new ByteBuffer[setup.window()];
        }

        @Override
        void load() {
            for (int i = 0; i < out.length; i++) {
                out[i] = (ByteBuffer) outgoing.object(i);
                in[i] = (ByteBuffer) incoming.object(i);
            }
        }

        @Override
        void send(Comm comm, int size, int partner, Request[] requests) throws MPIException {
            for (int i = 0; i < requests.length; i++) {
                requests[i] = comm.iSend(out[i], size, MPI.BYTE, partner, tag);
            }
        }

        @Override
        void receive(Comm comm, int size, int partner, Request[] requests) throws MPIException {
            for (int i = 0; i < requests.length; i++) {
                requests[i] = comm.iRecv(in[i], size, MPI.BYTE, partner, tag);
            }
        }
    }

    private static final class Arrays extends Window {
        private final Object[] out;
        private final Object[] in;

        Arrays(Setup setup) {
            super(setup);
            out = new Object[setup.window()];
            in = new Object[setup.window()];
        }

        @Override
        void load() {
            for (int i = 0; i < out.length; i++) {
                out[i] = outgoing.object(i);
                in[i] = incoming.object(i);
            }
        }

        @Override
        void send(Comm comm, int size, int partner, Request[] requests) throws MPIException {
            for (int i = 0; i < requests.length; i++) {
                requests[i] = comm.iSend(out[i], size, MPI.BYTE, partner, tag);
            }
        }

        @Override
        void receive(Comm comm, int size, int partner, Request[] requests) throws MPIException {
            for (int i = 0; i < requests.length; i++) {
                requests[i] = comm.iRecv(in[i], size, MPI.BYTE, partner, tag);
            }
        }
    }
}
