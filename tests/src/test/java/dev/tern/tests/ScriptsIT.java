/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.tests.FakeClone.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shell scripts in the root: which JDK they find, when they build, and what they say when they cannot. */
class ScriptsIT {
    @TempDir
    private Path folder;

    private FakeClone clone;

    @BeforeEach
    void makeClone() throws IOException {
        clone = new FakeClone(Files.createDirectory(folder.resolve("my clone")));
    }

    @Test
    void takesTheJdkOfTheUsualFoldersWhenTheDefaultJavaIsTooOld() throws Exception {
        clone.jdk("jvm/jdk 17", "17.0.15");
        clone.jdk("jvm/jdk 27", "27");
        Path jdk25 = clone.jdk("jvm/jdk 25", "25.0.3");
        clone.jdk("jvm/jdk 24", "24-ea");
        clone.env("JAVA_HOME", clone.root().resolve("jvm/jdk 17").toString());
        clone.jars();

        Result result = clone.run("mpirun", "-n", "2", "a program", "an argument");

        assertThat(result.exit()).isZero();
        assertThat(result.output())
                .contains("java of " + jdk25)
                .contains("dev.tern.launch.Mpirun|-n|2|a program|an argument|");
    }

    @Test
    void prefersWhatTheUserNames() throws Exception {
        clone.jdk("jvm/jdk 25", "25.0.3");
        Path named = clone.jdk("named", "26.0.1");
        Path home = clone.jdk("home", "25");
        clone.jars();

        clone.env("JAVA_HOME", home.toString());
        assertThat(clone.run("mpirun").output()).contains("java of " + home);
        clone.env("TERN_JAVA_HOME", named.toString());
        assertThat(clone.run("mpirun").output()).contains("java of " + named);
        clone.env("TERN_JAVA_HOME", clone.jdk("old", "21.0.2").toString());
        Result old = clone.run("mpirun");
        assertThat(old.exit()).isEqualTo(1);
        assertThat(old.errors()).contains("not a JDK 25 or newer (it is 21.0.2)");
    }

    @Test
    void forgetsAJdkThatIsGone() throws Exception {
        Path first = clone.jdk("jvm/a", "25.0.1");
        Path second = clone.jdk("jvm/b", "25.0.2");
        clone.jars();
        assertThat(clone.run("mpirun").output()).contains("java of " + first);
        Files.delete(first.resolve("release"));
        assertThat(clone.run("mpirun").output()).contains("java of " + second);
    }

