/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds programs on the search path. */
final class Executables {
    private final List<Path> folders;

    Executables(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    /** Those of the environment variable PATH. */
    static Executables onPath() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return new Executables(Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(path)
                .filter(folder -> !folder.isEmpty())
                .map(Path::of)
                .toList());
    }

    /** The first of these programs that exists. */
    Optional<String> find(String... names) {
        return Stream.of(names)
                .filter(name -> folders.stream().anyMatch(folder -> Files.isExecutable(folder.resolve(name))))
                .findFirst();
    }
}
