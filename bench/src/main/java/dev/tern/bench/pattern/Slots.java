/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.pattern;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import mpi.MPI;

/**
 * The buffers of a window of messages in one direction. A measurement uses one and the same buffer for all of them, as
 * the original benchmarks do. Validation gives each message a buffer of its own as long as
 * {@value #VALIDATED_BYTES} bytes suffice; beyond that, buffers are shared in turn by messages of equal content.
 */
final class Slots {
    private static final int VALIDATED_BYTES = 64 << 20;
    private static final int LINE = 64;

    private final DataKind kind;
    private final boolean validate;
    private final ByteBuffer block;
    private final Area[] areas;
    private int distinct = 1;

    Slots(Setup setup) {
        kind = setup.kind();
        validate = setup.validate();
        areas = new Area[setup.window()];
        block = validate && kind != DataKind.ARRAYS ? block(capacity(setup.largest())) : null;
        if (!validate) {
            Arrays.fill(areas, Area.ofBytes(kind, setup.largest()));
        }
    }

    private ByteBuffer block(int size) {
        return (ByteBuffer) Area.ofBytes(kind, size).object();
    }

    /** Lays the buffers out for messages of a size. */
    void select(int size) {
        if (!validate) {
            return;
        }
        int stride = stride(size);
        distinct = Math.clamp(capacity(size) / stride, 1, areas.length);
        for (int i = 0; i < areas.length; i++) {
            areas[i] = i < distinct ? area(size, i * stride) : areas[i % distinct];
        }
    }

    private Area area(int size, int offset) {
        return block == null ? Area.ofBytes(kind, size) : Area.of(MPI.slice(block, offset));
    }

    private int capacity(int size) {
        long all = (long) stride(size) * areas.length;
        return (int) Math.min(all, Math.max(VALIDATED_BYTES, stride(size)));
    }

    private static int stride(int size) {
        return (size + Area.GUARD + LINE - 1) / LINE * LINE;
    }

    /** The buffer of message {@code i} of the window. */
    Object object(int i) {
        return areas[i].object();
    }

    void write(Payload payload, int size, long first) {
        for (int i = 0; i < distinct; i++) {
            payload.write(areas[i], 0, size, first + i);
        }
    }

    void wipe(int size) {
        for (int i = 0; i < distinct; i++) {
            areas[i].wipe(size);
        }
    }

    Optional<String> verify(Payload payload, int size, long first) {
        for (int i = 0; i < distinct; i++) {
            Area area = areas[i];
            Optional<String> wrong = payload.verify(area, 0, size, first + i).or(() -> area.overrun(size));
            if (wrong.isPresent()) {
                return Optional.of("message " + i + " of the window: " + wrong.get());
            }
        }
        return Optional.empty();
    }
}
