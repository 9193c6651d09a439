/* rules.h - the parts common to all kinds of simulation
 */
#pragma once

#include "scheduler/scheduler.h"
#include "simulate/simulation.h"

G_BEGIN_DECLS

/* A cache, the algorithms over it, and extenders and plugins.  A Policy or a
 * provider gives one profile. */
typedef struct
{
  FitCache *cache;       /* owned */
  GPtrArray *algorithms; /* owned, of FitAlgorithm: for a Policy, a provider, or
                            with v1.16's arithmetic */
  const char *scheduler_name; /* (nullable) interned: for the same */
  GPtrArray *configured;      /* (nullable) owned, of FitProfileAlgorithm */
  GPtrArray *extenders;       /* (nullable) owned, of FitExtender */
  GPtrArray *frameworks;      /* owned, of FitFramework */
  GPtrArray *registrations;   /* (nullable) owned, of GArray of
                                 FitQueueRegistration: by profile */
  guint n_profiles;
  FitSchedulerProfile
      *profiles; /* owned; the framework and the extenders are in
                                    their options too */
} FitSimulationRules;

/* fit_simulation_rules_init: @out: (out): must be cleared even after a failure;
 * @options: takes over the policy */
gboolean fit_simulation_rules_init (FitSimulationRules *out,
                                    FitSimulationOptions *options,
                                    GError **error);

/* fit_simulation_rules_clear: everything created from them must be freed
 * before */
void fit_simulation_rules_clear (FitSimulationRules *rules);

/* fit_simulation_rules_set_up: what a scheduler by these rules is made of, into
 * @setup, whose disable_preemption is read; @configuration (nullable): the one
 * they come from */
void fit_simulation_rules_set_up (const FitSimulationRules *rules,
                                  const FitConfiguration *configuration,
                                  FitSchedulerSetup *setup);

/* fit_simulation_rules_profile: Returns: (transfer none) (nullable): NULL: pods
 * of @scheduler_name are not scheduled */
const FitSchedulerProfile *
fit_simulation_rules_profile (const FitSimulationRules *rules,
                              const char *scheduler_name);

/* fit_simulation_queue_order: GCompareFunc over pointers to FitPod: the order
 * of pods added at the same time */
gint fit_simulation_queue_order (gconstpointer a, gconstpointer b);

G_END_DECLS
