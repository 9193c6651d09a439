/* option-values.h - the options of a command line, and the groups of them that
 * verbs take
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"
#include "core/generic-scheduler.h"
#include "cli/console.h"
#include "report/formats.h"
#include "cli/run-options.h"
#include "config/configuration.h"

/* A verb takes all options of some groups. */
typedef enum
{
  FIT_GROUP_RULES = 1ull << 0, /* the rules to use */
  FIT_GROUP_HISTORY = 1 << 1,  /* the release of a Policy to emulate */
  FIT_GROUP_GATES = 1 << 2,    /* feature gates */
  FIT_GROUP_RELEASE = 1 << 3,  /* for configurations: the release that reads
                                  them */
  FIT_GROUP_VERSION = 1 << 4,  /* for configurations: their version */
  FIT_GROUP_CLUSTER = 1 << 5,  /* the input for the cluster */
  FIT_GROUP_DECODING = 1 << 6, /* how to read manifests */
  FIT_GROUP_SEARCH = 1 << 7,   /* how to search for nodes */
  FIT_GROUP_REPLAY = 1 << 8,   /* events in the simulated cluster */
  FIT_GROUP_CAPACITY = 1 << 9, /* how many pods fit, how many nodes are
                                  needed */
  FIT_GROUP_EXPLAIN = 1 << 10,
  FIT_GROUP_VALIDATE = 1 << 11,
  FIT_GROUP_MIGRATE = 1 << 12,   /* source and target */
  FIT_GROUP_REPORT = 1 << 13,    /* the output of a migration */
  FIT_GROUP_COMPARE = 1 << 14,   /* the rules to compare */
  FIT_GROUP_EXTENDERS = 1 << 15, /* how to treat extenders */
  FIT_GROUP_OUTPUT = 1 << 16,
  FIT_GROUP_FORMATS = 1 << 17, /* the same, with more formats */
  FIT_GROUP_GENERAL = 1 << 18,
  FIT_GROUP_CONFIG_MAPS = 1 << 19, /* which ConfigMap has the rules */
  FIT_GROUP_SERVER = 1 << 20,      /* which API server, and as whom */
  FIT_GROUP_KUBE = 1 << 21,        /* rules and settings, as for
                                      kube-scheduler */
  FIT_GROUP_LOGS = 1 << 22,
  FIT_GROUP_LIVE = 1 << 23,       /* a live cluster instead of files */
  FIT_GROUP_SNAPSHOT = 1 << 24,   /* what to write of a cluster, and where */
  FIT_GROUP_SERVING = 1 << 25,    /* what is shown over HTTP */
  FIT_GROUP_ANSWERING = 1 << 26,  /* who is asked as an extender, and where */
  FIT_GROUP_WHAT_IF = 1 << 27,    /* changes of the cluster to assume */
  FIT_GROUP_PAGE = 1 << 28,       /* the result as a page */
  FIT_GROUP_DETAIL = 1 << 29,     /* how much the result says */
  FIT_GROUP_LISTENING = 1 << 30,  /* where a server listens, and to whom */
  FIT_GROUP_ASKED = 1u << 31,     /* the limits of questions over HTTP */
  FIT_GROUP_FIND = 1ull << 32,    /* the search for a cluster where rules
                                    differ */
  FIT_GROUP_REFRESH = 1ull << 33, /* how often the cluster is read */
  FIT_GROUP_TUNE = 1ull << 34,    /* the search for better rules */
  FIT_GROUP_PARTS = 1ull << 35,   /* a search on several machines */
} FitOptionGroups;

#define FIT_N_OPTION_GROUPS 36

/* What questions of programs, which bring their files along, are not about: a
 * terminal, files to write, servers to read. */
#define FIT_GROUPS_NOT_ASKED                                              \
  (FIT_GROUP_LIVE | FIT_GROUP_PAGE | FIT_GROUP_OUTPUT | FIT_GROUP_FORMATS \
   | FIT_GROUP_GENERAL)

/* How the plugins of a configuration compute. */
typedef enum
{
  FIT_ARITHMETIC_TARGET, /* like the release that reads it */
  FIT_ARITHMETIC_V1_16,  /* like the corresponding predicates and priorities */
} FitArithmetic;

/* The maximum number of options. */
#define FIT_MOST_OPTIONS 232

/* How to write the result of a migration: the configuration in JSON if so
 * chosen, else in YAML, the report in any format but YAML.  HTML: the report as
 * a page instead of the configuration. */
typedef enum
{
  FIT_MIGRATE_YAML,
  FIT_MIGRATE_JSON,
  FIT_MIGRATE_TEXT,
  FIT_MIGRATE_MARKDOWN,
  FIT_MIGRATE_HTML,
} FitMigrateFormat;

/* How to write a snapshot. */
typedef enum
{
  FIT_SNAPSHOT_JSON,
  FIT_SNAPSHOT_YAML,
} FitSnapshotFormat;

