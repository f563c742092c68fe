/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* The options of all programs, and the start of MPI, which depends on them. */
#define _GNU_SOURCE
#include "peers.h"

#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct setup setup = {.window = 64, .threads = 1};

struct options options = {.min = -1,
                          .max = -1,
                          .rounds = -1,
                          .warmup = -1,
                          .pairs = -1,
                          .digits = 2,
                          .max_seconds = 2,
                          .senders = 1,
                          .threads = {2}};

void fail(const char *problem, const char *detail) {
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

static void read_threads(char *text) {
    char *colon = strchr(text, ':');
    if (colon != NULL) {
        *colon = '\0';
        options.senders = number(text, 1);
        text = colon + 1;
    }
    for (char *count = strtok(text, ","); count != NULL; count = strtok(NULL, ",")) {
        if (options.counts == MOST_COUNTS) {
            fail("too many numbers of threads, from this one on: ", count);
        }
        options.threads[options.counts++] = number(count, 1);
    }
}

static enum mode mode(const char *text) {
    if (strcmp(text, "proc-null") == 0) {
        return PROC_NULL;
    }
    if (strcmp(text, "ping-pong") == 0) {
        return PING_PONG;
    }
    if (strcmp(text, "window") != 0) {
        fail("not a mode: ", text);
    }
    return WINDOW;
}

static void read_options(int argc, char **argv) {
    enum { MAX_TIME = 1000, SAME_BUFFER, BUSY_NEIGHBOURS, ONE_COMM, MODE, THREAD_LEVEL };
    static const struct option names[] = {{"max-time", required_argument, NULL, MAX_TIME},
                                          {"same-buffer", no_argument, NULL, SAME_BUFFER},
                                          {"busy-neighbours", no_argument, NULL, BUSY_NEIGHBOURS},
                                          {"one-comm", no_argument, NULL, ONE_COMM},
                                          {"mode", required_argument, NULL, MODE},
                                          {"thread-level", required_argument, NULL, THREAD_LEVEL},
                                          {0}};
    opterr = 0;
    int option;
    while ((option = getopt_long(argc, argv, "m:i:x:W:p:d:t:cf", names, NULL)) != -1) {
        switch (option) {
        case 'm': read_sizes(optarg); break;
        case 'i': options.rounds = number(optarg, 1); break;
        case 'x': options.warmup = number(optarg, 0); break;
        case 'W': setup.window = number(optarg, 1); break;
        case 'p': options.pairs = number(optarg, 1); break;
        case 'd': options.digits = number(optarg, 0); break;
        case 't': read_threads(optarg); break;
        case 'c': setup.validate = true; break;
        case 'f': options.full = true; break;
        case MAX_TIME: options.max_seconds = seconds(optarg); break;
        case SAME_BUFFER: setup.same_buffer = true; break;
        case BUSY_NEIGHBOURS: options.busy_neighbours = true; break;
        case ONE_COMM: options.one_comm = true; break;
        case MODE: options.mode = mode(optarg); break;
        case THREAD_LEVEL: break; /* was read before MPI started */
        default: fail("unknown option or missing value: ", argv[optind - 1]);
        }
    }
    if (optind < argc) {
        fail("unexpected argument: ", argv[optind]);
    }
}

/* The level of thread support that the options want; they can be read in full only when MPI has started. */
static int level(int argc, char **argv, bool threaded) {
    static const char *const names[] = {"single", "funneled", "serialized", "multiple"};
    const int levels[] = {MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE};
    for (int i = 1; i < argc; i++) {
        threaded = threaded || strcmp(argv[i], "-t") == 0;
    }
    int found = threaded ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE;
    for (int i = 1; i + 1 < argc; i++) {
        for (int j = 0; j < 4 && strcmp(argv[i], "--thread-level") == 0; j++) {
            found = strcmp(argv[i + 1], names[j]) == 0 ? levels[j] : found;
        }
    }
    return found;
}

void start_mpi(int *argc, char ***argv, bool threaded) {
    int required = level(*argc, *argv, threaded), provided = required;
    if (required == MPI_THREAD_SINGLE) {
        MPI_Init(argc, argv);
    } else {
        MPI_Init_thread(argc, argv, required, &provided);
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &setup.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &setup.size);
    if (provided < required) {
        fail("this MPI does not provide the level of thread support that is needed", "");
    }
    read_options(*argc, *argv);
}
