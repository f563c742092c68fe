/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Slurm's {@code srun}, in an allocation or for one of its own. It hands on the whole environment. */
final class Slurm extends Engine {
    private static final Map<Level, String> BINDINGS =
            Map.of(Level.HWTHREAD, "threads", Level.CORE, "cores", Level.NUMA, "ldoms", Level.PACKAGE, "sockets");

    Slurm() {
        super("slurm", "srun");
        phrase(Option.TAG_OUTPUT, "--label");
        phrase(Option.PREPEND_RANK, "--label");
        phrase(Option.OUTPUT_FILENAME, "--output={}/rank.%t/stdout", "--error={}/rank.%t/stderr");
        phrase(Option.STDIN, "--input={}");
        phrase(Option.OVERSUBSCRIBE, "--overcommit");
        phrase(Option.AS_ROOT);
    }

    @Override
    boolean needsAddresses() {
        return false;
    }

    @Override
    List<String> command(String executable, Order order, List<String> warnings) {
        // Of its own accord srun lets a job go on whose ranks fail, and hands the input to all.
        List<String> words = new ArrayList<>(
                List.of(executable, "--mpi=pmi2", "--kill-on-bad-exit=1", "--export=ALL", "--ntasks=" + order.ranks()));
        if (!order.allocation().hosts().isEmpty()) {
            words.add("--nodelist=" + repeated(order.allocation().hosts().dealt(order.ranks())));
            words.add("--distribution=arbitrary");
        } else if (order.settings().perNode > 0) {
            words.add("--ntasks-per-node=" + order.settings().perNode);
        }
        if (!order.settings().wishes.containsKey(Option.STDIN)) {
            words.add("--input=0");
        }
        Map<Option, String> wishes = new EnumMap<>(order.settings().wishes);
        if (order.allocation().slurm() && !order.settings().layout.limited) {
            wishes.put(
                    Option.OVERSUBSCRIBE,
                    ""); // of its own accord it lets no more ranks than processors of the allocation run
        }
        words.addAll(words(wishes, order.settings().layout, warnings));
        Order.Part first = order.parts().get(0);
        if (order.parts().size() > 1) {
            words.addAll(List.of("/bin/sh", "-c", chooser(order)));
            return words;
        }
        if (first.directory() != null) {
            words.add("--chdir=" + first.directory());
        }
        words.addAll(first.command());
        return words;
    }

    /** A host stands in the list once for each of its ranks. */
    private static String repeated(List<Host> hosts) {
        List<String> names = new ArrayList<>();
        for (Host host : hosts) {
            names.addAll(Collections.nCopies(host.slots(), host.name()));
        }
        return String.join(",", names);
    }

    /** A line for the shell in which each rank becomes the program that is its own: srun takes but one. */
    private static String chooser(Order order) {
        StringBuilder line = new StringBuilder();
        int below = 0;
        for (Order.Part part : order.parts()) {
            below += part.count();
            line.append(line.isEmpty() ? "if" : "elif");
            line.append(" [ \"$SLURM_PROCID\" -lt ").append(below).append(" ]; then ");
            if (part.directory() != null) {
                line.append("cd ").append(Words.quoted(part.directory())).append(" && ");
            }
            line.append("exec ").append(Words.line(part.command())).append("; ");
        }
        return line.append("fi").toString();
    }

    @Override
    List<String> words(Option option, String value, Layout layout) {
        if (option == Option.BIND_TO) {
            String binding = layout.binding == null ? "none" : BINDINGS.get(layout.binding);
            return binding == null || layout.width > 1 ? null : List.of("--cpu-bind=" + binding);
        }
        if (option == Option.MAP_BY) {
            return layout.mapping == Level.NODE && !isByNode(value) ? List.of() : null;
        }
        return super.words(option, value, layout);
    }
}
