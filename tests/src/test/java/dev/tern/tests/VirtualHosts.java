/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Hosts {@code nodea}, {@code nodeb} and so on, made of namespaces of Linux: each has a name, a loopback, a {@code /dev/shm} and, for
 * each network, an interface ({@code eth0}, {@code eth1}) of its own; other files and the processes are those of the machine. A
 * network is a bridge in a further namespace, so that nothing of the machine's own is touched. A host has no name outside: it
 * is what its process is in, which ends when this process closes a pipe or ends itself, and all of the host goes with it.
 */
final class VirtualHosts implements AutoCloseable {
    /** Words: name of the host, file of all names. */
    private static final String BEGIN =
            "hostname \"$0\" && mount -t tmpfs none /dev/shm && mount --bind \"$1\" /etc/hosts"
                    + " && ip link set lo up && echo up && exec cat";

    /** What {@code tc} says, newer and older. */
    private static final Pattern NO_SUCH_DISCIPLINE =
            Pattern.compile("qdisc kind is unknown|answers: No such file or directory");

    private static final String SWITCH = "switch";
    private static final long LIMIT_SECONDS = 20;

    private final Path folder;
    private final List<Process> hosts = new ArrayList<>();
    private final List<Process> begun = new ArrayList<>(); // the hosts and the switches
    private final Process switches;

    /** How a command ended, and what it wrote. */
    private record Outcome(int exit, String output) {}

