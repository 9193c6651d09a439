/* console.h - standard output and standard error
 *
 * Results go to standard output.  Messages go to standard error and begin with
 * "fitsched:", "warning:", "note:", "hint:" or "log:".
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* What a thread would print: see fit_console_catch(). */
typedef struct _FitConsoleTexts
{
  GString *output;   /* (nullable) owned: what would go to standard output */
  GString *messages; /* (nullable) owned: and to standard error */
  struct _FitConsoleTexts *before; /* (nullable) private */
} FitConsoleTexts;

#define FIT_CONSOLE_RED "\033[1;31m"
#define FIT_CONSOLE_YELLOW "\033[33m"
#define FIT_CONSOLE_CYAN "\033[36m"
#define FIT_CONSOLE_PLAIN "\033[0m"

/* Whether messages are coloured. */
typedef enum
{
  FIT_COLOR_AUTO,
  FIT_COLOR_ALWAYS,
  FIT_COLOR_NEVER,
} FitColor;

/* fit_console_catch: until what it returns is freed, what this thread prints is
 * kept there, as if neither output were a terminal.  Returns: (transfer full): to
 * be freed before those that were made earlier */
FitConsoleTexts *fit_console_catch (void);
void fit_console_texts_free (FitConsoleTexts *texts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitConsoleTexts, fit_console_texts_free)

/* fit_console_color: applies --color; call it before anything is printed */
void fit_console_color (FitColor color);

/* fit_console_use_json: from now on notes, warnings and hints are lines of
 * JSON, as in a log of JSON; call it before there are threads */
void fit_console_use_json (void);

/* fit_console_json_line: Returns: (transfer full): the beginning of a line of a
 * log: time, @level, @message; the caller adds members and "}" */
GString *fit_console_json_line (gint level, const char *message);

/* fit_console_is_coloured: is standard error coloured? */
gboolean fit_console_is_coloured (void);

/* fit_console_width: Returns: columns of the terminal; 0 if standard output is
 * not a terminal */
guint fit_console_width (void);

/* fit_console_write: writes to standard output.  Returns: FALSE with
 * FIT_ERROR_OUTPUT if not everything could be written; the message is empty if
 * the reader has closed the pipe */
gboolean fit_console_write (const char *text, gsize len, GError **error);

/* fit_console_error: prints "fitsched: MESSAGE" and its hints */
void fit_console_error (const GError *error);

/* fit_console_report: prints lines on standard error unchanged */
void fit_console_report (const char *text);

/* fit_console_see: prints "see 'PROGRAM VERB --help'"; @verb (nullable) */
void fit_console_see (const char *program, const char *verb);

/* fit_console_note: "note: ..." */
void fit_console_note (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* fit_console_warning: "warning: ..." */
void fit_console_warning (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* fit_console_hint: "hint: ..." */
void fit_console_hint (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* fit_console_log: "log: ..." */
void fit_console_log (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* The progress of a long loop; shown only on a terminal, after a second. */
typedef struct
{
  const char *what; /* e.g. "pods scheduled" */
  guint total;
  gboolean wanted;
  gboolean shown;
  gint64 start_us; /* monotonic time; 0: unknown */
  gint64 next_us;  /* monotonic time of the next update */
} FitProgress;

void fit_progress_init (FitProgress *progress, const char *what, guint total);
void fit_progress_set (FitProgress *progress, guint done);

/* fit_progress_say: the same as text, if the total is unknown */
void fit_progress_say (FitProgress *progress, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* fit_progress_clear: clears the line */
void fit_progress_clear (FitProgress *progress);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitProgress, fit_progress_clear)
