/* compared.h - two sets of rules compared, as text
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simulate/diff.h"
#include "tests/support/cluster.h"

/* What is compared. */
typedef struct
{
  const char *manifest;
  const char *left;    /* text of a Policy or a configuration, or the name of a
                          provider */
  const char *right;   /* the same */
  const char *release; /* (nullable): that reads configurations: 1.22.6 */
  gint32 percentage;
  gboolean adapt;
} CompareSetup;

/* compared_new: Returns: (transfer full) */
FitDiff *compared_new (const CompareSetup *setup);

/* compared_text: Returns: (transfer full): a line per pod that differs,
 * "NAME: NODE -> NODE, CHANGE, CAUSE", and what decided; at last "N of M" */
char *compared_text (const FitDiff *diff);

/* compare: all in one step: the lines are @expected */
void compare (const CompareSetup *setup, const char *expected);
