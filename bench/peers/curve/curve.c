/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE
#include "curve.h"

#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TRIALS = 3, LEAST_ROUNDS = 3, PROBE_ROUNDS = 1000, MOST_BATCH = 1024, SMALL_STEPS = 3 };
enum { PAGE = 4096, GUARD = 64, UNTOUCHED = 0x5A, LIMIT = 1 << 30 };

static const double stop = 1; /* as soon as a message takes so many seconds the curve ends */

static const struct plan *plan;
static const struct link *end;
static char *out, *in;
static long round_number;
static bool valid;

static void die(const char *problem, const char *detail) {
    fprintf(stderr, "netpipe: %s%s\n", problem, detail);
    exit(1);
}

static int number(const char *text, int least) {
    char *rest;
    long value = strtol(text, &rest, 10);
    if (rest == text || *rest != '\0' || value < least || value > LIMIT) {
        die("not a valid number: ", text);
    }
    return (int)value;
}

static double seconds(const char *text) {
    char *rest;
    double value = strtod(text, &rest);
    if (rest == text || *rest != '\0' || !(value > 0)) {
        die("not a valid time: ", text);
    }
    return value;
}

struct plan read_plan(int argc, char **argv) {
    enum { MAX_TIME = 1000 };
    static const struct option names[] = {{"max-time", required_argument, NULL, MAX_TIME}, {0}};
    struct plan read = {.lower = 1, .upper = 8 << 20, .perturbation = 3, .digits = 2, .seconds = 0.1};
    bool upper = false;
    int option;
    opterr = 0;
    while ((option = getopt_long(argc, argv, "l:u:p:i:x:d:s2c", names, NULL)) != -1) {
        switch (option) {
        case 'l': read.lower = number(optarg, 1); break;
        case 'u': read.upper = number(optarg, 1); upper = true; break;
        case 'p': read.perturbation = number(optarg, 0); break;
        case 'i': read.rounds = number(optarg, 1); break;
        case 'x': read.warmup = number(optarg, 0); break;
        case 'd': read.digits = number(optarg, 0); break;
        case 's': read.traffic = STREAMING; break;
        case '2': read.traffic = BOTH_WAYS; break;
        case 'c': read.validate = true; break;
        case MAX_TIME: read.seconds = seconds(optarg) / (2 * TRIALS); break;
        default: die("unknown option or missing value: ", argv[optind - 1]);
        }
    }
    if (optind < argc) {
        die("unexpected argument: ", argv[optind]);
    }
    if (!upper && read.upper < read.lower) {
        read.upper = read.lower;
    }
    if (read.upper < read.lower) {
        die("the lower bound is above the upper bound", "");
    }
    return read;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static char *new_area(long size) {
    size_t bytes = ((size_t)size + GUARD + PAGE - 1) / PAGE * PAGE;
    char *area = aligned_alloc(PAGE, bytes);
    if (area == NULL) {
        die("no memory", "");
    }
    memset(area, 0, bytes);
    return area;
}

static void tell(double news) {
    end->send(&news, sizeof news);
}

static double hear(void) {
    double news;
    end->receive(&news, sizeof news);
    return news;
}

static void synchronise(void) {
    if (end->leads) {
        tell(0);
        hear();
    } else {
        hear();
        tell(0);
    }
}

/* Runs some rounds; returns the seconds they took, which mean something at the leading end only. */
static double go(int size, int rounds) {
    double begin = now(), took;
    switch (plan->traffic) {
    case PING_PONG:
        for (int i = 0; i < rounds; i++) {
            if (end->leads) {
                end->send(out, size);
                end->receive(in, size);
            } else {
                end->receive(in, size);
                end->send(out, size);
            }
        }
        return now() - begin;
    case STREAMING:
        if (end->leads) {
            for (int i = 0; i < rounds; i++) {
                end->send(out, size);
            }
            return hear();
        }
        for (int i = 0; i < rounds; i++) {
            end->receive(in, size);
        }
        took = now() - begin;
        tell(took);
        return took;
    default:
        for (int i = 0; i < rounds; i++) {
            end->exchange(out, in, size);
        }
        return now() - begin;
    }
}

/* Byte number i of a message; never that of untouched memory. */
static char content(long message, int i) {
    char value = (char)(message * 131 + i * 7 + (i >> 8));
    return value == UNTOUCHED ? 0 : value;
}

static void prepare(int size, long message) {
    for (int i = 0; i < size; i++) {
        out[i] = content(message, i);
    }
    memset(in, UNTOUCHED, (size_t)size + GUARD);
}

static bool verify(int size, long message) {
    bool right = true;
    for (int i = 0; i < size; i++) {
        right = right && in[i] == content(message, i);
    }
    for (int i = 0; i < GUARD; i++) {
        right = right && in[size + i] == UNTOUCHED;
    }
    return right;
}

static double validated(int size, int rounds) {
    double elapsed = 0;
    for (long last = round_number + rounds; round_number < last; round_number++) {
        prepare(size, 2 * round_number + (end->leads ? 0 : 1));
        synchronise();
        elapsed += go(size, 1);
        if (!end->leads || plan->traffic != STREAMING) {
            valid = verify(size, 2 * round_number + (end->leads ? 1 : 0)) && valid;
        }
    }
    return elapsed;
}

static double run(int size, int rounds) {
    if (plan->validate) {
        return validated(size, rounds);
    }
    synchronise();
    return go(size, rounds);
}

static int turns(void) {
    return plan->traffic == PING_PONG ? 2 : 1;
}

/* Seconds that a message of the first size takes: the last of some batches that double. */
static double probe(int size) {
    if (!end->leads) {
        for (int batch = (int)hear(); batch > 0; batch = (int)hear()) {
            go(size, batch);
        }
        return 0;
    }
    double begin = now(), each;
    int done = 0, batch = 1;
    do {
        tell(batch);
        each = go(size, batch) / batch;
        done += batch;
        batch = 2 * batch < MOST_BATCH ? 2 * batch : MOST_BATCH;
    } while (done < PROBE_ROUNDS && now() - begin < plan->seconds);
    tell(0);
    return each / turns();
}

/* The seconds of the fastest trial. */
static double measure(int size, int rounds) {
    double best = 1e99;
    round_number = 0;
    valid = true;
    if (plan->warmup > 0) {
        run(size, plan->warmup);
    }
    for (int trial = 0; trial < TRIALS; trial++) {
        double took = run(size, rounds);
        best = took < best ? took : best;
    }
    return best;
}

/* What the leading end knows of the curve so far. */
static struct {
    int number;
    double last; /* seconds of a message */
    bool all_valid;
} progress;

static void lead(int size, double growth) {
    if (progress.last >= stop) {
        return;
    }
    double fitting = plan->seconds / (growth * progress.last);
    fitting = fitting < LEAST_ROUNDS ? LEAST_ROUNDS : fitting > INT_MAX ? INT_MAX : fitting;
    int rounds = plan->rounds > 0 ? plan->rounds : (int)fitting;
    tell(rounds);
    progress.last = measure(size, rounds) / ((double)rounds * turns());
    valid = hear() != 0 && valid;
    double bits = 8.0 * size * (plan->traffic == BOTH_WAYS ? 2 : 1);
    printf("%3d: %7d bytes %6d times -->  %8.*f Mbps in %10.*f usec%s\n", progress.number++, size, rounds, plan->digits,
           bits / (progress.last * (1 << 20)), plan->digits, 1e6 * progress.last,
           !plan->validate ? "" : valid ? "  Pass" : "  Fail");
    fflush(stdout);
    progress.all_valid = progress.all_valid && valid;
}

/* Whether the leading end goes on. */
static bool follow(int size) {
    int rounds = (int)hear();
    if (rounds > 0) {
        measure(size, rounds);
        tell(valid ? 1 : 0);
    }
    return rounds > 0;
}

/* Runs all sizes: they double every second time, and have neighbours as soon as the steps are long enough. */
static void run_sizes(void) {
    long step = plan->lower > 1 ? plan->lower / 2 : 1, last = plan->lower;
    int index = plan->lower > 1 ? 1 : 0;
    for (long length = plan->lower; length <= plan->upper; length += step, index++) {
        if (index >= SMALL_STEPS && index % 2 != 0) {
            step *= 2;
        }
        bool alone = plan->perturbation == 0 || step <= plan->perturbation + 1;
        for (long off = alone ? 0 : -plan->perturbation; off <= plan->perturbation;
             off += alone ? plan->perturbation + 1 : plan->perturbation) {
            if (end->leads) {
                lead((int)(length + off), (double)last / (double)(last - step + 1));
            } else if (!follow((int)(length + off))) {
                return;
            }
            last = length + off;
        }
    }
    if (end->leads) {
        tell(0);
    } else {
        hear();
    }
}

bool run_curve(const struct plan *what, const struct link *over, const char *title) {
    static const char *const traffics[] = {"ping-pong", "streaming", "both ways"};
    plan = what;
    end = over;
    out = new_area(plan->upper + plan->perturbation);
    in = plan->traffic == PING_PONG && !plan->validate ? out : new_area(plan->upper + plan->perturbation);
    if (end->leads) {
        printf("# %s, %s\n", title, traffics[plan->traffic]);
    }
    progress.all_valid = true;
    progress.last = probe((int)plan->lower);
    run_sizes();
    if (end->leads) {
        tell(progress.all_valid ? 1 : 0);
        return progress.all_valid;
    }
    return hear() != 0;
}
