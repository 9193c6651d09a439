/* policy-rules.h - which plugins stand for predicates and priorities (private)
 */
#pragma once

#include "base/release.h"

G_BEGIN_DECLS

/* How many plugins a predicate can stand for. */
#define FIT_RULE_PLUGINS 4

typedef struct
{
  const char *name;
  const char *plugins[FIT_RULE_PLUGINS + 1]; /* at filter, in order */
  gboolean mandatory;                        /* on, whether named or not */
  gboolean is_default;                       /* where a Policy says nothing */
} FitPredicateRule;

typedef struct
{
  const char *name;
  const char *plugin; /* (nullable): at score; NULL: has no effect */
  guint from; /* minor numbers of the releases that know it; 0: no limit */
  guint to;
  gint32 default_weight; /* where a Policy says nothing; 0: not there */
} FitPriorityRule;

/* In the order in which filters run; priorities in byte order of names. */
const FitPredicateRule *fit_predicate_rules (guint *out_n);
const FitPriorityRule *fit_priority_rules (guint *out_n);

/* fit_predicate_rule, fit_priority_rule: Returns: (nullable): NULL where
 * @name is not known, in @release; aliases are */
const FitPredicateRule *fit_predicate_rule (const char *name);
const FitPriorityRule *fit_priority_rule (const char *name, FitRelease release);

/* fit_former_predicate_advice: Returns: (nullable): what covers a predicate that is
 * gone since 1.17 or before */
const char *fit_former_predicate_advice (const char *name);

G_END_DECLS
