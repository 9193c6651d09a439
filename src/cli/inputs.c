/* inputs.c - opening inputs, and keeping what can be read only once */
#include "cli/inputs.h"

struct _FitInputs
{
  GHashTable *kept; /* owned: path -> FitSource */
};

static void
unref_source (gpointer source)
{
  fit_source_unref (source);
}

FitInputs *
fit_inputs_new (void)
{
  FitInputs *inputs = g_new (FitInputs, 1);

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
  g_free (inputs);
}

/* Standard input has several names. */
static const char *
key_of (const char *path)
{
  return fit_source_is_stdin (path) ? "-" : path;
}

FitSource *
fit_inputs_open (FitInputs *inputs, const char *path, gsize limit,
                 GError **error)
{
  FitSource *source = g_hash_table_lookup (inputs->kept, key_of (path));

  if (source != NULL)
    return fit_source_ref (source);
  source = fit_source_open (path, limit, error);
  if (source != NULL && source->once)
    g_hash_table_insert (inputs->kept, g_strdup (key_of (path)),
                         fit_source_ref (source));
  return source;
}

const FitSource *
fit_inputs_find_kept (const FitInputs *inputs, const char *path)
{
  return g_hash_table_lookup (inputs->kept, key_of (path));
}

gboolean
fit_inputs_load_objects (FitInputs *inputs, const char *path,
                         FitObjects *objects, FitDecodeFlags flags,
                         GError **error)
{
  const gsize limit = fit_limits_default ()->document_bytes;
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  if (!fit_manifest_paths (paths, path, error))
    return FALSE;
  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (FitSource) source
          = fit_inputs_open (inputs, paths->pdata[i], limit, error);

      if (source == NULL
          || !fit_objects_read_source (objects, source, flags, NULL, error))
        return FALSE;
    }
  return TRUE;
}
