/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.IOException;
import java.util.List;

/** The command {@code mpirun}: starts the ranks of a job, or has another launcher start them, and waits for their end. */
public final class Mpirun {
    private static final int CANNOT_RUN = 1;

    private Mpirun() {}

    /**
     * Runs a job and exits with its exit code.
     *
     * @param arguments the command line, see {@code mpirun --help}
     */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    private static int run(String[] arguments) {
        try {
            CommandLine line = new CommandLine(arguments, System.getenv());
            if (line.versionAsked()) {
                System.out.println("mpirun (Tern) " + version());
                return 0;
            }
            if (line.helpTopic() != null) {
                return help(line.helpTopic());
            }
            Output output = new Output(line.settings());
            for (String warning : line.settings().quiet ? List.<String>of() : line.warnings()) {
                output.print("mpirun: " + warning + "\n");
            }
            Engines.Choice engine =
                    Engines.choose(line.settings(), System.getenv().getOrDefault("PATH", ""));
            if (engine != null) {
                return handOver(engine, line, output);
            }
            return new Job(line.settings(), line.apps(), Tern.find(), output).await();
        } catch (LaunchException e) {
            System.err.print(Messages.banner(e.topic(), e.getMessage()));
            return e.exitCode();
        } catch (IOException e) {
            System.err.println("mpirun: " + e.getMessage());
            return CANNOT_RUN;
        }
    }

    private static int handOver(Engines.Choice engine, CommandLine line, Output output) throws IOException {
        Handover handover = new Handover(engine, line.settings(), line.apps(), Tern.find(), System.getenv());
        for (String warning : line.settings().quiet ? List.<String>of() : handover.warnings()) {
            output.print("mpirun: " + warning + "\n");
        }
        handover.checkHosts();
        return handover.await(output);
    }

    private static int help(String topic) {
        String page = Messages.page(topic);
        if (page == null) {
            throw new LaunchException(Topic.UNKNOWN_TOPIC, topic, Messages.topics());
        }
        System.out.println(page);
        return 0;
    }

    /** The version of Tern. */
    static String version() {
        String version = Mpirun.class.getPackage().getImplementationVersion();
        return version == null ? "development build" : version;
    }
}
