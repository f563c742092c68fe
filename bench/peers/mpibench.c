/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Latency and bandwidth of a ping-pong, in words. */
#include "common/peers.h"

int main(int argc, char **argv) {
    static const struct benchmark benchmark = {
        .title = "mpibench",
        .figures = MPIBENCH,
        .ranks = TWO,
        .min = 0,
        .max = 1 << 20,
        .unit = 1,
        .schedule = {.rounds = 10000, .bytes = 100 << 20},
        .pattern = &ping_pong,
    };
    return run_benchmark(argc, argv, &benchmark);
}
