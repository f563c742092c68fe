/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.os;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** JVMs that tests start. */
final class Children {
    private Children() {}

    static ProcessBuilder java(List<String> options, Class<?> main) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        return new ProcessBuilder(command);
    }
}
