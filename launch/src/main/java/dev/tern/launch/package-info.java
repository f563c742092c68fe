/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The launcher {@code mpirun}.
 *
 * <p>The road of a job: {@link dev.tern.launch.CommandLine} turns the arguments into {@link dev.tern.launch.Settings} and
 * {@link dev.tern.launch.App}s; {@link dev.tern.launch.RankFactory} makes one process for each rank, with the command line
 * from {@link dev.tern.launch.Program}; {@link dev.tern.launch.Job} is the event loop that watches them, with
 * {@link dev.tern.launch.PmiServer} for their wire-up, {@link dev.tern.launch.Output} for their output and
 * {@link dev.tern.launch.Guard} to end them, even when the launcher itself is killed.
 *
 * <p>If the job may run on other hosts, see {@link dev.tern.launch.Allocation}, {@link dev.tern.launch.Engines} chooses another
 * launcher, and {@link dev.tern.launch.Handover} runs it with the command that the {@link dev.tern.launch.Engine} makes.
 *
 * <p>The time to start counts here: a job of two ranks is meant to take little more than the two programs alone. So the
 * classes on that path are few, and they use neither lambdas, streams, regular expressions, formatters nor logging.
 */
package dev.tern.launch;
