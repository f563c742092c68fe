/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Options, schedule and tables. */
#define _POSIX_C_SOURCE 200809L
#include "peers.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct setup setup = {.window = 64};

/* What the options ask for; -1 where the benchmark decides. */
static struct {
    int min, max, rounds, warmup, pairs, digits;
    bool full;
} options = {-1, -1, -1, -1, -1, 2, false};

/* The times of all ranks together, on rank 0. */
struct sample {
    int size, rounds, messages;
    double average, min, max;
    bool valid;
};

static void fail(const char *problem, const char *detail) {
    if (setup.rank == 0) {
        fprintf(stderr, "%s%s\n", problem, detail);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    exit(1);
}

static int number(const char *text, int least) {
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < least || value > INT_MAX) {
        fail("not a valid number: ", text);
    }
    return (int)value;
}

static void read_sizes(char *text) {
    char *colon = strchr(text, ':');
    if (colon != NULL) {
        *colon = '\0';
        options.min = *text == '\0' ? -1 : number(text, 0);
        text = colon + 1;
    }
    options.max = *text == '\0' ? -1 : number(text, 0);
}

static void read_options(int argc, char **argv) {
    opterr = 0;
    int option;
    while ((option = getopt(argc, argv, "m:i:x:W:p:d:cf")) != -1) {
        switch (option) {
        case 'm': read_sizes(optarg); break;
        case 'i': options.rounds = number(optarg, 1); break;
        case 'x': options.warmup = number(optarg, 0); break;
        case 'W': setup.window = number(optarg, 1); break;
        case 'p': options.pairs = number(optarg, 1); break;
        case 'd': options.digits = number(optarg, 0); break;
        case 'c': setup.validate = true; break;
        case 'f': options.full = true; break;
        default: fail("unknown option or missing value: ", argv[optind - 1]);
        }
    }
    if (optind < argc) {
        fail("unexpected argument: ", argv[optind]);
    }
}

static void find_place(const struct benchmark *benchmark) {
    bool fits = benchmark->ranks == TWO ? setup.size == 2
              : benchmark->ranks == EVEN ? setup.size % 2 == 0
                                         : setup.size >= 2;
    setup.pairs = options.pairs < 0 ? setup.size / 2 : options.pairs;
    if (!fits || 2L * setup.pairs > setup.size) {
        fail(benchmark->title, " does not run on this number of ranks");
    }
    setup.leads = setup.rank < setup.pairs;
    setup.partner = setup.leads                    ? setup.rank + setup.pairs
                  : setup.rank < 2 * setup.pairs ? setup.rank - setup.pairs
                                                 : -1;
}

static int rounds(const struct schedule *schedule, int size) {
    if (options.rounds > 0) {
        return options.rounds;
    }
    if (schedule->bytes > 0) {
        int fitting = schedule->bytes / (size > 0 ? size : 1);
        return fitting < 1 ? 1 : fitting < schedule->rounds ? fitting : schedule->rounds;
    }
    return size > 8192 ? schedule->large_rounds : schedule->rounds;
}

static int warmup(const struct schedule *schedule, int size) {
    if (options.warmup >= 0) {
        return options.warmup;
    }
    if (schedule->bytes > 0) {
        return (rounds(schedule, size) + 9) / 10;
    }
    return size > 8192 ? schedule->large_warmup : schedule->warmup;
}

static double validated(const struct pattern *pattern, int size, int first, int count, bool *valid) {
    double elapsed = 0;
    for (int round = 0; round < first + count; round++) {
        pattern->prepare(size, round);
        MPI_Barrier(MPI_COMM_WORLD);
        double seconds = pattern->run(size, 1);
        *valid = pattern->verify(size, round) && *valid;
        elapsed += round < first ? 0 : seconds;
    }
    return elapsed;
}

static double measured(const struct pattern *pattern, int size, int first, int count) {
    MPI_Barrier(MPI_COMM_WORLD);
    pattern->run(size, first);
    MPI_Barrier(MPI_COMM_WORLD);
    double elapsed = pattern->run(size, count);
    MPI_Barrier(MPI_COMM_WORLD);
    return elapsed;
}

