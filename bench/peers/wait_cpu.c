/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/*
 * The CPU time of ranks that only wait: rank 0 sleeps a second before it lets the others go on, which wait in one kind of
 * call after the other. Printed is the most that any of them used.
 */
#define _POSIX_C_SOURCE 200809L
#include "common/peers.h"

#include <stdio.h>
#include <time.h>

enum { ROOT = 0, TAG = 1, OTHER_TAG = 2, SHORT_WAITS = 20 };
enum call { IN_RECV, IN_PROBE, IN_BARRIER, IN_WAITANY, CALLS };

static const double second = 1, short_wait = 0.005;
static int rank, size;
static char nothing;
static MPI_Request requests[2];

static double cpu_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void sleep_for(double seconds) {
    struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&time, NULL);
}

static void receive(int tag) {
    MPI_Recv(&nothing, 0, MPI_BYTE, ROOT, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void release(enum call call) {
    if (call == IN_BARRIER) {
        MPI_Barrier(MPI_COMM_WORLD);
        return;
    }
    for (int other = 1; other < size; other++) {
        MPI_Send(&nothing, 0, MPI_BYTE, other, TAG, MPI_COMM_WORLD);
        if (call == IN_WAITANY) {
            MPI_Send(&nothing, 0, MPI_BYTE, other, OTHER_TAG, MPI_COMM_WORLD);
        }
    }
}

static void prepare(enum call call) {
    if (call == IN_WAITANY) {
        MPI_Irecv(&nothing, 0, MPI_BYTE, ROOT, OTHER_TAG, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&nothing, 0, MPI_BYTE, ROOT, TAG, MPI_COMM_WORLD, &requests[1]);
    }
}

static void wait_in(enum call call) {
    int index;
    switch (call) {
    case IN_RECV: receive(TAG); break;
    case IN_PROBE: MPI_Probe(ROOT, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE); break;
    case IN_BARRIER: MPI_Barrier(MPI_COMM_WORLD); break;
    default: MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE); break;
    }
}

static void finish(enum call call) {
    if (call == IN_PROBE) {
        receive(TAG);
    } else if (call == IN_WAITANY) {
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

/* Seconds of CPU time that this rank used while it waited; 0 on rank 0. */
static double measure(enum call call, double seconds) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == ROOT) {
        sleep_for(seconds);
        release(call);
        return 0;
    }
    prepare(call);
    double begin = cpu_time();
    wait_in(call);
    double used = cpu_time() - begin;
    finish(call);
    return used;
}

int main(int argc, char **argv) {
    double used[CALLS], most[CALLS];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int call = IN_RECV; call < CALLS; call++) {
        for (int i = 0; i < SHORT_WAITS; i++) {
            measure((enum call)call, short_wait);
        }
        used[call] = measure((enum call)call, second);
    }
    MPI_Reduce(used, most, CALLS, MPI_DOUBLE, MPI_MAX, ROOT, MPI_COMM_WORLD);
    if (rank == ROOT) {
        printf("# CPU time of ranks that wait 1 s\n%s%18s%18s%18s\n", "# Recv(ms)", "Probe(ms)", "Barrier(ms)",
               "Waitany(ms)");
        printf("%10.2f%18.2f%18.2f%18.2f\n", 1e3 * most[IN_RECV], 1e3 * most[IN_PROBE], 1e3 * most[IN_BARRIER],
               1e3 * most[IN_WAITANY]);
    }
    MPI_Finalize();
    return 0;
}
