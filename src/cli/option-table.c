/* option-table.c - every option of the program */
#include "cli/options.h"

#define AT(field) G_STRUCT_OFFSET (FitOptions, field)

static const char *const formats[]
    = { "table", "wide", "json", "yaml", "name", NULL };

static const char *const more_formats[]
    = { "table", "wide", "json", "yaml", "name", "markdown", NULL };

static const char *const arithmetics[] = { "target", "v1.16", NULL };

static const char *const workload_modes[] = { "auto", "none", NULL };

static const char *const unknown_plugins[] = { "error", "keep", "skip", NULL };

static const char *const tie_breaks[] = { "round-robin", "random", NULL };

static const char *const legacy_releases[]
    = { "1.8",  "1.9",  "1.10", "1.11", "1.12",
        "1.13", "1.14", "1.15", "1.16", NULL };

static const char *const config_versions[]
    = { "v1alpha1", "v1alpha2", "v1beta1", "v1beta2", "v1beta3", "v1", NULL };

static const char *const source_releases[]
    = { "1.8",  "1.9",  "1.10", "1.11", "1.12", "1.13", "1.14", "1.15",
        "1.16", "1.17", "1.18", "1.19", "1.20", "1.21", "1.22", NULL };

static const char *const target_versions[]
    = { "v1alpha2", "v1beta1", "v1beta2", "v1beta3", "v1", NULL };

static const char *const colors[] = { "auto", "always", "never", NULL };

static const char *const report_formats[]
    = { "auto", "text", "markdown", "json", NULL };

static const char *const extender_modes[] = { "ask", "skip", "fail", NULL };