    @Test
    void saysWhatToInstallWhenThereIsNoJdk() throws Exception {
        clone.jdk("jvm/jdk 17", "17.0.15");
        clone.jars();

        Result result = clone.run("tern", "test");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.output()).isEmpty();
        assertThat(result.errors())
                .startsWith("tern: no JDK 25 or newer was found.")
                .contains("apt-get install", "TERN_JAVA_HOME")
                .contains("17.0.15  " + clone.root().resolve("jvm/jdk 17"));
    }

    @Test
    void worksThroughLinksAndFromAnyFolder() throws Exception {
        clone.jdk("jvm/jdk", "25");
        clone.jars();
        Path links = Files.createDirectory(folder.resolve("links"));
        Files.createSymbolicLink(links.resolve("absolute"), clone.root().resolve("mpiexec"));
        Files.createSymbolicLink(links.resolve("relative"), Path.of("../my clone/mpirun"));
        for (List<String> command : List.of(
                List.of(links + "/absolute"),
                List.of("./relative"),
                List.of("../my clone/mpirun"),
                List.of("sh", "../my clone/mpiexec"))) {
            Result result = clone.runIn(links, command);
            assertThat(result.exit()).as("%s: %s", command, result.errors()).isZero();
            assertThat(result.output()).contains("-Dtern.home=" + clone.root().toRealPath() + "|");
        }
    }

    @Test
    void buildsAtFirstUseAndOnlyThen() throws Exception {
        clone.jdk("jvm/jdk", "25");
        clone.maven("3.8.7", "make_jars");

        Result first = clone.run("tern", "bench", "osu_latency", "-n", "3", "-m", "8");
        assertThat(first.errors()).contains("first use: building", "Tern core", "built");
        assertThat(first.output()).contains("Mpirun|-n|3|").contains("dev.tern.bench.Bench|osu_latency|-m|8|");

        Result second = clone.run("mpirun", "-n", "1", "x");
        assertThat(second.exit()).isZero();
        assertThat(second.errors()).isEmpty();
        assertThat(clone.builds()).isEqualTo(1);
    }

    @Test
    void buildsAgainWhenABuildWasBrokenOff() throws Exception {
        clone.jdk("jvm/jdk", "25");
        clone.maven("3.8.7", "make_jars");
        clone.jars();
        Files.createDirectory(clone.root().resolve(".tern"));
        Files.createFile(clone.root().resolve(".tern/building"));
        assertThat(clone.run("mpirun").exit()).isZero();
        assertThat(clone.builds()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void buildsOnceForManyAtTheSameTime(boolean flock) throws Exception {
        if (!flock) {
            clone.without("flock");
        }
        clone.jdk("jvm/jdk", "25");
        clone.maven("3.9.16", "sleep 1; make_jars");
        List<CompletableFuture<Result>> runs = IntStream.range(0, 4)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> clone.runQuietly("mpirun", "-n", "1", "x")))
                .toList();
        for (CompletableFuture<Result> run : runs) {
            assertThat(run.get().exit()).as(run.get().errors()).isZero();
        }
        assertThat(clone.builds()).isEqualTo(1);
    }

    @Test
    void usesTheStartUpCachesOnlyWithTheJarsAndTheJdkThatTheyWereMadeFor() throws Exception {
        clone.jdk("jvm/jdk", "25.0.1");
        clone.jars();
        Path cache = clone.root().resolve("launch/target/tern-launch.aot");
        assertThat(clone.run("mpirun").errors()).contains("recording what starts a job faster");
        assertThat(clone.run("mpirun").output()).doesNotContain("AOTCache");

        Files.writeString(cache, ""); // as a real JDK would
        Result fitting = clone.run("mpirun");
        assertThat(fitting.errors()).isEmpty();
        assertThat(fitting.output())
                .contains("|-XX:AOTCache=" + cache.toRealPath() + "|")
                .contains("|-Dtern.cache=" + clone.root().toRealPath() + "/core/target/tern-core.aot|");

        clone.env("TERN_NO_BUILD", "1");
        clone.jdk("jvm/jdk", "25.0.2");
        Result other = clone.run("mpirun");
        assertThat(other.errors()).isEmpty();
        assertThat(other.output()).doesNotContain("AOTCache", "tern.cache");
        clone.env("TERN_NO_BUILD", "");
        assertThat(clone.run("mpirun").errors()).contains("recording");
        assertThat(cache).doesNotExist();
        assertThat(clone.run("mpirun").errors()).isEmpty();

        clone.jars();
        assertThat(clone.run("mpirun").errors()).contains("recording");
        assertThat(clone.builds()).isZero();
    }

    @Test
    void explainsABrokenDownloadAndCanBeRepeated() throws Exception {
        clone.jdk("jvm/jdk", "25");
        clone.maven("3.8.7", "echo '[ERROR] Could not transfer artifact a:b:pom:1: Connection reset'; exit 1");
        Result broken = clone.run("tern", "bench", "osu_bw");
        assertThat(broken.exit()).isEqualTo(1);
        assertThat(broken.errors())
                .contains("could not download what the build needs")
                .contains("Connection reset", "run the same command again", "build.log");

        clone.maven("3.8.7", "make_jars");
        assertThat(clone.run("tern", "bench", "osu_bw").exit()).isZero();
    }

    @Test
    void showsTheEndOfTheLogWhenTheBuildFails() throws Exception {
        clone.jdk("jvm/jdk", "25");
        clone.maven("3.8.7", "echo '[ERROR] Comm.java:[1,1] illegal start of type'; exit 1");
        Result broken = clone.run("mpirun");
        assertThat(broken.exit()).isEqualTo(1);
        assertThat(broken.errors()).contains("the build failed", "illegal start of type");
    }

    @Test
    void takesTheWrapperWhenMavenIsTooOld() throws Exception {
        clone.jdk("jvm/jdk", "25");
        clone.maven("3.6.3", "echo old; exit 1");
        clone.wrapper("make_jars");
        assertThat(clone.run("mpirun").exit()).isZero();
        assertThat(clone.builds()).isEqualTo(1);
    }

    @Test
    void neverBuildsInsideTheTests() throws Exception {
        clone.jdk("jvm/jdk", "25");
        clone.maven("3.8.7", "make_jars");
        clone.env("TERN_NO_BUILD", "1");
        Result result = clone.run("mpirun");
        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.errors()).contains("TERN_NO_BUILD");
    }

    @Test
    void testRunsMavenWithTheJdkItFound() throws Exception {
        Path jdk = clone.jdk("jvm/jdk", "25");
        clone.maven("3.8.7", "echo \"args $* home $JAVA_HOME\"; exit 3");
        Result result = clone.run("tern", "test", "-Dtest=RingTest");
        assertThat(result.exit()).isEqualTo(3);
        assertThat(result.output()).contains("verify -B -Dtest=RingTest home " + jdk);
    }

    @Test
    void mpijavacPutsTernInFrontOfTheClassPath() throws Exception {
        clone.jdk("jvm/jdk", "25");
        clone.jars();
        String core = clone.root().toRealPath() + "/core/target/tern-core.jar";
        assertThat(clone.run("mpijavac", "-d", "a b", "-cp", "x y.jar", "A.java")
                        .output())
                .contains("\n-cp|" + core + ":x y.jar|-d|a b|A.java|");
        assertThat(clone.run("mpijavac", "A.java").output()).contains("\n-cp|" + core + ":.|A.java|");
        clone.env("CLASSPATH", "lib.jar");
        assertThat(clone.run("mpijavac", "A.java").output()).contains("\n-cp|" + core + ":lib.jar|A.java|");
    }

    @Test
    void helpNamesEveryCommandAndAnUnknownOneIsRefused() throws Exception {
        Result help = clone.run("tern", "help");
        assertThat(help.exit()).isZero();
        assertThat(help.output()).contains("bench NAME", "bench --peers", "example NAME", "info", "test");
        Result unknown = clone.run("tern", "bnech");
        assertThat(unknown.exit()).isEqualTo(2);
        assertThat(unknown.errors()).contains("there is no command bnech");
    }
}
