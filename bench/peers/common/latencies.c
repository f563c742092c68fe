/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Latencies, counted in classes whose width is a thirty-second of their value at most. */
#include "peers.h"

struct latencies *latencies;

static long end_of(int number) {
    int shift = number / (1 << LATENCY_BITS) - 1;
    shift = shift < 0 ? 0 : shift;
    return (((long)number - ((long)shift << LATENCY_BITS) + 1) << shift) - 1;
}

long quantile(const struct latencies *all, double share) {
    long count = 0;
    for (int i = 0; i < LATENCY_CLASSES; i++) {
        count += all->counts[i];
    }
    double wanted = (double)count * share;
    long left = (long)wanted + ((double)(long)wanted < wanted ? 1 : 0);
    int last = -1;
    while (left > 0) {
        left -= all->counts[++last];
    }
    return last < 0 ? 0 : end_of(last);
}
