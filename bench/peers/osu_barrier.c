/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* All ranks meet in a barrier. */
#include "common/peers.h"

static void start(void) {
}

static double run(int size, int rounds) {
    (void)size;
    double elapsed = 0;
    for (int i = 0; i < rounds; i++) {
        double begin = MPI_Wtime();
        MPI_Barrier(MPI_COMM_WORLD);
        elapsed += MPI_Wtime() - begin;
    }
    return elapsed;
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

static const struct pattern pattern = {.start = start, .run = run, .prepare = prepare, .verify = verify};

int main(int argc, char **argv) {
    static const struct benchmark benchmark = {
        .title = "OSU MPI Barrier Latency Test",
        .figures = BARRIER,
        .ranks = SEVERAL,
        .min = 0,
        .max = 0,
        .unit = 1,
        .schedule = {1000, 100, 100, 10, 0},
        .pattern = &pattern,
    };
    return run_benchmark(argc, argv, &benchmark);
}
