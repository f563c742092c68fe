/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import dev.tern.error.ErrorClass;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Hints for other calls: an ordered set of (key, value) pairs (MPI-4.1 chapter 10). */
public final class Info implements Freeable, Cloneable {

    private Map<String, String> entries;

    /**
     * An empty object. {@code MPI_INFO_CREATE}, MPI-4.1 chapter 10.
     *
     * @throws MPIException if MPI is not active
     */
    public Info() throws MPIException {
        this(new LinkedHashMap<>());
        MPI.check();
    }

    private Info(Map<String, String> entries) {
        this.entries = entries;
    }

    /** {@code MPI_INFO_NULL}. */
    static Info none() {
        return new Info((Map<String, String>) null);
    }

    /** {@code MPI_INFO_ENV}: what is known about the start of this process (MPI-4.1 section 11.5). Read only. */
    static Info environment() {
        Map<String, String> known = new LinkedHashMap<>();
        known.put("arch", System.getProperty("os.arch"));
        known.put("wdir", System.getProperty("user.dir"));
        return new Info(Collections.unmodifiableMap(known));
    }

    /** An object with these pairs. */
    static Info of(Map<String, String> pairs) {
        return new Info(pairs);
    }

    /** The value of a key, null if there is none, or no pairs at all. */
    String known(String key) {
        return entries == null ? null : entries.get(key);
    }

    /** Whether this is {@link MPI#INFO_NULL} or was freed. */
    public boolean isNull() {
        return entries == null;
    }

    /**
     * Adds a pair, or replaces the value of the key. {@code MPI_INFO_SET}, MPI-4.1 chapter 10.
     *
     * @param key 1 to {@link MPI#MAX_INFO_KEY} characters
     * @param value 1 to {@link MPI#MAX_INFO_VAL} characters
     * @throws MPIException if key or value is too long or empty, or this object is null or read only
     */
    public void set(String key, String value) throws MPIException {
        checkKey(key, "Info.set");
        checkWritable("Info.set");
        if (value == null || value.isEmpty() || value.length() > MPI.MAX_INFO_VAL) {
            throw Errors.raise(
                    ErrorClass.INFO_VALUE,
                    "Info.set: the value of \"" + key + "\" has not 1 to " + MPI.MAX_INFO_VAL + " characters");
        }
        entries.put(key, value);
    }

    /**
     * The value of a key. {@code MPI_INFO_GET_STRING}, MPI-4.1 chapter 10.
     *
     * @param key the key
     * @return its value, or null if there is none
     * @throws MPIException if the key is too long or empty, or this object is null
     */
    public String get(String key) throws MPIException {
        checkKey(key, "Info.get");
        return entries.get(key);
    }

    /**
     * Removes a pair. {@code MPI_INFO_DELETE}, MPI-4.1 chapter 10.
     *
     * @param key the key
     * @throws MPIException if there is no such key, or this object is null or read only
     */
    public void delete(String key) throws MPIException {
        checkKey(key, "Info.delete");
        checkWritable("Info.delete");
        if (entries.remove(key) == null) {
            throw Errors.raise(ErrorClass.INFO_NOKEY, "Info.delete: there is no key \"" + key + "\"");
        }
    }

    /**
     * The number of pairs. {@code MPI_INFO_GET_NKEYS}, MPI-4.1 chapter 10.
     *
     * @return number of pairs
     * @throws MPIException if this object is null
     */
    public int size() throws MPIException {
        check("Info.size");
        return entries.size();
    }

    /**
     * A key by its number, in the order of insertion. {@code MPI_INFO_GET_NTHKEY}, MPI-4.1 chapter 10.
     *
     * @param i 0 to {@code size() - 1}
     * @return the key
     * @throws MPIException if there is no such number, or this object is null
     */
    public String getKey(int i) throws MPIException {
        check("Info.getKey");
        if (i < 0 || i >= entries.size()) {
            throw Errors.raise(
                    ErrorClass.ARG, "Info.getKey: number " + i + " is not below the " + entries.size() + " keys");
        }
        return entries.keySet().stream().skip(i).findFirst().orElseThrow();
    }

    /**
     * A copy with the same pairs in the same order. {@code MPI_INFO_DUP}, MPI-4.1 chapter 10.
     *
     * @return the copy
     * @throws MPIException if this object is null
     */
    public Info dup() throws MPIException {
        check("Info.dup");
        return new Info(new LinkedHashMap<>(entries));
    }

    /**
     * The same as {@link #dup}.
     *
     * @throws RuntimeException if this object is null
     */
    @Override
    public Info clone() {
        try {
            return dup();
        } catch (MPIException e) {
            throw new RuntimeException(e);
        }
    }

    /**
     * Releases the object. {@code MPI_INFO_FREE}, MPI-4.1 chapter 10.
     *
     * @throws MPIException if this object is null or read only
     */
    @Override
    public void free() throws MPIException {
        check("Info.free");
        checkWritable("Info.free");
        entries = null;
    }

    private void check(String operation) throws MPIException {
        MPI.check();
        if (entries == null) {
            throw Errors.raise(ErrorClass.INFO, operation + ": the info object is null or was freed");
        }
    }

    private void checkWritable(String operation) throws MPIException {
        if (this == MPI.INFO_ENV) {
            throw Errors.raise(ErrorClass.INFO, operation + ": MPI.INFO_ENV can only be read");
        }
    }

    private void checkKey(String key, String operation) throws MPIException {
        check(operation);
        if (key == null || key.isEmpty() || key.length() > MPI.MAX_INFO_KEY) {
            throw Errors.raise(
                    ErrorClass.INFO_KEY,
                    operation + ": the key \"" + key + "\" has not 1 to " + MPI.MAX_INFO_KEY + " characters");
        }
    }
}
