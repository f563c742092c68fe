/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Buffers and contents of messages. */
#include "peers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64, PAGE = 4096, SHIFTS = 251, UNTOUCHED = 0x5A, VALIDATED_BYTES = 64 << 20 };

static char *text; /* message k carries the bytes from k modulo SHIFTS on */

static void *allocate(size_t bytes) {
    void *memory = aligned_alloc(PAGE, (bytes + PAGE - 1) / PAGE * PAGE);
    if (memory == NULL) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    memset(memory, 0, bytes);
    return memory;
}

char *new_area(long size) {
    return allocate((size_t)size + GUARD);
}

void wipe(char *area, long size) {
    memset(area, UNTOUCHED, (size_t)size + GUARD);
}

bool untouched_behind(const char *area, long size) {
    for (long i = size; i < size + GUARD; i++) {
        if (area[i] != UNTOUCHED) {
            return false;
        }
    }
    return true;
}

static const char *content(long message) {
    if (text == NULL) {
        int bytes = setup.largest + SHIFTS;
        text = allocate((size_t)bytes);
        unsigned state = 0x7E54;
        for (int i = 0; i < bytes; i++) {
            state = state * 1103515245u + 12345u;
            char value = (char)(state >> 16);
            text[i] = value == UNTOUCHED ? 0 : value;
        }
    }
    return text + message % SHIFTS;
}

void write_message(char *area, int size, long message) {
    memcpy(area, content(message), (size_t)size);
}

bool holds_message(const char *area, int size, long message) {
    return memcmp(area, content(message), (size_t)size) == 0;
}

static long stride(int size) {
    return ((long)size + GUARD + LINE - 1) / LINE * LINE;
}

static long capacity(int size) {
    long all = stride(size) * setup.window;
    long most = stride(size) > VALIDATED_BYTES ? stride(size) : VALIDATED_BYTES;
    return all < most ? all : most;
}

void new_slots(struct slots *slots) {
    slots->areas = allocate((size_t)setup.window * sizeof *slots->areas);
    slots->block = setup.validate ? allocate((size_t)capacity(setup.largest)) : new_area(setup.largest);
    slots->distinct = 1;
}

void select_slots(struct slots *slots, int size) {
    if (setup.validate) {
        slots->distinct = (int)(capacity(size) / stride(size));
    }
    for (int i = 0; i < setup.window; i++) {
        slots->areas[i] = slots->block + i % slots->distinct * stride(size);
    }
}

void write_slots(struct slots *slots, int size, long first) {
    for (int i = 0; i < slots->distinct; i++) {
        write_message(slots->areas[i], size, first + i);
    }
}

void wipe_slots(struct slots *slots, int size) {
    for (int i = 0; i < slots->distinct; i++) {
        wipe(slots->areas[i], size);
    }
}

bool slots_hold(const struct slots *slots, int size, long first) {
    for (int i = 0; i < slots->distinct; i++) {
        if (!holds_message(slots->areas[i], size, first + i) || !untouched_behind(slots->areas[i], size)) {
            return false;
        }
    }
    return true;
}
