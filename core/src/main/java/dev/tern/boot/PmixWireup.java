/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * Client of PMIx, which Open MPI's launcher, PRRTE and Slurm speak.
 *
 * <p>A value of PMIx is found by its key and the rank that has put it; who has put a key of {@link Wireup} is not known. So
 * each rank puts all its pairs as one value at each barrier, under a key of that barrier, since to put a key twice is
 * not reliable. A value is looked for at the rank that the key names, and then at all others.
 */
final class PmixWireup implements Wireup {
    private static final String KEY = "tern.";
    private static final int MAX_SIZE = 1 << 20;

    private static final String JOB_SIZE = "pmix.job.size";
    private static final String NODE_NUMBER = "pmix.nodeid";
    private static final String HOST_NAME = "pmix.hname";

    private final Pmix library;
    private final int rank;
    private final int size;
    private final StringBuilder pairs = new StringBuilder(); // all that this rank has put
    private final Map<Integer, Map<String, String>> fetched = new HashMap<>(); // since the last barrier, by rank
    private volatile int[] nodes; // asked for once: where ranks tell their hosts, all have to be there
    private int barriers;

    /** Joins the job. Takes some tenths of a second. */
    PmixWireup(Pmix library, LauncherEvents events) {
        this.library = library;
        library.init();
        rank = library.rank();
        size = size(library.get(Pmix.ALL, JOB_SIZE));
        if (rank < 0 || rank >= size) {
            throw new MpiError(ErrorClass.OTHER, "the launcher says that this is rank " + rank + " of " + size);
        }
        watch(events);
    }

    private static int size(Object answer) {
        if (answer instanceof Long number && number >= 1 && number <= MAX_SIZE) {
            return number.intValue();
        }
        throw new MpiError(ErrorClass.OTHER, "the launcher gave a bad " + JOB_SIZE + ": " + answer);
    }

    /** The library's thread may not end the process itself: it would wait for itself. */
    private void watch(LauncherEvents events) {
        var lost = new CountDownLatch(1);
        library.onLostConnection(lost::countDown);
        Thread watch = new Thread(
                () -> {
                    try {
                        lost.await();
                        events.launcherLost();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt(); // nobody does
                    }
                },
                "tern-launcher-connection");
        watch.setDaemon(true);
        watch.start();
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
    public String job() {
        return "pmix-" + PlainText.name(library.namespace());
    }

    @Override
    public boolean removesFiles() {
        return false;
    }

    @Override
    public int[] nodes() {
        if (nodes == null) {
            nodes = findNodes();
        }
        return nodes.clone();
    }

    private int[] findNodes() {
        if (size == 1) {
            return new int[1];
        }
        for (String key : new String[] {NODE_NUMBER, HOST_NAME}) {
            Object[] names = new Object[size];
            boolean all = true;
            for (int peer = 0; all && peer < size; peer++) {
                names[peer] = library.get(peer, key);
                all = names[peer] != null;
            }
            if (all) {
                return HostNames.numbered(names);
            }
        }
        return HostNames.exchange(this); // the answers were the same for all ranks
    }

    @Override
    public synchronized void put(String key, String value) {
        pairs.append(' ').append(PlainText.encode(key)).append(' ').append(PlainText.encode(value));
    }

    @Override
    public synchronized String get(String key) {
        int named = namedIn(key);
        String value = named < size ? of(named).get(key) : null;
        for (int peer = 0; value == null && peer < size; peer++) {
            value = of(peer).get(key);
        }
        if (value == null) {
            throw new MpiError(ErrorClass.OTHER, "no rank has put the key " + key);
        }
        return value;
    }

    /** The first number in a key, which usually is the rank that has put it. */
    private static int namedIn(String key) {
        int at = 0;
        while (at < key.length() && !isDigit(key.charAt(at))) {
            at++;
        }
        int number = 0;
        for (; at < key.length() && isDigit(key.charAt(at)) && number < MAX_SIZE; at++) {
            number = 10 * number + key.charAt(at) - '0';
        }
        return number;
    }

    private static boolean isDigit(char c) {
        return '0' <= c && c <= '9';
    }

    /** What a rank has put before the last barrier. */
    private Map<String, String> of(int peer) {
        Map<String, String> known = fetched.get(peer);
        if (known == null) {
            known = barriers == 0 ? Map.of() : parse(library.get(peer, KEY + barriers), peer);
            fetched.put(peer, known);
        }
        return known;
    }

    private static Map<String, String> parse(Object value, int peer) {
        Map<String, String> parsed = new HashMap<>();
        if (!(value instanceof String text)) {
            throw new MpiError(ErrorClass.OTHER, "rank " + peer + " has not put its values: " + value);
        }
        String[] words = text.split(" ", -1);
        for (int i = 1; i + 1 < words.length; i += 2) {
            parsed.put(PlainText.decode(words[i]), PlainText.decode(words[i + 1]));
        }
        return parsed;
    }

    @Override
    public synchronized void barrier() {
        barriers++;
        library.put(KEY + barriers, "pairs" + pairs);
        library.fence();
        fetched.clear();
    }

    @Override
    public void abort(int exitCode, String cause) {
        try {
            library.abort(exitCode, cause);
        } catch (MpiError e) {
            // The launcher is gone, and with it the job.
        }
    }

    @Override
    public void leave() {} // the launcher says that it is a failure, whatever it is told

    @Override
    public void close() {
        library.finish();
    }
}
