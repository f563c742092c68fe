/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.ArrayList;
import java.util.List;

/** The launcher of MPICH and its relatives. It hands on the whole environment, over ssh and other ways. */
final class Hydra extends Engine {
    Hydra() {
        super("hydra", "mpiexec.hydra", "mpiexec.mpich");
        phrase(Option.TAG_OUTPUT, "-prepend-rank");
        phrase(Option.PREPEND_RANK, "-prepend-rank");
        phrase(Option.PRINT_EXIT_CODES, "-print-all-exitcodes");
        phrase(
                Option.OUTPUT_FILENAME,
                "-outfile-pattern",
                "{}/rank.%r/stdout",
                "-errfile-pattern",
                "{}/rank.%r/stderr");
        phrase(Option.OVERSUBSCRIBE);
        phrase(Option.AS_ROOT);
    }

    @Override
    List<String> command(String executable, Order order, List<String> warnings) {
        List<String> words = new ArrayList<>(List.of(executable, "-pmi-port"));
        if (!order.allocation().hosts().isEmpty()) {
            words.addAll(List.of("-hosts", hosts(order)));
        } else if (order.settings().perNode > 0) {
            words.addAll(List.of("-ppn", String.valueOf(order.settings().perNode)));
        }
        words.addAll(words(order.settings().wishes, order.settings().layout, warnings));
        words.addAll(parts(order, List.of()));
        return words;
    }

    /**
     * Other hosts call this one by the name that stands in the list, so that must not be one that means themselves. Addresses of
     * IPv6 would be cut at a colon.
     */
    private static String hosts(Order order) {
        List<String> words = new ArrayList<>();
        boolean alone = order.allocation().hosts().firstOther() == null;
        for (String word : order.hostList().split(",")) {
            if (word.indexOf(':') != word.lastIndexOf(':')) {
                throw new LaunchException(Topic.UNKNOWN_HOST, word.substring(0, word.lastIndexOf(':')), "Hydra");
            }
            boolean meansItself = word.startsWith("localhost:") || word.startsWith("127.");
            words.add(alone || !meansItself ? word : Machine.hostName() + word.substring(word.indexOf(':')));
        }
        return String.join(",", words);
    }

    @Override
    List<String> words(Option option, String value, Layout layout) {
        return switch (option) {
            case BIND_TO -> List.of("-bind-to", level(layout.binding) + (layout.width > 1 ? ":" + layout.width : ""));
            case MAP_BY -> mapping(value, layout);
            case STDIN -> value.equals("0") ? List.of() : null;
            default -> super.words(option, value, layout);
        };
    }

    private static List<String> mapping(String value, Layout layout) {
        if (layout.mapping == Level.NODE) {
            return isByNode(value) ? null : List.of();
        }
        return layout.ranksPerPart > 0 ? null : List.of("-map-by", level(layout.mapping));
    }

    private static String level(Level level) {
        if (level == null || level == Level.NODE) {
            return "none";
        }
        return level == Level.PACKAGE ? "socket" : level.word();
    }
}
