/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParametersTest {

    private static Parameters eagerLimit(String value) {
        return new Parameters(Map.of("TERN_EAGER_LIMIT", value));
    }

    @ParameterizedTest
    @EnumSource(Parameter.class)
    void everyParameterIsDescribed(Parameter parameter) {
        assertThat(parameter.key()).matches("[a-z][a-z0-9_]*");
        assertThat(parameter.variable()).isEqualTo("TERN_" + parameter.name());
        assertThat(parameter.text()).endsWith(".");
        assertThat(parameter.unit()).isNotBlank();
        assertThat(parameter.defaultValue()).isNotBlank();

        var parameters = new Parameters(Map.of());
        assertThat(parameters.text(parameter)).isEqualTo(parameter.defaultValue());
        assertThat(parameters.source(parameter)).isEqualTo("default");
        assertThat(parameters.isAuto(parameter))
                .isEqualTo(parameter.defaultValue().equals("auto"));
    }

    @Test
    void environmentWinsOverDefault() {
        Parameters parameters = eagerLimit(" 100 ");
        assertThat(parameters.text(Parameter.EAGER_LIMIT)).isEqualTo("100");
        assertThat(parameters.source(Parameter.EAGER_LIMIT)).isEqualTo("environment");
        assertThat(parameters.number(Parameter.EAGER_LIMIT, 0, 1000, 7)).isEqualTo(100);
        assertThat(parameters.source(Parameter.RING_SLOTS)).isEqualTo("default");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t"})
    void blankMeansNotSet(String value) {
        assertThat(eagerLimit(value).text(Parameter.EAGER_LIMIT)).isEqualTo(Parameter.EAGER_LIMIT.defaultValue());
        assertThat(eagerLimit(value).source(Parameter.EAGER_LIMIT)).isEqualTo("default");
    }

    @Test
    void autoIsLeftToTheEngine() {
        assertThat(eagerLimit("auto").isAuto(Parameter.EAGER_LIMIT)).isTrue();
        assertThat(eagerLimit("auto").number(Parameter.EAGER_LIMIT, 0, 10, 7777))
                .isEqualTo(7777);
        assertThat(eagerLimit("5").isAuto(Parameter.EAGER_LIMIT)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "20"})
    void boundsAreAllowed(String value) {
        assertThat(eagerLimit(value).number(Parameter.EAGER_LIMIT, 10, 20, 0)).isEqualTo(Integer.parseInt(value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"9", "21", "-15", "x", "15k", "1e1", "15.0", "0x0f", "99999999999", "AUTO", "1 5"})
    void badNumbersAreNamedWithTheirSource(String value) {
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> eagerLimit(value).number(Parameter.EAGER_LIMIT, 10, 20, 0))
                .withMessageContaining("eager_limit=" + value)
                .withMessageContaining("environment")
                .withMessageContaining("from 10 to 20")
                .matches(e -> e.errorClass() == ErrorClass.ARG);
    }

    @Test
    void theLauncherKnowsTheCores() {
        assertThat(new Parameters(Map.of("TERN_CORES", "64")).cores()).isEqualTo(64);
        assertThat(new Parameters(Map.of("TERN_CORES", "0")).cores()).isEqualTo(1);
        int own = Runtime.getRuntime().availableProcessors();
        assertThat(new Parameters(Map.of()).cores()).isEqualTo(own);
        assertThat(new Parameters(Map.of("TERN_CORES", "many")).cores()).isEqualTo(own);
    }

    @Test
    void namesThatAreAlmostRightAreTypos() {
        var parameters = new Parameters(Map.of(
                "TERN_EAGER_LIMT", "3", "TERN_BTL", "self", "TERN_SPIN", "1", "TERN_JOB", "x", "TERNS_SPIM", "1"));
        assertThat(parameters.probableTypos())
                .containsExactly("there is no parameter eager_limt; did you mean eager_limit?");
    }

    @Test
    void namesThatAreLikeOthersAreNoTypos() {
        var parameters =
                new Parameters(Map.of("TERN_TCP_IF_INCLUDE", "10.0.0.0/8", "TERN_TCP_IF_EXCLUDE", "10.1.0.0/16"));
        assertThat(parameters.probableTypos()).isEmpty();
    }

    @Test
    void bytesMayEndInALetter() {
        for (String[] pair : new String[][] {{"64k", "65536"}, {"3M", "3145728"}, {"2g", "2147483648"}, {"17", "17"}}) {
            var parameters = new Parameters(Map.of("TERN_HEAP_BYTES", pair[0], "TERN_SPIN", pair[0]));
            assertThat(parameters.longNumber(Parameter.HEAP_BYTES, 0, Long.MAX_VALUE))
                    .isEqualTo(Long.parseLong(pair[1]));
        }
        for (String wrong : new String[] {"k", "1kk", "1t", "9999999999g", "-", "1 m"}) {
            var parameters = new Parameters(Map.of("TERN_HEAP_BYTES", wrong));
            assertThatExceptionOfType(MpiError.class)
                    .as(wrong)
                    .isThrownBy(() -> parameters.longNumber(Parameter.HEAP_BYTES, 0, Long.MAX_VALUE));
        }
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> new Parameters(Map.of("TERN_SPIN", "1k")).number(Parameter.SPIN, 0, 9999, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "TRUE", "1", "yes", "on"})
    void flagsMayBeSetInSeveralWays(String value) {
        assertThat(new Parameters(Map.of("TERN_CHECK_THREADS", value)).isTrue(Parameter.CHECK_THREADS))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "False", "0", "no", "off", ""})
    void flagsMayBeUnsetInSeveralWays(String value) {
        assertThat(new Parameters(Map.of("TERN_CHECK_THREADS", value)).isTrue(Parameter.CHECK_THREADS))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"maybe", "2", "truely"})
    void otherFlagsAreErrors(String value) {
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> new Parameters(Map.of("TERN_CHECK_THREADS", value)).isTrue(Parameter.CHECK_THREADS))
                .withMessage("parameter check_threads=" + value + " (from environment) is not one of true, false")
                .matches(e -> e.errorClass() == ErrorClass.ARG);
    }
}
