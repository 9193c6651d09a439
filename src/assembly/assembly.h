/* assembly.h - a scheduler put together from a set of rules
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/configuration.h"
#include "core/extender.h"
#include "scheduler/scheduler.h"

/* The rules, and how to try them out. */
typedef struct
{
  const FitRegistry *registry; /* borrowed during the call */
  FitFeatureGates gates;
  const char *provider; /* (nullable) name of an AlgorithmProvider */
  FitPolicy *policy;    /* (nullable) (transfer full) */
  const FitConfiguration *configuration; /* (nullable) borrowed, must outlive
                                            the simulation; its profiles,
                                            extenders, feature gates, weights,
                                            scheduler names and percentages
                                            replace those in these options.  Set
                                            exactly one of @provider, @policy
                                            and @configuration */
  gboolean adapt; /* same arithmetic on both sides: a Policy or a provider runs
                     as plugins (assembly/adapter.h), a configuration with
                     v1.16's functions (legacy-profile.h), which read a cluster
                     like v1.16 */
  FitModernObjects modern; /* what v1.16's functions make of objects of later
                                 releases, which are read with
                                 fit_modern_flags() */
  gint32 hard_pod_affinity_symmetric_weight;
  gboolean always_check_all_predicates;
  const char *scheduler_name; /* pods of other schedulers are ignored */
  gboolean ask_extenders;     /* call the Policy's extenders over HTTP; pods and
                                 nodes must be read with FIT_DECODE_KEEP_RAW */
  const FitExtenderCalls *extender_calls; /* (nullable) borrowed: called instead
                                             of the extenders; nothing is sent
                                             over HTTP unless this does it */
  FitExtenderObserver extender_observer;
  gboolean just_added; /* no node has sent its status again since it was added:
                          it counts its images only on the nodes before it.  In
                          a running cluster nodes send it all the time.  Not for
                          replays */
  gboolean files_elsewhere;           /* as in FitAlgorithmOptions */
  gsize max_extender_reply_bytes;     /* 0: FIT_HTTP_MAX_RESPONSE_BYTES */
  const FitPluginRegistry *plugins;   /* (nullable) borrowed during the call */
  const FitPluginLists *plugin_lists; /* (nullable) the same */
  FitSchedulerOptions scheduling; /* its extenders and framework are ignored */
} FitSimulationOptions;

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
  FitTurns *turns;            /* owned: of all profiles */
  guint n_profiles;
  FitSchedulerProfile
      *profiles; /* owned; the framework and the extenders are in
                                    their options too */
} FitAssembly;

/* fit_assembly_init: @out: (out): must be cleared even after a failure;
 * @options: takes over the policy */
gboolean fit_assembly_init (FitAssembly *out, FitSimulationOptions *options,
                            GError **error);

/* fit_assembly_clear: everything created from them must be freed
 * before */
void fit_assembly_clear (FitAssembly *rules);

/* fit_assembly_set_up: what a scheduler by these rules is made of, into
 * @setup; @configuration (nullable): the one they come from */
void fit_assembly_set_up (const FitAssembly *rules,
                          const FitConfiguration *configuration,
                          FitSchedulerSetup *setup);

/* fit_assembly_profile: Returns: (transfer none) (nullable): NULL: pods
 * of @scheduler_name are not scheduled */
const FitSchedulerProfile *fit_assembly_profile (const FitAssembly *rules,
                                                 const char *scheduler_name);

/* fit_assembly_queue_order: GCompareFunc over pointers to FitPod: the order
 * of pods added at the same time */
gint fit_assembly_queue_order (gconstpointer a, gconstpointer b);
