/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The command line of {@code mpirun}, parsed: {@code [options] program [arguments] [: [options] program [arguments]]…}. */
final class CommandLine {
    private static final String ONE_OR_MORE = "a whole number, 1 or more";
    private static final int LARGEST_COUNT = 100_000;

    private final Map<String, String> callerEnvironment;
    private final Settings settings = new Settings();
    private final List<App> apps = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private String[] arguments;
    private int at;
    private App app = new App();
    private Hosts fileHosts = Hosts.NONE;
    private String hostOption;
    private String helpTopic;
    private boolean versionAsked;

    /**
     * Parses a command line.
     *
     * @param arguments the arguments of {@code mpirun}
     * @param callerEnvironment the environment of {@code mpirun}
     * @throws LaunchException if it is wrong
     */
    CommandLine(String[] arguments, Map<String, String> callerEnvironment) {
        this.arguments = arguments.clone();
        this.callerEnvironment = callerEnvironment;
        String limit = callerEnvironment.get("MPIEXEC_TIMEOUT");
        if (limit != null && !limit.isEmpty()) {
            settings.timeoutSeconds = number("MPIEXEC_TIMEOUT", limit);
        }
        parse();
    }

    /** What holds for the whole job. */
    Settings settings() {
        return settings;
    }

    /** The programs in the order given; each has a count of at least one. */
    List<App> apps() {
        return apps;
    }

    /** Remarks to print before the job starts. */
    List<String> warnings() {
        return warnings;
    }

    /** The topic of {@code --help}, or null if help is not asked for. */
    String helpTopic() {
        return helpTopic;
    }

    /** Whether {@code --version} is asked for. */
    boolean versionAsked() {
        return versionAsked;
    }

    private void parse() {
        while (at < arguments.length) {
            String word = arguments[at++];
            if (word.equals(":")) {
                finishApp();
            } else if (word.startsWith("-") && word.length() > 1 && !word.equals("--")) {
                option(word);
                if (helpTopic != null || versionAsked) {
                    return;
                }
            } else {
                program(word);
            }
        }
        finishApp();
        allocate();
    }

    /** Hosts hold for the whole job; of several programs each fills those that it names, or else those of all. */
    private void allocate() {
        Hosts hosts = Hosts.NONE;
        for (App each : apps) {
            boolean own = apps.size() > 1 && each.count > each.hosts.slots();
            hosts = hosts.and(own ? each.hosts.filled(each.count) : each.hosts);
        }
        if (!fileHosts.isEmpty()) {
            hosts = hosts.isEmpty() ? fileHosts : fileHosts.only(hostOption, hosts);
        }
        boolean perMachine = settings.layout.mapping == Level.NODE && settings.layout.ranksPerPart > 0;
        settings.perNode = perMachine ? settings.layout.ranksPerPart : apps.get(0).perNode;
        Allocation allocation = Allocation.of(hosts, callerEnvironment);
        settings.allocation = settings.perNode > 0 && apps.size() == 1 ? allocation.each(settings.perNode) : allocation;
        for (App each : apps) {
            if (each.count == 0 && each.perNode > 0) {
                each.count = each.perNode * allocation.nodes();
            }
        }
        if (apps.size() == 1 && apps.get(0).count == 0) {
            int size = settings.allocation.defaultSize();
            apps.get(0).count = size > 0 ? size : Placement.defaultSize(settings.layout);
        }
    }

    /** Takes the program and its arguments, up to the next colon. */
    private void program(String first) {
        if (!first.equals("--")) {
            app.command.add(first);
        }
        while (at < arguments.length && !arguments[at].equals(":")) {
            app.command.add(arguments[at++]);
        }
    }

    private void finishApp() {
        if (app.command.isEmpty()) {
            throw new LaunchException(Topic.NO_PROGRAM, arguments.length == 0 ? "(nothing)" : join(arguments));
        }
        boolean several = !apps.isEmpty() || at < arguments.length;
        if (app.count == 0 && app.perNode == 0 && several) {
            app.count = 1;
        }
        apps.add(app);
        app = new App();
    }

