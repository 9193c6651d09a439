/* test-own-rules.c - commands of a program with rules of its own: what becomes of them in a migration
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/fit-main.h"
#include "predicates/metadata.h"
#include "tests/support/cmocka.h"

#define POLICY                                        \
  "apiVersion: v1\nkind: Policy\npredicates:\n"       \
  "- {name: PodFitsResources}\n- {name: NoMondays}\n" \
  "- {name: Unordered}\npriorities:\n"                \
  "- {name: LeastRequestedPriority, weight: 1}\n"     \
  "- {name: SundaysPriority, weight: 9}\n"

#define NODE(name, cpu)                                            \
  "---\n{apiVersion: v1, kind: Node, metadata: {name: " name "}, " \
  "status: {allocatable: {cpu: " cpu ", memory: 8Gi, pods: 10}}}\n"
#define CLUSTER                                 \
  NODE ("monday", "64")                         \
  NODE ("tuesday", "32")                        \
  NODE ("sunday", "4")                          \
  "---\n{apiVersion: v1, kind: Pod, metadata: " \
  "{name: p}, spec: {containers: [{name: c, "   \
  "resources: {requests: {cpu: 1}}}]}}\n"

/* -- rules ----------------------------------------------------------------- */

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  (void) run;
  (void) error;
  if (strcmp (node->name, "monday") != 0)
    return FIT_ANSWER_YES;
  fit_reasons_add_custom (reasons, "node(s) were of a Monday");
  return FIT_ANSWER_NO;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  (void) run;
  (void) error;
  for (guint i = 0; i < nodes->n; i++)
    scores[i] = strcmp (nodes->nodes[i]->name, "sunday") == 0 ? 10 : 0;
  return TRUE;
}

static const FitReasonCode reasons[] = { FIT_REASON_CUSTOM, 0 };
static const FitPredicateInfo no_mondays = { .name = "NoMondays",
                                             .summary = "refuses Mondays",
                                             .cost = FIT_COST_CONSTANT,
                                             .reasons = reasons,
                                             .check = check };
static const FitPredicateInfo unordered = { .name = "Unordered",
                                            .summary = "never runs",
                                            .cost = FIT_COST_CONSTANT,
                                            .reasons = reasons,
                                            .check = check };
static const FitPriorityInfo sundays = { .name = "SundaysPriority",
                                         .summary = "prefers Sundays",
                                         .weight = 1,
                                         .map = map };

static void
add_rules (FitRegistry *registry, FitFeatureGates gates, gpointer data)
{
  (void) gates;
  (void) data;
  fit_registry_add_predicate (registry, no_mondays.name, &no_mondays, NULL,
                              NULL);
  fit_registry_append_order (registry, no_mondays.name);
  fit_registry_add_predicate (registry, unordered.name, &unordered, NULL, NULL);
  fit_registry_add_priority (registry, sundays.name, &sundays, sundays.weight,
                             NULL, NULL, NULL);
}

/* -- the program ----------------------------------------------------------- */

/* Returns: (transfer full): what a program with these rules prints, and its exit
 * status */
static char *
run (const char *arguments)
{
  g_autofree char *line = g_strconcat ("program ", arguments, NULL);
  g_auto (GStrv) argv = g_strsplit (line, " ", -1);
  g_autofree char *text = NULL;
  const pid_t child = fork ();
  int status;

  assert_true (child >= 0);
  if (child == 0)
    {
      const int fd = open ("out", O_CREAT | O_TRUNC | O_WRONLY, 0600);

      if (fd < 0 || dup2 (fd, STDOUT_FILENO) < 0
          || dup2 (fd, STDERR_FILENO) < 0)
        _exit (99);
      exit (fit_main ((int) g_strv_length (argv), argv, add_rules, NULL));
    }
  assert_int_equal (waitpid (child, &status, 0), child);
  assert_true (WIFEXITED (status));
  assert_true (g_file_get_contents ("out", &text, NULL, NULL));
  return g_strdup_printf ("%s%d", text, WEXITSTATUS (status));
}

