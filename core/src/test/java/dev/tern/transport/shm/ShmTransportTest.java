/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.testing.Captured;
import dev.tern.transport.Link;
import dev.tern.transport.ring.RingGeometry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ShmTransportTest {
    private static final RingGeometry GEOMETRY = new RingGeometry(16, 1 << 12);

    private static final long HEAP = 1 << 16;
    private static final ShmOptions OPTIONS = new ShmOptions(GEOMETRY, HEAP, Long.MAX_VALUE, 5);

    @TempDir
    private Path folder;

    private ShmTransport create(String name, int localRank, int localSize) {
        return ShmTransport.create(new Path[] {folder}, name, worldRanks(localSize), localRank, OPTIONS);
    }

    private static int[] worldRanks(int localSize) {
        return IntStream.range(100, 100 + localSize).toArray();
    }

    private static List<String> namesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void everyPairIsConnectedAndNoNameRemains(int size) throws IOException {
        ShmTransport[] ranks = new ShmTransport[size];
        Link[][] links = new Link[size][size];
        for (int rank = 0; rank < size; rank++) {
            ranks[rank] = create("rank-" + rank, rank, size);
        }
        for (int rank = 0; rank < size; rank++) {
            for (int peer = 0; peer < size; peer++) {
                links[rank][peer] =
                        peer == rank ? ranks[rank].connectSelf() : ranks[rank].connect(peer, ranks[peer].address());
                assertThat(links[rank][peer].peer).isEqualTo(100 + peer);
            }
        }
        assertThat(namesIn(folder)).isEmpty();

        for (int from = 0; from < size; from++) {
            for (int to = 0; to < size; to++) {
                assertThat(links[from][to].offer(1, from, to, null, 0, 0)).isTrue();
            }
        }
        for (int from = 0; from < size; from++) {
            for (int to = 0; to < size; to++) {
                Link link = links[to][from];
                long header = link.peek();
                assertThat(header).as("from %d to %d", from, to).isNotZero();
                assertThat(link.words()).isEqualTo((long) to << 32 | from);
                link.advance(header);
                assertThat(link.peek()).isZero();
            }
        }
    }

    @Test
    void nameStaysUntilTheLastRankHasAttached() throws IOException {
        ShmTransport own = create("own", 0, 3);
        ShmTransport second = create("second", 1, 3);
        ShmTransport third = create("third", 2, 3);

        second.connect(0, own.address());
        assertThat(namesIn(folder)).containsExactly("own", "second", "third");
        third.connect(0, own.address());
        assertThat(namesIn(folder)).containsExactly("second", "third");

        second.leave();
        assertThat(namesIn(folder)).containsExactly("second", "third");
        second.abandon();
        third.abandon();
        assertThat(namesIn(folder)).isEmpty();
    }

    @Test
    void fileIsForItsUserOnlyAndAsLongAsItNeedsToBe() throws IOException {
        assumeThat(folder.getFileSystem().supportedFileAttributeViews()).contains("posix");
        ShmTransport own = create("own", 0, 4);

        Path file = folder.resolve("own");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Files.size(file)).isEqualTo(SegmentLayout.heap(4, GEOMETRY.size()) + HEAP);
        own.finish();
    }

    @Test
    void fileOfAKilledJobIsReplaced() throws IOException {
        Path file = folder.resolve("own");
        Files.write(file, new byte[] {1, 2, 3});

        ShmTransport own = create("own", 0, 2);

        assertThat(Files.size(file)).isGreaterThan(3);
        assertThat(SharedSegment.attach(file, 0, 2, GEOMETRY, nonceOf(own))).isNotNull();
        own.finish();
    }

    private static long nonceOf(ShmTransport transport) {
        String address = transport.address();
        return Long.parseUnsignedLong(address.substring(0, address.indexOf(':')), 16);
    }

    @Test
    void usesTheSecondFolderIfTheFirstIsAbsentAndSaysSo() throws IOException {
        Path absent = folder.resolve("absent");
        try (Captured error = Captured.standardError()) {
            ShmTransport own = ShmTransport.create(new Path[] {absent, folder}, "own", worldRanks(2), 0, OPTIONS);
            ShmTransport second = ShmTransport.create(new Path[] {absent, folder}, "second", worldRanks(2), 1, OPTIONS);

            assertThat(own.address()).endsWith(folder.resolve("own").toString());
            assertThat(error.text())
                    .as("said once, by the first rank")
                    .startsWith("tern: ")
                    .contains(absent.toString(), folder.toString(), "[shm-fallback]")
                    .hasLineCount(1);
            own.connect(1, second.address());
            second.connect(0, own.address());
        }
        assertThat(namesIn(folder)).isEmpty();
    }

    @Test
    void failsWithBothNamesIfNoFolderCanBeUsed() throws IOException {
        Path absent = folder.resolve("absent");
        Path file = Files.createFile(folder.resolve("file"));

        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> ShmTransport.create(new Path[] {absent, file}, "own", worldRanks(2), 0, OPTIONS))
                .withMessageContainingAll(absent.toString(), file.toString())
                .matches(e -> e.errorClass() == ErrorClass.NO_MEM);
        assertThat(namesIn(folder)).containsExactly("file");
    }

    @Test
    void attachRefusesWhatThePeerHasNotAnnounced() {
        ShmTransport own = create("own", 0, 2);
        Path file = folder.resolve("own");
        long nonce = nonceOf(own);

        assertRefused(file, 0, 2, GEOMETRY, nonce + 1);
        assertRefused(file, 1, 2, GEOMETRY, nonce);
        assertRefused(file, 0, 1, GEOMETRY, nonce);
        assertRefused(file, 0, 2, new RingGeometry(8, 1 << 12), nonce);
        assertRefused(file, 0, 3, GEOMETRY, nonce);
        assertRefused(file, 0, 2, new RingGeometry(16, 1 << 13), nonce);
        assertThat(SharedSegment.attach(file, 0, 2, GEOMETRY, nonce)).isNotNull();
        own.finish();
    }

    @Test
    void attachRefusesFilesThatAreNoSegments() throws IOException {
        long size = SegmentLayout.RINGS + 2 * GEOMETRY.size();
        Path empty = Files.write(folder.resolve("empty"), new byte[0]);
        Path shortOne = Files.write(folder.resolve("short"), new byte[(int) size - 1]);
        Path zeros = Files.write(folder.resolve("zeros"), new byte[(int) size]);

        for (Path file : List.of(empty, shortOne, zeros, folder.resolve("absent"), folder)) {
            assertRefused(file, 0, 2, GEOMETRY, 0);
        }
    }

    private static void assertRefused(Path file, int localRank, int localSize, RingGeometry geometry, long nonce) {
        assertThatExceptionOfType(MpiError.class)
                .isThrownBy(() -> SharedSegment.attach(file, localRank, localSize, geometry, nonce))
                .withMessageMatching("(?s).*(" + file + "|local rank " + localRank + ").*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no-colon", ":/path", "xyz:/path", "123456789012345678:/path", "1:\0"})
    void malformedAddressesAreErrors(String address) {
        ShmTransport own = create("own", 0, 2);
        assertThatExceptionOfType(MpiError.class).isThrownBy(() -> own.connect(1, address));
        own.finish();
    }

    @Test
    void linksKnowHowTheOwnerEnded() {
        ShmTransport own = create("own", 0, 2);
        ShmTransport second = create("second", 1, 2);
        Link link = own.connect(1, second.address());
        Link back = second.connect(0, own.address());
        assertThat(link.peerIsGone()).isFalse();

        second.abandon();
        assertThat(link.peerIsGone()).isTrue();
        own.finish();
        assertThat(back.peerIsGone()).as("after Finalize").isFalse();
    }
}
