/* options.h - the one table of options and what the command line said
 *
 * The table gives the parser, --help, the manual pages and completion.
 */
#pragma once

#include "base/error.h"
#include "core/generic-scheduler.h"
#include "cli/output.h"
#include "config/configuration.h"

G_BEGIN_DECLS

/* A verb takes all options of some groups. */
typedef enum
{
  FIT_GROUP_RULES = 1 << 0,    /* which rules decide */
  FIT_GROUP_HISTORY = 1 << 1,  /* as which release of their time */
  FIT_GROUP_GATES = 1 << 2,    /* feature gates */
  FIT_GROUP_RELEASE = 1 << 3,  /* of configurations: who reads them */
  FIT_GROUP_VERSION = 1 << 4,  /* of configurations: what they are */
  FIT_GROUP_CLUSTER = 1 << 5,  /* what the cluster is read from */
  FIT_GROUP_DECODING = 1 << 6, /* how manifests are read */
  FIT_GROUP_SEARCH = 1 << 7,   /* how a node is looked for */
  FIT_GROUP_REPLAY = 1 << 8,   /* what happens in the simulated cluster */
  FIT_GROUP_CAPACITY = 1 << 9, /* how much fits, how many nodes it takes */
  FIT_GROUP_EXPLAIN = 1 << 10,
  FIT_GROUP_VALIDATE = 1 << 11,
  FIT_GROUP_MIGRATE = 1 << 12,   /* from where to where */
  FIT_GROUP_REPORT = 1 << 13,    /* what becomes of the result of a migration */
  FIT_GROUP_COMPARE = 1 << 14,   /* which rules are compared */
  FIT_GROUP_EXTENDERS = 1 << 15, /* who answers for extenders */
  FIT_GROUP_OUTPUT = 1 << 16,
  FIT_GROUP_FORMATS = 1 << 17, /* the same, with more formats */
  FIT_GROUP_GENERAL = 1 << 18,
  FIT_GROUP_CONFIG_MAPS = 1 << 19, /* which of several holds the rules */
} FitOptionGroups;

#define FIT_N_OPTION_GROUPS 20

/* How the plugins of a configuration compute. */
typedef enum
{
  FIT_ARITHMETIC_TARGET, /* as the release that reads it does */
  FIT_ARITHMETIC_V1_16,  /* as the predicates and priorities they stand for */
} FitArithmetic;

/* Whether messages are coloured. */
typedef enum
{
  FIT_COLOR_AUTO,
  FIT_COLOR_ALWAYS,
  FIT_COLOR_NEVER,
} FitColor;

/* No table is longer than this. */
#define FIT_MOST_OPTIONS 128

/* What becomes of Deployments and the like. */
typedef enum
{
  FIT_WORKLOADS_AUTO, /* pods, as their controllers would make them */
  FIT_WORKLOADS_NONE, /* they are ignored */
} FitWorkloadsMode;

typedef struct
{
  gboolean given[FIT_MOST_OPTIONS]; /* by place in the table: was it written?
                                       fit_options_given() */
  char *policy;                     /* (nullable) */
  char *provider;                   /* (nullable) */
  char *config;                     /* (nullable) */
  char *config_map;                 /* (nullable): [NAMESPACE/]NAME */
  char *config_map_key;             /* (nullable) */
  char *emulate_release;
  char **feature_gates; /* (nullable) each as --feature-gates takes it */
  char *release;        /* (nullable) */
  char *config_version; /* (nullable) */
  gint64 hard_pod_affinity_symmetric_weight;
  gboolean always_check_all_predicates;
  char *scheduler_name;
  char **files; /* (nullable) */
  char **pods;  /* (nullable) */
  gboolean recursive;
  gboolean as_is;
  gboolean legacy_labels;
  FitWorkloadsMode workloads;
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
  char *log;              /* (nullable) */
  gboolean until_full;
  gint64 replicas;    /* 0: as many as fit */
  char *nodes_needed; /* (nullable) */
  gboolean all;
  gboolean alone;
  char *nodes;      /* (nullable) */
  char *namespace_; /* (nullable) */
  gboolean all_namespaces;
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
  char *output_file;          /* (nullable) */
  char *left;                 /* (nullable) */
  char *right;                /* (nullable) */
  char *left_policy;          /* (nullable) */
  char *right_policy;         /* (nullable) */
  char *left_release;         /* (nullable) */
  char *right_release;        /* (nullable) */
  char **left_feature_gates;  /* (nullable) */
  char **right_feature_gates; /* (nullable) */
  FitArithmetic arithmetic;
  FitUnknownPlugins unknown_plugins; /* fit_options_unknown_plugins() */
  FitFormat output;
  FitColor color;
  gboolean help;
  gboolean help_all;
} FitOptions;

