/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/*
 * NetPIPE over a TCP connection, without MPI. With --nonblocking the sockets are tried again until everything has gone or
 * come, so that no end ever sleeps: a floor under every message over TCP. Without --listen and --connect both ends are
 * processes of this machine, on a core each; with them the connecting end leads, and both must have the same options.
 */
#define _GNU_SOURCE
#include "curve/curve.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int connection, buffer_size;

static void die(const char *what) {
    fprintf(stderr, "rawtcp: %s\n", what);
    exit(1);
}

/* The result of a system call, which ends the program where it has failed for good. */
static long checked(long result, const char *what) {
    if (result < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
        perror(what);
        exit(1);
    }
    return result < 0 ? 0 : result;
}

/* Sends some of it: none where the socket would block. */
static size_t send_some(const char *from, size_t size) {
    return (size_t)checked(send(connection, from, size, MSG_NOSIGNAL), "send");
}

static size_t receive_some(char *into, size_t size) {
    ssize_t count = recv(connection, into, size, 0);
    if (count == 0) {
        die("the other end has closed the connection");
    }
    return (size_t)checked(count, "recv");
}

static void send_message(void *from, int size) {
    for (size_t done = 0; done < (size_t)size;) {
        done += send_some((const char *)from + done, (size_t)size - done);
    }
}

static void receive_message(void *into, int size) {
    for (size_t done = 0; done < (size_t)size;) {
        done += receive_some((char *)into + done, (size_t)size - done);
    }
}

static void exchange(void *from, void *into, int size) {
    size_t sent = 0, received = 0, all = (size_t)size;
    while (sent < all || received < all) {
        if (sent < all) {
            sent += send_some((const char *)from + sent, all - sent);
        }
        if (received < all) {
            received += receive_some((char *)into + received, all - received);
        }
    }
}

/* Takes an option and its value out of the arguments; NULL where it is not given. */
static const char *take(int *argc, char **argv, const char *name, bool has_value) {
    for (int i = 1; i < *argc; i++) {
        if (strcmp(argv[i], name) == 0) {
            int count = has_value ? 2 : 1;
            if (i + count > *argc) {
                die("an option has no value");
            }
            const char *value = argv[i + count - 1];
            memmove(&argv[i], &argv[i + count], (size_t)(*argc - i - count) * sizeof *argv);
            *argc -= count;
            argv[*argc] = NULL;
            return value;
        }
    }
    return NULL;
}

static void set_buffers(int socket) {
    if (buffer_size > 0) {
        checked(setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &buffer_size, sizeof buffer_size), "SO_SNDBUF");
        checked(setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &buffer_size, sizeof buffer_size), "SO_RCVBUF");
    }
}

/* A socket that is bound to HOST:PORT and listens there, or is connected to it. */
static int open_at(const char *text, bool listens) {
    char *host = strdup(text), *colon = host == NULL ? NULL : strrchr(host, ':');
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = listens ? AI_PASSIVE : 0}, *found;
    if (colon == NULL) {
        die("expected HOST:PORT");
    }
    *colon = '\0';
    int error = getaddrinfo(host, colon + 1, &hints, &found);
    if (error != 0) {
        die(gai_strerror(error));
    }
    int opened = (int)checked(socket(found->ai_family, found->ai_socktype, found->ai_protocol), "socket");
    set_buffers(opened);
    if (listens) {
        checked(bind(opened, found->ai_addr, found->ai_addrlen), "bind");
        checked(listen(opened, 1), "listen");
    } else {
        checked(connect(opened, found->ai_addr, found->ai_addrlen), "connect");
    }
    freeaddrinfo(found);
    free(host);
    return opened;
}

static int accept_at(int listening) {
    int accepted = (int)checked(accept(listening, NULL, NULL), "accept");
    close(listening);
    return accepted;
}

/* Binds this process to the n-th of the processors it is allowed, if there are so many. */
static void bind_to(int n) {
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        return;
    }
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (CPU_ISSET(cpu, &allowed) && n-- == 0) {
            CPU_ZERO(&one);
            CPU_SET(cpu, &one);
            sched_setaffinity(0, sizeof one, &one);
            return;
        }
    }
}

/* Both ends on this machine; returns the process of the other one in that which leads, and 0 in the other one. */
static pid_t connect_to_myself(void) {
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    int listening = open_at("127.0.0.1:0", true);
    checked(getsockname(listening, (struct sockaddr *)&address, &length), "getsockname");
    pid_t parent = getpid(), child = (pid_t)checked(fork(), "fork");
    bind_to(child == 0 ? 1 : 0);
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) {
            exit(1);
        }
        connection = accept_at(listening);
        return 0;
    }
    close(listening);
    char here[32];
    snprintf(here, sizeof here, "127.0.0.1:%d", ntohs(address.sin_port));
    connection = open_at(here, false);
    return child;
}

int main(int argc, char **argv) {
    bool blocks = take(&argc, argv, "--nonblocking", false) == NULL, leads;
    const char *listen_at = take(&argc, argv, "--listen", true), *connect_to = take(&argc, argv, "--connect", true);
    const char *bytes = take(&argc, argv, "-b", true);
    buffer_size = bytes == NULL ? 0 : atoi(bytes);
    struct plan plan = read_plan(argc, argv);
    if (blocks && plan.traffic == BOTH_WAYS) {
        die("-2 needs --nonblocking, since both ends may wait for each other to receive");
    }
    pid_t other = 0;
    if (listen_at != NULL) {
        connection = accept_at(open_at(listen_at, true));
        leads = false;
    } else if (connect_to != NULL) {
        connection = open_at(connect_to, false);
        leads = true;
    } else {
        other = connect_to_myself();
        leads = other > 0;
    }
    int yes = 1;
    checked(setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes), "TCP_NODELAY");
    if (!blocks) {
        checked(fcntl(connection, F_SETFL, O_NONBLOCK), "O_NONBLOCK");
    }
    struct link link = {leads, send_message, receive_message, exchange};
    bool valid = run_curve(&plan, &link,
                           blocks ? "NetPIPE over TCP without MPI, blocking sockets"
                                  : "NetPIPE over TCP without MPI, non-blocking sockets");
    if (other > 0) {
        waitpid(other, NULL, 0);
    }
    return valid ? 0 : 1;
}
