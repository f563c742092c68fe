/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.launch;

import dev.tern.config.Automatic;
import dev.tern.config.Parameter;
import dev.tern.config.Parameters;
import dev.tern.os.Affinity;
import dev.tern.os.Futex;
import dev.tern.os.NativeAccess;
import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The command {@code tern info}: versions, the machine, which ways ranks have to each other and why, and every parameter with
 * its value and where that comes from.
 */
public final class Info {
    private static final long MEGABYTE = 1024 * 1024;
    private static final int DEFAULT_RANKS = 2;
    private static final String FORM = "  %-16s %s%n";
    private static final String USAGE = "tern info [-n RANKS] [--json]";

    private final Tern tern;
    private final Map<String, String> environment;
    private final int ranks;
    private final int cores = Runtime.getRuntime().availableProcessors();
    private final List<Way> ways = new ArrayList<>();

    /** Something that ranks use or not, and why. */
    private record Way(String name, boolean used, String why) {}

    /**
     * Looks at the machine.
     *
     * @param tern the installation
     * @param environment the environment of the ranks
     * @param ranks how many there would be
     */
    Info(Tern tern, Map<String, String> environment, int ranks) {
        this.tern = tern;
        this.environment = environment;
        this.ranks = ranks;
        findWays();
    }

    /**
     * Prints it.
     *
     * @param arguments {@code -n RANKS} and {@code --json}
     */
    public static void main(String[] arguments) {
        int ranks = DEFAULT_RANKS;
        boolean json = false;
        for (int i = 0; i < arguments.length; i++) {
            boolean counted = arguments[i].equals("-n") || arguments[i].equals("-np");
            json |= arguments[i].equals("--json");
            ranks = counted && i + 1 < arguments.length ? count(arguments[++i]) : ranks;
            if (!counted && !arguments[i].equals("--json")) {
                usage();
            }
        }
        Info info = new Info(Tern.find(), System.getenv(), ranks);
        System.out.print(json ? info.json() : info.text());
    }

    private static int count(String word) {
        try {
            int number = Integer.parseInt(word);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        usage();
        return 0;
    }

    private static void usage() {
        System.err.println("Usage: " + USAGE);
        System.exit(LaunchException.USAGE);
    }

    private void findWays() {
        Parameters values = new Parameters(environment);
        String folder = effective(values, Parameter.SHM_DIR);
        File memory = new File(folder);
        boolean writable = memory.isDirectory() && memory.canWrite();
        ways.add(new Way(
                "shared memory",
                writable,
                folder + (writable ? ", " + memory.getUsableSpace() / MEGABYTE + " MB free" : " cannot be written")));
        boolean granted = NativeAccess.isEnabled() && isGrantedToRanks();
        ways.add(new Way(
                "native access",
                granted,
                granted
                        ? "mpirun grants it; a rank that is started otherwise needs --enable-native-access=ALL-UNNAMED"
                        : NativeAccess.isEnabled()
                                ? "--illegal-native-access stands in the environment"
                                : NativeAccess.reason()));
        way(
                "futex",
                granted,
                granted && Futex.probe() == null ? "the system refuses it" : null,
                "wakes ranks that sleep");
        way("process_vm_readv", granted, granted ? PeerProbe.obstacle(tern) : null, "tried between two processes");
        way(
                "binding",
                granted,
                granted && Affinity.probe() == null ? "the system refuses it" : null,
                "mpirun --bind-to");
        ways.add(new Way("tcp", true, "between machines; on one with transport=tcp,self"));
    }

    private void way(String name, boolean granted, String obstacle, String purpose) {
        ways.add(new Way(
                name,
                granted && obstacle == null,
                !granted ? "needs native access" : obstacle == null ? purpose : obstacle));
    }

    private boolean isGrantedToRanks() {
        List<String> options =
                new JvmOptions(ranks, cores, Machine.memory()).add(List.of(), environment, JvmOptions.CLASS_PATH, null);
        return options.contains("--enable-native-access=" + JvmOptions.CLASS_PATH)
                || JvmOptions.isGranted(environment, JvmOptions.CLASS_PATH);
    }

    /** What it comes to for these ranks. */
    private String effective(Parameters values, Parameter parameter) {
        return values.isAuto(parameter) ? Automatic.text(parameter, ranks, cores) : values.text(parameter);
    }

    /** It for people. */
    String text() {
        StringBuilder text = new StringBuilder();
        text.append("Tern ").append(Mpirun.version()).append(System.lineSeparator());
        line(text, "library", tern.jar() + (isBuilt() ? "" : " (not built)"));
        line(text, "class cache", tern.aotCache() == null ? "none" : tern.aotCache());
        line(text, "java", Runtime.version() + ", " + tern.java());
        line(
                text,
                "machine",
                Machine.hostName() + ", " + property("os.name") + " " + property("os.version") + ", "
                        + property("os.arch") + ", " + cores + " processors, " + Machine.memory() / MEGABYTE + " MB");
        text.append(String.format("%nTransports and what they use%n"));
        for (Way way : ways) {
            line(text, way.name, (way.used ? "yes: " : "no: ") + way.why);
        }
        text.append(String.format(
                "%nParameters, set by mpirun --param NAME=VALUE or the environment TERN_NAME=VALUE,"
                        + " and what they come to for %d local ranks%n",
                ranks));
        Parameters values = new Parameters(environment);
        for (Parameter parameter : Parameter.values()) {
            String value = values.text(parameter);
            String effective = effective(values, parameter);
            String meaning = value.equals(effective) ? "" : " = " + effective;
            String unit = effective.equals("auto") ? "" : " " + parameter.unit();
            line(text, parameter.key(), value + meaning + unit + " (" + values.source(parameter) + ")");
            line(text, "", parameter.text());
        }
        return text.toString();
    }

    /** It for programs. */
    String json() {
        Map<String, Object> machine = new LinkedHashMap<>();
        machine.put("host", Machine.hostName());
        machine.put("os", property("os.name") + " " + property("os.version"));
        machine.put("arch", property("os.arch"));
        machine.put("processors", cores);
        machine.put("memory", Machine.memory());
        Map<String, Object> ways = new LinkedHashMap<>();
        for (Way way : this.ways) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("used", way.used);
            entry.put("why", way.why);
            ways.put(way.name, entry);
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("version", Mpirun.version());
        all.put("library", tern.jar());
        all.put("built", isBuilt());
        all.put("classCache", tern.aotCache());
        all.put("javaVersion", Runtime.version().toString());
        all.put("java", tern.java());
        all.put("machine", machine);
        all.put("ranks", ranks);
        all.put("transports", ways);
        all.put("parameters", parameters());
        return Json.of(all);
    }

    private List<Object> parameters() {
        List<Object> parameters = new ArrayList<>();
        Parameters values = new Parameters(environment);
        for (Parameter parameter : Parameter.values()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", parameter.key());
            entry.put("value", values.text(parameter));
            entry.put("effective", effective(values, parameter));
            entry.put("unit", parameter.unit());
            entry.put("source", values.source(parameter));
            entry.put("default", parameter.defaultValue());
            entry.put("text", parameter.text());
            parameters.add(entry);
        }
        return parameters;
    }

    private boolean isBuilt() {
        return new File(tern.jar()).isFile();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(String.format(FORM, name, value));
    }

    private static String property(String name) {
        return System.getProperty(name);
    }
}
