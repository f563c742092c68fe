/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterfacesTest {
    @ParameterizedTest
    @CsvSource({
        "10.1.2.3, 10.0.0.0/8, true",
        "11.1.2.3, 10.0.0.0/8, false",
        "192.168.1.129, 192.168.1.128/25, true",
        "192.168.1.127, 192.168.1.128/25, false",
        "1.2.3.4, 0.0.0.0/0, true",
        "1.2.3.4, 1.2.3.4/32, true",
        "1.2.3.5, 1.2.3.4/32, false",
        "fd00::1, fd00::/8, true",
        "fe00::1, fd00::/8, false",
        "1.2.3.4, fd00::/8, false",
    })
    void networksHoldTheirAddresses(String address, String network, boolean in) throws IOException {
        assertThat(Interfaces.isIn(InetAddress.ofLiteral(address), network)).isEqualTo(in);
    }

    @ParameterizedTest
    @CsvSource({"10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "nonsense/8", "fd00::/129"})
    void badNetworksAreNamed(String network) {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> Interfaces.isIn(InetAddress.ofLiteral("1.2.3.4"), network))
                .withMessageContaining(network);
    }

    @Test
    void everyMachineHasALoopback() throws IOException {
        assertThat(Interfaces.choose(null, null)).anyMatch(InetAddress::isLoopbackAddress);
        assertThat(Interfaces.choose("127.0.0.0/8", null)).containsOnly(InetAddress.ofLiteral("127.0.0.1"));
        assertThat(Interfaces.choose("lo", "::/0")).containsOnly(InetAddress.ofLiteral("127.0.0.1"));
    }

    @Test
    void noneLeftIsAnError() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> Interfaces.choose("nosuch0", null))
                .withMessageContaining("tcp_if_include=nosuch0");
    }

    @Test
    void addressesOfANetworkThatBothHostsAreInComeFirst() throws IOException {
        List<String> own = List.of("127.0.0.1/8", "10.2.0.7/16", "fd00:0:0:0:0:0:0:7/64");
        assertThat(Interfaces.nearestFirst(List.of("192.168.1.5", "10.2.9.9", "10.3.0.1", "fd00:0:0:0:0:0:0:9"), own))
                .containsExactly("10.2.9.9", "fd00:0:0:0:0:0:0:9", "192.168.1.5", "10.3.0.1");
    }

    @Test
    void ownNetworksAreThoseOfTheInterfaces() throws IOException {
        assertThat(Interfaces.networks()).anyMatch(network -> network.startsWith("127."));
    }
}
