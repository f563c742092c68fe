/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Ranks that compute beside a benchmark: where there are fewer cores than ranks they keep the cores from the others. */
#include "peers.h"

enum { ROOT = 0, STOP = 9, STEPS = 1000 };

/* Seconds between two looks for the message that ends it. They are few, since MPI may give the core away then. */
static const double look = 0.01;

static void compute(double end) {
    static volatile double result;
    double state = result + 1;
    do {
        for (int i = 0; i < STEPS; i++) {
            state = state * 1.0000001 + 1e-9;
        }
        result = state;
    } while (MPI_Wtime() < end);
}

static void compute_until_stopped(void) {
    int stopped = 0;
    while (!stopped) {
        compute(MPI_Wtime() + look);
        MPI_Iprobe(ROOT, STOP, MPI_COMM_WORLD, &stopped, MPI_STATUS_IGNORE);
    }
    char nothing;
    MPI_Recv(&nothing, 0, MPI_BYTE, ROOT, STOP, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

double run_among(const struct neighbours *neighbours, const struct pattern *pattern, int size, int rounds) {
    if (setup.rank >= neighbours->first) {
        compute_until_stopped();
        return 0;
    }
    double elapsed = run_threads(pattern, size, rounds);
    if (setup.rank == ROOT) {
        char nothing = 0;
        for (int neighbour = neighbours->first; neighbour < setup.size; neighbour++) {
            MPI_Send(&nothing, 0, MPI_BYTE, neighbour, STOP, MPI_COMM_WORLD);
        }
    }
    return elapsed;
}
