/* coverage-report.c - reports which rules a cluster has exercised */
#include "cli/coverage-report.h"

#include "cli/markdown.h"

#include <string.h>

/* --- in words --------------------------------------------------------------- */

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

/* Those from number @first on with the reason of that one. */
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

/* --- as data ---------------------------------------------------------------- */

enum
{
  RULE_NAME,
  RULE_PART,
  RULE_PROFILE,
  RULE_TYPE,
  RULE_KIND,
  RULE_EXERCISED,
  RULE_REASON,
  RULE_REJECTED_PODS,
  RULE_REJECTED_NODES,
  RULE_REJECTED_ALONE,
  RULE_SCORED,
  RULE_SCORED_DIFFERENTLY,
  RULE_DECIDED,
};

static const FitColumn rule_columns[] = {
  [RULE_NAME] = { "name", NULL, FIT_CELL_TEXT, 0 },
  [RULE_PART] = { "part", NULL, FIT_CELL_TEXT, 0 },
  [RULE_PROFILE] = { "profile", NULL, FIT_CELL_TEXT, 0 },
  [RULE_TYPE] = { "type", NULL, FIT_CELL_TEXT, 0 },
  [RULE_KIND] = { "kind", NULL, FIT_CELL_TEXT, 0 },
  [RULE_EXERCISED] = { "exercised", NULL, FIT_CELL_BOOLEAN, 0 },
  [RULE_REASON] = { "reason", NULL, FIT_CELL_TEXT, 0 },
  [RULE_REJECTED_PODS] = { "rejectedPods", NULL, FIT_CELL_INTEGER, 0 },
  [RULE_REJECTED_NODES] = { "rejectedNodes", NULL, FIT_CELL_INTEGER, 0 },
  [RULE_REJECTED_ALONE] = { "rejectedAlone", NULL, FIT_CELL_INTEGER, 0 },
  [RULE_SCORED] = { "scoredPods", NULL, FIT_CELL_INTEGER, 0 },
  [RULE_SCORED_DIFFERENTLY]
  = { "scoredDifferently", NULL, FIT_CELL_INTEGER, 0 },
  [RULE_DECIDED] = { "decided", NULL, FIT_CELL_INTEGER, 0 },
};

enum
{
  COVERAGE_EXERCISED,
  COVERAGE_PODS,
  COVERAGE_PLACED,
  COVERAGE_WITH_CHOICE,
  COVERAGE_RULES,
  COVERAGE_CALLS,
};

static const FitColumn coverage_columns[] = {
  [COVERAGE_EXERCISED] = { "exercised", NULL, FIT_CELL_TEXT, 0 },
  [COVERAGE_PODS] = { "pods", NULL, FIT_CELL_INTEGER, 0 },
  [COVERAGE_PLACED] = { "placed", NULL, FIT_CELL_INTEGER, 0 },
  [COVERAGE_WITH_CHOICE] = { "withChoice", NULL, FIT_CELL_INTEGER, 0 },
  [COVERAGE_RULES] = { "rules", NULL, FIT_CELL_TABLE, 0 },
  [COVERAGE_CALLS] = { "extenderCalls", NULL, FIT_CELL_TABLE, 0 },
};

enum
{
  CALLS_NAME,
  CALLS_VERB,
  CALLS_PODS,
};

static const FitColumn calls_columns[] = {
  [CALLS_NAME] = { "name", NULL, FIT_CELL_TEXT, 0 },
  [CALLS_VERB] = { "verb", NULL, FIT_CELL_TEXT, 0 },
  [CALLS_PODS] = { "pods", NULL, FIT_CELL_INTEGER, 0 },
};

static FitTable *
calls_table (const FitCoverage *coverage)
{
  FitTable *table = FIT_TABLE_NEW (calls_columns);

  for (guint i = 0; i < coverage->calls->len; i++)
    {
      const FitCoverageCalls *calls
          = &g_array_index (coverage->calls, FitCoverageCalls, i);

      fit_table_add_row (table);
      fit_table_set_text (table, CALLS_NAME, calls->name);
      fit_table_set_text (table, CALLS_VERB,
                          fit_extender_verb_name (calls->verb));
      fit_table_set_integer (table, CALLS_PODS, calls->n_pods);
    }
  return table;
}

static void
add_rule (FitTable *table, const FitCoverageRule *rule)
{
  const gboolean acted = fit_coverage_rule_acted (rule);

  fit_table_add_row (table);
  fit_table_set_text (table, RULE_NAME, rule->name);
  fit_table_set_text (table, RULE_PART, rule->part);
  fit_table_set_text (table, RULE_PROFILE, rule->profile);
  fit_table_set_text (table, RULE_TYPE, rule->type);
  fit_table_set_text (table, RULE_KIND, rule->scores ? "score" : "filter");
  fit_table_set_boolean (table, RULE_EXERCISED, acted);
  fit_table_set_text (table, RULE_REASON, acted ? NULL : rule->idle);
  if (rule->scores)
    {
      fit_table_set_integer (table, RULE_SCORED, rule->n_ranked);
      fit_table_set_integer (table, RULE_SCORED_DIFFERENTLY, rule->n_told);
      fit_table_set_integer (table, RULE_DECIDED, rule->n_decided);
      return;
    }
  fit_table_set_integer (table, RULE_REJECTED_PODS, rule->n_refused);
  fit_table_set_integer (table, RULE_REJECTED_NODES, (gint64) rule->n_nodes);
  fit_table_set_integer (table, RULE_REJECTED_ALONE,
                         (gint64) rule->n_nodes_alone);
}

FitTable *
fit_coverage_record (const FitCoverage *coverage)
{
  FitTable *record = FIT_TABLE_NEW (coverage_columns),
           *rules = FIT_TABLE_NEW (rule_columns);

  for (guint i = 0; i < coverage->rules->len; i++)
    add_rule (rules, &g_array_index (coverage->rules, FitCoverageRule, i));
  fit_table_add_row (record);
  fit_table_set_text (record, COVERAGE_EXERCISED,
                      tried_names[how_much (coverage)]);
  fit_table_set_integer (record, COVERAGE_PODS, coverage->n_pods);
  fit_table_set_integer (record, COVERAGE_PLACED, coverage->n_placed);
  fit_table_set_integer (record, COVERAGE_WITH_CHOICE, coverage->n_with_choice);
  fit_table_set_table (record, COVERAGE_RULES, rules);
  fit_table_set_table (record, COVERAGE_CALLS, calls_table (coverage));
  return record;
}

/* --- in Markdown ------------------------------------------------------------ */

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
