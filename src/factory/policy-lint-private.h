/* policy-lint-private.h - what the files of the lint share (private to them) */
#pragma once

#include "factory/policy-lint.h"

/* In the order of the table in policy-warnings.c. */
typedef enum
{
  FIT_WARN_NO_VERSION,
  FIT_WARN_IGNORED_FIELD,
  FIT_WARN_HARD_WEIGHT_ZERO,
  FIT_WARN_HARD_WEIGHT_UNUSED,
  FIT_WARN_CHECK_ALL,
  FIT_WARN_REPEATED_FIELD,
  FIT_WARN_DROPPED_PREDICATES,
  FIT_WARN_NO_RESOURCE_CHECK,
  FIT_WARN_NEVER_EVALUATED,
  FIT_WARN_GATED_PREDICATE,
  FIT_WARN_REPEATED_PREDICATE,
  FIT_WARN_GENERAL_PART,
  FIT_WARN_REPLACED_PREDICATE,
  FIT_WARN_NO_LABELS,
  FIT_WARN_FORBIDDEN_LABELS,
  FIT_WARN_DROPPED_PRIORITIES,
  FIT_WARN_NO_PRIORITIES,
  FIT_WARN_NO_AVOID_PODS,
  FIT_WARN_WEAK_AVOID_PODS,
  FIT_WARN_WEAK_WEIGHT,
  FIT_WARN_REPEATED_PRIORITY,
  FIT_WARN_REPLACED_PRIORITY,
  FIT_WARN_NO_LABEL,
  FIT_WARN_UNLABELLED_PREFERRED,
  FIT_WARN_EQUAL_PRIORITY,
  FIT_WARN_OPPOSITES,
  FIT_WARN_LEVEL_SHAPE,
  FIT_WARN_FALLING_SHAPE,
  FIT_WARN_UNREQUESTED,
  FIT_WARN_SPREAD_TWICE,
  FIT_WARN_GATED_PRIORITY,
  FIT_WARN_IDLE_EXTENDER,
  FIT_WARN_UNUSED_WEIGHT,
  FIT_WARN_SHORT_TIMEOUT,
  FIT_WARN_TLS_WITHOUT_HTTPS,
  FIT_WARN_UNVERIFIED,
  FIT_WARN_IGNORABLE_UNUSED,
  FIT_WARN_UNCHECKED_RESOURCE,
  FIT_WARN_NO_URL,
  FIT_WARN_LAST,
} FitWarningCode;

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

/* fit_lint_add: adds a warning; takes ownership of @path */
void fit_lint_add (FitLint *lint, FitWarningCode code, FitPlace place,
                   char *path, const char *format, ...) G_GNUC_PRINTF (5, 6);

/* fit_lint_index: Returns: (transfer full): "LIST[I]" or "LIST[I].MEMBER" */
char *fit_lint_index (const char *list, guint i, const char *member);

/* fit_lint_join: Returns: (transfer full): "A", "A and B", "A, B and C" */
char *fit_lint_join (const GPtrArray *names);

/* fit_lint_is_missing: is the list at @place empty because it is missing from
 * the file? */
gboolean fit_lint_is_missing (const FitPolicy *policy, FitPlace place);

/* The checks of one part of the file. */
void fit_lint_predicates (FitLint *lint);
void fit_lint_priorities (FitLint *lint);
void fit_lint_weights (FitLint *lint);
void fit_lint_capacity_ratios (FitLint *lint);
void fit_lint_labels (FitLint *lint);
void fit_lint_extenders (FitLint *lint);

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
