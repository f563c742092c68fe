/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.util.HashMap;
import java.util.Map;

/** A process that nobody launched: rank 0 of 1. */
final class Singleton implements Wireup {
    private final Map<String, String> values = new HashMap<>();

    @Override
    public int rank() {
        return 0;
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public String job() {
        return "single-" + ProcessHandle.current().pid();
    }

    @Override
    public boolean removesFiles() {
        return false;
    }

    @Override
    public int[] nodes() {
        return new int[1];
    }

    @Override
    public void put(String key, String value) {
        values.put(key, value);
    }

    @Override
    public String get(String key) {
        String value = values.get(key);
        if (value == null) {
            throw new MpiError(ErrorClass.INTERN, "nobody has put the key " + key);
        }
        return value;
    }

    @Override
    public void barrier() {}

    @Override
    public void abort(int exitCode, String cause) {}

    @Override
    public void leave() {}

    @Override
    public void close() {}
}
