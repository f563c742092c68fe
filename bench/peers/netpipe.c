/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* NetPIPE between two ranks. */
#include "curve/curve.h"

#include <mpi.h>
#include <stdio.h>

enum { TAG = 1 };

static int partner;

static void send_message(void *from, int size) {
    MPI_Send(from, size, MPI_BYTE, partner, TAG, MPI_COMM_WORLD);
}

static void receive_message(void *into, int size) {
    MPI_Recv(into, size, MPI_BYTE, partner, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void exchange(void *from, void *into, int size) {
    MPI_Request request;
    MPI_Irecv(into, size, MPI_BYTE, partner, TAG, MPI_COMM_WORLD, &request);
    MPI_Send(from, size, MPI_BYTE, partner, TAG, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 2) {
        fprintf(stderr, "netpipe runs on 2 ranks\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    partner = 1 - rank;
    struct plan plan = read_plan(argc, argv);
    struct link link = {rank == 0, send_message, receive_message, exchange};
    bool valid = run_curve(&plan, &link, "NetPIPE over MPI");
    MPI_Finalize();
    return valid ? 0 : 1;
}
