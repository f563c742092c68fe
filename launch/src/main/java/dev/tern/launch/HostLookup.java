/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Finds out whether a name means any host. */
final class HostLookup {
    private static final String SSH_NAME = "hostname ";
    private static final int SSH_SECONDS = 5;

    private HostLookup() {}

    /** Whether the name has an address, or the user's configuration of ssh has another name for it or a way of its own to it. */
    static boolean isKnown(String host) {
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        return hasAddress(bare) || isKnownToSsh(bare);
    }

    private static boolean hasAddress(String host) {
        try {
            return InetAddress.getByName(host) != null;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static boolean isKnownToSsh(String host) {
        String ssh = Machine.tool("ssh");
        if (ssh == null) {
            return false;
        }
        try {
            Process process = new ProcessBuilder(ssh, "-G", "--", host)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String settings = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(SSH_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return isWay(settings, host);
        } catch (IOException e) {
            return false; // it does not run
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Whether what {@code ssh -G} prints leads to another name or through another host or command. */
    static boolean isWay(String settings, String host) {
        return settings.lines()
                .anyMatch(line -> line.startsWith("proxyjump ")
                        || line.startsWith("proxycommand ")
                        || (line.startsWith(SSH_NAME) && hasOtherName(line.substring(SSH_NAME.length()), host)));
    }

    private static boolean hasOtherName(String name, String host) {
        return !name.equalsIgnoreCase(host) && hasAddress(name);
    }
}
