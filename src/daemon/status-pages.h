/* status-pages.h - the pages /statusz and /flagz
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "daemon/daemon.h"
#include "serving/server.h"

typedef struct
{
  FitDaemon *daemon;         /* borrowed */
  const FitServing *serving; /* borrowed */
  const GArray *routes;      /* borrowed, of FitServerRoute */
  gint64 start_ns;           /* since 1970 */
} FitStatusPages;

/* fit_status_pages_add_routes: adds those that the release of @daemon has to
 * @routes, of FitServerRoute, which /statusz lists */
void fit_status_pages_add_routes (FitStatusPages *pages, FitDaemon *daemon,
                                  const FitServing *serving, GArray *routes);
