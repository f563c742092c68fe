/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.os;

/**
 * Whether this JVM may call the operating system directly. The accelerators of this package do so only where nobody is
 * told off for it: a JVM that was not started with {@code --enable-native-access} prints a warning at the first call.
 */
public final class NativeAccess {
    private NativeAccess() {}

    /** Whether the accelerators can be had; loads nothing and prints nothing. */
    public static boolean isEnabled() {
        return isKnownSystem() && isGranted();
    }

    /** Why {@link #isEnabled()} says what it says, for users. */
    public static String reason() {
        if (!isKnownSystem()) {
            return "off: there are native accelerators for Linux on x86-64 and aarch64, not for "
                    + System.getProperty("os.name") + " on " + System.getProperty("os.arch");
        }
        Module module = NativeAccess.class.getModule();
        String option = "--enable-native-access=" + (module.isNamed() ? module.getName() : "ALL-UNNAMED");
        return isGranted() ? "on" : "off: the JVM was started without " + option;
    }

    /** False unless it was granted on the command line or in a manifest; asking does not grant it. */
    private static boolean isGranted() {
        return NativeAccess.class.getModule().isNativeAccessEnabled();
    }

    private static boolean isKnownSystem() {
        return System.getProperty("os.name").equals("Linux") && (isX86() || isArm());
    }

    static boolean isX86() {
        return System.getProperty("os.arch").equals("amd64");
    }

    private static boolean isArm() {
        return System.getProperty("os.arch").equals("aarch64");
    }
}
