/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The launcher of Open MPI up to its release 4. It hands on only the variables that it is told to. */
class OpenMpi extends Engine {
    OpenMpi() {
        this("openmpi", "mpirun.openmpi", "orterun");
        phrase(Option.TAG_OUTPUT, "--tag-output");
        phrase(Option.PREPEND_RANK, "--tag-output");
        phrase(Option.TIMESTAMP_OUTPUT, "--timestamp-output");
        phrase(Option.MERGE_OUTPUT, "--merge-stderr-to-stdout");
        phrase(Option.OUTPUT_FILENAME, "--output-filename", "{}");
        phrase(Option.DISPLAY_MAP, "--display-map");
        phrase(Option.DISPLAY_ALLOCATION, "--display-allocation");
        phrase(Option.REPORT_BINDINGS, "--report-bindings");
        phrase(Option.OVERSUBSCRIBE, "--oversubscribe");
    }

    /** What all releases share. */
    OpenMpi(String name, String... executables) {
        super(name, executables);
        phrase(Option.STDIN, "--stdin", "{}");
        phrase(Option.BIND_TO, "--bind-to", "{}");
        phrase(Option.MAP_BY, "--map-by", "{}");
        phrase(Option.CPU_SET, "--cpu-set", "{}");
        phrase(Option.AS_ROOT, "--allow-run-as-root");
    }

    @Override
    final List<String> command(String executable, Order order, List<String> warnings) {
        Settings settings = order.settings();
        boolean hosts = !order.allocation().hosts().isEmpty();
        Map<Option, String> wishes = new EnumMap<>(settings.wishes);
        if (!hosts && settings.perNode > 0) {
            wishes.putIfAbsent(Option.MAP_BY, "ppr:" + settings.perNode + ":node");
        }
        if (!hosts && !settings.layout.limited) { // of its own accord it lets no more ranks than cores run
            wishes.put(Option.OVERSUBSCRIBE, "");
        }
        List<String> words = new ArrayList<>(List.of(executable));
        words.addAll(words(wishes, settings.layout, warnings));
        List<String> eachTime = new ArrayList<>();
        if (hosts) {
            eachTime.addAll(List.of("--host", order.hostList()));
        }
        for (String variable : order.variables()) {
            eachTime.addAll(List.of("-x", variable));
        }
        words.addAll(parts(order, eachTime));
        return words;
    }
}
