/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.shm;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.os.Futex;
import dev.tern.os.Lazy;
import dev.tern.transport.Link;
import dev.tern.transport.ring.Bell;
import dev.tern.transport.ring.Doorbell;
import dev.tern.transport.ring.RingLink;
import dev.tern.transport.ring.SleepFlag;
import dev.tern.transport.ring.WakeRequest;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Shared memory between the ranks of one machine: each creates a segment file and maps those of the others. Use: create,
 * let everybody know the {@link #address()}, wait until all have created theirs, {@link #connect connect} to each.
 */
public final class ShmTransport {
    private final SharedSegment own;
    private final String address;
    private final int[] localRanks;
    private final int localRank;
    private final ShmOptions options;
    private final SharedSegment[] segments; // by local rank
    private final Lazy<Futex> futex = new Lazy<>(Futex::probe);

    private ShmTransport(SharedSegment own, String address, int[] localRanks, int localRank, ShmOptions options) {
        this.own = own;
        this.address = address;
        this.localRanks = localRanks;
        this.localRank = localRank;
        this.options = options;
        this.segments = new SharedSegment[localRanks.length];
        this.segments[localRank] = own;
    }

    /**
     * Creates this rank's segment in the first of the folders that takes it.
     *
     * @param folders where to put it, best first; a message to standard error tells when it is not the first
     * @param name file name
     * @param localRanks world ranks of the ranks of this machine
     * @param localRank place of this rank among them
     */
    public static ShmTransport create(
            Path[] folders, String name, int[] localRanks, int localRank, ShmOptions options) {
        long nonce =
                System.nanoTime() ^ ProcessHandle.current().pid() << 40; // tells files of two jobs apart, no secret
        var failures = new StringBuilder();
        for (Path folder : folders) {
            Path path = folder.resolve(name);
            try {
                SharedSegment own = SharedSegment.create(
                        path, localRank, localRanks.length, options.geometry(), options.heapBytes(), nonce);
                if (!failures.isEmpty() && localRank == 0) {
                    System.err.println("tern: shared memory lies in " + folder + ", which may be slower, because"
                            + failures + " [shm-fallback]");
                }
                own.attached();
                return new ShmTransport(own, Long.toHexString(nonce) + ":" + path, localRanks, localRank, options);
            } catch (IOException e) {
                failures.append(failures.isEmpty() ? " " : "; ")
                        .append(folder)
                        .append(" cannot be used (")
                        .append(e instanceof NoSuchFileException ? "it does not exist" : e.getMessage())
                        .append(')');
            }
        }
        throw new MpiError(ErrorClass.NO_MEM, "no folder for shared memory:" + failures);
    }

    /** What another rank needs to know to connect. */
    public String address() {
        return address;
    }

    /** Maps the segment of the local rank with this place among the local ranks and returns the link to it. */
    public Link connect(int peerLocalRank, String peerAddress) {
        SharedSegment theirs = attach(peerLocalRank, peerAddress);
        segments[peerLocalRank] = theirs;
        return new RingLink(
                localRanks[peerLocalRank],
                options.geometry(),
                theirs.memory(),
                theirs.ringFrom(localRank),
                own.memory(),
                own.ringFrom(peerLocalRank),
                bellOf(theirs, theirs.sleepFlag(futex)),
                new MappedPeerMemory(own.heap(), theirs, new PeerProcess(theirs, options.shortestProcessRead())),
                theirs::ownerIsGone);
    }

    private SharedSegment attach(int peerLocalRank, String peerAddress) {
        int peer = localRanks[peerLocalRank];
        long nonce;
        Path path;
        try {
            int colon = peerAddress.indexOf(':');
            nonce = Long.parseUnsignedLong(peerAddress, 0, colon, 16);
            path = Path.of(peerAddress.substring(colon + 1));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new MpiError(
                    ErrorClass.INTERN, "malformed shared-memory address of rank " + peer + ": " + peerAddress, e);
        }
        SharedSegment theirs = SharedSegment.attach(path, peerLocalRank, localRanks.length, options.geometry(), nonce);
        theirs.attached();
        return theirs;
    }

    /**
     * A further link to a rank to which there is one already, through this transport's rings. The two ranks see the same memory of
     * each other through both, and sleep in one place.
     *
     * @param first the transport of the other link
     * @param link the other link
     * @param peerAddress of the peer's segment
     */
    public Link connectBeside(ShmTransport first, Link link, int peerLocalRank, String peerAddress) {
        SharedSegment theirs = peerLocalRank == localRank ? own : attach(peerLocalRank, peerAddress);
        return new RingLink(
                link.peer,
                options.geometry(),
                theirs.memory(),
                theirs.ringFrom(localRank),
                own.memory(),
                own.ringFrom(peerLocalRank),
                bellOf(theirs, first.segments[peerLocalRank].sleepFlag(first.futex)),
                link.memory(),
                link::peerIsGone);
    }

    private Bell bellOf(SharedSegment segment, SleepFlag owner) {
        return new Bell(segment.wakeRequest(owner), hasDoorbell() ? segment.doorbell(localRanks) : null, localRank);
    }

    private boolean hasDoorbell() {
        return localRanks.length >= options.fewestForDoorbell();
    }

    /** The link of this rank to itself, through the one ring of its segment that nobody else uses. */
    public Link connectSelf() {
        long ring = own.ringFrom(localRank);
        return new RingLink(
                localRanks[localRank],
                options.geometry(),
                own.memory(),
                ring,
                own.memory(),
                ring,
                bellOf(own, sleepFlag()),
                new MappedPeerMemory(own.heap(), own, new PeerProcess(own, Long.MAX_VALUE)),
                () -> false);
    }

    /** Tells which rings have something in them; null if there are so few that all are polled. */
    public Doorbell doorbell() {
        return hasDoorbell() ? own.doorbell(localRanks) : null;
    }

    /** The flag by which this process says that it sleeps; that of its first transport counts. */
    public SleepFlag sleepFlag() {
        return own.sleepFlag(futex);
    }

    /** By it this process asks to be woken when something arrives through this transport. */
    public WakeRequest wakeRequest() {
        return own.wakeRequest(sleepFlag());
    }

    /**
     * A block that a rank has taken from its heap.
     *
     * @param worldRank the rank, a local one
     * @param offset as it was given by {@link SharedHeap#takeBlock}
     */
    public MemorySegment block(int worldRank, long offset, long bytes) {
        SharedSegment segment = segments[Arrays.binarySearch(localRanks, worldRank)];
        if (!segment.isInHeap(offset, bytes)) {
            throw new MpiError(ErrorClass.INTERN, "rank " + worldRank + " has no block at " + offset + " of its heap");
        }
        return segment.memory().asSlice(offset, bytes);
    }

    /** Memory that all local ranks can read. */
    public SharedHeap heap() {
        return own.heap();
    }

    /** This rank has finalized, and so have all. */
    public void finish() {
        own.state(SegmentLayout.STATE_FINALIZED);
    }

    /** This rank ends without Finalize. The others may go on, and may not even have mapped its segment yet. */
    public void leave() {
        own.state(SegmentLayout.STATE_GONE);
    }

    /** The whole job ends: also removes the name of the segment if not everybody has mapped it. */
    public void abandon() {
        leave();
        own.removeName();
    }
}
