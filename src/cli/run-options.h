/* run-options.h - the options of 'fitsched run' alone: flags of kube-scheduler
 *
 * run-settings.h has the settings in effect once the file of --config is read.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* How lines of the log are written. */
typedef enum
{
  FIT_LOG_TEXT,
  FIT_LOG_JSON,
} FitLogFormat;

typedef struct
{
  /* where the rules come from */
  char *policy_config_file; /* (nullable) */
  char *policy_configmap;   /* (nullable) */
  char *policy_configmap_namespace;
  gboolean use_legacy_policy_config;
  char *algorithm_provider; /* (nullable) */
  gboolean reload;
  char *write_config_to; /* (nullable) */

  gboolean version;

  /* comparing with another scheduler */
  gboolean shadow;
  char *report; /* (nullable) */

  /* the API server */
  char *master; /* (nullable) */
  gdouble kube_api_qps;
  gint64 kube_api_burst;
  char *kube_api_content_type;

  /* what is shown over HTTP */
  char *bind_address;
  gint64 secure_port;
  char *address;
  gint64 port;
  char *tls_cert_file;             /* (nullable) */
  char *tls_private_key_file;      /* (nullable) */
  char *cert_dir;                  /* (nullable) */
  char *client_ca_file;            /* (nullable) */
  char *authentication_kubeconfig; /* (nullable) */
  gboolean authentication_skip_lookup;
  gboolean authentication_tolerate_lookup_failure;
  char *authorization_kubeconfig; /* (nullable) */
  char *authorization_always_allow_paths;
  char *tls_cipher_suites;            /* (nullable) */
  char *tls_min_version;              /* (nullable) */
  char *tls_sni_cert_key;             /* (nullable) */
  char *requestheader_client_ca_file; /* (nullable) */
  char *requestheader_allowed_names;  /* lists, like the next four */
  char *requestheader_username_headers;
  char *requestheader_uid_headers;
  char *requestheader_group_headers;
  char *requestheader_extra_headers_prefix;
  gint64 token_cache_ttl; /* in nanoseconds, like the next two */
  gint64 authorized_cache_ttl;
  gint64 unauthorized_cache_ttl;

  /* leader election; times in nanoseconds */
  gboolean leader_elect;
  gint64 leader_elect_lease_duration;
  gint64 leader_elect_renew_deadline;
  gint64 leader_elect_retry_period;
  char *leader_elect_resource_lock; /* (nullable) */
  char *leader_elect_resource_name;
  char *leader_elect_resource_namespace;
  char *lock_object_name;      /* (nullable): older names of the last two */
  char *lock_object_namespace; /* (nullable) */
  gboolean ignore_other_locks;
  gint64 shutdown_grace;

  gint64 pod_max_in_unschedulable_pods; /* in nanoseconds */
  char *emulated_version;               /* (nullable) */
  gboolean profiling;
  gboolean contention_profiling;

  /* the log */
  FitLogFormat logging_format;
  gint64 verbosity;
  gboolean log_to_stderr;
  gboolean also_log_to_stderr;
  char *log_dir;  /* (nullable) */
  char *log_file; /* (nullable) */
  gboolean skip_headers;

  /* Accepted but ignored. */
  char *unused_text; /* (nullable) */
  gboolean unused_flag;
} FitRunOptions;
