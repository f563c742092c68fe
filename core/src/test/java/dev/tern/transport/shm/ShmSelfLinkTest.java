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
        Link link =
                ShmTransport.create(new Path[] {folder}, "own", 1, 3, GEOMETRY).connectSelf(1);
        return new Ends(link, link);
    }
}
