/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Under which addresses this process can be reached. */
final class Interfaces {
    private Interfaces() {}

    /**
     * The addresses of all interfaces that are up and wanted, those of the loopback last; IPv4 before IPv6.
     *
     * @param include names of interfaces and networks as {@code 10.0.0.0/8}, separated by commas; null for all
     * @param exclude the same, not to be used; or null
     * @throws IOException if none is left, or a network is malformed
     */
    static List<InetAddress> choose(String include, String exclude) throws IOException {
        List<InetAddress> found = new ArrayList<>();
        List<InetAddress> later = new ArrayList<>();
        for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            if (!each.isUp()) {
                continue;
            }
            for (InterfaceAddress own : each.getInterfaceAddresses()) {
                InetAddress address = own.getAddress();
                boolean wanted = (include == null || matches(include, each, address))
                        && (exclude == null || !matches(exclude, each, address))
                        && !address.isLinkLocalAddress();
                if (wanted) {
                    (each.isLoopback() || address instanceof Inet6Address ? later : found).add(address);
                }
            }
        }
        later.sort((a, b) -> Boolean.compare(a.isLoopbackAddress(), b.isLoopbackAddress()));
        found.addAll(later);
        if (found.isEmpty()) {
            throw new IOException("no network interface is up and wanted (tcp_if_include=" + include
                    + ", tcp_if_exclude=" + exclude + ")");
        }
        return found;
    }

    /** The networks that this host is in, as {@code 10.1.2.3/24}. */
    static List<String> networks() throws IOException {
        List<String> networks = new ArrayList<>();
        for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InterfaceAddress own : each.getInterfaceAddresses()) {
                networks.add(text(own.getAddress()) + "/" + own.getNetworkPrefixLength());
            }
        }
        return networks;
    }

    /** Addresses in one of these networks come first, for they need no router; others may lead nowhere, which takes time to notice. */
    static List<String> nearestFirst(List<String> addresses, List<String> networks) throws IOException {
        List<String> near = new ArrayList<>();
        List<String> far = new ArrayList<>();
        for (String address : addresses) {
            boolean isNear = false;
            for (String network : networks) {
                isNear |= isIn(InetAddress.ofLiteral(address), network);
            }
            (isNear ? near : far).add(address);
        }
        near.addAll(far);
        return near;
    }

    private static boolean matches(String list, NetworkInterface each, InetAddress address) throws IOException {
        for (String word : list.split(",")) {
            String wanted = word.strip();
            if (wanted.equals(each.getName()) || wanted.contains("/") && isIn(address, wanted)) {
                return true;
            }
        }
        return false;
    }

    /** Whether an address belongs to a network such as {@code 192.168.0.0/16} or {@code fd00::/8}. */
    static boolean isIn(InetAddress address, String network) throws IOException {
        int slash = network.indexOf('/');
        byte[] prefix;
        int bits;
        try {
            prefix = InetAddress.ofLiteral(network.substring(0, slash)).getAddress();
            bits = Integer.parseInt(network.substring(slash + 1));
        } catch (IllegalArgumentException e) {
            throw new IOException("\"" + network + "\" is no network such as 10.0.0.0/8", e);
        }
        byte[] bytes = address.getAddress();
        if (bits < 0 || bits > 8 * prefix.length) {
            throw new IOException("\"" + network + "\" has no such prefix");
        }
        if (bytes.length != prefix.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit & 7);
            if ((bytes[bit >> 3] & mask) != (prefix[bit >> 3] & mask)) {
                return false;
            }
        }
        return true;
    }

    /** The address as others can parse it. */
    static String text(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }
}
