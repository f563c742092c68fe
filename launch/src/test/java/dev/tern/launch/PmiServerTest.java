/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PmiServerTest {
    private final AtomicReference<String> aborted = new AtomicReference<>();
    private final List<Client> clients = new ArrayList<>();
    private PmiServer server;
    private Thread loop;
    private volatile boolean stopped;

    @BeforeEach
    void start() throws IOException {
        server = new PmiServer(
                "job", new int[] {0, 1}, (rank, code, message) -> aborted.set(rank + ":" + code + ":" + message));
        loop = new Thread(() -> {
            try {
                while (!stopped) {
                    server.select(60_000);
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        loop.start();
    }

    @AfterEach
    void stop() throws Exception {
        for (Client client : clients) {
            client.socket.close();
        }
        stopLoop();
        server.close();
    }

    private void stopLoop() throws InterruptedException {
        stopped = true;
        server.wakeup();
        loop.join();
    }

    private final class Client {
        private final Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        private final BufferedReader in =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));

        Client() throws IOException {
            socket.setSoTimeout(10_000);
            clients.add(this);
        }

        void send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        String ask(String line) throws IOException {
            send(line + "\n");
            return in.readLine();
        }

        Client connect(int rank) throws IOException {
            assertThat(ask("cmd=initack pmiid=" + server.tickets().of(rank))).isEqualTo("cmd=initack");
            assertThat(in.readLine()).isEqualTo("cmd=set size=2");
            assertThat(in.readLine()).isEqualTo("cmd=set rank=" + rank);
            assertThat(in.readLine()).isEqualTo("cmd=set debug=0");
            return this;
        }

        /** Whether the server has ended the connection, by either way TCP knows. */
        boolean isDismissed() throws IOException {
            try {
                return in.readLine() == null;
            } catch (SocketException e) {
                return true;
            }
        }
    }

    @Test
    void answersOfARank() throws IOException {
        Client rank = new Client().connect(1);
        assertThat(rank.ask("cmd=init pmi_version=1 pmi_subversion=1"))
                .isEqualTo("cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0");
        assertThat(rank.ask("cmd=get_maxes")).startsWith("cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024");
        assertThat(rank.ask("cmd=get_universe_size")).startsWith("cmd=universe_size size=2");
        assertThat(rank.ask("cmd=get_appnum")).startsWith("cmd=appnum appnum=1");
        assertThat(rank.ask("cmd=get_my_kvsname")).startsWith("cmd=my_kvsname kvsname=kvs_job");
        assertThat(rank.ask("cmd=get kvsname=kvs_job key=PMI_process_mapping"))
                .isEqualTo("cmd=get_result rc=0 msg=success value=(vector,(0,1,2))");
        assertThat(rank.ask("cmd=what_is_this x=1")).contains("rc=-1");
        assertThat(rank.ask("cmd=finalize")).startsWith("cmd=finalize_ack");
    }

    @Test
    void valuesTravelThroughTheBarrier() throws IOException {
        Client first = new Client().connect(0);
        Client second = new Client().connect(1);
        assertThat(first.ask("cmd=put kvsname=kvs_job key=bc-0 value=tcp://h:1/a=b;c"))
                .contains("rc=0");
        first.send("cmd=barrier_in\n");
        assertThat(second.ask("cmd=get kvsname=kvs_job key=nothing")).contains("rc=-1");
        assertThat(second.ask("cmd=barrier_in")).startsWith("cmd=barrier_out");
        assertThat(first.in.readLine()).startsWith("cmd=barrier_out");
        assertThat(second.ask("cmd=get kvsname=kvs_job key=bc-0"))
                .isEqualTo("cmd=get_result rc=0 msg=success value=tcp://h:1/a=b;c");
        assertThat(server.isAwaited(0)).isFalse();
    }

    @Test
    void theBarrierAwaitsTheOthers() throws IOException {
        Client first = new Client().connect(0);
        first.send("cmd=barrier_in\n");
        first.ask("cmd=get_appnum");
        assertThat(server.isAwaited(1)).isTrue();
        assertThat(server.isAwaited(0)).isFalse();
    }

    @Test
    void wrongPutsAreRefused() throws IOException {
        Client rank = new Client().connect(0);
        assertThat(rank.ask("cmd=put kvsname=other key=a value=b")).contains("rc=-1");
        assertThat(rank.ask("cmd=put kvsname=kvs_job key=PMI_process_mapping value=b"))
                .contains("rc=-1");
        assertThat(rank.ask("cmd=put kvsname=kvs_job key=" + "k".repeat(64) + " value=b"))
                .contains("rc=-1");
        assertThat(rank.ask("cmd=put kvsname=kvs_job key=a value=" + "v".repeat(1024)))
                .contains("rc=-1");
        assertThat(rank.ask("cmd=put kvsname=kvs_job key=a value=" + "v".repeat(1023)))
                .contains("rc=0");
    }

    @Test
    void names() throws IOException {
        Client rank = new Client().connect(0);
        assertThat(rank.ask("cmd=lookup_name service=s")).startsWith("cmd=lookup_result info=fail");
        assertThat(rank.ask("cmd=publish_name service=s port=p:1")).isEqualTo("cmd=publish_result info=ok rc=0");
        assertThat(rank.ask("cmd=publish_name service=s port=q")).startsWith("cmd=publish_result info=fail");
        assertThat(rank.ask("cmd=lookup_name service=s")).isEqualTo("cmd=lookup_result port=p:1 info=ok rc=0");
        assertThat(rank.ask("cmd=unpublish_name service=s")).isEqualTo("cmd=unpublish_result info=ok rc=0");
        assertThat(rank.ask("cmd=unpublish_name service=s")).startsWith("cmd=unpublish_result info=fail");
    }

    @Test
    void spawnIsReadToItsEndAndRefused() throws IOException {
        Client rank = new Client().connect(0);
        rank.send("mcmd=spawn\nnprocs=1\nexecname=a b\ntotspawns=2\nspawnssofar=1\nendcmd\n");
        String answer = rank.ask("mcmd=spawn\nnprocs=1\nexecname=c\ntotspawns=2\nspawnssofar=2\nendcmd");
        assertThat(answer).startsWith("cmd=spawn_result rc=-1");
        assertThat(rank.ask("cmd=get_appnum")).startsWith("cmd=appnum");
    }

    @Test
    void abortReachesTheJob() throws IOException {
        Client rank = new Client().connect(1);
        rank.send("cmd=abort exitcode=7 message=no more money\n");
        while (aborted.get() == null) {
            Thread.onSpinWait();
        }
        assertThat(aborted.get()).isEqualTo("1:7:no more money");
    }

    @Test
    void reportsAreAskedOfThoseThatUnderstand() throws Exception {
        Client rank = new Client().connect(1);
        assertThat(server.canReport(1)).isFalse();
        rank.ask("cmd=put kvsname=kvs_job key=tern-report-1 value=1");
        assertThat(server.canReport(1)).isTrue();
        assertThat(server.canReport(0)).isFalse();
        stopLoop(); // else two threads would use the connection
        server.askReport(1);
        assertThat(rank.in.readLine()).isEqualTo("cmd=tern_report");
    }

    @Test
    void strangersAreDismissedAndDisturbNobody() throws IOException {
        Client rank = new Client().connect(0);
        for (String greeting : List.of(
                "GET / HTTP/1.1\n",
                "cmd=init\n",
                "cmd=initack pmiid=0\n",
                "cmd=initack pmiid=1\n",
                "cmd=initack pmiid=-1\n",
                "\n")) {
            Client stranger = new Client();
            stranger.send(greeting);
            assertThat(stranger.isDismissed()).as(greeting).isTrue();
        }
        Client impostor = new Client();
        impostor.send("cmd=initack pmiid=" + server.tickets().of(0) + "\n");
        assertThat(impostor.isDismissed()).isTrue();
        Client talker = new Client();
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1000; i++) {
                        talker.send("x".repeat(8192));
                        Thread.sleep(1);
                    }
                })
                .isInstanceOf(SocketException.class);
        assertThat(rank.ask("cmd=get_appnum")).startsWith("cmd=appnum");
    }

    @Test
    void silentStrangersAreDismissedAfterAWhile() throws IOException {
        Client stranger = new Client();
        assertThat(stranger.isDismissed()).isTrue();
    }

    @Test
    void aRankMayRunSeveralProgramsInTurn() throws IOException {
        Client rank = new Client().connect(0);
        rank.ask("cmd=finalize");
        Client next = new Client().connect(0);
        assertThat(next.ask("cmd=get_appnum")).startsWith("cmd=appnum");
        assertThat(rank.isDismissed()).isTrue();
    }

    @Test
    void linesMayComeInPieces() throws IOException, InterruptedException {
        Client rank = new Client().connect(0);
        rank.send("cmd=get_");
        Thread.sleep(50);
        rank.send("appnum\ncmd=get_universe_size\n");
        assertThat(rank.in.readLine()).startsWith("cmd=appnum");
        assertThat(rank.in.readLine()).startsWith("cmd=universe_size");
    }
}