static struct sample measure(const struct benchmark *benchmark, int size) {
    const struct pattern *pattern = benchmark->pattern;
    int first = warmup(&benchmark->schedule, size);
    int count = rounds(&benchmark->schedule, size);
    if (pattern->select != NULL) {
        pattern->select(size);
    }
    bool valid = true;
    double elapsed = setup.validate ? validated(pattern, size, first, count, &valid)
                                    : measured(pattern, size, first, count);
    bool timed = benchmark->figures == COLLECTIVE || benchmark->figures == BARRIER || setup.leads;
    double sums[3] = {timed ? elapsed : 0, timed ? 1 : 0, valid ? 0 : 1}, all[3];
    double least = timed ? elapsed : 1e99, most = timed ? elapsed : 0;
    struct sample sample = {size, count, pattern->messages == NULL ? 1 : pattern->messages(), 0, 0, 0, true};
    MPI_Reduce(sums, all, 3, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Reduce(&least, &sample.min, 1, MPI_DOUBLE, MPI_MIN, 0, MPI_COMM_WORLD);
    MPI_Reduce(&most, &sample.max, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (setup.rank == 0) {
        sample.average = all[0] / all[1];
        sample.valid = all[2] == 0;
    }
    return sample;
}

static void print_header(const struct benchmark *benchmark) {
    if (benchmark->figures == MPIBENCH) {
        return;
    }
    printf("# %s\n", benchmark->title);
    if (benchmark->figures == RATE) {
        printf("# [ pairs: %d ] [ window size: %d ]\n", setup.pairs, setup.window);
    }
    switch (benchmark->figures) {
    case LATENCY: printf("%-10s%18s", "# Size", "Latency (us)"); break;
    case BANDWIDTH: printf("%-10s%18s", "# Size", "Bandwidth (MB/s)"); break;
    case RATE: printf("%-10s%18s%18s", "# Size", "MB/s", "Messages/s"); break;
    case COLLECTIVE: printf("%-10s%18s", "# Size", "Avg Latency(us)"); break;
    default: printf("# Avg Latency(us)"); break;
    }
    if (options.full) {
        printf("%18s%18s%12s", "Min Latency(us)", "Max Latency(us)", "Iterations");
    }
    puts(setup.validate ? "        Validation" : "");
}

static void print_scaled(double value, const char *const units[3]) {
    int unit = value < 1e3 ? 0 : value < 1e6 ? 1 : 2;
    printf("%.1f %s", value / (unit == 0 ? 1 : unit == 1 ? 1e3 : 1e6), units[unit]);
}

static void print_row(const struct benchmark *benchmark, const struct sample *sample) {
    static const char *const times[] = {"\u00b5sec", "msec", "sec"};
    static const char *const speeds[] = {"bytes/s", "kbytes/s", "Mbytes/s"};
    double count = (double)sample->rounds * sample->messages;
    int d = options.digits;
    double micros = 1e6 / count, rate = count / sample->average, bandwidth = rate * sample->size;
    if (benchmark->figures != BARRIER && benchmark->figures != MPIBENCH) {
        printf("%-10d", sample->size);
    }
    switch (benchmark->figures) {
    case BANDWIDTH: printf("%18.*f", d, bandwidth / 1e6); break;
    case RATE: printf("%18.*f%18.*f", d, bandwidth / 1e6, d, rate); break;
    case BARRIER: printf("%17.*f", d, sample->average * micros); break;
    case MPIBENCH:
        printf("Latency: ");
        print_scaled(sample->average * micros, times);
        printf(" Bandwidth: ");
        print_scaled(bandwidth, speeds);
        printf(" (%d x %d)", sample->size, sample->rounds);
        break;
    default: printf("%18.*f", d, sample->average * micros); break;
    }
    if (options.full) {
        printf("%18.*f%18.*f%12d", d, sample->min * micros, d, sample->max * micros, sample->rounds);
    }
    if (setup.validate) {
        printf("%*s", benchmark->figures == MPIBENCH ? 6 : 18, sample->valid ? "Pass" : "Fail");
    }
    putchar('\n');
    fflush(stdout);
}

int run_benchmark(int argc, char **argv, const struct benchmark *benchmark) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &setup.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &setup.size);
    read_options(argc, argv);
    find_place(benchmark);
    long unit = benchmark->unit;
    long min = options.min >= 0 ? options.min : benchmark->min;
    long max = options.max >= 0 ? options.max : benchmark->max;
    if (options.min < 0 && min > max) {
        min = max;
    }
    setup.largest = (int)max;
    benchmark->pattern->start();
    if (setup.rank == 0) {
        print_header(benchmark);
    }
    int valid = true;
    for (long size = (min + unit - 1) / unit * unit; size <= max; size = size == 0 ? unit : 2 * size) {
        struct sample sample = measure(benchmark, (int)size);
        if (setup.rank == 0) {
            print_row(benchmark, &sample);
            valid = valid && sample.valid;
        }
    }
    MPI_Bcast(&valid, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return valid ? 0 : 1;
}
