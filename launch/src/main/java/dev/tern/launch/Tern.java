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
 * @param aotCache a start-up cache for ranks that fits library and JDK, or null
 */
record Tern(String home, String jar, String javaHome, String aotCache) {

    /** As told by the scripts, in the properties {@code tern.home}, {@code tern.java} and {@code tern.cache}. */
    static Tern find() {
        String home = System.getProperty("tern.home", ".");
        String java = System.getProperty("tern.java", System.getProperty("java.home"));
        String cache = System.getProperty("tern.cache");
        boolean cached = cache != null && new File(cache).isFile();
        return new Tern(home, home + "/core/target/tern-core.jar", java, cached ? cache : null);
    }

    /** The {@code java} that ranks use. */
    String java() {
        return javaHome + "/bin/java";
    }

    /** A class path with the library in front of another one, which may be null. */
    String classPath(String rest) {
        return rest == null || rest.isEmpty() ? jar : jar + File.pathSeparator + rest;
    }
}
