/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.transport.shm.ShmTransport;
import dev.tern.transport.tcp.TcpTransport;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/** What the ranks tell each other in Init: how many lanes each wants, and how it can be reached. */
final class Cards {
    private static final String NOTHING = "-";
    private static final char SEPARATOR = '|';

    private final Map<Integer, String[]> cards; // shm, tcp of each rank
    private final int lanes;
    private final boolean anyConcurrent;

    private Cards(Map<Integer, String[]> cards, int lanes, boolean anyConcurrent) {
        this.cards = cards;
        this.lanes = lanes;
        this.anyConcurrent = anyConcurrent;
    }

    /** Those of a rank that is connected with nobody. */
    static Cards ofOne(int lanes, boolean concurrent) {
        return new Cards(Map.of(), lanes, concurrent);
    }

    /**
     * The card of a rank.
     *
     * @param lanes how many it wants
     * @param concurrent whether several of its threads may call at once
     */
    static String text(int lanes, boolean concurrent, ShmTransport shm, TcpTransport tcp) {
        return lanes + "" + SEPARATOR + concurrent + SEPARATOR + (shm == null ? NOTHING : shm.address()) + SEPARATOR
                + (tcp == null ? NOTHING : tcp.address());
    }

    /**
     * Reads the cards of others.
     *
     * @param ranks whose
     * @param cardOf by world rank
     * @param mostLanes that a rank can want
     */
    static Cards read(int[] ranks, IntFunction<String> cardOf, int mostLanes) {
        Map<Integer, String[]> cards = new HashMap<>();
        int lanes = 1;
        boolean concurrent = false;
        for (int rank : ranks) {
            String card = cardOf.apply(rank);
            String[] words = card.split("\\" + SEPARATOR, -1);
            try {
                lanes = Math.max(lanes, Math.clamp(Integer.parseInt(words[0]), 1, mostLanes));
                cards.put(rank, new String[] {words[2], words[3]});
                concurrent |= Boolean.parseBoolean(words[1]);
            } catch (NumberFormatException | IndexOutOfBoundsException e) {
                throw new MpiError(ErrorClass.INTERN, "malformed address of rank " + rank + ": " + card, e);
            }
        }
        return new Cards(cards, lanes, concurrent);
    }

    /** The largest number of lanes that any rank wants. */
    int lanes() {
        return lanes;
    }

    /** Whether several threads of any rank may call at once. */
    boolean isAnyConcurrent() {
        return anyConcurrent;
    }

    /** How a rank is reached through shared memory. */
    String shm(int rank) {
        return cards.get(rank)[0];
    }

    /** How a rank is reached by TCP. */
    String tcp(int rank) {
        return cards.get(rank)[1];
    }
}
