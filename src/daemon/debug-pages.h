/* debug-pages.h - the pages /debug/queue, /debug/nodes and /debug/explain
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pthread.h>

#include "daemon/daemon.h"
#include "serving/server.h"

typedef struct
{
  FitDaemon *daemon;          /* borrowed */
  const FitServing *serving;  /* borrowed */
  pthread_mutex_t explaining; /* one question at a time */
} FitDebugPages;

void fit_debug_pages_init (FitDebugPages *pages, FitDaemon *daemon,
                           const FitServing *serving);
void fit_debug_pages_clear (FitDebugPages *pages);

/* fit_debug_pages_add_routes: to @routes, of FitServerRoute */
void fit_debug_pages_add_routes (FitDebugPages *pages, GArray *routes);
