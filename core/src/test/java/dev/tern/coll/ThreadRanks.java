/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.coll;

import dev.tern.datatype.TypeMap;
import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Ranks as threads of this process. Every rank has a mailbox; messages of one sender with one tag keep their order.
 * With {@code synchronous} sends return only when the message was received, as long ones do in reality.
 */
final class ThreadRanks {

    /** What a rank does. */
    @FunctionalInterface
    interface Body {
        void run(PointToPoint p2p) throws Exception;
    }

    private final int size;
    private final boolean synchronous;
    private final List<Mailbox> mailboxes = new ArrayList<>();

    private ThreadRanks(int size, boolean synchronous) {
        this.size = size;
        this.synchronous = synchronous;
        for (int rank = 0; rank < size; rank++) {
            mailboxes.add(new Mailbox());
        }
    }

    /** Runs {@code body} on all ranks, throws what a rank throws, and checks that no message is left over. */
    static void run(int size, boolean synchronous, Body body) {
        ThreadRanks world = new ThreadRanks(size, synchronous);
        try (ExecutorService threads =
                Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory())) {
            List<Future<?>> ends = new ArrayList<>();
            for (int rank = 0; rank < size; rank++) {
                Port port = world.new Port(rank);
                ends.add(threads.submit(() -> {
                    body.run(port);
                    return null;
                }));
            }
            try {
                for (Future<?> end : ends) {
                    end.get(20, TimeUnit.SECONDS);
                }
            } catch (Exception e) {
                threads.shutdownNow();
                throw new AssertionError(size + " ranks, synchronous " + synchronous + ": " + e, e);
            }
        }
        for (Mailbox mailbox : world.mailboxes) {
            if (!mailbox.sent.isEmpty() || !mailbox.posted.isEmpty()) {
                throw new AssertionError("messages left over: " + mailbox.sent + mailbox.posted);
            }
        }
    }

    private static final class Mailbox {
        private final List<Send> sent = new ArrayList<>();
        private final List<Receive> posted = new ArrayList<>();
    }

    private static final class Send {
        private final int source;
        private final int tag;
        private final Block data;
        private byte[] packed;
        private boolean done;

        Send(int source, int tag, Block data) {
            this.source = source;
            this.tag = tag;
            this.data = data;
        }

        void pack() {
            if (packed == null) {
                packed = new byte[(int) data.bytes()];
                data.type().pack(data.buf(), data.start(), data.count(), packed, 0);
            }
        }

        @Override
        public String toString() {
            return "send from " + source + " tag " + tag;
        }
    }

    private static final class Receive {
        private final int source;
        private final int tag;
        private final Block data;
        private boolean done;
        private int length;

        Receive(int source, int tag, Block data) {
            this.source = source;
            this.tag = tag;
            this.data = data;
        }

        boolean deliver(Send send) {
            if (send.source != source || send.tag != tag) {
                return false;
            }
            send.pack();
            length = send.packed.length;
            data.type().unpack(send.packed, 0, length, data.buf(), data.start(), data.count());
            send.done = true;
            done = true;
            return true;
        }

        @Override
        public String toString() {
            return "receive from " + source + " tag " + tag;
        }
    }

    private final class Port implements PointToPoint {
        private final int rank;

        Port(int rank) {
            this.rank = rank;
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public void send(Object buf, long byteOffset, long count, TypeMap type, int dest, int tag) {
            Send send = isend(buf, byteOffset, count, type, dest, tag);
            if (synchronous) {
                waitFor(send);
            } else {
                synchronized (mailboxes) {
                    send.pack();
                }
            }
        }

        @Override
        public void recv(Object buf, long byteOffset, long count, TypeMap type, int source, int tag) {
            waitFor(irecv(buf, byteOffset, count, type, source, tag));
        }

        /** The data are read when the receiver comes, so that a buffer that is changed too early shows. */
        @Override
        public Send isend(Object buf, long byteOffset, long count, TypeMap type, int dest, int tag) {
            Send send = new Send(rank, tag, new Block(buf, byteOffset, count, type));
            synchronized (mailboxes) {
                Mailbox mailbox = mailboxes.get(dest);
                for (Iterator<Receive> posted = mailbox.posted.iterator(); posted.hasNext(); ) {
                    if (posted.next().deliver(send)) {
                        posted.remove();
                        break;
                    }
                }
                if (!send.done) {
                    mailbox.sent.add(send);
                }
                mailboxes.notifyAll();
            }
            return send;
        }

        @Override
        public Receive irecv(Object buf, long byteOffset, long count, TypeMap type, int source, int tag) {
            Receive receive = new Receive(source, tag, new Block(buf, byteOffset, count, type));
            synchronized (mailboxes) {
                Mailbox mailbox = mailboxes.get(rank);
                for (Iterator<Send> sent = mailbox.sent.iterator(); sent.hasNext(); ) {
                    if (receive.deliver(sent.next())) {
                        sent.remove();
                        break;
                    }
                }
                if (!receive.done) {
                    mailbox.posted.add(receive);
                }
                mailboxes.notifyAll();
            }
            return receive;
        }

        @Override
        public void waitFor(Object handle) {
            synchronized (mailboxes) {
                while (!isDone(handle)) {
                    try {
                        mailboxes.wait();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException("rank " + rank + " hangs in " + handle, e);
                    }
                }
            }
            if (handle instanceof Receive receive && receive.length > receive.data.bytes()) {
                throw new MpiError(ErrorClass.TRUNCATE, "rank " + rank + ": " + receive.length + " bytes");
            }
        }

        private static boolean isDone(Object handle) {
            return handle instanceof Send send ? send.done : ((Receive) handle).done;
        }
    }
}