    private void option(String word) {
        String name = word.substring(word.startsWith("--") ? 2 : 1);
        String attached = null;
        int equals = name.indexOf('=');
        if (equals > 0) {
            attached = name.substring(equals + 1);
            name = name.substring(0, equals);
        }
        Option option = Option.find(name);
        if (option == null || (attached != null && option.valueCount() == 0)) {
            String near = Option.nearest(name);
            String advice = near == null ? "mpirun --help lists all options" : "did you mean " + near + "?";
            throw new LaunchException(Topic.UNKNOWN_OPTION, word, advice);
        }
        String first = option.valueCount() == 0 ? null : attached != null ? attached : value(word, option);
        String second = option.valueCount() < 2 ? null : value(word, option);
        if (option.valueCount() > 0) {
            apply(option, word, first, second);
            wish(option, first);
        } else {
            flag(option);
        }
    }

    private void flag(Option option) {
        applyFlag(option);
        wish(option, "");
    }

    private void wish(Option option, String value) {
        if (Option.WISHES.contains(option)) {
            settings.wishes.put(option, value);
        }
    }

    private String value(String word, Option option) {
        if (at == arguments.length) {
            throw new LaunchException(
                    Topic.MISSING_VALUE, word, option.valueCount() == 1 ? "a value" : option.valueCount() + " values");
        }
        return arguments[at++];
    }

    private void applyFlag(Option option) {
        switch (option) {
            case OVERSUBSCRIBE -> settings.layout.sharing = true;
            case NO_OVERSUBSCRIBE -> settings.layout.limited = true;
            case REPORT_BINDINGS -> settings.reportBindings = true;
            case DISPLAY_MAP -> settings.displayMap = true;
            case DISPLAY_ALLOCATION -> settings.displayAllocation = true;
            case QUIET -> settings.quiet = true;
            case TAG_OUTPUT -> settings.tagOutput = true;
            case PREPEND_RANK -> settings.prependRank = true;
            case TIMESTAMP_OUTPUT -> settings.timestampOutput = true;
            case MERGE_OUTPUT -> settings.mergeOutput = true;
            case PRINT_EXIT_CODES -> settings.printExitCodes = true;
            case VERBOSE -> settings.verbose = true;
            case VERSION -> versionAsked = true;
            case HELP -> helpTopic = at < arguments.length ? stripDashes(arguments[at++]) : "usage";
            default -> {
                // GRANTED: holds anyway
            }
        }
    }

    private void apply(Option option, String word, String value, String second) {
        switch (option) {
            case COUNT -> app.count = count(word, value);
            case PER_NODE -> app.perNode = count(word, value);
            case EXPORT -> export(value, app.environment);
            case APP_ENVIRONMENT -> app.environment.put(variable(word, value), second);
            case JOB_ENVIRONMENT -> settings.environment.put(variable(word, value), second);
            case DIRECTORY -> app.directory = directory(word, value);
            case HOST -> {
                app.hosts = app.hosts.and(Hosts.list(word, value));
                hostOption = word;
            }
            case HOSTFILE -> fileHosts = fileHosts.and(Hosts.file(word, value));
            case LAUNCHER -> settings.launcher = value;
            case PARAMETER -> {
                int equals = value.indexOf('=');
                if (equals < 1) {
                    throw new LaunchException(Topic.BAD_VALUE, word, value, "NAME=VALUE");
                }
                parameter(value.substring(0, equals), value.substring(equals + 1));
            }
            case MCA -> parameter(value, second);
            case PATH -> app.path = value;
            case JVM_ARGUMENTS -> jvmArguments(word, value);
            case BIND_TO -> LayoutOptions.bindTo(settings.layout, word, value);
            case MAP_BY -> LayoutOptions.mapBy(settings.layout, word, value);
            case CPU_SET -> settings.layout.cpuSet = value;
            case DISPLAY -> display(word, value);
            case OUTPUT_FILENAME -> settings.outputDirectory = value;
            case STDIN -> settings.stdinRank = stdin(word, value);
            case TIMEOUT -> settings.timeoutSeconds = number(word, value);
            default -> {
                // GRANTED_VALUE: holds anyway
            }
        }
    }

