/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A job from the start of its first rank to the end of its last process. One thread does it all: it serves the PMI
 * connections, and is woken when a rank ends, when its output is complete and when a signal arrives.
 */
final class Job implements PmiServer.Listener, Runnable {
    /** Exit code after a time limit, the number of ETIMEDOUT. */
    static final int EXIT_TIMEOUT = 110;

    /** Exit code after a broken pipe, as if SIGPIPE had ended the launcher. */
    static final int EXIT_BROKEN_PIPE = 141;

    /** From SIGTERM to SIGKILL after the failure of a rank. */
    private static final long GRACE_MILLIS = 2000;

    /** From SIGTERM to SIGKILL when the user ends the job: programs may want to save their state. */
    private static final long USER_GRACE_MILLIS = 5000;

    /** How long output is awaited that processes of a rank hold open after its end. */
    private static final long DRAIN_MILLIS = 1000;

    /** How long a message waits for the last output of the rank it is about. */
    private static final long MESSAGE_MILLIS = 500;

    /** How long ranks may take to report their stacks. */
    private static final long REPORT_MILLIS = 2000;

    private static final long REPORT_POLL_MILLIS = 250;
    private static final long IDLE_MILLIS = 60_000;
    private static final String[] SIGNALS = {"INT", "TERM", "HUP", "USR1", "USR2", "TSTP", "CONT"};

    private static final int EXIT_MASK = 255;

    /** The variable of the parameter that says where the library puts its shared memory. */
    private static final String SHARED_FOLDER = "TERN_SHM_DIR";

    private enum State {
        RUNNING,
        REPORTING,
        STOPPING,
        KILLED
    }

    private final Settings settings;
    private final List<App> apps;
    private final Tern tern;
    private final String id = ProcessHandle.current().pid() + "-" + Long.toString(System.currentTimeMillis(), 36);
    private final String[] folders;
    private final Rank[] ranks;
    private final PmiServer pmi;
    private final Guard guard;
    private final Output output;

    private final Deadline timeout = new Deadline();
    private final Deadline kill = new Deadline();
    private final Deadline drained = new Deadline();
    private final Deadline message = new Deadline();
    private final Deadline reportEnd = new Deadline();
    private final Deadline reportPoll = new Deadline();

    private State state = State.RUNNING;
    private int exitCode;
    private String waitingMessage;
    private Rank messageRank;
    private StackReport report;
    private long reported;

    /**
     * Prepares a job.
     *
     * @param settings what the user asks for
     * @param apps the programs
     * @param tern where the library and the JDK lie
     * @param output where output goes
     * @throws IOException if the machine has no ports or processes left
     */
    Job(Settings settings, List<App> apps, Tern tern, Output output) throws IOException {
        this.settings = settings;
        this.apps = apps;
        this.tern = tern;
        this.output = output;
        int size = 0;
        for (App app : apps) {
            size += app.count;
        }
        int[] appNumbers = new int[size];
        int rank = 0;
        for (int i = 0; i < apps.size(); i++) {
            for (int j = 0; j < apps.get(i).count; j++) {
                appNumbers[rank++] = i;
            }
        }
        if (settings.stdinRank >= size) {
            throw new LaunchException(
                    Topic.BAD_VALUE, "--stdin", String.valueOf(settings.stdinRank), "a rank below " + size);
        }
        ranks = new Rank[size];
        folders = folders(settings);
        pmi = new PmiServer(id, appNumbers, this);
        guard = new Guard(Guard.sessionTool(), id, folders);
        if (settings.timeoutSeconds > 0) {
            timeout.set(settings.timeoutSeconds * 1000L);
        }
        start(appNumbers);
    }

    /**
     * Runs the job to its end.
     *
     * @return the exit code of the launcher
     */
    int await() throws IOException {
        Signals signals = new Signals(this, SIGNALS);
        do {
            pmi.select(waitMillis());
            for (String signal = signals.poll(); signal != null; signal = signals.poll()) {
                onSignal(signal);
            }
            for (Rank rank : ranks) {
                check(rank);
            }
            checkOutput();
            checkDeadlines();
        } while (!isOver());
        finish();
        return exitCode;
    }

    /** Wakes the thread of the job; called by any thread. */
    @Override
    public void run() {
        pmi.wakeup();
    }

    /** A rank asks for the end of the job, which then never counts as a success. */
    @Override
    public void aborted(int number, int code, String text) {
        Rank rank = ranks[number];
        int masked = code & EXIT_MASK;
        String said = text == null ? "none given" : text.replace('+', ' '); // PMI-1 has no spaces
        fail(rank, masked == 0 ? 1 : masked, Topic.RANK_ABORTED, String.valueOf(code), said);
    }

