/* inputs.c - opening inputs, and keeping what can be read only once
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/inputs.h"

#include "cli/foreign-inputs.h"
#include "cli/live-cluster.h"
#include "cli/recognise.h"

#include <string.h>

struct _FitInputs
{
  const FitOptions *options; /* borrowed */
  GHashTable *kept;          /* owned: path -> FitSource */
  char *namespace_;          /* (nullable) owned: of the live cluster */
};

static void
unref_source (gpointer source)
{
  fit_source_unref (source);
}

FitInputs *
fit_inputs_new (const FitOptions *options)
{
  FitInputs *inputs = g_new0 (FitInputs, 1);

  inputs->options = options;
  inputs->kept
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, unref_source);
  return inputs;
}

void
fit_inputs_free (FitInputs *inputs)
{
  if (inputs == NULL)
    return;
  g_hash_table_unref (inputs->kept);
  g_free (inputs->namespace_);
  g_free (inputs);
}

/* Standard input has several names. */
static const char *
key_of (const char *path)
{
  return fit_source_is_stdin (path) ? "-" : path;
}

const char *
fit_inputs_namespace (const FitInputs *inputs)
{
  return inputs->namespace_ != NULL ? inputs->namespace_ : "default";
}

static gboolean
is_live (const char *path)
{
  return strcmp (path, FIT_LIVE_CLUSTER) == 0;
}

FitSource *
fit_inputs_open (FitInputs *inputs, const char *path, gsize limit,
                 GError **error)
{
  FitSource *source = g_hash_table_lookup (inputs->kept, key_of (path));

  if (source != NULL)
    return fit_source_ref (source);
  if (is_live (path))
    source
        = fit_live_cluster_read (inputs->options, &inputs->namespace_, error);
  else
    source = fit_source_open (path, limit, error);
  if (source != NULL && source->once)
    g_hash_table_insert (inputs->kept, g_strdup (key_of (path)),
                         fit_source_ref (source));
  return source;
}

void
fit_inputs_keep (FitInputs *inputs, const char *path, char *text, gsize len)
{
  g_hash_table_insert (inputs->kept, g_strdup (key_of (path)),
                       fit_source_of_text (path, text, len));
}

const FitSource *
fit_inputs_find_kept (const FitInputs *inputs, const char *path)
{
  return g_hash_table_lookup (inputs->kept, key_of (path));
}

gboolean
fit_inputs_files (const FitInputs *inputs, GPtrArray *out, const char *path,
                  FitTally *skipped, FitUnentered *unentered, GError **error)
{
  const gsize size = strlen (path) + 1;
  FitManifestFile *file;

  if (!is_live (path))
    return fit_manifest_files (out, path, inputs->options->recursive, skipped,
                               unentered, error);
  file = g_malloc (sizeof *file + size);
  file->found = FALSE;
  memcpy (file->path, path, size);
  g_ptr_array_add (out, file);
  return TRUE;
}

char *
fit_inputs_note_skipped (const FitTally *skipped)
{
  g_autofree char *examples = fit_tally_text (skipped);

  return skipped->n == 0
             ? NULL
             : g_strdup_printf (
                 "skipped %u %s nothing fitsched reads: %s", skipped->n,
                 skipped->n == 1 ? "file that holds" : "files that hold",
                 examples);
}

char *
fit_inputs_note_unentered (const FitUnentered *unentered)
{
  const guint n = unentered->directories.n;
  g_autofree char *examples = fit_tally_text (&unentered->directories);

  return n == 0
             ? NULL
             : g_strdup_printf (
                 "not read: %u %s with %s%u %s (%s); -R reads %s", n,
                 n == 1 ? "directory" : "directories",
                 unentered->more_files ? "at least " : "", unentered->n_files,
                 unentered->n_files == 1 ? "file" : "files", examples,
                 n == 1 ? "it" : "them");
}

gboolean
fit_inputs_fail_skipped (const char *path, const FitTally *skipped,
                         GError **error)
{
  g_autofree char *note = fit_inputs_note_skipped (skipped);

  return fit_fail (error, FIT_ERROR_NOT_FOUND,
                   "found no manifests in \"%s\": %s", path, note);
}

/* A file that was only found in a directory may be something else; foreign
 * files there have been left out already. */
static gboolean
load_file (FitInputs *inputs, const FitManifestFile *file, FitObjects *objects,
           FitDecodeFlags flags, gboolean *out_read, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (FitSource) source = fit_inputs_open (
      inputs, file->path, fit_limits_default ()->document_bytes, error);

  if (source == NULL)
    return FALSE;
  *out_read = !file->found || fit_recognise_manifests (source);
  if (!*out_read)
    {
      if (!fit_foreign_check_dump (source, error))
        return FALSE;
      fit_tally_add (&objects->skipped, "%s", file->path);
      return TRUE;
    }
  if (!file->found && !fit_foreign_check (source, error))
    return FALSE;
  if (fit_objects_read_source (objects, source, flags, NULL, &problem))
    return TRUE;
  fit_foreign_explain (source, &problem);
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

gboolean
fit_inputs_load_objects (FitInputs *inputs, const char *path,
                         FitObjects *objects, FitDecodeFlags flags,
                         GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  guint n_read = 0;

  if (!fit_inputs_files (inputs, files, path, &objects->skipped,
                         &objects->unentered, error))
    return FALSE;
  for (guint i = 0; i < files->len; i++)
    {
      gboolean read = FALSE;

      if (!load_file (inputs, files->pdata[i], objects, flags, &read, error))
        return FALSE;
      n_read += read;
    }
  return n_read > 0 || fit_inputs_fail_skipped (path, &objects->skipped, error);
}
