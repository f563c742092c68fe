/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * Turns the command of the user into the one that is executed: Java programs get Tern's library on their class path and
 * options that suit several JVMs on one machine; any other program finds the library in its environment.
 */
final class Program {
    /** Options of {@code java} whose value is the next argument, beside those for class and module path. */
    private static final List<String> OPTIONS_WITH_VALUE = List.of(
            "--add-modules",
            "--add-exports",
            "--add-opens",
            "--add-reads",
            "--enable-native-access",
            "--limit-modules",
            "--patch-module",
            "--source",
            "--upgrade-module-path",
            "-d",
            "--describe-module");

    private static final List<String> CLASS_PATH_OPTIONS = List.of("-cp", "-classpath", "--class-path");
    private static final List<String> MODULE_PATH_OPTIONS = List.of("-p", "--module-path");

    private static final String DEFAULT_PATH = "/usr/bin:/bin";

    /** The oldest release that the library runs on. */
    private static final int OLDEST_RELEASE = 25;

    private final Tern tern;
    private final JvmOptions share;
    private final List<String> jvmArguments;

    /**
     * Creates the translation for a job.
     *
     * @param tern where the library and the JDK lie
     * @param share what of the machine each rank has
     * @param jvmArguments options of {@code java} for all ranks, in front of those of the program
     */
    Program(Tern tern, JvmOptions share, List<String> jvmArguments) {
        this.tern = tern;
        this.share = share;
        this.jvmArguments = List.copyOf(jvmArguments);
    }

    /** Whether a command that {@link #resolve} has made is run by a JVM, and not by a script that starts one. */
    static boolean isJava(List<String> resolved) {
        return resolved.get(0).endsWith("/java");
    }

    /**
     * The command to execute.
     *
     * @param command what the user gave
     * @param folders where programs are looked for first, like {@code PATH}, or null
     * @param directory the working folder of the rank
     * @param environment the environment of the rank; its {@code CLASSPATH} gets the library in front and its
     *     {@code PATH} the JDK, for scripts that run {@code java}
     * @throws LaunchException if the program does not exist or cannot be run
     */
    List<String> resolve(List<String> command, String folders, File directory, Map<String, String> environment) {
        String classPath = environment.get("CLASSPATH");
        environment.put("CLASSPATH", tern.classPath(classPath == null || classPath.isEmpty() ? "." : classPath));
        environment.put("TERN_HOME", tern.home());
        environment.put("TERN_JAR", tern.jar());
        String searchPath = environment.get("PATH");
        searchPath = tern.javaHome() + "/bin" + File.pathSeparator + (searchPath == null ? DEFAULT_PATH : searchPath);
        environment.put("PATH", searchPath);
        String name = command.get(0);
        if (name.endsWith(".jar")) {
            return java(tern.java(), join(List.of("-jar"), command), directory, environment);
        }
        if (name.endsWith(".java")) {
            existing(name, directory);
            boolean given = jvmArguments.stream().anyMatch(CLASS_PATH_OPTIONS::contains);
            List<String> classes = List.of("-cp", classPath == null ? "" : classPath); // without the folder "."
            return java(tern.java(), given ? command : join(classes, command), directory, environment);
        }
        String path =
                executable(name, directory, folders == null ? searchPath : folders + File.pathSeparator + searchPath);
        if (path.endsWith("/java")) {
            return java(path, command.subList(1, command.size()), directory, environment);
        }
        List<String> resolved = new ArrayList<>(command);
        resolved.set(0, path);
        return resolved;
    }

    /** {@code java [options] Main|-jar X|-m X [arguments]}: the options are walked to find where the program begins. */
    private List<String> java(String java, List<String> given, File directory, Map<String, String> environment) {
        List<String> words = join(jvmArguments, given);
        List<String> options = new ArrayList<>();
        boolean modules = false;
        boolean modulePathSeen = false;
        int at = 0;
        while (at < words.size() && isOption(words.get(at))) {
            String option = words.get(at);
            int equals = option.startsWith("--") ? option.indexOf('=') : -1;
            String name = equals < 0 ? option : option.substring(0, equals);
            modules = name.equals("-m") || name.equals("--module");
            if (modules || option.equals("-jar")) {
                break;
            }
            boolean modulePath = MODULE_PATH_OPTIONS.contains(name);
            boolean path = modulePath || CLASS_PATH_OPTIONS.contains(name);
            modulePathSeen |= modulePath;
            at++;
            if (equals >= 0) {
                options.add(path ? name + "=" + tern.classPath(option.substring(equals + 1)) : option);
                continue;
            }
            options.add(option);
            if (at < words.size() && (path || OPTIONS_WITH_VALUE.contains(name))) {
                options.add(path ? tern.classPath(words.get(at)) : words.get(at));
                at++;
            }
        }
        if (at < jvmArguments.size()) {
            throw new LaunchException(Topic.BAD_VALUE, "--jvm-args", words.get(at), "options of java, and no program");
        }
        List<String> program = new ArrayList<>(words.subList(at, words.size()));
        if (program.size() > 1 && program.get(0).equals("-jar")) {
            program.remove(0);
            program.set(0, mainClass(existing(program.get(0), directory), options));
        }
        if (modules && !modulePathSeen) {
            options.addAll(List.of("-p", tern.jar()));
        }
        return assemble(java, modules || modulePathSeen, options, program, environment);
    }

