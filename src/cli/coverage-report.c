/* coverage-report.c - reports which rules a cluster has exercised
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/coverage-report.h"

#include "report/markdown.h"

#include <string.h>

#include "base/each.h"

/* -- in words -------------------------------------------------------------- */

static void
append_untried (GString *out, const FitCoverage *coverage, gboolean scores,
                const char *before)
{
  const char *separator = before;

  FIT_EACH_OF (const FitCoverageRule, rule, coverage->rules)
    {
      g_autofree char *title = NULL;

      if (rule->scores != scores || rule->idle != NULL
          || fit_coverage_rule_acted (rule))
        continue;
      title = fit_coverage_rule_title (rule);
      g_string_append (out, separator);
      g_string_append (out, title);
      separator = ", ";
    }
}

/* The coverage, for JSON. */
typedef enum
{
  TRIED_ALL,
  TRIED_PART,
  TRIED_LITTLE,
} Tried;

static const char *const tried_names[] = { "all", "part", "little" };

static Tried
how_much (const FitCoverage *coverage)
{
  gboolean ranks = FALSE;
  guint n_all = 0, n_untried = 0;

  FIT_EACH_OF (const FitCoverageRule, rule, coverage->rules)
    {
      const gboolean acted = fit_coverage_rule_acted (rule);

      /* No cluster can exercise the others. */
      if (!acted && rule->idle != NULL)
        continue;
      n_all++;
      n_untried += !acted;
      ranks |= rule->scores;
    }
  if ((ranks && coverage->n_with_choice == 0) || n_untried * 2 > n_all)
    return TRIED_LITTLE;
  return n_untried > 0 ? TRIED_PART : TRIED_ALL;
}

char *
fit_coverage_sentence (const FitCoverage *coverage, const char *noun)
{
  static const char *const openings[]
      = { "The cluster exercises every rule of this %s: ",
          "The cluster does not exercise all of this %s: ",
          "The cluster says little about this %s: " };
  const char *separator = "; these extenders were never called: ";
  GString *out = g_string_new (NULL);
  const char *const *opening = &openings[how_much (coverage)];
  g_auto (GStrv) halves = g_strsplit (*opening, "%s", 2);

  g_string_append (out, halves[0]);
  g_string_append (out, noun);
  g_string_append (out, halves[1]);
  g_string_append_printf (out, "%u of %u %s had two feasible nodes",
                          coverage->n_with_choice, coverage->n_pods,
                          coverage->n_pods == 1 ? "pod" : "pods");
  append_untried (out, coverage, FALSE,
                  "; these rules never rejected a node: ");
  append_untried (out, coverage, TRUE, "; these never decided: ");
  FIT_EACH_OF (const FitCoverageCalls, calls, coverage->calls)
    {
      if (calls->n_pods > 0)
        continue;
      g_string_append_printf (out, "%s%s (%s)", separator, calls->name,
                              fit_extender_verb_name (calls->verb));
      separator = ", ";
    }
  g_string_append_c (out, '.');
  return g_string_free (out, FALSE);
}

char *
fit_coverage_idle_sentence (const FitCoverage *coverage)
{
  const FitCoverageRule *rules
      = (const FitCoverageRule *) (gpointer) coverage->rules->data;
  GString *out = g_string_new (NULL);
  g_autoptr (GHashTable) told = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < coverage->rules->len; i++)
    {
      const char *why = rules[i].idle;
      const char *separator
          = out->len > 0 ? "; " : "No cluster can exercise these rules: ";

      if (why == NULL || fit_coverage_rule_acted (&rules[i])
          || !g_hash_table_add (told, (gpointer) why))
        continue;
      /* All rules that are idle for this reason. */
      for (guint j = i; j < coverage->rules->len; j++)
        {
          g_autofree char *title = NULL;

          if (g_strcmp0 (rules[j].idle, why) != 0
              || fit_coverage_rule_acted (&rules[j]))
            continue;
          title = fit_coverage_rule_title (&rules[j]);
          g_string_append_printf (out, "%s%s", separator, title);
          separator = ", ";
        }
      g_string_append_printf (out, ": %s", why);
    }
  if (out->len > 0)
    g_string_append_c (out, '.');
  return g_string_free (out, out->len == 0);
}

/* -- as data --------------------------------------------------------------- */

FitJson *
fit_coverage_json (const FitCoverage *coverage)
{
  FitJson *object = fit_json_object ();
  FitJson *all_calls = fit_json_array ();
  FitJson *array;

  FIT_EACH_OF (const FitCoverageCalls, calls, coverage->calls)
    {
      FitJson *one = fit_json_append (all_calls);

      fit_json_set_text (one, "name", calls->name);
      fit_json_set_text (one, "verb", fit_extender_verb_name (calls->verb));
      fit_json_set_integer (one, "pods", calls->n_pods);
    }
  fit_json_set_text (object, "exercised", tried_names[how_much (coverage)]);
  fit_json_set_integer (object, "pods", coverage->n_pods);
  fit_json_set_integer (object, "placed", coverage->n_placed);
  fit_json_set_integer (object, "withChoice", coverage->n_with_choice);
  array = fit_json_array ();
  FIT_EACH_OF (const FitCoverageRule, rule, coverage->rules)
    {
      const gboolean acted = fit_coverage_rule_acted (rule);
      FitJson *entry = fit_json_append (array);

      fit_json_set_text (entry, "name", rule->name);
      fit_json_set_text (entry, "part", rule->part);
      fit_json_set_text (entry, "profile", rule->profile);
      fit_json_set_text (entry, "type", rule->type);
      fit_json_set_text (entry, "kind", rule->scores ? "score" : "filter");
      fit_json_set_boolean (entry, "exercised", acted);
      fit_json_set_text (entry, "reason", acted ? NULL : rule->idle);
      fit_json_set_number (entry, "rejectedPods", !rule->scores,
                           rule->n_refused);
      fit_json_set_number (entry, "rejectedNodes", !rule->scores,
                           (gint64) rule->n_nodes);
      fit_json_set_number (entry, "rejectedAlone", !rule->scores,
                           (gint64) rule->n_nodes_alone);
      fit_json_set_number (entry, "scoredPods", rule->scores, rule->n_ranked);
      fit_json_set_number (entry, "scoredDifferently", rule->scores,
                           rule->n_told);
      fit_json_set_number (entry, "decided", rule->scores, rule->n_decided);
    }
  fit_json_set (object, "rules", array);
  fit_json_set (object, "extenderCalls", all_calls);
  return object;
}

/* -- in Markdown ----------------------------------------------------------- */

void
fit_coverage_append_markdown (const FitCoverage *coverage, GString *out)
{
  g_string_append (out, "| rule | rejected nodes | by itself | scored nodes "
                        "differently, for pods | decided, for pods |\n"
                        "| --- | --- | --- | --- | --- |\n");
  FIT_EACH_OF (const FitCoverageRule, rule, coverage->rules)
    {
      g_autofree char *title = fit_coverage_rule_title (rule);

      g_string_append (out, "| ");
      fit_markdown_append_code (out, title);
      if (rule->scores)
        g_string_append_printf (out, " | | | %u of %u | %u |\n", rule->n_told,
                                rule->n_ranked, rule->n_decided);
      else
        g_string_append_printf (
            out, " | %" G_GUINT64_FORMAT " | %" G_GUINT64_FORMAT " | | |\n",
            rule->n_nodes, rule->n_nodes_alone);
    }
}