/* How to treat Deployments and the like. */
typedef enum
{
  FIT_WORKLOADS_AUTO, /* create pods, as their controllers would */
  FIT_WORKLOADS_NONE, /* ignore them */
} FitWorkloadsMode;

/* What LimitRanges and ResourceQuotas do to new pods. */
typedef enum
{
  FIT_ADMISSION_AUTO, /* what the API server would do */
  FIT_ADMISSION_NONE, /* nothing */
} FitAdmissionMode;

/* One of two sets of rules that are compared; each is nullable. */
typedef struct
{
  char *rules;
  char *policy;
  char *release;
  char **feature_gates;
} FitSideOptions;

typedef struct
{
  gboolean given[FIT_MOST_OPTIONS]; /* by index in the table: was the option
                                       given?  fit_options_given() */
  char *policy;                     /* (nullable) */
  char *provider;                   /* (nullable) */
  char *config;                     /* (nullable) */
  char *config_map;                 /* (nullable): [NAMESPACE/]NAME */
  char *config_map_key;             /* (nullable) */
  char *emulate_release;
  char **feature_gates; /* (nullable) each as for --feature-gates */
  char *release;        /* (nullable) */
  char *config_version; /* (nullable) */
  char *profile;        /* (nullable): a schedulerName */
  gint64 hard_pod_affinity_symmetric_weight;
  gboolean always_check_all_predicates;
  char *scheduler_name;
  char **files; /* (nullable) */
  char **pods;  /* (nullable) */
  gboolean recursive;
  FitModernObjects modern_objects;
  gboolean as_is;
  gboolean legacy_labels;
  FitWorkloadsMode workloads;
  FitAdmissionMode admission;
  gint64 percentage_of_nodes_to_score;
  FitTieBreak tie_break;
  gint64 seed;
  gint64 threads;
  gboolean disable_preemption;
  gint64 bind_latency;
  char *trace;       /* (nullable) */
  char *record;      /* (nullable) */
  gint64 max_events; /* 0: all */
  char *extenders;
  char *record_extenders; /* (nullable) */
  char *write_cluster;    /* (nullable) */
  gboolean find;
  char *budget;
  char **objectives; /* (nullable) each names separated by commas */
  gint64 trials;
  gint64 population;
  gint64 shards;   /* 0: one for each processor */
  char *shard;     /* (nullable): I/N or auto/N */
  char *directory; /* (nullable) */
  char *merge;     /* (nullable): a directory */
  char *log;       /* (nullable) */
  gboolean until_full;
  gint64 replicas;    /* 0: as many as fit */
  char *nodes_needed; /* (nullable) */
  gboolean compress;
  gboolean bound;
  gint64 moves;    /* 0: none */
  char **sweep;    /* (nullable): clusters */
  char *rollout;   /* (nullable): [NAMESPACE/]deploy/NAME */
  char **what_ifs; /* (nullable) each "drain=NODES", ...: all options of the
                         group, in the order of the command line */
  gboolean all;
  gboolean alone;
  char *nodes;      /* (nullable) */
  char *node;       /* (nullable) */
  char *namespace_; /* (nullable) */
  gboolean all_namespaces;
  char *selector; /* (nullable): of labels, as after kubectl's -l */
  gboolean all_pending;
  gboolean policy_file;
  gboolean strict;
  char *from_release;      /* (nullable) */
  char *to_version;        /* (nullable) */
  char *to_release;        /* (nullable) */
  char **to_feature_gates; /* (nullable) */
  gboolean exact;
  gboolean full;
  char *profile_name; /* (nullable) */
  gboolean accept_loss;
  gboolean verify;
  char *report; /* (nullable) */
  FitReportFormat report_format;
  FitMigrateFormat migrate_format;
  char *write_file;        /* (nullable) */
  FitSideOptions sides[2]; /* FIT_DIFF_LEFT, FIT_DIFF_RIGHT */
  gboolean through;        /* every minor release between both, too */
  FitArithmetic arithmetic;
  FitUnknownPlugins unknown_plugins; /* fit_options_unknown_plugins() */
  char *kubeconfig;                  /* (nullable) */
  char *context;                     /* (nullable) */
  FitSnapshotFormat snapshot_format;
  gboolean anonymize;
  char **keep;            /* (nullable) each names separated by commas */
  char *keep_lost;        /* (nullable): a URL */
  char *keep_lost_policy; /* (nullable): a file */
  char **policies;        /* (nullable) each [NAME=]FILE */
  char *divided; /* (nullable): --shards of diff: a number, or a label */
  char *listen;
  gint64 workers;  /* questions at once; 0: one for each processor */
  gint64 refresh;  /* nanoseconds that what was read lasts; 0: always */
  gint64 deadline; /* nanoseconds that an answer may take */
  gint64 memory;   /* MiB that an answer may take */
  FitRunOptions run;
  FitFormat output;
  FitDetailLevel detail;
  char *html; /* (nullable): a file */
  gboolean chart;
  gboolean fragments;
  FitColor color;
  gboolean help;
  gboolean help_all;
} FitOptions;
