/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.config;

/**
 * What can be set from outside. Each is set by {@code mpirun --param name=value}, which reaches the ranks as environment
 * variable {@code TERN_NAME}.
 */
public enum Parameter {
    EAGER_LIMIT(
            "auto",
            "bytes",
            "Largest message that is sent at once; longer ones wait until the receiver has a buffer for them."),
    RING_SLOTS("256", "records", "Messages that fit into the ring to one local peer; a power of two."),
    RING_BYTES(
            "auto",
            "bytes",
            "Space for payloads of more than 112 bytes in the ring to one local peer; a power of two. auto: 2097152 for"
                    + " 2 local ranks, less for more."),
    HEAP_BYTES(
            "auto",
            "bytes",
            "Limit of the memory of each rank that the other ranks of the machine can read, from which MPI.newByteBuffer and the"
                    + " like take theirs; 0 for none. auto: what the file system has room for, at most half of the memory, divided by the ranks."),
    HEAP_READ(
            "auto",
            "bytes",
            "Shortest message in such memory that the receiver copies from where it lies; even if it is within the eager limit."),
    PIECE_BYTES("auto", "bytes", "Largest piece of a long message that goes through a ring."),
    PROCESS_READ(
            "auto",
            "bytes",
            "Shortest message in other memory outside the Java heap that the receiver reads out of the sender's process"
                    + " (process_vm_readv); 0 for none. auto: 0 if each rank has a core, 65536 if not."),
    DOORBELL(
            "16",
            "ranks",
            "Number of local ranks from which on they tell each other where to look instead of polling."),
    CHECK_THREADS(
            "false",
            "true, false",
            "Whether a call is an error that comes from a thread which the level of thread support does not allow to call. Nothing is"
                    + " checked where several threads are at work, as under MPI.THREAD_MULTIPLE."),
    LANES(
            "auto",
            "lanes",
            "Sets of rings and queues, over which communicators are spread so that threads do not meet. The largest number that a rank"
                    + " asks for holds for all. auto: 1 below MPI.THREAD_MULTIPLE, else 2 for each core, at most 8."),
    PROGRESS_THREAD(
            "auto",
            "true, false",
            "A thread that moves messages on while the program's threads compute or sleep. auto: when a virtual thread waits long."),
    TRANSPORT(
            "auto",
            "list",
            "Ways to other ranks, of shm, tcp and self, separated by commas. auto: shared memory on one machine, TCP between machines."),
    TCP_IF_INCLUDE(
            "auto",
            "list",
            "Interfaces or networks (10.0.0.0/8) by which this rank can be reached. auto: all that are up."),
    TCP_IF_EXCLUDE("auto", "list", "Interfaces or networks by which it cannot. auto: none."),
    TCP_ENCRYPT("false", "true, false", "Whether everything that goes by TCP is encrypted; all ranks alike."),
    TCP_EAGER_LIMIT(
            "auto",
            "bytes",
            "Largest message that is sent to another machine at once; longer ones wait until the receiver has a buffer for them."),
    TCP_WINDOW(
            "4194304",
            "bytes",
            "How much of such messages each rank may have sent to another one that has not received it. Those above wait at the sender. All ranks alike."),
    TCP_LINKS(
            "1",
            "connections",
            "Connections with each rank on another machine, over which long messages are spread; all ranks alike."),
    TCP_TIMEOUT(
            "20",
            "seconds",
            "A host that has not answered for so long is lost, and the job fails; noticed by ranks that wait."),
    TCP_PORTS("0", "range", "Ports to listen on, as 5000-5099; 0 for any."),
    SHM_DIR("auto", "folder", "Where shared memory lies. auto: /dev/shm, or else the temporary folder."),
    SPIN("auto", "polls", "How often a waiting rank looks before it gives its core away. auto: by ranks per core."),
    YIELD("auto", "yields", "How often a waiting rank then gives its core away before it sleeps.");

    private final String defaultValue;
    private final String unit;
    private final String text;

    Parameter(String defaultValue, String unit, String text) {
        this.defaultValue = defaultValue;
        this.unit = unit;
        this.text = text;
    }

    /** Name as users write it: lower case. */
    public String key() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Environment variable that sets it. */
    public String variable() {
        return "TERN_" + name();
    }

    /** Value where nobody sets one; {@code auto} where the engine decides. */
    public String defaultValue() {
        return defaultValue;
    }

    /** What the value counts. */
    public String unit() {
        return unit;
    }

    /** One sentence for users. */
    public String text() {
        return text;
    }
}
