/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** MPI for Java: the package {@code mpi} and everything below it. */
@SuppressWarnings("module") // the launcher is compiled after this module
module dev.tern.core {
    requires jdk.net;

    exports mpi;
    exports dev.tern.config to
            dev.tern.launch;
    exports dev.tern.os to
            dev.tern.launch;
}
