/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import dev.tern.bench.Bench;
import dev.tern.bench.Names;
import dev.tern.bench.Program;
import dev.tern.bench.RawTcp;
import dev.tern.bench.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Brings the contenders together: Tern, and those of its peers that are asked for and installed. What they need to run
 * ends when the field is closed.
 */
final class Field implements AutoCloseable {
    private static final String CACHELINE = "cacheline";
    private static final String LATENCY = "osu_latency";
    private static final String NETPIPE = "netpipe";

    private final Path home;
    private final Path jdk;
    private final List<String> mpirunArguments;
    private final Executables executables;
    private final NativePrograms programs;
    private final Set<String> missing = new LinkedHashSet<>();
    private LamUniverse lam;

    Field(Path home, Path jdk, List<String> mpirunArguments, Executables executables, NativePrograms programs) {
        this.home = home;
        this.jdk = jdk;
        this.mpirunArguments = List.copyOf(mpirunArguments);
        this.executables = executables;
        this.programs = programs;
    }

    /** Why peers that were asked for do not take part. */
    Set<String> missing() {
        return missing;
    }

    /** Tern with a benchmark or another program, whose name comes first among the arguments. */
    Contender tern(Transport over, int ranks, List<String> arguments) throws PeerException {
        List<String> command =
                new ArrayList<>(over == Transport.HOSTS ? Engine.launchOnHosts(ranks) : mpirun(over, ranks));
        command.addAll(java(arguments, over == Transport.HOSTS));
        return new Contender(Contender.TERN, command);
    }

    private List<String> mpirun(Transport over, int ranks) throws PeerException {
        Path mpirun = home.resolve("mpirun");
        if (!Files.isExecutable(mpirun)) {
            throw new PeerException("there is no mpirun in " + home + ": set -Dtern.home to a clone of Tern");
        }
        List<String> command = new ArrayList<>(List.of(mpirun.toString(), "-n", Integer.toString(ranks)));
        command.addAll(over.mpirunArguments());
        command.addAll(mpirunArguments);
        return command;
    }

