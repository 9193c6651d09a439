#include "base/legacy-release.h"

#include <string.h>

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

/* Nothing, or the number of a patch: ".13". */
static gboolean
is_patch (const char *text)
{
  return *text == '\0'
         || (*text == '.' && text[1] != '\0'
             && strspn (text + 1, "0123456789") == strlen (text + 1));
}

gboolean
fit_legacy_release_parse (const char *text, FitLegacyRelease *out_release,
                          GError **error)
{
  const char *wanted = *text == 'v' ? text + 1 : text;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (wanted, names[i])
        && is_patch (wanted + strlen (names[i])))
      {
        *out_release = (FitLegacyRelease) (FIT_LEGACY_RELEASE_FIRST + i);
        return TRUE;
      }
  g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
               "found release \"%s\", expected one from \"1.8\" to \"1.16\"",
               text);
  fit_error_add_hint (error, "older files are read as 1.8 reads them; from "
                             "1.17 on rules are framework plugins");
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
    return all; /* they had no such setting */
  if (asked == 0)
    return half;
  return asked < 0 ? all : asked;
}
