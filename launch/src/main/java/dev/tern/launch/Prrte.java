/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The launcher of Open MPI from its release 5 on, which is also there by itself. */
final class Prrte extends OpenMpi {
    /** Options that may be there only once, and what stands between their values. */
    private static final Map<String, String> LISTS = Map.of("--output", ",", "--display", ",", "--map-by", "");

    Prrte() {
        super("prrte", "prterun");
        phrase(Option.TAG_OUTPUT, "--output", "tag");
        phrase(Option.PREPEND_RANK, "--output", "rank");
        phrase(Option.TIMESTAMP_OUTPUT, "--output", "timestamp");
        phrase(Option.MERGE_OUTPUT, "--output", "merge");
        phrase(Option.OUTPUT_FILENAME, "--output", "dir={}");
        phrase(Option.DISPLAY_MAP, "--display", "map");
        phrase(Option.DISPLAY_ALLOCATION, "--display", "allocation");
        phrase(Option.REPORT_BINDINGS, "--display", "bind");
        phrase(Option.OVERSUBSCRIBE, "--map-by", ":OVERSUBSCRIBE");
    }

    @Override
    List<String> words(Map<Option, String> wishes, Layout layout, List<String> warnings) {
        Map<String, String> lists = new LinkedHashMap<>();
        List<String> joined = new ArrayList<>();
        for (Iterator<String> all = super.words(wishes, layout, warnings).iterator(); all.hasNext(); ) {
            String word = all.next();
            String between = LISTS.get(word);
            if (between == null) {
                joined.add(word);
            } else {
                lists.merge(word, all.next(), (first, next) -> first + between + next);
            }
        }
        lists.forEach((option, values) -> joined.addAll(List.of(option, values)));
        return joined;
    }
}
