/* search-key.c - adds texts and files to the key of a search
 * SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "cli/search-key.h"

#include "cli/extender-use.h"

#include <string.h>

#include "base/each.h"

GChecksum *
fit_search_key_new (const FitOptions *options, FitOptionGroups groups)
{
  GChecksum *key = g_checksum_new (G_CHECKSUM_SHA256);
  g_auto (GStrv) how = fit_options_list (options, groups);

  fit_search_key_add (key, PACKAGE_VERSION);
  for (guint i = 0; how[i] != NULL; i++)
    fit_search_key_add (key, how[i]);
  return key;
}

void
fit_search_key_add (GChecksum *key, const char *text)
{
  if (text == NULL)
    text = "";
  g_checksum_update (key, (const guchar *) text, (gssize) strlen (text) + 1);
}

void
fit_search_key_add_rules (GChecksum *key, const FitChosenRules *rules)
{
  const FitRulesFile *const files[] = { &rules->policy, &rules->config };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      gsize len = 0;
      const char *text = files[i]->text != NULL
                             ? fit_rules_file_text (files[i], &len)
                             : NULL;

      g_checksum_update (key, (const guchar *) text, (gssize) len);
      fit_search_key_add (key, NULL);
    }
  fit_search_key_add (key, rules->provider);
}

gboolean
fit_search_key_add_file (GChecksum *key, FitInputs *inputs, const char *path,
                         GError **error)
{
  g_autoptr (FitSource) source
      = fit_inputs_open (inputs, path, G_MAXSSIZE, error);

  if (source == NULL)
    return FALSE;
  g_checksum_update (key, (const guchar *) source->bytes, (gssize) source->len);
  fit_search_key_add (key, NULL);
  return TRUE;
}

gboolean
fit_search_key_add_files (GChecksum *key, FitInputs *inputs, char **paths,
                          GError **error)
{
  for (; paths != NULL && *paths != NULL; paths++)
    {
      g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);

      if (!fit_inputs_files (inputs, files, *paths, NULL, NULL, error))
        return FALSE;
      FIT_EACH (const FitManifestFile, file, files)
        if (!fit_search_key_add_file (key, inputs, file->path, error))
          return FALSE;
    }
  return TRUE;
}

gboolean
fit_search_key_add_what_ifs (GChecksum *key, FitInputs *inputs, char **what_ifs,
                             GError **error)
{
  /* One that names nodes, and a file with others. */
  static const char replace[] = "replace-nodes=";

  for (; what_ifs != NULL && *what_ifs != NULL; what_ifs++)
    {
      const char *nodes = g_str_has_prefix (*what_ifs, replace)
                              ? *what_ifs + strlen (replace)
                              : "";
      const char *file = strchr (nodes, '=');

      fit_search_key_add (key, *what_ifs);
      if (file != NULL
          && !fit_search_key_add_file (key, inputs, file + 1, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
fit_search_key_add_extenders (GChecksum *key, FitInputs *inputs,
                              const FitOptions *options, GError **error)
{
  fit_search_key_add (key, options->extenders);
  return !fit_extender_use_reads (options)
         || fit_search_key_add_file (key, inputs, options->extenders, error);
}
