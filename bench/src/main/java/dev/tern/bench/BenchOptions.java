/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import dev.tern.bench.pattern.DataKind;
import dev.tern.bench.thread.ThreadKind;
import dev.tern.bench.thread.ThreadLevel;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of all benchmarks, as the user gave them: null where an option is absent. */
@Command(
        name = "bench",
        description = "Runs a benchmark on the ranks of MPI.COMM_WORLD.",
        sortOptions = false,
        customSynopsis = "mpirun -n RANKS java dev.tern.bench.Bench NAME [OPTIONS]")
public final class BenchOptions {
    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Name of the benchmark; --list shows all.")
    String name;

    @Option(names = "--list", description = "Lists the benchmarks.")
    boolean list;

    @Option(
            names = {"-m", "--message-size"},
            paramLabel = "[MIN:]MAX",
            description = "Message sizes in bytes.")
    String sizes;

    @Option(
            names = {"-i", "--iterations"},
            paramLabel = "N",
            description = "Timed rounds for each size.")
    Integer rounds;

    @Option(
            names = {"-x", "--warmup"},
            paramLabel = "N",
            description = "Rounds before the timed ones, for each size.")
    Integer warmUp;

    @Option(
            names = {"-W", "--window-size"},
            paramLabel = "N",
            description = "Messages under way at once (osu_bw, osu_bibw, osu_mbw_mr, threads; default 64).")
    Integer window;

    @Option(
            names = {"-p", "--pairs"},
            paramLabel = "N",
            description =
                    "Pairs of ranks (osu_mbw_mr; default: all ranks); around each size there is one that is N bytes "
                            + "smaller and one that is N bytes larger (netpipe; default 3; 0: none).")
    Integer pairs;

    @Option(
            names = {"-l", "--lower"},
            paramLabel = "BYTES",
            description = "The first size (netpipe; default 1).")
    Integer lower;

    @Option(
            names = {"-u", "--upper"},
            paramLabel = "BYTES",
            description = "No size is above but the one around the last (netpipe; default 8388608).")
    Integer upper;

    @Option(
            names = {"-s", "--streaming"},
            description = "All messages go one way; the time until the last has arrived counts (netpipe).")
    boolean streaming;

    @Option(
            names = {"-2", "--both-ways"},
            description = "Messages go both ways at the same time, and both count (netpipe).")
    boolean bothWays;

    @Option(
            names = {"-c", "--validation"},
            description = "Verifies every byte of every message, and that nothing behind it was touched. "
                    + "Each round is timed by itself then: compare with such runs only.")
    boolean validate;

    @Option(
            names = {"-a", "--api"},
            paramLabel = "buffer|direct|arrays",
            description = "What messages lie in: buffers from MPI.newByteBuffer, from ByteBuffer.allocateDirect, or "
                    + "Java arrays (default buffer).")
    DataKind kind = DataKind.BUFFER;

    @Option(
            names = "--same-buffer",
            description = "Receives into the buffer that is sent from. The original never writes into what it sends, "
                    + "which flatters copies out of a cache (osu_latency, osu_multi_lat, mpibench).")
    boolean sameBuffer;

    @Option(
            names = "--busy-neighbours",
            description = "Ranks 0 and 1 exchange messages while all others compute without pause (osu_latency).")
    boolean busyNeighbours;

    @Option(
            names = {"-t", "--num-threads", "--num_threads"},
            paramLabel = "N",
            description =
                    "Threads of each rank (osu_mbw_mr; default 1, the one that starts MPI); receiving threads, or "
                            + "SENDERS:RECEIVERS (osu_latency_mt; default 1:2); numbers of threads to be run one after the other, "
                            + "as in 1,2,4 (threads; default 1 to 8).")
    String threads;

    @Option(
            names = "--threads-kind",
            paramLabel = "platform|virtual",
            description = "What runs the threads (default platform).")
    ThreadKind threadKind;

