/* policy-rules.h - which plugins replace predicates and priorities (private)
 */
#pragma once

#include "rules/rule.h"

/* The maximum number of plugins that replace a predicate. */
#define FIT_RULE_PLUGINS 4

typedef struct
{
  const char *name;
  const FitRule *rules[FIT_RULE_PLUGINS + 1]; /* at Filter, in order */
  gboolean mandatory;                         /* enabled even if not named */
  gboolean is_default;                        /* enabled if a Policy has no
                                                list */
} FitPredicateRule;

typedef struct
{
  const char *name;
  const FitRule *rule;   /* (nullable): at Score; NULL: no effect */
  FitSpan span;          /* the releases that know it */
  gint32 default_weight; /* if a Policy has no list; 0: not enabled then */
} FitPriorityRule;

/* Predicates in the order in which filters run; priorities in byte order of
 * names. */
const FitPredicateRule *fit_predicate_rules (guint *out_n);
const FitPriorityRule *fit_priority_rules (guint *out_n);

/* fit_predicate_rule, fit_priority_rule: Returns: (nullable): NULL if @name is
 * unknown in @release; accepts aliases */
const FitPredicateRule *fit_predicate_rule (const char *name);
const FitPriorityRule *fit_priority_rule (const char *name, FitRelease release);

/* fit_former_predicate_advice: Returns: (nullable): what replaces a predicate
 * that was removed in 1.17 or earlier */
const char *fit_former_predicate_advice (const char *name);
