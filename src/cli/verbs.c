/* verbs.c - every verb of the program */
#include "cli/verbs.h"

#include <string.h>

#include "base/similar.h"

#define GROUPS_SCHEDULING                                                     \
  (FIT_GROUP_RULES | FIT_GROUP_GATES | FIT_GROUP_CLUSTER | FIT_GROUP_DECODING \
   | FIT_GROUP_SEARCH | FIT_GROUP_OUTPUT | FIT_GROUP_GENERAL)

static const char *const shells[] = { "bash", NULL };

/* clang-format off */
static const FitExample simulate_examples[] = {
  { "kubectl get nodes,pods -A -o json | fitsched simulate --provider DefaultProvider -f -",
    "where would the pending pods of a live cluster go?" },
  { "fitsched simulate --policy policy.json -f cluster.json --pods pods.yaml",
    "new pods on a saved cluster, by the rules of a Policy file" },
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
  { "fitsched explain report --alone -o json --provider DefaultProvider -f cluster.json --pods pods.yaml",
    "as data, without the pods ahead of it" },
  { NULL, NULL },
};

static const FitExample validate_examples[] = {
  { "fitsched validate policy.json cluster.json pods.yaml",
    "a Policy file and two manifests" },
  { "fitsched validate --feature-gates TaintNodesByCondition=false policy.json",
    "a Policy file that needs a gate" },
  { NULL, NULL },
};

static const FitExample list_examples[] = {
  { "fitsched list predicates", "what a Policy file may name, in order of evaluation" },
  { "fitsched list priorities -o wide", "the same for priorities, with the providers that hold them" },
  { "fitsched list providers -o yaml", "the sets in full" },
  { NULL, NULL },
};

static const FitExample completion_examples[] = {
  { "source <(fitsched completion bash)", "for the running shell" },
  { NULL, NULL },
};

static const FitExample help_examples[] = {
  { "fitsched help simulate", "the same as fitsched simulate --help" },
  { NULL, NULL },
};

static const FitVerb verbs[] = {
  { .name = "simulate",
    .synopsis = "(--policy FILE | --provider NAME) -f CLUSTER... [--pods FILE...] [--trace FILE] [OPTION...]",
    .summary = "schedule every pending pod and show where it goes",
    .run = fit_cmd_simulate,
    .groups = GROUPS_SCHEDULING | FIT_GROUP_REPLAY | FIT_GROUP_CAPACITY,
    .most_operands = 0,
    .description =
      "Reads a cluster, takes its pending pods in the order of the scheduling queue (priority first, then "
      "creationTimestamp with absent ones last, then input), and schedules one after the other as kube-scheduler v1.16 "
      "would, on a virtual clock: each placed pod counts on its node before the next one is looked at, a pod that fits "
      "nowhere may preempt others, and is tried again when something has changed, until nothing does any more. Nothing "
      "outside is changed; the extenders of the Policy are asked, but never to bind.\n\n"
      "Pods with a spec.nodeName are counted on their node; pods that have succeeded or failed are left out; pods of "
      "other schedulers are left alone. The pods of --pods are all pending.\n\n"
      "SCORE is the weighted sum of all priorities; it is missing where only one node fits, since nobody is asked "
      "then. EVALUATED counts the nodes that were looked at until enough were found, FEASIBLE those that fit. The "
      "result is the same whatever --threads says. PREEMPTED, if there is such a table, names the pods that had to go, and "
      "for whom.\n\n"
      "With --trace, things happen to the cluster in the course of time, and every decision is printed when it is made. "
      "--until-full and --nodes-needed ask how many more pods fit, and how many nodes are missing; pods do not preempt "
      "then.",
    .examples = simulate_examples },
  { .name = "explain",
    .synopsis = "POD... (--policy FILE | --provider NAME) -f CLUSTER... [--pods FILE...] [OPTION...]",
    .summary = "show for one pod and every node what decided",
    .run = fit_cmd_explain,
    .groups = GROUPS_SCHEDULING | FIT_GROUP_EXPLAIN,
    .least_operands = 1, .most_operands = G_MAXUINT, .operand = "POD",
    .description =
      "For each POD, written [NAMESPACE/]NAME (without a namespace: default), shows which predicate stopped it on "
      "which node and why, with the numbers: asked, used, free. For the nodes that are left it shows the points of "
      "every priority, its weight and the total, then what decided: ties, the margin to the runner-up, and the "
      "priority that made most of it. For a pod that fits nowhere it shows who would have to go on which node, and "
      "which node would be chosen. What extenders and plugins say counts and is shown, too.\n\n"
      "The pods ahead of POD in the queue are scheduled first, once each and without preempting anybody; --alone "
      "leaves them out. A pod that is on a node already is taken off it and explained as if it were pending and "
      "alone.\n\n"
      "Clusters of more than 20 nodes are summarised by reason; -o wide, --nodes and -o json show the nodes one by "
      "one.",
    .examples = explain_examples },
  { .name = "validate",
    .synopsis = "FILE... [OPTION...]",
    .summary = "check Policy files and manifests",
    .run = fit_cmd_validate,
    .groups = FIT_GROUP_GATES | FIT_GROUP_DECODING | FIT_GROUP_VALIDATE | FIT_GROUP_OUTPUT | FIT_GROUP_GENERAL,
    .least_operands = 1, .most_operands = G_MAXUINT, .operand = "FILE",
    .operand_completion = FIT_COMPLETE_FILES,
    .description =
      "Says for each FILE whether it would load. What a FILE is shows in its kind: a Policy, a ConfigMap that holds a "
      "Policy under policy.cfg, or manifests. (A file without a kind that lists predicates, priorities or extenders is "
      "a Policy in the internal form.) A Policy is also built as v1.16 builds it at start-up, so names, weights "
      "and arguments are checked under the feature gates given. The manifests are read as one cluster: a pod may name "
      "a PriorityClass of another file.\n\n"
      "A FILE may be a directory, which stands for its .json, .yaml and .yml files, or \"-\" for standard input.",
    .examples = validate_examples },
  { .name = "list",
    .synopsis = "predicates|priorities|providers|feature-gates [OPTION...]",
    .summary = "list what there is to choose from, with defaults",
    .run = fit_cmd_list,
    .groups = FIT_GROUP_GATES | FIT_GROUP_OUTPUT | FIT_GROUP_GENERAL,
    .least_operands = 1, .most_operands = 1, .operand_words = fit_list_words,
    .description =
      "predicates: every name, its place in the order of evaluation (a name without a place is accepted in a Policy "
      "and never evaluated), whether it exists under the feature gates or what it needs, whether it is mandatory or "
      "part of the default.\n\n"
      "priorities: every name with its default weight. providers: the named sets. feature-gates: their stage, "
      "default and value.",
    .examples = list_examples },
  { .name = "completion",
    .synopsis = "bash",
    .summary = "print a script that completes commands in a shell",
    .run = fit_cmd_completion,
    .groups = FIT_GROUP_GENERAL,
    .least_operands = 1, .most_operands = 1,
    .operand_words = shells,
    .description =
      "Prints a script for bash that completes verbs, options and their values. In zsh it works after "
      "'autoload -U bashcompinit && bashcompinit'.",
    .examples = completion_examples },
  { .name = "help",
    .synopsis = "[VERB]",
    .summary = "show help about the program or a verb",
    .run = fit_cmd_help,
    .groups = FIT_GROUP_GENERAL,
    .most_operands = 1,
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
