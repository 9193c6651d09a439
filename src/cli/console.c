/* console.c - the only code that writes to the terminal: errors, notes, hints,
 * colors
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/console.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/error.h"
#include "base/plain-text.h"
#include "cli/program-name.h"
#include "formats/value-json.h"

#define FIRST_PROGRESS_US (1000 * 1000)
#define PROGRESS_US (200 * 1000)

#define ERROR_PREFIX "fitsched:"

/* Set by --logging-format. */
#define LOG_FORMAT "FITSCHED_LOG_FORMAT"

/* (nullable): of this thread: fit_call() in several threads must not mix. */
static _Thread_local FitConsoleTexts *caught;

FitConsoleTexts *
fit_console_catch (void)
{
  FitConsoleTexts *texts = g_new (FitConsoleTexts, 1);

  *texts
      = (FitConsoleTexts){ g_string_new (NULL), g_string_new (NULL), caught };
  caught = texts;
  return texts;
}

void
fit_console_texts_free (FitConsoleTexts *texts)
{
  caught = texts->before;
  if (texts->output != NULL)
    g_string_free (texts->output, TRUE);
  if (texts->messages != NULL)
    g_string_free (texts->messages, TRUE);
  g_free (texts);
}

/* Writes a message, complete lines. */
G_GNUC_PRINTF (1, 2)
static void
put (const char *format, ...)
{
  va_list args;

  va_start (args, format);
  if (caught != NULL)
    g_string_append_vprintf (caught->messages, format, args);
  else
    vfprintf (stderr, format, args);
  va_end (args);
}

guint
fit_console_width (void)
{
  struct winsize size;

  if (caught != NULL || !isatty (STDOUT_FILENO))
    return 0;
  if (ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return 80;
  return size.ws_col;
}

gboolean
fit_console_write (const char *text, gsize len, GError **error)
{
  if (caught != NULL)
    {
      g_string_append_len (caught->output, text, (gssize) len);
      return TRUE;
    }
  if (fwrite (text, 1, len, stdout) == len && fflush (stdout) == 0)
    return TRUE;
  /* The reader has closed the pipe: fail without a message. */
  if (errno == EPIPE)
    g_set_error_literal (error, FIT_ERROR, FIT_ERROR_OUTPUT, "");
  else
    g_set_error (error, FIT_ERROR, FIT_ERROR_OUTPUT,
                 "cannot write to standard output: %s", g_strerror (errno));
  return FALSE;
}

/* Sets the environment variables that other programs use, too. */
void
fit_console_color (FitColor color)
{
  if (caught != NULL)
    return;
  if (color == FIT_COLOR_NEVER)
    g_setenv ("NO_COLOR", "1", TRUE);
  if (color != FIT_COLOR_ALWAYS)
    return;
  g_unsetenv ("NO_COLOR");
  g_setenv ("CLICOLOR_FORCE", "1", TRUE);
}

/* An environment variable keeps this module free of global state. */
void
fit_console_use_json (void)
{
  g_setenv (LOG_FORMAT, "json", TRUE);
}

static gboolean
is_set (const char *variable)
{
  const char *value = g_getenv (variable);

  return value != NULL && *value != '\0';
}

gboolean
fit_console_is_coloured (void)
{
  return caught == NULL && !is_set ("NO_COLOR")
         && (is_set ("CLICOLOR_FORCE") || isatty (STDERR_FILENO));
}

GString *
fit_console_json_line (gint level, const char *message)
{
  const gint64 us = g_get_real_time ();
  GString *line = g_string_new (NULL);

  g_string_append_printf (
      line, "{\"ts\":%" G_GINT64_FORMAT ".%06d,\"v\":%d,\"msg\":",
      us / G_USEC_PER_SEC, (int) (us % G_USEC_PER_SEC), level);
  fit_json_append_string (line, message);
  return line;
}

/* Notes have no severity here, as in the log of the daemon. */
static void
say_json (const char *prefix, const char *text)
{
  g_autoptr (GString) line = fit_console_json_line (0, text);

  if (strcmp (prefix, "note:") != 0)
    {
      const gboolean is_error = strcmp (prefix, ERROR_PREFIX) == 0;

      g_string_append_printf (line, ",\"severity\":\"%.*s\"",
                              (int) strlen (is_error ? "error" : prefix)
                                  - !is_error,
                              is_error ? "error" : prefix);
    }
  put ("%s}\n", line->str);
}

/* One line. */
static void
say (const char *colour, const char *prefix, const char *line)
{
  const char *kubectl
      = strcmp (prefix, ERROR_PREFIX) == 0 && fit_program_is_plugin ()
            ? "kubectl "
            : "";
  g_autofree char *typed = fit_program_text (line);
  g_autofree char *text = fit_plain_text (typed);

  if (is_set (LOG_FORMAT))
    say_json (prefix, typed);
  else if (fit_console_is_coloured ())
    put ("%s%s%s%s %s\n", colour, kubectl, prefix, FIT_CONSOLE_PLAIN, text);
  else
    put ("%s%s %s\n", kubectl, prefix, text);
}

void
fit_console_error (const GError *error)
{
  g_auto (GStrv) lines = fit_error_lines (error);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (i == 0)
        say (FIT_CONSOLE_RED, ERROR_PREFIX, lines[i]);
      else
        say (FIT_CONSOLE_CYAN, "hint:", lines[i] + strlen ("hint: "));
    }
}

