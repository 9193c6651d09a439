/* explain-nodes.c - tables of nodes in an explanation */
#include "cli/explain-nodes.h"

/* Names shown of a list that is longer. */
#define FIRST_NAMES 3
/* Nodes with points shown of many. */
#define BEST_NODES 10

void
fit_append_names (const GPtrArray *names, GString *out)
{
  gboolean all = names->len <= FIRST_NAMES + 1;
  guint n = all ? names->len : FIRST_NAMES;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? ", " : "",
                            (char *) names->pdata[i]);
  if (!all)
    g_string_append_printf (out, ", ... and %u more", names->len - n);
}

char *
fit_priority_key (guint priority)
{
  if (priority < 26)
    return g_strdup_printf ("%c", 'A' + priority);
  return g_strdup_printf ("%c%u", 'A' + priority % 26, priority / 26);
}

/* --- points -------------------------------------------------------------- */

/* The chosen node, then by points, then as found. */
static gint
compare_ranks (gconstpointer a, gconstpointer b, gpointer data)
{
  const FitEvaluation *evaluation = data;
  const gint64 *totals = evaluation->totals;
  guint x = *(const guint *) a, y = *(const guint *) b;

  if (x == y)
    return 0;
  if ((gint) x == evaluation->chosen || (gint) y == evaluation->chosen)
    return (gint) x == evaluation->chosen ? -1 : 1;
  if (totals[x] != totals[y])
    return totals[x] > totals[y] ? -1 : 1;
  return x < y ? -1 : 1;
}

/* Indexes of the feasible nodes to show, best first. */
static GArray *
ranked_nodes (const FitEvaluation *evaluation, const FitNodeFilter *filter)
{
  GArray *ranks = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < evaluation->n_feasible; i++)
    if (fit_node_filter_matches (filter, evaluation->feasible[i]->name))
      g_array_append_val (ranks, i);
  g_array_sort_with_data (ranks, compare_ranks, (gpointer) evaluation);
  return ranks;
}

enum
{
  SCORES_CHOSEN,
  SCORES_NODE,
  SCORES_TOTAL,
  SCORES_FIRST_PRIORITY,
};

/* One column per priority, headed by its letter; @keys (owned strings) keeps
 * the headings. */
static FitColumn *
score_columns (guint n_priorities, GPtrArray *keys)
{
  FitColumn *columns = g_new0 (FitColumn, SCORES_FIRST_PRIORITY + n_priorities);

  columns[SCORES_CHOSEN] = (FitColumn){ NULL, "", FIT_CELL_TEXT, 0 };
  columns[SCORES_NODE] = (FitColumn){ NULL, "NODE", FIT_CELL_TEXT, 0 };
  columns[SCORES_TOTAL] = (FitColumn){ NULL, "TOTAL", FIT_CELL_INTEGER, 0 };
  for (guint p = 0; p < n_priorities; p++)
    {
      char *key = fit_priority_key (p);

      g_ptr_array_add (keys, key);
      columns[SCORES_FIRST_PRIORITY + p]
          = (FitColumn){ NULL, key, FIT_CELL_INTEGER, 0 };
    }
  return columns;
}

static void
add_scores (FitTable *table, const FitEvaluation *evaluation, guint feasible)
{
  fit_table_add_row (table);
  fit_table_set_text (table, SCORES_CHOSEN,
                      (gint) feasible == evaluation->chosen ? ">" : "");
  fit_table_set_text (table, SCORES_NODE, evaluation->feasible[feasible]->name);
  fit_table_set_integer (table, SCORES_TOTAL, evaluation->totals[feasible]);
  for (guint p = 0; p < evaluation->n_priorities; p++)
    fit_table_set_integer (table, SCORES_FIRST_PRIORITY + p,
                           evaluation->priorities[p].scores[feasible]);
}

void
fit_append_scores (const FitExplanation *explanation,
                   const FitNodeFilter *filter, gboolean one_by_one,
                   const FitTextStyle *style, GString *out)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  g_autoptr (GArray) ranks = ranked_nodes (evaluation, filter);
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autofree FitColumn *columns
      = score_columns (evaluation->n_priorities, keys);
  g_autoptr (FitTable) table = fit_table_new (
      columns, SCORES_FIRST_PRIORITY + evaluation->n_priorities);
  guint n = one_by_one ? ranks->len : MIN (ranks->len, BEST_NODES);

  if (n == 0)
    return;
  for (guint i = 0; i < n; i++)
    add_scores (table, evaluation, g_array_index (ranks, guint, i));
  g_string_append (out, "\nScores of the nodes that fit, by priority:\n");
  fit_table_append_text (table, style, out);
  if (n < ranks->len)
    g_string_append_printf (out, "  ... and %u more\n", ranks->len - n);
}

