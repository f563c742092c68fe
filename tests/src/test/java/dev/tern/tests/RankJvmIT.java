/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tern.examples.Hello;
import dev.tern.tests.programs.Bound;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the threads of ranks run, and how {@code mpirun} sets up their JVMs. */
class RankJvmIT {
    @TempDir
    private Path folder;

    private final List<Integer> processors = new ArrayList<>();
    private String all;

    /** The processors that ranks may use, as numbers and as the system lists them. */
    @BeforeEach
    void findProcessors() throws IOException {
        assumeTrue(System.getProperty("os.name").equals("Linux"));
        all = Files.readString(Path.of("/proc/self/status")).replaceAll("(?s).*Cpus_allowed_list:\\s+(\\S+).*", "$1");
        for (String range : all.split(",")) {
            String[] ends = range.split("-");
            for (int cpu = Integer.parseInt(ends[0]); cpu <= Integer.parseInt(ends[ends.length - 1]); cpu++) {
                processors.add(cpu);
            }
        }
    }

    @Test
    void onlyTheThreadThatCallsInitIsBound() {
        JobResult result = MpiJob.of(2, Bound.class)
                .options("--bind-to", "hwthread", "--oversubscribe", "--report-bindings")
                .run()
                .exits(0);
        for (int rank = 0; rank < 2; rank++) {
            int own = processors.get(rank % processors.size());
            result.prints(rank + " before=" + all + "\n", rank + " self=" + own + "\n", rank + " child=" + own + "\n");
            result.prints(rank + " jvm=" + all + "\n");
            result.complains(
                    "mpirun: rank " + rank + " is bound to cpu " + own + " (compiler and collector of its JVM: ");
        }
    }

    @Test
    void ranksAreBoundInTurnAndTheJobKeepsToItsProcessors() {
        int last = processors.get(processors.size() - 1);
        MpiJob.of(3, Bound.class)
                .options("--cpu-set", String.valueOf(last), "--map-by", "core:OVERSUBSCRIBE")
                .run()
                .succeeds()
                .prints("0 before=" + last + "\n", "1 self=" + last + "\n", "2 jvm=" + last + "\n");
    }

    @Test
    void unboundRanksMayRunEverywhere() {
        MpiJob.of(2, Bound.class).run().succeeds().prints("0 self=" + all + "\n", "1 child=" + all + "\n");
    }

    @Test
    void aJvmThatMayNotBindSaysSo() {
        MpiJob.of(1, Bound.class)
                .options("--bind-to", "hwthread")
                .jvm("--illegal-native-access=deny")
                .run()
                .exits(1)
                .complains("MPI.Init failed: this thread cannot be bound", "--enable-native-access", "[binding]");
    }

    @Test
    void nativeAccessIsGrantedByTheLauncherOnly() {
        String unnamed = "0 module=null native=";
        MpiJob.of(2, Bound.class).run().succeeds().prints(unnamed + "true\n");
        MpiJob.of(1, Bound.class)
                .jvm("--illegal-native-access=deny")
                .run()
                .succeeds()
                .prints(unnamed + "false\n");
        MpiJob.of(1, Bound.class)
                .jvm("--enable-native-access=java.net.http", "--add-modules", "java.net.http")
                .run()
                .succeeds()
                .prints(unnamed + "true\n");
        MpiJob.command(
                        Site.tool("java"),
                        "-cp",
                        Site.CORE_JAR + File.pathSeparator + Site.CLASS_PATH,
                        Bound.class.getName())
                .run()
                .succeeds()
                .prints(unnamed + "false\n");
    }

    @Test
    void nativeAccessIsGrantedToTheModuleOfTheLibrary() throws IOException {
        Path source = Files.createDirectories(folder.resolve("app/app"));
        Files.writeString(folder.resolve("app/module-info.java"), "module app { requires dev.tern.core; }");
        Files.writeString(source.resolve("Main.java"), """
                package app;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        mpi.MPI.Init(args);
                        Module library = mpi.MPI.class.getModule();
                        System.out.println(library.getName() + " " + library.isNativeAccessEnabled());
                        mpi.MPI.Finalize();
                    }
                }
                """);
        MpiJob.command(
                        Site.tool("javac"),
                        "-p",
                        Site.CORE_JAR.toString(),
                        "-d",
                        folder + "/mods/app",
                        folder + "/app/module-info.java",
                        source + "/Main.java")
                .run()
                .succeeds();
        MpiJob.mpirun("-n", "2", "java", "-p", folder + "/mods", "-m", "app/app.Main")
                .run()
                .succeeds()
                .prints("dev.tern.core true\ndev.tern.core true\n");
        MpiJob.of(2, Bound.class) // a module path beside the class path
                .jvm("-p", folder + "/mods")
                .run()
                .succeeds()
                .prints("1 module=dev.tern.core native=true\n");
    }

    @Test
    void whatTheUserGivesWins() {
        MpiJob.of(2, Bound.class)
                .options("--jvm-args", "-Dcolour=red '-Dshade=very dark' -XX:ActiveProcessorCount=5")
                .jvm("-Dcolour=blue", "-XX:ActiveProcessorCount=7")
                .run()
                .succeeds()
                .prints("0 colour=blue shade=very dark processors=7\n", "1 colour=blue");
        JobResult shared = MpiJob.of(2, Bound.class).run().succeeds();
        shared.prints("0 colour=null shade=null processors=" + Math.max(1, processors.size() / 2) + "\n");
        JobResult own = MpiJob.of(2, Bound.class)
                .env("JDK_JAVA_OPTIONS", "-XX:ActiveProcessorCount=3")
                .run()
                .exits(0);
        own.prints("1 colour=null shade=null processors=3\n");
    }

    @Test
    void manyRanksRunOnFewCores() {
        assertThat(MpiJob.of(24, Hello.class).limit(120).run().succeeds().lines())
                .hasSize(24);
    }

    @Test
    void infoSaysWhatRanksUse() {
        MpiJob.command(Site.script("tern"), "info", "-n", "4")
                .env("TERN_EAGER_LIMIT", "1000")
                .run()
                .succeeds()
                .prints("Tern ", "for 4 local ranks", "native access    yes", "1000 bytes (environment)");
        MpiJob.command(Site.script("tern"), "info", "--json")
                .run()
                .succeeds()
                .prints("\"process_vm_readv\"", "\"ranks\": 2");
        MpiJob.command(Site.script("tern"), "info", "--xml").run().exits(1).complains("tern info [-n RANKS] [--json]");
    }
}
