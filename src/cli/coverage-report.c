/* coverage-report.c - reports which rules a cluster has exercised */
#include "cli/coverage-report.h"

#include "report/markdown.h"

#include <string.h>

/* -- in words -------------------------------------------------------------- */

/* Counts rules that did nothing although they could have.  @out_all: rules that
 * could; @out_ranks: one of them scores nodes. */
static guint
count_untried (const FitCoverage *coverage, guint *out_all, gboolean *out_ranks)
{
  guint n = 0;

  *out_all = 0;
  *out_ranks = FALSE;
  for (guint i = 0; i < coverage->rules->len; i++)
    {
      const FitCoverageRule *rule
          = &g_array_index (coverage->rules, FitCoverageRule, i);
      const gboolean acted = fit_coverage_rule_acted (rule);

      if (acted || rule->idle == NULL)
        {
          ++*out_all;
          *out_ranks |= rule->scores;
        }
      n += !acted && rule->idle == NULL;
    }
  return n;
}

static void
append_untried (GString *out, const FitCoverage *coverage, gboolean scores,
                const char *before)
{
  const char *separator = before;

  for (guint i = 0; i < coverage->rules->len; i++)
    {
      const FitCoverageRule *rule
          = &g_array_index (coverage->rules, FitCoverageRule, i);
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

/* "; these extenders were never called: URL (filter), ..." */
static void
append_uncalled (GString *out, const FitCoverage *coverage)
{
  const char *separator = "; these extenders were never called: ";

  for (guint i = 0; i < coverage->calls->len; i++)
    {
      const FitCoverageCalls *calls
          = &g_array_index (coverage->calls, FitCoverageCalls, i);

      if (calls->n_pods > 0)
        continue;
      g_string_append_printf (out, "%s%s (%s)", separator, calls->name,
                              fit_extender_verb_name (calls->verb));
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
  guint n_all;
  gboolean ranks;
  const guint n_untried = count_untried (coverage, &n_all, &ranks);

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
  append_uncalled (out, coverage);
  g_string_append_c (out, '.');
  return g_string_free (out, FALSE);
}

/* Is @rule one of those that no cluster exercises, for the reason @why
 * (nullable: any)? */
static gboolean
stays_idle (const FitCoverageRule *rule, const char *why)
{
  return rule->idle != NULL && !fit_coverage_rule_acted (rule)
         && (why == NULL || strcmp (rule->idle, why) == 0);
}

/* Appends the rules from index @first on that are idle for the same reason as
 * rule @first. */
static void
append_idle (GString *out, const FitCoverage *coverage, guint first)
{
  const FitCoverageRule *rules
      = (const FitCoverageRule *) (gpointer) coverage->rules->data;
  const char *separator
      = out->len > 0 ? "; " : "No cluster can exercise these rules: ";

  for (guint i = first; i < coverage->rules->len; i++)
    {
      g_autofree char *title = NULL;

      if (!stays_idle (&rules[i], rules[first].idle))
        continue;
      title = fit_coverage_rule_title (&rules[i]);
      g_string_append_printf (out, "%s%s", separator, title);
      separator = ", ";
    }
  g_string_append_printf (out, ": %s", rules[first].idle);
}

char *
fit_coverage_idle_sentence (const FitCoverage *coverage)
{
  GString *out = g_string_new (NULL);
  g_autoptr (GHashTable) told = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < coverage->rules->len; i++)
    {
      const FitCoverageRule *rule
          = &g_array_index (coverage->rules, FitCoverageRule, i);

      if (stays_idle (rule, NULL)
          && g_hash_table_add (told, (gpointer) rule->idle))
        append_idle (out, coverage, i);
    }
  if (out->len > 0)
    g_string_append_c (out, '.');
  return g_string_free (out, out->len == 0);
}

/* -- as data --------------------------------------------------------------- */

static FitJson *
calls_json (const FitCoverage *coverage)
{
  FitJson *array = fit_json_array ();

  for (guint i = 0; i < coverage->calls->len; i++)
    {
      const FitCoverageCalls *calls
          = &g_array_index (coverage->calls, FitCoverageCalls, i);
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "name", calls->name);
      fit_json_set_text (object, "verb", fit_extender_verb_name (calls->verb));
      fit_json_set_integer (object, "pods", calls->n_pods);
    }
  return array;
}

static FitJson *
rules_json (const FitCoverage *coverage)
{
  FitJson *array = fit_json_array ();

  for (guint i = 0; i < coverage->rules->len; i++)
    {
      const FitCoverageRule *rule
          = &g_array_index (coverage->rules, FitCoverageRule, i);
      const gboolean acted = fit_coverage_rule_acted (rule);
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "name", rule->name);
      fit_json_set_text (object, "part", rule->part);
      fit_json_set_text (object, "profile", rule->profile);
      fit_json_set_text (object, "type", rule->type);
      fit_json_set_text (object, "kind", rule->scores ? "score" : "filter");
      fit_json_set_boolean (object, "exercised", acted);
      fit_json_set_text (object, "reason", acted ? NULL : rule->idle);
      fit_json_set_number (object, "rejectedPods", !rule->scores,
                           rule->n_refused);
      fit_json_set_number (object, "rejectedNodes", !rule->scores,
                           (gint64) rule->n_nodes);
      fit_json_set_number (object, "rejectedAlone", !rule->scores,
                           (gint64) rule->n_nodes_alone);
      fit_json_set_number (object, "scoredPods", rule->scores, rule->n_ranked);
      fit_json_set_number (object, "scoredDifferently", rule->scores,
                           rule->n_told);
      fit_json_set_number (object, "decided", rule->scores, rule->n_decided);
    }
  return array;
}

FitJson *
fit_coverage_json (const FitCoverage *coverage)
{
  FitJson *object = fit_json_object ();

  fit_json_set_text (object, "exercised", tried_names[how_much (coverage)]);
  fit_json_set_integer (object, "pods", coverage->n_pods);
  fit_json_set_integer (object, "placed", coverage->n_placed);
  fit_json_set_integer (object, "withChoice", coverage->n_with_choice);
  fit_json_set (object, "rules", rules_json (coverage));
  fit_json_set (object, "extenderCalls", calls_json (coverage));
  return object;
}

/* -- in Markdown ----------------------------------------------------------- */

void
fit_coverage_append_markdown (const FitCoverage *coverage, GString *out)
{
  g_string_append (out, "| rule | rejected nodes | by itself | scored nodes "
                        "differently, for pods | decided, for pods |\n"
                        "| --- | --- | --- | --- | --- |\n");
  for (guint i = 0; i < coverage->rules->len; i++)
    {
      const FitCoverageRule *rule
          = &g_array_index (coverage->rules, FitCoverageRule, i);
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
