/* error.c - the error domain of libfitsched */
#include "base/error.h"

GQuark
fit_error_quark (void)
{
  return g_quark_from_static_string ("fit-error-quark");
}

const char *
fit_error_code_name (const GError *error)
{
  static const char *const names[] = {
    [FIT_ERROR_PARSE] = "parse",
    [FIT_ERROR_SCHEMA] = "schema",
    [FIT_ERROR_POLICY] = "policy",
    [FIT_ERROR_NOT_FOUND] = "notFound",
    [FIT_ERROR_IO] = "io",
    [FIT_ERROR_REMOTE] = "remote",
    [FIT_ERROR_LIMIT] = "limit",
    [FIT_ERROR_USAGE] = "usage",
    [FIT_ERROR_SCHEDULE] = "schedule",
    [FIT_ERROR_INTERNAL] = "internal",
    [FIT_ERROR_UNASKED] = "unasked",
    [FIT_ERROR_OUTPUT] = "output",
    [FIT_ERROR_INCOMPLETE] = "incomplete",
  };
  G_STATIC_ASSERT (G_N_ELEMENTS (names) == FIT_ERROR_INCOMPLETE + 1);

  if (error->domain != FIT_ERROR || (guint) error->code >= G_N_ELEMENTS (names))
    return names[FIT_ERROR_INTERNAL];
  return names[error->code];
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