    private VirtualHosts(int count, int networks) throws IOException {
        folder = Files.createTempDirectory("hosts");
        try {
            Files.writeString(folder.resolve("names"), names(count));
            switches = begin(SWITCH);
            for (int host = 0; host < count; host++) {
                hosts.add(begin(name(host)));
            }
            for (int network = 0; network < networks; network++) {
                join(network);
            }
            Path shell = Files.writeString(remoteShell(), remoteShellScript());
            assertThat(shell.toFile().setExecutable(true)).as("executable").isTrue();
        } catch (IOException | RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /**
     * Makes hosts, or skips the test where that is not possible.
     *
     * @param count how many
     * @param networks that connect all; the names of hosts stand for their addresses in the first
     */
    static VirtualHosts of(int count, int networks) {
        Site.require("ip", "iproute2");
        Site.require("nsenter", "util-linux");
        Site.require("mpiexec.hydra", "mpich");
        Outcome trial = run("unshare", "--net", "--uts", "--mount", "true");
        Site.require(trial.exit == 0, "hosts made of namespaces take root and CAP_SYS_ADMIN: " + trial.output);
        try {
            return new VirtualHosts(count, networks);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ranks that run a program, two on each host as far as they go; {@code mpirun} runs on the first. */
    MpiJob job(int ranks, Class<?> program, Object... arguments) {
        return job(2, ranks, program, arguments);
    }

    /** The same with another number of ranks on each host. */
    MpiJob job(int ranksPerHost, int ranks, Class<?> program, Object... arguments) {
        return started(MpiJob.of(ranks, program, arguments))
                .options("--launcher", "hydra", "--host", slots(ranksPerHost))
                .env("HYDRA_LAUNCHER", "ssh")
                .env("HYDRA_LAUNCHER_EXEC", remoteShell().toString());
    }

    /** The same, started by Open MPI. */
    MpiJob openMpiJob(int ranksPerHost, int ranks, Class<?> program, Object... arguments) {
        Site.require("mpirun.openmpi", "openmpi-bin");
        return started(MpiJob.of(ranks, program, arguments))
                .options("--launcher", "openmpi", "--allow-run-as-root", "--host", slots(ranksPerHost))
                .env("OMPI_MCA_plm_rsh_agent", remoteShell().toString());
    }

    private String slots(int ranksPerHost) {
        return IntStream.range(0, hosts.size())
                .mapToObj(host -> name(host) + ":" + ranksPerHost)
                .collect(Collectors.joining(","));
    }

    /** Has {@code mpirun} run on the first host. */
    private MpiJob started(MpiJob job) {
        List<String> entry = new ArrayList<>(entry(hosts.getFirst()));
        entry.addAll(List.of("sh", "-c", "cd \"$0\" && exec \"$@\"", Site.ROOT.toString()));
        return job.startedBy(entry);
    }

    /** Bytes that a host has received through an interface. */
    long received(int host, String device) {
        try {
            String table = Files.readString(
                    Path.of("/proc", String.valueOf(hosts.get(host).pid()), "net/dev"));
            Matcher line = Pattern.compile(device + ": *(\\d+)").matcher(table);
            assertThat(line.find()).as("%s in %s", device, table).isTrue();
            return Long.parseLong(line.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What programs have left in the memory that the processes of a host share. */
    List<String> sharedFiles() {
        return hosts.stream().flatMap(VirtualHosts::sharedFiles).toList();
    }

    private static Stream<String> sharedFiles(Process host) {
        try (Stream<Path> files = Files.list(Path.of("/proc", String.valueOf(host.pid()), "root/dev/shm"))) {
            return files.map(Path::toString).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Delays or limits what each host sends through {@code eth0}; skips the test if the kernel cannot do that. */
    void shape(String... discipline) {
        for (Process host : hosts) {
            List<String> words = new ArrayList<>(List.of("tc", "qdisc", "add", "dev", "eth0", "root"));
            words.addAll(List.of(discipline));
            Outcome outcome = runIn(host, words.toArray(String[]::new));
            assumeFalse(NO_SUCH_DISCIPLINE.matcher(outcome.output).find(), "this kernel has no " + discipline[0]);
            assertThat(outcome.exit).as("tc: %s", outcome.output).isZero();
        }
    }

    /** Pulls a host's cable out of the switch of a network: its interface there is without carrier. */
    void cut(int host, int network) {
        done(runIn(switches, "ip", "link", "set", port(host, network), "down"));
    }

    /** Has the switch of a network drop all that comes from and is for a host, which does not notice. */
    void block(int host, int network) {
        done(runIn(switches, "ip", "link", "set", port(host, network), "nomaster"));
    }

    /** Ends all hosts; jobs on them must have ended. */
    @Override
    public void close() {
        try {
            for (Process host : begun) {
                host.destroy();
                host.waitFor();
            }
            Files.deleteIfExists(remoteShell());
            Files.deleteIfExists(folder.resolve("names"));
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a host is called. */
    static String name(int host) {
        return "node" + (char) ('a' + host);
    }

    private static String address(int network, int host) {
        return "10.213." + network + "." + (host + 1);
    }

    private static String names(int count) {
        StringBuilder names = new StringBuilder("127.0.0.1 localhost\n");
        for (int host = 0; host < count; host++) {
            names.append(address(0, host)).append(' ').append(name(host)).append('\n');
        }
        return names.toString();
    }

    private Process begin(String name) throws IOException {
        String names = folder.resolve("names").toString();
        Process host = new ProcessBuilder("unshare", "--net", "--uts", "--mount", "sh", "-c", BEGIN, name, names)
                .redirectErrorStream(true)
                .start();
        begun.add(host);
        String said = host.inputReader().readLine();
        if (!"up".equals(said)) {
            throw new IOException("cannot make host " + name + ": " + said);
        }
        return host;
    }

    private void join(int network) {
        String bridge = "br" + network;
        done(runIn(switches, "ip", "link", "add", bridge, "type", "bridge"));
        done(runIn(switches, "ip", "link", "set", bridge, "up"));
        for (int host = 0; host < hosts.size(); host++) {
            String port = port(host, network);
            String device = "eth" + network;
            String pid = String.valueOf(hosts.get(host).pid());
            String add = "ip link add " + port + " type veth peer name " + device + " netns " + pid;
            done(runIn(switches, add.split(" ")));
            done(runIn(switches, "ip", "link", "set", port, "master", bridge, "up"));
            Process namespace = hosts.get(host);
            done(runIn(namespace, "ip", "address", "add", address(network, host) + "/24", "dev", device));
            if (hasIp6()) {
                String address = "fd00:213:" + network + "::" + (host + 1) + "/64";
                done(runIn(namespace, "ip", "address", "add", address, "dev", device, "nodad"));
            }
            done(runIn(namespace, "ip", "link", "set", device, "up"));
        }
    }

    /** Whether this kernel knows IPv6. */
    static boolean hasIp6() {
        return Files.exists(Path.of("/proc/net/if_inet6"));
    }

    /** The name of an interface of the switches. */
    private static String port(int host, int network) {
        return name(host) + "-" + network;
    }

    /** What Hydra calls instead of ssh. */
    private Path remoteShell() {
        return folder.resolve("shell");
    }

    private String remoteShellScript() {
        StringBuilder script = new StringBuilder("#!/bin/sh\nwhile [ \"${1#-}\" != \"$1\" ]; do shift; done\n");
        script.append("host=$1\nshift\ncase $host in\n");
        for (int host = 0; host < hosts.size(); host++) {
            script.append(name(host)).append(") exec ");
            script.append(String.join(" ", entry(hosts.get(host)))).append(" sh -c \"$*\" ;;\n");
        }
        return script.append("*) echo \"there is no host $host\" >&2; exit 255 ;;\nesac\n")
                .toString();
    }

    /** The words in front of a command that is to run on a host. */
    private static List<String> entry(Process host) {
        return List.of("nsenter", "--target", String.valueOf(host.pid()), "--net", "--uts", "--mount");
    }

    private static Outcome runIn(Process host, String... words) {
        List<String> command = new ArrayList<>(entry(host));
        command.addAll(List.of(words));
        return run(command.toArray(String[]::new));
    }

    private static void done(Outcome outcome) {
        assertThat(outcome.exit).as("exit code; %s", outcome.output).isZero();
    }

    private static Outcome run(String... words) {
        try {
            Process process =
                    new ProcessBuilder(words).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as("%s has ended", List.of(words))
                    .isTrue();
            return new Outcome(process.exitValue(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
