/* verbs.c - every verb of the program */
#include "cli/verbs.h"

#include <string.h>

#include "base/similar.h"

#define GROUPS_SCHEDULING                                        \
  (FIT_GROUP_RULES | FIT_GROUP_CONFIG_MAPS | FIT_GROUP_HISTORY   \
   | FIT_GROUP_GATES | FIT_GROUP_RELEASE | FIT_GROUP_CLUSTER     \
   | FIT_GROUP_DECODING | FIT_GROUP_SEARCH | FIT_GROUP_EXTENDERS \
   | FIT_GROUP_OUTPUT | FIT_GROUP_GENERAL)

static const char *const shells[] = { "bash", "zsh", "fish", NULL };

/* clang-format off */
static const FitExample simulate_examples[] = {
  { "kubectl get nodes,pods -A -o json | fitsched simulate --provider DefaultProvider -f -",
    "where would the pending pods of a live cluster go?" },
  { "fitsched simulate --policy policy.json -f cluster.json --pods pods.yaml",
    "new pods on a saved cluster, by the rules of a Policy file" },
  { "fitsched simulate --policy policy-1.10.json --emulate-release 1.10 -f cluster.json --pods pods.yaml",
    "the same with a Policy file of the time of 1.10, which v1.16 refuses" },
  { "fitsched simulate --config profile.yaml --release 1.30 -f cluster.json --pods pods.yaml",
    "by the profiles of a KubeSchedulerConfiguration, as 1.30 runs them" },
  { "fitsched simulate --policy policy.json -f cluster.json --pods pods.yaml -o name",
    "one line per pod, to compare two runs with diff" },
  { "fitsched simulate --policy policy.json -f cluster.json --trace day.jsonl",
    "what the scheduler would have done in the course of a day" },
  { "fitsched simulate --policy policy.json -f cluster.json --pods pods.yaml --until-full",
    "how many copies of these pods fit?" },
  { "fitsched simulate --policy policy.json -f cluster.json --pods pods.yaml --nodes-needed node.yaml",
    "how many nodes like this one have to be added?" },
  { NULL, NULL },
};

static const FitExample explain_examples[] = {
  { "fitsched explain shop/web-3 --policy policy.json -f cluster.json --pods pods.yaml",
    "why did it go there, or why nowhere?" },
  { "fitsched explain ml/simulation report --all --nodes 'worker-*' --policy policy.json -f cluster.json --pods pods.yaml",
    "two pods, every failing predicate, some nodes" },
  { "fitsched explain shop/web-3 --config profile.yaml -f cluster.json --pods pods.yaml",
    "by the plugins of a profile" },
  { "fitsched explain --all-pending --policy policy.json -f cluster.json --pods pods.yaml",
    "all pods that find no node, by reason, and what would help" },
  { "fitsched explain report --alone -o json --provider DefaultProvider -f cluster.json --pods pods.yaml",
    "as data, without the pods ahead of it" },
  { NULL, NULL },
};

static const FitExample validate_examples[] = {
  { "fitsched validate policy.json cluster.json pods.yaml",
    "a Policy file and two manifests" },
  { "fitsched validate --strict policy.json -f cluster.json --pods pods.yaml",
    "with an eye on the cluster, and status 1 if there are warnings" },
  { "fitsched validate --emulate-release 1.10 policy-1.10.json",
    "a Policy file of the time of 1.10, as that release reads it" },
  { "fitsched validate --release 1.30 profile.yaml",
    "a KubeSchedulerConfiguration: does 1.30 take it?" },
  { NULL, NULL },
};

