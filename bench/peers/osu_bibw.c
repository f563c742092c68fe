/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Bandwidth of two ranks that send each other streams of messages at the same time. */
#include "common/peers.h"

#include <stdlib.h>

enum { TAG = 2 };

static struct slots out, in;
static MPI_Request *sends, *receives;

static void start(void) {
    new_slots(&out);
    new_slots(&in);
    sends = malloc((size_t)setup.window * sizeof *sends);
    receives = malloc((size_t)setup.window * sizeof *receives);
}

static double run(int size, int rounds) {
    double begin = MPI_Wtime();
    for (int i = 0; i < rounds; i++) {
        for (int j = 0; j < setup.window; j++) {
            MPI_Irecv(in.areas[j], size, MPI_BYTE, setup.partner, TAG, MPI_COMM_WORLD, &receives[j]);
        }
        for (int j = 0; j < setup.window; j++) {
            MPI_Isend(out.areas[j], size, MPI_BYTE, setup.partner, TAG, MPI_COMM_WORLD, &sends[j]);
        }
        MPI_Waitall(setup.window, sends, MPI_STATUSES_IGNORE);
        MPI_Waitall(setup.window, receives, MPI_STATUSES_IGNORE);
    }
    return MPI_Wtime() - begin;
}

static int messages(void) {
    return 2 * setup.window;
}

static void choose(int size) {
    select_slots(&out, size);
    select_slots(&in, size);
}

static long first(long round, bool from_leader) {
    return (2 * round + (from_leader ? 0 : 1)) * setup.window;
}

static void prepare(int size, long round) {
    write_slots(&out, size, first(round, setup.leads));
    wipe_slots(&in, size);
}

static bool verify(int size, long round) {
    return slots_hold(&in, size, first(round, !setup.leads));
}

static const struct pattern both_ways = {
    .start = start, .run = run, .messages = messages, .select = choose, .prepare = prepare, .verify = verify};

int main(int argc, char **argv) {
    static const struct benchmark benchmark = {
        .title = "OSU MPI Bi-Directional Bandwidth Test",
        .figures = BANDWIDTH,
        .ranks = TWO,
        .min = 1,
        .max = 4 << 20,
        .unit = 1,
        .schedule = {100, 10, 20, 2, 0},
        .pattern = &both_ways,
    };
    return run_benchmark(argc, argv, &benchmark);
}
