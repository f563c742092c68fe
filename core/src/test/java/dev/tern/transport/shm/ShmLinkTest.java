/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.shm;

import dev.tern.transport.LinkContractTest;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class ShmLinkTest extends LinkContractTest {
    private static final int[] RANKS = {0, 1};
    private static final ShmOptions OPTIONS = new ShmOptions(GEOMETRY, 1 << 20, Long.MAX_VALUE, 2);

    @TempDir
    private Path folder;

    @Override
    protected Ends connect() {
        Path[] folders = {folder};
        ShmTransport first = ShmTransport.create(folders, "first", RANKS, 0, OPTIONS);
        ShmTransport second = ShmTransport.create(folders, "second", RANKS, 1, OPTIONS);
        return new Ends(first.connect(1, second.address()), second.connect(0, first.address()));
    }
}
