/* config-version.c - which release reads which version of
 * kubescheduler.config.k8s.io
 * SPDX-License-Identifier: Apache-2.0 */
#include "releases/config-version.h"

#include <string.h>

typedef struct
{
  const char *api_version;
  FitSpan span;
} VersionRow;

/* Which releases read which version. */
static const VersionRow versions[FIT_CONFIG_VERSION_LAST] = {
  [FIT_CONFIG_V1ALPHA1] = { FIT_CONFIG_GROUP "/v1alpha1", FIT_BEFORE (19) },
  [FIT_CONFIG_V1ALPHA2] = { FIT_CONFIG_GROUP "/v1alpha2", FIT_SPAN (18, 19) },
  [FIT_CONFIG_V1BETA1] = { FIT_CONFIG_GROUP "/v1beta1", FIT_SPAN (19, 23) },
  [FIT_CONFIG_V1BETA2] = { FIT_CONFIG_GROUP "/v1beta2", FIT_SPAN (22, 28) },
  [FIT_CONFIG_V1BETA3] = { FIT_CONFIG_GROUP "/v1beta3", FIT_SPAN (23, 29) },
  [FIT_CONFIG_V1] = { FIT_CONFIG_GROUP "/v1", FIT_SINCE (25) },
};

gboolean
fit_config_span_has (const FitConfigSpan *span, FitConfigVersion version,
                     FitRelease release)
{
  return version >= span->since && (span->until == 0 || version <= span->until)
         && fit_span_has (span->releases, release);
}

const char *
fit_config_version_name (FitConfigVersion version)
{
  return versions[version].api_version + strlen (FIT_CONFIG_GROUP "/");
}

const char *
fit_config_api_version (FitConfigVersion version)
{
  return versions[version].api_version;
}

gboolean
fit_config_version_parse (const char *text, FitConfigVersion *out,
                          GError **error)
{
  const char *name = text;

  if (g_str_has_prefix (text, FIT_CONFIG_GROUP "/"))
    name = text + strlen (FIT_CONFIG_GROUP "/");
  for (guint i = FIT_CONFIG_V1ALPHA1; i < FIT_CONFIG_VERSION_LAST; i++)
    if (strcmp (fit_config_version_name (i), name) == 0)
      {
        *out = i;
        return TRUE;
      }
  return fit_fail (
      error, FIT_ERROR_USAGE,
      "found version \"%s\", expected v1alpha1, v1alpha2, v1beta1, "
      "v1beta2, v1beta3 or v1",
      text);
}

gboolean
fit_config_version_is_read_by (FitConfigVersion version, FitRelease release)
{
  const VersionRow *row = &versions[version];

  return fit_span_has (row->span, release);
}

/* Each version is read by a release that is verified. */
FitRelease
fit_config_version_oldest_release (FitConfigVersion version)
{
  guint n, i = 0;
  const FitReleaseName *known = fit_releases (&n);

  while (!fit_config_version_is_read_by (version, known[i].release))
    i++;
  return known[i].release;
}

FitRelease
fit_config_version_newest_release (FitConfigVersion version)
{
  guint n;
  const FitReleaseName *known = fit_releases (&n);

  while (known[n - 1].unverified != NULL
         || !fit_config_version_is_read_by (version, known[n - 1].release))
    n--;
  return known[n - 1].release;
}

FitConfigVersion
fit_config_version_newest (FitRelease release)
{
  FitConfigVersion version = FIT_CONFIG_VERSION_LAST - 1;

  while (!fit_config_version_is_read_by (version, release))
    version--;
  return version;
}

char *
fit_config_versions_text (FitRelease release)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  GString *out = g_string_new (NULL);

  for (guint i = FIT_CONFIG_V1ALPHA1; i < FIT_CONFIG_VERSION_LAST; i++)
    if (fit_config_version_is_read_by (i, release))
      g_ptr_array_add (names, (gpointer) fit_config_version_name (i));
  for (guint i = 0; i < names->len; i++)
    {
      if (i > 0)
        g_string_append (out, i + 1 == names->len ? " and " : ", ");
      g_string_append (out, names->pdata[i]);
    }
  return g_string_free (out, FALSE);
}
