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
  FitPolicySource *policy; /* (nullable) */
  const char *provider;    /* (nullable) */
} FitAlgorithmSource;

/* In the order in which kube-scheduler shows them. */
typedef struct
{
  gint32 parallelism;
  FitAlgorithmSource algorithm_source;       /* v1alpha1 */
  gint32 hard_pod_affinity_symmetric_weight; /* v1alpha1 */
  FitLeaderElection leader_election;
  FitClientConnection client_connection;
  const char *healthz_bind_address; /* "" in versions without this field */
  const char *metrics_bind_address;
  gboolean enable_profiling;
  gboolean enable_contention_profiling;
  gboolean disable_preemption;         /* v1alpha1, v1alpha2 */
  gint32 percentage_of_nodes_to_score; /* 0: adaptive */
  FitPlace percentage_place;           /* 0: not in the file */
  gint64 bind_timeout_seconds;         /* v1alpha1, v1alpha2 */
  gint64 pod_initial_backoff_seconds;
  gint64 pod_max_backoff_seconds;
  FitProfileFile top; /* v1alpha1, whose single profile is at the top level */
  guint n_profiles;
  FitProfileFile *profiles;
  guint n_extenders;
  FitExtenderPolicy *extenders;
  gboolean delay_cache_until_active;
} FitConfigFile;
