/*
 * Copyright 2026 The Tern Authors
 * SPDX-License-Identifier: Apache-2.0
 */

/** Tern's launcher: starts the ranks of a job on one machine, serves PMI-1 to them and carries their output. */
module dev.tern.launch {
    requires dev.tern.core;
    requires jdk.unsupported;
}
