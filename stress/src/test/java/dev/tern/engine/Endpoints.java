/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.engine;

import dev.tern.config.Parameters;
import dev.tern.match.Lane;
import java.util.Map;

/** Makes endpoints of lanes that belong to no engine. */
public final class Endpoints {
    /** Threads wait as among others, with nothing to look at but their own lane. */
    private static final Waiting WAITING =
            new Waiting(new Parameters(Map.of()), 2, new NothingElse(), true, true, peer -> false);

    private Endpoints() {}

    /** The endpoint of a context that has been described. */
    public static Endpoint of(Lane lane, int context) {
        return new Endpoint(lane, lane.context(context), WAITING);
    }

    private static final class NothingElse implements Lookout {
        @Override
        public boolean look() {
            return false;
        }

        @Override
        public boolean isPending() {
            return false;
        }

        @Override
        public boolean canSleep() {
            return false;
        }

        @Override
        public void askForOther() {}

        @Override
        public void announceSleep() {}

        @Override
        public void sleep(long nanos) {}

        @Override
        public void endSleep() {}

        @Override
        public void wakeOwn() {}
    }
}
