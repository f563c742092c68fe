/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests.programs;

import java.util.Arrays;
import java.util.Objects;
import mpi.MPIException;

/** What the programs assert: a failure is an uncaught error, which ends the job. */
public final class Check {
    /** A call that may fail. */
    public interface Call {
        void run() throws Exception;
    }

    private Check() {}

    public static void that(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    /** As above; the words are put together only if they are needed. */
    public static void that(boolean holds, String form, Object... parts) {
        if (!holds) {
            throw new AssertionError(form.formatted(parts));
        }
    }

    public static void equal(Object expected, Object actual, String what) {
        that(Objects.deepEquals(expected, actual), what + ": expected " + text(expected) + ", not " + text(actual));
    }

    /** The call must throw an MPIException of a class, whose message has all parts. Returns the message. */
    public static String fails(int errorClass, Call call, String... parts) {
        try {
            call.run();
        } catch (MPIException e) {
            equal(errorClass, e.getErrorClass(), "class of \"" + e.getMessage() + '"');
            for (String part : parts) {
                that(e.getMessage().contains(part), "\"" + part + "\" in \"" + e.getMessage() + '"');
            }
            return e.getMessage();
        } catch (Exception e) {
            throw new AssertionError("not an MPIException", e);
        }
        throw new AssertionError("no exception; expected one with " + Arrays.toString(parts));
    }

    private static String text(Object value) {
        String text = Arrays.deepToString(new Object[] {value});
        return text.substring(1, text.length() - 1);
    }
}
