/* console.h - the terminal, or whatever stands in for it
 *
 * Results go to standard output; what is said about the work goes to standard
 * error and begins with "fitsched:", "warning:", "note:", "hint:" or "log:".
 */
#pragma once

#include "cli/options.h"

G_BEGIN_DECLS

#define FIT_CONSOLE_RED "\033[1;31m"
#define FIT_CONSOLE_YELLOW "\033[33m"
#define FIT_CONSOLE_CYAN "\033[36m"
#define FIT_CONSOLE_PLAIN "\033[0m"

/* fit_console_color: what --color says, before anything is printed */
void fit_console_color (FitColor color);

/* fit_console_is_coloured: standard error is a terminal that is to have
 * colours */
gboolean fit_console_is_coloured (void);

/* fit_console_width: Returns: columns of the terminal; 0 when standard output
 * is no terminal */
guint fit_console_width (void);

/* fit_console_write: to standard output.  Returns: FALSE with
 * FIT_ERROR_OUTPUT when not all could be written, without a message where nobody
 * reads */
gboolean fit_console_write (const char *text, gsize len, GError **error);

/* fit_console_error: "fitsched: MESSAGE" and its hints */
void fit_console_error (const GError *error);

/* fit_console_report: lines to standard error as they are */
void fit_console_report (const char *text);

/* fit_console_see: "see 'fitsched VERB --help'"; @verb (nullable) */
void fit_console_see (const char *verb);

/* fit_console_note: "note: ..." */
void fit_console_note (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* fit_console_warning: "warning: ..." */
void fit_console_warning (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* fit_console_hint: "hint: ..." */
void fit_console_hint (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* fit_console_log: "log: ..." */
void fit_console_log (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* How far a long loop is; shown on a terminal only, after a second. */
typedef struct
{
  const char *what; /* e.g. "pods scheduled" */
  guint total;
  gboolean wanted;
  gboolean shown;
  gint64 next_us; /* monotonic time at which it is shown again */
} FitProgress;

void fit_progress_init (FitProgress *progress, const char *what, guint total);
void fit_progress_set (FitProgress *progress, guint done);

/* fit_progress_say: the same in words, where the total is not known */
void fit_progress_say (FitProgress *progress, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* fit_progress_clear: wipes the line */
void fit_progress_clear (FitProgress *progress);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitProgress, fit_progress_clear)

G_END_DECLS
