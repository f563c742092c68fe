/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.shm;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.transport.Link;
import dev.tern.transport.ring.RingGeometry;
import dev.tern.transport.ring.RingLink;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Shared memory between the ranks of one machine: each creates a segment file and maps those of the others. Use: create,
 * let everybody know the {@link #address()}, wait until all have created theirs, {@link #connect connect} to each.
 */
public final class ShmTransport {
    private final SharedSegment own;
    private final String address;
    private final int localRank;
    private final int localSize;
    private final RingGeometry geometry;

    private ShmTransport(SharedSegment own, String address, int localRank, int localSize, RingGeometry geometry) {
        this.own = own;
        this.address = address;
        this.localRank = localRank;
        this.localSize = localSize;
        this.geometry = geometry;
    }

    /**
     * Creates this rank's segment in the first of the folders that takes it.
     *
     * @param folders where to put it, best first; a message to standard error tells when it is not the first
     * @param name file name
     */
    public static ShmTransport create(
            Path[] folders, String name, int localRank, int localSize, RingGeometry geometry) {
        long nonce =
                System.nanoTime() ^ ProcessHandle.current().pid() << 40; // tells files of two jobs apart, no secret
        var failures = new StringBuilder();
        for (Path folder : folders) {
            Path path = folder.resolve(name);
            try {
                SharedSegment own = SharedSegment.create(path, localRank, localSize, geometry, nonce);
                if (!failures.isEmpty() && localRank == 0) {
                    System.err.println("tern: shared memory lies in " + folder + ", which may be slower, because"
                            + failures + " [shm-fallback]");
                }
                own.attached();
                return new ShmTransport(own, Long.toHexString(nonce) + ":" + path, localRank, localSize, geometry);
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

    /** Maps the segment of another local rank and returns the link to it. */
    public Link connect(int peer, int peerLocalRank, String peerAddress) {
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
        SharedSegment theirs = SharedSegment.attach(path, peerLocalRank, localSize, geometry, nonce);
        theirs.attached();
        return new RingLink(
                peer,
                geometry,
                theirs.memory(),
                theirs.ringFrom(localRank),
                own.memory(),
                own.ringFrom(peerLocalRank),
                theirs::ownerIsGone);
    }

    /** The link of this rank to itself, through the one ring of its segment that nobody else uses. */
    public Link connectSelf(int rank) {
        long ring = own.ringFrom(localRank);
        return new RingLink(rank, geometry, own.memory(), ring, own.memory(), ring, () -> false);
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