    private static boolean isOption(String word) {
        return word.startsWith("-") || word.startsWith("@");
    }

    /**
     * {@code java -jar} knows no class path, so the main class is read from the manifest and started with one. The other
     * attributes that only {@code -jar} heeds are carried over.
     */
    private String mainClass(String jar, List<String> options) {
        String mainClass = null;
        try (JarFile file = new JarFile(jar)) {
            Manifest manifest = file.getManifest();
            if (manifest != null) {
                Attributes attributes = manifest.getMainAttributes();
                mainClass = attributes.getValue(Attributes.Name.MAIN_CLASS);
                addForAll(options, "--add-exports", attributes.getValue("Add-Exports"));
                addForAll(options, "--add-opens", attributes.getValue("Add-Opens"));
                String nativeAccess = attributes.getValue("Enable-Native-Access");
                if (nativeAccess != null) {
                    options.addAll(List.of("--enable-native-access", nativeAccess));
                }
            }
        } catch (IOException e) {
            throw new LaunchException(Topic.NO_MAIN_CLASS, jar, "it cannot be read as a jar: " + e.getMessage());
        }
        if (mainClass == null) {
            throw new LaunchException(Topic.NO_MAIN_CLASS, jar, "its manifest has no Main-Class");
        }
        options.addAll(List.of("-cp", tern.classPath(jar)));
        return mainClass.trim();
    }

    private static void addForAll(List<String> options, String option, String packages) {
        if (packages != null) {
            for (String name : packages.trim().split(" +")) {
                options.add(option);
                options.add(name + "=ALL-UNNAMED");
            }
        }
    }

    /**
     * Puts our options in front. With a module path the library is a module; nobody may require it by name, but then it
     * would not be there, and what is granted to a module that is not there makes the JVM complain.
     */
    private List<String> assemble(
            String java,
            boolean modulePath,
            List<String> options,
            List<String> program,
            Map<String, String> environment) {
        boolean own = java.equals(tern.java()); // the cache fits no other JDK
        boolean current = own || release(java) >= OLDEST_RELEASE;
        String holder = modulePath ? JvmOptions.MODULE : JvmOptions.CLASS_PATH;
        List<String> all = new ArrayList<>();
        all.add(java);
        all.addAll(
                share.add(options, environment, current ? holder : null, own && !modulePath ? tern.aotCache() : null));
        if (modulePath && current) {
            all.addAll(List.of("--add-modules", JvmOptions.MODULE));
        }
        all.addAll(options);
        all.addAll(program);
        return all;
    }

    /** The release of a JDK, from the file of that name in its home; 0 if it cannot be told. */
    private static int release(String java) {
        String label = "JAVA_VERSION=\"";
        try {
            File home = new File(java).getCanonicalFile().getParentFile().getParentFile();
            String text = Machine.read(home + "/release");
            int from = text.indexOf(label);
            int to = from < 0 ? -1 : text.indexOf('"', from + label.length());
            String version = to < 0 ? "" : text.substring(from + label.length(), to);
            return Integer.parseInt(version.replaceFirst("[^0-9].*", ""));
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    private static List<String> join(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    /** The name itself, after a check that the file is there for a process that runs in that folder. */
    private static String existing(String name, File directory) {
        if (!inFolder(name, directory).isFile()) {
            throw new LaunchException(LaunchException.NOT_FOUND, Topic.PROGRAM_NOT_FOUND, name, place(directory));
        }
        return name.endsWith(".jar") ? inFolder(name, directory).getPath() : name;
    }

    private static String executable(String name, File directory, String searchPath) {
        if (name.indexOf('/') >= 0) {
            File file = inFolder(name, directory);
            if (!file.exists()) {
                throw new LaunchException(LaunchException.NOT_FOUND, Topic.PROGRAM_NOT_FOUND, name, place(directory));
            }
            if (file.isDirectory() || !file.canExecute()) {
                throw new LaunchException(LaunchException.NOT_EXECUTABLE, Topic.PROGRAM_NOT_EXECUTABLE, name);
            }
            return name;
        }
        for (String folder : searchPath.split(File.pathSeparator)) {
            File file = inFolder(folder.isEmpty() ? name : folder + "/" + name, directory);
            if (file.isFile() && file.canExecute()) {
                return file.getPath();
            }
        }
        throw new LaunchException(
                LaunchException.NOT_FOUND, Topic.PROGRAM_NOT_FOUND, name, "PATH (" + searchPath + ")");
    }

    private static File inFolder(String name, File directory) {
        return name.startsWith("/") || directory == null ? new File(name) : new File(directory, name);
    }

    private static String place(File directory) {
        return directory == null ? new File("").getAbsolutePath() : directory.getPath();
    }
}
