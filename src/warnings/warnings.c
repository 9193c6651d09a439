/* warnings.c - lists of warnings about rules
 * SPDX-License-Identifier: Apache-2.0 */
#include "warnings/warnings.h"

static void
warning_free (gpointer data)
{
  FitWarning *warning = data;

  g_free (warning->path);
  g_free (warning->text);
  g_free (warning->fix);
  g_free (warning);
}

GPtrArray *
fit_warnings_new (void)
{
  return g_ptr_array_new_with_free_func (warning_free);
}

FitWarning *
fit_warnings_add (GPtrArray *warnings, FitWarningCode code, FitPlace place,
                  char *path, const char *format, ...)
{
  FitWarning *warning = g_new0 (FitWarning, 1);
  guint n;
  va_list args;

  va_start (args, format);
  warning->text = g_strdup_vprintf (format, args);
  va_end (args);
  warning->info = &fit_warning_infos (&n)[code];
  warning->fix = g_strdup (warning->info->fix);
  warning->place = place;
  warning->path = path;
  g_ptr_array_add (warnings, warning);
  return warning;
}

void
fit_warning_set_fix (FitWarning *warning, const char *format, ...)
{
  va_list args;

  g_free (warning->fix);
  va_start (args, format);
  warning->fix = g_strdup_vprintf (format, args);
  va_end (args);
}

char *
fit_join_names (const GPtrArray *names)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s",
                            i == 0                ? ""
                            : i + 1 == names->len ? " and "
                                                  : ", ",
                            (char *) names->pdata[i]);
  return g_string_free (text, FALSE);
}

/* The sort is stable: warnings about one place stay in order. */
static gint
compare_places (gconstpointer a, gconstpointer b)
{
  const FitWarning *one = *(const FitWarning *const *) a;
  const FitWarning *other = *(const FitWarning *const *) b;

  if (one->place.line != other->place.line)
    return one->place.line < other->place.line ? -1 : 1;
  if (one->place.column != other->place.column)
    return one->place.column < other->place.column ? -1 : 1;
  return 0;
}

void
fit_warnings_sort (GPtrArray *warnings)
{
  g_ptr_array_sort (warnings, compare_places);
}

char *
fit_warning_describe (const FitWarning *warning)
{
  GString *text = g_string_new (NULL);

  if (warning->place.line != 0)
    g_string_append_printf (text, "line %u: ", warning->place.line);
  if (*warning->path != '\0')
    g_string_append_printf (text, "%s: ", warning->path);
  g_string_append_printf (text, "%s (%s)", warning->text, warning->info->code);
  return g_string_free (text, FALSE);
}
