/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.self;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.transport.Link;
import dev.tern.transport.LinkContractTest;
import org.junit.jupiter.api.Test;

class SelfTransportTest extends LinkContractTest {

    @Override
    protected Ends connect() {
        Link link = SelfTransport.connect(3, GEOMETRY);
        return new Ends(link, link);
    }

    @Test
    void leadsToTheRankItself() {
        Link link = SelfTransport.connect(3, GEOMETRY);
        assertThat(link.peer).isEqualTo(3);
        assertThat(link.peerIsGone()).isFalse();
    }
}
