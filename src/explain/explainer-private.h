/* explainer-private.h - the parts of an explainer: reading its rules from text,
 * and making the answers that programs get (private to explain/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/legacy-rules.h"
#include "explain/explainer.h"
#include "explain/explanation.h"
#include "explain/questions.h"
#include "assembly/extender-tally.h"

/* The decoded FitExplainerRules. */
typedef struct
{
  char *policy;           /* (nullable) owned: its text */
  char *provider;         /* (nullable) owned */
  char *policy_source;    /* owned: for messages */
  FitFeatureGates gates;  /* v1.16's; unused for a configuration */
  FitConfiguration *read; /* (nullable) owned */
  const FitConfiguration *configuration; /* (nullable): @read, if it runs
                                            profiles */
  FitLegacyRules legacy;                 /* without @configuration */
  char *scheduler_name;                  /* owned: without @configuration */
  GPtrArray *notes;                      /* owned, of char */
  FitRegistry *own_registry;             /* (nullable) owned */
  FitPluginRegistry *own_plugins;        /* (nullable) owned */
  const FitRegistry *registry;
  const FitPluginRegistry *plugins;
  gboolean ask_extenders;
  gboolean has_extenders;
} FitReadRules;

/* fit_read_rules_init: @out: (out): must be cleared even after a failure;
 * @tally: gets the extenders */
gboolean fit_read_rules_init (FitReadRules *out, const FitExplainerRules *rules,
                              FitExtenderTally *tally, GError **error);
void fit_read_rules_clear (FitReadRules *rules);

/* fit_read_rules_flags: how to decode objects for these rules */
FitDecodeFlags fit_read_rules_flags (const FitReadRules *rules);

/* fit_read_rules_options: fills @out; the caller owns its policy; the Policy is
 * parsed each time */
gboolean fit_read_rules_options (const FitReadRules *rules,
                                 FitSimulationOptions *out, GError **error);

/* fit_pod_answer_new: @json: (transfer full): the same as a document.  Returns:
 * (transfer full): copies all that it needs of @explanation */
FitPodAnswer *fit_pod_answer_new (const FitExplanation *explanation,
                                  char *json);
