/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/*
 * The floor under every latency: two processes on two cores bounce a payload through a file in /dev/shm, in the cache
 * line that says whose turn it is or, where it is too long for that, in a second one. Prints the one-way times as rows
 * of the latency table, up to the size of a line.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 64, SPACE = 4096 };

struct lines {
    _Alignas(LINE) _Atomic long turn;
    char near[LINE - sizeof(long)];
    _Alignas(LINE) char far[LINE];
};

static void die(const char *what) {
    perror(what);
    exit(1);
}

static cpu_set_t allowed;

/* Binds this process to the n-th of the processors it was allowed at its start, if there are so many. */
static void bind_to(int n) {
    cpu_set_t one;
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

/* Word by word where it can, as the sizes here are small; never left out, unlike a copy of memory nobody reads. */
static void copy(volatile char *to, const volatile char *from, size_t size) {
    size_t done = 0;
    for (; done + sizeof(long) <= size; done += sizeof(long)) {
        *(volatile long *)(to + done) = *(const volatile long *)(from + done);
    }
    for (; done < size; done++) {
        to[done] = from[done];
    }
}

/*
 * Waits for every second value of the turn from `first` on, takes the payload, and answers with one of its own and the
 * next turn.
 */
static void bounce(struct lines *lines, size_t size, long first, long rounds) {
    char mine[LINE] = {0};
    volatile char *payload = size <= sizeof lines->near ? lines->near : lines->far;
    for (long turn = first; turn < first + 2 * rounds; turn += 2) {
        while (atomic_load_explicit(&lines->turn, memory_order_acquire) != turn) {
        }
        copy(mine, payload, size);
        copy(payload, mine, size);
        atomic_store_explicit(&lines->turn, turn + 1, memory_order_release);
    }
}

static struct lines *map_shared(void) {
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

/* The value of an option of the latency benchmark; those that are not asked for mean nothing here. */
static const char *option(int argc, char **argv, const char *name, const char *otherwise) {
    for (int i = 1; i + 1 < argc; i++) {
        if (strcmp(argv[i], name) == 0) {
            return argv[i + 1];
        }
    }
    return otherwise;
}

/* Whether a size lies in the range MAX, MIN:MAX, MIN: or :MAX. */
static bool in_range(long size, const char *range) {
    const char *colon = strchr(range, ':');
    const char *max = colon == NULL ? range : colon + 1;
    long min = colon == NULL ? 0 : atol(range);
    return size >= min && (*max == '\0' || size <= atol(max));
}

/* Seconds for the rounds of a size; the child's part of them is run by a process of its own. */
static double measure(struct lines *lines, size_t size, long warmup, long rounds) {
    atomic_store(&lines->turn, 0);
    pid_t child = fork();
    if (child < 0) {
        die("fork");
    }
    bind_to(child == 0 ? 1 : 0);
    if (child == 0) {
        bounce(lines, size, 1, warmup + rounds);
        _exit(0);
    }
    bounce(lines, size, 0, warmup);
    double begin = now();
    bounce(lines, size, 2 * warmup, rounds);
    double elapsed = now() - begin;
    waitpid(child, NULL, 0);
    return elapsed;
}

int main(int argc, char **argv) {
    long rounds = atol(option(argc, argv, "-i", "200000")), warmup = atol(option(argc, argv, "-x", "20000"));
    const char *range = option(argc, argv, "-m", "0:64");
    struct lines *lines = map_shared();
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        CPU_ZERO(&allowed);
    }
    printf("# Cache lines between two processes\n%-10s%18s\n", "# Size", "Latency (us)");
    fflush(stdout);
    for (long size = 0; size <= LINE; size = size == 0 ? 1 : 2 * size) {
        if (in_range(size, range)) {
            double elapsed = measure(lines, (size_t)size, warmup, rounds);
            printf("%-10ld%18.4f\n", size, elapsed * 1e6 / (2.0 * (double)rounds));
            fflush(stdout);
        }
    }
    return 0;
}
