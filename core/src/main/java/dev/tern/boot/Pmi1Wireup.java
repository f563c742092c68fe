/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.boot;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import java.util.Map;

/**
 * Client of PMI-1, the protocol of MPICH's launcher, which Slurm speaks too. The launcher hands its processes an open
 * connection or an address to connect to.
 */
final class Pmi1Wireup implements Wireup {
    private static final int MAX_SIZE = 1 << 20;
    private static final String MAPPING = "PMI_process_mapping";
    private static final String DISTRIBUTION = "SLURM_DISTRIBUTION";

    private final Pmi1Connection connection;
    private final int rank;
    private final int size;
    private final String kvsName;
    private final String job;
    private final boolean isOurs; // started by Tern's mpirun
    private final boolean isMapped; // the launcher's mapping is what it has done
    private volatile int[] nodes; // asked for once: where ranks tell their hosts, all have to be there

    private Pmi1Wireup(Pmi1Connection connection, int rank, int size, String job, boolean isMapped) {
        this.connection = connection;
        this.isMapped = isMapped;
        this.rank = rank;
        this.size = size;
        connection.call("cmd=init pmi_version=1 pmi_subversion=1", "response_to_init");
        kvsName = Pmi1Connection.value(connection.call("cmd=get_my_kvsname", "my_kvsname"), "kvsname");
        isOurs = job != null;
        this.job = PlainText.name(job != null ? job : kvsName);
    }

    /**
     * Connects to the launcher.
     *
     * @param port host, colon and port of the launcher
     * @param id by which the launcher knows this process
     * @param job name that Tern's mpirun has given the job, or null
     */
    static Pmi1Wireup overTcp(String port, String id, String job, LauncherEvents events) {
        var connection = new Pmi1Connection(new TcpChannel(port), events);
        connection.write("cmd=initack pmiid=" + id);
        connection.await("initack");
        int size = bounded(connection.await("set"), "size", MAX_SIZE);
        int rank = bounded(connection.await("set"), "rank", size - 1);
        connection.await("set"); // debug
        return new Pmi1Wireup(connection, rank, size, job, true);
    }

    /**
     * Uses the connection that the launcher has opened. Where Slurm puts ranks on hosts of a list ("arbitrary"), its mapping has a node
     * for each of them.
     */
    static Pmi1Wireup overDescriptor(Map<String, String> environment, LauncherEvents events) {
        int size = bounded(variable(environment, "PMI_SIZE"), "PMI_SIZE", MAX_SIZE);
        int rank = bounded(variable(environment, "PMI_RANK"), "PMI_RANK", size - 1);
        var channel = new DescriptorChannel(environment.get("PMI_FD"));
        boolean isMapped = !environment.getOrDefault(DISTRIBUTION, "").startsWith("arbitrary");
        return new Pmi1Wireup(new Pmi1Connection(channel, events), rank, size, null, isMapped);
    }

    private static String variable(Map<String, String> environment, String name) {
        return environment.containsKey(name) ? name + "=" + environment.get(name) : "";
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public String job() {
        return job;
    }

    @Override
    public boolean removesFiles() {
        return isOurs;
    }

    @Override
    public int[] nodes() {
        if (nodes == null) {
            nodes = findNodes();
        }
        return nodes.clone();
    }

    private int[] findNodes() {
        if (size == 1) {
            return new int[1];
        }
        String answer = isMapped ? ask(MAPPING) : "";
        return has(answer) // a mapping that is too long for a value is left out
                ? ProcessMapping.parse(Pmi1Connection.value(answer, "value"), size)
                : HostNames.exchange(this);
    }

    @Override
    public void put(String key, String value) {
        String encoded = PlainText.encode(value);
        connection.call("cmd=put kvsname=" + kvsName + " key=" + key + " value=" + encoded, "put_result");
    }

    @Override
    public String get(String key) {
        String answer = ask(key);
        if (!has(answer)) {
            throw new MpiError(ErrorClass.OTHER, "the launcher's key space has no " + key + ": " + answer);
        }
        return PlainText.decode(Pmi1Connection.value(answer, "value"));
    }

    private String ask(String key) {
        return connection.ask("cmd=get kvsname=" + kvsName + " key=" + key, "get_result");
    }

    /** Older launchers answer with an error code and a value that is none, newer ones without a value. */
    private static boolean has(String answer) {
        return !Pmi1Connection.isRefused(answer) && Pmi1Connection.find(answer, "value") != null;
    }

    @Override
    public void barrier() {
        connection.call("cmd=barrier_in", "barrier_out");
    }

    /**
     * Hydra ends at once and forgets what it has not read of the output, which says why. It looks at all there is between
     * two answers, so at the second one it has read what was printed before.
     */
    @Override
    public void abort(int exitCode, String cause) {
        connection.expectEnd();
        try {
            for (int i = 0; i < 2 && !isOurs; i++) {
                connection.tryAsk("cmd=get_my_kvsname");
            }
            connection.write(
                    "cmd=abort exitcode=" + exitCode + " message=" + cause.replace(' ', '+')); // no spaces in PMI-1
        } catch (MpiError e) {
            // The launcher is gone, and with it the job.
        }
    }

    /**
     * When Hydra finds the connection closed it kills all others, and may then report success. After a goodbye it lets them
     * find out by themselves whether they miss this process. Tern's mpirun gets it right without.
     */
    @Override
    public void leave() {
        if (isOurs) {
            return;
        }
        connection.expectEnd();
        try {
            connection.write("cmd=finalize");
        } catch (MpiError e) {
            // The launcher is gone.
        }
    }

    @Override
    public void close() {
        connection.expectEnd();
        connection.call("cmd=finalize", "finalize_ack");
        connection.close();
    }

    private static int bounded(String line, String key, int max) {
        try {
            int number = Integer.parseInt(Pmi1Connection.value(line, key));
            if (0 <= number && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new MpiError(ErrorClass.OTHER, "the launcher sent a bad " + key + ": " + line);
    }
}
