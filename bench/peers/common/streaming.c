/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* The leader of each pair sends windows of immediate messages; its partner acknowledges each window. */
#include "peers.h"

#include <stdlib.h>

enum { TAG = 2, ACKNOWLEDGE = 3, ACKNOWLEDGE_BYTES = 4 };

/* What each thread has. */
static struct part {
    struct slots out, in;
    char *acknowledgement;
    MPI_Request *requests;
} *parts;

static void start(void) {
    if (parts == NULL) {
        parts = calloc((size_t)setup.channels, sizeof *parts);
    }
    struct part *mine = &parts[thread];
    new_slots(&mine->out);
    new_slots(&mine->in);
    mine->acknowledgement = new_area(ACKNOWLEDGE_BYTES);
    mine->requests = malloc((size_t)setup.window * sizeof *mine->requests);
}

static double stream(int size, int rounds) {
    const struct channel on = channels[thread];
    const struct part mine = parts[thread];
    double begin = MPI_Wtime();
    for (int i = 0; i < rounds; i++) {
        for (int j = 0; j < setup.window; j++) {
            MPI_Isend(mine.out.areas[j], size, MPI_BYTE, setup.partner, on.tag + TAG, on.comm, &mine.requests[j]);
        }
        MPI_Waitall(setup.window, mine.requests, MPI_STATUSES_IGNORE);
        MPI_Recv(mine.acknowledgement, ACKNOWLEDGE_BYTES, MPI_BYTE, setup.partner, on.tag + ACKNOWLEDGE, on.comm,
                 MPI_STATUS_IGNORE);
    }
    return MPI_Wtime() - begin;
}

static double drain(int size, int rounds) {
    const struct channel on = channels[thread];
    const struct part mine = parts[thread];
    double begin = MPI_Wtime();
    for (int i = 0; i < rounds; i++) {
        for (int j = 0; j < setup.window; j++) {
            MPI_Irecv(mine.in.areas[j], size, MPI_BYTE, setup.partner, on.tag + TAG, on.comm, &mine.requests[j]);
        }
        MPI_Waitall(setup.window, mine.requests, MPI_STATUSES_IGNORE);
        MPI_Send(mine.acknowledgement, ACKNOWLEDGE_BYTES, MPI_BYTE, setup.partner, on.tag + ACKNOWLEDGE, on.comm);
    }
    return MPI_Wtime() - begin;
}

static double run(int size, int rounds) {
    if (setup.partner < 0) {
        return 0;
    }
    return setup.leads ? stream(size, rounds) : drain(size, rounds);
}

static int messages(void) {
    return setup.pairs * setup.window;
}

static void choose(int size) {
    select_slots(&parts[thread].out, size);
    select_slots(&parts[thread].in, size);
}

static void prepare(int size, long round) {
    write_slots(&parts[thread].out, size, round * setup.window);
    wipe_slots(&parts[thread].in, size);
}

static bool verify(int size, long round) {
    return setup.partner < 0 || setup.leads || slots_hold(&parts[thread].in, size, round * setup.window);
}

const struct pattern streaming = {
    .start = start, .run = run, .messages = messages, .select = choose, .prepare = prepare, .verify = verify};
