/* shapes.c - turns the bytes of a fuzzer into valid clusters and rules
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/shapes.h"

#include "algorithmprovider/defaults.h"
#include "config/profile-algorithm.h"
#include "tests/fuzz/grammar.h"

#include <string.h>

#define NODES 5 /* at most */
#define PODS 9
#define OTHERS 9

/* -- rules ----------------------------------------------------------------- */

/* Returns: (transfer full): with FIT_FUZZ_SHOW in the environment it is shown */
static char *
make_text (const GrammarRule *grammar, const char *rule, const char *subject,
           Choices *choices)
{
  GString *text = g_string_new (NULL);

  grammar_append (grammar, rule, subject, choices, text);
  if (g_getenv ("FIT_FUZZ_SHOW") != NULL)
    g_printerr ("# %s\n", text->str);
  return g_string_free (text, FALSE);
}

static FitRelease
any_release (Choices *choices)
{
  guint n;
  const FitReleaseName *releases = fit_releases (&n);

  return releases[n - 1 - choices_below (choices, n - 1)].release;
}

static gboolean
read_configuration (ShapeRules *rules, Choices *choices)
{
  const FitConfigurationOptions options
      = { .release = any_release (choices),
          .unknown_plugins = FIT_UNKNOWN_PLUGINS_SKIP };
  guint version = FIT_CONFIG_V1 - choices_below (choices, FIT_CONFIG_V1 - 1);
  g_autofree char *text = NULL;

  while (!fit_config_version_is_read_by (version, options.release))
    version = version % FIT_CONFIG_V1 + 1;
  text = make_text (rules_grammar, "KubeSchedulerConfiguration",
                    fit_config_version_name (version), choices);
  rules->configuration
      = fit_configuration_read (text, strlen (text), "shape", &options, NULL);
  if (rules->configuration == NULL)
    return FALSE;
  rules->flags = fit_configuration_decode_flags (rules->configuration);
  return TRUE;
}

static FitFeatureGates
any_gates (Choices *choices)
{
  static const char *const texts[]
      = { "AllAlpha=false", "EvenPodsSpread=true,PodOverhead=true",
          "AllAlpha=true", "EvenPodsSpread=true,TaintNodesByCondition=false" };
  FitFeatureGates gates = fit_feature_gates_default ();

  g_assert_true (fit_feature_gates_parse (
      &gates, texts[choices_below (choices, G_N_ELEMENTS (texts))], NULL));
  return gates;
}

gboolean
shape_rules_init (ShapeRules *rules, Choices *choices)
{
  static const gint32 percentages[] = { 100, 0, 1, 50 };

  *rules = (ShapeRules){ .gates = fit_feature_gates_default () };
  rules->scheduling.percentage_of_nodes_to_score
      = percentages[choices_below (choices, G_N_ELEMENTS (percentages))];
  rules->scheduling.seed = 1;
  if (choices_boolean (choices))
    rules->scheduling.tie_break = FIT_TIE_BREAK_RANDOM;
  rules->answers = make_text (rules_grammar, "ExtenderAnswers", NULL, choices);
  switch (choices_below (choices, 3))
    {
    case 0:
      rules->provider = choices_boolean (choices) ? "ClusterAutoscalerProvider"
                                                  : FIT_DEFAULT_PROVIDER;
      rules->gates = any_gates (choices);
      break;
    case 1:
      rules->policy = make_text (rules_grammar, "Policy", NULL, choices);
      rules->gates = any_gates (choices);
      break;
    default:
      if (!read_configuration (rules, choices))
        return FALSE;
    }
  rules->registry = fit_registry_new_default (rules->gates);
  return TRUE;
}

void
shape_rules_clear (ShapeRules *rules)
{
  g_clear_pointer (&rules->registry, fit_registry_free);
  g_clear_pointer (&rules->policy, g_free);
  g_clear_pointer (&rules->answers, g_free);
  g_clear_pointer (&rules->configuration, fit_configuration_free);
}

FitExtenderAnswers *
shape_rules_answers (const ShapeRules *rules)
{
  g_autoptr (GError) error = NULL;
  FitExtenderAnswers *answers = fit_extender_answers_parse (
      rules->answers, strlen (rules->answers), "answers", &error);

  g_assert_no_error (error);
  return answers;
}