void
fit_console_report (const char *text)
{
  put ("%s", text);
}

void
fit_console_see (const char *program, const char *verb)
{
  g_autofree char *text
      = g_strdup_printf ("see '%s %s%s--help'", program,
                         verb != NULL ? verb : "", verb != NULL ? " " : "");

  if (is_set (LOG_FORMAT))
    say_json ("hint:", text);
  else
    put ("%s\n", text);
}

G_GNUC_PRINTF (3, 0)
static void
say_formatted (const char *colour, const char *prefix, const char *format,
               va_list args)
{
  g_autofree char *text = g_strdup_vprintf (format, args);

  say (colour, prefix, text);
}

#define SAYS(func, colour, prefix)                \
  void func (const char *format, ...)             \
  {                                               \
    va_list args;                                 \
                                                  \
    va_start (args, format);                      \
    say_formatted (colour, prefix, format, args); \
    va_end (args);                                \
  }
SAYS (fit_console_note, FIT_CONSOLE_YELLOW, "note:")
SAYS (fit_console_warning, FIT_CONSOLE_YELLOW, "warning:")
SAYS (fit_console_hint, FIT_CONSOLE_CYAN, "hint:")
SAYS (fit_console_log, FIT_CONSOLE_CYAN, "log:")

/* -- progress -------------------------------------------------------------- */

void
fit_progress_init (FitProgress *progress, const char *what, guint total)
{
  *progress = (FitProgress){
    .what = what,
    .total = total,
    .wanted = caught == NULL && isatty (STDERR_FILENO),
    .start_us = g_get_monotonic_time (),
  };
  progress->next_us = progress->start_us + FIRST_PROGRESS_US;
}

/* Is it time for an update? */
static gboolean
is_due (FitProgress *progress)
{
  gint64 now;

  if (!progress->wanted)
    return FALSE;
  now = g_get_monotonic_time ();
  if (now < progress->next_us)
    return FALSE;
  progress->next_us = now + PROGRESS_US;
  progress->shown = TRUE;
  return TRUE;
}

void
fit_progress_say (FitProgress *progress, const char *format, ...)
{
  va_list args;

  if (!is_due (progress))
    return;
  fputc ('\r', stderr);
  va_start (args, format);
  vfprintf (stderr, format, args);
  va_end (args);
}

void
fit_progress_set (FitProgress *progress, guint done)
{
  gdouble seconds;
  gdouble rate;

  if (!is_due (progress))
    return;
  fprintf (stderr, "\r%u of %u %s", done, progress->total, progress->what);
  /* ", 350/s, 19 s left": as if the rest took as long as what is done. */
  seconds = (gdouble) (g_get_monotonic_time () - progress->start_us) / 1000000;
  rate = seconds > 0 ? done / seconds : 0;
  if (progress->start_us != 0 && done != 0 && rate > 0
      && done <= progress->total)
    {
      if (rate >= 1)
        fprintf (stderr, ", %.0f/s", rate);
      fprintf (stderr, ", %.0f s left", (progress->total - done) / rate);
    }
  fputs ("\033[K", stderr);
}

void
fit_progress_clear (FitProgress *progress)
{
  if (progress->shown)
    fputs ("\r\033[K", stderr);
  progress->shown = FALSE;
}
