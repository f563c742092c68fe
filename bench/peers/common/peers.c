/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Options, schedule and tables. */
#define _GNU_SOURCE
#include "peers.h"

#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ROUNDS = 10, MANY = 1 << 30 };

struct setup setup = {.window = 64};

/* What the options ask for; -1 where the benchmark decides. */
static struct {
    int min, max, rounds, warmup, pairs, digits;
    double max_seconds;
    bool full, busy_neighbours;
} options = {-1, -1, -1, -1, -1, 2, 2, false, false};

static struct neighbours neighbours;

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

static double seconds(const char *text) {
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value > 0)) {
        fail("not a valid time: ", text);
    }
    return value;
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
    enum { MAX_TIME = 1000, SAME_BUFFER, BUSY_NEIGHBOURS };
    static const struct option names[] = {{"max-time", required_argument, NULL, MAX_TIME},
                                          {"same-buffer", no_argument, NULL, SAME_BUFFER},
                                          {"busy-neighbours", no_argument, NULL, BUSY_NEIGHBOURS},
                                          {0}};
    opterr = 0;
    int option;
    while ((option = getopt_long(argc, argv, "m:i:x:W:p:d:cf", names, NULL)) != -1) {
        switch (option) {
        case 'm': read_sizes(optarg); break;
        case 'i': options.rounds = number(optarg, 1); break;
        case 'x': options.warmup = number(optarg, 0); break;
        case 'W': setup.window = number(optarg, 1); break;
        case 'p': options.pairs = number(optarg, 1); break;
        case 'd': options.digits = number(optarg, 0); break;
        case 'c': setup.validate = true; break;
        case 'f': options.full = true; break;
        case MAX_TIME: options.max_seconds = seconds(optarg); break;
        case SAME_BUFFER: setup.same_buffer = true; break;
        case BUSY_NEIGHBOURS: options.busy_neighbours = true; break;
        default: fail("unknown option or missing value: ", argv[optind - 1]);
        }
    }
    if (optind < argc) {
        fail("unexpected argument: ", argv[optind]);
    }
}

static void find_place(const struct benchmark *benchmark) {
    bool fits = options.busy_neighbours  ? setup.size >= 3
              : benchmark->ranks == TWO  ? setup.size == 2
              : benchmark->ranks == EVEN ? setup.size % 2 == 0
                                         : setup.size >= 2;
    setup.pairs = options.busy_neighbours ? 1 : options.pairs < 0 ? setup.size / 2 : options.pairs;
    neighbours.first = options.busy_neighbours ? 2 * setup.pairs : setup.size;
    if (!fits || 2L * setup.pairs > setup.size) {
        fail(benchmark->title, " does not run on this number of ranks");
    }
    setup.leads = setup.rank < setup.pairs;
    setup.partner = setup.leads                    ? setup.rank + setup.pairs
                  : setup.rank < 2 * setup.pairs ? setup.rank - setup.pairs
                                                 : -1;
}

/*
 * Whether time alone decides how many rounds there are; among busy neighbours the original's are over before the cores
 * have changed hands often enough.
 */
static bool is_timed(void) {
    return options.busy_neighbours && options.rounds < 0 && options.warmup < 0;
}

static int rounds(const struct schedule *schedule, int size) {
    if (options.rounds > 0) {
        return options.rounds;
    }
    if (is_timed()) {
        return MANY;
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
    if (is_timed()) {
        return MANY;
    }
    if (schedule->bytes > 0) {
        return (rounds(schedule, size) + 9) / 10;
    }
    return size > 8192 ? schedule->large_warmup : schedule->warmup;
}

/* What the rounds of the current size have come to. */
static int round_number;
static bool all_valid;

static double validated(const struct pattern *pattern, int size, int count) {
    double elapsed = 0;
    for (int end = round_number + count; round_number < end; round_number++) {
        pattern->prepare(size, round_number);
        MPI_Barrier(MPI_COMM_WORLD);
        elapsed += run_among(&neighbours, pattern, size, 1);
        all_valid = pattern->verify(size, round_number) && all_valid;
    }
    return elapsed;
}

static double run(const struct pattern *pattern, int size, int count) {
    if (setup.validate) {
        return validated(pattern, size, count);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    double elapsed = run_among(&neighbours, pattern, size, count);
    MPI_Barrier(MPI_COMM_WORLD);
    return elapsed;
}

/* What rank 0 says, on all ranks. */
static int agree(int mine) {
    MPI_Bcast(&mine, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return mine;
}

/*
 * Runs the rounds before the timed ones and returns how many timed ones there will be: fewer than scheduled where those
 * would take longer than --max-time. The rule is that of dev.tern.bench.TimeLimit.
 */
static int run_warmup(const struct benchmark *benchmark, int size) {
    int count = rounds(&benchmark->schedule, size), all = warmup(&benchmark->schedule, size), done = 0;
    bool limited = options.rounds < 0;
    double spent = 0, each = 0;
    if (all == 0) {
        return count;
    }
    do {
        int batch = done + 1 < all - done ? done + 1 : all - done;
        double begin = MPI_Wtime();
        run(benchmark->pattern, size, batch);
        double took = MPI_Wtime() - begin;
        each = took / batch;
        spent += took;
        done += batch;
    } while (agree(done < all && (!limited || spent < options.max_seconds / 4)));
    double fitting = limited && each > 0 ? options.max_seconds / each : count;
    fitting = fitting < LEAST_ROUNDS ? LEAST_ROUNDS : fitting;
    return agree(fitting < count ? (int)fitting : count);
}

static struct sample measure(const struct benchmark *benchmark, int size) {
    const struct pattern *pattern = benchmark->pattern;
    if (pattern->select != NULL) {
        pattern->select(size);
    }
    round_number = 0;
    all_valid = true;
    int count = run_warmup(benchmark, size);
    double elapsed = run(pattern, size, count);
    bool timed = benchmark->figures == COLLECTIVE || benchmark->figures == BARRIER || setup.leads;
    double sums[3] = {timed ? elapsed : 0, timed ? 1 : 0, all_valid ? 0 : 1}, all[3];
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

static bool has_latency(const struct benchmark *benchmark) {
    return benchmark->figures == LATENCY || benchmark->figures == COLLECTIVE || benchmark->figures == BARRIER;
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
    if (options.full && has_latency(benchmark)) {
        printf("%18s%18s", "Min Latency(us)", "Max Latency(us)");
    }
    if (options.full) {
        printf("%12s", "Iterations");
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
    if (options.full && has_latency(benchmark)) {
        printf("%18.*f%18.*f", d, sample->min * micros, d, sample->max * micros);
    }
    if (options.full && benchmark->figures != MPIBENCH) {
        printf("%12d", sample->rounds);
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
