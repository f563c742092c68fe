/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.engine.Endpoint;
import dev.tern.match.SendOperation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * The buffer of buffered sends (MPI-4.1 section 3.6). Its size is what counts: a message is copied into an array of its
 * own, and takes its length and {@link MPI#BSEND_OVERHEAD} bytes of the attached buffer until it has left.
 */
final class BsendBuffer {
    private record Pending(Endpoint endpoint, SendOperation send, long size) {}

    private final Deque<Pending> pending = new ArrayDeque<>();
    private byte[] attached;
    private long used;

    /** False if there is a buffer already, or none given. */
    synchronized boolean attach(byte[] buffer) {
        if (attached != null || buffer == null) {
            return false;
        }
        attached = buffer;
        return true;
    }

    /** Waits until all messages have left. */
    byte[] detach() {
        while (true) {
            Pending first;
            synchronized (this) {
                first = pending.poll();
                if (first == null) {
                    byte[] buffer = attached;
                    attached = null;
                    used = 0;
                    return buffer;
                }
            }
            first.endpoint.await(first.send);
        }
    }

    /** Takes room for a message, or tells how many bytes are free (-1 if no buffer is attached). */
    synchronized long reserve(long bytes) {
        if (attached == null) {
            return -1;
        }
        reclaim();
        long free = attached.length - used;
        if (bytes + MPI.BSEND_OVERHEAD <= free) {
            used += bytes + MPI.BSEND_OVERHEAD;
            return Long.MAX_VALUE;
        }
        return free;
    }

    /** Notes the send for which room was taken. */
    synchronized void started(Endpoint endpoint, SendOperation send, long bytes) {
        pending.add(new Pending(endpoint, send, bytes + MPI.BSEND_OVERHEAD));
    }

    private void reclaim() {
        for (Iterator<Pending> i = pending.iterator(); i.hasNext(); ) {
            Pending p = i.next();
            if (p.endpoint.test(p.send)) {
                used -= p.size;
                p.endpoint.recycle(p.send);
                i.remove();
            }
        }
    }
}
