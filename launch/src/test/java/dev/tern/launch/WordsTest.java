/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class WordsTest {
    @Test
    void blanksSeparate() {
        assertThat(Words.of("  -Xmx1g\t-ea  ")).containsExactly("-Xmx1g", "-ea");
        assertThat(Words.of("")).isEmpty();
        assertThat(Words.of(" \n ")).isEmpty();
    }

    @Test
    void quotesAndBackslashesKeepTogether() {
        assertThat(Words.of("-Da='x y' \"b  c\"d e\\ f '' g\\\"h 'i\\j'"))
                .containsExactly("-Da=x y", "b  cd", "e f", "", "g\"h", "i\\j");
    }

    @Test
    void openQuotesAreRefused() {
        for (String line : new String[] {"'", "a \"b", "a'b\"c"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Words.of(line))
                    .withMessageContaining("not closed");
        }
    }
}
