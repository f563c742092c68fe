/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Compiles the C programs of the peers. What was compiled once is kept in the build folder under a name that is a
 * digest of the sources and the command, so that a changed source is compiled again.
 */
final class NativePrograms {
    private static final List<String> FLAGS = List.of("-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-pthread");
    private static final int DIGEST_CHARACTERS = 16;

    private final Path sources;
    private final Path built;
    private final Processes processes;

    /** Programs of a clone of the repository. */
    NativePrograms(Path home, Processes processes) {
        sources = home.resolve("bench/peers");
        built = home.resolve("bench/target/peers");
        this.processes = processes;
    }

    /** The executable of a program. */
    Path compile(String compiler, String program) throws PeerException {
        return compile(compiler, program, shared(program));
    }

    /** The sources that a program shares with others. */
    private List<Path> shared(String program) throws PeerException {
        return switch (program) {
            case "cacheline" -> List.of();
            case "netpipe", "rawtcp" -> files(sources.resolve("curve"));
            default -> files(sources.resolve("common"));
        };
    }

    private Path compile(String compiler, String program, List<Path> common) throws PeerException {
        List<Path> inputs = new ArrayList<>(List.of(sources.resolve(program + ".c")));
        inputs.addAll(common);
        List<String> command = new ArrayList<>(List.of(compiler));
        command.addAll(FLAGS);
        try {
            Path target = built.resolve(digest(command, inputs)).resolve(program);
            if (!Files.isExecutable(target)) {
                Files.createDirectories(target.getParent());
                Path fresh = Files.createTempFile(target.getParent(), program, ".tmp");
                command.addAll(List.of("-o", fresh.toString()));
                inputs.stream()
                        .map(Path::toString)
                        .filter(name -> name.endsWith(".c"))
                        .forEach(command::add);
                processes.run(compiler, command);
                Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
            }
            return target;
        } catch (IOException e) {
            throw new PeerException("cannot compile " + program + ": " + e, e);
        }
    }

    private static List<Path> files(Path folder) throws PeerException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new PeerException("cannot read the C sources in " + folder + ": " + e, e);
        }
    }

    static String digest(List<String> command, List<Path> inputs) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(String.join("\n", command).getBytes(StandardCharsets.UTF_8));
            for (Path input : inputs) {
                digest.update(Files.readAllBytes(input));
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, DIGEST_CHARACTERS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
