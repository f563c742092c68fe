/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/*
 * The C side of Tern's benchmarks: the same message patterns, schedules, options and tables as dev.tern.bench, for a
 * native MPI. A program describes its benchmark and hands it to run_benchmark().
 */
#ifndef TERN_PEERS_H
#define TERN_PEERS_H

#include <mpi.h>
#include <stdbool.h>

/* MPICH's MPI_STATUSES_IGNORE is the address 1, which GCC takes for an array that is too short. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

/* What is printed for a message size. */
enum figures { LATENCY, BANDWIDTH, RATE, COLLECTIVE, BARRIER, MPIBENCH };

/* On how many ranks a benchmark runs. */
enum ranks { TWO, EVEN, SEVERAL };

/* How often a size is run: many rounds up to 8 KB, few beyond; with `bytes`, as many as move no more than that. */
struct schedule {
    int rounds, warmup, large_rounds, large_warmup, bytes;
};

/* The message pattern of one rank. */
struct pattern {
    void (*start)(void);                       /* allocates the buffers */
    double (*run)(int size, int rounds);       /* returns the seconds that the rounds took */
    int (*messages)(void);                     /* messages that one round counts for; NULL for one */
    void (*select)(int size);                  /* chooses the buffers of a size; NULL when there is nothing to choose */
    void (*prepare)(int size, long round);     /* fills the send buffers and wipes the receive buffers */
    bool (*verify)(int size, long round);      /* whether everything arrived, and nothing behind it was touched */
};

struct benchmark {
    const char *title;
    enum figures figures;
    enum ranks ranks;
    int min, max, unit;
    struct schedule schedule;
    const struct pattern *pattern;
    bool shares_rounds; /* -t is [SENDERS:]RECEIVERS, and the pattern starts its threads itself */
};

/* What the options ask for; -1 where the benchmark decides. */
enum mode { BY_RANKS, PROC_NULL, PING_PONG, WINDOW };
enum { MANY = 1 << 30, MOST_COUNTS = 64 };
struct options {
    int min, max, rounds, warmup, pairs, digits;
    double max_seconds;
    bool full, busy_neighbours;
    int senders, threads[MOST_COUNTS], counts; /* numbers of threads; counts is 0 without -t */
    bool one_comm;
    enum mode mode;
};
extern struct options options;

/* Starts MPI as the options want it, and reads them; `threaded` when the program has several threads without being asked. */
void start_mpi(int *argc, char ***argv, bool threaded);
void fail(const char *problem, const char *detail);

/* This rank's place and what the options say; valid from start() on. */
struct setup {
    int rank, size;        /* in MPI_COMM_WORLD */
    int pairs, partner;    /* the other rank of this one's pair, or -1 */
    bool leads;            /* the first rank of its pair */
    int window, largest;
    bool validate, same_buffer; /* same_buffer: messages are received where they are sent from */
    int threads, channels; /* how many each rank has */
};
extern struct setup setup;

/* What each thread sends on: a communicator of its own, or one for all and tags of its own. */
struct channel {
    MPI_Comm comm;
    int tag; /* is added to every tag */
};
extern struct channel *channels;
extern _Thread_local int thread; /* the number of this thread; 0 in the one that started MPI */
void new_channels(int count, bool one_comm);
void free_channels(void);

/* Runs a task in several threads, which begin together on all ranks, and returns when they have ended it. */
extern double begun; /* when the threads were let go, on the clock of MPI_Wtime */
void run_team(int count, void (*task)(void *argument), void *argument);

/* Runs a pattern in all threads; returns the seconds from the first one's start to the last one's end. */
double run_threads(const struct pattern *pattern, int size, int rounds);

extern const struct pattern ping_pong, streaming;

/* The latencies of one thread, in the classes of dev.tern.bench.thread.Latencies. */
enum { LATENCY_BITS = 5, LATENCY_CLASSES = (64 - LATENCY_BITS) << LATENCY_BITS };
struct latencies {
    long counts[LATENCY_CLASSES];
};
extern struct latencies *latencies; /* one for each thread where the rounds of a ping-pong are timed, NULL otherwise */
long quantile(const struct latencies *all, double share); /* nanoseconds */

/* The ranks from `first` on compute without pause while the others run a pattern. */
struct neighbours {
    int first;
};
double run_among(const struct neighbours *neighbours, const struct pattern *pattern, int size, int rounds);

int run_benchmark(int argc, char **argv, const struct benchmark *benchmark);

/* Buffers with a guard behind them, and the contents of validated messages. */
enum { GUARD = 64 };
char *new_area(long size);
void wipe(char *area, long size);
bool untouched_behind(const char *area, long size);
void write_message(char *area, int size, long message);
bool holds_message(const char *area, int size, long message);

/* The buffers of a window of messages: one for all, or with validation one for each as far as memory allows. */
struct slots {
    char *block, **areas;
    int distinct;
};
void new_slots(struct slots *slots);
void select_slots(struct slots *slots, int size);
void write_slots(struct slots *slots, int size, long first);
void wipe_slots(struct slots *slots, int size);
bool slots_hold(const struct slots *slots, int size, long first);

#endif
