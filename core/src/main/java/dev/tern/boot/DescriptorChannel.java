/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.os.InheritedSocket;
import dev.tern.os.NativeAccess;
import java.io.IOException;

/** A connection to the launcher that was there when this process was started. */
final class DescriptorChannel implements LauncherChannel {
    private final InheritedSocket socket;

    /** @param descriptor what the launcher has put into {@code PMI_FD}: a number */
    DescriptorChannel(String descriptor) {
        if (!NativeAccess.isEnabled()) {
            throw new MpiError(
                    ErrorClass.OTHER,
                    "the launcher has left an open connection (PMI_FD=" + descriptor
                            + "), which takes native access to use. Native access is " + NativeAccess.reason()
                            + ". Add this option behind 'java', or start with mpiexec.hydra -pmi-port"
                            + " or with Tern's mpirun [native-access]");
        }
        int number = number(descriptor);
        socket = number < 0 || !InheritedSocket.isOne(number) ? null : InheritedSocket.probe(number);
        if (socket == null) {
            throw new MpiError(
                    ErrorClass.OTHER,
                    "PMI_FD=" + descriptor + " is not the number of a socket that this process has inherited."
                            + " If a rank has started this program, it belongs to no job: start it without the variables"
                            + " PMI_FD, PMI_RANK and PMI_SIZE. If the launcher has, by way of a script: the script must leave"
                            + " that descriptor open [unknown-launcher]");
        }
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    @Override
    public int read(byte[] buffer) throws IOException {
        return socket.read(buffer);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        socket.write(bytes);
    }

    @Override
    public void close() {
        socket.shutdown();
    }
}
