/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/*
 * The floor under every latency: two processes on two cores bounce one cache line through a file in /dev/shm. Prints
 * the one-way time as the 0-byte row of the latency table.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 64, SPACE = 4096 };

struct line {
    _Alignas(LINE) _Atomic long turn;
};

static void die(const char *what) {
    perror(what);
    exit(1);
}

/* Binds this process to the n-th of the processors it may use, if there are so many. */
static void bind_to(int n) {
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        return;
    }
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (CPU_ISSET(cpu, &allowed) && n-- == 0) {
            CPU_ZERO(&one);
            CPU_SET(cpu, &one);
            sched_setaffinity(0, sizeof one, &one);
            return;
        }
    }
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Waits for every second value of the turn from `first` on, and answers with the next one. */
static void bounce(struct line *line, long first, long rounds) {
    for (long turn = first; turn < first + 2 * rounds; turn += 2) {
        while (atomic_load_explicit(&line->turn, memory_order_acquire) != turn) {
        }
        atomic_store_explicit(&line->turn, turn + 1, memory_order_release);
    }
}

static struct line *map_shared(void) {
    char name[] = "/dev/shm/tern-cacheline-XXXXXX";
    int file = mkstemp(name);
    if (file < 0) {
        die(name);
    }
    unlink(name);
    if (ftruncate(file, SPACE) != 0) {
        die("ftruncate");
    }
    void *memory = mmap(NULL, SPACE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) {
        die("mmap");
    }
    close(file);
    return memory;
}

/* The value of option -i or -x; all other options of the latency benchmark mean nothing here. */
static long option(int argc, char **argv, const char *name, long otherwise) {
    for (int i = 1; i + 1 < argc; i++) {
        if (strcmp(argv[i], name) == 0) {
            return atol(argv[i + 1]);
        }
    }
    return otherwise;
}

int main(int argc, char **argv) {
    long rounds = option(argc, argv, "-i", 1000000), warmup = option(argc, argv, "-x", 100000);
    struct line *line = map_shared();
    pid_t child = fork();
    if (child < 0) {
        die("fork");
    }
    bind_to(child == 0 ? 1 : 0);
    if (child == 0) {
        bounce(line, 1, warmup + rounds);
        _exit(0);
    }
    bounce(line, 0, warmup);
    double begin = now();
    bounce(line, 2 * warmup, rounds);
    double elapsed = now() - begin;
    waitpid(child, NULL, 0);
    printf("# Cache line between two processes\n%-10s%18s\n%-10d%18.4f\n", "# Size", "Latency (us)", 0,
           elapsed * 1e6 / (2.0 * (double)rounds));
    return 0;
}
