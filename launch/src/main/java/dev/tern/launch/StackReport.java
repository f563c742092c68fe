/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.ArrayList;
import java.util.List;

/** What all ranks are doing: asks them, keeps their answers, and prints them rank by rank. */
final class StackReport {
    private final List<Rank> ranks = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private final Settings settings;
    private final Output output;

    /**
     * Asks all ranks that still run. A rank with Tern's library answers with what it waits for and its stacks; any other
     * JVM prints its stacks when it gets SIGQUIT.
     */
    StackReport(Settings settings, Rank[] all, PmiServer pmi, Guard guard, Output output) {
        this.settings = settings;
        this.output = output;
        output.capture();
        for (Rank rank : all) {
            if (rank.hasEnded()) {
                continue;
            }
            String remark = "";
            if (pmi.canReport(rank.number())) {
                pmi.askReport(rank.number());
            } else {
                List<Long> jvms = jvms(rank);
                for (long pid : jvms) {
                    guard.signal("QUIT", pid);
                }
                remark = jvms.isEmpty() ? "no Java program, so there are no stacks to show\n" : "";
            }
            ranks.add(rank);
            remarks.add(remark);
        }
    }

    /** The answers so far. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < ranks.size(); i++) {
            Rank rank = ranks.get(i);
            text.append("======== rank ").append(rank.number());
            text.append(" (pid ").append(rank.process().pid()).append("): ");
            text.append(rank.app().commandText()).append('\n');
            String answer = output.captured(rank.number());
            if (!answer.isEmpty()) {
                text.append(answer).append(answer.endsWith("\n") ? "" : "\n");
            } else if (!remarks.get(i).isEmpty()) {
                text.append(remarks.get(i));
            } else if (settings.outputDirectory != null) {
                text.append("see ")
                        .append(settings.outputDirectory)
                        .append("/rank.")
                        .append(rank.number())
                        .append('\n');
            } else {
                text.append("no answer\n");
            }
        }
        return text.toString();
    }

    /** The Java virtual machines among the processes of a rank; others would be killed by SIGQUIT. */
    private static List<Long> jvms(Rank rank) {
        List<Long> jvms = new ArrayList<>();
        ProcessHandle first = rank.process().toHandle();
        if (isJvm(first)) {
            jvms.add(first.pid());
        }
        for (Object descendant : first.descendants().toArray()) {
            if (isJvm((ProcessHandle) descendant)) {
                jvms.add(((ProcessHandle) descendant).pid());
            }
        }
        return jvms;
    }

    private static boolean isJvm(ProcessHandle process) {
        String maps = Machine.read("/proc/" + process.pid() + "/maps");
        return maps.isEmpty() ? process.info().command().orElse("").endsWith("/java") : maps.contains("libjvm.so");
    }
}
