/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;

/** What stands in front of each line of a rank. */
final class LineMark {
    /** Open MPI's number of the first job, which scripts that read tagged output know. */
    private static final int JOB = 1;

    private final boolean timestamp;
    private final String mark;
    private final byte[] bytes;

    LineMark(Settings settings, int rank, boolean error) {
        timestamp = settings.timestampOutput;
        String stream = error ? "<stderr>:" : "<stdout>:";
        String text = settings.tagOutput ? "[" + JOB + "," + rank + "]" + stream : timestamp ? stream : "";
        mark = settings.prependRank ? text + "[" + rank + "] " : text;
        bytes = mark.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The mark for a line that is printed now. */
    byte[] bytes() {
        if (!timestamp) {
            return bytes;
        }
        String now = LocalDateTime.now().truncatedTo(ChronoUnit.MILLIS).toString();
        return (now + mark).getBytes(StandardCharsets.ISO_8859_1);
    }
}
