/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Schedule and tables. */
#include "peers.h"

#include <stdio.h>

enum { LEAST_ROUNDS = 10 };

static struct neighbours neighbours;

/* The times of all ranks together, on rank 0. */
struct sample {
    int size, rounds, messages;
    double average, min, max;
    bool valid;
};

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
        for (thread = 0; thread < setup.threads; thread++) {
            pattern->prepare(size, round_number);
        }
        thread = 0;
        MPI_Barrier(MPI_COMM_WORLD);
        elapsed += run_among(&neighbours, pattern, size, 1);
        for (thread = 0; thread < setup.threads; thread++) {
            all_valid = pattern->verify(size, round_number) && all_valid;
        }
        thread = 0;
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
    for (thread = 0; pattern->select != NULL && thread < setup.threads; thread++) {
        pattern->select(size);
    }
    thread = 0;
    round_number = 0;
    all_valid = true;
    int count = run_warmup(benchmark, size);
    double elapsed = run(pattern, size, count);
    bool timed = benchmark->figures == COLLECTIVE || benchmark->figures == BARRIER || setup.leads;
    double sums[3] = {timed ? elapsed : 0, timed ? 1 : 0, all_valid ? 0 : 1}, all[3];
    double least = timed ? elapsed : 1e99, most = timed ? elapsed : 0;
    struct sample sample = {size, count, setup.threads * (pattern->messages == NULL ? 1 : pattern->messages()), 0, 0, 0, true};
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
        printf("# [ pairs: %d ] [ window size: %d ]", setup.pairs, setup.window);
        if (setup.threads > 1) {
            printf(" [ threads: %d ]", setup.threads);
        }
        putchar('\n');
    }
    if (benchmark->shares_rounds) {
        printf("# Number of Sender threads: %d\n# Number of Receiver threads: %d\n", options.senders, options.threads[0]);
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
    start_mpi(&argc, &argv, benchmark->shares_rounds);
    find_place(benchmark);
    setup.threads = benchmark->shares_rounds || options.counts == 0 ? 1 : options.threads[0];
    if (setup.threads > 1 && benchmark->pattern != &ping_pong && benchmark->pattern != &streaming) {
        fail(benchmark->title, " has one thread on each rank");
    }
    new_channels(setup.threads, options.one_comm);
    long unit = benchmark->unit;
    long min = options.min >= 0 ? options.min : benchmark->min;
    long max = options.max >= 0 ? options.max : benchmark->max;
    if (options.min < 0 && min > max) {
        min = max;
    }
    setup.largest = (int)max;
    for (thread = 0; thread < setup.threads; thread++) {
        benchmark->pattern->start();
    }
    thread = 0;
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
    free_channels();
    MPI_Finalize();
    return valid ? 0 : 1;
}