FitSimulationOptions
shape_rules_options (const ShapeRules *rules, const FitExtenderAnswers *answers)
{
  FitSimulationOptions options = {
    .registry = rules->registry,
    .gates = rules->gates,
    .provider = rules->provider,
    .configuration = rules->configuration,
    .hard_pod_affinity_symmetric_weight = 1,
    .scheduler_name = "default-scheduler",
    .ask_extenders = answers != NULL,
    .scheduling = rules->scheduling,
  };
  g_autoptr (GError) error = NULL;

  if (answers != NULL)
    options.extender_calls = fit_extender_answers_calls (answers);
  if (rules->policy != NULL)
    options.policy = fit_policy_parse (rules->policy, strlen (rules->policy),
                                       "policy", NULL, &error);
  g_assert_no_error (error);
  return options;
}

/* -- objects --------------------------------------------------------------- */

/* What there are of each kind, and by what letter they are called. */
static const struct
{
  const char *letter;
  guint n;
} names[FIT_KIND_LAST] = {
  [FIT_KIND_NODE] = { "n", NODES },
  [FIT_KIND_POD] = { "p", PODS },
  [FIT_KIND_PERSISTENT_VOLUME] = { "v", 4 },
  [FIT_KIND_PERSISTENT_VOLUME_CLAIM] = { "c", 4 },
};

FitKind
shape_kind (Choices *choices)
{
  const guint chosen = choices_below (choices, 2 * FIT_KIND_LAST);

  if (chosen < FIT_KIND_LAST)
    return (FitKind) chosen;
  return chosen % 3 == 0 ? FIT_KIND_NODE : FIT_KIND_POD;
}

char *
shape_name (Choices *choices, FitKind kind)
{
  const guint n = names[kind].letter != NULL ? names[kind].n : 2;

  return g_strdup_printf ("%s%u",
                          names[kind].letter != NULL ? names[kind].letter : "o",
                          choices_below (choices, n));
}

char *
shape_object (Choices *choices, FitKind kind, const char *name)
{
  return make_text (object_grammar, fit_kind_name (kind), name, choices);
}

FitObjects *
shape_read (const char *json, FitDecodeFlags flags)
{
  FitObjects *objects = fit_objects_new ();
  g_autoptr (GError) error = NULL;

  fit_objects_read (objects, json, strlen (json), "shape",
                    flags | FIT_DECODE_KEEP_RAW, NULL, &error);
  g_assert_no_error (error);
  return objects;
}

static void
append_object (GString *list, FitKind kind, const char *name, Choices *choices)
{
  g_autofree char *object = shape_object (choices, kind, name);

  g_string_append_printf (list, "%s%s",
                          g_str_has_suffix (list->str, "[") ? "" : ",", object);
}

static void
append_objects (GString *list, FitKind kind, guint n, Choices *choices)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s%u", names[kind].letter, i);

      append_object (list, kind, name, choices);
    }
}

FitObjects *
shape_cluster (Choices *choices, FitDecodeFlags flags)
{
  const guint nodes = choices_below (choices, NODES + 1);
  const guint pods = choices_below (choices, PODS + 1);
  const guint others = choices_below (choices, OTHERS + 1);
  g_autoptr (GString) list
      = g_string_new ("{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[");
  FitObjects *objects;
  g_autoptr (GError) error = NULL;

  append_objects (list, FIT_KIND_NODE, nodes, choices);
  append_objects (list, FIT_KIND_POD, pods, choices);
  for (guint i = 0; i < others; i++)
    {
      const guint kind
          = FIT_KIND_POD + 1
            + choices_below (choices, FIT_KIND_LAST - FIT_KIND_POD - 1);
      g_autofree char *name = shape_name (choices, (FitKind) kind);

      append_object (list, (FitKind) kind, name, choices);
    }
  g_string_append (list, "]}");
  objects = shape_read (list->str, flags);
  fit_objects_complete (objects, &error);
  g_assert_no_error (error);
  return objects;
}
