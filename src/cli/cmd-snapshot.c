/* cmd-snapshot.c - fitsched snapshot: what a cluster holds, as one file
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/verbs.h"

#include "api/selector-text.h"
#include "base/each.h"
#include "formats/json-build.h"
#include "cli/cluster-notes.h"
#include "cli/console.h"
#include "cli/output-file.h"
#include "snapshot/anonymize.h"

static gboolean
read_cluster (const FitInvocation *invocation, FitSnapshot *snapshot,
              GError **error)
{
  FitInputs *inputs = invocation->inputs;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  g_auto (FitTally) skipped = { 0 };
  g_auto (FitUnentered) unentered = { 0 };
  g_autofree char *note = NULL;

  for (char **path = invocation->options.files; *path != NULL; path++)
    {
      if (!fit_inputs_files (inputs, files, *path, &skipped, &unentered, error))
        return FALSE;
      FIT_EACH (const FitManifestFile, file, files)
        {
          g_autoptr (FitSource) source = fit_inputs_open (
              inputs, file->path, fit_limits_default ()->document_bytes, error);

          if (source == NULL
              || !fit_snapshot_read (snapshot, source->bytes, source->len,
                                     source->name, error))
            return FALSE;
        }
      g_ptr_array_set_size (files, 0);
    }
  fit_note_left_alone (&invocation->options,
                       fit_snapshot_left_alone (snapshot));
  note = fit_inputs_note_unentered (&unentered);
  if (note != NULL)
    fit_console_note ("%s", note);
  if (fit_snapshot_left_out (snapshot) > 0)
    fit_console_note ("left out %u %s that no scheduler reads",
                      fit_snapshot_left_out (snapshot),
                      fit_snapshot_left_out (snapshot) == 1 ? "object"
                                                            : "objects");
  return TRUE;
}

static gboolean
anonymize (const FitOptions *options, FitSnapshot *snapshot, GError **error)
{
  g_autofree char *joined
      = options->keep != NULL ? g_strjoinv (",", options->keep) : NULL;
  g_auto (GStrv) keep = joined != NULL ? g_strsplit (joined, ",", 0) : NULL;

  if (options->anonymize)
    return fit_snapshot_anonymize (snapshot, (const char *const *) keep, error);
  if (keep == NULL)
    return TRUE;
  return fit_fail (error, FIT_ERROR_USAGE, "--keep needs --anonymize");
}

FitExit
fit_cmd_snapshot (const FitInvocation *invocation, GError **error)
{
  const FitOptions *options = &invocation->options;
  g_autoptr (FitSelector) selector = NULL;
  g_autoptr (FitSnapshot) snapshot = fit_snapshot_new ();
  const GPtrArray *missing;
  g_autoptr (GString) kinds = g_string_new (NULL);
  g_autoptr (GString) text = NULL;
  g_autofree char *json = NULL;
  gsize len;

  if (options->selector != NULL)
    {
      selector = fit_selector_parse (options->selector, error);
      if (selector == NULL)
        return FIT_EXIT_USAGE;
    }
  fit_snapshot_choose (snapshot, options->namespace_, selector);
  if (!read_cluster (invocation, snapshot, error)
      || !anonymize (options, snapshot, error))
    return FIT_EXIT_INPUT;
  missing = fit_snapshot_missing (snapshot);
  for (guint i = 0; i < missing->len; i++)
    {
      const FitSnapshotNote *note = missing->pdata[i];

      g_string_append_printf (kinds, "%s%s (%s)", i > 0 ? ", " : "", note->kind,
                              note->text);
    }
  if (missing->len > 0)
    fit_console_warning ("the snapshot is without %s", kinds->str);
  json = fit_snapshot_to_json (snapshot, &len);
  text = g_string_sized_new (len);
  if (options->snapshot_format == FIT_SNAPSHOT_YAML)
    fit_yaml_append_text (json, len, text);
  else
    g_string_append_len (text, json, (gssize) len);
  if (!fit_output_file_write (invocation->signals, options->write_file, TRUE,
                              text->str, text->len, error))
    return FIT_EXIT_INTERNAL;
  if (!fit_output_file_is_stdout (options->write_file))
    fit_console_note ("wrote %u objects to %s", fit_snapshot_count (snapshot),
                      options->write_file);
  return missing->len > 0 ? FIT_EXIT_NO : FIT_EXIT_YES;
}
