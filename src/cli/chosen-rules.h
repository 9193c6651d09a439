/* chosen-rules.h - the rules to use: a Policy, a provider or a configuration
 *
 * Read from the options, and from the configuration if there is one.  A
 * configuration may itself name a Policy or a provider.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/rules-file.h"
#include "config/configuration.h"
#include "policy/policy.h"

/* Strings are borrowed from the options or the configuration. */
typedef struct
{
  /* One of the three. */
  FitRulesFile policy; /* owned: its text is NULL if there is none */
  FitRulesFile config; /* owned: the same */
  const char *provider;
  const FitConfiguration *configuration;

  FitPolicy *converted; /* (nullable) owned: the Policy that @configuration was
                           converted from, as @config.name */

  FitFeatureGates gates;      /* v1.16's; unused for a configuration */
  FitModernObjects modern;    /* the same */
  FitPluginRegistry *plugins; /* owned: the embedding program's plugins */

  /* Unused with a configuration, whose profiles determine these: */
  const char *scheduler_name;
  gint32 hard_pod_affinity_symmetric_weight;
  gint32 percentage_of_nodes_to_score;
  gboolean disable_preemption;
  FitPluginLists *plugin_lists; /* (nullable) owned */

  const char *adopter; /* (nullable): which profile tries the pods of schedulers
                          that have none: that of --profile, or the only one;
                          without profiles @scheduler_name, unless the user gave
                          it */
  FitConfiguration *read;    /* (nullable) owned: the file */
  GPtrArray *notes;          /* owned, of char: fields of it that are ignored */
  FitConfiguration *changed; /* (nullable) owned: a copy changed by options,
                                with its own file and profiles */
} FitChosenRules;

/* fit_chosen_rules_check: fails with FIT_ERROR_USAGE if options conflict */
gboolean fit_chosen_rules_check (const FitOptions *options, GError **error);

/* fit_chosen_rules_read_configuration: reads the file of --config as --release
 * does.  @out_file: (out): zero before, must be cleared even after a failure.
 * Returns: (transfer full) (nullable) */
FitConfiguration *
fit_chosen_rules_read_configuration (const FitInvocation *invocation,
                                     const FitPluginRegistry *plugins,
                                     FitRulesFile *out_file, GError **error);

/**
 * fit_chosen_rules_open:
 * @rules: (out): must be cleared even after a failure
 * @invocation: checked
 *
 * Also prints notes about ignored fields of a configuration on standard error.
 */
gboolean fit_chosen_rules_open (FitChosenRules *rules,
                                const FitInvocation *invocation,
                                GError **error);
void fit_chosen_rules_clear (FitChosenRules *rules);

/* fit_chosen_rules_parse_policy: may be called more than once.  Returns:
 * (transfer full) (nullable) */
FitPolicy *fit_chosen_rules_parse_policy (const FitChosenRules *rules,
                                          GError **error);

/* fit_chosen_rules_await: does @pod wait for a node, by these rules?
 * fit_chosen_rules_count: how many of @pods do */
gboolean fit_chosen_rules_await (const FitChosenRules *rules,
                                 const FitPod *pod);
guint fit_chosen_rules_count (const FitChosenRules *rules,
                              const GPtrArray *pods);

/* fit_chosen_rules_take: do these rules schedule @pod, which has no node? */
gboolean fit_chosen_rules_take (const FitChosenRules *rules, const FitPod *pod);

/* fit_chosen_rules_hold_back: do scheduling gates hold @pod back? */
gboolean fit_chosen_rules_hold_back (const FitChosenRules *rules,
                                     const FitPod *pod);

/* fit_chosen_rules_schedulers: Returns: (transfer full): the schedulerNames of
 * the rules: "a, b" */
char *fit_chosen_rules_schedulers (const FitChosenRules *rules);
