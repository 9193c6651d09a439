/* side.h - one of the two sets of rules whose decisions are compared
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/configuration.h"
#include "simulate/diff.h"

typedef struct
{
  FitDiffSide run; /* how its rules place pods; its objects are not used */
  const FitPolicy *policy;               /* (nullable) borrowed */
  const FitConfiguration *configuration; /* (nullable) borrowed */

  /* read: the objects in @json, as this side would read them from a file, with
   * the data of @run.  Returns: (transfer full) (nullable) */
  FitObjects *(*read) (const char *json, gsize len, gpointer data,
                       GError **error);
} FitFindSide;

/* Of FIT_DIFF_LEFT and FIT_DIFF_RIGHT, in reports. */
extern const char *const fit_side_names[FIT_DIFF_SIDES];
