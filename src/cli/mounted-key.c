/* mounted-key.c - finds the ConfigMap that a container mounts at a path
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/mounted-key.h"

#include <string.h>

#include "formats/value.h"

typedef struct
{
  const char *path; /* borrowed: without "//" and "/" at the end */
  FitMountedKey found;
} Search;

void
fit_mounted_key_clear (FitMountedKey *mounted)
{
  g_clear_pointer (&mounted->map, g_free);
  g_clear_pointer (&mounted->key, g_free);
}

/* Returns: the items of the list @name of @value; @out_n: (out) */
static const FitValue *
list_of (const FitValue *value, const char *name, guint *out_n)
{
  const FitValue *list = fit_value_get (value, name);
  const gboolean is_list = list != NULL && list->type == FIT_VALUE_LIST;

  *out_n = is_list ? list->n : 0;
  return is_list ? list->items : NULL;
}

/* @source (nullable): names a ConfigMap, and maybe some of its keys, whose files
 * may have other names.  @file: the file that is looked for in the volume. */
static void
look_into_source (Search *search, const FitValue *source, const char *file)
{
  const char *map = fit_value_get_string (source, "name");
  const char *key = NULL;
  guint n;
  const FitValue *items = list_of (source, "items", &n);

  if (map == NULL || search->found.map != NULL)
    return;
  if (n == 0)
    key = file;
  for (guint i = 0; i < n && key == NULL; i++)
    if (g_strcmp0 (fit_value_get_string (&items[i], "path"), file) == 0)
      key = fit_value_get_string (&items[i], "key");
  if (key == NULL)
    return;
  search->found = (FitMountedKey){ g_strdup (map), g_strdup (key) };
}

/* Looks for a pod's spec at any depth: in a Pod, a Deployment, a CronJob. */
static void
look_into (Search *search, const FitValue *value)
{
  guint n;
  const FitValue *containers = list_of (value, "containers", &n);

  for (guint i = 0; i < n; i++)
    {
      guint n_found, n_volumes;
      const FitValue *mounts
          = list_of (&containers[i], "volumeMounts", &n_found);
      const FitValue *volumes = list_of (value, "volumes", &n_volumes);

      for (guint m = 0; m < n_found && search->found.map == NULL; m++)
        {
          const char *name = fit_value_get_string (&mounts[m], "name");
          const char *written = fit_value_get_string (&mounts[m], "mountPath");
          const char *sub = fit_value_get_string (&mounts[m], "subPath");
          g_autofree char *at
              = written != NULL ? g_canonicalize_filename (written, "/") : NULL;
          const gsize len = at != NULL ? strlen (at) : 0;
          const char *file;

          if (at == NULL)
            file = NULL;
          else if (sub != NULL)
            file = strcmp (at, search->path) == 0 ? sub : NULL;
          else
            file = strncmp (at, search->path, len) == 0
                           && search->path[len] == '/'
                       ? search->path + len + 1
                       : NULL;
          for (guint j = 0; file != NULL && name != NULL && j < n_volumes; j++)
            if (g_strcmp0 (fit_value_get_string (&volumes[j], "name"), name)
                == 0)
              {
                guint n_sources;
                const FitValue *sources
                    = list_of (fit_value_get (&volumes[j], "projected"),
                               "sources", &n_sources);

                look_into_source (
                    search, fit_value_get (&volumes[j], "configMap"), file);
                for (guint k = 0; k < n_sources; k++)
                  look_into_source (
                      search, fit_value_get (&sources[k], "configMap"), file);
              }
        }
    }
  for (guint i = 0; n == 0 && value->type == FIT_VALUE_MAP && i < value->n; i++)
    look_into (search, &value->members[i].value);
}

static gboolean
look_at_object (const FitValue *value, const FitObjectPlace *place,
                gpointer data, GError **error)
{
  Search *search = data;

  look_into (search, value);
  if (search->found.map == NULL)
    return TRUE;
  return fit_fail (error, FIT_ERROR_INTERNAL, "seen enough");
}

FitMountedKey
fit_mounted_key_find (const FitSource *source, const char *path)
{
  g_autofree char *plain = g_canonicalize_filename (path, "/");
  Search search = { .path = plain };

  if (*path == '/')
    fit_read_objects (source->bytes, source->len, source->name, NULL,
                      look_at_object, &search, NULL);
  return search.found;
}
