/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

import static dev.tern.match.Lanes.message;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The pieces of one message over several connections. */
class LaneOverTcpLinksTest extends LaneOverTcpTest {
    @Override
    int links() {
        return 3;
    }

    @Override
    int maxLength() {
        return 1_500_000;
    }

    @Test
    void piecesOfLongMessagesComeTogether() {
        Lanes lanes = lanes();
        int length = 20_000_001;
        byte[] sent = message(7, length);
        byte[] buffer = new byte[length + 8];
        for (int i = 0; i < 3; i++) {
            Arrays.fill(buffer, (byte) 0);
            SendOperation send = lanes.send(0, 1, 5, sent);
            RecvOperation receive = lanes.post(1, 0, 5, buffer);
            lanes.pumpUntil(() -> receive.isDone() && send.isDone());
            assertThat(receive.bytes()).isEqualTo(length);
            assertThat(Arrays.equals(buffer, 0, length, sent, 0, length)).isTrue();
            assertThat(buffer).endsWith(new byte[8]);
        }
    }
}
