/* explain-nodes.c - tables of nodes in an explanation
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/plain-text.h"
#include "cli/explain-text.h"

#include "api/texts.h"

/* How many names of a longer list to print. */
#define FIRST_NAMES 3
/* How many of many nodes with points to print. */
#define BEST_NODES 10
/* How many of many reasons to print. */
#define MOST_GROUPS 30

void
fit_append_names (const GPtrArray *names, GString *out)
{
  gboolean all = names->len <= FIRST_NAMES + 1;
  guint n = all ? names->len : FIRST_NAMES;

  for (guint i = 0; i < n; i++)
    fit_plain_printf (out, "%s%s", i > 0 ? ", " : "", (char *) names->pdata[i]);
  if (!all)
    fit_plain_printf (out, ", ... and %u more", names->len - n);
}

char *
fit_voter_key (guint number)
{
  if (number < 26)
    return g_strdup_printf ("%c", 'A' + number);
  return g_strdup_printf ("%c%u", 'A' + number % 26, number / 26);
}

/* -- points ---------------------------------------------------------------- */

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

/* The columns before those of the voters. */
#define FIRST_VOTER 3

void
fit_report_scores (const FitExplanation *explanation,
                   const FitNamePatterns *filter, gboolean one_by_one,
                   FitReport *report)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  /* Indexes of the feasible nodes to show, best first. */
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (guint));
  FitTable *table;
  guint n, n_voters;
  FitColumn *columns;

  for (guint i = 0; i < evaluation->n_feasible; i++)
    if (fit_name_patterns_match_any (filter, evaluation->feasible[i]->name))
      g_array_append_val (ranks, i);
  g_array_sort_with_data (ranks, compare_ranks, (gpointer) evaluation);
  n = one_by_one ? ranks->len : MIN (ranks->len, BEST_NODES);
  if (n == 0)
    return;
  /* One column per voter, headed by its letter. */
  n_voters = fit_evaluation_n_voters (evaluation);
  columns
      = fit_report_keep (report, g_new0 (FitColumn, FIRST_VOTER + n_voters));
  columns[0] = (FitColumn){ NULL, "", FIT_CELL_TEXT, 0 };
  columns[1] = (FitColumn){ NULL, "NODE", FIT_CELL_TEXT, 0 };
  columns[2] = (FitColumn){ NULL, "TOTAL", FIT_CELL_INTEGER, 0 };
  for (guint v = 0; v < n_voters; v++)
    columns[FIRST_VOTER + v]
        = (FitColumn){ NULL, fit_report_keep (report, fit_voter_key (v)),
                       FIT_CELL_INTEGER, 0 };
  table = fit_report_own (report,
                          fit_table_new (columns, FIRST_VOTER + n_voters));
  for (guint i = 0; i < n; i++)
    {
      guint feasible = g_array_index (ranks, guint, i);
      gboolean skipped;

      FIT_TABLE_ADD (
          table,
          fit_cell_text ((gint) feasible == evaluation->chosen ? ">" : ""),
          fit_cell_text (evaluation->feasible[feasible]->name),
          fit_cell_integer (evaluation->totals[feasible]));
      for (guint v = 0; v < fit_evaluation_n_voters (evaluation); v++)
        {
          const FitVoter voter
              = fit_explanation_voter (explanation, v, &skipped);

          if (!skipped)
            fit_table_set (table, FIRST_VOTER + v,
                           fit_cell_integer (voter.scores[feasible]));
        }
    }
  fit_report_say (report, "\nScores of the nodes that fit, by %s:",
                  explanation->profile != NULL ? "plugin" : "priority");
  fit_report_table (report, table);
  if (n < ranks->len)
    fit_report_say (report, "  ... and %u more", ranks->len - n);
}

/* -- failures, node by node ------------------------------------------------ */

