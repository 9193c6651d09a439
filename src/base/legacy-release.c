/* legacy-release.c - finds the releases from 1.8 to 1.16 by name, and how they read a Policy */
#include "base/legacy-release.h"

#include "base/release.h"

static const char *const names[] = {
  "1.8", "1.9", "1.10", "1.11", "1.12", "1.13", "1.14", "1.15", "1.16",
};
G_STATIC_ASSERT (G_N_ELEMENTS (names)
                 == FIT_LEGACY_RELEASE_LAST - FIT_LEGACY_RELEASE_FIRST + 1);

const char *
fit_legacy_release_name (FitLegacyRelease release)
{
  g_return_val_if_fail (release >= FIT_LEGACY_RELEASE_FIRST
                            && release <= FIT_LEGACY_RELEASE_LAST,
                        NULL);
  return names[release - FIT_LEGACY_RELEASE_FIRST];
}

gboolean
fit_legacy_release_parse (const char *text, FitLegacyRelease *out_release,
                          GError **error)
{
  gint minor;
  gint patch;

  if (fit_release_split (text, &minor, &patch)
      && minor >= FIT_LEGACY_RELEASE_FIRST && minor <= FIT_LEGACY_RELEASE_LAST)
    {
      *out_release = (FitLegacyRelease) minor;
      return TRUE;
    }
  g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
               "\"%s\" is not a release from 1.8 to 1.16", text);
  fit_error_add_hint (error, "for an older file use 1.8; from 1.17 on rules "
                             "are framework plugins");
  return FALSE;
}

gboolean
fit_legacy_release_any_case (FitLegacyRelease release)
{
  return release <= 10;
}

gboolean
fit_legacy_release_missing_is_empty (FitLegacyRelease release)
{
  return release <= 9;
}

gboolean
fit_legacy_release_runs_all (FitLegacyRelease release)
{
  return release <= 9;
}

gint32
fit_legacy_release_percentage (FitLegacyRelease release, gint32 asked)
{
  const gint32 all = 100;
  const gint32 half = 50;

  if (release >= 14)
    return asked;
  if (release <= 11)
    return all; /* these releases had no such setting */
  if (asked == 0)
    return half;
  return asked < 0 ? all : asked;
}
