/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.coll.Block;
import dev.tern.coll.Blocks;
import dev.tern.coll.Collectives;
import dev.tern.coll.PointToPoint;
import dev.tern.datatype.TypeMap;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.IntStream;

/** A group of ranks with contexts of its own: what a communicator of the public API stands for. */
public final class Communicator {
    private final Engine engine;
    private final int id;
    private final int[] worldRanks;
    private final int rank;
    private final Endpoint endpoint;
    private final CollectiveEndpoint collectiveEndpoint;
    private final Spread spread; // null if all messages of the program take one lane

    private String name;

    Communicator(
            Engine engine,
            int id,
            int[] worldRanks,
            int rank,
            String name,
            Endpoint own,
            Endpoint internal,
            Spread spread,
            Boards boards) {
        this.engine = engine;
        this.id = id;
        this.worldRanks = worldRanks;
        this.rank = rank;
        this.name = name;
        this.endpoint = own;
        this.spread = spread;
        this.collectiveEndpoint = new CollectiveEndpoint(internal, rank, boards);
    }

    /** The engine it belongs to. */
    public Engine engine() {
        return engine;
    }

    /** The id that all members agree on. */
    public int id() {
        return id;
    }

    /** Rank of this process. */
    public int rank() {
        return rank;
    }

    /** Number of ranks. */
    public int size() {
        return worldRanks.length;
    }

    /** World ranks of the members, not to be modified. */
    public int[] worldRanks() {
        return worldRanks;
    }

    /** Its name, for messages. */
    public String name() {
        return name;
    }

    /** Renames it. */
    public void name(String newName) {
        name = newName;
        for (Endpoint each : endpoints()) {
            each.context().describe(newName, worldRanks);
        }
        collectiveEndpoint.endpoint().context().describe(newName, worldRanks);
    }

    /** Point-to-point messages of the program, unless they are spread over the lanes. */
    public Endpoint endpoint() {
        return endpoint;
    }

    /** Which endpoint a message of the program takes; null if it is always {@link #endpoint()}. */
    public Spread spread() {
        return spread;
    }

    /** Forgets all contexts of the freed communicator; false if one is still in use. May be asked again. */
    boolean release() {
        boolean released = collectiveEndpoint.endpoint().release();
        for (Endpoint each : endpoints()) {
            released &= each.release();
        }
        return released;
    }

    private Endpoint[] endpoints() {
        return spread == null ? new Endpoint[] {endpoint} : spread.endpoints();
    }

    /** The port through which collectives exchange messages. */
    public PointToPoint collectivePort() {
        return collectiveEndpoint;
    }

    /** The collective algorithms. */
    public Collectives collectives() {
        return engine.collectives();
    }

    CollectiveEndpoint internal() {
        return collectiveEndpoint;
    }

    /** A communicator with the same members, of which nothing is promised. Collective. */
    public Communicator dup() {
        return dup(Set.of());
    }

    /**
     * A communicator with the same members. Collective. Its messages are spread over the lanes if what all members promise makes
     * that possible.
     *
     * @param hints what this member promises
     */
    public Communicator dup(Set<Hint> hints) {
        return engine.create(this, worldRanks, rank, name + " dup", hints);
    }

    /**
     * Splits it into one communicator for each colour. Collective.
     *
     * @param colour which one this rank joins; negative for none
     * @param key orders the ranks of the new communicator, old rank where keys are equal
     * @return null for a rank that joins none
     */
    public Communicator split(int colour, int key) {
        int[] mine = {colour, key};
        int[] all = new int[2 * size()];
        collectives().allGather(collectivePort(), new Block(mine, 2, TypeMap.INT), Blocks.equal(all, 2, TypeMap.INT));
        int[] members = IntStream.range(0, size())
                .filter(r -> colour >= 0 && all[2 * r] == colour)
                .boxed()
                .sorted(Comparator.comparing((Integer r) -> all[2 * r + 1]).thenComparing(r -> r))
                .mapToInt(r -> r)
                .toArray();
        return create(members, name + " split " + colour);
    }

    /**
     * A communicator of some of the members. Collective over all of them.
     *
     * @param members ranks of this communicator in the new order
     * @return null for a rank that is not among them
     */
    public Communicator create(int[] members, String newName) {
        int newRank = -1;
        int[] newWorldRanks = new int[members.length];
        for (int i = 0; i < members.length; i++) {
            newWorldRanks[i] = worldRanks[members[i]];
            if (members[i] == rank) {
                newRank = i;
            }
        }
        return engine.create(this, newWorldRanks, newRank, newName, Set.of());
    }

    /** Gives the contexts back. Collective. */
    public void free() {
        engine.release(this);
    }
}
