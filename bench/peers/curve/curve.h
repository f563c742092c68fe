/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/*
 * NetPIPE in C: the same sizes, schedule, options and lines as dev.tern.bench.netpipe, over a link that a program brings.
 * Nothing here knows MPI.
 */
#ifndef TERN_CURVE_H
#define TERN_CURVE_H

#include <stdbool.h>

enum traffic { PING_PONG, STREAMING, BOTH_WAYS };

/* What is run; the same at both ends. */
struct plan {
    long lower, upper, perturbation;
    enum traffic traffic;
    int rounds, warmup, digits; /* rounds is 0 where time decides */
    double seconds;             /* what time decides: a trial of a ping-pong takes about twice as long */
    bool validate;
};

/* One of the two ends of what is measured. */
struct link {
    bool leads;
    void (*send)(void *from, int size); /* without const, which old MPIs do not know */
    void (*receive)(void *into, int size);
    void (*exchange)(void *from, void *into, int size); /* both at the same time */
};

/* Reads the options, of which the program has taken its own before; ends the program when one is wrong. */
struct plan read_plan(int argc, char **argv);

/* Runs all sizes; returns whether all data were right, the same at both ends. */
bool run_curve(const struct plan *plan, const struct link *link, const char *title);

#endif