/* clang-format off */
static const FitOptionInfo infos[] = {
  { "policy", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_RULES, AT (policy),
    .completion = FIT_COMPLETE_FILES,
    .brief = "legacy Policy file",
    .help = "legacy Policy file (apiVersion v1, kind Policy) in JSON or YAML, or manifests with a ConfigMap "
            "that holds one; with --config, the Policy that a v1alpha1 file names in algorithmSource; \"-\" reads standard "
            "input" },
  { "provider", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_RULES, AT (provider),
    .completion = FIT_COMPLETE_PROVIDERS,
    .brief = "DefaultProvider or ClusterAutoscalerProvider",
    .help = "named set of predicates and priorities; 'fitsched list providers' shows them" },
  { "config", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_RULES, AT (config),
    .completion = FIT_COMPLETE_FILES,
    .brief = "KubeSchedulerConfiguration",
    .help = "KubeSchedulerConfiguration of any version from v1alpha1 to v1, whose profiles decide, or manifests with a "
            "ConfigMap that holds one; \"-\" reads standard input" },
  { "configmap", 0, "[NAMESPACE/]NAME", FIT_OPTION_STRING, FIT_GROUP_CONFIG_MAPS, AT (config_map),
    .help = "the ConfigMap to take the rules from, where a file has several that hold some" },
  { "configmap-key", 0, "KEY", FIT_OPTION_STRING, FIT_GROUP_CONFIG_MAPS, AT (config_map_key),
    .help = "the key of its data to take them from, where several hold some" },
  { "hard-pod-affinity-symmetric-weight", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_RULES,
    AT (hard_pod_affinity_symmetric_weight), "1", G_MININT32, G_MAXINT32,
    .help = "weight (1 to 100) that InterPodAffinityPriority gives to required affinity of running pods towards the "
            "new one; a Policy that sets its own wins" },
  { "always-check-all-predicates", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_RULES, AT (always_check_all_predicates),
    .help = "go on after the first predicate that fails on a node, as alwaysCheckAllPredicates in a Policy does" },
  { "scheduler-name", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_RULES, AT (scheduler_name), "default-scheduler",
    .help = "pods whose spec.schedulerName is another are left alone" },
  { "unknown-plugins", 0, "HOW", FIT_OPTION_CHOICE, FIT_GROUP_RULES, AT (unknown_plugins), "skip", .words = unknown_plugins,
    .brief = "what becomes of out-of-tree plugins",
    .help = "what becomes of plugins that the release does not have: skip and keep leave them out, with a note that "
            "placements may differ; error refuses the configuration as the release does" },
  { "emulate-release", 0, "1.N", FIT_OPTION_STRING, FIT_GROUP_HISTORY, AT (emulate_release), "1.16",
    .words = legacy_releases,
    .help = "release whose names, mandatory predicates, providers, default gates and rules of reading are used (how a "
            "rule decides, and the arithmetic of scores, is v1.16's in any case)" },
  { "feature-gates", 0, "LIST", FIT_OPTION_STRINGS, FIT_GROUP_GATES, AT (feature_gates),
    .completion = FIT_COMPLETE_GATES,
    .help = "switch features, as in EvenPodsSpread=true,TaintNodesByCondition=false; 'fitsched list feature-gates' "
            "shows them" },
  { "release", 0, "1.N", FIT_OPTION_STRING, FIT_GROUP_RELEASE, AT (release),
    .completion = FIT_COMPLETE_RELEASES,
    .brief = "release that runs a configuration",
    .help = "the release that reads a KubeSchedulerConfiguration, 1.N or 1.N.P, by default the newest that reads its "
            "version; any patch runs as the nearest known release, and 'fitsched list releases' shows those" },
  { "config-version", 0, "VERSION", FIT_OPTION_STRING, FIT_GROUP_VERSION, AT (config_version),
    .words = config_versions,
    .help = "version of kubescheduler.config.k8s.io whose default profile 'fitsched list plugins' shows, by itself the "
            "newest that the release reads" },
  { "filename", 'f', "CLUSTER", FIT_OPTION_STRINGS, FIT_GROUP_CLUSTER, AT (files),
    .completion = FIT_COMPLETE_FILES,
    .brief = "manifests of the cluster",
    .help = "manifests of the cluster: a file, a directory, a quoted pattern, or \"-\" for standard input; may be "
            "repeated" },
  { "pods", 0, "FILE", FIT_OPTION_STRINGS, FIT_GROUP_CLUSTER, AT (pods),
    .completion = FIT_COMPLETE_FILES,
    .brief = "manifests of pods that wait for a node",
    .help = "more manifests, whose pods are pending whatever their spec.nodeName and status say; they replace pods "
            "of the same name in CLUSTER; may be repeated" },
  { "as-is", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_DECODING, AT (as_is),
    .help = "complete nothing: take objects as they are written instead of as the API server would store them" },
  { "legacy-labels", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_DECODING, AT (legacy_labels),
    .help = "copy topology.kubernetes.io/zone, /region and node.kubernetes.io/instance-type of nodes to the beta "
            "labels that releases up to 1.16 read" },
  { "workloads", 0, "HOW", FIT_OPTION_CHOICE, FIT_GROUP_DECODING, AT (workloads), "auto", .words = workload_modes,
    .help = "what Deployments, StatefulSets, DaemonSets, Jobs and the like become: auto makes the pods that their "
            "controllers would make, of those in CLUSTER only if they have none; none ignores them" },
  { "percentage-of-nodes-to-score", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_SEARCH, AT (percentage_of_nodes_to_score),
    "0", 0, 100,
    .help = "stop looking when N percent of the nodes, and no fewer than 100, fit; 0 adapts N to the size of the "
            "cluster; goes before what the file of --config says" },
  { "tie-break", 0, "HOW", FIT_OPTION_CHOICE, FIT_GROUP_SEARCH, AT (tie_break), "round-robin", .words = tie_breaks,
    .help = "which of several best nodes is taken" },
  { "seed", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_SEARCH, AT (seed), "0", 0, G_MAXUINT32,
    .help = "seed of --tie-break random: the same seed gives the same placements" },
  { "threads", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_SEARCH, AT (threads), "1", 1, 64,
    .help = "worker threads, of use in large clusters; the result does not depend on them" },
  { "extenders", 0, "HOW", FIT_OPTION_STRING, FIT_GROUP_EXTENDERS, AT (extenders), "ask", .words = extender_modes,
    .completion = FIT_COMPLETE_FILES,
    .brief = "ask them, skip them, fail, or a file with answers",
    .help = "who answers for the extenders of the rules: ask them over HTTP, skip them, fail every attempt that would ask "
            "one, or a file with their answers (docs/extenders.md)" },
  { "record-extenders", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_EXTENDERS, AT (record_extenders),
    .completion = FIT_COMPLETE_FILES,
    .help = "write what extenders answer to FILE, from which --extenders FILE answers without them" },
  { "disable-preemption", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_REPLAY, AT (disable_preemption),
    .help = "pods that fit nowhere do not make room for themselves" },
  { "bind-latency", 0, "MS", FIT_OPTION_INTEGER, FIT_GROUP_REPLAY, AT (bind_latency), "0", 0, 3600000,
    .help = "milliseconds that it takes to bind a pod, during which other pods are tried" },
  { "trace", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_REPLAY, AT (trace),
    .completion = FIT_COMPLETE_FILES,
    .brief = "what happens in the course of time",
    .help = "what happens to the cluster, one JSON object a line with time, verb and object; decisions are printed as "
            "they are made; \"-\" reads standard input" },
  { "max-events", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_REPLAY, AT (max_events), "0", 0, G_MAXINT32,
    .help = "stop after so many decisions and end with status 1, since the run is incomplete; 0: go on to the end" },
  { "record", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_REPLAY, AT (record),
    .completion = FIT_COMPLETE_FILES,
    .help = "write the cluster and what happens to it as a trace, from which --trace makes the same decisions" },
  { "log", 0, "PODS", FIT_OPTION_STRING, FIT_GROUP_REPLAY, AT (log),
    .completion = FIT_COMPLETE_PODS,
    .brief = "follow these pods step by step",
    .help = "tell on standard error, step by step, what happens to these pods: [NAMESPACE/]NAME, patterns with * and "
            "?, separated by commas; without a namespace: of any" },
  { "until-full", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_CAPACITY, AT (until_full),
    .brief = "how many copies of the pods fit?",
    .help = "place copies of the pods of --pods, one of each in turn, until no more fit, and say why not" },
  { "replicas", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_CAPACITY, AT (replicas), "0", 0, G_MAXINT32,
    .help = "how many copies there are of each pod of --pods; 0: with --until-full no end, with --nodes-needed the pods "
            "themselves" },
  { "nodes-needed", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_CAPACITY, AT (nodes_needed),
    .completion = FIT_COMPLETE_FILES,
    .brief = "how many nodes like this are missing?",
    .help = "how many nodes like the one in FILE have to be added for all pending pods to find a place" },
  { "namespace", 'n', "NAMESPACE", FIT_OPTION_STRING, FIT_GROUP_EXPLAIN, AT (namespace_),
    .help = "the namespace of a POD that names none (without this option: default), and of --all-pending" },
  { "all-namespaces", 'A', NULL, FIT_OPTION_FLAG, FIT_GROUP_EXPLAIN, AT (all_namespaces),
    .help = "a POD that names no namespace is looked for in all of them" },
  { "all-pending", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_EXPLAIN, AT (all_pending),
    .help = "explain every pending pod that finds no node, grouped by reason; -o wide and -o json show each in full" },
  { "all", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_EXPLAIN, AT (all),
    .brief = "every rule that fails, not only the first",
    .help = "show every predicate or plugin that fails on a node, not only the first" },
  { "alone", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_EXPLAIN, AT (alone),
    .brief = "without the pods ahead in the queue",
    .help = "explain against the cluster as given, without scheduling the pods that are ahead in the queue" },
  { "nodes", 0, "LIST", FIT_OPTION_STRING, FIT_GROUP_EXPLAIN, AT (nodes),
    .brief = "these nodes only",
    .help = "show these nodes only: names or patterns with * and ?, separated by commas" },
  { "policy", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_VALIDATE, AT (policy),
    .completion = FIT_COMPLETE_FILES,
    .help = "the Policy that a v1alpha1 configuration names in algorithmSource, to be checked with it; without it the "
            "file that is named there, or the ConfigMap from the manifests" },
  { "policy-file", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_VALIDATE, AT (policy_file),
    .brief = "take every FILE for a Policy",
    .help = "take every FILE for a Policy, even if no kind says so" },
  { "strict", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_VALIDATE, AT (strict),
    .brief = "exit status 1 when there are warnings",
    .help = "end with status 1 when there are warnings" },
  { "unknown-plugins", 0, "HOW", FIT_OPTION_CHOICE, FIT_GROUP_VALIDATE, AT (unknown_plugins), "keep", .words = unknown_plugins,
    .brief = "what becomes of out-of-tree plugins",
    .help = "what becomes of plugins that the release does not have: keep and skip take the file and note them, error says "
            "that it is not valid, as the release does" },
  { "provider", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_MIGRATE, AT (provider),
    .completion = FIT_COMPLETE_PROVIDERS,
    .brief = "migrate this provider, and no FILE",
    .help = "migrate this named set of predicates and priorities, and no FILE" },
  { "policy", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_MIGRATE, AT (policy),
    .completion = FIT_COMPLETE_FILES,
    .help = "the Policy that a v1alpha1 configuration names in algorithmSource; without it the file that is named there "
            "is read, or the ConfigMap from FILE and the manifests of -f" },
  { "from-release", 0, "1.N", FIT_OPTION_STRING, FIT_GROUP_MIGRATE, AT (from_release), .words = source_releases,
    .brief = "release that read the source",
    .help = "the release that has read the source, whose names, defaults and rules of reading count; by default the newest "
            "that reads it, up to the target, and 1.16 for a provider" },
  { "to", 0, "VERSION", FIT_OPTION_STRING, FIT_GROUP_MIGRATE, AT (to_version), .words = target_versions,
    .help = "version of kubescheduler.config.k8s.io to be written, by itself the newest that the release of --to-release "
            "reads" },
  { "to-release", 0, "1.N", FIT_OPTION_STRING, FIT_GROUP_MIGRATE, AT (to_release),
    .completion = FIT_COMPLETE_RELEASES,
    .brief = "release that is to read the result",
    .help = "the release that is to read it, 1.N or 1.N.P, by default the newest that reads the version; any patch runs "
            "as the nearest known release, and 'fitsched list releases' shows those" },
  { "to-feature-gates", 0, "LIST", FIT_OPTION_STRINGS, FIT_GROUP_MIGRATE, AT (to_feature_gates),
    .completion = FIT_COMPLETE_GATES,
    .help = "feature gates of the target; those of --feature-gates are the source's" },
  { "unknown-plugins", 0, "HOW", FIT_OPTION_CHOICE, FIT_GROUP_MIGRATE, AT (unknown_plugins), "keep", .words = unknown_plugins,
    .brief = "what becomes of out-of-tree plugins",
    .help = "what becomes of plugins that the release does not have: keep writes them with their arguments as they are, skip "
            "leaves them out, error refuses the configuration as the release does" },
  { "exact", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_MIGRATE, AT (exact),
    .brief = "write the source's defaults out",
    .help = "where the source takes the defaults of its release, write these, lists and weights, instead of taking the "
            "defaults of the target" },
  { "full", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_MIGRATE, AT (full),
    .help = "write every list and all arguments, even where the defaults say the same" },
  { "scheduler-name", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_MIGRATE, AT (profile_name),
    .help = "schedulerName of the profile of a Policy or a provider, by itself default-scheduler" },
  { "accept-loss", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_REPORT, AT (accept_loss),
    .brief = "exit status 0 even if something is lost",
    .help = "end with status 0 even if something has no equal in the target" },
  { "verify", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_REPORT, AT (verify),
    .brief = "compare placements before and after",
    .help = "place the pending pods of CLUSTER by the source and by what is written, and append to the report what "
            "differs" },
  { "report", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_REPORT, AT (report),
    .completion = FIT_COMPLETE_FILES,
    .brief = "write the report to FILE",
    .help = "write the report to FILE instead of standard error" },
  { "report-format", 'o', "FORMAT", FIT_OPTION_CHOICE, FIT_GROUP_REPORT, AT (report_format), "auto",
    .words = report_formats,
    .help = "form of the report; auto: as the name of --report ends (.md, .json), or text" },
  { "output", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_REPORT, AT (output_file),
    .completion = FIT_COMPLETE_FILES,
    .brief = "write the configuration to FILE",
    .help = "write the configuration to FILE instead of standard output" },
  { "left", 0, "RULES", FIT_OPTION_STRING, FIT_GROUP_COMPARE, AT (left),
    .completion = FIT_COMPLETE_FILES,
    .brief = "rules as they are",
    .help = "rules as they are: a Policy file, a KubeSchedulerConfiguration, or the name of a provider, with "
            "\"provider:\" before it where a file has that name; \"-\" reads standard input" },
  { "right", 0, "RULES", FIT_OPTION_STRING, FIT_GROUP_COMPARE, AT (right),
    .completion = FIT_COMPLETE_FILES,
    .brief = "rules as they would be",
    .help = "rules as they shall be, said the same way" },
  { "left-policy", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_COMPARE, AT (left_policy),
    .completion = FIT_COMPLETE_FILES,
    .help = "the Policy that a left v1alpha1 configuration names in algorithmSource; without it the file that is named "
            "there is read, or the ConfigMap from the manifests" },
  { "right-policy", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_COMPARE, AT (right_policy),
    .completion = FIT_COMPLETE_FILES,
    .help = "the same for the right rules" },
  { "left-release", 0, "1.N", FIT_OPTION_STRING, FIT_GROUP_COMPARE, AT (left_release),
    .completion = FIT_COMPLETE_RELEASES,
    .brief = "release that reads the left rules",
    .help = "the release that reads the left rules: 1.8 to 1.16 for a Policy or a provider, by itself 1.16; for a "
            "configuration 1.N or 1.N.P, by itself the newest that reads its version" },
  { "right-release", 0, "1.N", FIT_OPTION_STRING, FIT_GROUP_COMPARE, AT (right_release),
    .completion = FIT_COMPLETE_RELEASES,
    .brief = "release that reads the right rules",
    .help = "the same for the right rules" },
  { "left-feature-gates", 0, "LIST", FIT_OPTION_STRINGS, FIT_GROUP_COMPARE, AT (left_feature_gates),
    .completion = FIT_COMPLETE_GATES,
    .help = "feature gates of the release that reads the left rules" },
  { "right-feature-gates", 0, "LIST", FIT_OPTION_STRINGS, FIT_GROUP_COMPARE, AT (right_feature_gates),
    .completion = FIT_COMPLETE_GATES,
    .help = "the same for the right rules" },
  { "unknown-plugins", 0, "HOW", FIT_OPTION_CHOICE, FIT_GROUP_COMPARE, AT (unknown_plugins), "skip", .words = unknown_plugins,
    .brief = "what becomes of out-of-tree plugins",
    .help = "what becomes of plugins that the release does not have: skip and keep leave them out, with a note that "
            "placements may differ; error refuses the configuration as the release does" },
  { "arithmetic", 0, "HOW", FIT_OPTION_CHOICE, FIT_GROUP_COMPARE, AT (arithmetic), "target", .words = arithmetics,
    .help = "how the plugins of configurations compute: as the release that reads them does, or as the predicates and "
            "priorities of v1.16 that they stand for, with scores times ten" },
  { "scheduler-name", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_COMPARE, AT (scheduler_name), "default-scheduler",
    .help = "whose pods are for a Policy or a provider; configurations say it themselves" },
  { "output", 'o', "FORMAT", FIT_OPTION_CHOICE, FIT_GROUP_OUTPUT, AT (output), "table", .words = formats,
    .brief = "table, wide, json, yaml or name",
    .help = "how to print the result" },
  { "output", 'o', "FORMAT", FIT_OPTION_CHOICE, FIT_GROUP_FORMATS, AT (output), "table", .words = more_formats,
    .brief = "table, wide, json, yaml, name or markdown",
    .help = "how to print the result; wide: with the scores of both sides" },
  { "color", 0, "WHEN", FIT_OPTION_CHOICE, FIT_GROUP_GENERAL, AT (color), "auto", .words = colors,
    .help = "color messages on standard error; auto: on a terminal, unless NO_COLOR is set" },
  { "help", 'h', NULL, FIT_OPTION_FLAG, FIT_GROUP_GENERAL, AT (help),
    .brief = "show this help",
    .help = "show a page of help: what the verb does, examples, and the options needed most" },
  { "help-all", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_GENERAL, AT (help_all),
    .brief = "show all of it: every option, in full",
    .help = "show everything: the whole description, and every option" },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (infos) <= FIT_MOST_OPTIONS);

static const char *const group_titles[] = {
  "Rules",       "History", "Feature gates", "Configurations", "Profiles",
  "Cluster",     "Reading", "Search",        "Simulation",     "Capacity",
  "Explanation", "Files",   "Migration",     "Result",         "Rules",
  "Extenders",   "Output",  "Output",        "General",        "ConfigMaps",
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
