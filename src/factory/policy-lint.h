/* policy-lint.h - where a Policy probably does not mean what its author thought
 *
 * A warning is about a Policy that loads; what does not load is an error of
 * fit_algorithm_new_from_policy().  Every warning is true; whether it matters
 * is for the author to say.  Codes are for ever: a code that goes out of use is
 * not given to another warning.
 */
#pragma once

#include "api/objects.h"
#include "factory/registry.h"
#include "policy/policy.h"

G_BEGIN_DECLS

/* What all warnings of a code have in common. */
typedef struct
{
  const char *code;         /* "FP103" */
  const char *title;        /* a few words, lower case, no full stop */
  const char *explanation;  /* one or more sentences */
  const char *fix;          /* one or more sentences */
  const char *example;      /* members of a Policy that has it, in lines; where
                              it begins with '{', all of one */
  gboolean means_otherwise; /* something that is written has no effect, or
                               another one than it says: not a matter of style
                               or taste */
} FitWarningInfo;

typedef struct
{
  const FitWarningInfo *info;
  FitPolicyPlace place; /* 0 where nothing in the file is to blame */
  char *path;           /* "predicates[2]", "" for the file as a whole */
  char *text;           /* one line */
} FitWarning;

/* fit_warning_infos: Returns: (transfer none): all codes, in order */
const FitWarningInfo *fit_warning_infos (guint *out_n);

/* fit_warning_info: @code in any letter case; FIT_ERROR_NOT_FOUND with a hint.
 * Returns: (transfer none) (nullable) */
const FitWarningInfo *fit_warning_info (const char *code, GError **error);

/**
 * fit_policy_lint:
 * @policy: read by the rules of the release of @registry
 * @objects: (nullable): the cluster it is for; some warnings are about both
 *
 * Returns: (transfer full): of FitWarning, by place in the file; those about
 *   the whole file first
 */
GPtrArray *fit_policy_lint (const FitPolicy *policy,
                            const FitRegistry *registry,
                            const FitObjects *objects);

/* fit_warning_describe: Returns: (transfer full):
 * "line 12: predicates[2]: TEXT (FP103)" */
char *fit_warning_describe (const FitWarning *warning);

G_END_DECLS
