/* legacy-release.c - finds the releases from 1.8 to 1.16 by name, and how they
 * read a Policy
 * SPDX-License-Identifier: Apache-2.0 */
#include "releases/legacy-release.h"

#define FIRST (FIT_RELEASE_OLDEST / 100)
#define LAST (FIT_RELEASE_LEGACY / 100)

static const char *const names[] = {
  "1.8", "1.9", "1.10", "1.11", "1.12", "1.13", "1.14", "1.15", "1.16",
};
G_STATIC_ASSERT (G_N_ELEMENTS (names) == LAST - FIRST + 1);

const char *
fit_legacy_release_name (FitRelease release)
{
  g_return_val_if_fail (
      release >= FIT_RELEASE_OLDEST && fit_release_is_legacy (release), NULL);
  return names[release / 100 - FIRST];
}

gboolean
fit_legacy_release_parse (const char *text, FitRelease *out_release,
                          GError **error)
{
  gint minor;
  gint patch;

  if (fit_release_split (text, &minor, &patch) && minor >= FIRST
      && minor <= LAST)
    {
      *out_release = FIT_RELEASE (minor, 0);
      return TRUE;
    }
  g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
               "\"%s\" is not a release from 1.8 to 1.16", text);
  fit_error_add_hint (error, "for an older file use 1.8; from 1.17 on rules "
                             "are framework plugins");
  return FALSE;
}

gboolean
fit_legacy_release_any_case (FitRelease release)
{
  return fit_span_has ((FitSpan) FIT_BEFORE (11), release);
}

gboolean
fit_legacy_release_missing_is_empty (FitRelease release)
{
  return fit_span_has ((FitSpan) FIT_BEFORE (10), release);
}

gboolean
fit_legacy_release_runs_all (FitRelease release)
{
  return fit_span_has ((FitSpan) FIT_BEFORE (10), release);
}

gint32
fit_legacy_release_percentage (FitRelease release, gint32 asked)
{
  static const FitSpan without_setting = FIT_BEFORE (12);
  static const FitSpan adaptive = FIT_SINCE (14);
  const gint32 all = 100;
  const gint32 half = 50;

  if (fit_span_has (adaptive, release))
    return asked;
  if (fit_span_has (without_setting, release))
    return all;
  if (asked == 0)
    return half;
  return asked < 0 ? all : asked;
}