static const FitColumn failure_columns[] = {
  { NULL, "NODE", FIT_CELL_TEXT, 0 },
  { NULL, "PREDICATE", FIT_CELL_TEXT, 0 },
  { NULL, NULL, FIT_CELL_TEXT, 0 },
  { NULL, "REASON", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

static const FitColumn plugin_failure_columns[] = {
  { NULL, "NODE", FIT_CELL_TEXT, 0 },
  { NULL, "PLUGIN", FIT_CELL_TEXT, 0 },
  { NULL, "CODE", FIT_CELL_TEXT, 0 },
  { NULL, "REASON", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
};

static FitTable *
failures_table (const FitExplanation *explanation)
{
  return explanation->profile != NULL ? FIT_TABLE_NEW (plugin_failure_columns)
                                      : FIT_TABLE_NEW (failure_columns);
}

/* The rule that stopped the pod, for the column of predicates or plugins.
 * Returns: (transfer full) (nullable) */
static char *
bar_heading (const FitBar *bar)
{
  if (bar->type == NULL || (bar->name != NULL && bar->code != 0))
    return g_strdup (bar->name);
  return g_strconcat (bar->type, bar->name != NULL ? " " : NULL, bar->name,
                      NULL);
}

static const char *
bar_code (const FitBar *bar)
{
  return bar->code ? fit_status_code_name (bar->code) : NULL;
}

/* Collects bars in a table. */
typedef struct
{
  FitTable *table;
  const char *node;
} FailureRows;

static void
add_failure (const FitBar *bar, gpointer data)
{
  const FailureRows *rows = data;
  g_autofree char *heading = bar_heading (bar);
  g_autofree char *reason = fit_bar_describe (bar);

  FIT_TABLE_ADD (rows->table, fit_cell_text (rows->node),
                 fit_cell_text (heading), fit_cell_text (bar_code (bar)),
                 fit_cell_text (reason));
}

static void
add_failures (FitTable *table, const FitExplanation *explanation,
              const FitNodeVerdict *verdict)
{
  FailureRows rows = { table, verdict->node->name };

  fit_explanation_bars (explanation, verdict, add_failure, &rows);
}

void
fit_report_failures (const FitExplanation *explanation,
                     const FitNamePatterns *filter, FitReport *report)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  FitTable *table = fit_report_own (report, failures_table (explanation));

  for (guint i = 0; i < evaluation->n_verdicts; i++)
    {
      const FitNodeVerdict *verdict = &evaluation->verdicts[i];

      if (fit_explanation_stopped (explanation, verdict)
          && fit_name_patterns_match_any (filter, verdict->node->name))
        add_failures (table, explanation, verdict);
    }
  if (fit_table_n_rows (table) == 0)
    return;
  fit_report_say (report, "\nNodes that do not fit:");
  fit_report_table (report, table);
}

/* -- failures by reason ---------------------------------------------------- */

/* Nodes that failed for the same reason. */
typedef struct
{
  char *heading;    /* (nullable) owned: predicate, plugin or extender */
  const char *code; /* (nullable): for a plugin */
  char *text;       /* owned: the message, or an error */
  char *common;     /* (nullable) owned: the details */
  FitReason best;   /* for INSUFFICIENT: of the node with the most left */
  GPtrArray *nodes; /* of char, borrowed */
} Group;

static void
group_free (gpointer data)
{
  Group *group = data;

  g_free (group->heading);
  g_free (group->text);
  g_free (group->common);
  g_ptr_array_unref (group->nodes);
  g_free (group);
}

/* Counts bars in groups. */
typedef struct
{
  GPtrArray *groups;  /* of Group, in order of appearance */
  GHashTable *by_key; /* owned text -> Group */
  const char *node;
} Counting;

static Group *
get_group (const Counting *counting, const FitBar *bar)
{
  const char *common = bar->detail != NULL ? bar->detail->common : NULL;
  g_autofree char *heading = bar_heading (bar);
  g_autofree char *key = g_strjoin (
      "\n", heading != NULL ? heading : "",
      bar_code (bar) != NULL ? bar_code (bar) : "", bar->message, common, NULL);
  Group *group = g_hash_table_lookup (counting->by_key, key);

  if (group != NULL)
    return group;
  group = g_new0 (Group, 1);
  group->heading = g_steal_pointer (&heading);
  group->code = bar_code (bar);
  group->text = g_strdup (bar->message);
  group->common = g_strdup (common);
  group->nodes = g_ptr_array_new ();
  g_ptr_array_add (counting->groups, group);
  g_hash_table_insert (counting->by_key, g_steal_pointer (&key), group);
  return group;
}

/* The amount available to the pod. */
static gint64
room_of (const FitReason *reason)
{
  return reason->code == FIT_REASON_INSUFFICIENT_CAPACITY
             ? reason->capacity
             : reason->capacity - reason->used;
}

static void
count_bar (const FitBar *bar, gpointer data)
{
  const Counting *counting = data;
  Group *group = get_group (counting, bar);
  const FitReason *reason = bar->reason;

  if (reason != NULL
      && (group->nodes->len == 0 || room_of (reason) > room_of (&group->best)))
    group->best = *reason;
  g_ptr_array_add (group->nodes, (gpointer) counting->node);
}

/* GLib sorts pointer arrays stably: equals stay in order of appearance. */
static gint
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *x = *(Group *const *) a, *y = *(Group *const *) b;

  return x->nodes->len > y->nodes->len ? -1 : x->nodes->len < y->nodes->len;
}

static const FitColumn group_columns[] = {
  { NULL, "NODES", FIT_CELL_INTEGER, 0 },
  { NULL, "PREDICATE", FIT_CELL_TEXT, 0 },
  { NULL, NULL, FIT_CELL_TEXT, 0 },
  { NULL, "REASON", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
  { NULL, "WHICH", FIT_CELL_TEXT, FIT_COLUMN_BELOW },
};

static const FitColumn plugin_group_columns[] = {
  { NULL, "NODES", FIT_CELL_INTEGER, 0 },
  { NULL, "PLUGIN", FIT_CELL_TEXT, 0 },
  { NULL, "CODE", FIT_CELL_TEXT, 0 },
  { NULL, "REASON", FIT_CELL_TEXT, FIT_COLUMN_WRAP },
  { NULL, "WHICH", FIT_CELL_TEXT, FIT_COLUMN_BELOW },
};

static char *
describe_group (const Group *group)
{
  const FitReason *best = &group->best;
  g_autofree char *asked = NULL, *room = NULL;

  if (group->common != NULL)
    return g_strconcat (group->text, ": ", group->common, NULL);
  if (best->code != FIT_REASON_INSUFFICIENT_RESOURCE
      && best->code != FIT_REASON_INSUFFICIENT_CAPACITY)
    return g_strdup (group->text);
  asked = fit_amount_format (best->text, best->requested);
  room = fit_amount_format (best->text, room_of (best));
  return g_strdup_printf (
      "%s: requested %s, at most %s %s", group->text, asked, room,
      best->code == FIT_REASON_INSUFFICIENT_CAPACITY ? "on any node" : "free");
}

void
fit_report_failure_summary (const FitExplanation *explanation,
                            FitReport *report)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (group_free);
  g_autoptr (GHashTable) by_key
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  FitTable *table
      = fit_report_own (report, explanation->profile != NULL
                                    ? FIT_TABLE_NEW (plugin_group_columns)
                                    : FIT_TABLE_NEW (group_columns));

  for (guint i = 0; i < evaluation->n_verdicts; i++)
    {
      const FitNodeVerdict *verdict = &evaluation->verdicts[i];
      Counting counting = { groups, by_key, verdict->node->name };

      if (fit_explanation_stopped (explanation, verdict))
        fit_explanation_bars (explanation, verdict, count_bar, &counting);
    }
  if (groups->len == 0)
    return;
  g_ptr_array_sort (groups, compare_groups);
  for (guint i = 0; i < MIN (groups->len, MOST_GROUPS); i++)
    {
      const Group *group = groups->pdata[i];
      g_autofree char *reason = describe_group (group);
      g_autoptr (GString) names = g_string_new (NULL);

      fit_append_names (group->nodes, names);
      FIT_TABLE_ADD (table, fit_cell_integer (group->nodes->len),
                     fit_cell_text (group->heading),
                     fit_cell_text (group->code), fit_cell_text (reason),
                     fit_cell_text (names->str));
    }
  fit_report_say (report, "\nNodes that do not fit, by reason:");
  fit_report_table (report, table);
  if (groups->len > MOST_GROUPS)
    fit_report_say (report, "  ... and %u more %s", groups->len - MOST_GROUPS,
                    groups->len == MOST_GROUPS + 1 ? "reason" : "reasons");
}

/* -- nodes that were not needed -------------------------------------------- */

void
fit_report_unseen (const FitExplanation *explanation,
                   const FitNamePatterns *filter, gboolean one_by_one,
                   FitReport *report)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  FitTable *table = fit_report_own (report, failures_table (explanation));
  guint n = 0;

  for (guint i = 0; i < evaluation->n_verdicts; i++)
    {
      const FitNodeVerdict *verdict = &evaluation->verdicts[i];
      FailureRows rows;

      if (verdict->examined
          || fit_explained_profile_excludes (explanation->profile,
                                             verdict->node)
          || !fit_name_patterns_match_any (filter, verdict->node->name))
        continue;
      n++;
      rows = (FailureRows){ table, verdict->node->name };
      if (verdict->fits)
        add_failure (&(FitBar){ .message = "would fit" }, &rows);
      else
        add_failures (table, explanation, verdict);
    }
  if (n == 0)
    return;
  fit_report_say (report,
                  "\n%u %s not checked, because enough nodes that fit had been "
                  "found%s",
                  n, n == 1 ? "node was" : "nodes were",
                  one_by_one ? ":" : ".");
  if (one_by_one)
    fit_report_table (report, table);
}
