/* assisted.h - a scheduler that asks extenders and plugins
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/extenders.h"
#include "core/preemption.h"
#include "tests/support/simulated.h"

typedef struct
{
  SimulationSetup simulation;  /* its policy may have extenders */
  const FitPluginInfo *plugin; /* (nullable): enabled wherever it takes part */
  gint64 plugin_weight;
} AssistedSetup;

typedef struct
{
  FitSimulation *simulation;
  GHashTable *texts;    /* owned: name of a pod or node -> its JSON */
  GPtrArray *extenders; /* owned, of FitExtender */
  FitFramework *framework;
  FitGenericScheduler *scheduler;
} Assisted;

/* assisted_init: extenders are those of the Policy.  assisted_init_over:
 * @simulation (transfer full) was made of @setup otherwise */
void assisted_init (Assisted *assisted, const AssistedSetup *setup);
void assisted_init_over (Assisted *assisted, const AssistedSetup *setup,
                         FitSimulation *simulation);
void assisted_clear (Assisted *assisted);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Assisted, assisted_clear)

/* assisted_pod: Returns: (transfer none): the first pending pod */
const FitPod *assisted_pod (const Assisted *assisted);

/* assisted_schedule: Returns: (transfer full): where the first pending pod goes:
 * "NODE SCORE EVALUATED/FEASIBLE", SCORE is "-" where nothing was scored; the
 * FitError; or "error: ..." */
char *assisted_schedule (Assisted *assisted, FitCycleState *state);

/* assisted_expect: that this is @expected */
void assisted_expect (const AssistedSetup *setup, const char *expected);

/* assisted_preempt: after assisted_schedule().  Returns: (transfer full): the
 * potential nodes, " | ", "NODE(VICTIM...)" for each candidate, the chosen one
 * with a star, and then " clears POD" and " error: ..." where there are any */
char *assisted_preempt (Assisted *assisted);

/* assisted_evaluate: Returns: (transfer full) */
FitEvaluation *assisted_evaluate (Assisted *assisted, FitEvaluateFlags flags);
