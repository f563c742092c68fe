/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.shm;

import dev.tern.transport.Link;
import dev.tern.transport.LinkContractTest;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class ShmSelfLinkTest extends LinkContractTest {
    @TempDir
    private Path folder;

    @Override
    protected Ends connect() {
        var options = new ShmOptions(GEOMETRY, 0, Long.MAX_VALUE, 16);
        Link link = ShmTransport.create(new Path[] {folder}, "own", new int[] {0, 1, 2}, 1, options)
                .connectSelf();
        return new Ends(link, link);
    }
}
