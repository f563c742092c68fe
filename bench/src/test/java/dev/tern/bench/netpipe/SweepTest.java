/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.bench.netpipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tern.bench.pattern.Buffers;
import dev.tern.bench.pattern.DataKind;
import dev.tern.bench.table.NetpipeReport;
import dev.tern.bench.table.ResultTable;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both ends in two threads, over a connection of this machine. */
@Timeout(60)
class SweepTest {
    private static final Curve CURVE = new Curve(8, 3000, 3);

    private SocketChannel first;
    private SocketChannel second;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            first = SocketChannel.open(server.getLocalAddress());
            second = server.accept();
        }
    }

    @AfterEach
    void close() throws IOException {
        first.close();
        second.close();
    }

    @ParameterizedTest
    @CsvSource({
        "true, PING_PONG, true",
        "true, PING_PONG, false",
        "true, STREAMING, true",
        "false, PING_PONG, true",
        "false, PING_PONG, false",
        "false, STREAMING, true",
        "false, BOTH_WAYS, true"
    })
    void everySizeOfTheCurveIsALine(boolean blocks, Traffic traffic, boolean validate) throws Exception {
        Plan plan = new Plan(CURVE, traffic, OptionalInt.empty(), 1, 1e-4, validate, 0.01);
        String output = run(plan, link(blocks, first, true, plan), link(blocks, second, false, plan), true);

        assertThat(output).doesNotContain("Fail").startsWith("# title");
        ResultTable table = ResultTable.parse(output);
        assertThat(table.rows().keySet())
                .isEqualTo(new TreeSet<>(
                        CURVE.points().stream().map(Curve.Point::size).toList()));
        assertThat(table.rows().values()).allSatisfy(row -> assertThat(row).allMatch(value -> value > 0));
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void bothEndsKnowWhenDataWereWrong(boolean spoiledIsLeading) throws Exception {
        Plan plan = new Plan(CURVE, Traffic.PING_PONG, OptionalInt.of(3), 0, 1e-4, true, 0);
        Link<IOException> leading = link(false, first, true, plan);
        Link<IOException> following = link(false, second, false, plan);

        String output = spoiledIsLeading
                ? run(plan, new Spoiling(leading), following, false)
                : run(plan, leading, new Spoiling(following), false);

        assertThat(output.lines().filter(line -> line.endsWith("  Fail"))).hasSize(1);
    }

    @Test
    void anEndThatIsGoneIsAnError() throws IOException {
        Plan plan = new Plan(CURVE, Traffic.PING_PONG, OptionalInt.of(3), 0, 1e-4, true, 0);
        Link<IOException> blocking = link(true, first, true, plan);
        second.close();

        assertThatExceptionOfType(EOFException.class).isThrownBy(blocking::hear);
        assertThatExceptionOfType(EOFException.class)
                .isThrownBy(() -> link(false, first, true, plan).receive(8));
    }

    private static Link<IOException> link(boolean blocks, SocketChannel channel, boolean leads, Plan plan)
            throws IOException {
        DataKind kind = blocks ? DataKind.ARRAYS : DataKind.DIRECT;
        Buffers buffers = new Buffers(kind, plan.largest(), plan.sameBuffer(), plan.validate());
        return blocks
                ? new BlockingLink(channel.socket(), leads, buffers)
                : new NonBlockingLink(channel, leads, buffers);
    }

    private static String run(Plan plan, Link<IOException> leading, Link<IOException> following, boolean valid)
            throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        NetpipeReport report = new NetpipeReport("title", 1, 6, plan.validate(), Optional.empty());
        FutureTask<Boolean> follower = new FutureTask<>(() -> sweep(following, plan, report, bytes));
        Thread thread = Thread.ofPlatform().daemon().start(follower);
        assertThat(sweep(leading, plan, report, bytes)).isEqualTo(valid);
        assertThat(follower.get(30, TimeUnit.SECONDS)).isEqualTo(valid);
        thread.join();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static boolean sweep(Link<IOException> link, Plan plan, NetpipeReport report, ByteArrayOutputStream bytes)
            throws IOException {
        return new Sweep<>(link, plan, report, new PrintStream(bytes, true, StandardCharsets.UTF_8)).run();
    }

    /** A link that loses one message of 48 bytes. */
    private static final class Spoiling implements Link<IOException> {
        private static final int SIZE = 48;

        private final Link<IOException> link;
        private boolean spoiled;

        Spoiling(Link<IOException> link) {
            this.link = link;
        }

        @Override
        public boolean leads() {
            return link.leads();
        }

        @Override
        public Buffers buffers() {
            return link.buffers();
        }

        @Override
        public void send(int size) throws IOException {
            link.send(size);
        }

        @Override
        public void receive(int size) throws IOException {
            link.receive(size);
            if (size == SIZE && !spoiled) {
                spoiled = true;
                link.buffers().prepare(size, 0); // wipes what has arrived, and overwrites the answer
            }
        }

        @Override
        public void exchange(int size) throws IOException {
            link.exchange(size);
        }

        @Override
        public void tell(double number) throws IOException {
            link.tell(number);
        }

        @Override
        public double hear() throws IOException {
            return link.hear();
        }
    }
}