typedef enum
{
  FIT_OPTION_FLAG,    /* gboolean */
  FIT_OPTION_STRING,  /* char *: the last one counts */
  FIT_OPTION_STRINGS, /* char **: all of them */
  FIT_OPTION_INTEGER, /* gint64 within limits */
  FIT_OPTION_CHOICE,  /* an enum: index of the word */
} FitOptionType;

/* What completion offers for a value. */
typedef enum
{
  FIT_COMPLETE_NOTHING,
  FIT_COMPLETE_FILES,
  FIT_COMPLETE_PROVIDERS,
  FIT_COMPLETE_RELEASES,
  FIT_COMPLETE_GATES,
  FIT_COMPLETE_CODES, /* of warnings */
  FIT_COMPLETE_PODS,  /* of the files of -f and --pods */
  FIT_COMPLETE_VERBS,
} FitCompletion;

typedef struct
{
  const char *name;  /* without the dashes */
  char letter;       /* 0: none */
  const char *value; /* (nullable): what its value is called in help */
  FitOptionType type;
  FitOptionGroups group;
  gsize offset;             /* in FitOptions */
  const char *otherwise;    /* (nullable): default, as one would write it */
  gint64 least, most;       /* of an INTEGER */
  const char *const *words; /* NULL-terminated: all there are of a CHOICE, of a
                               STRING those that are offered */
  FitCompletion completion;
  const char *brief; /* (nullable) a few words: --help shows the option with
                        them; without, only --help-all shows it */
  const char *help;  /* one sentence, lower case, no full stop */
} FitOptionInfo;

/* fit_option_infos: Returns: (transfer none): the table */
const FitOptionInfo *fit_option_infos (guint *out_n);

/* fit_option_group_title: @group one bit of FitOptionGroups */
const char *fit_option_group_title (FitOptionGroups group);

/* fit_option_synopsis: Returns: (transfer full): "-o, --output FORMAT" */
char *fit_option_synopsis (const FitOptionInfo *info);

/* fit_option_help: Returns: (transfer full): the help with choices and
 * default */
char *fit_option_help (const FitOptionInfo *info);

/* fit_options_given: was --@name on the command line, even with its default? */
gboolean fit_options_given (const FitOptions *options, const char *name);

/* fit_options_forget: as if --@name had not been written; its value stays */
void fit_options_forget (FitOptions *options, const char *name);

/* fit_options_unknown_plugins: what becomes of plugins that nobody has: what
 * --unknown-plugins says of all of them, or else @otherwise of those that no
 * release has (@out_only_out_of_tree) */
FitUnknownPlugins fit_options_unknown_plugins (const FitOptions *options,
                                               FitUnknownPlugins otherwise,
                                               gboolean *out_only_out_of_tree);

void fit_options_init (FitOptions *options);
void fit_options_clear (FitOptions *options);

/**
 * fit_options_parse:
 * @options: initialised
 * @groups: options of these groups are known
 * @args: NULL-terminated, without the program and the verb
 * @operands: (out caller-allocates): gets what is no option, in order
 *
 * Options and operands may be mixed; "--" ends the options.
 *
 * Returns: TRUE, or FALSE with FIT_ERROR_USAGE
 */
gboolean fit_options_parse (FitOptions *options, guint groups,
                            char *const *args, GPtrArray *operands,
                            GError **error);

G_END_DECLS
