/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Bandwidth and message rate of streams between several pairs of ranks at the same time. */
#include "common/peers.h"

int main(int argc, char **argv) {
    static const struct benchmark benchmark = {
        .title = "OSU MPI Multiple Bandwidth / Message Rate Test",
        .figures = RATE,
        .ranks = SEVERAL,
        .min = 1,
        .max = 4 << 20,
        .unit = 1,
        .schedule = {100, 10, 20, 2, 0},
        .pattern = &streaming,
    };
    return run_benchmark(argc, argv, &benchmark);
}
