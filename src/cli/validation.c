/* validation.c - what 'fitsched validate' says about a file
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/validation.h"

#include "base/list-gap.h"
#include "base/plain-text.h"
#include "cli/release-groups.h"
#include "config/migrate/readers.h"

static void
say_readers (FitValidation *validation)
{
  g_autofree char *text = NULL;

  if (validation->readers == NULL)
    return;
  text = fit_readers_describe (validation->readers, TRUE);
  fit_plain_printf (validation->text, "  read by: %s\n", text);
  fit_json_set (validation->item, "readBy",
                fit_readers_json (validation->readers));
  fit_json_set (validation->item, "notReadBy",
                fit_readers_refusals_json (validation->readers));
}

static void
set_valid (FitValidation *validation, gboolean valid)
{
  fit_json_set_boolean (validation->item, "valid", valid);
  fit_table_set (validation->names, FIT_VALIDATION_VALID,
                 fit_cell_boolean (valid));
}

void
fit_validation_say_valid (FitValidation *validation, const FitValidated *file,
                          const char *text, const GPtrArray *notes)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);

  if (file->rules != NULL && file->rules->place != NULL)
    {
      g_ptr_array_add (all,
                       g_strdup_printf ("read from %s", file->rules->place));
      fit_json_set_text (validation->item, "configMap", file->rules->place);
    }
  if (file->rules != NULL && file->rules->note != NULL)
    g_ptr_array_add (all, g_strdup (file->rules->note));
  if (file->beside != NULL)
    g_ptr_array_add (
        all, g_strdup_printf ("manifests in the same file: %s", file->beside));
  for (guint i = 0; i < notes->len; i++)
    g_ptr_array_add (all, g_strdup (notes->pdata[i]));
  fit_plain_printf (validation->text, "%s: ok (%s)\n", file->name, text);
  say_readers (validation);
  for (guint i = 0; i < all->len; i++)
    fit_plain_printf (validation->text, "  note: %s\n", (char *) all->pdata[i]);
  set_valid (validation, TRUE);
  fit_json_set_texts (validation->item, "notes", all);
}

void
fit_validation_say_message (FitValidation *validation, const char *name,
                            const GError *problem)
{
  g_auto (GStrv) lines = fit_error_lines (problem);

  fit_plain_printf (validation->text, "%s: not valid\n", name);
  for (guint i = 0; lines[i] != NULL; i++)
    fit_plain_printf (validation->text, "  %s\n", lines[i]);
  validation->all_valid = FALSE;
}

void
fit_validation_say_invalid (FitValidation *validation, const char *name,
                            const GError *problem)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new ();

  fit_validation_say_message (validation, name, problem);
  say_readers (validation);
  set_valid (validation, FALSE);
  fit_json_set_text (validation->item, "message", problem->message);
  fit_json_set_texts (validation->item, "notes", notes);
}

GPtrArray *
fit_validation_extender_names (const GPtrArray *extenders)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < extenders->len; i++)
    g_ptr_array_add (names, fit_extender_policy_name (extenders->pdata[i]));
  return names;
}

void
fit_validation_append_count (GString *text, guint n, const char *one,
                             const char *many)
{
  g_string_append_printf (text, "%s%u %s", fit_list_gap (text, ", "), n,
                          n == 1 ? one : many);
}
