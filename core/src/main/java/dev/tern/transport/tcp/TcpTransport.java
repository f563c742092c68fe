/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.transport.tcp;

import dev.tern.error.ErrorClass;
import dev.tern.error.MpiError;
import dev.tern.transport.Link;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * TCP connections between ranks. Use: create, let everybody know the {@link #address()}, wait until all have; a {@link #link} then
 * connects when something is first sent through it, or when the other end calls.
 */
public final class TcpTransport {
    private static final int CONNECT_MILLIS = 5000;
    private static final long GIVE_UP_NANOS = 30_000_000_000L;
    private static final long FIRST_PAUSE_MILLIS = 20;
    private static final long LONGEST_PAUSE_MILLIS = 1000;

    private static final TcpLink[] NO_LINKS = {};

    private final int rank;
    private final TcpOptions options;
    private Handshake handshake; // this and the next are set by start, before any other thread looks
    private IntFunction<String> addressOf;
    private Connection[][] connections; // by number of the link, then by rank; null for those reached in another way
    private final List<String> networks;
    private final Listener listener;
    private final String address;
    private final Complaints complaints;
    private Monitors monitors; // as the handshake
    private Watch watch; // as well
    private volatile Runnable alarm = () -> {}; // what wakes this rank
    private volatile String lost; // by the thread that notices it, read by those who wait long
    private volatile boolean closed; // written by Finalize

    /** The other end has settings that do not go with those of this one, and will have them for ever. */
    private static final class DisagreementException extends IOException {
        private static final long serialVersionUID = 1;

        DisagreementException(String what) {
            super(what);
        }
    }

    /** The link to one rank, and how far its connection is. */
    private final class Connection {
        private static final int NONE = 0;
        private static final int CALLING = 1;
        private static final int THERE = 2;

        final int peer;
        final int lane;
        final TcpLink link;
        private volatile boolean wanted; // by the thread that sends first
        private int state; // guarded by this

        Connection(int peer, int lane, boolean amongRings, TcpLink[] further) {
            this.peer = peer;
            this.lane = lane;
            this.link = new TcpLink(peer, options, further, amongRings, this::connect);
        }

        private void connect() {
            if (!wanted) {
                wanted = true;
                Thread.ofVirtual().name("tern-tcp-call-" + peer).start(this::call);
            }
        }

        private synchronized boolean begin() {
            if (state != NONE) {
                return false;
            }
            state = CALLING;
            return true;
        }

        /** The other end has called. If both call at once, the call of the lower rank counts. */
        synchronized boolean welcomes() {
            if (state == THERE || state == CALLING && rank < peer) {
                return false;
            }
            state = THERE;
            return true;
        }

        private synchronized void is(int newState) {
            if (state != THERE) {
                state = newState;
            }
        }

        private void call() {
            boolean orderly = false;
            try {
                callUntilConnected();
                orderly = true;
            } finally {
                if (!orderly) {
                    link.lose(); // the JVM lacks something: memory, descriptors for classes
                }
            }
        }

        private void callUntilConnected() {
            long deadline = System.nanoTime() + GIVE_UP_NANOS;
            long pause = FIRST_PAUSE_MILLIS;
            String failure = "";
            while (!closed && !link.isConnected() && System.nanoTime() < deadline) {
                if (begin()) {
                    try {
                        if (dial(peer, this::greet)) {
                            return;
                        }
                        deadline = System.nanoTime() + GIVE_UP_NANOS; // it is reached, and calls itself
                    } catch (DisagreementException e) {
                        failure = e.getMessage();
                        break;
                    } catch (IOException | RuntimeException e) {
                        failure = e.getMessage() == null ? e.toString() : e.getMessage();
                    }
                    is(NONE);
                }
                try {
                    Thread.sleep(pause);
                } catch (InterruptedException e) {
                    return;
                }
                pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            }
            if (!closed && !link.isConnected()) {
                lost = "this rank cannot connect to " + describe(peer) + ": " + failure + " [no-connection]";
                complaints.say(lost);
                link.lose();
                alarm.run();
            }
        }

        /** True if the connection is used, false if the other end calls as well, and that call is to count if it succeeds. */
        private boolean greet(SocketChannel channel) throws IOException {
            try {
                var who = new Handshake.Call(rank, peer, lane);
                Handshake.Agreed agreed = handshake.call(channel.socket(), who);
                byte verdict = handshake.verdict(channel.socket());
                if (verdict == Handshake.WELCOME) {
                    is(THERE);
                    use(channel, agreed, true);
                    return true;
                }
                channel.close();
                return false;
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        }

        void use(SocketChannel channel, Handshake.Agreed agreed, boolean caller) throws IOException {
            channel.socket().setSoTimeout(0);
            channel.configureBlocking(false);
            byte[] mine = caller ? agreed.callerKey() : agreed.answererKey();
            byte[] its = caller ? agreed.answererKey() : agreed.callerKey();
            link.connected(options.encrypt() ? new SealedWire(channel, mine, its) : new PlainWire(channel));
            watch.add(channel);
        }
    }

    /** What becomes of those who call and belong to the job. */
    private final class Answers implements Listener.Host {
        @Override
        public boolean welcomes(Handshake.Agreed agreed) throws IOException {
            Connection connection = connection(agreed.call());
            return agreed.call().lane() == Handshake.MONITOR || connection.welcomes();
        }

        @Override
        public void use(Handshake.Agreed agreed, SocketChannel channel) throws IOException {
            Connection connection = connection(agreed.call());
            if (agreed.call().lane() == Handshake.MONITOR) {
                Thread.ofVirtual()
                        .name("tern-tcp-monitor-" + connection.peer)
                        .start(() -> monitors.answer(connection.peer, channel));
            } else {
                connection.use(channel, agreed, false);
            }
        }
    }

    /**
     * Listens; calls wait until {@link #start}.
     *
     * @param rank world rank of this process
     * @param hostName of this machine, for people
     * @throws MpiError if this process cannot be reached
     */
    public TcpTransport(int rank, String hostName, TcpOptions options) {
        this.rank = rank;
        this.options = options;
        this.complaints = new Complaints(rank);
        try {
            List<InetAddress> addresses = Interfaces.choose(options.include(), options.exclude());
            networks = Interfaces.networks();
            listener = new Listener(
                    options.firstPort(),
                    options.lastPort(),
                    options.isRestricted() ? Set.copyOf(addresses) : null,
                    complaints);
            address = Address.text(listener.port(), addresses, hostName, options.agreement());
        } catch (IOException e) {
            throw new MpiError(ErrorClass.OTHER, "cannot listen for TCP connections: " + e.getMessage(), e);
        }
    }

    /**
     * Answers calls from now on.
     *
     * @param reached by world rank, whether it is reached through this transport
     * @param lanes number of links to each
     * @param amongRings whether those who look at links look at shared memory as well
     * @param secret of the job, known to its processes only
     * @param job its name
     * @param addresses the {@link #address()} of each rank
     */
    public void start(
            boolean[] reached,
            int lanes,
            boolean amongRings,
            byte[] secret,
            String job,
            IntFunction<String> addresses) {
        handshake = new Handshake(secret, job);
        addressOf = addresses;
        monitors = new Monitors(
                reached.length,
                options.timeoutSeconds(),
                peer -> dial(peer, channel -> greetMonitor(peer, channel)),
                this::lose);
        watch = new Watch(() -> alarm.run());
        connections = new Connection[lanes * options.links()][reached.length];
        for (int number = connections.length - 1; number >= 0; number--) {
            for (int peer = 0; peer < reached.length; peer++) {
                if (reached[peer]) {
                    connections[number][peer] = new Connection(
                            peer, number, amongRings, number < lanes ? further(peer, number, lanes) : NO_LINKS);
                }
            }
        }
        listener.start(handshake, new Answers());
    }

    /** The links to a rank beside that on a lane: each has the number of the lane plus a multiple of the number of lanes. */
    private TcpLink[] further(int peer, int lane, int lanes) {
        TcpLink[] further = new TcpLink[options.links() - 1];
        for (int i = 0; i < further.length; i++) {
            further[i] = connections[lane + (i + 1) * lanes][peer].link;
        }
        return further;
    }

    /** What another rank needs to know to connect. */
    public String address() {
        return address;
    }

    /** The link to a rank on a lane. */
    public Link link(int peer, int lane) {
        return connections[lane][peer].link;
    }

    /** What is done with a new connection; closes it if that fails. */
    private interface Greeting<T> {
        T greet(SocketChannel channel) throws IOException;
    }

    /** Calls a rank at one of its addresses after the other. */
    private <T> T dial(int peer, Greeting<T> greeting) throws IOException {
        Address of = Address.parse(addressOf.apply(peer));
        if (!of.agreement().equals(options.agreement())) {
            throw new DisagreementException("it has " + of.agreement() + ", this rank " + options.agreement());
        }
        IOException failure = null;
        String why = "it has no address";
        for (String host : Interfaces.nearestFirst(of.hosts(), networks)) {
            SocketChannel channel;
            try {
                channel = open(new InetSocketAddress(InetAddress.ofLiteral(host), of.port()));
            } catch (IOException e) {
                why = e.getMessage();
                continue;
            }
            try {
                return greeting.greet(channel);
            } catch (IOException e) {
                failure = e;
            }
        }
        throw failure == null ? new NotReachedException(why) : failure;
    }

    private SocketChannel greetMonitor(int peer, SocketChannel channel) throws IOException {
        try {
            handshake.call(channel.socket(), new Handshake.Call(rank, peer, Handshake.MONITOR));
            if (handshake.verdict(channel.socket()) != Handshake.WELCOME) {
                throw new IOException("it does not want to be monitored");
            }
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private String describe(int peer) {
        return "rank " + peer + " on " + Address.parse(addressOf.apply(peer));
    }

    private void lose(String why, int peer) {
        for (Connection[] ofLane : connections) {
            ofLane[peer].link.lose();
        }
        lost = describe(peer) + " is not reached any more: " + why + " [lost-host]";
        alarm.run();
    }

    /** From now on this rank finds out whether those are still reached with whom it is connected. */
    public void monitor() {
        for (Connection connection : connections[0]) {
            if (connection != null && connection.link.isConnected() && !connection.link.peerIsGone()) {
                monitors.monitor(connection.peer);
            }
        }
    }

    /** Which rank was found not to be reached any more, for people, or null. */
    public String lostPeer() {
        return lost;
    }

    /** How the threads of this rank are woken that sleep when something arrives during a {@link #watch}. */
    public void wakeBy(Runnable waker) {
        alarm = waker;
    }

    /** From now on the rank is woken, once, if something has arrived or arrives. */
    public void watch() {
        watch.start();
    }

    /** Ends a {@link #watch}. */
    public void endWatch() {
        watch.end();
    }

    private SocketChannel open(SocketAddress to) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            Sockets.prepare(channel);
            channel.socket().connect(to, CONNECT_MILLIS);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private Connection connection(Handshake.Call call) throws IOException {
        int lane = call.lane() == Handshake.MONITOR ? 0 : call.lane();
        if (call.to() != rank) {
            throw new Listener.MisdirectedException();
        }
        boolean right = lane >= 0
                && lane < connections.length
                && call.from() >= 0
                && call.from() < connections[0].length
                && connections[lane][call.from()] != null;
        if (!right) {
            throw new Handshake.StrangerException("it calls as rank " + call.from() + " for rank " + call.to()
                    + ", lane " + call.lane() + ", which cannot be");
        }
        return connections[lane][call.from()];
    }

    /** Ends all connections; by who knows that all ranks have got what they wait for. */
    public void close() {
        closed = true;
        if (connections == null) {
            connections = new Connection[0][];
        } else {
            monitors.close();
            watch.close();
        }
        listener.close();
        for (Connection[] ofLane : connections) {
            for (Connection connection : ofLane) {
                if (connection != null) {
                    connection.link.close();
                }
            }
        }
    }
}
