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

    private final Tern tern;
    private final int ranks;
    private final int cores;

    /**
     * Creates the translation for a job.
     *
     * @param tern where the library and the JDK lie
     * @param ranks number of ranks of the job
     * @param cores number of processors
     */
    Program(Tern tern, int ranks, int cores) {
        this.tern = tern;
        this.ranks = ranks;
        this.cores = cores;
    }

    /**
     * The command to execute.
     *
     * @param command what the user gave
     * @param directory the working folder of the rank
     * @param environment the environment of the rank; its {@code CLASSPATH} gets the library in front and its
     *     {@code PATH} the JDK, for scripts that run {@code java}
     * @throws LaunchException if the program does not exist or cannot be run
     */
    List<String> resolve(List<String> command, File directory, Map<String, String> environment) {
        String classPath = environment.get("CLASSPATH");
        environment.put("CLASSPATH", tern.classPath(classPath == null || classPath.isEmpty() ? "." : classPath));
        environment.put("TERN_HOME", tern.home());
        environment.put("TERN_JAR", tern.jar());
        String searchPath = environment.get("PATH");
        searchPath = tern.javaHome() + "/bin" + File.pathSeparator + (searchPath == null ? DEFAULT_PATH : searchPath);
        environment.put("PATH", searchPath);
        String name = command.get(0);
        List<String> arguments = command.subList(1, command.size());
        if (name.endsWith(".jar")) {
            return jar(tern.java(), List.of(), existing(name, directory), arguments, environment);
        }
        if (name.endsWith(".java")) {
            existing(name, directory);
            List<String> options = List.of("-cp", tern.classPath(classPath));
            return assemble(tern.java(), options, options, command, environment);
        }
        String path = executable(name, directory, searchPath);
        if (path.endsWith("/java")) {
            return java(path, arguments, directory, environment);
        }
        List<String> resolved = new ArrayList<>(command);
        resolved.set(0, path);
        return resolved;
    }

    /** {@code java [options] Main|-jar X|-m X [arguments]}: the options are walked to find where the program begins. */
    private List<String> java(String java, List<String> given, File directory, Map<String, String> environment) {
        List<String> arguments = new ArrayList<>(given);
        boolean modulePathSeen = false;
        int at = 0;
        while (at < arguments.size()
                && (arguments.get(at).startsWith("-") || arguments.get(at).startsWith("@"))) {
            String option = arguments.get(at);
            int equals = option.startsWith("--") ? option.indexOf('=') : -1;
            String name = equals < 0 ? option : option.substring(0, equals);
            boolean classPath = CLASS_PATH_OPTIONS.contains(name);
            boolean modulePath = MODULE_PATH_OPTIONS.contains(name);
            boolean hasNext = at + 1 < arguments.size();
            if (option.equals("-jar") && hasNext) {
                String jar = existing(arguments.get(at + 1), directory);
                List<String> rest = arguments.subList(at + 2, arguments.size());
                return jar(java, arguments.subList(0, at), jar, rest, environment);
            }
            if (name.equals("-m") || name.equals("--module")) {
                break;
            }
            if ((classPath || modulePath) && equals >= 0) {
                arguments.set(at, name + "=" + tern.classPath(option.substring(equals + 1)));
            } else if ((classPath || modulePath) && hasNext) {
                arguments.set(++at, tern.classPath(arguments.get(at)));
            } else if (equals < 0 && OPTIONS_WITH_VALUE.contains(name)) {
                at++;
            }
            modulePathSeen |= modulePath;
            at++;
        }
        int split = Math.min(at, arguments.size());
        boolean isModule = split < arguments.size() && arguments.get(split).startsWith("-");
        List<String> options = new ArrayList<>(arguments.subList(0, split));
        if (isModule && !modulePathSeen) {
            options.addAll(List.of("-p", tern.jar()));
        }
        return assemble(
                java, arguments.subList(0, split), options, arguments.subList(split, arguments.size()), environment);
    }

    /**
     * {@code java -jar} knows no class path, so the main class is read from the manifest and started with one. The other
     * attributes that only {@code -jar} heeds are carried over.
     */
    private List<String> jar(
            String java, List<String> given, String jar, List<String> arguments, Map<String, String> environment) {
        List<String> options = new ArrayList<>(given);
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
        List<String> program = new ArrayList<>();
        program.add(mainClass.trim());
        program.addAll(arguments);
        return assemble(java, given, options, program, environment);
    }

    private static void addForAll(List<String> options, String option, String packages) {
        if (packages != null) {
            for (String name : packages.trim().split(" +")) {
                options.add(option);
                options.add(name + "=ALL-UNNAMED");
            }
        }
    }

    private List<String> assemble(
            String java,
            List<String> user,
            List<String> options,
            List<String> program,
            Map<String, String> environment) {
        String cache = java.equals(tern.java()) ? tern.aotCache() : null; // fits no other JDK
        List<String> all = new ArrayList<>();
        all.add(java);
        all.addAll(JvmOptions.add(user, environment, ranks, cores, cache));
        all.addAll(options);
        all.addAll(program);
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
