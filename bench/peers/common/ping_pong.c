/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* One message goes to the partner and one comes back, with blocking calls; any number of pairs at the same time. */
#include "peers.h"

enum { TAG = 1 };

static char *out, *in;

static void start(void) {
    out = new_area(setup.largest);
    in = setup.same_buffer ? out : new_area(setup.largest);
}

static double lead(int size, int rounds) {
    double begin = MPI_Wtime();
    for (int i = 0; i < rounds; i++) {
        MPI_Send(out, size, MPI_BYTE, setup.partner, TAG, MPI_COMM_WORLD);
        MPI_Recv(in, size, MPI_BYTE, setup.partner, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return MPI_Wtime() - begin;
}

static double echo(int size, int rounds) {
    double begin = MPI_Wtime();
    for (int i = 0; i < rounds; i++) {
        MPI_Recv(in, size, MPI_BYTE, setup.partner, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(out, size, MPI_BYTE, setup.partner, TAG, MPI_COMM_WORLD);
    }
    return MPI_Wtime() - begin;
}

static double run(int size, int rounds) {
    if (setup.partner < 0) {
        return 0;
    }
    return setup.leads ? lead(size, rounds) : echo(size, rounds);
}

static int messages(void) {
    return 2;
}

static void prepare(int size, long round) {
    write_message(out, size, 2 * round + (setup.leads ? 0 : 1));
    wipe(in, size);
}

static bool verify(int size, long round) {
    return setup.partner < 0
            || (holds_message(in, size, 2 * round + (setup.leads ? 1 : 0)) && untouched_behind(in, size));
}

const struct pattern ping_pong = {
    .start = start, .run = run, .messages = messages, .prepare = prepare, .verify = verify};