    /** What is started on each rank; the options that Tern's mpirun adds have to be there if another engine does it. */
    private List<String> java(List<String> arguments, boolean byOtherEngine) {
        Optional<Program> program = Program.of(arguments);
        List<String> command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString()));
        command.addAll(byOtherEngine ? List.of("--enable-native-access=ALL-UNNAMED") : List.of());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(
                program.<Class<?>>map(Program::mainClass).orElse(Bench.class).getName());
        command.addAll(program.isPresent() ? List.of() : arguments);
        return command;
    }

    /** Whether Tern can be run over this here; if not it counts as missing. */
    boolean has(Transport over) {
        return over != Transport.HOSTS || canLaunch(Engine.HYDRA, "--over hosts");
    }

    private boolean canLaunch(Engine engine, String what) {
        Optional<String> obstacle = engine.obstacle(executables);
        obstacle.ifPresent(why -> missing.add(what + " does not take part: " + why));
        return obstacle.isEmpty();
    }

    /**
     * Tern, started by another engine.
     *
     * @param engine which one
     * @param over what the ranks send their messages over
     * @param ranks on how many ranks
     * @param arguments as for Tern's own
     * @return the contender, or empty when that engine is not installed or not running
     */
    Optional<Contender> under(Engine engine, Transport over, int ranks, List<String> arguments) throws UsageException {
        if (over != Transport.SHM) {
            throw new UsageException("--with %s does not go with --over %s".formatted(engine.label(), over.label()));
        }
        if (!canLaunch(engine, engine.label())) {
            return Optional.empty();
        }
        List<String> command = new ArrayList<>(engine.launch(ranks));
        command.addAll(java(arguments, true));
        return Optional.of(new Contender(engine.label(), command));
    }

    /**
     * A peer.
     *
     * @param name what the user calls it
     * @param over what the ranks send their messages over
     * @param ranks on how many ranks it runs
     * @param threads the most threads of each rank
     * @param program name of the C program
     * @param arguments of that program
     * @return the peer, or empty when it is not installed or cannot run here
     */
    Optional<Contender> peer(
            String name, Transport over, int ranks, int threads, String program, List<String> arguments)
            throws PeerException, UsageException {
        if (name.equals(CACHELINE)) {
            return cacheline(program, arguments);
        }
        Optional<RawTcpPeer> raw = RawTcpPeer.of(name);
        if (raw.isPresent()) {
            return rawTcp(raw.get(), program, arguments);
        }
        NativeMpi mpi = find(name);
        if (over == Transport.HOSTS) {
            throw new UsageException("--with %s does not go with --over hosts, which Tern alone has".formatted(name));
        }
        Optional<String> launcher = mpi.launcher(executables);
        if (launcher.isEmpty()) {
            missing.add(name + " does not take part: " + mpi.howToInstall(executables));
            return Optional.empty();
        }
        int cores = Runtime.getRuntime().availableProcessors();
        List<String> command = new ArrayList<>();
        if (mpi == NativeMpi.LAM) {
            try {
                command.addAll(universe().prefix());
            } catch (PeerException e) {
                missing.add(name + " does not take part: " + e.getMessage());
                return Optional.empty();
            }
        }
        String executable = programs.compile(mpi.compiler(), program).toString();
        command.addAll(mpi.launch(launcher.get(), over, ranks, threads, cores));
        command.add(executable);
        command.addAll(arguments);
        return Optional.of(new Contender(name, command));
    }

    private LamUniverse universe() throws PeerException {
        if (lam == null) {
            lam = LamUniverse.boot();
        }
        return lam;
    }

    @Override
    public void close() {
        if (lam != null) {
            lam.close();
            lam = null;
        }
    }

    private Optional<Contender> cacheline(String program, List<String> arguments) throws PeerException, UsageException {
        if (!program.equals(LATENCY)) {
            throw new UsageException("--with cacheline goes with osu_latency only");
        }
        return withoutMpi(CACHELINE, CACHELINE, arguments);
    }

    private Optional<Contender> rawTcp(RawTcpPeer peer, String program, List<String> arguments)
            throws PeerException, UsageException {
        if (!program.equals(NETPIPE)) {
            throw new UsageException("--with %s goes with netpipe only".formatted(peer.label()));
        }
        List<String> all = new ArrayList<>();
        if (!peer.inJava()) {
            all.addAll(peer.nativeArguments());
            all.addAll(arguments);
            return withoutMpi(peer.label(), RawTcpPeer.PROGRAM, all);
        }
        all.add(jdk.resolve("bin/java").toString());
        all.addAll(List.of("-cp", System.getProperty("java.class.path")));
        all.addAll(List.of(RawTcp.class.getName(), peer.kind().label()));
        all.addAll(arguments);
        return Optional.of(new Contender(peer.label(), all));
    }

    private Optional<Contender> withoutMpi(String name, String program, List<String> arguments) throws PeerException {
        Optional<String> compiler = executables.find("cc", "gcc", "clang");
        if (compiler.isEmpty()) {
            missing.add(name + " does not take part: there is no cc on the PATH: apt-get install gcc libc6-dev");
            return Optional.empty();
        }
        List<String> command = new ArrayList<>(
                List.of(programs.compile(compiler.get(), program).toString()));
        command.addAll(arguments);
        return Optional.of(new Contender(name, command));
    }

    private static NativeMpi find(String name) throws UsageException {
        Optional<NativeMpi> mpi = NativeMpi.of(name);
        if (mpi.isPresent()) {
            return mpi.get();
        }
        List<String> names = new ArrayList<>(List.of(CACHELINE, Contender.SINGLE));
        Stream.of(Engine.values()).map(Engine::label).forEach(names::add);
        Stream.of(NativeMpi.values()).map(NativeMpi::label).forEach(names::add);
        RawTcpPeer.all().stream().map(RawTcpPeer::label).forEach(names::add);
        throw new UsageException(
                "--with %s: there is no such peer: did you mean %s?".formatted(name, Names.nearest(name, names)));
    }
}
