/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A Slurm with several nodes, all of them on this machine: {@code munged}, {@code slurmctld}, and a {@code slurmd} for each node,
 * with a configuration, a key, sockets and ports of its own. It needs neither systemd nor cgroups, and nothing of it is left when
 * it is closed.
 */
final class SlurmCluster implements AutoCloseable {
    /** They are called node1, node2 and so on. */
    static final int NODES = 4;

    private static final int CPUS_PER_NODE = 8; // invented: jobs of several ranks shall find room on one node
    private static final int START_SECONDS = 60;
    private static final int END_SECONDS = 15;
    private static final long POLL_MILLIS = 100;
    private static final int KEY_BYTES = 128;

    private static final String CONFIGURATION = "SLURM_CONF";

    private final Path folder;
    private final List<Process> daemons = new ArrayList<>(); // in the order in which they were started

    private SlurmCluster(Path folder) {
        this.folder = folder;
    }

    /** Skips the test where Slurm is not installed; continuous integration installs it, so there it fails. */
    static void require() {
        Site.require("munged", "munge");
        for (String program : new String[] {"slurmctld", "slurmd", "srun", "salloc"}) {
            Site.require(program, "slurm-wlm");
        }
    }

    /** Starts one and waits until all its nodes are idle. */
    static SlurmCluster start() throws IOException {
        SlurmCluster cluster = new SlurmCluster(Files.createTempDirectory("tern-slurm"));
        try {
            cluster.startDaemons();
            return cluster;
        } catch (IOException | RuntimeException | AssertionError e) {
            cluster.close();
            throw e;
        }
    }

