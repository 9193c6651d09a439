/* policy-lint-private.h - what the files of the lint share (private to them)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "warnings/policy-lint.h"

typedef struct
{
  const FitPolicy *policy;
  const FitRegistry *registry;
  const FitObjects *objects;   /* (nullable) */
  const FitProvider *defaults; /* (nullable): DefaultProvider */
  GPtrArray *warnings;         /* of FitWarning */
  GHashTable
      *last; /* owned: entry -> itself, if it is the last with its name */
} FitLint;

/* fit_lint_add: adds a warning, see fit_warnings_add() */
#define fit_lint_add(lint, ...) fit_warnings_add ((lint)->warnings, __VA_ARGS__)

/* fit_lint_index: Returns: (transfer full): "LIST[I]" or "LIST[I].MEMBER" */
char *fit_lint_index (const char *list, guint i, const char *member);

/* fit_lint_is_missing: is the list at @place empty because it is missing from
 * the file? */
gboolean fit_lint_is_missing (const FitPolicy *policy, FitPlace place);

/* The checks of one part of the file. */
void fit_lint_predicates (FitLint *lint);
void fit_lint_priorities (FitLint *lint);
void fit_lint_weights (FitLint *lint);
void fit_lint_capacity_ratios (FitLint *lint);
void fit_lint_labels (FitLint *lint);

/* fit_lint_has_priority: does an entry run @info?  If the file has no list, the
 * defaults count. */
gboolean fit_lint_has_priority (const FitLint *lint,
                                const FitPriorityInfo *info);

/* fit_lint_priority_info: Returns: (nullable): the priority that @entry runs */
const FitPriorityInfo *fit_lint_priority_info (const FitLint *lint,
                                               const FitPriorityPolicy *entry);

/* fit_lint_is_last: is entry @i of a list of the Policy the last with its name?
 * If a name is repeated, the last entry counts. */
gboolean fit_lint_is_last (const FitLint *lint, const GPtrArray *entries,
                           guint i);
