/* run-shadow.c - what 'fitsched run --shadow' reports: lines of the log, a
 * report, a summary
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/run-shadow.h"

#include "cli/output-file.h"

#include <string.h>

static gboolean
write_report (const FitRunShadow *shadow, GError **error)
{
  g_autofree char *text = NULL;

  if (shadow->report == NULL)
    return TRUE;
  text = fit_shadow_tally_json (shadow->tally);
  return fit_output_file_write (shadow->signals, shadow->report, TRUE, text,
                                strlen (text), error);
}

static void
compared (FitShadowFinding *finding, gpointer data)
{
  FitRunShadow *shadow = data;

  fit_run_log_compared (shadow->log, finding);
  fit_shadow_tally_add (shadow->tally, finding);
}

static void
paused (gpointer data)
{
  const FitRunShadow *shadow = data;
  g_autoptr (GError) problem = NULL;

  if (!write_report (shadow, &problem))
    fit_run_log_note (shadow->log, problem->message);
}

gboolean
fit_run_shadow_init (FitRunShadow *shadow, FitRunLog *log, FitSignals *signals,
                     const char *report, GError **error)
{
  *shadow = (FitRunShadow){
    .sink = { compared, paused, shadow },
    .log = log,
    .signals = signals,
    .report = report,
    .tally = fit_shadow_tally_new (),
  };
  return write_report (shadow, error);
}

void
fit_run_shadow_clear (FitRunShadow *shadow)
{
  g_clear_pointer (&shadow->tally, fit_shadow_tally_free);
}

void
fit_run_shadow_end (FitRunShadow *shadow)
{
  g_auto (GStrv) lines = fit_shadow_tally_text (shadow->tally);

  paused (shadow);
  for (guint i = 0; lines[i] != NULL; i++)
    fit_run_log_note (shadow->log, lines[i]);
}
