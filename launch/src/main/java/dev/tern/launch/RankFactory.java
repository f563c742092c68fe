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
    private final String job;
    private final int size;
    private final PmiServer pmi;
    private final boolean inheritInput;
    private final String sessionTool;
    private final Placement placement;
    private final int cores;
    private final Program program;
    private final Binder binder = new Binder();
    private final StringBuilder bindings = new StringBuilder();
    private final StringBuilder map = new StringBuilder();

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
        this.job = job;
        this.size = size;
        this.pmi = pmi;
        this.inheritInput = inheritInput;
        this.sessionTool = Guard.sessionTool();
        this.placement = Placement.of(settings.layout, size);
        this.cores = Math.min(placement.cpus().size(), Runtime.getRuntime().availableProcessors());
        this.program = new Program(tern, new JvmOptions(size, cores, Machine.memory()), settings.jvmArguments);
    }

    /** What {@code --report-bindings}, {@code --display map} and {@code --display allocation} print. */
    String report() {
        StringBuilder text = new StringBuilder();
        if (settings.displayAllocation) {
            text.append("mpirun: ").append(Machine.hostName()).append(" has ").append(cores);
            text.append(" processors for this job: ")
                    .append(Placement.text(placement.cpus()))
                    .append('\n');
        }
        if (settings.displayMap) {
            text.append("mpirun: ")
                    .append(size)
                    .append(" ranks on ")
                    .append(Machine.hostName())
                    .append('\n');
            text.append(map);
        } else if (settings.reportBindings) {
            text.append(bindings);
        }
        return text.toString();
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
        List<String> resolved = program.resolve(app.command, app.path, directory, environment);
        List<Integer> place = place(number, app, Program.isJava(resolved), environment);
        command.addAll(resolved);
        builder.command(command);
        redirect(builder, number);
        Process process = binder.start(builder, place);
        return new Rank(number, app, command, process, settings.outputDirectory == null);
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
        environment.put("TERN_CORES", String.valueOf(cores));
        environment.remove("TERN_BIND"); // of another job
    }

    /** Says where a rank runs, and returns the processors that its process is to be bound to, null for no matter. */
    private List<Integer> place(int number, App app, boolean isJava, Map<String, String> environment) {
        List<Integer> place = placement.of(number);
        List<Integer> all = placement.limitsCpus() ? placement.cpus() : null;
        if (place != null && settings.layout.bindingOptional && binder.obstacle() != null) {
            place = null;
        }
        report(number, app, place, isJava);
        if (place != null && isJava) {
            // Its library binds the thread that calls MPI.Init; compiler and collector are not to take that one's time.
            environment.put("TERN_BIND", Placement.text(place));
            place = all;
        } else if (place == null) {
            place = all;
        }
        if (place != null && binder.obstacle() != null) {
            throw new LaunchException(Topic.NO_BINDING, binder.obstacle());
        }
        return place;
    }

    private void report(int number, App app, List<Integer> place, boolean isJava) {
        StringBuilder text = new StringBuilder("mpirun: rank ").append(number);
        if (place == null) {
            text.append(" is not bound");
        } else {
            text.append(" is bound to cpu ").append(Placement.text(place));
            if (isJava) {
                text.append(" (compiler and collector of its JVM: ")
                        .append(Placement.text(placement.cpus()))
                        .append(')');
            }
        }
        bindings.append(text).append('\n');
        map.append(text).append(": ").append(app.commandText()).append('\n');
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
