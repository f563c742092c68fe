/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Every rank sends a block of its own to every rank. */
#include "common/peers.h"

static char *out, *in;

static long message(long round, int from, int to) {
    return (round * setup.size + from) * setup.size + to;
}

static void start(void) {
    out = new_area((long)setup.largest * setup.size);
    in = new_area((long)setup.largest * setup.size);
}

static double run(int size, int rounds) {
    double elapsed = 0;
    for (int i = 0; i < rounds; i++) {
        double begin = MPI_Wtime();
        MPI_Alltoall(out, size, MPI_BYTE, in, size, MPI_BYTE, MPI_COMM_WORLD);
        elapsed += MPI_Wtime() - begin;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return elapsed;
}

static void prepare(int size, long round) {
    for (int to = 0; to < setup.size; to++) {
        write_message(out + (long)to * size, size, message(round, setup.rank, to));
    }
    wipe(in, (long)setup.size * size);
}

static bool verify(int size, long round) {
    for (int from = 0; from < setup.size; from++) {
        if (!holds_message(in + (long)from * size, size, message(round, from, setup.rank))) {
            return false;
        }
    }
    return untouched_behind(in, (long)setup.size * size);
}

static const struct pattern pattern = {.start = start, .run = run, .prepare = prepare, .verify = verify};

int main(int argc, char **argv) {
    static const struct benchmark benchmark = {
        .title = "OSU MPI All-to-All Personalized Exchange Latency Test",
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
