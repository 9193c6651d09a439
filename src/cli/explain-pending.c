/* explain-pending.c - explains all pods without a node: summed up by reason, or
 * one after the other
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/explain-pending.h"

#include "api/names.h"
#include "api/texts.h"
#include "base/each.h"
#include "base/intern.h"
#include "cli/console.h"
#include "cli/explain-text.h"
#include "cli/outcomes.h"
#include "cli/page-data.h"
#include "cli/stop-reasons.h"
#include "cli/stream.h"

/* The number of reasons in the first table. */
#define MOST_REASONS 20

/* -- what is free ---------------------------------------------------------- */

typedef struct
{
  const char *name; /* interned, one reference held */
  gint64 requested;
  gint64 free; /* of all nodes; a node that has less than nothing counts as 0 */
  gint64 most; /* free on one node */
} Row;

static void
row_clear (gpointer row)
{
  fit_intern_unref (((Row *) row)->name);
}

static Row *
row_of (GArray *rows, const char *name)
{
  Row new_row = { 0 };

  FIT_EACH_OF (Row, row, rows)
    if (g_str_equal (row->name, name))
      return row;
  new_row.name = fit_intern (name);
  g_array_append_val (rows, new_row);
  return &g_array_index (rows, Row, rows->len - 1);
}

/* Returns: (transfer full): of Row: cpu and memory, of which nothing is
 * known */
static GArray *
rows_new (void)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));

  g_array_set_clear_func (rows, row_clear);
  row_of (rows, FIT_RESOURCE_CPU);
  row_of (rows, FIT_RESOURCE_MEMORY);
  return rows;
}

/* Sums stay at the end of the type, where they would leave it. */
static gint64
plus (gint64 a, gint64 b)
{
  gint64 sum;

  if (__builtin_add_overflow (a, b, &sum))
    return a < 0 ? G_MININT64 : G_MAXINT64;
  return sum;
}

static void
request (GArray *rows, const char *name, gint64 amount)
{
  Row *row;

  if (amount == 0)
    return;
  row = row_of (rows, name);
  row->requested = plus (row->requested, amount);
}

static void
request_all (GArray *rows, const FitPod *pod)
{
  const FitResources *parts[] = { &pod->spec->requests, &pod->spec->overhead };

  for (guint p = 0; p < G_N_ELEMENTS (parts); p++)
    {
      request (rows, FIT_RESOURCE_CPU, parts[p]->milli_cpu);
      request (rows, FIT_RESOURCE_MEMORY, parts[p]->memory);
      request (rows, FIT_RESOURCE_EPHEMERAL_STORAGE,
               parts[p]->ephemeral_storage);
      for (guint i = 0; i < parts[p]->n_scalars; i++)
        request (rows, parts[p]->scalars[i].name, parts[p]->scalars[i].value);
    }
}

/* Adds what is free on the nodes that are not cordoned.  Returns: the number of
 * those that are */
static guint
count_free (GArray *rows, const FitCache *cache)
{
  guint n_cordoned = 0;

  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *node = fit_cache_node (cache, i);

      if (node == NULL || node->node == NULL)
        continue;
      if (node->traits->unschedulable)
        {
          n_cordoned++;
          continue;
        }
      FIT_EACH_OF (Row, row, rows)
        {
          const gint64 has
              = fit_resources_amount (&node->traits->allocatable, row->name);
          const gint64 used
              = fit_resources_amount (&node->requested, row->name);
          gint64 left = 0;

          if (has > used && __builtin_sub_overflow (has, used, &left))
            left = G_MAXINT64;
          row->free = plus (row->free, left);
          row->most = MAX (row->most, left);
        }
    }
  return n_cordoned;
}

static FitTable *
resources_table (const GArray *rows)
{
  static const FitColumn columns[] = {
    { "resource", "RESOURCE", FIT_CELL_TEXT, 0 },
    { "requested", "REQUESTED", FIT_CELL_TEXT, 0 },
    { "free", "FREE IN ALL", FIT_CELL_TEXT, 0 },
    { "mostOnOneNode", "MOST ON ONE NODE", FIT_CELL_TEXT, 0 },
  };
  FitTable *table = FIT_TABLE_NEW (columns);

  FIT_EACH_OF (const Row, row, rows)
    {
      g_autofree char *requested
          = fit_amount_format (row->name, row->requested);
      g_autofree char *left = fit_amount_format (row->name, row->free);
      g_autofree char *most = fit_amount_format (row->name, row->most);

      FIT_TABLE_ADD (table, fit_cell_text (row->name),
                     fit_cell_text (requested), fit_cell_text (left),
                     fit_cell_text (most));
    }
  return table;
}

/* -- the state ------------------------------------------------------------- */

typedef struct
{
  FitSession *session;           /* borrowed */
  const FitQuestions *questions; /* borrowed: as given */
  const FitNamePatterns *filter; /* borrowed */
  FitFormat format;
  FitReport *report;     /* owned: what is printed at the end */
  FitStopReasons *stops; /* owned */
  GArray *resources;     /* owned, of Row: cpu, memory, then in order of
                            mention */
  gboolean counted;      /* what is free */
  guint n_cordoned;      /* nodes that do not count */
  FitOutcomes tally;
  FitPageData page;
  FitStream stream; /* once something is written */
  GError *problem;  /* (nullable) owned: of the first thing that could not be
                       written */
} Pending;

