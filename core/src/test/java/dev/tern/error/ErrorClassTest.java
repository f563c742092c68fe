/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ErrorClassTest {

    @Test
    void classesHaveTheirNamesInTheStandard() {
        assertThat(ErrorClass.name(ErrorClass.SUCCESS)).isEqualTo("MPI_SUCCESS");
        assertThat(ErrorClass.name(ErrorClass.TRUNCATE)).isEqualTo("MPI_ERR_TRUNCATE");
        assertThat(ErrorClass.name(ErrorClass.PROC_ABORTED)).isEqualTo("MPI_ERR_PROC_ABORTED");
        assertThat(ErrorClass.name(12345)).isEqualTo("MPI_ERR_12345");
        assertThat(ErrorClass.name(-1)).isEqualTo("MPI_ERR_-1");
    }

    @Test
    void noTwoClassesHaveTheSameNumber() throws IllegalAccessException {
        Set<Integer> numbers = new HashSet<>();
        for (var field : ErrorClass.class.getFields()) {
            assertThat(numbers.add(field.getInt(null))).as(field.getName()).isTrue();
        }
        assertThat(numbers).contains(0, 15, 16, 17);
    }

    @Test
    void errorCarriesItsClass() {
        var cause = new IllegalStateException("x");
        var error = new MpiError(ErrorClass.TAG, "send: tag -5", cause);
        assertThat(error.errorClass()).isEqualTo(ErrorClass.TAG);
        assertThat(error).hasMessage("send: tag -5").hasCause(cause);
    }
}
