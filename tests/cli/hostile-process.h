/* hostile-process.h - fitsched as a process of its own, before an API server that means harm
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/client/hostile.h"

/* fitsched_program: Returns: (transfer full): the path of the one that was built */
char *fitsched_program (void);

/* set_up_child: for the child of g_spawn_async() and its like: it ends with the
 * test, and gets no more than 1 GiB, but for sanitizers */
void set_up_child (gpointer data);

/* write_kubeconfig: the file "kubeconfig" in @directory: for @url, with
 * HOSTILE_TOKEN */
void write_kubeconfig (const char *directory, const char *url);