    @Option(
            names = "--one-comm",
            description = "All threads use one communicator and are told apart by tags; otherwise each has its own "
                    + "(osu_mbw_mr, threads).")
    boolean oneComm;

    @Option(
            names = "--mode",
            paramLabel = "proc-null|ping-pong|window",
            description =
                    "What each thread does: sends to MPI.PROC_NULL (default on one rank), a ping-pong with its like on "
                            + "the other rank (default on two), or windows of immediate sends that are acknowledged (threads).")
    Mode mode;

    @Option(
            names = "--thread-level",
            paramLabel = "LEVEL",
            description =
                    "What MPI is started with: single, funneled, serialized or multiple (osu_latency, osu_mbw_mr; "
                            + "default single; multiple with -t).")
    ThreadLevel threadLevel;

    @Option(
            names = {"-f", "--full"},
            description =
                    "Prints the rounds as well, and minimum and maximum of latencies; threads: the 99th percentile of "
                            + "the latencies of a ping-pong, and the rates of the slowest and the fastest thread.")
    boolean full;

    @Option(
            names = "--max-time",
            paramLabel = "SECONDS",
            description =
                    "About how long one size may take: where the original's rounds would take longer there are "
                            + "fewer; -f shows how many (default 2; netpipe 0.6, whose rounds time alone decides; not with -i).")
    Double maxSeconds;

    @Option(
            names = "--beside",
            paramLabel = "TABLE",
            description = "Prints a published table as one more column; 'list' shows which there are.")
    String beside;

    @Option(
            names = "--jit-warmup",
            paramLabel = "SECONDS",
            description = "How long all sizes are run before the first one is timed, so that the code is compiled "
                    + "(default ${DEFAULT-VALUE}).")
    double jitSeconds = 2.5;

    @Option(
            names = {"-d", "--digits"},
            paramLabel = "DIGITS",
            description = "Decimals of the figures (default ${DEFAULT-VALUE}, as the original prints).")
    int digits = 2;

    @Option(
            names = {"-h", "--help"},
            description = "Shows this text.")
    boolean help;

    /** Makes the figures have so many decimals. */
    public void digits(int decimals) {
        digits = decimals;
    }

    /**
     * Reads the command line.
     *
     * @param args what the user gave
     * @return the options
     * @throws UsageException when an option does not exist or its value is wrong
     */
    public static BenchOptions parse(String... args) throws UsageException {
        return parse(List.of(args), Set.of());
    }

    /**
     * Reads a command line of which somebody else has taken a part before.
     *
     * @param args what is left of it
     * @param taken the options that the other one would have taken; named when an unknown option looks like one of them
     * @return the options
     * @throws UsageException when an option does not exist or its value is wrong
     */
    public static BenchOptions parse(List<String> args, Set<String> taken) throws UsageException {
        BenchOptions options = new BenchOptions();
        try {
            commandLine(options).parseArgs(args.toArray(String[]::new));
            return options;
        } catch (CommandLine.ParameterException e) {
            throw new UsageException(explain(e, taken));
        }
    }

    /** The text of option -h. */
    static String usage() {
        return commandLine(new BenchOptions()).getUsageMessage(CommandLine.Help.Ansi.OFF);
    }

    private static CommandLine commandLine(BenchOptions options) {
        return new CommandLine(options)
                .registerConverter(DataKind.class, choice(DataKind.class))
                .registerConverter(ThreadKind.class, choice(ThreadKind.class))
                .registerConverter(ThreadLevel.class, choice(ThreadLevel.class))
                .registerConverter(Mode.class, choice(Mode.class));
    }

    /** Reads one of some words. */
    private static <E extends Enum<E>> CommandLine.ITypeConverter<E> choice(Class<E> type) {
        return text -> {
            for (E choice : type.getEnumConstants()) {
                if (word(choice).equals(text)) {
                    return choice;
                }
            }
            List<String> words =
                    Stream.of(type.getEnumConstants()).map(BenchOptions::word).toList();
            int last = words.size() - 1;
            throw new CommandLine.TypeConversionException("expected %s or %s, not '%s'"
                    .formatted(String.join(", ", words.subList(0, last)), words.get(last), text));
        };
    }