/* --- failures, node by node ---------------------------------------------- */

enum
{
  FAILURES_NODE,
  FAILURES_PREDICATE,
  FAILURES_REASON,
};

static const FitColumn failure_columns[] = {
  [FAILURES_NODE] = { NULL, "NODE", FIT_CELL_TEXT, 0 },
  [FAILURES_PREDICATE] = { NULL, "PREDICATE", FIT_CELL_TEXT, 0 },
  [FAILURES_REASON] = { NULL, "REASON", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

static void
add_failure (FitTable *table, const char *node, const char *predicate,
             const char *reason)
{
  fit_table_add_row (table);
  fit_table_set_text (table, FAILURES_NODE, node);
  fit_table_set_text (table, FAILURES_PREDICATE, predicate);
  fit_table_set_text (table, FAILURES_REASON, reason);
}

static const char *
predicate_name (const FitFailure *failure)
{
  return failure->predicate ? failure->predicate->name : NULL;
}

static void
add_failures (FitTable *table, const FitNodeVerdict *verdict)
{
  for (guint i = 0; i < verdict->n_failures; i++)
    {
      const FitFailure *failure = &verdict->failures[i];

      for (guint r = 0; r < failure->n; r++)
        {
          g_autofree char *text = fit_reason_describe (
              &verdict->reasons.items[failure->first + r]);

          add_failure (table, verdict->node->name, predicate_name (failure),
                       text);
        }
    }
}

void
fit_append_failures (const FitExplanation *explanation,
                     const FitNodeFilter *filter, const FitTextStyle *style,
                     GString *out)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  g_autoptr (FitTable) table = FIT_TABLE_NEW (failure_columns);

  for (guint i = 0; i < evaluation->n_verdicts; i++)
    {
      const FitNodeVerdict *verdict = &evaluation->verdicts[i];

      if (!verdict->examined || verdict->fits
          || !fit_node_filter_matches (filter, verdict->node->name))
        continue;
      if (verdict->error != NULL)
        add_failure (table, verdict->node->name, NULL, verdict->error);
      else
        add_failures (table, fit_explanation_failures (explanation, verdict));
    }
  if (fit_table_n_rows (table) == 0)
    return;
  g_string_append (out, "\nNodes that do not fit:\n");
  fit_table_append_text (table, style, out);
}

/* --- failures by reason -------------------------------------------------- */

/* Nodes that failed alike. */
typedef struct
{
  const char *predicate; /* (nullable) borrowed */
  char *text;            /* owned: v1.16's text, or an error */
  FitReason best;        /* INSUFFICIENT: of the node with most left */
  GPtrArray *nodes;      /* of char, borrowed */
} Bar;

static void
bar_free (gpointer data)
{
  Bar *bar = data;

  g_free (bar->text);
  g_ptr_array_unref (bar->nodes);
  g_free (bar);
}

/* @text (transfer full) */
static Bar *
get_bar (GPtrArray *bars, const char *predicate, char *text)
{
  Bar *bar;

  for (guint i = 0; i < bars->len; i++)
    {
      bar = bars->pdata[i];
      if (g_strcmp0 (bar->predicate, predicate) == 0
          && g_str_equal (bar->text, text))
        {
          g_free (text);
          return bar;
        }
    }
  bar = g_new0 (Bar, 1);
  bar->predicate = predicate;
  bar->text = text;
  bar->nodes = g_ptr_array_new ();
  g_ptr_array_add (bars, bar);
  return bar;
}

static void
count_reason (GPtrArray *bars, const FitFailure *failure,
              const FitReason *reason, const char *node)
{
  Bar *bar
      = get_bar (bars, predicate_name (failure), fit_reason_format (reason));

  if (bar->nodes->len == 0
      || reason->capacity - reason->used > bar->best.capacity - bar->best.used)
    bar->best = *reason;
  g_ptr_array_add (bar->nodes, (gpointer) node);
}

static void
count_failures (GPtrArray *bars, const FitNodeVerdict *verdict)
{
  for (guint i = 0; i < verdict->n_failures; i++)
    {
      const FitFailure *failure = &verdict->failures[i];

      for (guint r = 0; r < failure->n; r++)
        count_reason (bars, failure,
                      &verdict->reasons.items[failure->first + r],
                      verdict->node->name);
    }
}

/* GLib sorts pointer arrays stably: equals stay in order of appearance. */
static gint
compare_bars (gconstpointer a, gconstpointer b)
{
  const Bar *x = *(Bar *const *) a, *y = *(Bar *const *) b;

  return x->nodes->len > y->nodes->len ? -1 : x->nodes->len < y->nodes->len;
}

enum
{
  BARS_COUNT,
  BARS_PREDICATE,
  BARS_REASON,
  BARS_NODES,
};

static const FitColumn bar_columns[] = {
  [BARS_COUNT] = { NULL, "NODES", FIT_CELL_INTEGER, 0 },
  [BARS_PREDICATE] = { NULL, "PREDICATE", FIT_CELL_TEXT, 0 },
  [BARS_REASON] = { NULL, "REASON", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
  [BARS_NODES] = { NULL, "WHICH", FIT_CELL_TEXT, FIT_COLUMN_BELOW },
};

static char *
describe_bar (const Bar *bar)
{
  const FitReason *best = &bar->best;
  g_autofree char *asked = NULL, *left = NULL;

  if (best->code != FIT_REASON_INSUFFICIENT_RESOURCE)
    return g_strdup (bar->text);
  asked = fit_amount_format (best->text, best->requested);
  left = fit_amount_format (best->text, best->capacity - best->used);
  return g_strdup_printf ("%s: asked %s, at most %s free", bar->text, asked,
                          left);
}

static void
add_bar (FitTable *table, const Bar *bar)
{
  g_autofree char *reason = describe_bar (bar);
  g_autoptr (GString) names = g_string_new (NULL);

  fit_append_names (bar->nodes, names);
  fit_table_add_row (table);
  fit_table_set_integer (table, BARS_COUNT, bar->nodes->len);
  fit_table_set_text (table, BARS_PREDICATE, bar->predicate);
  fit_table_set_text (table, BARS_REASON, reason);
  fit_table_set_text (table, BARS_NODES, names->str);
}

void
fit_append_failure_summary (const FitExplanation *explanation,
                            const FitTextStyle *style, GString *out)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  g_autoptr (GPtrArray) bars = g_ptr_array_new_with_free_func (bar_free);
  g_autoptr (FitTable) table = FIT_TABLE_NEW (bar_columns);

  for (guint i = 0; i < evaluation->n_verdicts; i++)
    {
      const FitNodeVerdict *verdict = &evaluation->verdicts[i];

      if (!verdict->examined || verdict->fits)
        continue;
      if (verdict->error != NULL)
        g_ptr_array_add (get_bar (bars, NULL, g_strdup (verdict->error))->nodes,
                         (gpointer) verdict->node->name);
      else
        count_failures (bars, fit_explanation_failures (explanation, verdict));
    }
  if (bars->len == 0)
    return;
  g_ptr_array_sort (bars, compare_bars);
  for (guint i = 0; i < bars->len; i++)
    add_bar (table, bars->pdata[i]);
  g_string_append (out, "\nNodes that do not fit, by reason:\n");
  fit_table_append_text (table, style, out);
}

/* --- nodes that were not needed ------------------------------------------ */

static void
add_unseen (FitTable *table, const FitExplanation *explanation,
            const FitNodeVerdict *verdict)
{
  if (verdict->fits)
    add_failure (table, verdict->node->name, NULL, "would fit");
  else if (verdict->error != NULL)
    add_failure (table, verdict->node->name, NULL, verdict->error);
  else
    add_failures (table, fit_explanation_failures (explanation, verdict));
}

void
fit_append_unseen (const FitExplanation *explanation,
                   const FitNodeFilter *filter, gboolean one_by_one,
                   const FitTextStyle *style, GString *out)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  g_autoptr (FitTable) table = FIT_TABLE_NEW (failure_columns);
  guint n = 0;

  for (guint i = 0; i < evaluation->n_verdicts; i++)
    {
      const FitNodeVerdict *verdict = &evaluation->verdicts[i];

      if (verdict->examined
          || !fit_node_filter_matches (filter, verdict->node->name))
        continue;
      n++;
      add_unseen (table, explanation, verdict);
    }
  if (n == 0)
    return;
  g_string_append_printf (out,
                          "\n%u %s not looked at, because enough that fit had "
                          "been found%s\n",
                          n, n == 1 ? "node was" : "nodes were",
                          one_by_one ? ":" : ".");
  if (one_by_one)
    fit_table_append_text (table, style, out);
}