static const FitExample migrate_examples[] = {
  { "fitsched migrate policy.json --accept-loss >scheduler.yaml", "a Policy file for the newest release" },
  { "fitsched migrate policy-1.10.json --from-release 1.10 --to-release 1.30 --accept-loss --output scheduler.yaml --report report.md",
    "a Policy file of the time of 1.10, for 1.30, with a report for a review" },
  { "fitsched migrate --provider ClusterAutoscalerProvider", "a provider: the defaults of the target, and what differs" },
  { "fitsched migrate policy.json --from-release 1.16 --accept-loss --verify -f cluster.json --pods pods.yaml",
    "and what does that do to these pods?" },
  { "fitsched migrate --to v1beta3 old-profile.yaml --accept-loss", "one step from one version to a later one" },
  { NULL, NULL },
};

static const FitExample diff_examples[] = {
  { "fitsched diff --left policy.json --right profile.yaml -f cluster.json -f services.yaml --pods pods.yaml",
    "which pods land elsewhere when a profile replaces a Policy, and why?" },
  { "fitsched diff --left DefaultProvider --right ClusterAutoscalerProvider -f cluster.json --pods pods.yaml -o wide",
    "two providers, with the scores side by side" },
  { "fitsched diff --left profile.yaml --left-release 1.26 --right profile.yaml --right-release 1.30 -f cluster.json --pods pods.yaml",
    "does an upgrade change decisions?" },
  { "fitsched diff --left policy.json --right profile.yaml -f cluster.json --trace day.jsonl -o markdown",
    "in the course of a day, as a report for a review" },
  { NULL, NULL },
};

static const FitExample explain_warning_examples[] = {
  { "fitsched explain-warning FP101", "what is behind the code that validate has printed" },
  { "fitsched explain-warning", "all codes" },
  { NULL, NULL },
};

static const FitExample list_examples[] = {
  { "fitsched list predicates", "what a Policy file may name, in order of evaluation" },
  { "fitsched list priorities -o wide", "the same for priorities, with the providers that hold them" },
  { "fitsched list providers -o yaml", "the sets in full" },
  { "fitsched list predicates --emulate-release 1.10", "what there was in 1.10" },
  { "fitsched list plugins --release 1.30", "the default profile of a later release" },
  { NULL, NULL },
};

static const FitExample completion_examples[] = {
  { "source <(fitsched completion bash)", "for the running bash" },
  { "fitsched completion zsh >_fitsched", "for zsh: into a directory of $fpath" },
  { "fitsched completion fish >fitsched.fish", "for fish: into ~/.config/fish/completions" },
  { NULL, NULL },
};

static const FitExample version_examples[] = {
  { "fitsched version", "the version, the releases that it knows, its libraries" },
  { "fitsched version -o json", "the same for programs" },
  { NULL, NULL },
};

static const FitExample help_examples[] = {
  { "fitsched help simulate", "the same as fitsched simulate --help" },
  { NULL, NULL },
};

