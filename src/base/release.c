#include "base/release.h"

#include <string.h>

static const FitReleaseName known[] = {
  { FIT_RELEASE_LEGACY, "1.16.7" },       { FIT_RELEASE (18, 2), "1.18.2" },
  { FIT_RELEASE (19, 0), "1.19.0-rc.4" }, { FIT_RELEASE (20, 2), "1.20.2" },
  { FIT_RELEASE (20, 15), "1.20.15" },    { FIT_RELEASE (21, 9), "1.21.9" },
  { FIT_RELEASE (22, 6), "1.22.6" },      { FIT_RELEASE (23, 3), "1.23.3" },
  { FIT_RELEASE (24, 4), "1.24.4" },      { FIT_RELEASE (25, 2), "1.25.2" },
  { FIT_RELEASE (26, 4), "1.26.4" },      { FIT_RELEASE (27, 1), "1.27.1" },
  { FIT_RELEASE (28, 3), "1.28.3" },      { FIT_RELEASE (29, 1), "1.29.1" },
  { FIT_RELEASE (30, 1), "1.30.1" },      { FIT_RELEASE (31, 1), "1.31.1" },
  { FIT_RELEASE (32, 2), "1.32.2" },      { FIT_RELEASE (33, 0), "1.33.0" },
  { FIT_RELEASE (34, 1), "1.34.1" },
};

const FitReleaseName *
fit_releases (guint *out_n)
{
  *out_n = G_N_ELEMENTS (known);
  return known;
}

FitRelease
fit_release_newest (void)
{
  return known[G_N_ELEMENTS (known) - 1].release;
}

const char *
fit_release_name (FitRelease release)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (known[i].release == release)
      return known[i].name;
  return NULL;
}

/* Is @name of the line @line, "1.20"? */
static gboolean
of_line (const char *name, const char *line)
{
  gsize len = strlen (line);

  return strncmp (name, line, len) == 0 && name[len] == '.'
         && strchr (line, '.') != NULL;
}

static void
add_names (GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    g_string_append_printf (names, "%s%s", i ? ", " : "", known[i].name);
  fit_error_add_hint (error, "known are %s", names->str);
}

gboolean
fit_release_parse (const char *text, FitRelease *out_release, GError **error)
{
  const char *wanted = *text == 'v' ? text + 1 : text;

  for (guint i = G_N_ELEMENTS (known); i-- > 0;)
    if (strcmp (known[i].name, wanted) == 0 || of_line (known[i].name, wanted))
      {
        *out_release = known[i].release;
        return TRUE;
      }
  g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
               "found release \"%s\", expected one like \"1.20\" or \"1.20.2\"",
               text);
  add_names (error);
  return FALSE;
}
