/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.config.Parameter;
import dev.tern.os.NativeAccess;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InfoTest {
    private static final Tern TERN =
            new Tern("/no/such", "/no/such/tern-core.jar", System.getProperty("java.home"), null);

    private static String text(Map<String, String> environment, int ranks) {
        return new Info(TERN, environment, ranks).text();
    }

    @Test
    void everyParameterHasAValueAndASource() {
        String text = text(Map.of("TERN_EAGER_LIMIT", "8192"), 2);
        assertThat(text).containsPattern("eager_limit +8192 bytes \\(environment\\)");
        for (Parameter parameter : Parameter.values()) {
            assertThat(text).containsPattern("(?m)^  " + parameter.key() + " +\\S+.* \\((default|environment)\\)$");
            assertThat(text).contains(parameter.text());
        }
    }

    @Test
    void whatAutoComesToDependsOnTheRanks() {
        assertThat(text(Map.of(), 2))
                .contains("for 2 local ranks")
                .containsPattern("ring_bytes +auto = 2097152 bytes \\(default\\)");
        assertThat(text(Map.of(), 500)).contains("for 500 local ranks").containsPattern("spin +auto = 2 polls");
    }

    @Test
    void whatIsMissingIsSaid() {
        assertThat(text(Map.of(), 1)).contains("/no/such/tern-core.jar (not built)", TERN.java());
        assertThat(text(Map.of("TERN_SHM_DIR", "/no/such"), 2))
                .containsPattern("shared memory +no: /no/such cannot be written");
    }

    @Test
    void whatRanksCanUseIsReallyTried() {
        String text = text(Map.of(), 2);
        assertThat(text)
                .containsPattern("shared memory +yes: /\\S+, \\d+ MB free")
                .containsPattern("tcp +yes: ");
        if (NativeAccess.isEnabled()) {
            assertThat(text).containsPattern("native access +yes").containsPattern("futex +yes");
            assertThat(text).containsPattern("process_vm_readv +(yes: tried|no: the system)");
        }
        String denied = text(Map.of("JDK_JAVA_OPTIONS", "--illegal-native-access=deny"), 2);
        assertThat(denied).containsPattern("native access +no: ").containsPattern("futex +no: needs native access");
    }

    @Test
    void programsReadItAsJson() {
        String json = new Info(TERN, Map.of("TERN_SHM_DIR", "/a \"b\\c\n"), 3).json();
        Map<?, ?> all = (Map<?, ?>) new JsonReader(json).read();
        assertThat(all.get("ranks")).isEqualTo(3.0);
        assertThat(all.get("built")).isEqualTo(false);
        assertThat(all.get("classCache")).isNull();
        assertThat(keys(all.get("machine"))).contains("host", "processors", "memory");
        assertThat(keys(all.get("transports"))).contains("shared memory", "futex", "tcp");
        List<?> parameters = (List<?>) all.get("parameters");
        assertThat(parameters).hasSize(Parameter.values().length);
        for (Object parameter : parameters) {
            assertThat(keys(parameter)).contains("name", "value", "effective", "unit", "source");
        }
        assertThat(parameters.toString()).contains("/a \"b\\c");
    }

    private static List<String> keys(Object map) {
        return ((Map<?, ?>) map).keySet().stream().map(Object::toString).toList();
    }
}
