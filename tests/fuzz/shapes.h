/* shapes.h - clusters, and rules for them, as a fuzzer's bytes choose
 *
 * Clusters are small, so that one takes a few milliseconds; what is in them can
 * be read, and may be extreme.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simulate/extender-answers.h"
#include "simulate/simulation.h"
#include "tests/support/choices.h"

/* -- rules ----------------------------------------------------------------- */

/* By what a scheduler decides. */
typedef struct
{
  FitRegistry *registry;
  FitFeatureGates gates;
  const char *provider;            /* (nullable) */
  char *policy;                    /* (nullable): text of a Policy */
  FitConfiguration *configuration; /* (nullable) */
  char *answers;                   /* text of what extenders answer */
  FitSchedulerOptions scheduling;
  FitDecodeFlags flags; /* by which objects are to be read */
} ShapeRules;

/* shape_rules_init: FALSE: no release takes it; to be cleared all the same */
gboolean shape_rules_init (ShapeRules *rules, Choices *choices);
void shape_rules_clear (ShapeRules *rules);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ShapeRules, shape_rules_clear)

/* shape_rules_answers: Returns: (transfer full): answers that nobody was given
 * yet */
FitExtenderAnswers *shape_rules_answers (const ShapeRules *rules);

/* shape_rules_options: @answers: (nullable): without, extenders are left out.
 * Returns: options for one simulation */
FitSimulationOptions shape_rules_options (const ShapeRules *rules,
                                          const FitExtenderAnswers *answers);

/* -- objects --------------------------------------------------------------- */

/* shape_kind: any kind, nodes and pods more often than others */
FitKind shape_kind (Choices *choices);

/* shape_name: Returns: (transfer full): one of few names for objects of @kind */
char *shape_name (Choices *choices, FitKind kind);

/* shape_object: Returns: (transfer full): an object named @name as JSON; some
 * kinds have names of their own */
char *shape_object (Choices *choices, FitKind kind, const char *name);

/* shape_read: Returns: (transfer full): the objects of @json, not completed */
FitObjects *shape_read (const char *json, FitDecodeFlags flags);

/* shape_cluster: Returns: (transfer full): nodes, pods on them and pending pods,
 * and what they refer to, completed */
FitObjects *shape_cluster (Choices *choices, FitDecodeFlags flags);