    private void start(int[] appNumbers) throws IOException {
        boolean inherit = Input.canInherit(settings);
        RankFactory factory = new RankFactory(settings, tern, id, ranks.length, pmi, inherit);
        int number = 0;
        try {
            for (; number < ranks.length; number++) {
                ranks[number] = factory.start(number, apps.get(appNumbers[number]));
                guard.add(ranks[number]);
            }
        } catch (IOException e) {
            abandon();
            String command = apps.get(appNumbers[number]).commandText();
            throw new LaunchException(
                    LaunchException.NOT_EXECUTABLE,
                    Topic.START_FAILED,
                    String.valueOf(number),
                    Machine.hostName(),
                    command,
                    e.getMessage());
        } catch (LaunchException e) {
            abandon();
            throw e;
        }
        for (Rank rank : ranks) {
            rank.watch(output, settings.mergeOutput, this);
        }
        if (!inherit && settings.stdinRank != Settings.STDIN_NONE) {
            boolean all = settings.stdinRank == Settings.STDIN_ALL;
            new Input(all ? List.of(ranks) : List.of(ranks[settings.stdinRank])).start();
        }
        output.print(factory.report());
        if (settings.verbose) {
            describe();
        }
    }

    private void describe() {
        StringBuilder text = new StringBuilder("mpirun: job " + id + " on " + Machine.hostName() + "\n");
        for (Rank rank : ranks) {
            text.append("mpirun: rank ")
                    .append(rank.number())
                    .append(": pid ")
                    .append(rank.process().pid())
                    .append(':');
            for (String word : rank.command()) {
                text.append(' ').append(word);
            }
            text.append('\n');
        }
        output.print(text.toString());
    }

    /** Looks at what has become of a rank. */
    private void check(Rank rank) throws IOException {
        if (!rank.hasEnded()) {
            return;
        }
        if (!rank.endSeen) {
            rank.endSeen = true;
            pmi.select(0); // its last words may say why it ended
        }
        if (state == State.RUNNING) {
            if (rank.exitCode() == 0) {
                if (pmi.isAwaited(rank.number())) {
                    fail(rank, 1, Topic.RANK_LEFT);
                }
            } else if (rank.signal() > 0) {
                String signal = String.valueOf(rank.signal());
                fail(rank, rank.exitCode(), Topic.RANK_KILLED, signal, Rank.signalName(rank.signal()));
            } else {
                fail(rank, rank.exitCode(), Topic.RANK_FAILED, String.valueOf(rank.exitCode()));
            }
        }
        if (!rank.released && rank.isSilent()) {
            rank.released = true;
            guard.release(rank);
        }
    }

    /** Records the first failure, which decides the exit code, and ends the other ranks. */
    private void fail(Rank rank, int code, Topic topic, String... how) {
        if (state != State.RUNNING) {
            return;
        }
        exitCode = code;
        int others = 0;
        for (Rank other : ranks) {
            others += other != rank && !other.hasEnded() ? 1 : 0;
        }
        List<String> arguments = new ArrayList<>();
        arguments.add(String.valueOf(rank.number()));
        arguments.add(String.valueOf(rank.process().pid()));
        arguments.add(Machine.hostName());
        arguments.addAll(List.of(how));
        arguments.add(rank.seconds());
        arguments.add(rank.app().commandText());
        arguments.add(
                others == 0 ? "no other rank was running" : "the other running ranks (" + others + ") were stopped");
        if (settings.outputDirectory != null) {
            arguments.add("\n  output:   " + settings.outputDirectory + "/rank." + rank.number());
        } else {
            arguments.add("");
        }
        waitingMessage = Messages.banner(topic, Messages.text(topic, arguments.toArray(new String[0])));
        messageRank = rank;
        message.set(MESSAGE_MILLIS);
        stop(GRACE_MILLIS);
    }

    private void onSignal(String signal) {
        switch (signal) {
            case "INT" -> end(signal, 130);
            case "TERM" -> end(signal, 143);
            case "HUP" -> end(signal, 129);
            case "TSTP" -> {
                guard.signal("STOP");
                guard.signal("STOP", ProcessHandle.current().pid());
            }
            default -> guard.signal(signal);
        }
    }

    /** The user ends the job: politely the first time, at once the second. */
    private void end(String signal, int code) {
        if (state == State.STOPPING) {
            kill();
        } else if (state != State.KILLED) {
            exitCode = code;
            stop(USER_GRACE_MILLIS);
            if (signal.equals("INT")) {
                output.print("\nmpirun: stopping all ranks; once more Ctrl-C kills them\n");
            }
        }
    }

