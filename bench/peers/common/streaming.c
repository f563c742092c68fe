/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* The leader of each pair sends windows of immediate messages; its partner acknowledges each window. */
#include "peers.h"

#include <stdlib.h>

enum { TAG = 2, ACKNOWLEDGE = 3, ACKNOWLEDGE_BYTES = 4 };

static struct slots out, in;
static char *acknowledgement;
static MPI_Request *requests;

static void start(void) {
    new_slots(&out);
    new_slots(&in);
    acknowledgement = new_area(ACKNOWLEDGE_BYTES);
    requests = malloc((size_t)setup.window * sizeof *requests);
}

static double stream(int size, int rounds) {
    double begin = MPI_Wtime();
    for (int i = 0; i < rounds; i++) {
        for (int j = 0; j < setup.window; j++) {
            MPI_Isend(out.areas[j], size, MPI_BYTE, setup.partner, TAG, MPI_COMM_WORLD, &requests[j]);
        }
        MPI_Waitall(setup.window, requests, MPI_STATUSES_IGNORE);
        MPI_Recv(acknowledgement, ACKNOWLEDGE_BYTES, MPI_BYTE, setup.partner, ACKNOWLEDGE, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
    return MPI_Wtime() - begin;
}

static double drain(int size, int rounds) {
    double begin = MPI_Wtime();
    for (int i = 0; i < rounds; i++) {
        for (int j = 0; j < setup.window; j++) {
            MPI_Irecv(in.areas[j], size, MPI_BYTE, setup.partner, TAG, MPI_COMM_WORLD, &requests[j]);
        }
        MPI_Waitall(setup.window, requests, MPI_STATUSES_IGNORE);
        MPI_Send(acknowledgement, ACKNOWLEDGE_BYTES, MPI_BYTE, setup.partner, ACKNOWLEDGE, MPI_COMM_WORLD);
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
    select_slots(&out, size);
    select_slots(&in, size);
}

static void prepare(int size, long round) {
    write_slots(&out, size, round * setup.window);
    wipe_slots(&in, size);
}

static bool verify(int size, long round) {
    return setup.partner < 0 || setup.leads || slots_hold(&in, size, round * setup.window);
}

const struct pattern streaming = {
    .start = start, .run = run, .messages = messages, .select = choose, .prepare = prepare, .verify = verify};
