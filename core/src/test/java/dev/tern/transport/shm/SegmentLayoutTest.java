/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SegmentLayoutTest {

    @Test
    void fieldsAreAlignedAndDoNotOverlap() {
        record Field(long offset, long size) {}
        List<Field> fields = List.of(
                new Field(SegmentLayout.MAGIC, 8),
                new Field(SegmentLayout.VERSION, 4),
                new Field(SegmentLayout.LOCAL_RANK, 4),
                new Field(SegmentLayout.LOCAL_SIZE, 4),
                new Field(SegmentLayout.RING_SLOTS, 4),
                new Field(SegmentLayout.RING_BYTES, 4),
                new Field(SegmentLayout.NONCE, 8),
                new Field(SegmentLayout.ATTACHED, 8),
                new Field(SegmentLayout.STATE, 8),
                new Field(SegmentLayout.RINGS, 0));
        long end = 0;
        for (Field field : fields) {
            assertThat(field.offset()).as("start of %s", field).isGreaterThanOrEqualTo(end);
            if (field.size() > 0) {
                assertThat(field.offset() % field.size())
                        .as("alignment of %s", field)
                        .isZero();
            }
            end = field.offset() + field.size();
        }
    }

    @Test
    void whatChangesHasLinesOfItsOwn() {
        assertThat(SegmentLayout.ATTACHED % 64).isZero();
        assertThat(SegmentLayout.STATE % 64).isZero();
        assertThat(SegmentLayout.ATTACHED - SegmentLayout.NONCE).isGreaterThanOrEqualTo(64);
        assertThat(SegmentLayout.STATE - SegmentLayout.ATTACHED).isGreaterThanOrEqualTo(64);
        assertThat(SegmentLayout.RINGS - SegmentLayout.STATE).isGreaterThanOrEqualTo(64);
        assertThat(SegmentLayout.RINGS % 64).isZero();
    }

    @Test
    void emptyFileIsNoSegmentAndMeansNothing() {
        assertThat(SegmentLayout.MAGIC_VALUE).isNotZero();
        assertThat(SegmentLayout.VERSION_VALUE).isPositive();
        assertThat(SegmentLayout.STATE_RUNNING).as("what a new file says").isZero();
        assertThat(SegmentLayout.STATE_GONE).isNotEqualTo(SegmentLayout.STATE_FINALIZED);
    }
}
