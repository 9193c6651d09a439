/* config-target.c - chooses the version and release of a configuration
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/default-profile.h"

gboolean
fit_config_target_find (FitRelease release, FitConfigVersion version,
                        FitConfigTarget *out_target, GError **error)
{
  FitConfigTarget target = { .release = release, .version = version };

  if (release == 0)
    target.release = version != 0 ? fit_config_version_newest_release (version)
                                  : fit_release_newest ();
  if (version == 0)
    target.version = fit_config_version_newest (target.release);
  if (!fit_config_version_is_read_by (target.version, target.release))
    {
      const char *name = fit_config_version_name (version);
      const FitRelease oldest = fit_config_version_oldest_release (version);
      const FitRelease newest = fit_config_version_newest_release (version);
      g_autofree char *known = fit_config_versions_text (target.release);

      return fit_fail (error, FIT_ERROR_USAGE,
                       "%s does not read %s; it reads %s, and %s is read by "
                       "%s%s%s",
                       fit_release_name (target.release), name, known, name,
                       fit_release_name (oldest),
                       oldest == newest ? "" : " to ",
                       oldest == newest ? "" : fit_release_name (newest));
    }
  target.gates = fit_feature_gates_of_release (target.release);
  *out_target = target;
  return TRUE;
}
