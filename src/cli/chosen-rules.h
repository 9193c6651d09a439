/* chosen-rules.h - which rules decide: those of a Policy, a provider or a
 * configuration
 *
 * Read from the options, and from the configuration where there is one.  A
 * configuration may turn out to stand for a Policy or a provider itself.
 */
#pragma once

#include "cli/rules-file.h"
#include "cli/verbs.h"
#include "config/configuration.h"
#include "policy/policy.h"

G_BEGIN_DECLS

/* Strings are borrowed from the options or the configuration. */
typedef struct
{
  /* One of the three. */
  FitRulesFile policy; /* owned: its text is NULL where there is none */
  FitRulesFile config; /* owned: the same */
  const char *provider;
  const FitConfiguration *configuration;

  FitFeatureGates gates;      /* v1.16's; for a configuration without meaning */
  FitPluginRegistry *plugins; /* owned: of the program */

  /* Without @configuration, whose profiles say it: */
  const char *scheduler_name;
  gint32 hard_pod_affinity_symmetric_weight;
  gint32 percentage_of_nodes_to_score;
  gboolean disable_preemption;
  FitPluginLists *plugin_lists; /* (nullable) owned */

  FitConfiguration *read;    /* (nullable) owned: the file */
  GPtrArray *notes;          /* owned, of char: what is not taken of it */
  FitConfiguration *changed; /* (nullable) owned: what options make of it; with
                                its file and profiles */
} FitChosenRules;

/* fit_chosen_rules_check: FIT_ERROR_USAGE where options do not go together */
gboolean fit_chosen_rules_check (const FitOptions *options, GError **error);

/**
 * fit_chosen_rules_open:
 * @rules: (out): to be cleared even on failure
 * @invocation: checked
 *
 * What is not taken of a configuration is noted on standard error, too.
 */
gboolean fit_chosen_rules_open (FitChosenRules *rules,
                                const FitInvocation *invocation,
                                GError **error);
void fit_chosen_rules_clear (FitChosenRules *rules);

/* fit_chosen_rules_parse_policy: may be called more than once.  Returns:
 * (transfer full) (nullable) */
FitPolicy *fit_chosen_rules_parse_policy (const FitChosenRules *rules,
                                          GError **error);

/* fit_chosen_rules_take: is @pod, without a node, theirs to schedule? */
gboolean fit_chosen_rules_take (const FitChosenRules *rules, const FitPod *pod);

/* fit_chosen_rules_hold_back: does @pod wait for its scheduling gates? */
gboolean fit_chosen_rules_hold_back (const FitChosenRules *rules,
                                     const FitPod *pod);

/* fit_chosen_rules_schedulers: Returns: (transfer full): whose pods they are
 * for: "a, b" */
char *fit_chosen_rules_schedulers (const FitChosenRules *rules);

G_END_DECLS
