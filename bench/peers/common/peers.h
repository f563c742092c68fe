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
};

/* This rank's place and what the options say; valid from start() on. */
struct setup {
    int rank, size;        /* in MPI_COMM_WORLD */
    int pairs, partner;    /* the other rank of this one's pair, or -1 */
    bool leads;            /* the first rank of its pair */
    int window, largest;
    bool validate, same_buffer; /* same_buffer: messages are received where they are sent from */
};
extern struct setup setup;

extern const struct pattern ping_pong, streaming;

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
