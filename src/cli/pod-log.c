/* pod-log.c - the lines of --log: decisions and events of the pods that the
 * user asked for
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/pod-log.h"

#include <string.h>

#include "api/texts.h"
#include "cli/clock-text.h"
#include "cli/console.h"

/* Returns: (transfer full) (nullable): NAMESPACE/NAME if @pod is watched */
static char *
watched_name (const FitPodLog *log, const FitPod *pod)
{
  const FitNamePatterns *pods = &log->pods;
  g_autofree char *full = NULL;

  if (pods->names == NULL || pod == NULL)
    return NULL;
  full = fit_pod_full_name (pod);
  for (guint i = 0; pods->names[i] != NULL; i++)
    if (fit_name_patterns_match (
            pods, i,
            strchr (pods->names[i], '/') != NULL ? full : pod->meta.name))
      return g_steal_pointer (&full);
  return NULL;
}

/* -- what a decision says -------------------------------------------------- */

char *
fit_decision_details (const FitDecision *decision)
{
  if (decision->type == FIT_DECISION_ASSUMED)
    {
      g_autofree char *points
          = decision->scored ? g_strdup_printf (", %" G_GINT64_FORMAT " points",
                                                decision->score)
                             : g_strdup ("");

      return g_strdup_printf ("%u of %u nodes fit%s", decision->feasible,
                              decision->evaluated, points);
    }
  if (decision->victims != NULL)
    {
      const FitNodeVictims *victims = decision->victims;
      GString *out = g_string_new (victims->n_victims > 0 ? "preempts "
                                                          : "preempts no pods");

      for (guint i = 0; i < victims->n_victims; i++)
        g_string_append_printf (out, "%s%s/%s", i > 0 ? ", " : "",
                                victims->victims[i]->meta.namespace_,
                                victims->victims[i]->meta.name);
      return g_string_free (out, FALSE);
    }
  return g_strdup (decision->message);
}

void
fit_decision_append (const FitDecision *decision, GString *line)
{
  g_autofree char *details = fit_decision_details (decision);

  if (decision->queue != NULL)
    g_string_append_printf (line, " in %s", decision->queue);
  if (decision->node_name != NULL && *decision->node_name != '\0')
    g_string_append_printf (line, " on %s", decision->node_name);
  if (decision->reason != NULL)
    g_string_append_printf (line, " (%s)", decision->reason);
  if (details != NULL)
    g_string_append_printf (line, ": %s", details);
}

/* -- lines ----------------------------------------------------------------- */

void
fit_pod_log_decided (const FitPodLog *log, const FitDecision *decision)
{
  g_autofree char *name = watched_name (log, decision->pod);
  g_autofree char *time = NULL;
  g_autoptr (GString) line = NULL;

  if (name == NULL)
    return;
  time = fit_clock_seconds (decision->time_ns - log->start_ns);
  line = g_string_new (fit_decision_type_name (decision->type));
  fit_decision_append (decision, line);
  fit_console_log ("%s %s %s", time, name, line->str);
}

void
fit_pod_log_event (const FitPodLog *log, const FitEvent *event, gint64 time_ns)
{
  g_autofree char *name = watched_name (log, event->regarding);
  g_autofree char *time = NULL;

  if (name == NULL)
    return;
  time = fit_clock_seconds (time_ns - log->start_ns);
  fit_console_log ("%s %s event %s %s: %s", time, name,
                   event->warning ? "Warning" : "Normal", event->reason,
                   event->note);
}

void
fit_pod_log_remark (const FitPodLog *log, const FitPod *pod, const char *text,
                    gint64 time_ns)
{
  g_autofree char *name = watched_name (log, pod);
  g_autofree char *time = NULL;

  if (name == NULL)
    return;
  time = fit_clock_seconds (time_ns - log->start_ns);
  fit_console_log ("%s %s %s", time, name, text);
}
