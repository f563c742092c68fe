/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MessagesTest {
    private static final int WIDEST = 78;

    @Test
    void everyTopicHasATextAndEveryTextATopic() {
        List<String> ids = new ArrayList<>();
        for (Topic topic : Topic.values()) {
            ids.add(topic.id());
        }
        assertThat(Messages.load("messages").keySet()).containsExactlyElementsOf(ids);
    }

    @Test
    void everyTopicIsUsed() throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                sources.append(Files.readString(file));
            }
        }
        for (Topic topic : Topic.values()) {
            assertThat(sources.toString()).contains("Topic." + topic.name());
        }
    }

    @Test
    void textsHaveAPlaceForEachValueAndAnExplanation() {
        Map<String, String[]> texts = Messages.load("messages");
        for (Topic topic : Topic.values()) {
            String[] parts = texts.get(topic.id());
            assertThat(parts[0].split("\\{}", -1)).as(topic.id()).hasSize(topic.arguments() + 1);
            assertThat(parts[1]).as(topic.id()).isNotBlank();
            String[] values = Collections.nCopies(topic.arguments(), "VALUE").toArray(new String[0]);
            assertThat(Messages.text(topic, values)).doesNotContain("{}");
            assertThatThrownBy(() -> Messages.text(
                            topic,
                            Stream.concat(Stream.of(values), Stream.of("more")).toArray(String[]::new)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void linesAreNotTooLong() {
        for (String file : List.of("messages", "pages")) {
            for (Map.Entry<String, String[]> text : Messages.load(file).entrySet()) {
                for (String part : text.getValue()) {
                    assertThat(part.lines()).as(text.getKey()).allMatch(line -> line.length() <= WIDEST);
                }
            }
        }
    }

    @Test
    void theUsagePageNamesEveryOption() {
        String usage = Messages.page("usage") + Messages.page("compatibility");
        for (Option option : Option.values()) {
            for (String name : option.names()) {
                assertThat(usage).containsPattern("-" + name + "\\b");
            }
        }
    }

    @Test
    void bannersNameTheirTopic() {
        String banner = Messages.banner(Topic.BAD_COUNT, Messages.text(Topic.BAD_COUNT, "-n", "x"));
        assertThat(banner.lines().toList())
                .startsWith("-".repeat(74), "mpirun: option -n does not take the value \"x\".")
                .endsWith("[bad-count]  mpirun --help bad-count", "-".repeat(74));
    }

    @Test
    void helpKnowsAllTopics() {
        for (String topic : Messages.topics().split(" ")) {
            assertThat(Messages.page(topic)).as(topic).isNotBlank();
        }
        assertThat(Messages.page("nonsense")).isNull();
    }
}
