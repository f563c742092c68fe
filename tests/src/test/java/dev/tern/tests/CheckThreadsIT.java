/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import dev.tern.tests.programs.ThreadHabits;
import dev.tern.tests.programs.WrongThreads;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that the level of thread support does not allow to call, with the parameter {@code check_threads}. */
class CheckThreadsIT {
    private static final int FUNNELED = 1;
    private static final int MULTIPLE = 3;
    private static final String[] CHECK = {"--param", "check_threads=true"};

    @TempDir
    private Path folder;

    private MpiJob job(int level, Object... more) {
        Object[] arguments = new Object[2 + more.length];
        arguments[0] = level;
        arguments[1] = folder.resolve("seen");
        System.arraycopy(more, 0, arguments, 2, more.length);
        return MpiJob.of(2, WrongThreads.class, arguments).options(CHECK);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void callsOfWrongThreadsAreErrors(int level) {
        job(level).run().succeeds().prints("checked\nchecked");
    }

    @Test
    void suchAnErrorEndsTheJobUnlessTheProgramWantsIt() {
        job(FUNNELED, "fatal")
                .run()
                .exits(16)
                .complains("iProbe: called by thread \"the other thread\"", "MPI.THREAD_FUNNELED", "[MPI_ERR_OTHER]");
    }

    @Test
    void allThreadsMayCallUnderMultiple() {
        MpiJob.of(2, ThreadHabits.class, MULTIPLE)
                .options(CHECK)
                .run()
                .succeeds()
                .prints("right");
    }

    @Test
    void anyOtherValueIsAnError() {
        MpiJob.of(2, WrongThreads.class, FUNNELED, folder.resolve("seen"))
                .options("--param", "check_threads=maybe")
                .run()
                .exits(1)
                .complains("parameter check_threads=maybe (from environment) is not one of true, false");
    }
}
