/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import dev.tern.bench.pattern.Pattern;
import java.util.Set;

/**
 * A benchmark: a message pattern and how the original runs and prints it.
 *
 * @param name what the user calls it
 * @param title the original's headline
 * @param figures what is printed
 * @param ranks on how many ranks it runs
 * @param sizes the default message sizes
 * @param unit every message is a multiple of this many bytes
 * @param schedule the default number of rounds
 * @param knobs the options it has beside those that all have
 * @param pattern makes the pattern
 */
public record Benchmark(
        String name,
        String title,
        Figures figures,
        Ranks ranks,
        SizeRange sizes,
        int unit,
        Schedule schedule,
        Set<Knob> knobs,
        Pattern.Factory pattern) {

    /** What is printed for a message size. */
    public enum Figures {
        /** One latency. */
        LATENCY,
        /** One bandwidth. */
        BANDWIDTH,
        /** Bandwidth and message rate of all pairs. */
        RATE,
        /** The latency of a collective operation over all ranks. */
        COLLECTIVE,
        /** The same, without a message size. */
        BARRIER,
        /** A line with latency and bandwidth in words. */
        MPIBENCH,
        /** A line with rounds, bandwidth and latency, for the sizes of NetPIPE. */
        NETPIPE,
        /** Latency and message rate of each number of threads. */
        THREADS,
        /** The latency without and with connections to further ranks. */
        CONNECTIONS;

        /** Whether there is a column with a latency. */
        boolean isLatency() {
            return this == LATENCY || this == COLLECTIVE || this == BARRIER;
        }
    }

    /** An option that some benchmarks have. */
    public enum Knob {
        /** Message sizes. */
        SIZES("-m"),
        /** Messages under way at once. */
        WINDOW("-W"),
        /** Pairs of ranks; for NetPIPE, by how much sizes differ from those around them. */
        PAIRS("-p"),
        /** The smallest message. */
        LOWER("-l"),
        /** The largest message. */
        UPPER("-u"),
        /** Messages that go one way. */
        STREAMING("-s"),
        /** Messages that go both ways at the same time. */
        BOTH_WAYS("-2"),
        /** Further columns. */
        FULL("-f"),
        /** Validation of the data. */
        VALIDATE("-c"),
        /** A published table beside. */
        BESIDE("--beside"),
        /** One buffer for sending and receiving. */
        SAME_BUFFER("--same-buffer"),
        /** All ranks but one pair compute. */
        BUSY_NEIGHBOURS("--busy-neighbours"),
        /** What is promised about threads. */
        THREAD_LEVEL("--thread-level"),
        /** Threads of each rank. */
        THREADS("-t"),
        /** Several numbers of them, one after the other. */
        THREAD_LIST("-t N,N"),
        /** Another number of them where messages are sent. */
        SENDERS("-t SENDERS:RECEIVERS"),
        /** What runs them. */
        THREADS_KIND("--threads-kind"),
        /** One communicator for all of them. */
        ONE_COMM("--one-comm"),
        /** What each of them does. */
        MODE("--mode");

        private final String option;

        Knob(String option) {
            this.option = option;
        }

        /** The option as the user types it. */
        public String option() {
            return option;
        }
    }

    /** Numbers of ranks on which a benchmark runs. */
    public enum Ranks {
        /** One, or two. */
        ONE_OR_TWO("1 or 2 ranks"),
        /** Exactly one. */
        ONE("exactly 1 rank"),
        /** Exactly two. */
        TWO("exactly 2 ranks"),
        /** Exactly four. */
        FOUR("exactly 4 ranks"),
        /** Two, four, six and so on. */
        EVEN("an even number of ranks"),
        /** Two or more. */
        SEVERAL("at least 2 ranks");

        private final String text;

        Ranks(String text) {
            this.text = text;
        }

        /**
         * Refuses a number of ranks on which the benchmark does not run.
         *
         * @param name name of the benchmark
         * @param ranks the number of ranks
         * @throws UsageException when it does not run on so many
         */
        public void check(String name, int ranks) throws UsageException {
            boolean fits = switch (this) {
                case ONE_OR_TWO -> ranks == 1 || ranks == 2;
                case ONE -> ranks == 1;
                case TWO -> ranks == 2;
                case FOUR -> ranks == 4;
                case EVEN -> ranks >= 2 && ranks % 2 == 0;
                case SEVERAL -> ranks >= 2;
            };
            if (!fits) {
                int instead = switch (this) {
                    case ONE -> 1;
                    case FOUR -> 4;
                    case EVEN -> ranks + 1;
                    default -> 2;
                };
                throw new UsageException(
                        "%s needs %s and was started on %d: try mpirun -n %d".formatted(name, text, ranks, instead));
            }
        }
    }
}
