/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Bandwidth of a stream of messages from one rank to another. */
#include "common/peers.h"

int main(int argc, char **argv) {
    static const struct benchmark benchmark = {
        .title = "OSU MPI Bandwidth Test",
        .figures = BANDWIDTH,
        .ranks = TWO,
        .min = 1,
        .max = 4 << 20,
        .unit = 1,
        .schedule = {100, 10, 20, 2, 0},
        .pattern = &streaming,
    };
    return run_benchmark(argc, argv, &benchmark);
}
