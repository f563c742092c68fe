/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package mpi;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The name of this machine. The kernel is asked first: name services may take seconds to answer. */
final class HostName {

    private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

    private HostName() {}

    static String get() {
        try {
            return Files.readString(KERNEL).strip();
        } catch (IOException noLinux) {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (UnknownHostException unknown) {
                return "localhost";
            }
        }
    }
}
