/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.os;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Reads the memory of other processes of the same user by {@code process_vm_readv}: one copy, made by the system, without
 * any doing of the other process. Whether it is allowed is found out by trying; containers often forbid it.
 *
 * <p>For one thread at a time.
 */
public final class ProcessMemory {
    private static final Path YAMA = Path.of("/proc/sys/kernel/yama/ptrace_scope");
    private static final int SET_PTRACER = 0x59616d61;
    private static final long ANY = -1;
    private static final long BAD_ADDRESS = 14;

    /**
     * A read into an array goes through memory of this size. 4 MB into an array in one run (x86-64, two cores): 590 µs by
     * way of 128 KB, 675 of 64, 890 of 32; 1170 by {@code pread} of {@code /proc/PID/mem}, which can take the array itself
     * but is slow in the system; 370 outside the heap.
     */
    private static final int BOUNCE = 128 << 10;

    /** Two iovecs, each an address and a length: what is written here, and what is read there. */
    private static final long LOCAL = 0;

    private static final long REMOTE = 16;
    private static final long IOVECS_BYTES = 32;

    private final MemorySegment iovecs;
    private final MemorySegment bounce;

    private ProcessMemory() {
        Arena arena = Arena.ofAuto();
        iovecs = arena.allocate(IOVECS_BYTES, Long.BYTES);
        bounce = arena.allocate(BOUNCE, 4096);
    }

    /**
     * A reader, or null where there is none; whether a process lets itself be read is another question. Takes milliseconds
     * the first time.
     */
    public static ProcessMemory probe() {
        return SystemCall.areAvailable() ? new ProcessMemory() : null;
    }

    /**
     * Lets any process of this user read this one, where the system has a rule (Yama's {@code ptrace_scope} 1) by which only
     * its parents may. It is needed in the process that is read, before that happens; without effect elsewhere.
     *
     * @return whether, as far as is known, the rule does not stand in the way
     */
    public static boolean allowPeers() {
        int scope;
        try {
            scope = Integer.parseInt(Files.readString(YAMA).strip());
        } catch (IOException | NumberFormatException e) {
            return true; // there is no such rule
        }
        if (scope != 1) {
            return scope == 0;
        }
        return SystemCall.areAvailable() && SystemCall.PRCTL.call(SET_PTRACER, ANY, 0, 0, 0, 0) == 0;
    }

    /**
     * Copies memory of another process, or of this one.
     *
     * @param pid number of the process in the system, as this process sees it
     * @param remoteAddress address in that process
     * @param local where to copy to, in the heap or outside
     * @param localOffset bytes from the start of {@code local}
     * @param length bytes to copy
     * @return {@code length}, or the negative error number of the system; then part of it may have been copied
     */
    public long read(long pid, long remoteAddress, MemorySegment local, long localOffset, long length) {
        Objects.checkFromIndexSize(localOffset, length, local.byteSize());
        if (local.isReadOnly()) {
            throw new IllegalArgumentException("cannot copy into read-only memory");
        }
        try {
            return local.isNative()
                    ? readAll((int) pid, remoteAddress, local.address() + localOffset, length)
                    : readBounced((int) pid, remoteAddress, local, localOffset, length);
        } finally {
            Reference.reachabilityFence(local);
            Reference.reachabilityFence(this);
        }
    }

    /** An array may be moved at any time, so its address cannot be given away. */
    private long readBounced(int pid, long remote, MemorySegment local, long offset, long length) {
        for (long done = 0; done < length; ) {
            long piece = Math.min(BOUNCE, length - done);
            long result = readAll(pid, remote + done, bounce.address(), piece);
            if (result < 0) {
                return result;
            }
            MemorySegment.copy(bounce, 0, local, offset + done, piece);
            done += piece;
        }
        return length;
    }

    /** The system copies less than it was asked for when that is more than 2 GB, or when memory ends in between. */
    private long readAll(int pid, long remote, long local, long length) {
        for (long done = 0; done < length; ) {
            long result = readOnce(pid, remote + done, local + done, length - done);
            if (result <= 0) {
                return result < 0 ? result : -BAD_ADDRESS;
            }
            done += result;
        }
        return length;
    }

    private long readOnce(int pid, long remote, long local, long length) {
        iovecs.set(JAVA_LONG, LOCAL, local);
        iovecs.set(JAVA_LONG, LOCAL + 8, length);
        iovecs.set(JAVA_LONG, REMOTE, remote);
        iovecs.set(JAVA_LONG, REMOTE + 8, length);
        long here = iovecs.address() + LOCAL;
        long there = iovecs.address() + REMOTE;
        long result = SystemCall.PROCESS_VM_READV.call(pid, here, 1, there, 1, 0);
        return result < 0 ? SystemCall.PROCESS_VM_READV.callForError(pid, here, 1, there, 1, 0) : result;
    }
}
