/* error.c - the error domain of libfitsched
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/error.h"

#include <string.h>

#include "base/plain-text.h"

#define DOMAIN "fit-error-quark"
#define HINT "\nhint: "

/* -- the domain ------------------------------------------------------------ */

/* What GLib keeps in front of each of our errors.  The message alone does not
 * tell which of its lines are hints, because it may contain untrusted text. */
typedef struct
{
  gsize hints; /* bytes at the end of the message */
} Private;

static Private *
get_private (const GError *error)
{
  const gsize unit = 2 * sizeof (gsize);
  const gsize size = (sizeof (Private) + unit - 1) / unit * unit;

  return (Private *) ((char *) error - size);
}

static void
init_private (GError *error)
{
  get_private (error)->hints = 0;
}

static void
copy_private (const GError *from, GError *to)
{
  *get_private (to) = *get_private (from);
}

static void
clear_private (GError *error)
{
}

/* Runs before main(), and so before the first error. */
__attribute__ ((constructor)) static void
register_domain (void)
{
  g_error_domain_register_static (DOMAIN, sizeof (Private), init_private,
                                  copy_private, clear_private);
}

GQuark
fit_error_quark (void)
{
  return g_quark_from_static_string (DOMAIN);
}

/* -- messages -------------------------------------------------------------- */

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
    [FIT_ERROR_NOT_EVALUATED] = "notEvaluated",
  };
  G_STATIC_ASSERT (G_N_ELEMENTS (names) == FIT_ERROR_NOT_EVALUATED + 1);

  if (error->domain != FIT_ERROR || (guint) error->code >= G_N_ELEMENTS (names))
    return names[FIT_ERROR_INTERNAL];
  return names[error->code];
}

void
fit_error_add_hint (GError **error, const char *format, ...)
{
  g_autofree char *hint = NULL;
  g_autofree char *line = NULL;
  char *message;
  va_list args;

  if (error == NULL || *error == NULL)
    return;
  va_start (args, format);
  hint = g_strdup_vprintf (format, args);
  va_end (args);
  line = fit_plain_text (hint);
  message = g_strconcat ((*error)->message, HINT, line, NULL);
  g_free ((*error)->message);
  (*error)->message = message;
  if ((*error)->domain == FIT_ERROR)
    get_private (*error)->hints += strlen (HINT) + strlen (line);
}

char **
fit_error_lines (const GError *error)
{
  const gsize hints
      = error->domain == FIT_ERROR ? get_private (error)->hints : 0;
  const gsize len = strlen (error->message) - hints;
  g_auto (GStrv) rest = g_strsplit (error->message + len, "\n", 0);
  GString *first = g_string_new (NULL);
  GPtrArray *lines = g_ptr_array_new ();

  fit_plain_append (first, error->message, len);
  g_ptr_array_add (lines, g_string_free (first, FALSE));
  for (guint i = 1; rest[0] != NULL && rest[i] != NULL; i++)
    g_ptr_array_add (lines, g_strdup (rest[i]));
  g_ptr_array_add (lines, NULL);
  return (char **) g_ptr_array_free (lines, FALSE);
}