    private void stop(long graceMillis) {
        state = State.STOPPING;
        output.noise().stopping();
        guard.signal("TERM");
        guard.signal("CONT");
        kill.set(graceMillis);
    }

    private void kill() {
        state = State.KILLED;
        guard.signal("KILL");
        kill.clear();
    }

    private void checkOutput() {
        if (state == State.RUNNING && output.isBroken()) {
            exitCode = EXIT_BROKEN_PIPE;
            stop(GRACE_MILLIS);
        }
        if (waitingMessage != null && (messageRank.isSilent() || message.isOver())) {
            printMessage();
        }
    }

    private void printMessage() {
        if (!settings.quiet) {
            output.print(waitingMessage);
        }
        waitingMessage = null;
        message.clear();
    }

    private void checkDeadlines() {
        if (state == State.RUNNING && timeout.isOver()) {
            state = State.REPORTING;
            exitCode = EXIT_TIMEOUT;
            report = new StackReport(settings, ranks, pmi, guard, output);
            reportEnd.set(REPORT_MILLIS);
            reportPoll.set(2 * REPORT_POLL_MILLIS);
        }
        timeout.clearIfOver();
        if (state == State.REPORTING && reportPoll.isOver()) {
            long captured = output.captured();
            if (reportEnd.isOver() || (captured > 0 && captured == reported)) {
                printReport();
                stop(GRACE_MILLIS);
            }
            reported = captured;
            reportPoll.set(REPORT_POLL_MILLIS);
        }
        if (kill.isOver()) {
            kill();
        }
    }

    private void printReport() {
        String limit = String.valueOf(settings.timeoutSeconds);
        int running = 0;
        for (Rank rank : ranks) {
            running += rank.hasEnded() ? 0 : 1;
        }
        String text = Messages.text(Topic.TIMEOUT, limit, String.valueOf(running), String.valueOf(ranks.length));
        output.print(report.text() + Messages.banner(Topic.TIMEOUT, text));
        report = null;
        reportEnd.clear();
    }

    /** Whether all ranks have ended and their output is complete; output that others hold open is not awaited for long. */
    private boolean isOver() {
        boolean silent = true;
        for (Rank rank : ranks) {
            if (!rank.hasEnded()) {
                return false;
            }
            silent &= rank.released;
        }
        if (silent || (drained.isOver() && state == State.KILLED)) {
            return true;
        }
        if (drained.isOver()) {
            kill();
            drained.clear();
        }
        drained.setIfClear(DRAIN_MILLIS);
        return false;
    }

    private long waitMillis() {
        long wait = Math.min(IDLE_MILLIS, Math.min(timeout.millis(), kill.millis()));
        wait = Math.min(wait, Math.min(drained.millis(), message.millis()));
        return state == State.REPORTING ? Math.min(wait, reportPoll.millis()) : wait;
    }

    /** Leaves nothing of the job behind. */
    private void finish() {
        guard.signal("KILL");
        guard.close();
        pmi.close();
        removeFiles();
        if (waitingMessage != null) {
            printMessage();
        }
        if (report != null) {
            printReport();
        }
        if (settings.printExitCodes) {
            StringBuilder text = new StringBuilder("mpirun: exit codes:");
            for (Rank rank : ranks) {
                text.append(" rank ").append(rank.number()).append(": ").append(rank.exitCode());
                text.append(rank.number() < ranks.length - 1 ? "," : "\n");
            }
            output.print(text.toString());
        }
    }

    /** Not all ranks could be started: ends those that were. */
    private void abandon() {
        guard.signal("KILL");
        guard.close();
        pmi.close();
        removeFiles();
    }

    /** Where ranks may have files: the places that the library tries, and the one that the user names. */
    private static String[] folders(Settings settings) {
        String temporary = System.getProperty("java.io.tmpdir");
        String own = settings.environment.getOrDefault(SHARED_FOLDER, System.getenv(SHARED_FOLDER));
        return own == null ? new String[] {"/dev/shm", temporary} : new String[] {"/dev/shm", temporary, own};
    }

    private void removeFiles() {
        for (String folder : folders) {
            String[] names = new File(folder).list();
            if (names == null) {
                continue;
            }
            for (String name : names) {
                if (name.startsWith("tern-" + id + "-") && !new File(folder, name).delete()) {
                    output.print("mpirun: " + folder + "/" + name + " cannot be removed\n");
                }
            }
        }
    }
}
