#include "cli/config-target.h"

/* The newest version that @release reads; every release reads one. */
static FitConfigVersion
newest_version (FitRelease release)
{
  FitConfigVersion version = FIT_CONFIG_VERSION_LAST - 1;

  while (version > FIT_CONFIG_V1ALPHA1
         && !fit_config_version_is_read_by (version, release))
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
  g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
               "%s does not read %s; it reads %s, and %s is read by %s",
               fit_release_name (target->release),
               fit_config_version_name (target->version), known,
               fit_config_version_name (target->version), readers);
  return FALSE;
}

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
  if (release == NULL)
    target.release = version != NULL
                         ? fit_config_version_newest_release (target.version)
                         : fit_release_newest ();
  if (version == NULL)
    target.version = newest_version (target.release);
  if (!check_reads (&target, error))
    return FALSE;
  target.gates = fit_release_gates_default (target.release);
  *out_target = target;
  return TRUE;
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
  for (; texts != NULL && *texts != NULL; texts++)
    if (!fit_release_gates_parse (&target->gates, *texts, error))
      return FALSE;
  return TRUE;
}
