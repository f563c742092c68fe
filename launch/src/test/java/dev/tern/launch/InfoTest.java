/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.config.Parameter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InfoTest {
    private static final Tern TERN = new Tern("/no/such", "/no/such/tern-core.jar", "/jdk");

    @Test
    void everyParameterHasAValueAndASource() {
        String text = Info.text(TERN, Map.of("TERN_EAGER_LIMIT", "8192"));
        assertThat(text).containsPattern("eager_limit +8192 bytes \\(environment\\)");
        for (Parameter parameter : Parameter.values()) {
            assertThat(text).containsPattern("(?m)^  " + parameter.key() + " +\\S+.* \\((default|environment)\\)$");
            assertThat(text).contains(parameter.text());
        }
    }

    @Test
    void whatIsMissingIsSaid() {
        assertThat(Info.text(TERN, Map.of())).contains("/no/such/tern-core.jar (not built)", "/jdk/bin/java");
    }
}
