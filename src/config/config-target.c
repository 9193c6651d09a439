/* config-target.c - chooses the version and release of a configuration */
#include "config/config-target.h"

/* The newest version that @release reads; every release reads one. */
static FitConfigVersion
newest_version (FitRelease release)
{
  FitConfigVersion version = FIT_CONFIG_VERSION_LAST - 1;

  while (!fit_config_version_is_read_by (version, release))
    version--;
  return version;
}

/* "1.19.0-rc.4 to 1.22.6".  Returns: (transfer full) */
static char *
describe_readers (FitConfigVersion version)
{
  const FitRelease oldest = fit_config_version_oldest_release (version);
  const FitRelease newest = fit_config_version_newest_release (version);

  if (oldest == newest)
    return g_strdup (fit_release_name (oldest));
  return g_strdup_printf ("%s to %s", fit_release_name (oldest),
                          fit_release_name (newest));
}

static gboolean
check_reads (const FitConfigTarget *target, GError **error)
{
  g_autofree char *known = NULL, *readers = NULL;

  if (fit_config_version_is_read_by (target->version, target->release))
    return TRUE;
  known = fit_config_versions_text (target->release);
  readers = describe_readers (target->version);
  return fit_fail (error, FIT_ERROR_USAGE,
                   "%s does not read %s; it reads %s, and %s is read by %s",
                   fit_release_name (target->release),
                   fit_config_version_name (target->version), known,
                   fit_config_version_name (target->version), readers);
}

gboolean
fit_config_target_find (FitRelease release, FitConfigVersion version,
                        FitConfigTarget *out_target, GError **error)
{
  FitConfigTarget target = { .release = release, .version = version };

  if (release == 0)
    target.release = version != 0 ? fit_config_version_newest_release (version)
                                  : fit_release_newest ();
  if (version == 0)
    target.version = newest_version (target.release);
  if (!check_reads (&target, error))
    return FALSE;
  target.gates = fit_feature_gates_of_release (target.release);
  *out_target = target;
  return TRUE;
}
