/* release-groups.c - asks all releases about a Policy, and puts those together
 * that decide alike
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/release-groups.h"

#include <string.h>

#include "base/each.h"
#include "config/migrate/readers.h"
#include "releases/behaviour.h"
#include "releases/legacy-release.h"
#include "cli/policy-as-plugins.h"
#include "assembly/assembly.h"

/* Pending pods times nodes that are tried once more for each group of releases,
 * although nobody asked for it. */
#define MOST_WORK 2000

/* -- who reads it ---------------------------------------------------------- */

GPtrArray *
fit_policy_readers (const FitInvocation *invocation, const char *path)
{
  const FitOptions *options = &invocation->options;
  g_auto (FitRulesFile) file = { 0 };
  g_autoptr (FitPluginRegistry) plugins = fit_invocation_plugins (invocation);
  g_autoptr (FitRegistry) rules
      = fit_invocation_registry (invocation, fit_feature_gates_default ());
  g_autofree char *gates = options->feature_gates != NULL
                               ? g_strjoinv (",", options->feature_gates)
                               : NULL;
  const FitMigrationOptions how
      = { .from_gates = gates,
          .registry = plugins,
          .rules = rules,
          .unknown_plugins = FIT_UNKNOWN_PLUGINS_KEEP };
  FitMigrationSource source = { .kind = FIT_MIGRATION_POLICY };
  g_autoptr (FitPolicy) policy = NULL;

  /* The rules of a program run where the program does, and nowhere else. */
  if (invocation->extras.rules != NULL
      || !fit_rules_file_read (path, FIT_RULES_POLICY, invocation, &file, NULL)
      || file.text == NULL)
    return NULL;
  source.name = file.name;
  source.bytes = fit_rules_file_text (&file, &source.len);
  /* Extenders know nothing of a question that is only asked for a note. */
  policy = fit_policy_parse_as (source.bytes, source.len, file.name,
                                FIT_RELEASE_LEGACY, NULL, NULL);
  if (policy == NULL || policy->extenders->len > 0)
    return NULL;
  return fit_readers_new (&source, &how);
}

gboolean
fit_release_groups_are_tried (const FitSession *session)
{
  const FitObjects *objects = session->objects;
  const guint64 n_pods
      = fit_chosen_rules_count (&session->rules, objects->of[FIT_KIND_POD]);

  return n_pods * objects->of[FIT_KIND_NODE]->len <= MOST_WORK;
}

/* -- signatures ------------------------------------------------------------ */

static void
append_algorithm (const FitAlgorithm *algorithm, GString *out)
{
  FIT_EACH (const FitPredicate, predicate, algorithm->ordered)
    g_string_append_printf (out, "%s %p\n", predicate->name,
                            (const void *) predicate->info);
  FIT_EACH (const FitPriority, priority, algorithm->priorities)
    g_string_append_printf (out, "%s %p %" G_GINT64_FORMAT "\n", priority->name,
                            (const void *) priority->info, priority->weight);
  g_string_append_printf (out, "%d %d %" G_GINT64_FORMAT "\n",
                          algorithm->hard_pod_affinity_symmetric_weight,
                          algorithm->always_check_all_predicates,
                          algorithm->max_score);
}

char *
fit_session_signature (FitSession *session)
{
  FitAssembly assembly;
  FitSimulationOptions options;
  GString *out = NULL;

  if (!fit_session_rules (session, &options, NULL))
    return NULL;
  if (fit_assembly_init (&assembly, &options, NULL))
    {
      const FitChosenRules *rules;
      const FitConfiguration *configuration;
      FitRelease release;
      FitFeatureGates gates;
      FitBehaviour behaviour;
      const FitPolicy *policy;

      out = g_string_new (NULL);
      /* What decides: the gates, the statements about behaviour, the
       * algorithms, and what the release makes of the file besides. */
      rules = &session->rules;
      configuration = rules->configuration;
      release = fit_feature_gates_release (rules->gates);
      gates
          = configuration != NULL ? configuration->target.gates : rules->gates;
      behaviour = fit_behaviour_of_gates (gates);
      policy = assembly.profiles[0].algorithm->policy;
      g_string_append_printf (out, "%d", configuration != NULL);
      for (guint i = 0; i < G_N_ELEMENTS (gates.bits); i++)
        g_string_append_printf (out, " %" G_GUINT64_FORMAT, gates.bits[i]);
      g_string_append_c (out, '\n');
#define HOLDS(statement, ...) \
  g_string_append_c (out, behaviour.statement ? '1' : '0');
#define HOLDS_TOO(statement, ...)
#include "releases/behaviour.def"
#undef HOLDS
#undef HOLDS_TOO
      for (guint i = 0; i < assembly.n_profiles; i++)
        append_algorithm (assembly.profiles[i].algorithm, out);
      if (configuration == NULL)
        g_string_append_printf (
            out, "%d %d %d %d %u\n", fit_legacy_release_any_case (release),
            fit_legacy_release_missing_is_empty (release),
            fit_legacy_release_runs_all (release),
            rules->percentage_of_nodes_to_score,
            policy != NULL ? policy->ignored_fields->len : 0);
      /* The effective arguments, without version and release, which come
       * first. */
      for (guint i = 0; configuration != NULL && i < configuration->n_profiles;
           i++)
        {
          g_autofree char *json
              = fit_configuration_profile_json (configuration, i);

          g_string_append (out, strstr (json, "\"schedulerName\""));
        }
    }
  fit_assembly_clear (&assembly);
  return out != NULL ? g_string_free (out, FALSE) : NULL;
}

