/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import static mpi.SingleRank.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SingleRank.class)
class InfoTest {

    @Test
    void keepsPairsInOrder() throws MPIException {
        Info info = new Info();
        info.set("b", "1");
        info.set("a", "2");
        info.set("b", "3");
        assertThat(info.size()).isEqualTo(2);
        assertThat(info.getKey(0)).isEqualTo("b");
        assertThat(info.getKey(1)).isEqualTo("a");
        assertThat(info.get("b")).isEqualTo("3");
        assertThat(info.get("c")).isNull();
        Info copy = info.clone();
        info.delete("b");
        assertThat(info.size()).isEqualTo(1);
        assertThat(copy.size()).isEqualTo(2);
        info.free();
        assertThat(info.isNull()).isTrue();
        assertThat(copy.get("a")).isEqualTo("2");
        assertFails(MPI.ERR_INFO, "Info.size", info::size);
    }

    @Test
    void badArguments() throws MPIException {
        Info info = new Info();
        assertFails(MPI.ERR_INFO_KEY, "1 to 36", () -> info.set("k".repeat(37), "v"));
        assertFails(MPI.ERR_INFO_KEY, "null", () -> info.get(null));
        assertFails(MPI.ERR_INFO_VALUE, "1 to 256", () -> info.set("k", "v".repeat(257)));
        assertFails(MPI.ERR_INFO_VALUE, "\"k\"", () -> info.set("k", ""));
        assertFails(MPI.ERR_INFO_NOKEY, "\"k\"", () -> info.delete("k"));
        assertFails(MPI.ERR_ARG, "number 0", () -> info.getKey(0));
        assertFails(MPI.ERR_INFO, "null", () -> MPI.INFO_NULL.set("k", "v"));
    }

    @Test
    void environmentCanOnlyBeRead() throws MPIException {
        assertThat(MPI.INFO_ENV.get("wdir")).isEqualTo(System.getProperty("user.dir"));
        assertFails(MPI.ERR_INFO, "can only be read", () -> MPI.INFO_ENV.set("wdir", "/"));
        assertFails(MPI.ERR_INFO, "can only be read", MPI.INFO_ENV::free);
    }
}
