/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A small shell beside the launcher that sends the signals of the job, and that outlives the launcher: when its standard
 * input ends without a farewell, because the launcher was killed, it kills all ranks and removes their files.
 *
 * <p>Each rank leads a session and thus a process group of its own ({@code setsid}), so one signal reaches all that the rank
 * has started. Where there is no {@code setsid}, the process and its descendants are named one by one; when the launcher is
 * killed there, only the first process of each rank is certain to end.
 */
final class Guard implements AutoCloseable {
    /**
     * Commands, one a line: {@code groups LIST} whom to kill in the end, {@code polite PID} whom to ask to end, {@code kill
     * ARGUMENTS}, {@code bye}.
     */
    private static final String SCRIPT = """
            trap '' HUP INT QUIT TERM USR1 USR2 ALRM
            groups=
            polite=
            while read -r verb rest; do
              case $verb in
                groups) groups=$rest ;;
                polite) polite=$rest ;;
                kill) kill $rest ;;
                bye) exit ;;
              esac
            done
            [ -z "$groups" ] || kill -s KILL -- $groups
            [ -z "$polite" ] || kill -s TERM -- $polite
            for folder; do rm -f "$folder/tern-$0-"*; done
            """;

    private final boolean sessions;
    private final Process shell;
    private final OutputStream commands;
    private final List<Rank> ranks = new ArrayList<>();

    /**
     * Starts the shell.
     *
     * @param sessionTool the program that ranks are started with, see {@link #sessionTool()}, or null
     * @param job id of the job, part of the names of its files
     * @param folders where such files may lie
     * @throws IOException if there is no shell
     */
    Guard(String sessionTool, String job, String... folders) throws IOException {
        List<String> command = new ArrayList<>();
        sessions = sessionTool != null;
        if (sessions) {
            command.add(sessionTool);
        }
        command.addAll(List.of("/bin/sh", "-c", SCRIPT, job));
        command.addAll(List.of(folders));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        shell = builder.start();
        commands = shell.getOutputStream();
    }

    /** The program that gives a rank a session of its own, or null. */
    static String sessionTool() {
        return Machine.tool("setsid");
    }

    /** Puts a rank under guard. */
    void add(Rank rank) {
        ranks.add(rank);
        sendGroups();
    }

    /** Puts another launcher under guard, which ends its ranks itself when it is asked to end. */
    void add(long launcher) {
        send("polite " + launcher);
    }

    /** Kills what a rank has left behind, once its process has ended and its output is complete. */
    void release(Rank rank) {
        if (sessions) {
            // As long as the group has a member its number belongs to no other process, and else nothing is hit.
            signal("KILL", List.of(rank));
        }
        ranks.remove(rank);
        sendGroups();
    }

    /** Sends a signal to all processes of all ranks. */
    void signal(String name) {
        signal(name, ranks);
        if (sessions && name.equals("KILL")) {
            killThoseWithoutSession();
        }
    }

    /** A rank that has been started this instant may have no session yet, and so not have been hit with its group. */
    private void killThoseWithoutSession() {
        for (Rank rank : ranks) {
            if (!rank.hasEnded()) {
                signal("KILL", rank.process().pid());
            }
        }
    }

    /** Sends a signal to one process. */
    void signal(String name, long pid) {
        send("kill -s " + name + " -- " + pid);
    }

    /** Ends the shell, which first carries out all that it was told. */
    @Override
    public void close() {
        send("bye");
        try {
            commands.close();
            shell.waitFor();
        } catch (IOException | InterruptedException e) {
            shell.destroyForcibly();
        }
    }

    private void signal(String name, List<Rank> receivers) {
        if (!receivers.isEmpty()) {
            send("kill -s " + name + " --" + targets(receivers));
        }
    }

    private void sendGroups() {
        send("groups" + targets(ranks));
    }

    private String targets(List<Rank> receivers) {
        StringBuilder targets = new StringBuilder();
        for (Rank rank : receivers) {
            targets.append(sessions ? " -" : " ").append(rank.process().pid());
            if (!sessions) {
                for (Object descendant : rank.process().descendants().toArray()) {
                    targets.append(' ').append(((ProcessHandle) descendant).pid());
                }
            }
        }
        return targets.toString();
    }

    private void send(String line) {
        try {
            commands.write((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
            commands.flush();
        } catch (IOException e) {
            // Somebody killed the shell: the ranks are then ended one by one.
            if (line.startsWith("kill -s KILL")) {
                for (Rank rank : ranks) {
                    rank.process().destroyForcibly();
                }
            } else if (line.startsWith("kill -s TERM")) {
                for (Rank rank : ranks) {
                    rank.process().destroy();
                }
            }
        }
    }
}