    private void startDaemons() throws IOException {
        Files.setPosixFilePermissions(
                folder, PosixFilePermissions.fromString("rwxr-xr-x")); // munged wants to be reached by all
        for (String name : new String[] {"munge", "state", "spool"}) {
            Files.createDirectory(folder.resolve(name));
        }
        for (int node = 1; node <= NODES; node++) {
            Files.createDirectories(folder.resolve("tmp/node" + node));
        }
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        Path keyFile = Files.createFile(
                folder.resolve("munge/key"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(keyFile, key);
        Files.writeString(configuration(), configuration(freePorts(1 + NODES)));

        String munge = folder.resolve("munge").toString();
        daemon(
                "munged",
                "--foreground",
                "--key-file=" + keyFile,
                "--socket=" + munge + "/socket",
                "--pid-file=" + munge + "/pid",
                "--log-file=" + munge + "/log",
                "--seed-file=" + munge + "/seed");
        await("munged listens", () -> Files.exists(folder.resolve("munge/socket")));
        daemon("slurmctld", "-D", "-f", configuration().toString());
        for (int node = 1; node <= NODES; node++) {
            daemon("slurmd", "-D", "-N", "node" + node, "-f", configuration().toString());
        }
        await("all nodes are idle", () -> idleNodes().equals(String.valueOf(NODES)));
    }

    private Path configuration() {
        return folder.resolve("slurm.conf");
    }

    /**
     * PMIx keeps files in the folder that {@code TmpFS} names, under names that do not tell nodes apart. Terminated processes get two
     * seconds until they are killed.
     */
    private String configuration(int[] ports) throws IOException {
        String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        String shortName = host.substring(0, (host + ".").indexOf('.'));
        StringBuilder text = new StringBuilder("""
                ClusterName=tern
                SlurmctldHost=HOST(127.0.0.1)
                SlurmctldPort=PORT
                SlurmUser=USER
                SlurmdUser=USER
                AuthType=auth/munge
                AuthInfo=socket=FOLDER/munge/socket
                CredType=cred/munge
                StateSaveLocation=FOLDER/state
                SlurmdSpoolDir=FOLDER/spool/%n
                TmpFS=FOLDER/tmp/%n
                SlurmctldPidFile=FOLDER/slurmctld.pid
                SlurmdPidFile=FOLDER/slurmd.%n.pid
                SlurmctldLogFile=FOLDER/slurmctld.log
                SlurmdLogFile=FOLDER/slurmd.%n.log
                ProctrackType=proctrack/linuxproc
                TaskPlugin=task/none
                MpiDefault=none
                SwitchType=switch/none
                ReturnToService=2
                AccountingStorageType=accounting_storage/none
                JobAcctGatherType=jobacct_gather/none
                JobCompType=jobcomp/none
                SchedulerType=sched/builtin
                SelectType=select/cons_tres
                SelectTypeParameters=CR_CPU
                SlurmdParameters=config_overrides
                MailProg=/bin/true
                KillWait=2
                """.replace("PORT", String.valueOf(ports[0]))
                .replace("HOST", shortName)
                .replace("USER", System.getProperty("user.name"))
                .replace("FOLDER", folder.toString()));
        for (int node = 1; node <= NODES; node++) {
            text.append("NodeName=node").append(node).append(" NodeHostname=").append(shortName);
            text.append(" NodeAddr=127.0.0.1 Port=").append(ports[node]);
            text.append(" CPUs=").append(CPUS_PER_NODE).append('\n');
        }
        return text.append("PartitionName=all Nodes=ALL Default=YES State=UP MaxTime=INFINITE\n")
                .toString();
    }

    /** Nobody else is likely to get them before they are used. */
    private static int[] freePorts(int count) throws IOException {
        int[] ports = new int[count];
        List<ServerSocket> sockets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ServerSocket socket = new ServerSocket(0);
            sockets.add(socket);
            ports[i] = socket.getLocalPort();
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return ports;
    }

    private void daemon(String... command) throws IOException {
        Path output = folder.resolve(daemons.size() + "." + command[0] + ".out");
        ProcessBuilder builder = builder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        daemons.add(builder.start());
    }

    /** By the configuration in their environment all processes of this cluster are known. */
    private ProcessBuilder builder(String... command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("SLURM"));
        builder.environment().put(CONFIGURATION, configuration().toString());
        return builder;
    }

    private String idleNodes() throws IOException {
        Process sinfo = builder("sinfo", "--noheader", "--states=idle", "--format=%D")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new String(sinfo.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    /** A command that uses the cluster, such as {@code srun}. Ranks do not know that those of other nodes share their cores. */
    MpiJob job(String command, String... words) {
        return MpiJob.command(command, words)
                .env(CONFIGURATION, configuration().toString())
                .env("TERN_SPIN", "0");
    }

    /** Waits until what the last job used is free again: its end is known to {@code srun} before. */
    void awaitIdle() throws IOException {
        await("all nodes are idle", () -> idleNodes().equals(String.valueOf(NODES)));
    }

    @FunctionalInterface
    private interface Condition {
        boolean holds() throws IOException;
    }

    private void await(String what, Condition condition) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!condition.holds()) {
            if (System.nanoTime() > deadline || !daemons.stream().allMatch(Process::isAlive)) {
                throw new AssertionError("waited in vain until " + what + "\n" + logs());
            }
            pause();
        }
    }

    private String logs() throws IOException {
        StringBuilder text = new StringBuilder();
        try (var files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".out"))
                    .sorted()
                    .toList()) {
                text.append(file.getFileName()).append(":\n").append(Files.readString(file));
            }
        }
        return text.toString();
    }

    /** Ends the daemons, the last first, and then whatever they have left. */
    @Override
    public void close() throws IOException {
        for (Process daemon : daemons.reversed()) {
            daemon.destroy();
            try {
                if (!daemon.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                    daemon.destroyForcibly().waitFor();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        for (var left = processes(); !left.isEmpty(); left = processes()) {
            left.forEach(ProcessHandle::destroyForcibly);
            pause();
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private List<ProcessHandle> processes() {
        String mark = CONFIGURATION + "=" + configuration();
        return ProcessHandle.allProcesses()
                .filter(process -> environmentOf(process).contains(mark))
                .toList();
    }

    private static String environmentOf(ProcessHandle process) {
        try {
            return Files.readString(
                    Path.of("/proc", String.valueOf(process.pid()), "environ"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // ended, or somebody else's
        }
    }

    private static void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
