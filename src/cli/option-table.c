/* option-table.c - every option of the program */
#include "cli/options.h"

#define AT(field) G_STRUCT_OFFSET (FitOptions, field)

static const char *const formats[]
    = { "table", "wide", "json", "yaml", "name", NULL };

static const char *const tie_breaks[] = { "round-robin", "random", NULL };

/* clang-format off */
static const FitOptionInfo infos[] = {
  { "policy", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_RULES, AT (policy),
    .completion = FIT_COMPLETE_FILES,
    .help = "legacy Policy file (apiVersion v1, kind Policy) in JSON or YAML, or a ConfigMap that holds one; "
            "\"-\" reads standard input" },
  { "provider", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_RULES, AT (provider),
    .completion = FIT_COMPLETE_PROVIDERS,
    .help = "named set of predicates and priorities; 'fitsched list providers' shows them" },
  { "hard-pod-affinity-symmetric-weight", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_RULES,
    AT (hard_pod_affinity_symmetric_weight), "1", G_MININT32, G_MAXINT32,
    .help = "weight (1 to 100) that InterPodAffinityPriority gives to required affinity of running pods towards the "
            "new one; a Policy that sets its own wins" },
  { "always-check-all-predicates", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_RULES, AT (always_check_all_predicates),
    .help = "go on after the first predicate that fails on a node, as alwaysCheckAllPredicates in a Policy does" },
  { "scheduler-name", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_RULES, AT (scheduler_name), "default-scheduler",
    .help = "pods whose spec.schedulerName is another are left alone" },
  { "feature-gates", 0, "LIST", FIT_OPTION_STRINGS, FIT_GROUP_GATES, AT (feature_gates),
    .help = "switch features, as in EvenPodsSpread=true,TaintNodesByCondition=false; 'fitsched list feature-gates' "
            "shows them" },
  { "filename", 'f', "CLUSTER", FIT_OPTION_STRINGS, FIT_GROUP_CLUSTER, AT (files),
    .completion = FIT_COMPLETE_FILES,
    .help = "manifests of the cluster: a file, a directory, a quoted pattern, or \"-\" for standard input; may be "
            "repeated" },
  { "pods", 0, "FILE", FIT_OPTION_STRINGS, FIT_GROUP_CLUSTER, AT (pods),
    .completion = FIT_COMPLETE_FILES,
    .help = "more manifests, whose pods are pending whatever their spec.nodeName and status say; they replace pods "
            "of the same name in CLUSTER; may be repeated" },
  { "as-is", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_DECODING, AT (as_is),
    .help = "complete nothing: take objects as they are written instead of as the API server would store them" },
  { "legacy-labels", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_DECODING, AT (legacy_labels),
    .help = "copy topology.kubernetes.io/zone, /region and node.kubernetes.io/instance-type of nodes to the beta "
            "labels that v1.16 reads" },
  { "percentage-of-nodes-to-score", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_SEARCH, AT (percentage_of_nodes_to_score),
    "0", 0, 100,
    .help = "stop looking when N percent of the nodes, and no fewer than 100, fit; 0 adapts N to the size of the "
            "cluster" },
  { "tie-break", 0, "HOW", FIT_OPTION_CHOICE, FIT_GROUP_SEARCH, AT (tie_break), "round-robin", .words = tie_breaks,
    .help = "which of several best nodes is taken" },
  { "seed", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_SEARCH, AT (seed), "0", 0, G_MAXUINT32,
    .help = "seed of --tie-break random: the same seed gives the same placements" },
  { "threads", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_SEARCH, AT (threads), "1", 1, 64,
    .help = "worker threads, of use in large clusters; the result does not depend on them" },
  { "disable-preemption", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_REPLAY, AT (disable_preemption),
    .help = "pods that fit nowhere do not make room for themselves" },
  { "bind-latency", 0, "MS", FIT_OPTION_INTEGER, FIT_GROUP_REPLAY, AT (bind_latency), "0", 0, 3600000,
    .help = "milliseconds that it takes to bind a pod, during which other pods are tried" },
  { "trace", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_REPLAY, AT (trace),
    .completion = FIT_COMPLETE_FILES,
    .help = "what happens to the cluster, one JSON object a line with time, verb and object; decisions are printed as "
            "they are made; \"-\" reads standard input" },
  { "record", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_REPLAY, AT (record),
    .completion = FIT_COMPLETE_FILES,
    .help = "write the cluster and what happens to it as a trace, from which --trace makes the same decisions" },
  { "log", 0, "PODS", FIT_OPTION_STRING, FIT_GROUP_REPLAY, AT (log),
    .help = "tell on standard error, step by step, what happens to these pods: [NAMESPACE/]NAME, patterns with * and "
            "?, separated by commas; without a namespace: of any" },
  { "until-full", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_CAPACITY, AT (until_full),
    .help = "place copies of the pods of --pods, one of each in turn, until no more fit, and say why not" },
  { "replicas", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_CAPACITY, AT (replicas), "0", 0, G_MAXINT32,
    .help = "how many copies there are of each pod of --pods; 0: with --until-full no end, with --nodes-needed the pods "
            "themselves" },
  { "nodes-needed", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_CAPACITY, AT (nodes_needed),
    .completion = FIT_COMPLETE_FILES,
    .help = "how many nodes like the one in FILE have to be added for all pending pods to find a place" },
  { "all", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_EXPLAIN, AT (all),
    .help = "show every predicate that fails on a node, not only the first" },
  { "alone", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_EXPLAIN, AT (alone),
    .help = "explain against the cluster as given, without scheduling the pods that are ahead in the queue" },
  { "nodes", 0, "LIST", FIT_OPTION_STRING, FIT_GROUP_EXPLAIN, AT (nodes),
    .help = "show these nodes only: names or patterns with * and ?, separated by commas" },
  { "policy-file", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_VALIDATE, AT (policy_file),
    .help = "take every FILE for a Policy, whatever it looks like" },
  { "output", 'o', "FORMAT", FIT_OPTION_CHOICE, FIT_GROUP_OUTPUT, AT (output), "table", .words = formats,
    .help = "how to print the result" },
  { "help", 'h', NULL, FIT_OPTION_FLAG, FIT_GROUP_GENERAL, AT (help),
    .help = "show this help" },
};
/* clang-format on */

static const char *const group_titles[] = {
  "Rules",    "Feature gates", "Cluster", "Reading", "Search",  "Simulation",
  "Capacity", "Explanation",   "Files",   "Output",  "General",
};
G_STATIC_ASSERT (G_N_ELEMENTS (group_titles) == FIT_N_OPTION_GROUPS);

const FitOptionInfo *
fit_option_infos (guint *out_n)
{
  *out_n = G_N_ELEMENTS (infos);
  return infos;
}

const char *
fit_option_group_title (FitOptionGroups group)
{
  return group_titles[g_bit_nth_lsf (group, -1)];
}

char *
fit_option_synopsis (const FitOptionInfo *info)
{
  g_autofree char *letter
      = info->letter ? g_strdup_printf ("-%c, ", info->letter) : g_strdup ("");

  return g_strconcat (letter, "--", info->name, info->value ? " " : "",
                      info->value, NULL);
}

char *
fit_option_help (const FitOptionInfo *info)
{
  GString *text = g_string_new (info->help);

  if (info->words != NULL)
    {
      g_autofree char *words = g_strjoinv (", ", (char **) info->words);

      g_string_append_printf (text, ": %s", words);
    }
  if (info->otherwise != NULL)
    g_string_append_printf (text, " (default: %s)", info->otherwise);
  return g_string_free (text, FALSE);
}