static void
pending_clear (Pending *pending)
{
  fit_report_free (pending->report);
  fit_stop_reasons_free (pending->stops);
  g_array_unref (pending->resources);
  fit_outcomes_clear (&pending->tally);
  fit_page_data_clear (&pending->page);
  fit_stream_clear (&pending->stream);
  g_clear_error (&pending->problem);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pending, pending_clear)

static const char *
message_of (const FitExplanation *explanation)
{
  const char *message = fit_explanation_message (explanation);

  return message != NULL ? message : "";
}

/* -- one by one ------------------------------------------------------------ */

/* Columns and widths are only for tables. */
static gboolean
begin (Pending *pending)
{
  const FitStreamStart start = { .head = pending->report->data };

  return pending->stream.buffer != NULL
         || fit_stream_begin (&pending->stream, &start, pending->format,
                              &pending->problem);
}

static void
write_one (Pending *pending, FitExplanation *explanation)
{
  if (pending->format == FIT_FORMAT_WIDE)
    {
      g_autoptr (FitReport) one = fit_report_new (
          FIT_EXPLANATION_KIND, pending->format, fit_console_width ());
      g_autoptr (GString) out = g_string_new (NULL);

      if (pending->tally.n_of[FIT_OUTCOME_PLACED] + pending->stops->n_pods > 1)
        fit_report_gap (one);
      fit_explanation_report (explanation, pending->filter, one);
      fit_report_render (one, out);
      fit_console_write (out->str, out->len, &pending->problem);
    }
  else if (!begin (pending))
    return;
  else if (pending->format == FIT_FORMAT_NAME)
    {
      g_autoptr (GPtrArray) one = g_ptr_array_new ();

      g_ptr_array_add (one, explanation);
      fit_stream_write (&pending->stream, fit_explanations_names (one),
                        &pending->problem);
    }
  else
    fit_stream_write_json (&pending->stream,
                           fit_explanation_json (explanation, pending->filter),
                           &pending->problem);
}

/* -- taking ---------------------------------------------------------------- */

/* FitExplainWanted */
static gboolean
is_wanted (FitExplanation *explanation, gpointer data)
{
  Pending *pending = data;

  if (pending->page.decisions != NULL)
    return TRUE;
  if (pending->format == FIT_FORMAT_NAME)
    return FALSE;
  return pending->format != FIT_FORMAT_TABLE
         || !fit_stop_reasons_has (pending->stops, message_of (explanation));
}

static void
take (FitExplanation *explanation, gpointer data)
{
  Pending *pending = data;
  FitStopGroup *group = fit_stop_reasons_add (
      pending->stops, fit_pod_full_name (explanation->pod),
      message_of (explanation));

  request_all (pending->resources, explanation->pod);
  fit_outcomes_add (&pending->tally, fit_explanation_node (explanation),
                    fit_explanation_error (explanation));
  fit_page_data_take (&pending->page, explanation, pending->filter);
  if (fit_output_prints_columns (pending->session->invocation))
    ; /* all of it at the end */
  else if (pending->format != FIT_FORMAT_TABLE)
    {
      if (pending->problem == NULL)
        write_one (pending, explanation);
    }
  else if (group->remedies == NULL)
    group->remedies = g_steal_pointer (&explanation->remedies);
  fit_explanation_free (explanation);
}

static FitSimulation *
simulate (gpointer data, GError **error)
{
  const Pending *pending = data;

  return pending->questions->simulate (pending->questions->data, error);
}

static void
show_progress (guint done, guint total, gpointer data)
{
  const Pending *pending = data;

  /* Otherwise what is written shows it. */
  if (pending->format == FIT_FORMAT_TABLE)
    pending->questions->progress (done, total, pending->questions->data);
}

/* -- summing up ------------------------------------------------------------ */

/* The remedies are those for the first pod of each group. */
static void
report_groups (const Pending *pending, FitReport *report)
{
  g_autoptr (GPtrArray) groups = fit_stop_reasons_groups (pending->stops);
  const guint n = pending->stops->n_pods;
  const guint n_reasons = pending->stops->totals->len;
  GString *out = fit_report_lines (report);

  if (n == 0)
    {
      fit_report_say (report, "No pending pod is without a node");
      return;
    }
  g_string_append_printf (out, "%u pending %s no node", n,
                          n == 1 ? "pod finds" : "pods find");
  if (groups->len > 1)
    g_string_append_printf (out, ", for %u reasons", groups->len);
  g_string_append_c (out, '\n');
  fit_report_say (report, "\nPods that each reason keeps off nodes:");
  fit_report_table (
      report, fit_report_own (report, fit_stop_reasons_table (pending->stops,
                                                              MOST_REASONS)));
  if (n_reasons > MOST_REASONS)
    fit_report_say (report, "... and %u more", n_reasons - MOST_REASONS);
  out = fit_report_lines (report);
  g_string_append (out, "\nWhat these pods request, and what is free");
  if (pending->n_cordoned > 0)
    g_string_append_printf (out, " (without %u cordoned %s)",
                            pending->n_cordoned,
                            pending->n_cordoned == 1 ? "node" : "nodes");
  g_string_append (out, ":\n");
  fit_report_table (
      report, fit_report_own (report, resources_table (pending->resources)));
  FIT_EACH (const FitStopGroup, group, groups)
    {
      fit_report_gap (report);
      fit_stop_group_append (group, fit_report_lines (report));
      if (group->remedies != NULL)
        fit_remedies_report (group->remedies, report);
    }
}

