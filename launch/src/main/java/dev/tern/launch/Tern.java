/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.File;

/**
 * Where Tern and its JDK lie.
 *
 * @param home Tern's folder
 * @param jar the library that ranks use
 * @param javaHome the JDK that {@code java} means for ranks
 */
record Tern(String home, String jar, String javaHome) {

    /** As told by the scripts, in the properties {@code tern.home} and {@code tern.java}. */
    static Tern find() {
        String home = System.getProperty("tern.home", ".");
        String java = System.getProperty("tern.java", System.getProperty("java.home"));
        return new Tern(home, home + "/core/target/tern-core.jar", java);
    }

    /** The {@code java} that ranks use. */
    String java() {
        return javaHome + "/bin/java";
    }

    /** The AOT cache of the library, or null if there is none. */
    String aotCache() {
        String cache = home + "/core/target/tern-core.aot";
        long made = new File(cache).lastModified(); // 0 if there is none
        return made > 0 && made >= new File(jar).lastModified() ? cache : null;
    }

    /** A class path with the library in front of another one, which may be null. */
    String classPath(String rest) {
        return rest == null || rest.isEmpty() ? jar : jar + File.pathSeparator + rest;
    }
}
