/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.shm;

import dev.tern.transport.LinkContractTest;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class ShmLinkTest extends LinkContractTest {
    @TempDir
    private Path folder;

    @Override
    protected Ends connect() {
        Path[] folders = {folder};
        ShmTransport first = ShmTransport.create(folders, "first", 0, 2, GEOMETRY);
        ShmTransport second = ShmTransport.create(folders, "second", 1, 2, GEOMETRY);
        return new Ends(first.connect(1, 1, second.address()), second.connect(0, 0, first.address()));
    }
}
