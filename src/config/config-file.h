/* config-file.h - the contents of a KubeSchedulerConfiguration file
 *
 * Top-level fields have the defaults of its version and release.  Profiles and
 * extenders are as in the file.  All memory belongs to one arena.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "releases/config-version.h"
#include "config/profile-file.h"
#include "policy/policy.h"

typedef struct
{
  const char *kubeconfig;
  const char *accept_content_types;
  const char *content_type;
  gdouble qps;
  gint32 burst;
} FitClientConnection;

typedef struct
{
  gboolean leader_elect;
  gint64 lease_duration_ns;
  gint64 renew_deadline_ns;
  gint64 retry_period_ns;
  const char *resource_lock;
  const char *resource_name;
  const char *resource_namespace;
  const char *lock_object_name;      /* (nullable) v1alpha1: resource_name */
  const char *lock_object_namespace; /* (nullable) v1alpha1 */
} FitLeaderElection;

typedef struct
{
  const char *path;
} FitPolicyFileSource;

typedef struct
{
  const char *namespace_;
  const char *name;
} FitPolicyConfigMapSource;

typedef struct
{
  FitPolicyFileSource *file;            /* (nullable) */
  FitPolicyConfigMapSource *config_map; /* (nullable) */
} FitPolicySource;

/* v1alpha1: a provider or a Policy instead of a profile. */
typedef struct
{
  const char *provider;    /* (nullable) */
  FitPolicySource *policy; /* (nullable) */
} FitAlgorithmSource;

typedef struct
{
  FitClientConnection client_connection;
  FitLeaderElection leader_election;
  const char *healthz_bind_address; /* "" in versions without this field */
  const char *metrics_bind_address;
  gboolean enable_profiling;
  gboolean enable_contention_profiling;
  gint32 parallelism;
  gint32 percentage_of_nodes_to_score; /* 0: adaptive */
  FitPlace percentage_place;           /* 0: not in the file */
  gint64 pod_initial_backoff_seconds;
  gint64 pod_max_backoff_seconds;
  gboolean delay_cache_until_active;
  gint64 bind_timeout_seconds; /* v1alpha1, v1alpha2 */
  gboolean disable_preemption; /* v1alpha1, v1alpha2 */

  /* v1alpha1 only, whose single profile is at the top level */
  FitAlgorithmSource algorithm_source;
  gint32 hard_pod_affinity_symmetric_weight;
  FitProfileFile top;

  guint n_profiles;
  FitProfileFile *profiles;
  guint n_extenders;
  FitExtenderPolicy *extenders;
} FitConfigFile;
