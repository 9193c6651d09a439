/* inputs.c - opening inputs, and keeping what can be read only once
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/inputs.h"

#include "cli/foreign-inputs.h"
#include "cli/live-cluster.h"
#include "cli/recognise.h"

#include <string.h>

#include "base/each.h"

struct _FitInputs
{
  const FitOptions *options; /* borrowed */
  GHashTable *kept;          /* owned: path -> FitSource */
  char *namespace_;          /* (nullable) owned: of the live cluster */
  GHashTable *kubelets;      /* owned: path -> FitKubelet */
  gboolean sealed;           /* nothing else is opened */

  /* What fit_inputs_read_ahead() has read. */
  GHashTable *listed; /* owned: path -> GPtrArray of FitManifestFile */
  FitObjects *ahead;  /* (nullable) owned: nobody has taken it yet */
  char **ahead_paths; /* (nullable) borrowed */
  FitDecodeFlags ahead_flags;
};

FitInputs *
fit_inputs_new (const FitOptions *options)
{
  FitInputs *inputs = g_new0 (FitInputs, 1);

  inputs->options = options;
  inputs->kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                        (GDestroyNotify) fit_source_unref);
  inputs->kubelets
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  inputs->listed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                          (GDestroyNotify) g_ptr_array_unref);
  return inputs;
}

void
fit_inputs_free (FitInputs *inputs)
{
  if (inputs == NULL)
    return;
  g_hash_table_unref (inputs->kept);
  g_hash_table_unref (inputs->kubelets);
  g_hash_table_unref (inputs->listed);
  fit_objects_free (inputs->ahead);
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
    return fit_source_check_length (source, limit, error)
               ? fit_source_ref (source)
               : NULL;
  if (inputs->sealed)
    return fit_fail_null (error, FIT_ERROR_NOT_FOUND,
                          "cannot open \"%s\": the question brings no such "
                          "file along",
                          path);
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
fit_inputs_has (const FitInputs *inputs, const char *path)
{
  return g_hash_table_contains (inputs->kept, key_of (path))
         || (!inputs->sealed && g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
add_file (GPtrArray *files, const char *path, gboolean found)
{
  const gsize size = strlen (path) + 1;
  FitManifestFile *file = g_malloc (sizeof *file + size);

  file->found = found;
  memcpy (file->path, path, size);
  g_ptr_array_add (files, file);
}

/* A file that is kept is no directory and no pattern. */
gboolean
fit_inputs_files (const FitInputs *inputs, GPtrArray *out, const char *path,
                  FitTally *skipped, FitUnentered *unentered, GError **error)
{
  const GPtrArray *listed = g_hash_table_lookup (inputs->listed, path);

  FIT_EACH (const FitManifestFile, file, listed)
    add_file (out, file->path, file->found);
  if (listed != NULL)
    return TRUE;
  if (!is_live (path) && !inputs->sealed
      && fit_inputs_find_kept (inputs, path) == NULL)
    return fit_manifest_files (out, path, inputs->options->recursive, skipped,
                               unentered, error);
  add_file (out, path, FALSE);
  return TRUE;
}

void
fit_inputs_seal (FitInputs *inputs)
{
  inputs->sealed = TRUE;
}

gboolean
fit_inputs_recall_kubelet (const FitInputs *inputs, const char *path,
                           FitKubelet *out)
{
  const FitKubelet *kubelet = g_hash_table_lookup (inputs->kubelets, path);

  if (kubelet == NULL)
    return FALSE;
  *out = *kubelet;
  return TRUE;
}

void
fit_inputs_remember_kubelet (FitInputs *inputs, const char *path,
                             const FitKubelet *kubelet)
{
  g_hash_table_insert (inputs->kubelets, g_strdup (path),
                       g_memdup2 (kubelet, sizeof *kubelet));
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

/* -- reading ahead --------------------------------------------------------- */

/* Remembers which files @path means, and what is in them. */
static gboolean
keep_files_of (FitInputs *inputs, const char *path, GError **error)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);

  if (!fit_inputs_files (inputs, files, path, NULL, NULL, error))
    {
      g_ptr_array_unref (files);
      return FALSE;
    }
  g_hash_table_insert (inputs->listed, g_strdup (path), files);
  FIT_EACH (const FitManifestFile, file, files)
    {
      FitSource *source = fit_inputs_open (
          inputs, file->path, fit_limits_default ()->document_bytes, error);

      if (source == NULL)
        return FALSE;
      g_hash_table_insert (inputs->kept, g_strdup (key_of (file->path)),
                           source);
    }
  return TRUE;
}

gboolean
fit_inputs_keep_files (FitInputs *inputs, char **paths, GError **error)
{
  for (; paths != NULL && *paths != NULL; paths++)
    if (!keep_files_of (inputs, *paths, error))
      return FALSE;
  return TRUE;
}

gboolean
fit_inputs_read_ahead (FitInputs *inputs, char **paths, FitDecodeFlags flags,
                       GError **error)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();

  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    if (!fit_inputs_load_objects (inputs, paths[i], objects, flags, error))
      return FALSE;
  fit_objects_free (inputs->ahead);
  inputs->ahead = g_steal_pointer (&objects);
  inputs->ahead_paths = paths;
  inputs->ahead_flags = flags;
  return TRUE;
}

guint
fit_inputs_take_ahead (FitInputs *inputs, char **paths, FitDecodeFlags flags,
                       FitObjects *objects)
{
  char **ahead = inputs->ahead_paths;
  guint n = 0;

  if (inputs->ahead == NULL || ahead == NULL || flags != inputs->ahead_flags)
    return 0;
  for (; ahead[n] != NULL; n++)
    if (paths == NULL || g_strcmp0 (paths[n], ahead[n]) != 0)
      return 0;
  fit_objects_move (inputs->ahead, objects);
  fit_objects_move_counts (inputs->ahead, objects);
  g_clear_pointer (&inputs->ahead, fit_objects_free);
  return n;
}
