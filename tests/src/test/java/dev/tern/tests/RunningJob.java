/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A job that was started. All its processes carry a mark in their environment, by which they are found even after the
 * launcher was killed. Closing ends what is left.
 */
final class RunningJob implements AutoCloseable {
    private static final String MARK = "TERN_TEST_JOB";
    private static final long POLL_MILLIS = 20;
    private static final long LEFTOVER_SECONDS = 2;

    private final Process launcher;
    private final String mark;
    private final Path files;
    private final String command;
    private final int limitSeconds;
    private final long start = System.nanoTime();
    private boolean checked;

    private RunningJob(Process launcher, String mark, Path files, String command, int limitSeconds) {
        this.launcher = launcher;
        this.mark = mark;
        this.files = files;
        this.command = command;
        this.limitSeconds = limitSeconds;
    }

    static RunningJob start(ProcessBuilder builder, Path files, int limitSeconds) throws IOException {
        String mark = UUID.randomUUID().toString();
        builder.environment().put(MARK, mark);
        return new RunningJob(builder.start(), mark, files, String.join(" ", builder.command()), limitSeconds);
    }

    /** The process id of the launcher. */
    long pid() {
        return launcher.pid();
    }

    /** Waits until standard output has a match. */
    Matcher awaitOutput(String regex) {
        Pattern pattern = Pattern.compile(regex, Pattern.MULTILINE);
        while (true) {
            Matcher matcher = pattern.matcher(read("out"));
            if (matcher.find()) {
                return matcher;
            }
            if (!launcher.isAlive()) {
                matcher = pattern.matcher(read("out"));
                assertThat(matcher.find())
                        .as("\"%s\" in the output of %s", regex, result())
                        .isTrue();
                return matcher;
            }
            checkLimit("printed \"" + regex + '"');
            pause();
        }
    }

    /** Waits for the end of the launcher; then nothing of the job may be left. */
    JobResult await() {
        return await(LEFTOVER_SECONDS);
    }

    /** The same; what ends with the launcher has this time for it. */
    JobResult await(long leftoverSeconds) {
        while (launcher.isAlive()) {
            checkLimit("ended");
            try {
                launcher.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        JobResult result = result();
        nothingRemainsAfter(leftoverSeconds, result);
        return result;
    }

    /** Fails if processes or files of the job are there after this time. */
    void nothingRemainsAfter(long seconds, Object context) {
        checked = true;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!processes().isEmpty() && System.nanoTime() < deadline) {
            pause();
        }
        List<String> left = new ArrayList<>();
        for (ProcessHandle process : processes()) {
            left.add("process " + process.pid() + ": " + commandOf(process));
        }
        left.addAll(filesOfJob());
        assertThat(left).as("what remains of %s", context).isEmpty();
    }

    /** Sends a signal to a process of the job. */
    static void signal(String name, long pid) {
        try {
            new ProcessBuilder("kill", "-s", name, "--", String.valueOf(pid))
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        killAll();
        try (Stream<Path> all = Files.list(files)) {
            for (Path file : all.toList()) {
                Files.delete(file);
            }
            Files.delete(files);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(checked).as("somebody has seen how the job ended").isTrue();
    }

    private void checkLimit(String what) {
        if (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(limitSeconds)) {
            return;
        }
        StringBuilder stacks = new StringBuilder();
        for (ProcessHandle process : processes()) {
            stacks.append("process ")
                    .append(process.pid())
                    .append(": ")
                    .append(commandOf(process))
                    .append('\n');
            if (isJvm(process)) {
                stacks.append(stacksOf(process.pid()));
            }
        }
        JobResult result = result();
        checked = true;
        killAll();
        fail("the job has not " + what + " within " + limitSeconds + " s: " + result + "\n" + stacks);
    }

    private void killAll() {
        launcher.destroyForcibly();
        for (List<ProcessHandle> left = processes(); !left.isEmpty(); left = processes()) {
            left.forEach(ProcessHandle::destroyForcibly);
            pause();
        }
    }

    private JobResult result() {
        int exit = launcher.isAlive() ? -1 : launcher.exitValue();
        return new JobResult(command, exit, read("out"), read("err"), (System.nanoTime() - start) / 1e9);
    }

    private String read(String name) {
        try {
            return Files.readString(files.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All processes that carry the mark; a process that has ended carries nothing. */
    private List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses()
                .filter(process -> environmentOf(process).contains(MARK + "=" + mark))
                .toList();
    }

    private static String environmentOf(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(process.pid()), "environ"), ISO_8859_1);
        } catch (IOException e) {
            return ""; // ended, or somebody else's
        }
    }

    private static String commandOf(ProcessHandle process) {
        return process.info().commandLine().orElse("(no command)");
    }

    private static boolean isJvm(ProcessHandle process) {
        return process.info().command().orElse("").endsWith("/java");
    }

    /** The stacks of the threads that have to do with the job. */
    private static String stacksOf(long pid) {
        try {
            Process jcmd = new ProcessBuilder(Site.tool("jcmd"), String.valueOf(pid), "Thread.print")
                    .redirectErrorStream(true)
                    .start();
            if (!jcmd.waitFor(10, TimeUnit.SECONDS)) {
                jcmd.destroyForcibly();
            }
            String all = new String(jcmd.getInputStream().readAllBytes(), ISO_8859_1);
            return Arrays.stream(all.split("\n\n"))
                    .filter(stack -> stack.startsWith("\"main\"") || stack.contains("at mpi."))
                    .collect(Collectors.joining("\n", "", "\n"));
        } catch (IOException | InterruptedException e) {
            return "no stacks: " + e + "\n";
        }
    }

    /** Tern's launcher names the files of a job after its own process. */
    private List<String> filesOfJob() {
        List<String> found = new ArrayList<>();
        for (String folder : List.of("/dev/shm", System.getProperty("java.io.tmpdir"))) {
            try (Stream<Path> all = Files.list(Path.of(folder))) {
                all.map(Path::toString)
                        .filter(name -> name.contains("/tern-") && name.contains(String.valueOf(launcher.pid())))
                        .forEach(found::add);
            } catch (IOException e) {
                // no such folder: nothing in it
            }
        }
        return found;
    }

    private static void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
