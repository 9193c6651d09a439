/* asked-node.c - why a pod is not on one node, and what that node lacks against
 * the chosen one
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain/explain.h"

#include <string.h>

#include "api/names.h"
#include "api/texts.h"
#include "base/list-gap.h"

typedef struct
{
  FitExplanation *explanation;   /* borrowed */
  const FitNodeVerdict *verdict; /* (nullable) */
  const FitNodeInfo *chosen;     /* (nullable) */
} Asking;

static void say (const Asking *asking, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

static void
say (const Asking *asking, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (asking->explanation->asked_lines,
                   g_strdup_vprintf (format, args));
  va_end (args);
}

/* -- a node that does not fit ---------------------------------------------- */

/* Returns: (transfer full) (nullable): "; b has 2 free" */
static char *
room_on_chosen (const Asking *asking, const FitBar *bar)
{
  const FitReason *reason = bar->reason;
  const FitNodeInfo *chosen = asking->chosen;
  g_autofree char *free_amount = NULL;

  if (chosen == NULL || reason == NULL || reason->text == NULL
      || (reason->code != FIT_REASON_INSUFFICIENT_RESOURCE
          && reason->code != FIT_REASON_INSUFFICIENT_CAPACITY)
      || strcmp (reason->text, FIT_RESOURCE_PODS) == 0)
    return NULL;
  free_amount = fit_amount_format (
      reason->text,
      fit_resources_amount (&chosen->traits->allocatable, reason->text)
          - fit_resources_amount (&chosen->requested, reason->text));
  return g_strdup_printf ("; %s has %s free", chosen->name, free_amount);
}

static void
say_bar (const FitBar *bar, gpointer data)
{
  const Asking *asking = data;
  g_autofree char *why = fit_bar_describe (bar);
  g_autofree char *room = room_on_chosen (asking, bar);

  say (asking, "%s does not fit: %s%s%s%s", asking->verdict->node->name,
       bar->name != NULL ? bar->name : "", bar->name != NULL ? ": " : "", why,
       room != NULL ? room : "");
}

/* -- a node that fits ------------------------------------------------------ */

/* Returns: (transfer full): "LeastRequestedPriority 3 against 5, ..." for the
 * voters for which @sign says who leads: 1: the chosen node */
static char *
list_leads (const FitExplanation *explanation, guint index, gint sign)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  const guint chosen = (guint) evaluation->chosen;
  GString *out = g_string_new (NULL);

  for (guint v = 0; v < fit_evaluation_n_voters (evaluation); v++)
    {
      const gint64 there = fit_evaluation_points (evaluation, v, chosen),
                   here = fit_evaluation_points (evaluation, v, index);

      if (sign > 0 ? there > here : here > there)
        g_string_append_printf (
            out, "%s%s %" G_GINT64_FORMAT " against %" G_GINT64_FORMAT,
            fit_list_gap (out, ", "),
            fit_explanation_voter (explanation, v, NULL).name, here, there);
    }
  return g_string_free (out, FALSE);
}

/* -- the whole ------------------------------------------------------------- */

void
fit_explanation_ask_node (FitExplanation *explanation, const char *node)
{
  const FitEvaluation *evaluation = explanation->evaluation;
  Asking asking = {
    .explanation = explanation,
    .chosen
    = evaluation->chosen >= 0 ? evaluation->feasible[evaluation->chosen] : NULL,
  };
  gint index;

  for (guint i = 0; i < evaluation->n_verdicts; i++)
    if (strcmp (evaluation->verdicts[i].node->name, node) == 0)
      asking.verdict = &evaluation->verdicts[i];
  explanation->asked = g_strdup (node);
  explanation->asked_lines = g_ptr_array_new_with_free_func (g_free);
  if (asking.verdict == NULL)
    say (&asking, "%s was not checked: the pod was turned away before any node",
         node);
  else if (fit_explanation_stopped (explanation, asking.verdict)
           || !asking.verdict->fits)
    fit_explanation_bars (explanation, asking.verdict, say_bar, &asking);
  else if (!asking.verdict->examined)
    say (&asking,
         "%s would fit, but was not checked: enough nodes that fit had "
         "been found before",
         node);
  else if ((index = fit_explanation_feasible (explanation, asking.verdict)) >= 0
           && index == evaluation->chosen)
    say (&asking, "%s is the node that was chosen", node);
  else if (index >= 0 && evaluation->chosen >= 0 && evaluation->totals != NULL)
    {
      guint at = (guint) index;
      FitExplanation *why = asking.explanation;
      const FitEvaluation *given = why->evaluation;
      const gint64 there = given->totals[given->chosen],
                   here = given->totals[at];
      const char *name = asking.verdict->node->name;
      g_autofree char *fewer = list_leads (why, at, 1);
      g_autofree char *more = list_leads (why, at, -1);

      why->beside = (gint) at;
      if (here == there)
        say (&asking,
             "%s fits, too, and has as many points as %s: %" G_GINT64_FORMAT
             "; %s chose",
             name, asking.chosen->name, here,
             why->random_ties ? "chance" : "round robin");
      else
        say (&asking,
             "%s fits, too, but has fewer points than %s: %" G_GINT64_FORMAT
             " against %" G_GINT64_FORMAT,
             name, asking.chosen->name, here, there);
      if (*fewer != '\0')
        say (&asking, "It has fewer for %s", fewer);
      if (*more != '\0')
        say (&asking, "It has more for %s", more);
    }
  else
    say (&asking, "%s fits", node);
}
