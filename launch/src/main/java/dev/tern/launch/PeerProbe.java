/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import dev.tern.os.NativeAccess;
import dev.tern.os.ProcessMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Finds out whether one process may read the memory of another, as ranks would do, by starting one that tries. */
final class PeerProbe {
    private static final int NOT_PERMITTED = 1;
    private static final int NO_SUCH_CALL = 38;
    private static final int LIMIT_SECONDS = 20;
    private static final String GOOD = "read";

    private PeerProbe() {}

    /**
     * The other process: reads a number and says how it went.
     *
     * @param arguments process, address, and the number that is to be found there
     */
    public static void main(String[] arguments) {
        ProcessMemory memory = ProcessMemory.probe();
        MemorySegment found = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);
        long result = memory == null
                ? -NO_SUCH_CALL
                : memory.read(Long.parseLong(arguments[0]), Long.parseLong(arguments[1]), found, 0, Long.BYTES);
        boolean right = found.get(ValueLayout.JAVA_LONG, 0) == Long.parseLong(arguments[2]);
        System.out.print(result == Long.BYTES && right ? GOOD : "error " + -result);
    }

    /**
     * Tries it.
     *
     * @param tern whose JDK to use
     * @return null if it works, otherwise why it does not
     */
    static String obstacle(Tern tern) {
        if (!NativeAccess.isEnabled()) {
            return "native access is " + NativeAccess.reason();
        }
        if (!ProcessMemory.allowPeers()) {
            return "the system lets no process read another (/proc/sys/kernel/yama/ptrace_scope)";
        }
        MemorySegment number = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);
        number.set(ValueLayout.JAVA_LONG, 0, ThreadLocalRandom.current().nextLong());
        List<String> command = List.of(
                tern.java(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                PeerProbe.class.getName(),
                String.valueOf(ProcessHandle.current().pid()),
                String.valueOf(number.address()),
                String.valueOf(number.get(ValueLayout.JAVA_LONG, 0)));
        try {
            return explain(run(command));
        } catch (IOException | InterruptedException e) {
            return "the process that was to try it failed: " + e.getMessage();
        }
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("it does not end");
            }
            return said;
        } finally {
            process.destroyForcibly();
        }
    }

    private static String explain(String said) {
        return switch (said) {
            case GOOD -> null;
            case "error " + NOT_PERMITTED -> "the system forbids it, as containers often do (EPERM)";
            case "error " + NO_SUCH_CALL -> "the system has no such call (ENOSYS)";
            default -> "the system refuses it (" + (said.isEmpty() ? "no answer" : said) + ")";
        };
    }
}
