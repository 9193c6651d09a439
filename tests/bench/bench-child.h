/* bench-child.h - does something in a process of its own
 *
 * What one measurement leaves on the heap does not weigh on the next one, and
 * the peak of memory is that of one measurement.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"

/* BenchChildFunc: fills in @result; runs in the child */
typedef gboolean (*BenchChildFunc) (gconstpointer data, gpointer result,
                                    GError **error);

/**
 * bench_child_run:
 * @result: (out caller-allocates): @size bytes of plain data that @func fills
 *   in; untouched on failure
 *
 * To be called while the process has one thread.  An error of @func comes back
 * as FIT_ERROR_INTERNAL with the same message, the end of the child by a
 * signal too.
 */
gboolean bench_child_run (BenchChildFunc func, gconstpointer data,
                          gpointer result, gsize size, GError **error);
