/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.engine.Hint;
import dev.tern.error.ErrorClass;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The hints of communicators as pairs of an {@link Info}. */
final class Hints {
    static final Set<Hint> NONE = Set.of();

    private Hints() {}

    /** The hints after a change: those that {@code info} names take its values, the others stay; unknown pairs are ignored. */
    static Set<Hint> changed(Set<Hint> hints, Info info) {
        Set<Hint> changed = EnumSet.noneOf(Hint.class);
        changed.addAll(hints);
        for (Hint hint : Hint.values()) {
            String value = info.known(hint.key());
            if ("true".equals(value)) {
                changed.add(hint);
            } else if ("false".equals(value)) {
                changed.remove(hint);
            }
        }
        return changed;
    }

    /** All hints with the values that are in use. */
    static Info info(Set<Hint> hints) {
        Map<String, String> values = new LinkedHashMap<>();
        for (Hint hint : Hint.values()) {
            values.put(hint.key(), String.valueOf(hints.contains(hint)));
        }
        return Info.of(values);
    }

    /** Fails for an object that was freed, or none; {@link MPI#INFO_NULL} has no pairs. */
    static void check(Comm comm, String operation, Info info) throws MPIException {
        if (info == null || info.isNull() && info != MPI.INFO_NULL) {
            throw comm.error(ErrorClass.INFO, operation + ": the info object is null or was freed");
        }
    }
}
