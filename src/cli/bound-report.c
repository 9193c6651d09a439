/* bound-report.c - tells a bound as a sentence and as data
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/bound-report.h"

static const struct
{
  const char *reached;
  const char *before, *after; /* the number */
  gboolean least;             /* the bound is the least, not the most */
} texts[] = {
  [FIT_BOUND_PLACED] = { "no placement could have more",
                         "no placement could have more than ", "", FALSE },
  [FIT_BOUND_COPIES] = { "no placement could have more",
                         "no placement could have more than ", "", FALSE },
  [FIT_BOUND_DRAINED]
  = { "no more could be drained, whatever moves where", "at most ",
      " could be drained, whatever moves where", FALSE },
  [FIT_BOUND_NEW_NODES]
  = { "no fewer would do, whatever goes where", "at least ",
      " are needed, whatever goes where", TRUE },
};

GPtrArray *
fit_bound_placed_pods (const GPtrArray *pods, FitSimulation *simulation)
{
  GPtrArray *placed = g_ptr_array_new ();

  for (guint i = 0; i < pods->len; i++)
    if (fit_cache_find_pod (fit_simulation_cache (simulation),
                            ((const FitPod *) pods->pdata[i])->meta.uid)
        != NULL)
      g_ptr_array_add (placed, pods->pdata[i]);
  return placed;
}

gboolean
fit_bound_check (const FitBound *bound, FitBoundOf of, gint64 found,
                 GError **error)
{
  if (bound == NULL || !bound->known
      || (texts[of].least ? found >= bound->value : found <= bound->value))
    return TRUE;
  return fit_fail (error, FIT_ERROR_INTERNAL,
                   "the bound is wrong: %" G_GINT64_FORMAT
                   " was proved, %" G_GINT64_FORMAT " was found",
                   bound->value, found);
}

/* Returns: (transfer full) */
static char *
sentence (const FitBound *bound, FitBoundOf of, gint64 found)
{
  if (!bound->known)
    return g_strconcat ("no bound is known: ", bound->problem, NULL);
  if (found == bound->value)
    return g_strdup (texts[of].reached);
  return g_strdup_printf ("%s%" G_GINT64_FORMAT "%s", texts[of].before,
                          bound->value, texts[of].after);
}

void
fit_bound_tell (const FitBound *bound, FitBoundOf of, gint64 found,
                FitReport *report)
{
  g_autofree char *text = bound != NULL ? sentence (bound, of, found) : NULL;

  if (text != NULL)
    fit_report_say (report, "%s", text);
}

void
fit_bound_set_json (const FitBound *bound, FitBoundOf of, gint64 found,
                    FitJson *data)
{
  g_autofree char *text = bound != NULL ? sentence (bound, of, found) : NULL;
  FitJson *object;

  if (text == NULL)
    return;
  object = fit_json_object ();
  fit_json_set_number (object, "value", bound->known, bound->value);
  fit_json_set_boolean (object, "reached",
                        bound->known && found == bound->value);
  fit_json_set_text (object, "text", text);
  fit_json_set_texts (object, "rules", bound->rules);
  fit_json_set (data, "bound", object);
}
