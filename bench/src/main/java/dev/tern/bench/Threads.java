/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import dev.tern.bench.Benchmark.Knob;
import dev.tern.bench.thread.ThreadKind;
import dev.tern.bench.thread.ThreadLevel;
import dev.tern.bench.thread.ThreadPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Reads the options about threads. */
final class Threads {
    private static final int MOST = 1024;
    private static final int MOST_BY_DEFAULT = 8;
    private static final int RECEIVERS = 2;

    private Threads() {}

    /** The threads that a benchmark is to have. */
    static ThreadPlan plan(Benchmark benchmark, BenchOptions options) throws UsageException {
        String text = options.threads == null ? defaults(benchmark) : options.threads;
        int colon = text.indexOf(':');
        List<Integer> counts = new ArrayList<>();
        for (String count : text.substring(colon + 1).split(",", -1)) {
            counts.add(number(count, text));
        }
        int senders = benchmark.knobs().contains(Knob.SENDERS) ? 1 : counts.getFirst();
        if (colon >= 0) {
            senders = number(text.substring(0, colon), text);
        }
        ThreadKind kind = options.threadKind == null ? ThreadKind.PLATFORM : options.threadKind;
        boolean several = options.threads != null || benchmark.knobs().contains(Knob.SENDERS) || counts.size() > 1;
        ThreadLevel level = options.threadLevel;
        if (level == null) {
            level = several ? ThreadLevel.MULTIPLE : ThreadLevel.SINGLE;
        }
        ThreadPlan plan = new ThreadPlan(List.copyOf(counts), senders, options.oneComm, kind, level);
        if (plan.most() > 1 && level != ThreadLevel.MULTIPLE) {
            throw new UsageException("-t %s: several threads need --thread-level multiple".formatted(text));
        }
        return plan;
    }

    private static String defaults(Benchmark benchmark) {
        if (benchmark.knobs().contains(Knob.THREAD_LIST)) {
            List<String> all = IntStream.rangeClosed(1, MOST_BY_DEFAULT)
                    .mapToObj(Integer::toString)
                    .toList();
            return String.join(",", all);
        }
        return Integer.toString(benchmark.knobs().contains(Knob.SENDERS) ? RECEIVERS : 1);
    }

    private static int number(String count, String text) throws UsageException {
        try {
            int number = Integer.parseInt(count);
            if (number >= 1 && number <= MOST) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below, as for a number that is out of range
        }
        throw new UsageException("-t %s: expected numbers of threads from 1 to %d".formatted(text, MOST));
    }
}