/* -- spans ----------------------------------------------------------------- */

static const FitReleaseAnswer *
answer_at (const GArray *answers, guint index)
{
  return index < answers->len
             ? &g_array_index (answers, FitReleaseAnswer, index)
             : NULL;
}

/* The name of the release at @index, which is at the end of a span; @next: the
 * one beyond it.  Only "1.20.15" tells it from a "1.20" of another span. */
static const char *
name_end (const GArray *answers, guint index, guint next)
{
  const FitReader *reader = answer_at (answers, index)->reader;
  const FitReleaseAnswer *beyond = answer_at (answers, next);

  return beyond != NULL && strcmp (beyond->reader->label, reader->label) == 0
             ? reader->name
             : reader->label;
}

static void
free_span (gpointer data)
{
  FitReleaseSpan *span = data;

  g_free (span->releases);
  g_free (span->newest);
  g_free (span->verdict);
  g_free (span);
}

/* 1.17, as which 1.16 stands, has no answer of its own: a span may go past it,
 * but neither begin nor end with it. */
static gboolean
is_own (const FitReleaseAnswer *answer)
{
  return fit_policy_release_has_rules (answer->reader->release);
}

GPtrArray *
fit_release_spans (const GArray *answers)
{
  GPtrArray *spans = g_ptr_array_new_with_free_func (free_span);
  guint next = 0;

  for (guint i = 0; i < answers->len; i++)
    {
      const gint answer = answer_at (answers, i)->answer;
      guint to = next, from = i;

      if (i + 1 < answers->len && answer_at (answers, i + 1)->answer == answer)
        continue;
      next = i + 1;
      if (answer == FIT_NO_ANSWER)
        continue;
      while (to < from && !is_own (answer_at (answers, to)))
        to++;
      while (to < from && !is_own (answer_at (answers, from)))
        from--;
      if (is_own (answer_at (answers, to)))
        {
          FitReleaseSpan *span = g_new0 (FitReleaseSpan, 1);
          const char *newest = name_end (answers, to, to - 1);
          const char *oldest = name_end (answers, from, from + 1);

          span->releases = strcmp (newest, oldest) == 0
                               ? g_strdup (newest)
                               : g_strdup_printf ("%s to %s", oldest, newest);
          span->newest = g_strdup (newest);
          span->has_profiles = fit_release_has_profiles (
              answer_at (answers, to)->reader->release);
          span->answer = answer_at (answers, to)->answer;
          g_ptr_array_add (spans, span);
        }
    }
  return spans;
}

FitJson *
fit_release_spans_json (const GPtrArray *spans)
{
  FitJson *array = fit_json_array ();

  FIT_EACH (const FitReleaseSpan, span, spans)
    {
      FitJson *row = fit_json_append (array);

      fit_json_set_text (row, "releases", span->releases);
      fit_json_set_text (row, "verdict", span->verdict);
    }
  return array;
}

/* -- readers --------------------------------------------------------------- */

FitJson *
fit_readers_json (const GPtrArray *readers)
{
  g_autoptr (GArray) ranges = fit_readers_ranges (readers);
  FitJson *array = fit_json_array ();

  FIT_EACH_OF (const FitReaderRange, range, ranges)
    {
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "from", range->from->name);
      fit_json_set_text (object, "to", range->to->name);
    }
  return array;
}

static void
add_refusal (FitJson *array, const FitReader *reader)
{
  FitJson *object = fit_json_append (array);

  fit_json_set_text (object, "release", reader->name);
  fit_json_set_text (object, "reason", reader->reason);
}

FitJson *
fit_readers_refusals_json (const GPtrArray *readers)
{
  g_autoptr (GArray) ranges = fit_readers_ranges (readers);
  FitJson *array = fit_json_array ();
  const FitReader *told = NULL;

  FIT_EACH_OF (const FitReaderRange, range, ranges)
    {
      if (range->before != NULL && range->before != told)
        add_refusal (array, range->before);
      if (range->after != NULL)
        add_refusal (array, range->after);
      told = range->after;
    }
  return array;
}
