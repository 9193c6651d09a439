/* extender-tally.c - counts failures of extenders
 * SPDX-License-Identifier: Apache-2.0 */
#include "assembly/extender-tally.h"

#include <string.h>

/* -- counting -------------------------------------------------------------- */

static void
free_failure (gpointer data)
{
  FitExtenderFailure *failure = data;

  g_free (failure->name);
  g_error_free (failure->error);
  g_free (failure);
}

void
fit_extender_tally_init (FitExtenderTally *tally, FitExtenderMode mode)
{
  *tally = (FitExtenderTally){
    .mode = mode,
    .names = g_ptr_array_new_with_free_func (g_free),
    .failures = g_ptr_array_new_with_free_func (free_failure),
  };
}

void
fit_extender_tally_clear (FitExtenderTally *tally)
{
  g_clear_pointer (&tally->names, g_ptr_array_unref);
  g_clear_pointer (&tally->failures, g_ptr_array_unref);
}

void
fit_extender_tally_add (FitExtenderTally *tally, const GPtrArray *extenders)
{
  for (guint i = 0; i < extenders->len; i++)
    g_ptr_array_add (tally->names,
                     fit_extender_policy_name (extenders->pdata[i]));
}

static FitExtenderFailure *
find_failure (const FitExtenderTally *tally, const FitExtenderFailure *like)
{
  for (guint i = 0; i < tally->failures->len; i++)
    {
      FitExtenderFailure *failure = tally->failures->pdata[i];

      if (strcmp (failure->name, like->name) == 0 && failure->verb == like->verb
          && failure->unasked == like->unasked
          && failure->ignored == like->ignored)
        return failure;
    }
  return NULL;
}

void
fit_extender_tally_count (FitExtenderTally *tally, const FitExtender *extender,
                          FitExtenderVerb verb, const GError *problem)
{
  const gboolean unasked
      = g_error_matches (problem, FIT_ERROR, FIT_ERROR_UNASKED);
  const FitExtenderFailure like = {
    .name = (char *) fit_extender_name (extender),
    .verb = verb,
    .unasked = unasked,
    /* A failing prioritizer is always ignored.  An extender that was not called
     * never is: no answer is not a yes. */
    .ignored = !unasked
               && (verb == FIT_EXTENDER_PRIORITIZE
                   || (verb != FIT_EXTENDER_BIND
                       && fit_extender_is_ignorable (extender))),
  };
  FitExtenderFailure *failure = find_failure (tally, &like);

  if (failure == NULL)
    {
      failure = g_memdup2 (&like, sizeof like);
      failure->name = g_strdup (like.name);
      failure->error = g_error_copy (problem);
      g_ptr_array_add (tally->failures, failure);
    }
  failure->count++;
}

GPtrArray *
fit_extender_tally_ignored (const FitExtenderTally *tally)
{
  GPtrArray *ignored = g_ptr_array_new ();

  for (guint i = 0; tally->failures != NULL && i < tally->failures->len; i++)
    {
      const FitExtenderFailure *failure = tally->failures->pdata[i];

      if (failure->ignored)
        g_ptr_array_add (ignored, (gpointer) failure);
    }
  return ignored;
}

/* -- as data --------------------------------------------------------------- */

static const char *const answer_words[] = {
  [FIT_EXTENDERS_ASK] = "asked",
  [FIT_EXTENDERS_SKIP] = "leftOut",
  [FIT_EXTENDERS_FAIL] = "refused",
  [FIT_EXTENDERS_FILE] = "recorded",
};

void
fit_extender_tally_set_json (const FitExtenderTally *const *tallies, guint n,
                             FitJson *document)
{
  static const char *const sides[] = { "left", "right" };
  FitJson *array = NULL;

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < tallies[i]->names->len; j++)
      {
        const char *name = tallies[i]->names->pdata[j];
        FitJson *object;
        const FitExtenderTally *tally;
        FitJson *failures;

        if (array == NULL)
          fit_json_set (document, "extenders", array = fit_json_array ());
        object = fit_json_append (array);
        fit_json_set_text (object, "name", name);
        fit_json_set_text (object, "answers", answer_words[tallies[i]->mode]);
        tally = tallies[i];
        failures = fit_json_array ();
        for (guint k = 0; k < tally->failures->len; k++)
          {
            const FitExtenderFailure *failure = tally->failures->pdata[k];
            FitJson *entry;

            if (strcmp (failure->name, name) != 0)
              continue;
            entry = fit_json_append (failures);
            fit_json_set_text (entry, "verb",
                               fit_extender_verb_name (failure->verb));
            fit_json_set_boolean (entry, "asked", !failure->unasked);
            fit_json_set_integer (entry, "count", failure->count);
            fit_json_set_text (entry, "message", failure->error->message);
            fit_json_set_boolean (entry, "ignored", failure->ignored);
          }
        fit_json_set (object, "failures", failures);
        if (n > 1)
          fit_json_set_text (object, "side", sides[i]);
      }
}
