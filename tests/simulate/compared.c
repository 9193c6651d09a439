/* compared.c - runs a comparison of two rule sets, and prints it as short text
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/simulate/compared.h"

#include <string.h>

#include "algorithmprovider/defaults.h"
#include "config/configuration.h"

#define NEWEST_WITH_EVERYTHING "1.22.6"

/* One side: what simulations of it are made of. */
typedef struct
{
  const char *text;
  FitRegistry *registry;
  FitConfiguration *configuration; /* (nullable) */
  const CompareSetup *setup;
} Rules;

static FitConfiguration *
read_configuration (const CompareSetup *setup, const char *text)
{
  FitConfigurationOptions options = { 0 };
  g_autoptr (GError) error = NULL;
  FitConfiguration *configuration;

  assert_true (fit_release_parse (setup->release ? setup->release
                                                 : NEWEST_WITH_EVERYTHING,
                                  &options.release, &error));
  configuration = fit_configuration_read (text, strlen (text), "configuration",
                                          &options, &error);
  if (!configuration)
    fail_msg ("%s", error->message);
  return configuration;
}

static FitSimulation *
make (const FitObjects *objects, gpointer data, GError **error)
{
  const Rules *rules = data;
  const gboolean is_policy = strstr (rules->text, "Policy") != NULL;
  FitSimulationOptions options = {
    .registry = rules->registry,
    .gates = fit_feature_gates_default (),
    .configuration = rules->configuration,
    .adapt = rules->setup->adapt,
    .hard_pod_affinity_symmetric_weight = 1,
    .scheduler_name = "default-scheduler",
    .scheduling = { .percentage_of_nodes_to_score = rules->setup->percentage },
  };

  if (!rules->configuration && is_policy)
    {
      options.policy = fit_policy_parse (rules->text, strlen (rules->text),
                                         "policy", NULL, error);
      if (!options.policy)
        return NULL;
    }
  else if (!rules->configuration)
    options.provider = rules->text;
  return fit_simulation_new (objects, &options, error);
}

static void
rules_init (Rules *rules, const CompareSetup *setup, const char *text)
{
  *rules = (Rules){
    .text = text,
    .registry = fit_registry_new_default (fit_feature_gates_default ()),
    .setup = setup,
  };
  if (strstr (text, "KubeSchedulerConfiguration"))
    rules->configuration = read_configuration (setup, text);
}

static void
rules_clear (Rules *rules)
{
  fit_registry_free (rules->registry);
  g_clear_pointer (&rules->configuration, fit_configuration_free);
}

FitDiff *
compared_new (const CompareSetup *setup)
{
  g_autoptr (FitObjects) objects = objects_from (setup->manifest);
  g_autoptr (GError) error = NULL;
  Rules left, right;
  FitDiff *diff;

  rules_init (&left, setup, setup->left);
  rules_init (&right, setup, setup->right);
  diff = fit_diff_new (
      (const FitDiffSide[]){ { objects, make, NULL, NULL, &left },
                             { objects, make, NULL, NULL, &right } },
      &error);
  if (!diff)
    fail_msg ("%s", error->message);
  rules_clear (&left);
  rules_clear (&right);
  return diff;
}

static void
append_evidence (GString *text, const FitDiffEvidence *evidence)
{
  if (evidence->barriers->len > 0)
    {
      const FitDiffBarrier *barrier
          = &g_array_index (evidence->barriers, FitDiffBarrier, 0);

      g_string_append_printf (text, ": %s refuses %s, %s = %s: %s (%u)",
                              barrier->side == FIT_DIFF_LEFT ? "left" : "right",
                              barrier->node,
                              barrier->rule ? barrier->rule : "-",
                              barrier->plugin ? barrier->plugin : "-",
                              barrier->reason, barrier->n_nodes);
    }
  if (evidence->deciding >= 0)
    g_string_append_printf (
        text, ": %s",
        g_array_index (evidence->votes, FitDiffVote, evidence->deciding)
            .plugin);
}

static void
append_item (GString *text, const FitDiff *diff, const FitDiffItem *item)
{
  const char *left = item->outcomes[FIT_DIFF_LEFT].node,
             *right = item->outcomes[FIT_DIFF_RIGHT].node;

  g_string_append_printf (text, "%s: %s -> %s, %s, %s", item->name,
                          left ? left : "-", right ? right : "-",
                          fit_diff_change_name (item->change),
                          fit_diff_cause_name (item->cause));
  if (item->evidence)
    append_evidence (text, item->evidence);
  if (item->follows >= 0)
    g_string_append_printf (
        text, " from %s",
        ((const FitDiffItem *) diff->items->pdata[item->follows])->name);
  g_string_append_c (text, '\n');
}

char *
compared_text (const FitDiff *diff)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < diff->items->len; i++)
    append_item (text, diff, diff->items->pdata[i]);
  g_string_append_printf (text, "%u of %u\n", diff->items->len, diff->n_pods);
  return g_string_free (text, FALSE);
}

void
compare (const CompareSetup *setup, const char *expected)
{
  g_autoptr (FitDiff) diff = compared_new (setup);
  g_autofree char *text = compared_text (diff);

  assert_string_equal (text, expected);
}
