/* warnings.h - warnings where rules probably do not do what their author thinks
 *
 * Every warning is true; the author decides whether it matters.  Codes are
 * permanent: an unused code is never given to another warning.  FP0xx to FP3xx
 * are about Policies, FP4xx and FP5xx about configurations; their extenders
 * have some of FP3xx, too.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value.h"

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
  FIT_WARN_OWN_HOST,
  FIT_WARN_NO_SERVICE,
  FIT_WARN_ENABLED_TWICE,
  FIT_WARN_DISABLED_IN_VAIN,
  FIT_WARN_UNREAD_ARGS,
  FIT_WARN_UNUSED_PROFILE,
  FIT_WARN_PERCENTAGE,
  FIT_WARN_HALF_PLUGIN,
  FIT_WARN_PLUGIN_WEIGHT_UNUSED,
  FIT_WARN_PLUGIN_OUTVOTED,
  FIT_WARN_PACKING_OUTVOTED,
  FIT_WARN_STRATEGY_UNUSED,
  FIT_WARN_PLUGIN_LEVEL_SHAPE,
  FIT_WARN_PLUGIN_UNREQUESTED,
  FIT_WARN_LAST,
} FitWarningCode;

/* The data common to all warnings with the same code. */
typedef struct
{
  const char *code;         /* "FP103" */
  const char *title;        /* a few words, lower case, no full stop */
  const char *explanation;  /* one or more sentences */
  const char *fix;          /* one or more sentences */
  const char *example;      /* lines of a Policy that causes it; a whole
                               document if it begins with '{' or apiVersion */
  gboolean means_otherwise; /* something in the file has no effect, or a
                               different effect than it seems; not a matter of
                               style */
} FitWarningInfo;

typedef struct
{
  const FitWarningInfo *info;
  FitPlace place; /* 0 if no single place is the cause */
  char *path;     /* "predicates[2]", "" for the file as a whole */
  char *text;     /* one line */
  char *fix;      /* (nullable) what to do about this one; NULL: nothing that
                     was tried helps */
} FitWarning;

/* fit_warning_infos: Returns: (transfer none): all codes, in order */
const FitWarningInfo *fit_warning_infos (guint *out_n);

/* fit_warning_info: @code: ignores letter case.  Fails with FIT_ERROR_NOT_FOUND
 * and a hint.
 * Returns: (transfer none) (nullable) */
const FitWarningInfo *fit_warning_info (const char *code, GError **error);

/* fit_warnings_new: Returns: (transfer full): room for FitWarnings */
GPtrArray *fit_warnings_new (void);

/* fit_warnings_add: adds a warning with the fix of its code; takes ownership of
 * @path.  Returns: (transfer none): the warning */
FitWarning *fit_warnings_add (GPtrArray *warnings, FitWarningCode code,
                              FitPlace place, char *path, const char *format,
                              ...) G_GNUC_PRINTF (5, 6);

/* fit_warning_set_fix: says what to do about @warning in particular */
void fit_warning_set_fix (FitWarning *warning, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* fit_warnings_sort: by place in the file; those about the whole file come
 * first */
void fit_warnings_sort (GPtrArray *warnings);

/* fit_join_names: Returns: (transfer full): "A", "A and B", "A, B and C" */
char *fit_join_names (const GPtrArray *names);

/* fit_warning_describe: Returns: (transfer full):
 * "line 12: predicates[2]: TEXT (FP103)" */
char *fit_warning_describe (const FitWarning *warning);