static const FitVerb verbs[] = {
  { .name = "simulate",
    .synopsis = "(--policy FILE | --provider NAME | --config FILE) -f CLUSTER... [--pods FILE...] [--trace FILE] [OPTION...]",
    .summary = "schedule every pending pod and show where it goes",
    .run = fit_cmd_simulate,
    .groups = GROUPS_SCHEDULING | FIT_GROUP_REPLAY | FIT_GROUP_CAPACITY,
    .most_operands = 0,
    .description =
      "Schedules every pending pod of a cluster as kube-scheduler would, one after the other, and shows where each goes "
      "and why the others stay pending. Nothing outside is changed.\n\n"
      "Reads a cluster, takes its pending pods in the order of the scheduling queue (priority first, then "
      "creationTimestamp with absent ones last, then input), and schedules one after the other as kube-scheduler "
      "would, on a virtual clock: each placed pod counts on its node before the next one is looked at, a pod that fits "
      "nowhere may preempt others, and is tried again when something has changed, until nothing does any more. Nothing "
      "outside is changed; extenders are asked, but never to bind.\n\n"
      "By a Policy or a provider it is the scheduler of v1.16. With --config it is that of --release, by itself the "
      "newest that reads the file: each profile schedules the pods of its schedulerName, by that release's plugins, "
      "arithmetic and queue, --feature-gates are its gates, and pods may wait for their schedulingGates. A v1alpha1 "
      "file that names a Policy, or is read by 1.16, is run as v1.16 does.\n\n"
      "Pods with a spec.nodeName are counted on their node; pods that have succeeded or failed are left out; pods of "
      "other schedulers are left alone. The pods of --pods are all pending. Deployments, StatefulSets, DaemonSets, Jobs and the like become the pods that "
      "their controllers would make, if they are in --pods or have no pods in the cluster; --workloads none ignores them.\n\n"
      "SCORE is the weighted sum of all priorities or Score plugins; it is missing where only one node fits, since nobody is asked "
      "then. EVALUATED counts the nodes that were looked at until enough were found, FEASIBLE those that fit. The "
      "result is the same whatever --threads says. PREEMPTED, if there is such a table, names the pods that had to go, and "
      "for whom.\n\n"
      "A pod whose last attempt failed with an error, say of an extender that cannot be reached, is not unschedulable: "
      "nobody knows where it goes. Such pods are counted apart, and the exit status is 4 when an extender failed, else 3; "
      "--until-full and --nodes-needed do not answer then.\n\n"
      "With --trace, things happen to the cluster in the course of time, and every decision is printed when it is made. "
      "--until-full and --nodes-needed ask how many more pods fit, and how many nodes are missing; pods do not preempt "
      "then.\n\n"
      "--emulate-release reads the Policy file, or fills the provider, as a release before v1.16 did. How a rule decides "
      "and how scores are computed stays v1.16's.",
    .examples = simulate_examples,
    .statuses = { [FIT_EXIT_YES] = "every pending pod has a node; the question about capacity has an answer",
                  [FIT_EXIT_NO] = "some pods have no node; with --replicas, not all copies fit; with --nodes-needed, no number of nodes helps",
                  [FIT_EXIT_INPUT] = "an input cannot be used: a file, an object, a name; or an attempt failed with an error",
                  [FIT_EXIT_REMOTE] = "an extender could not be asked" } },
  { .name = "explain",
    .synopsis = "(POD... | --all-pending) (--policy FILE | --provider NAME | --config FILE) -f CLUSTER... [--pods FILE...] [OPTION...]",
    .summary = "show for one pod and every node what decided",
    .run = fit_cmd_explain,
    .groups = GROUPS_SCHEDULING | FIT_GROUP_EXPLAIN,
    .most_operands = G_MAXUINT, .operand = "POD",
    .operand_completion = FIT_COMPLETE_PODS,
    .description =
      "Shows for each POD which rule stopped it on which node and why, how many points the other nodes got, and what "
      "decided between them.\n\n"
      "For each POD, written [NAMESPACE/]NAME (without a namespace: that of -n, or default), as a quoted pattern with * and "
      "?, or [NAMESPACE/]KIND/NAME as in deploy/web for the first pod of a workload that has no node (patterns stand for "
      "several workloads), shows which predicate stopped it on which node and why, with the numbers: asked, used, free. For the nodes that are left it shows the points of "
      "every priority, its weight and the total, then what decided: ties, the margin to the runner-up, and the "
      "priority that made most of it. With --config plugins take the place of predicates and priorities: what "
      "PreFilter said about the pod as a whole, the code with which a Filter plugin rejected a node, and the Score "
      "plugins that had nothing to say, are shown too. For a pod that fits nowhere it shows who would have to go on which node, and "
      "which node would be chosen. What extenders and plugins say counts and is shown, too.\n\n"
      "The pods ahead of POD in the queue are scheduled first, once each and without preempting anybody; --alone "
      "leaves them out. A pod that is on a node already is taken off it and explained as if it were pending and "
      "alone. About a pod of another scheduler nothing is evaluated: explain names that scheduler and ends with 1.\n\n"
      "Clusters of more than 20 nodes are summarised by reason; -o wide, --nodes and -o json show the nodes one by "
      "one.",
    .examples = explain_examples,
    .statuses = { [FIT_EXIT_YES] = "every POD has a node it would go to",
                  [FIT_EXIT_NO] = "some POD fits on no node",
                  [FIT_EXIT_INPUT] = "an input cannot be used: a file, an object, a name; or an attempt failed with an error",
                  [FIT_EXIT_REMOTE] = "an extender could not be asked" } },
  { .name = "validate",
    .synopsis = "FILE... [-f CLUSTER...] [--pods FILE...] [OPTION...]",
    .summary = "check Policy files, configurations and manifests",
    .run = fit_cmd_validate,
    .groups = FIT_GROUP_CONFIG_MAPS | FIT_GROUP_HISTORY | FIT_GROUP_GATES | FIT_GROUP_RELEASE | FIT_GROUP_CLUSTER
              | FIT_GROUP_DECODING | FIT_GROUP_VALIDATE | FIT_GROUP_OUTPUT | FIT_GROUP_GENERAL,
    .least_operands = 1, .most_operands = G_MAXUINT, .operand = "FILE",
    .operand_completion = FIT_COMPLETE_FILES,
    .description =
      "Says for each FILE whether it would load, and warns where it probably does not mean what its author thought.\n\n"
      "What a FILE is shows in its kinds: a Policy, a KubeSchedulerConfiguration, "
      "manifests with a ConfigMap that holds one of them under any key, or manifests of a cluster. (A file without a kind "
      "that lists predicates, priorities or extenders is a Policy in the internal form.) What holds nothing of the kind is "
      "not valid. A FILE may be a directory, which stands for its "
      ".json, .yaml and .yml files, or \"-\" for standard input.\n\n"
      "A Policy is also built as v1.16, or the release of --emulate-release, builds it at start-up, so names, weights "
      "and arguments are checked under the feature gates given. Where it probably does not mean what its author thought "
      "there are warnings, each with a code for 'fitsched explain-warning', the place and what to do; with -f and "
      "--pods some of them are about that cluster. Warnings leave the exit status 0, unless --strict is given.\n\n"
      "A KubeSchedulerConfiguration is read as the release of --release reads it, by itself the newest that reads its "
      "apiVersion; --feature-gates are those of that release then. The manifests are read as one cluster: a pod may "
      "name a PriorityClass of another file.",
    .examples = validate_examples,
    .statuses = { [FIT_EXIT_YES] = "every FILE is valid",
                  [FIT_EXIT_NO] = "every FILE is valid, and --strict found warnings",
                  [FIT_EXIT_INPUT] = "a FILE is not valid, or cannot be read" } },
  { .name = "migrate",
    .synopsis = "(FILE | --provider NAME) [OPTION...]",
    .summary = "turn the rules of a former release into a profile",
    .run = fit_cmd_migrate,
    .groups = FIT_GROUP_MIGRATE | FIT_GROUP_CONFIG_MAPS | FIT_GROUP_HISTORY | FIT_GROUP_GATES | FIT_GROUP_CLUSTER | FIT_GROUP_DECODING
              | FIT_GROUP_SEARCH | FIT_GROUP_EXTENDERS | FIT_GROUP_REPORT | FIT_GROUP_GENERAL,
    .most_operands = 1, .operand = "FILE",
    .operand_completion = FIT_COMPLETE_FILES,
    .description =
      "Reads FILE, a Policy, a KubeSchedulerConfiguration, or manifests with a ConfigMap that holds one, as the release "
      "of --from-release read it, and prints a KubeSchedulerConfiguration that means the same to the release of "
      "--to-release: the same plugins in the same order, with the same weights and arguments. A list is left out where "
      "the defaults of that release are the same.\n\n"
      "The report on standard error says what became of each key, what the target needs besides, what has no equal there "
      "and since which release, which scores are computed differently, what changes for extenders, and what you have to "
      "decide. docs/migration.md is a guide.\n\n"
      "A provider, a Policy without a list of predicates or priorities, and a configuration without lists mean the defaults "
      "of their release. They get the defaults of the target, and the report has the differences; --exact keeps the old "
      "ones.\n\n"
      "With --verify the pending pods of a cluster are placed by both, as 'fitsched diff' does: what a Policy or a provider "
      "of 1.18 to 1.22 did is computed as that release did, of an earlier one as v1.16 did. The exit status is 1 when pods go elsewhere, "
      "and 3 or 4 when an attempt to place one failed with an error: that pod is not compared.\n\n"
      "When something has no equal the configuration is printed without it, and the exit status is 1.",
    .examples = migrate_examples,
    .statuses = { [FIT_EXIT_YES] = "everything was carried over",
                  [FIT_EXIT_NO] = "something has no equal in the target, unless --accept-loss is given; with --verify, pods go elsewhere",
                  [FIT_EXIT_REMOTE] = "an extender could not be asked for --verify" } },
  { .name = "diff",
    .synopsis = "--left RULES --right RULES -f CLUSTER... [--pods FILE...] [--trace FILE] [OPTION...]",
    .summary = "show which decisions change under other rules, and why",
    .run = fit_cmd_diff,
    .groups = FIT_GROUP_COMPARE | FIT_GROUP_CONFIG_MAPS | FIT_GROUP_CLUSTER | FIT_GROUP_DECODING | FIT_GROUP_SEARCH | FIT_GROUP_REPLAY
              | FIT_GROUP_EXTENDERS | FIT_GROUP_FORMATS | FIT_GROUP_GENERAL,
    .most_operands = 0,
    .description =
      "Places the pending pods of the cluster twice, by the left rules and by the right ones, and shows those that go "
      "elsewhere, that start to fit or that fit no more.\n\n"
      "Each pod is tried once, in the order of the queue; nobody "
      "preempts. The exit status is 0 when all go to the same nodes, and 1 when some do not. A pod for which an attempt "
      "of a side failed with an error is not compared; then the exit status is 4 when an extender failed, else 3.\n\n"
      "Where the sides disagree about a pod, the right rules are also asked in the state to which the left placements "
      "have led. If they agree there, the pod only follows from one that went elsewhere before it. If not, the cause is "
      "one of these: feasibility, a node is refused by one side only; scores, the nodes are ranked in another order, and "
      "WHY names the voter whose points differ most; tie, the nodes are equal for a side, so that its turn decides; "
      "search, one side had found enough nodes before it came to the other node; error; scheduler, only one side tries "
      "the pod at all. Priorities of a Policy stand beside the plugins that took their place.\n\n"
      "With --trace both sides live through what happens there, with preemption, and are compared by the nodes that "
      "each pod was bound to in turn, by pods that had to go, and by those without a node in the end. The first decision "
      "that differs is pointed out; what comes after it may follow from it.\n\n"
      "A Policy or a provider decides as v1.16 does, with scores from 0 to 10, a configuration as the release that reads "
      "it does. Extenders of both sides are asked, in the placements and again for explanations.",
    .examples = diff_examples,
    .statuses = { [FIT_EXIT_YES] = "every pod goes to the same node on both sides",
                  [FIT_EXIT_NO] = "some pods go elsewhere",
                  [FIT_EXIT_INPUT] = "an input cannot be used: a file, an object, a name; or an attempt failed with an error",
                  [FIT_EXIT_REMOTE] = "an extender could not be asked" } },
  { .name = "explain-warning",
    .synopsis = "[CODE...] [OPTION...]",
    .summary = "show what a warning of validate means and what to do",
    .run = fit_cmd_explain_warning,
    .groups = FIT_GROUP_OUTPUT | FIT_GROUP_GENERAL,
    .most_operands = G_MAXUINT, .operand = "CODE",
    .operand_completion = FIT_COMPLETE_CODES,
    .description =
      "For each CODE, as fitsched validate prints it, shows what it means, an example that has it (members of a Policy "
      "file) and how to mend it. Without a CODE it lists all of them.",
    .examples = explain_warning_examples },
  { .name = "list",
    .synopsis = "(predicates | priorities | providers | feature-gates | plugins | releases) [OPTION...]",
    .summary = "list what there is to choose from, with defaults",
    .run = fit_cmd_list,
    .groups = FIT_GROUP_HISTORY | FIT_GROUP_GATES | FIT_GROUP_RELEASE | FIT_GROUP_VERSION | FIT_GROUP_OUTPUT
              | FIT_GROUP_GENERAL,
    .least_operands = 1, .most_operands = 1, .operand_words = fit_list_words,
    .description =
      "predicates: every name, its place in the order of evaluation (a name without a place is accepted in a Policy "
      "and never evaluated; 1.8 and 1.9 evaluate all, in no order), whether it exists under the feature gates or what "
      "it needs, whether it is mandatory or part of the default.\n\n"
      "priorities: every name with its default weight. providers: the named sets. feature-gates: their stage, "
      "default and value. All four are those of v1.16 or of the release of --emulate-release.\n\n"
      "plugins: the default profile of --config-version in --release, with -o json in full: the plugins of each point "
      "in order, their arguments and the other fields of the configuration, all with defaults. releases: the releases "
      "that --release knows, whether they read Policy files, and which versions of configurations they read.",
    .examples = list_examples },
  { .name = "completion",
    .synopsis = "(bash | zsh | fish)",
    .summary = "print a script that completes commands in a shell",
    .run = fit_cmd_completion,
    .groups = FIT_GROUP_GENERAL,
    .least_operands = 1, .most_operands = 1,
    .operand_words = shells,
    .description =
      "Prints a script that completes verbs, options and their values in that shell: files, providers, releases, feature "
      "gates, codes of warnings, and the pods of the files given with -f and --pods.",
    .examples = completion_examples },
  { .name = "version",
    .synopsis = "[OPTION...]",
    .summary = "show the version and the releases that it knows",
    .run = fit_cmd_version,
    .groups = FIT_GROUP_OUTPUT | FIT_GROUP_GENERAL,
    .most_operands = 0,
    .description =
      "Shows the version of fitsched, the libraries that it uses, how it was built, and the releases of Kubernetes that "
      "--emulate-release and --release know. 'fitsched list releases' has more about each.",
    .examples = version_examples },
  { .name = "help",
    .synopsis = "[VERB]",
    .summary = "show help about the program or a verb",
    .run = fit_cmd_help,
    .groups = FIT_GROUP_GENERAL,
    .most_operands = 1,
    .operand_completion = FIT_COMPLETE_VERBS,
    .description = "The same as --help.",
    .examples = help_examples },
};
/* clang-format on */

const FitVerb *
fit_verbs (guint *out_n)
{
  *out_n = G_N_ELEMENTS (verbs);
  return verbs;
}

const char *
fit_verb_status (const FitVerb *verb, FitExit status)
{
  const gboolean is_common = status == FIT_EXIT_USAGE
                             || status == FIT_EXIT_INPUT
                             || status == FIT_EXIT_INTERNAL;

  if (verb->statuses[status] != NULL)
    return verb->statuses[status];
  if (status == FIT_EXIT_YES)
    return "done";
  return is_common ? fit_exit_meaning (status) : NULL;
}

const FitVerb *
fit_verb_find (const char *name, GError **error)
{
  FitSimilar similar;

  fit_similar_init (&similar, name);
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    {
      if (strcmp (verbs[i].name, name) == 0)
        return &verbs[i];
      fit_similar_offer (&similar, verbs[i].name);
    }
  if (similar.best != NULL)
    g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                 "unknown verb %s; did you mean %s?", name, similar.best);
  else
    g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE, "unknown verb %s", name);
  return NULL;
}
