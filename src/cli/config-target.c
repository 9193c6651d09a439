/* config-target.c - finds out which release reads a configuration if the user
 * does not say so */
#include "cli/config-target.h"

#include "config/config-target.h"

gboolean
fit_config_target_choose (const char *release, const char *version,
                          FitConfigTarget *out_target, GError **error)
{
  FitConfigTarget target = { 0 };

  if (release != NULL && !fit_release_parse (release, &target.release, error))
    {
      g_prefix_error (error, "option --release: ");
      return FALSE;
    }
  if (version != NULL
      && !fit_config_version_parse (version, &target.version, error))
    {
      g_prefix_error (error, "option --config-version: ");
      return FALSE;
    }
  return fit_config_target_find (target.release, target.version, out_target,
                                 error);
}

gboolean
fit_config_target_for_file (const char *release, const char *api_version,
                            FitConfigTarget *out_target, GError **error)
{
  FitConfigVersion version;
  const gboolean known
      = api_version != NULL
        && g_str_has_prefix (api_version, FIT_CONFIG_GROUP "/")
        && fit_config_version_parse (api_version, &version, NULL);

  return fit_config_target_choose (
      release, known && release == NULL ? api_version : NULL, out_target,
      error);
}

gboolean
fit_config_target_set_gates (FitConfigTarget *target, char **texts,
                             GError **error)
{
  g_autofree char *text = texts != NULL ? g_strjoinv (",", texts) : NULL;

  return text == NULL || fit_feature_gates_parse (&target->gates, text, error);
}
