/* rules.h - the parts that every kind of simulation starts from
 */
#pragma once

#include "simulate/simulation.h"

G_BEGIN_DECLS

/* A cache, the algorithm over it, and those who have a say in it. */
typedef struct
{
  FitCache *cache;         /* owned */
  FitAlgorithm *algorithm; /* owned */
  GPtrArray *extenders;    /* (nullable) owned, of FitExtender */
  FitFramework *framework; /* (nullable) owned */
} FitSimulationRules;

/* fit_simulation_rules_init: @out: (out): to be cleared even on failure;
 * @options: the policy is taken */
gboolean fit_simulation_rules_init (FitSimulationRules *out,
                                    FitSimulationOptions *options,
                                    GError **error);

/* fit_simulation_rules_clear: what was made of them must be gone */
void fit_simulation_rules_clear (FitSimulationRules *rules);

/* fit_simulation_rules_scheduling: @options with the extenders and the framework
 * of @rules, which are borrowed */
FitSchedulerOptions
fit_simulation_rules_scheduling (const FitSimulationRules *rules,
                                 const FitSchedulerOptions *options);

/* fit_simulation_queue_order: GCompareFunc over pointers to FitPod: how pods
 * that came at the same time are tried */
gint fit_simulation_queue_order (gconstpointer a, gconstpointer b);

G_END_DECLS
