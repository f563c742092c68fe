/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import mpi.MPI;

/** Prints on which processors the threads of a rank may run, and what its JVM was told. */
public final class Bound {
    private Bound() {}

    public static void main(String[] args) throws Exception {
        String before = processors(Path.of("/proc/thread-self"));
        MPI.Init(args);
        String me = MPI.COMM_WORLD.getRank() + " ";
        String[] child = new String[1];
        Thread thread = new Thread(() -> child[0] = unchecked(Path.of("/proc/thread-self")));
        thread.start();
        thread.join();
        Set<String> jvm = new TreeSet<>();
        try (var tasks = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path task : tasks) {
                addIfOfTheJvm(task, jvm);
            }
        }
        Module library = MPI.class.getModule();
        System.out.print(me + "before=" + before + "\n" + me + "self=" + processors(Path.of("/proc/thread-self")) + "\n"
                + me + "child=" + child[0] + "\n" + me + "jvm=" + String.join("+", jvm) + "\n"
                + me + "module=" + library.getName() + " native=" + library.isNativeAccessEnabled() + "\n"
                + me + "colour=" + System.getProperty("colour") + " shade=" + System.getProperty("shade")
                + " processors=" + Runtime.getRuntime().availableProcessors() + "\n");
        MPI.Finalize();
    }

    /** Threads that compile and collect; those that compile come and go. */
    private static void addIfOfTheJvm(Path task, Set<String> found) throws IOException {
        try {
            String name = Files.readString(task.resolve("comm"));
            if (name.startsWith("VM Thread") || name.matches("(?s)(C[12] Comp|GC Thread|G1 ).*")) {
                found.add(processors(task));
            }
        } catch (NoSuchFileException e) {
            // it has ended
        } catch (IOException e) {
            if (Files.exists(task)) {
                throw e;
            }
        }
    }

    private static String unchecked(Path task) {
        try {
            return processors(task);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String processors(Path task) throws IOException {
        String label = "Cpus_allowed_list:\t";
        return Files.readAllLines(task.resolve("status")).stream()
                .filter(line -> line.startsWith(label))
                .findFirst()
                .orElseThrow()
                .substring(label.length());
    }
}
