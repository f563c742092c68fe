/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* One message goes to the partner and one comes back, with blocking calls; any number of pairs at the same time. */
#define _GNU_SOURCE
#include "peers.h"

#include <stdlib.h>
#include <time.h>

enum { TAG = 1, MESSAGES = 2 };

/* The buffers of each thread. */
static struct {
    char *out, *in;
} *buffers;

static void start(void) {
    if (buffers == NULL) {
        buffers = calloc((size_t)setup.channels, sizeof *buffers);
    }
    buffers[thread].out = new_area(setup.largest);
    buffers[thread].in = setup.same_buffer ? buffers[thread].out : new_area(setup.largest);
}

static double lead(int size, int rounds) {
    const struct channel on = channels[thread];
    char *out = buffers[thread].out, *in = buffers[thread].in;
    double begin = MPI_Wtime();
    for (int i = 0; i < rounds; i++) {
        MPI_Send(out, size, MPI_BYTE, setup.partner, on.tag + TAG, on.comm);
        MPI_Recv(in, size, MPI_BYTE, setup.partner, on.tag + TAG, on.comm, MPI_STATUS_IGNORE);
    }
    return MPI_Wtime() - begin;
}

static long nanos(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000L + time.tv_nsec;
}

static int class_of(unsigned long nanos) {
    int shift = 63 - LATENCY_BITS - __builtin_clzl(nanos | 1);
    shift = shift < 0 ? 0 : shift;
    return (shift << LATENCY_BITS) + (int)(nanos >> shift);
}

/* Leads, and counts the latency of each round. */
static double record(int size, int rounds) {
    const struct channel on = channels[thread];
    char *out = buffers[thread].out, *in = buffers[thread].in;
    long *counts = latencies[thread].counts;
    double begin = MPI_Wtime();
    long last = nanos();
    for (int i = 0; i < rounds; i++) {
        MPI_Send(out, size, MPI_BYTE, setup.partner, on.tag + TAG, on.comm);
        MPI_Recv(in, size, MPI_BYTE, setup.partner, on.tag + TAG, on.comm, MPI_STATUS_IGNORE);
        long now = nanos();
        counts[class_of((unsigned long)(now - last) / MESSAGES)]++;
        last = now;
    }
    return MPI_Wtime() - begin;
}

static double echo(int size, int rounds) {
    const struct channel on = channels[thread];
    char *out = buffers[thread].out, *in = buffers[thread].in;
    double begin = MPI_Wtime();
    for (int i = 0; i < rounds; i++) {
        MPI_Recv(in, size, MPI_BYTE, setup.partner, on.tag + TAG, on.comm, MPI_STATUS_IGNORE);
        MPI_Send(out, size, MPI_BYTE, setup.partner, on.tag + TAG, on.comm);
    }
    return MPI_Wtime() - begin;
}

static double run(int size, int rounds) {
    if (setup.partner < 0) {
        return 0;
    }
    if (!setup.leads) {
        return echo(size, rounds);
    }
    return latencies == NULL ? lead(size, rounds) : record(size, rounds);
}

static int messages(void) {
    return MESSAGES;
}

static void prepare(int size, long round) {
    write_message(buffers[thread].out, size, 2 * round + (setup.leads ? 0 : 1));
    wipe(buffers[thread].in, size);
}

static bool verify(int size, long round) {
    return setup.partner < 0
            || (holds_message(buffers[thread].in, size, 2 * round + (setup.leads ? 1 : 0))
                && untouched_behind(buffers[thread].in, size));
}

const struct pattern ping_pong = {
    .start = start, .run = run, .messages = messages, .prepare = prepare, .verify = verify};
