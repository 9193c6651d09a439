/* config-target-options.c - finds out which release reads a configuration if
 * the user does not say so
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/config-target-options.h"

#include "config/default-profile.h"
#include "config/legacy-rules.h"

gboolean
fit_config_target_choose (const char *release, const char *version,
                          FitConfigTarget *out_target, GError **error)
{
  FitConfigTarget target = { 0 };

  if (release != NULL && !fit_release_parse (release, &target.release, error))
    return fit_blame (error, "option --release: ");
  if (version != NULL
      && !fit_config_version_parse (version, &target.version, error))
    return fit_blame (error, "option --config-version: ");
  return fit_config_target_find (target.release, target.version, out_target,
                                 error);
}

/* Returns: the newest release that reads the version and takes a Policy, or
 * 0 */
static FitRelease
newest_with_policy (FitConfigVersion version)
{
  guint n;
  const FitReleaseName *releases = fit_releases (&n);

  for (guint i = n; i > 0; i--)
    if (releases[i - 1].release < FIT_POLICY_BESIDE_BEFORE
        && fit_config_version_is_read_by (version, releases[i - 1].release))
      return releases[i - 1].release;
  return 0;
}

gboolean
fit_config_target_beside_policy (const char *release, const char *api_version,
                                 gboolean has_policy,
                                 FitConfigTarget *out_target, GError **error)
{
  FitConfigVersion version;
  const gboolean known
      = api_version != NULL
        && g_str_has_prefix (api_version, FIT_CONFIG_GROUP "/")
        && fit_config_version_parse (api_version, &version, NULL);
  FitRelease newest;

  if (!fit_config_target_choose (release,
                                 known && release == NULL ? api_version : NULL,
                                 out_target, error))
    return FALSE;
  newest = newest_with_policy (out_target->version);
  return release != NULL || !has_policy || newest == 0
         || fit_config_target_find (newest, out_target->version, out_target,
                                    error);
}

gboolean
fit_config_target_set_gates (FitConfigTarget *target, char **texts,
                             GError **error)
{
  g_autofree char *text = texts != NULL ? g_strjoinv (",", texts) : NULL;

  return text == NULL || fit_feature_gates_parse (&target->gates, text, error);
}
