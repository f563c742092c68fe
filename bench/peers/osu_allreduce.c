/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* The sum of floats over all ranks, on all ranks. */
#include "common/peers.h"

enum { VALUES = 97 }; /* small values, so that their sums are exact */

static float *out, *in;

static void start(void) {
    out = (float *)new_area(setup.largest);
    in = (float *)new_area(setup.largest);
}

static double run(int size, int rounds) {
    double elapsed = 0;
    for (int i = 0; i < rounds; i++) {
        double begin = MPI_Wtime();
        MPI_Allreduce(out, in, size / (int)sizeof *out, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        elapsed += MPI_Wtime() - begin;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return elapsed;
}

static void prepare(int size, long round) {
    for (int i = 0; i < size / (int)sizeof *out; i++) {
        out[i] = (float)((i + round) % VALUES + setup.rank);
    }
    wipe((char *)in, size);
}

static bool verify(int size, long round) {
    for (int i = 0; i < size / (int)sizeof *in; i++) {
        if (in[i] != (float)(setup.size * ((i + round) % VALUES) + setup.size * (setup.size - 1) / 2)) {
            return false;
        }
    }
    return untouched_behind((char *)in, size);
}

static const struct pattern pattern = {.start = start, .run = run, .prepare = prepare, .verify = verify};

int main(int argc, char **argv) {
    static const struct benchmark benchmark = {
        .title = "OSU MPI Allreduce Latency Test",
        .figures = COLLECTIVE,
        .ranks = SEVERAL,
        .min = 1,
        .max = 1 << 20,
        .unit = sizeof(float),
        .schedule = {1000, 100, 100, 10, 0},
        .pattern = &pattern,
    };
    return run_benchmark(argc, argv, &benchmark);
}
