/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/*
 * Latency of a ping-pong with several threads on the receiving rank, which share the rounds. With one sending thread any of
 * them may receive a message; with several, every round has a tag of its own.
 */
#include "common/peers.h"

#include <stdlib.h>

enum { PING = 1, PONG = 2, TAGS = 1 << 14 };

static int threads;
static char **out, **in;
static double *elapsed;

static void start(void) {
    threads = setup.leads ? options.senders : options.threads[0];
    out = malloc((size_t)threads * sizeof *out);
    in = malloc((size_t)threads * sizeof *in);
    elapsed = calloc((size_t)threads, sizeof *elapsed);
    for (int i = 0; i < threads; i++) {
        out[i] = new_area(setup.largest);
        in[i] = new_area(setup.largest);
    }
}

static int tag(int round, int usual) {
    return options.senders > 1 ? round % TAGS : usual;
}

/* The size and the number of rounds. */
struct job {
    int size, rounds;
};

static void send_part(void *argument) {
    const struct job job = *(struct job *)argument;
    char *ping = out[thread], *pong = in[thread];
    double begin = MPI_Wtime();
    for (int i = thread; i < job.rounds; i += threads) {
        MPI_Send(ping, job.size, MPI_BYTE, setup.partner, tag(i, PING), MPI_COMM_WORLD);
        MPI_Recv(pong, job.size, MPI_BYTE, setup.partner, tag(i, PONG), MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    elapsed[thread] = MPI_Wtime() - begin;
}

static void echo_part(void *argument) {
    const struct job job = *(struct job *)argument;
    char *ping = in[thread], *pong = out[thread];
    for (int i = thread; i < job.rounds; i += threads) {
        MPI_Recv(ping, job.size, MPI_BYTE, setup.partner, tag(i, PING), MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(pong, job.size, MPI_BYTE, setup.partner, tag(i, PONG), MPI_COMM_WORLD);
    }
}

/* The seconds of the average thread, times their number, since each has only its share of the rounds. */
static double run(int size, int rounds) {
    struct job job = {size, rounds};
    run_team(threads, setup.leads ? send_part : echo_part, &job);
    double sum = 0;
    for (int i = 0; i < threads; i++) {
        sum += elapsed[i];
    }
    return sum;
}

static int messages(void) {
    return 2;
}

static void prepare(int size, long round) {
    (void)size;
    (void)round;
}

static bool verify(int size, long round) {
    (void)size;
    (void)round;
    return true;
}

static const struct pattern shared_ping_pong = {
    .start = start, .run = run, .messages = messages, .prepare = prepare, .verify = verify};

int main(int argc, char **argv) {
    static const struct benchmark benchmark = {
        .title = "OSU MPI Multi-threaded Latency Test",
        .figures = LATENCY,
        .ranks = TWO,
        .min = 0,
        .max = 4 << 20,
        .unit = 1,
        .schedule = {10000, 100, 1000, 10, 0},
        .pattern = &shared_ping_pong,
        .shares_rounds = true,
    };
    return run_benchmark(argc, argv, &benchmark);
}
