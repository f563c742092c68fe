/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.tern.match;

/**
 * Lengths in bytes by which a lane chooses how a message travels.
 *
 * @param eager largest message that is sent without asking; limited by what fits into a record
 * @param shortestRead shortest message that the receiver copies from where it lies, if it can
 * @param piece largest piece of a message that is streamed, a multiple of 64; limited by what fits into a record
 */
public record Limits(int eager, int shortestRead, int piece) {}
