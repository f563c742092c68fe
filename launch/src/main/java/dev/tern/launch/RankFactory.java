/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Makes the processes of a job. */
final class RankFactory {
    private static final File NULL_DEVICE = new File("/dev/null");

    private final Settings settings;
    private final Tern tern;
    private final String job;
    private final int size;
    private final PmiServer pmi;
    private final boolean inheritInput;
    private final String sessionTool;
    private final List<String> places;
    private final StringBuilder report = new StringBuilder();

    /**
     * Creates the factory.
     *
     * @param settings what the user asks for
     * @param tern where the library and the JDK lie
     * @param job id of the job
     * @param size number of ranks
     * @param pmi the server that the ranks are to find
     * @param inheritInput whether the rank that reads gets the launcher's own standard input
     */
    RankFactory(Settings settings, Tern tern, String job, int size, PmiServer pmi, boolean inheritInput) {
        this.settings = settings;
        this.tern = tern;
        this.job = job;
        this.size = size;
        this.pmi = pmi;
        this.inheritInput = inheritInput;
        this.sessionTool = Guard.sessionTool();
        this.places = places();
    }

    /** What {@code --report-bindings} prints. */
    String bindingReport() {
        return report.toString();
    }

    /**
     * Starts one rank.
     *
     * @param number its rank
     * @param app its program
     * @throws IOException if the system refuses
     */
    Rank start(int number, App app) throws IOException {
        File directory = app.directory == null ? null : new File(app.directory);
        ProcessBuilder builder = new ProcessBuilder();
        builder.directory(directory);
        Map<String, String> environment = builder.environment();
        fill(environment, app, number);
        List<String> command = new ArrayList<>();
        if (sessionTool != null) {
            command.add(sessionTool);
        }
        bind(number, command);
        command.addAll(new Program(tern, size, Runtime.getRuntime().availableProcessors())
                .resolve(app.command, directory, environment));
        builder.command(command);
        redirect(builder, number);
        return new Rank(number, app, command, builder.start(), settings.outputDirectory == null);
    }

    private void fill(Map<String, String> environment, App app, int number) {
        for (Iterator<String> names = environment.keySet().iterator(); names.hasNext(); ) {
            String name = names.next();
            // A launcher that is itself a rank of another job must not hand down that job's wire-up.
            if (name.startsWith("PMI_") || name.startsWith("PMIX_") || name.startsWith("OMPI_")) {
                names.remove();
            }
        }
        environment.putAll(settings.environment);
        environment.putAll(app.environment);
        String rank = String.valueOf(number);
        String ranks = String.valueOf(size);
        environment.put("PMI_PORT", "127.0.0.1:" + pmi.port());
        environment.put("PMI_ID", Integer.toString(pmi.tickets().of(number)));
        environment.put("MPI_LOCALRANKID", rank);
        environment.put("MPI_LOCALNRANKS", ranks);
        environment.put("OMPI_COMM_WORLD_RANK", rank);
        environment.put("OMPI_COMM_WORLD_SIZE", ranks);
        environment.put("OMPI_COMM_WORLD_LOCAL_RANK", rank);
        environment.put("OMPI_COMM_WORLD_LOCAL_SIZE", ranks);
        environment.put("OMPI_COMM_WORLD_NODE_RANK", rank);
        environment.put("OMPI_UNIVERSE_SIZE", ranks);
        environment.put("TERN_JOB", job);
    }

    /** The processors of each place that a rank can be bound to; null if ranks are not bound. */
    private List<String> places() {
        if (settings.binding == Settings.Binding.NONE && settings.cpuSet == null) {
            return null;
        }
        List<Integer> cpus = Machine.allowedCpus();
        if (settings.cpuSet != null) {
            try {
                List<Integer> wanted = Machine.parseCpus(settings.cpuSet);
                if (wanted.isEmpty() || !cpus.containsAll(wanted)) {
                    throw new NumberFormatException();
                }
                cpus = wanted;
            } catch (NumberFormatException e) {
                throw new LaunchException(Topic.BAD_VALUE, "--cpu-set", settings.cpuSet, "some of " + cpus);
            }
        }
        if (settings.binding == Settings.Binding.CORE) {
            return Machine.cores(cpus);
        }
        List<String> each = new ArrayList<>();
        for (int cpu : cpus) {
            each.add(String.valueOf(cpu));
        }
        return settings.binding == Settings.Binding.HWTHREAD ? each : List.of(String.join(",", each));
    }

    private void bind(int number, List<String> command) {
        report.append("mpirun: rank ").append(number);
        if (places == null) {
            report.append(" is not bound\n");
            return;
        }
        String tool = Machine.tool("taskset");
        if (tool == null) {
            throw new LaunchException(Topic.TOOL_MISSING, "--bind-to", "taskset (package util-linux)");
        }
        String cpus = places.get(number % places.size());
        report.append(" is bound to cpu ").append(cpus).append('\n');
        command.addAll(List.of(tool, "-c", cpus));
    }

    private void redirect(ProcessBuilder builder, int number) throws IOException {
        boolean reads = settings.stdinRank == number || settings.stdinRank == Settings.STDIN_ALL;
        if (!reads) {
            builder.redirectInput(NULL_DEVICE);
        } else if (inheritInput) {
            builder.redirectInput(ProcessBuilder.Redirect.INHERIT);
        }
        builder.redirectErrorStream(settings.mergeOutput);
        if (settings.outputDirectory != null) {
            File folder = new File(settings.outputDirectory, "rank." + number);
            if (!folder.isDirectory() && !folder.mkdirs()) {
                throw new IOException("folder " + folder + " cannot be made");
            }
            builder.redirectOutput(new File(folder, "stdout"));
            if (!settings.mergeOutput) {
                builder.redirectError(new File(folder, "stderr"));
            }
        }
    }
}
