/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

/** The version of the MPI standard that the library follows ({@code MPI_GET_VERSION}, MPI-4.1 section 9.1.1). */
public final class Version {

    private final int version;
    private final int subVersion;

    Version(int version, int subVersion) {
        this.version = version;
        this.subVersion = subVersion;
    }

    /** The number before the dot. */
    public int getVersion() {
        return version;
    }

    /** The number behind the dot. */
    public int getSubVersion() {
        return subVersion;
    }
}
