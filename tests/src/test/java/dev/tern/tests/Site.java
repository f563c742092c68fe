/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.tests;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Where things lie: the repository, the JDK, the compiled programs. */
final class Site {
    /** The root of the repository. */
    static final Path ROOT = root();

    /** The JDK that runs these tests. */
    static final String JAVA_HOME = System.getProperty("java.home");

    /** The programs of these tests, and the examples; Tern's own jar is added by {@code mpirun}. */
    static final String CLASS_PATH =
            programs() + File.pathSeparator + ROOT.resolve("examples/target/tern-examples.jar");

    /** The library. */
    static final Path CORE_JAR = ROOT.resolve("core/target/tern-core.jar");

    private Site() {}

    static String script(String name) {
        return ROOT.resolve(name).toString();
    }

    static String tool(String name) {
        return Path.of(JAVA_HOME, "bin", name).toString();
    }

    /** Skips the test where a program is not installed; continuous integration installs it, so there it fails. */
    static void require(String program, String debianPackage) {
        require(isOnPath(program), program + " is not installed (Debian package " + debianPackage + ")");
    }

    /** Skips the test where something is not as it must be, which in continuous integration is a failure. */
    static void require(boolean met, String otherwise) {
        if (!met && System.getenv("CI") != null) {
            fail(otherwise);
        }
        assumeTrue(met, otherwise);
    }

    /** Whether there is a program of this name. */
    static boolean isOnPath(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> new File(folder, program).canExecute());
    }

    private static Path root() {
        String home = System.getProperty("tern.home");
        Path here =
                Path.of(home != null ? home : System.getProperty("user.dir")).toAbsolutePath();
        return Files.exists(here.resolve("mpirun")) ? here : here.getParent();
    }

    private static Path programs() {
        try {
            return Path.of(Site.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
