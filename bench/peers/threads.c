/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/*
 * Message rate of several threads: to MPI_PROC_NULL on one rank, between two ranks with each thread and its like on the
 * other. What is run ends when its time is up, however slow messages have become meanwhile: the leading thread runs its
 * pattern in blocks of about a millisecond, tells its partner before each how many rounds it has, and looks at the clock in
 * between. The rule is that of dev.tern.bench.Turns.
 */
#include "common/peers.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NEWS = 4, LEAST = 16, MOST = 1 << 20, PROC_NULL_TAG = 1, DEFAULT_COUNTS = 8 };

static const double block_seconds = 1e-3, warmup_share = 0.25;

static char *nothing;

static void start_proc_null(void) {
    nothing = nothing == NULL ? new_area(setup.largest) : nothing;
}

static double run_proc_null(int size, int rounds) {
    const struct channel on = channels[thread];
    double begin = MPI_Wtime();
    for (int i = 0; i < rounds; i++) {
        MPI_Send(nothing, size, MPI_BYTE, MPI_PROC_NULL, on.tag + PROC_NULL_TAG, on.comm);
    }
    return MPI_Wtime() - begin;
}

static const struct pattern proc_null = {.start = start_proc_null, .run = run_proc_null};

static const struct pattern *pattern;

/* What a leading thread has done; each is in cache lines of its own, and written at the end. */
static struct result {
    _Alignas(128) double begin, end;
    long messages;
} *results;

/* What all threads run. */
struct job {
    int size, rounds;
    double seconds;
};

static int next(int block, double took) {
    double fitting = took > 0 ? block * (block_seconds / took) : MOST;
    fitting = fitting < 2.0 * block ? fitting : 2.0 * block;
    return fitting < LEAST ? LEAST : fitting > MOST ? MOST : (int)fitting;
}

static void tell(int rounds) {
    if (setup.partner != MPI_PROC_NULL) {
        MPI_Send(&rounds, 1, MPI_INT, setup.partner, channels[thread].tag + NEWS, channels[thread].comm);
    }
}

static int told(void) {
    int rounds;
    MPI_Recv(&rounds, 1, MPI_INT, setup.partner, channels[thread].tag + NEWS, channels[thread].comm, MPI_STATUS_IGNORE);
    return rounds;
}

static void lead(void *argument) {
    const struct job job = *(struct job *)argument;
    double begin = MPI_Wtime(), end = begin, deadline = begun + job.seconds;
    int done = 0, block = LEAST;
    do {
        block = block < job.rounds - done ? block : job.rounds - done;
        tell(block);
        pattern->run(job.size, block);
        done += block;
        double now = MPI_Wtime();
        block = next(block, now - end);
        end = now;
    } while (done < job.rounds && end < deadline);
    tell(0);
    long each = pattern->messages == NULL ? 1 : pattern->messages();
    results[thread].begin = begin;
    results[thread].end = end;
    results[thread].messages = done * each;
}

static void follow(void *argument) {
    const struct job job = *(struct job *)argument;
    for (int block = told(); block > 0; block = told()) {
        pattern->run(job.size, block);
    }
}

static void run(int threads, struct job job) {
    for (thread = 0; thread < threads; thread++) {
        if (pattern->select != NULL) {
            pattern->select(job.size);
        }
        if (latencies != NULL) {
            memset(&latencies[thread], 0, sizeof latencies[thread]);
        }
    }
    thread = 0;
    run_team(threads, setup.leads ? lead : follow, &job);
}

static void print_row(int threads, int size) {
    double begin = results[0].begin, end = results[0].end, busy = 0, slowest = 1e99, fastest = 0, messages = 0;
    struct latencies *all = calloc(1, sizeof *all);
    for (int i = 0; i < threads; i++) {
        double seconds = results[i].end - results[i].begin, rate = (double)results[i].messages / seconds;
        begin = results[i].begin < begin ? results[i].begin : begin;
        end = results[i].end > end ? results[i].end : end;
        busy += seconds;
        messages += (double)results[i].messages;
        slowest = rate < slowest ? rate : slowest;
        fastest = rate > fastest ? rate : fastest;
        for (int j = 0; latencies != NULL && j < LATENCY_CLASSES; j++) {
            all->counts[j] += latencies[i].counts[j];
        }
    }
    int digits = options.digits, digits_of_rates = digits > 3 ? digits : 3;
    printf("%-10d%8d%18.*f%*.*f", threads, size, digits, busy * 1e6 / messages, 21, digits_of_rates,
           messages / (end - begin) / 1e6);
    if (latencies != NULL) {
        printf("%18.*f", digits, (double)quantile(all, 0.99) / 1e3);
    }
    if (options.full) {
        printf("%18.*f%18.*f", digits_of_rates, slowest / 1e6, digits_of_rates, fastest / 1e6);
    }
    putchar('\n');
    fflush(stdout);
    free(all);
}

static void print_header(enum mode mode) {
    static const char *const names[] = {"", "proc-null", "ping-pong", "window"};
    printf("# Message rate of several threads: %s\n", names[mode]);
    printf("%-10s%8s%18s%21s", "# nthreads", "Size", "Latency (us)", "Message Rate (MMPS)");
    printf("%s%s\n", latencies != NULL ? "   P99 Latency(us)" : "",
           options.full ? "    Min Rate(MMPS)    Max Rate(MMPS)" : "");
}

/* Decides what is run, and who with whom. */
static enum mode choose(void) {
    enum mode mode = options.mode != BY_RANKS ? options.mode : setup.size == 1 ? PROC_NULL : PING_PONG;
    if (setup.size != (mode == PROC_NULL ? 1 : 2)) {
        fail("threads", " does not run so on this number of ranks");
    }
    setup.pairs = 1;
    setup.leads = setup.rank == 0;
    setup.partner = mode == PROC_NULL ? MPI_PROC_NULL : 1 - setup.rank;
    pattern = mode == PROC_NULL ? &proc_null : mode == PING_PONG ? &ping_pong : &streaming;
    return mode;
}

int main(int argc, char **argv) {
    start_mpi(&argc, &argv, true);
    enum mode mode = choose();
    int most = 1;
    if (options.counts == 0) {
        for (; options.counts < DEFAULT_COUNTS; options.counts++) {
            options.threads[options.counts] = options.counts + 1;
        }
    }
    for (int i = 0; i < options.counts; i++) {
        most = options.threads[i] > most ? options.threads[i] : most;
    }
    int max = options.max >= 0 ? options.max : 0, min = options.min >= 0 ? options.min : 0;
    setup.largest = max;
    new_channels(most, options.one_comm);
    results = aligned_alloc(_Alignof(struct result), (size_t)most * sizeof *results);
    latencies = options.full && mode == PING_PONG ? calloc((size_t)most, sizeof *latencies) : NULL;
    for (thread = 0; thread < most; thread++) {
        pattern->start();
    }
    thread = 0;
    if (setup.rank == 0) {
        print_header(mode);
    }
    int rounds = options.rounds > 0 ? options.rounds : INT_MAX, warmup = options.warmup >= 0 ? options.warmup : rounds;
    double seconds = options.rounds > 0 ? 1e99 : options.max_seconds;
    for (int i = 0; i < options.counts; i++) {
        for (int size = min; size <= max; size = size == 0 ? 1 : 2 * size) {
            run(options.threads[i], (struct job){size, warmup < rounds ? warmup : rounds, seconds * warmup_share});
            run(options.threads[i], (struct job){size, rounds, seconds});
            if (setup.rank == 0) {
                print_row(options.threads[i], size);
            }
        }
    }
    free_channels();
    MPI_Finalize();
    return 0;
}
