/* policy-lint.h - warnings where a Policy probably does not do what its author
 * thinks
 *
 * Warnings are about a Policy that loads; otherwise
 * fit_algorithm_new_from_policy() returns an error.  Every warning is true; the
 * author decides whether it matters.  Codes are permanent: an unused code is
 * never given to another warning.
 */
#pragma once

#include "api/objects.h"
#include "factory/registry.h"
#include "policy/policy.h"

/* The data common to all warnings with the same code. */
typedef struct
{
  const char *code;         /* "FP103" */
  const char *title;        /* a few words, lower case, no full stop */
  const char *explanation;  /* one or more sentences */
  const char *fix;          /* one or more sentences */
  const char *example;      /* lines of a Policy that causes it; a whole
                               document if it begins with '{' */
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
} FitWarning;

/* fit_warning_infos: Returns: (transfer none): all codes, in order */
const FitWarningInfo *fit_warning_infos (guint *out_n);

/* fit_warning_info: @code: ignores letter case.  Fails with FIT_ERROR_NOT_FOUND
 * and a hint.
 * Returns: (transfer none) (nullable) */
const FitWarningInfo *fit_warning_info (const char *code, GError **error);

/**
 * fit_policy_lint:
 * @policy: read by the rules of the release of @registry
 * @objects: (nullable): the cluster; some warnings depend on both
 *
 * Returns: (transfer full): of FitWarning, sorted by place in the file; those
 *   about the whole file come first
 */
GPtrArray *fit_policy_lint (const FitPolicy *policy,
                            const FitRegistry *registry,
                            const FitObjects *objects);

/* fit_warning_describe: Returns: (transfer full):
 * "line 12: predicates[2]: TEXT (FP103)" */
char *fit_warning_describe (const FitWarning *warning);
