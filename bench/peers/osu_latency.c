/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Latency of a ping-pong between two ranks. */
#include "common/peers.h"

int main(int argc, char **argv) {
    static const struct benchmark benchmark = {
        .title = "OSU MPI Latency Test",
        .figures = LATENCY,
        .ranks = TWO,
        .min = 0,
        .max = 4 << 20,
        .unit = 1,
        .schedule = {10000, 100, 1000, 10, 0},
        .pattern = &ping_pong,
    };
    return run_benchmark(argc, argv, &benchmark);
}