    private static String word(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The parser's verdict, with the nearest option where one is unknown. */
    private static String explain(CommandLine.ParameterException e, Set<String> taken) {
        if (e instanceof CommandLine.UnmatchedArgumentException unmatched && unmatched.isUnknownOption()) {
            String unknown = unmatched.getUnmatched().getFirst();
            Set<String> names = new TreeSet<>(taken);
            names.addAll(e.getCommandLine().getCommandSpec().optionsMap().keySet());
            return unknown.startsWith("--")
                    ? "unknown option %s: did you mean %s?".formatted(unknown, Names.nearest(unknown, names))
                    : "unknown option %s: -h shows all".formatted(unknown);
        }
        return e.getMessage();
    }

    /**
     * The options that the C programs have as well.
     *
     * @return what to give to such a program
     */
    public List<String> nativeArguments() {
        List<String> arguments = new ArrayList<>();
        add(arguments, "-m", sizes);
        add(arguments, "-i", rounds);
        add(arguments, "-x", warmUp);
        add(arguments, "-W", window);
        add(arguments, "-p", pairs);
        add(arguments, "-l", lower);
        add(arguments, "-u", upper);
        add(arguments, "-t", threads);
        add(arguments, "--mode", mode == null ? null : word(mode));
        add(arguments, "--thread-level", threadLevel == null ? null : word(threadLevel));
        add(arguments, "-d", digits);
        add(arguments, "--max-time", maxSeconds);
        add(arguments, "-s", streaming);
        add(arguments, "-2", bothWays);
        add(arguments, "-c", validate);
        add(arguments, "-f", full);
        add(arguments, "--same-buffer", sameBuffer);
        add(arguments, "--busy-neighbours", busyNeighbours);
        add(arguments, "--one-comm", oneComm);
        return arguments;
    }

    private static void add(List<String> arguments, String option, Object value) {
        if (value != null) {
            arguments.add(option);
            arguments.add(value.toString());
        }
    }

    private static void add(List<String> arguments, String option, boolean given) {
        if (given) {
            arguments.add(option);
        }
    }

    /** The options that only some benchmarks have, and whether each was given. */
    Map<Benchmark.Knob, Boolean> given() {
        Map<Benchmark.Knob, Boolean> given = new EnumMap<>(Benchmark.Knob.class);
        given.put(Benchmark.Knob.SIZES, sizes != null);
        given.put(Benchmark.Knob.WINDOW, window != null);
        given.put(Benchmark.Knob.PAIRS, pairs != null);
        given.put(Benchmark.Knob.LOWER, lower != null);
        given.put(Benchmark.Knob.UPPER, upper != null);
        given.put(Benchmark.Knob.STREAMING, streaming);
        given.put(Benchmark.Knob.BOTH_WAYS, bothWays);
        given.put(Benchmark.Knob.FULL, full);
        given.put(Benchmark.Knob.VALIDATE, validate);
        given.put(Benchmark.Knob.BESIDE, beside != null);
        given.put(Benchmark.Knob.SAME_BUFFER, sameBuffer);
        given.put(Benchmark.Knob.BUSY_NEIGHBOURS, busyNeighbours);
        given.put(Benchmark.Knob.THREADS, threads != null);
        given.put(Benchmark.Knob.THREAD_LIST, threads != null && threads.contains(","));
        given.put(Benchmark.Knob.SENDERS, threads != null && threads.contains(":"));
        given.put(Benchmark.Knob.THREADS_KIND, threadKind != null);
        given.put(Benchmark.Knob.ONE_COMM, oneComm);
        given.put(Benchmark.Knob.MODE, mode != null);
        given.put(Benchmark.Knob.THREAD_LEVEL, threadLevel != null);
        return given;
    }
}
