/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Threads that begin together, and what they send on. */
#define _GNU_SOURCE
#include "peers.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { TAGS = 8 }; /* how many each thread has on one communicator */

struct channel *channels;
_Thread_local int thread;
double begun;

static pthread_barrier_t ready, go;

struct member {
    pthread_t id;
    int number;
    void (*task)(void *argument);
    void *argument;
};

void new_channels(int count, bool one_comm) {
    channels = calloc((size_t)count, sizeof *channels);
    for (int i = 0; i < count; i++) {
        if (count == 1) {
            channels[i].comm = MPI_COMM_WORLD;
        } else if (one_comm && i > 0) {
            channels[i] = (struct channel){channels[0].comm, TAGS * i};
        } else {
            MPI_Comm_dup(MPI_COMM_WORLD, &channels[i].comm);
        }
    }
    setup.channels = count;
}

void free_channels(void) {
    for (int i = 0; i < setup.channels; i++) {
        bool is_first = i == 0 || channels[i].comm != channels[0].comm;
        if (is_first && channels[i].comm != MPI_COMM_WORLD) {
            MPI_Comm own = channels[i].comm;
            MPI_Comm_free(&own);
        }
    }
    free(channels);
}

static void *begin(void *argument) {
    struct member *member = argument;
    thread = member->number;
    pthread_barrier_wait(&ready);
    pthread_barrier_wait(&go);
    member->task(member->argument);
    return NULL;
}

void run_team(int count, void (*task)(void *argument), void *argument) {
    struct member *members = calloc((size_t)count, sizeof *members);
    pthread_barrier_init(&ready, NULL, (unsigned)count + 1);
    pthread_barrier_init(&go, NULL, (unsigned)count + 1);
    for (int i = 0; i < count; i++) {
        members[i] = (struct member){.number = i, .task = task, .argument = argument};
        if (pthread_create(&members[i].id, NULL, begin, &members[i]) != 0) {
            fputs("cannot start a thread\n", stderr);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    pthread_barrier_wait(&ready);
    MPI_Barrier(MPI_COMM_WORLD);
    begun = MPI_Wtime();
    pthread_barrier_wait(&go);
    for (int i = 0; i < count; i++) {
        pthread_join(members[i].id, NULL);
    }
    pthread_barrier_destroy(&ready);
    pthread_barrier_destroy(&go);
    free(members);
}

/* What all threads run, and when each began and ended. */
struct job {
    const struct pattern *pattern;
    int size, rounds;
    double *begins, *ends;
};

static void run_part(void *argument) {
    struct job *job = argument;
    double begin = MPI_Wtime();
    job->pattern->run(job->size, job->rounds);
    job->ends[thread] = MPI_Wtime();
    job->begins[thread] = begin;
}

double run_threads(const struct pattern *pattern, int size, int rounds) {
    if (setup.threads == 1) {
        return pattern->run(size, rounds);
    }
    double times[2 * setup.threads];
    struct job job = {pattern, size, rounds, times, times + setup.threads};
    run_team(setup.threads, run_part, &job);
    double begin = job.begins[0], end = job.ends[0];
    for (int i = 1; i < setup.threads; i++) {
        begin = job.begins[i] < begin ? job.begins[i] : begin;
        end = job.ends[i] > end ? job.ends[i] : end;
    }
    return end - begin;
}
