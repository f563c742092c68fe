/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A job whose ranks another launcher starts. It gets the commands of the ranks as Tern's own launcher would run them, and all that
 * the ranks' environment must hold in its own; on other hosts the program, Tern and its JDK must lie where they lie here. What is
 * left to do is to pass on signals, to keep the time limit, and to return the exit code.
 */
final class Handover implements Runnable {
    private static final String[] SIGNALS = {"INT", "TERM", "HUP", "USR1", "USR2"};

    /** From the polite to the final request to end. */
    private static final long GRACE_MILLIS = 5000;

    private static final long IDLE_MILLIS = 60_000;

    /**
     * Variables of a job that this process may be a rank of, which would confuse those of the new job, and the time limit, which
     * is kept here.
     */
    private static final List<String> LEFT_OUT = List.of(
            "PMI_", "PMIX_", "OMPI_COMM_WORLD_", "MPI_LOCAL", "TERN_JOB", "TERN_CORES", "TERN_BIND", "MPIEXEC_TIMEOUT");

    /** Variables of this machine that ranks need on all, where the launcher does not hand on all anyway. */
    private static final List<String> NEEDED =
            List.of("TERN_", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

    /** Variables that tell scripts where Tern lies; a Java program does without. */
    private static final List<String> FOR_SCRIPTS = List.of("PATH", "CLASSPATH", "TERN_HOME", "TERN_JAR");

    private static final String ENV = "/usr/bin/env";

    private final Settings settings;
    private final Engine engine;
    private final Map<String, String> caller;
    private final Map<String, String> environment = new HashMap<>();
    private final int ranks;
    private final List<String> command;
    private final List<String> warnings = new ArrayList<>();
    private final Semaphore news = new Semaphore(0);
    private final Deadline timeout = new Deadline();
    private final Deadline kill = new Deadline();
    private Guard guard;
    private Process process;
    private int exitCode = -1;

    /**
     * Makes the command.
     *
     * @param choice the launcher
     * @param settings what the user asks for
     * @param apps the programs
     * @param tern where the library and the JDK lie
     * @param caller the environment of {@code mpirun}
     * @throws LaunchException if that cannot be, or if the launcher is not installed
     */
    Handover(Engines.Choice choice, Settings settings, List<App> apps, Tern tern, Map<String, String> caller) {
        this.settings = settings;
        this.engine = choice.engine();
        this.caller = caller;
        ranks = apps.stream().mapToInt(app -> app.count).sum();
        checkRoom();
        List<Order.Part> parts = parts(apps, program(tern));
        Order order = new Order(settings, parts, ranks, variables());
        String executable = choice.executable();
        command = engine.command(executable == null ? engine.executables().get(0) : executable, order, warnings);
        if (executable == null) {
            throw new LaunchException(
                    LaunchException.NOT_FOUND,
                    Topic.NO_LAUNCHER,
                    settings.allocation.text(),
                    Engines.programs(settings),
                    line(FOR_SCRIPTS));
        }
        prepareOutput();
    }

    private void checkRoom() {
        Hosts hosts = settings.allocation.hosts();
        boolean limited = settings.layout.limited;
        int room = limited ? Math.min(hosts.slots(), hosts.most()) : hosts.most();
        if (!hosts.isEmpty() && ranks > room) {
            String option = limited ? "--nooversubscribe" : "max_slots of the host file";
            throw new LaunchException(Topic.TOO_MANY_RANKS, String.valueOf(ranks), option, room + " slots");
        }
    }

    /**
     * Looks for the addresses of the hosts that get ranks: some launchers wait for ever for a host that cannot be.
     *
     * @throws LaunchException if one has none
     */
    void checkHosts() {
        for (Host host : engine.needsAddresses() ? settings.allocation.hosts().dealt(ranks) : List.<Host>of()) {
            if (!HostLookup.isKnown(host.name())) {
                throw new LaunchException(Topic.UNKNOWN_HOST, host.name(), engine.title());
            }
        }
    }

    /** How many processors other hosts have is not known; their memory is taken to be like that of this one. */
    private Program program(Tern tern) {
        int cores = settings.allocation.isHere() ? Runtime.getRuntime().availableProcessors() : 0;
        int local = settings.allocation.ranksPerNode(ranks);
        return new Program(tern, new JvmOptions(local, cores, Machine.memory()), settings.jvmArguments);
    }

    /**
     * The commands. What the environments of all programs have in common is the environment of the job, the rest stands in front
     * of each command.
     */
    private List<Order.Part> parts(List<App> apps, Program program) {
        List<Map<String, String>> environments = new ArrayList<>();
        List<List<String>> commands = new ArrayList<>();
        for (App app : apps) {
            Map<String, String> own = new HashMap<>(caller);
            own.keySet().removeIf(name -> startsWithAny(name, LEFT_OUT) || Allocation.HOST_FILES.contains(name));
            own.putAll(settings.environment);
            own.putAll(app.environment);
            File directory = app.directory == null ? null : new File(app.directory);
            commands.add(program.resolve(app.command, app.path, directory, own));
            environments.add(own);
        }
        environment.putAll(environments.get(0));
        environments.forEach(own -> environment.entrySet().retainAll(own.entrySet()));
        List<Order.Part> parts = new ArrayList<>();
        for (int i = 0; i < apps.size(); i++) {
            List<String> words = new ArrayList<>();
            for (Map.Entry<String, String> entry : new TreeMap<>(environments.get(i)).entrySet()) {
                if (!entry.getValue().equals(environment.get(entry.getKey()))) {
                    words.add(entry.getKey() + "=" + entry.getValue());
                }
            }
            if (!words.isEmpty()) {
                words.add(0, ENV);
            }
            words.addAll(commands.get(i));
            parts.add(new Order.Part(apps.get(i).count, apps.get(i).directory, words));
        }
        return parts;
    }

    /** What ranks must have, beside what is found on each host anyway. */
    private Set<String> variables() {
        Set<String> names = new LinkedHashSet<>(changed(List.of()));
        for (String name : new TreeMap<>(environment).keySet()) {
            if (startsWithAny(name, NEEDED) || settings.exported.contains(name)) {
                names.add(name);
            }
        }
        return names;
    }

    /** The variables that the caller does not have, or not with this value. */
    private List<String> changed(List<String> except) {
        List<String> names = new ArrayList<>();
        new TreeMap<>(environment).forEach((name, value) -> {
            if (!value.equals(caller.get(name)) && !except.contains(name)) {
                names.add(name);
            }
        });
        return names;
    }

    private static boolean startsWithAny(String name, List<String> prefixes) {
        return prefixes.stream().anyMatch(name::startsWith);
    }

    /** Launchers write into files, but make no folders. */
    private void prepareOutput() {
        for (int rank = 0; settings.outputDirectory != null && rank < ranks; rank++) {
            File folder = new File(settings.outputDirectory, "rank." + rank);
            if (!folder.isDirectory() && !folder.mkdirs()) {
                throw new LaunchException(
                        Topic.BAD_VALUE, "--output-filename", folder.getPath(), "a folder that can be made");
            }
        }
    }

    /** What a user would type to do the same. */
    private String line(List<String> except) {
        StringBuilder line = new StringBuilder();
        for (String name : changed(except)) {
            line.append(name)
                    .append('=')
                    .append(Words.quoted(environment.get(name)))
                    .append(' ');
        }
        return line.append(Words.line(command)).toString();
    }

    /** The command that the launcher is called with. */
    List<String> command() {
        return command;
    }

    /** The environment that it gets. */
    Map<String, String> environment() {
        return environment;
    }

    /** What it cannot do of what the user asks for. */
    List<String> warnings() {
        return warnings;
    }

    /**
     * Runs the job to its end.
     *
     * @param output where messages go
     * @return the exit code of the launcher, or one that says why it was ended
     * @throws IOException if it cannot be started
     */
    int await(Output output) throws IOException {
        Signals signals = new Signals(this, SIGNALS);
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().clear();
        builder.environment().putAll(environment);
        guard = new Guard(Guard.sessionTool(), "");
        process = builder.start();
        guard.add(process.pid());
        if (settings.verbose) {
            output.print("mpirun: handed over to " + engine.title() + ": " + line(List.of()) + "\n");
        }
        var _ = process.onExit().thenRun(this);
        if (settings.timeoutSeconds > 0) {
            timeout.set(settings.timeoutSeconds * 1000L);
        }
        try {
            while (process.isAlive()) {
                boolean told = news.tryAcquire(
                        Math.min(IDLE_MILLIS, Math.min(timeout.millis(), kill.millis())), TimeUnit.MILLISECONDS);
                for (String signal = told ? signals.poll() : null; signal != null; signal = signals.poll()) {
                    pass(signal);
                }
                checkDeadlines(output);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        guard.close();
        return exitCode < 0 ? process.exitValue() : exitCode;
    }

    /** Wakes the thread of the job; called by any thread. */
    @Override
    public void run() {
        news.release();
    }

    private void pass(String signal) {
        switch (signal) {
            case "INT" -> end(signal, 130);
            case "HUP" -> end(signal, 129);
            case "TERM" -> end(signal, 143);
            default -> send(signal);
        }
    }

    /** The terminal has told the launcher already, which may take a second time for another wish. */
    private void end(String signal, int code) {
        exitCode = code;
        if (signal.equals("TERM") || !Machine.isInForeground()) {
            send(signal);
        }
    }

    private void send(String signal) {
        guard.signal(signal, process.pid());
    }

    private void checkDeadlines(Output output) {
        if (timeout.isOver() && process.isAlive()) {
            exitCode = Job.EXIT_TIMEOUT;
            output.print(Messages.banner(
                    Topic.LAUNCHER_TIMEOUT,
                    Messages.text(Topic.LAUNCHER_TIMEOUT, String.valueOf(settings.timeoutSeconds), engine.title())));
            process.destroy();
            kill.set(GRACE_MILLIS);
        }
        timeout.clearIfOver();
        if (kill.isOver()) {
            process.destroyForcibly();
            kill.clear();
        }
    }
}
