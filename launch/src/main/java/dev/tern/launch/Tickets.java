/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * What ranks show to be let in: a random number each, which only the rank's environment holds, so that another user of the
 * machine cannot take a rank's place. PMI-1 has no other secret than its {@code PMI_ID}, and clients read that as an int.
 */
final class Tickets {
    private final int[] tickets;

    Tickets(int ranks) {
        tickets = new int[ranks];
        ByteBuffer random = ByteBuffer.wrap(randomBytes(ranks * Integer.BYTES));
        for (int rank = 0; rank < ranks; rank++) {
            int ticket = random.getInt() & Integer.MAX_VALUE;
            while (ticket == 0 || rankOf(ticket) >= 0) {
                ticket = ticket + 1 & Integer.MAX_VALUE;
            }
            tickets[rank] = ticket;
        }
    }

    /** Straight from the system where that is possible: a SecureRandom takes longer than a start may. */
    private static byte[] randomBytes(int count) {
        try (InputStream random = new FileInputStream("/dev/urandom")) {
            byte[] bytes = random.readNBytes(count);
            if (bytes.length == count) {
                return bytes;
            }
        } catch (IOException e) {
            // another system
        }
        byte[] bytes = new byte[count];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    int of(int rank) {
        return tickets[rank];
    }

    /** The rank that a ticket is for, or -1. */
    int rankOf(int ticket) {
        for (int rank = 0; rank < tickets.length; rank++) {
            if (tickets[rank] == ticket && ticket > 0) {
                return rank;
            }
        }
        return -1;
    }
}
