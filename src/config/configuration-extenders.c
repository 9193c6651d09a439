/* configuration-extenders.c - extenders of a configuration
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/configuration-private.h"
#include "releases/behaviour.h"

#include "api/names.h"
#include "api/syntax.h"

GPtrArray *
fit_config_extenders (const FitConfigFile *file)
{
  GPtrArray *extenders = g_ptr_array_new ();

  for (guint i = 0; i < file->n_extenders; i++)
    g_ptr_array_add (extenders, &file->extenders[i]);
  return extenders;
}

FitArgStrings
fit_config_ignored_resources (const FitExtenderPolicy *extenders,
                              guint n_extenders, FitArena *arena)
{
  FitArgStrings ignored = { 0 };
  const char **items;
  guint n = 0;

  for (guint i = 0; i < n_extenders; i++)
    n += extenders[i].n_managed_resources;
  items = fit_arena_new0 (arena, const char *, n + 1);
  for (guint i = 0; i < n_extenders; i++)
    for (guint j = 0; j < extenders[i].n_managed_resources; j++)
      if (extenders[i].managed_resources[j].ignored_by_scheduler)
        items[ignored.n++] = extenders[i].managed_resources[j].name;
  ignored.items = items;
  return ignored;
}

/* -- checks ---------------------------------------------------------------- */

/* A CA is of no use if the extender's certificate is not verified. */
gboolean
fit_config_check_tls (const FitConfigFile *file, GError **error)
{
  for (guint i = 0; i < file->n_extenders; i++)
    {
      const FitExtenderTLS *tls = file->extenders[i].tls;

      if (tls == NULL || !tls->insecure
          || (*tls->ca_file == '\0' && *tls->ca_data == '\0'))
        continue;
      g_set_error (error, FIT_ERROR, FIT_ERROR_POLICY,
                   "extenders[%u].tlsConfig: specifying a root certificates "
                   "file with the insecure flag is not allowed",
                   i);
      fit_error_add_hint (error, "leave out insecure to verify the extender");
      return FALSE;
    }
  return TRUE;
}

void
fit_config_check_extenders (const FitConfigFile *file, FitRelease release,
                            GPtrArray *problems)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  guint binders = 0;

  for (guint i = 0; i < file->n_extenders; i++)
    {
      const FitExtenderPolicy *extender = &file->extenders[i];

      if (*extender->prioritize_verb != '\0' && extender->weight <= 0)
        fit_config_problem (problems,
                            "extenders[%u].weight: Invalid value: "
                            "%" G_GINT64_FORMAT
                            ": must have a positive weight applied to it",
                            i, extender->weight);
      if (*extender->bind_verb != '\0')
        binders++;
      for (guint j = 0; j < extender->n_managed_resources; j++)
        {
          const char *name = extender->managed_resources[j].name;
          g_autofree char *path
              = g_strdup_printf ("extenders[%u].managedResources[%u]", i, j);
          g_autofree char *quoted = fit_quote (name);
          g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
          /* 1.20 changed the name for the part before the slash. */
          const char *const prefix_name
              = fit_behaviour (release).errors_name_rfc_1123
                    ? "a lowercase RFC 1123 subdomain"
                    : "a DNS-1123 subdomain";

          fit_qualified_name_problems (name, found);
          if (found->len == 0 && !fit_is_extended_resource_name (name))
            fit_config_problem (problems,
                                "%s.name: Invalid value: %s: %s is an invalid "
                                "extended resource name",
                                path, quoted, name);
          for (guint k = 0; k < found->len; k++)
            {
              g_auto (GStrv) parts
                  = g_strsplit (found->pdata[k], "a DNS-1123 subdomain", 2);
              g_autofree char *problem = g_strjoinv (prefix_name, parts);

              fit_config_problem (problems, "%s.name: Invalid value: %s: %s",
                                  path, quoted, problem);
            }
          if (!g_hash_table_add (seen, (gpointer) name))
            fit_config_problem (problems,
                                "%s.name: Invalid value: %s: duplicate "
                                "extender managed resource name",
                                path, quoted);
        }
    }
  if (binders > 1)
    fit_config_problem (problems,
                        "extenders: Invalid value: \"found %u extenders "
                        "implementing bind\": only one extender can implement "
                        "bind",
                        binders);
}
