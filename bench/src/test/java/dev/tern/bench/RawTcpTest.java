/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RawTcpTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "rawtcp",
                "rawtcp -b 65536 -l 8 -u 64 -p 0 -s -c",
                "rawtcp-nonblocking -2 --beside raw-tcp-2005",
                "rawtcp --listen 127.0.0.1:0 -i 3",
                "rawtcp --connect localhost:7000"
            })
    void itsOptionsAreThoseOfNetpipe(String line) {
        assertThatCode(() -> check(line)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            rawtcpx                              | there is no raw TCP called 'rawtcpx'
            rawtcp -2                            | rawtcp has no option -2, since both ends may wait for each other to receive: try rawtcp-nonblocking
            rawtcp -a arrays                     | rawtcp has no option -a
            rawtcp -b 0                          | -b 0: must be at least 1
            rawtcp -m 8                          | netpipe has no option -m; it has -i -x -a --beside -2 -c -l -p -s -u
            rawtcp --conect x:1                  | unknown option --conect: did you mean --connect?
            rawtcp --listen x:1 --connect y:1    | --listen and --connect: one end waits, the other connects
            rawtcp --listen 7000                 | --listen 7000: expected HOST:PORT
            rawtcp --connect localhost:65536     | --connect localhost:65536: expected HOST:PORT
            rawtcp --connect localhost:http      | --connect localhost:http: expected HOST:PORT
            """)
    void wrongOptionsAreExplained(String line, String message) {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> check(line))
                .withMessage(message);
    }

    @Test
    void addressesMayBeOfEitherKind() throws UsageException {
        assertThat(options("--listen ::1:7000").address()).isEqualTo(new InetSocketAddress("::1", 7000));
        assertThat(options("--connect 127.0.0.1:7000").address()).isEqualTo(new InetSocketAddress("127.0.0.1", 7000));
    }

    private static RawTcpOptions options(String line) throws UsageException {
        return RawTcpOptions.parse(List.of(line.split(" ")));
    }

    private static void check(String line) throws UsageException {
        List<String> args = List.of(line.split(" "));
        RawTcpOptions options = RawTcpOptions.parse(args.subList(1, args.size()));
        RawTcp.of(args, options);
        if (options.listens() || options.connects()) {
            options.address();
        }
    }
}
