/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Rank 0 broadcasts to all ranks. */
#include "common/peers.h"

static char *data;

static void start(void) {
    data = new_area(setup.largest);
}

static double run(int size, int rounds) {
    double elapsed = 0;
    for (int i = 0; i < rounds; i++) {
        double begin = MPI_Wtime();
        MPI_Bcast(data, size, MPI_BYTE, 0, MPI_COMM_WORLD);
        elapsed += MPI_Wtime() - begin;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return elapsed;
}

static void prepare(int size, long round) {
    wipe(data, size);
    if (setup.rank == 0) {
        write_message(data, size, round);
    }
}

static bool verify(int size, long round) {
    return holds_message(data, size, round) && untouched_behind(data, size);
}

static const struct pattern pattern = {.start = start, .run = run, .prepare = prepare, .verify = verify};

int main(int argc, char **argv) {
    static const struct benchmark benchmark = {
        .title = "OSU MPI Broadcast Latency Test",
        .figures = COLLECTIVE,
        .ranks = SEVERAL,
        .min = 1,
        .max = 1 << 20,
        .unit = 1,
        .schedule = {1000, 100, 100, 10, 0},
        .pattern = &pattern,
    };
    return run_benchmark(argc, argv, &benchmark);
}