static void
set_tail (const Pending *pending, FitJson *tail)
{
  const FitExtenderTally *tally = &pending->session->extenders.tally;
  g_autoptr (FitTable) reasons
      = fit_stop_reasons_table (pending->stops, G_MAXUINT);
  g_autoptr (FitTable) resources = resources_table (pending->resources);
  FitJson *summary = fit_json_object ();

  fit_json_set_integer (summary, "pods", pending->stops->n_pods);
  fit_json_set (summary, "reasons", fit_table_to_json (reasons));
  fit_json_set (summary, "resources",
                pending->counted ? fit_table_to_json (resources) : NULL);
  fit_json_set (tail, "summary", summary);
  fit_json_set_texts (tail, "notes", pending->session->rules.notes);
  fit_extender_tally_set_json (&tally, 1, tail);
}

static const FitChartColumn without_these[]
    = { { "after", "when the other pods are scheduled" }, { NULL, NULL } };

static gboolean
finish (Pending *pending, GError **error)
{
  const FitInvocation *invocation = pending->session->invocation;
  FitReport *report = pending->report;
  g_autoptr (FitJson) tail = fit_json_object ();
  g_autoptr (GString) out = g_string_new (NULL);
  const FitExtenderUse *extenders;
  g_autofree char *text = NULL;

  if (report->columns != NULL)
    {
      fit_page_data_set_explanations (&pending->page, report->columns,
                                      pending->session->rules.notes);
      set_tail (pending, report->columns);
    }
  if (!fit_output_print_columns (report, invocation, error))
    return FALSE;
  if (fit_output_prints_columns (invocation))
    return TRUE;
  set_tail (pending, tail);
  if (pending->problem == NULL && pending->format != FIT_FORMAT_TABLE
      && pending->format != FIT_FORMAT_WIDE)
    return begin (pending)
           && fit_stream_end (&pending->stream, tail, NULL, &pending->problem);
  extenders = &pending->session->extenders;
  text = fit_extender_use_text (&extenders, 1);
  if (pending->format == FIT_FORMAT_TABLE)
    report_groups (pending, report);
  if (text != NULL)
    g_string_append_printf (fit_report_lines (report), "\n%s", text);
  fit_output_add_charts (pending->page.cluster_json, without_these,
                         pending->session->invocation, report);
  fit_report_render (report, out);
  return pending->problem == NULL
         && fit_console_write (out->str, out->len, error);
}

FitExit
fit_explain_pending (FitSession *session, const FitQuestions *questions,
                     const GPtrArray *pods, const FitNamePatterns *filter,
                     GError **error)
{
  const FitInvocation *invocation = session->invocation;
  g_auto (Pending) pending
      = { .session = session,
          .questions = questions,
          .filter = filter,
          .format = invocation->options.output,
          .report = fit_output_report (invocation, FIT_EXPLANATION_KIND),
          .stops = fit_stop_reasons_new (),
          .resources = rows_new () };
  FitQuestions many = *questions;
  g_autoptr (FitExplanations) answers = NULL;

  fit_page_data_start (&pending.page, session);
  many.only_unplaced = TRUE;
  many.flags |= FIT_EXPLAIN_ONLY_UNPLACED;
  /* Rules of a program may read anything of a pod. */
  many.once
      = invocation->extras.rules == NULL && invocation->extras.plugins == NULL;
  many.wanted = is_wanted;
  many.take = take;
  many.simulate = simulate;
  many.progress = show_progress;
  many.data = &pending;
  answers = fit_questions_ask (&many, pods, error);
  if (answers == NULL)
    return FIT_EXIT_INPUT;
  pending.counted = answers->simulations->len > 0;
  fit_page_data_take_answers (&pending.page, answers, filter);
  if (pending.counted)
    pending.n_cordoned = count_free (
        pending.resources,
        fit_simulation_cache (
            answers->simulations->pdata[answers->simulations->len - 1]));
  for (guint i = 0; i < answers->ahead_errors->len; i++)
    fit_outcomes_add (&pending.tally, NULL, answers->ahead_errors->pdata[i]);
  if (!finish (&pending, error))
    {
      if (pending.problem != NULL)
        g_propagate_error (error, g_steal_pointer (&pending.problem));
      return FIT_EXIT_INTERNAL;
    }
  fit_extender_use_finish (&session->extenders, error);
  return MAX (fit_outcomes_exit (&pending.tally),
              fit_extender_use_exit (&session->extenders));
}
