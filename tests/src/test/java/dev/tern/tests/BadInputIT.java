/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.tests.programs.BadArguments;
import dev.tern.tests.programs.FatalError;
import dev.tern.tests.programs.Lifecycle;
import dev.tern.tests.programs.Misuse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong calls: an exception that names the values, or the end of the job, as the error handler says. */
class BadInputIT {
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void everyWrongArgumentIsNamedAndHarmsNothing(int ranks) {
        MpiJob.of(ranks, BadArguments.class).run().succeeds().prints("errors were right");
    }

    @Test
    void misuseIsACleanExceptionOnEveryRank() {
        MpiJob.of(3, Misuse.class).run().succeeds().prints("end well");
    }

    @Test
    void callsBeforeInitAndAfterFinalizeSaySo() {
        MpiJob.of(2, Lifecycle.class).run().succeeds().prints("right");
        // Without a launcher, too: one rank of one.
        MpiJob.command(Site.tool("java"), "-cp", Site.CORE_JAR + ":" + Site.CLASS_PATH, Lifecycle.class.getName())
                .run()
                .succeeds()
                .prints("right");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rank     |  6 | MPI_ERR_RANK     | send: there is no rank 99 among 3",
                "tag      |  4 | MPI_ERR_TAG      | send: tag -9",
                "count    |  2 | MPI_ERR_COUNT    | recv: count -2",
                "buffer   |  1 | MPI_ERR_BUFFER   | send: 5 elements need 20 bytes, but the buffer, int[4]",
                "type     |  3 | MPI_ERR_TYPE     | send: the buffer, java.lang.String, does not fit",
                "truncate | 15 | MPI_ERR_TRUNCATE | recv: message of 36 bytes from rank 1, tag 3 does not fit in 16 bytes",
                "freed    |  5 | MPI_ERR_COMM     | barrier: the communicator was freed",
            })
    void underTheDefaultHandlerAnErrorEndsTheJobWithTheStackOfTheProgram(
            String error, int exitCode, String errorClass, String message) {
        JobResult result = MpiJob.of(3, FatalError.class, error)
                .run()
                .exits(exitCode)
                .complains("rank 1", "[" + errorClass + "]", message, "at " + FatalError.class.getName() + ".main(")
                .complains("MPI.ERRORS_RETURN", "mpirun: rank 1")
                .within(20);
        assertThat(result.out()).doesNotContain("still there");
    }
}
