/* rules.h - the parts that every kind of simulation starts from
 */
#pragma once

#include "scheduler/scheduler.h"
#include "simulate/simulation.h"

G_BEGIN_DECLS

/* A cache, the algorithms over it, and those who have a say in it.  A Policy or
 * a provider makes one profile. */
typedef struct
{
  FitCache *cache;       /* owned */
  GPtrArray *algorithms; /* owned, of FitAlgorithm: of a Policy, a provider or
                            with v1.16's arithmetic */
  const char *scheduler_name; /* (nullable) interned: of the same */
  GPtrArray *configured;      /* (nullable) owned, of FitProfileAlgorithm */
  GPtrArray *extenders;       /* (nullable) owned, of FitExtender */
  GPtrArray *frameworks;      /* owned, of FitFramework */
  GArray *registrations;      /* (nullable) owned, of FitQueueRegistration */
  guint n_profiles;
  FitSchedulerProfile
      *profiles; /* owned; the framework and the extenders are in
                                    their options too */
} FitSimulationRules;

/* fit_simulation_rules_init: @out: (out): to be cleared even on failure;
 * @options: the policy is taken */
gboolean fit_simulation_rules_init (FitSimulationRules *out,
                                    FitSimulationOptions *options,
                                    GError **error);

/* fit_simulation_rules_clear: what was made of them must be gone */
void fit_simulation_rules_clear (FitSimulationRules *rules);

/* fit_simulation_rules_profile: Returns: (transfer none) (nullable): NULL: pods
 * of @scheduler_name are left alone */
const FitSchedulerProfile *
fit_simulation_rules_profile (const FitSimulationRules *rules,
                              const char *scheduler_name);

/* fit_simulation_queue_order: GCompareFunc over pointers to FitPod: how pods
 * that came at the same time are tried */
gint fit_simulation_queue_order (gconstpointer a, gconstpointer b);

G_END_DECLS