static void
expect (const char *arguments, const char *expected)
{
  g_autofree char *got = run (arguments);

  assert_string_equal (got, expected);
}

static int
set_up (void **state)
{
  char *directory = g_dir_make_tmp ("fitsched-XXXXXX", NULL);

  *state = directory;
  return directory == NULL || g_chdir (directory) != 0
         || !g_file_set_contents ("policy.yaml", POLICY, -1, NULL)
         || !g_file_set_contents ("cluster.yaml", CLUSTER, -1, NULL);
}

static int
tear_down (void **state)
{
  static const char *const files[]
      = { "policy.yaml", "cluster.yaml", "out", "new.yaml", "report" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    g_remove (files[i]);
  if (g_chdir ("/") != 0 || g_rmdir (*state) != 0)
    return 1;
  g_free (*state);
  return 0;
}

#define WARNING                                                             \
  "warning: policy.yaml: line 6: predicates[2]: Unordered is accepted but " \
  "never runs (FP103)\n"
#define LEFT_OUT                                                               \
  "note: --verify leaves out NoMondays on both sides: placements may differ\n" \
  "note: --verify leaves out SundaysPriority on both sides: placements may "   \
  "differ\n"

/* What the report says from @begin on. */
static void
expect_report (const char *begin, const char *expected)
{
  g_autofree char *text = NULL;
  const char *found;
  char *search;

  assert_true (g_file_get_contents ("report", &text, NULL, NULL));
  /* What a search finds besides is not about rules of the program. */
  search = strstr (text, "\nOn small clusters");
  if (search != NULL)
    *search = '\0';
  found = strstr (text, begin);
  assert_string_equal (found != NULL ? found : text, expected);
}

/* -- tests ----------------------------------------------------------------- */

static void
test_placements (void **state)
{
  (void) state;
  expect ("simulate --policy policy.yaml -f cluster.yaml -o name",
          WARNING "default/p sunday\n0");
  expect ("explain p --policy policy.yaml -f cluster.yaml",
          "warning: policy.yaml: line 6: predicates[2]: Unordered is "
          "accepted but never runs (FP103)\n"
          "Pod default/p goes to sunday with 98 points\n"
          "It is the first in the queue; 3 nodes, 3 evaluated, 2 feasible.\n"
          "sunday leads tuesday by 89 points; SundaysPriority contributed "
          "most: 90 against 0.\n"
          "\n"
          "Points (score x weight) of sunday and tuesday:\n"
          "     PRIORITY                WEIGHT  CHOSEN  RUNNER-UP\n"
          "  A  LeastRequestedPriority       1       8          9\n"
          "  B  SundaysPriority              9      90          0\n"
          "     total                        -      98          9\n"
          "\n"
          "Scores of the nodes that fit, by priority:\n"
          "     NODE     TOTAL  A   B\n"
          "  >  sunday      98  8  10\n"
          "     tuesday      9  9   0\n"
          "\n"
          "Nodes that do not fit:\n"
          "  NODE    PREDICATE  REASON\n"
          "  monday  NoMondays  node(s) were of a Monday\n"
          "0");
}

/* The target cannot run them: neither does the source, to be compared. */
static void
test_verified_without_them (void **state)
{
  (void) state;
  expect ("migrate policy.yaml --from-release 1.16 --to-release 1.20 "
          "--accept-loss --write new.yaml --report report --verify -f "
          "cluster.yaml",
          WARNING LEFT_OUT "0");
  expect_report (
      "Out of tree:",
      "Out of tree:\n"
      "  NoMondays        filter\n"
      "      kept: a rule of this program; the scheduler has to be built "
      "with a plugin\n"
      "      of this name; write it as a FilterPlugin\n"
      "  SundaysPriority  score, weight 9\n"
      "      kept: a rule of this program; the scheduler has to be built "
      "with a plugin\n"
      "      of this name; write it as a ScorePlugin, whose scores go up "
      "to 100, no\n"
      "      longer up to 10\n"
      "\n"
      "Computed differently:\n"
      "  scores range from 0 to 100 instead of 0 to 10: smaller "
      "differences count, and\n"
      "  ties are rarer (from 1.17)\n"
      "\n"
      "To be decided:\n"
      "  Unordered\n"
      "      the release accepted this predicate and never ran it, so it "
      "is left out:\n"
      "      enable the plugin if you want the rule\n"
      "  schedulerName\n"
      "      the profile is called default-scheduler; if the scheduler "
      "ran with\n"
      "      --scheduler-name, use that name\n"
      "  preemption considers a tenth of the nodes, but at least 100 "
      "(arguments of\n"
      "  DefaultPreemption from 1.20 on); earlier releases considered "
      "all nodes (from\n"
      "  1.19)\n"
      "\n"
      "4 carried over, 2 out of tree, 1 computed differently, 3 to be "
      "decided\n"
      "\n"
      "On the cluster:\n"
      "left:  policy.yaml (Policy, as 1.16 reads it)\n"
      "right: new.yaml (KubeSchedulerConfiguration v1beta1, as 1.20.15 "
      "reads it)\n"
      "Plugins were left out: left: NoMondays, SundaysPriority; right: "
      "NoMondays, SundaysPriority\n"
      "\n"
      "1 same, 0 moved, 0 started fitting, 0 stopped fitting\n"
      "identical placements for 1 pod\n"
      "The cluster says little about this Policy: 1 of 1 pod had two "
      "feasible nodes;\n"
      "these rules never rejected a node: CheckNodeUnschedulable, "
      "PodFitsResources,\n"
      "PodToleratesNodeTaints; these never decided: SundaysPriority.\n"
      "No cluster can exercise these rules: NoMondays: a predicate of "
      "the program that\n"
      "is left out; Unordered: it is never evaluated, as it has no place "
      "in the order.\n");
}

static void
test_generated_cluster (void **state)
{
  (void) state;
  expect ("migrate policy.yaml --from-release 1.16 --to-release 1.20 "
          "--accept-loss --write new.yaml --report report --verify",
          WARNING LEFT_OUT "1");
  expect_report (
      "2 same, 3 moved",
      "2 same, 3 moved, 0 started fitting, 0 stopped fitting\n"
      "3 of 5 pods differ\n"
      "The cluster does not exercise all of this Policy: 5 of 5 pods had "
      "two feasible\n"
      "nodes; these never decided: SundaysPriority.\n"
      "No cluster can exercise these rules: NoMondays: a predicate of "
      "the program that\n"
      "is left out; Unordered: it is never evaluated, as it has no place "
      "in the order.\n");
}

/* Names are compared with those of the program, too. */
static void
test_misspelt (void **state)
{
  (void) state;
  assert_true (g_file_set_contents (
      "policy.yaml",
      "apiVersion: v1\nkind: Policy\npredicates:\n- {name: NoMonday}\n", -1,
      NULL));
  expect ("migrate policy.yaml --from-release 1.16 --to-release 1.20",
          "fitsched: policy.yaml: Invalid configuration: Predicate type not "
          "found for NoMonday\n"
          "hint: did you mean NoMondays?\n"
          "3");
  assert_true (g_file_set_contents (
      "policy.yaml",
      "apiVersion: v1\nkind: Policy\npriorities:\n- {name: SundayPriority, "
      "weight: 1}\n",
      -1, NULL));
  expect ("migrate policy.yaml --from-release 1.16 --to-release 1.20",
          "fitsched: policy.yaml: Invalid configuration: Priority type not "
          "found for SundayPriority\n"
          "hint: did you mean SundaysPriority?\n"
          "3");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_placements),
    cmocka_unit_test (test_verified_without_them),
    cmocka_unit_test (test_generated_cluster),
    cmocka_unit_test (test_misspelt),
  };

  return cmocka_run_group_tests (tests, set_up, tear_down);
}
