/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The daemon without which LAM/MPI starts no program: booted for this process alone, and halted when it ends, however
 * that comes about, since the shell that has booted it halts it at the end of its standard input.
 */
final class LamUniverse implements AutoCloseable {
    private static final String BOOTED = "booted";

    /** A signal from the terminal meets the shell too; it ends the reading but not the shell. */
    private static final String SCRIPT = """
            trap : INT TERM HUP
            "$@" lamboot > /dev/null 2>&1 < /dev/null || exit 1
            echo %s
            read -r nothing
            "$@" lamhalt > /dev/null 2>&1
            """.formatted(BOOTED);

    /**
     * Who LAM runs as. It refuses to be run by root; in a user namespace without a mapping root is nobody and can still
     * read its files, and where namespaces are forbidden root can become nobody in earnest.
     */
    private static final List<List<String>> USERS = List.of(
            List.of(),
            List.of("unshare", "--user"),
            List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));

    private static final int HALT_SECONDS = 30;

    private final List<String> prefix;
    private final Process shell;

    private LamUniverse(List<String> prefix, Process shell) {
        this.prefix = prefix;
        this.shell = shell;
    }

    /**
     * Boots a universe of this machine.
     *
     * @return the universe, to be closed
     * @throws PeerException when LAM does not boot
     */
    static LamUniverse boot() throws PeerException {
        for (List<String> user : USERS) {
            List<String> prefix = new ArrayList<>(List.of(
                    "env",
                    "LAM_MPI_SESSION_SUFFIX=tern-" + ProcessHandle.current().pid()));
            prefix.addAll(user);
            try {
                Process shell = start(prefix);
                BufferedReader output = shell.inputReader(StandardCharsets.UTF_8);
                if (BOOTED.equals(output.readLine())) {
                    return new LamUniverse(List.copyOf(prefix), shell);
                }
            } catch (IOException e) {
                throw new PeerException("lamboot cannot be started: " + e.getMessage(), e);
            }
        }
        throw new PeerException("LAM does not boot, neither as this user nor as nobody; lamboot -v says why");
    }

    private static Process start(List<String> prefix) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", SCRIPT, "sh"));
        command.addAll(prefix);
        return new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
    }

    /** What must stand in front of every command that is to find the universe. */
    List<String> prefix() {
        return prefix;
    }

    /** Ends all programs of the universe and its daemon. */
    @Override
    public void close() {
        try {
            shell.getOutputStream().close();
            if (!shell.waitFor(HALT_SECONDS, TimeUnit.SECONDS)) {
                shell.destroyForcibly();
            }
        } catch (IOException e) {
            shell.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
