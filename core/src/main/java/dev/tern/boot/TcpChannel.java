/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A TCP connection to the launcher. */
final class TcpChannel implements LauncherChannel {
    private static final int CONNECT_TIMEOUT_MILLIS = 30_000;

    private final Socket socket = new Socket();
    private final InputStream in;
    private final OutputStream out;

    /** @param port what the launcher has put into {@code PMI_PORT}: host, colon, number */
    TcpChannel(String port) {
        int colon = port.lastIndexOf(':');
        try {
            socket.setTcpNoDelay(true);
            socket.connect(
                    new InetSocketAddress(port.substring(0, colon), Integer.parseInt(port.substring(colon + 1))),
                    CONNECT_TIMEOUT_MILLIS);
            in = socket.getInputStream();
            out = socket.getOutputStream();
        } catch (IOException | IndexOutOfBoundsException | IllegalArgumentException e) {
            close();
            throw new MpiError(ErrorClass.OTHER, "cannot reach the launcher at PMI_PORT=" + port + ": " + e, e);
        }
    }

    @Override
    public int read(byte[] buffer) throws IOException {
        return in.read(buffer);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        out.write(bytes);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // What was to be said is said.
        }
    }
}