    private static int count(String option, String value) {
        int count = parse(value);
        if (count < 1 || count > LARGEST_COUNT) {
            throw new LaunchException(Topic.BAD_COUNT, option, value);
        }
        return count;
    }

    private static int number(String option, String value) {
        int number = parse(value);
        if (number < 1) {
            throw new LaunchException(Topic.BAD_VALUE, option, value, ONE_OR_MORE + " (seconds)");
        }
        return number;
    }

    /** The value of a decimal number, or -1. */
    private static int parse(String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** {@code NAME=VALUE} sets; {@code NAME} and {@code NAME*} hand on, which counts on other hosts only. */
    private void export(String value, Map<String, String> environment) {
        int equals = value.indexOf('=');
        if (equals > 0) {
            environment.put(value.substring(0, equals), value.substring(equals + 1));
        } else if (value.endsWith("*")) {
            String prefix = value.substring(0, value.length() - 1);
            for (String name : callerEnvironment.keySet()) {
                if (name.startsWith(prefix)) {
                    settings.exported.add(name);
                }
            }
        } else if (callerEnvironment.containsKey(value)) {
            settings.exported.add(value);
        } else {
            warnings.add("-x " + value + ": there is no such variable in the environment");
        }
    }

    /** Parameters of the library travel in the environment, see {@code tern info}. */
    private void parameter(String name, String value) {
        StringBuilder variable = new StringBuilder("TERN_");
        for (char c : name.toUpperCase(Locale.ROOT).toCharArray()) {
            variable.append(Character.isLetterOrDigit(c) ? c : '_');
        }
        settings.environment.put(variable.toString(), value);
    }

    private static String directory(String option, String value) {
        if (!new File(value).isDirectory()) {
            throw new LaunchException(Topic.NO_DIRECTORY, option, value);
        }
        return value;
    }

    private void jvmArguments(String option, String value) {
        try {
            settings.jvmArguments.addAll(Words.of(value));
        } catch (IllegalArgumentException e) {
            throw new LaunchException(Topic.BAD_VALUE, option, value, "options of java; " + e.getMessage());
        }
    }

    private void display(String option, String list) {
        for (String what : list.split(",")) {
            switch (what) {
                case "map", "map-devel" -> flag(Option.DISPLAY_MAP);
                case "bind", "bindings" -> flag(Option.REPORT_BINDINGS);
                case "allocation" -> flag(Option.DISPLAY_ALLOCATION);
                default -> throw new LaunchException(Topic.BAD_VALUE, option, list, "map, bind, allocation");
            }
        }
    }

    private static int stdin(String option, String value) {
        if (value.equals("all")) {
            return Settings.STDIN_ALL;
        }
        if (value.equals("none")) {
            return Settings.STDIN_NONE;
        }
        int rank = parse(value);
        if (rank < 0) {
            throw new LaunchException(Topic.BAD_VALUE, option, value, "all, none or a rank");
        }
        return rank;
    }

    private static String stripDashes(String word) {
        int from = 0;
        while (from < word.length() && word.charAt(from) == '-') {
            from++;
        }
        return word.substring(from);
    }

    private static String join(String[] words) {
        StringBuilder text = new StringBuilder("mpirun");
        for (String word : words) {
            text.append(' ').append(word);
        }
        return text.toString();
    }

    /** The name of an environment variable. */
    private static String variable(String option, String name) {
        if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
            throw new LaunchException(Topic.BAD_VALUE, option, name, "the name of a variable, then its value");
        }
        return name;
    }
}
