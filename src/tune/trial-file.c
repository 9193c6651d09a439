/* trial-file.c - writes and reads the files of a search
 * SPDX-License-Identifier: Apache-2.0 */
#include "tune/trial-file.h"

#include <string.h>

#include "base/error.h"
#include "formats/json-build.h"
#include "formats/sealed.h"
#include "formats/value.h"

#define KEY "search"
#define GENERATION "generation"
#define TRIALS "trials"
#define NUMBER "number"
#define GENES "genes"
#define OUTCOME "outcome"
#define DECISIONS "decisions"

static const char *
kind_of (const FitTuneFile *file)
{
  return file->outcomes ? "TuneTrials" : "TuneGeneration";
}

/* -- writing --------------------------------------------------------------- */

static void
add_trial (FitJson *array, const FitTuneFile *file, const FitTuneTrial *trial)
{
  FitJson *object = fit_json_append (array);
  FitJson *genes = fit_json_array ();

  fit_json_set_integer (object, NUMBER, trial->number);
  for (guint i = 0; i < file->space->genes->len; i++)
    fit_json_add_integer (genes, trial->genes[i]);
  fit_json_set (object, GENES, genes);
  if (file->outcomes)
    {
      FitJson *outcome = fit_json_object ();
      g_autofree char *decisions = g_strdup_printf (
          "%016" G_GINT64_MODIFIER "x", trial->outcome.decisions);

      for (guint i = 0; i < file->goals->n; i++)
        fit_json_set_integer (
            outcome, fit_tune_objective_info (file->goals->of[i])->name,
            trial->outcome.of[file->goals->of[i]]);
      fit_json_set (object, OUTCOME, outcome);
      fit_json_set_text (object, DECISIONS, decisions);
    }
}

char *
fit_tune_file_text (const FitTuneFile *file, const GArray *trials, guint shard,
                    guint n_shards)
{
  g_autoptr (FitJson) document = fit_document_new (kind_of (file));
  FitJson *array = fit_json_array ();
  GString *text;

  fit_json_set_text (document, KEY, file->key);
  fit_json_set_integer (document, GENERATION, file->generation);
  for (guint i = 0; i < trials->len; i++)
    {
      const FitTuneTrial *trial = &g_array_index (trials, FitTuneTrial, i);

      if (trial->generation == file->generation
          && (!file->outcomes || (trial->done && i % n_shards == shard)))
        add_trial (array, file, trial);
    }
  fit_json_set (document, TRIALS, array);
  text = g_string_new (NULL);
  fit_json_append_compact (document, text);
  g_string_append_c (text, '\n');
  fit_seal (text);
  return g_string_free (text, FALSE);
}

/* -- reading --------------------------------------------------------------- */

static gboolean
take_number (const FitValue *value, gint64 *out)
{
  char *end;

  if (value == NULL || value->type != FIT_VALUE_NUMBER)
    return FALSE;
  *out = g_ascii_strtoll (value->text, &end, 10);
  return *end == '\0';
}

static gboolean
read_genes (const FitTuneFile *file, const FitValue *value, gint32 *genes)
{
  const FitValue *list = fit_value_get (value, GENES);

  if (list == NULL || list->type != FIT_VALUE_LIST
      || list->n != file->space->genes->len)
    return FALSE;
  for (guint i = 0; i < list->n; i++)
    {
      const FitTuneGene *gene
          = &g_array_index (file->space->genes, FitTuneGene, i);
      gint64 number;

      if (!take_number (&list->items[i], &number) || number < gene->least
          || number > gene->most)
        return FALSE;
      genes[i] = (gint32) number;
    }
  return TRUE;
}

static gboolean
read_outcome (const FitTuneFile *file, const FitValue *value,
              FitTuneOutcome *out)
{
  const FitValue *outcome = fit_value_get (value, OUTCOME);
  const char *decisions = fit_value_get_string (value, DECISIONS);

  *out = (FitTuneOutcome){ 0 };
  if (decisions == NULL
      || !g_ascii_string_to_unsigned (decisions, 16, 0, G_MAXUINT64,
                                      &out->decisions, NULL))
    return FALSE;
  for (guint i = 0; i < file->goals->n; i++)
    {
      const FitTuneObjective goal = file->goals->of[i];

      if (!take_number (
              fit_value_get (outcome, fit_tune_objective_info (goal)->name),
              &out->of[goal]))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_trial (const FitTuneFile *file, const FitValue *value, GArray *trials,
            GError **error)
{
  FitTuneTrial read = { .generation = file->generation };
  FitTuneTrial *known;
  gint64 number;

  if (!take_number (fit_value_get (value, NUMBER), &number) || number < 0
      || !read_genes (file, value, read.genes)
      || (file->outcomes && !read_outcome (file, value, &read.outcome))
      || (!file->outcomes && number != trials->len))
    return fit_fail (error, FIT_ERROR_SCHEMA,
                     "a trial is not what this program writes");
  read.number = (guint32) number;
  if (!file->outcomes)
    {
      g_array_append_val (trials, read);
      return TRUE;
    }
  known = number < trials->len
              ? &g_array_index (trials, FitTuneTrial, (guint) number)
              : NULL;
  if (known == NULL || known->generation != file->generation
      || memcmp (known->genes, read.genes, sizeof read.genes) != 0)
    return fit_fail (error, FIT_ERROR_SCHEMA,
                     "trial %u is not one of generation %u", read.number,
                     file->generation);
  if (known->done
      && memcmp (&known->outcome, &read.outcome, sizeof read.outcome) != 0)
    return fit_fail (error, FIT_ERROR_SCHEMA,
                     "something else has come of trial %u before", read.number);
  known->outcome = read.outcome;
  known->done = TRUE;
  return TRUE;
}

gboolean
fit_tune_file_read (const FitTuneFile *file, const char *text, gsize len,
                    GArray *trials, GError **error)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *document, *list;
  gint64 generation;
  gsize line;

  if (!fit_unseal (text, len, &line, error))
    return FALSE;
  document = fit_json_parse (arena, text, line, NULL, NULL, NULL);
  if (g_strcmp0 (fit_value_get_string (document, "kind"), kind_of (file)) != 0
      || !take_number (fit_value_get (document, GENERATION), &generation)
      || generation != file->generation)
    return fit_fail (error, FIT_ERROR_SCHEMA,
                     "it is not a %s of generation %u, as its name says",
                     kind_of (file), file->generation);
  if (g_strcmp0 (fit_value_get_string (document, KEY), file->key) != 0)
    return fit_fail (error, FIT_ERROR_SCHEMA,
                     "it belongs to another search: other rules, options or "
                     "input, or another fitsched");
  list = fit_value_get (document, TRIALS);
  for (guint i = 0; i < fit_value_n_items (list); i++)
    if (!read_trial (file, &list->items[i], trials, error))
      return FALSE;
  return TRUE;
}
