/* error.c - the one error domain of libfitsched */
#include "base/error.h"

GQuark
fit_error_quark (void)
{
  return g_quark_from_static_string ("fit-error-quark");
}

void
fit_error_add_hint (GError **error, const char *format, ...)
{
  g_autofree char *hint = NULL;
  g_autofree char *message = NULL;
  va_list args;

  if (error == NULL || *error == NULL)
    return;
  va_start (args, format);
  hint = g_strdup_vprintf (format, args);
  va_end (args);
  message = g_strdup_printf ("%s\nhint: %s", (*error)->message, hint);
  g_free ((*error)->message);
  (*error)->message = g_steal_pointer (&message);
}
