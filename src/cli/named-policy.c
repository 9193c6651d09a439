/* named-policy.c - finds the Policy for algorithmSource.policy
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/rules-file.h"

/* -- ConfigMaps ------------------------------------------------------------ */

/* @out_found: (out): whether the ConfigMap is in the file */
static gboolean
look_into_file (const char *path, const FitPolicyName *named, FitInputs *inputs,
                FitRulesFile *out_file, gboolean *out_found, GError **error)
{
  const FitConfigMapRules *rules;
  g_autoptr (FitSource) source = fit_inputs_open (
      inputs, path, fit_limits_default ()->document_bytes, error);
  g_auto (FitInput) input = { 0 };

  if (source == NULL)
    return FALSE;
  input = fit_recognise (source);
  rules = fit_rules_file_find_named (source, &input, named);
  *out_found = rules != NULL;
  if (*out_found)
    fit_rules_file_from_config_map (source->name, rules, out_file);
  return TRUE;
}

/* -- files ----------------------------------------------------------------- */

static gboolean
read_named (const FitPolicySource *named, const char *config,
            const FitInvocation *invocation, FitRulesFile *out_file,
            GError **error)
{
  const char *path;
  gboolean found;

  if (named->file == NULL)
    {
      const FitPolicyConfigMapSource *map = named->config_map;
      const FitPolicyName name = { .namespace_ = (char *) map->namespace_,
                                   .name = (char *) map->name };
      char **const lists[]
          = { invocation->options.files, invocation->options.pods };
      g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
      gboolean read = FALSE;

      /* Look into the configuration first, then into the manifests of -f
       * and --pods. */
      if (!fit_inputs_files (invocation->inputs, files, config, NULL, NULL,
                             error))
        return FALSE;
      for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
        for (char **given = lists[i]; given != NULL && *given != NULL; given++)
          if (!fit_inputs_files (invocation->inputs, files, *given, NULL, NULL,
                                 error))
            return FALSE;
      for (guint i = 0; !read && i < files->len; i++)
        if (!look_into_file (((const FitManifestFile *) files->pdata[i])->path,
                             &name, invocation->inputs, out_file, &read, error))
          return FALSE;
      if (read)
        return TRUE;
      return fit_fail (
          error, FIT_ERROR_NOT_FOUND,
          "algorithmSource names ConfigMap %s/%s, which is not among the "
          "manifests with the key policy.cfg",
          map->namespace_, map->name);
    }
  /* The path of a configuration in a ConfigMap is one in a container: another
   * key may be the file. */
  path = named->file->path;
  if (!look_into_file (config, &(FitPolicyName){ .path = (char *) path },
                       invocation->inputs, out_file, &found, error))
    return FALSE;
  if (found
      || fit_rules_file_read (path, FIT_RULES_NAMED, invocation, out_file,
                              error))
    return TRUE;
  return fit_blame (error, "algorithmSource: ");
}

gboolean
fit_named_policy_read (const FitPolicySource *named, const char *config,
                       const FitInvocation *invocation, FitRulesFile *out_file,
                       GError **error)
{
  const char *given = invocation->options.policy;
  g_autoptr (GError) problem = NULL;

  if (given != NULL)
    return fit_rules_file_read (given, FIT_RULES_NAMED, invocation, out_file,
                                error);
  if (read_named (named, config, invocation, out_file, &problem))
    return TRUE;
  g_prefix_error (&problem,
                  "%s: ", fit_source_is_stdin (config) ? "stdin" : config);
  if (g_error_matches (problem, FIT_ERROR, FIT_ERROR_NOT_FOUND))
    fit_error_add_hint (&problem, "%s FILE gives the Policy that it names",
                        invocation->options.sides[0].rules != NULL
                            ? "--left-policy FILE or --right-policy"
                            : "--policy");
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}
