/* move-notes.c - notes that are not about a single key
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/move.h"

#include "formats/duration.h"
#include "net/secrets.h"
#include "rules/rule.h"

#include <string.h>

/* -- arithmetic ------------------------------------------------------------ */

/* Has any profile @plugin at one of @points?  NULL: any plugin */
static gboolean
is_enabled (const FitPlan *plan, FitExtensionPoints points, const char *plugin)
{
  for (guint i = 0; i < plan->profiles->len; i++)
    for (guint j = 0; j < FIT_POINT_LAST; j++)
      {
        const FitPlanProfile *profile = plan->profiles->pdata[i];

        if (fit_points_have (points, j)
            && (plugin == NULL ? profile->lists[j]->len > 0
                               : fit_plan_has (profile, j, plugin)))
          return TRUE;
      }
  return FALSE;
}

/* Is the target in @span, and the source not yet? */
static gboolean
is_new (const FitPlan *plan, FitSpan span)
{
  return fit_span_has (span, plan->target.release)
         && !fit_span_has (span, plan->from_release);
}

static void
note_change (FitPlan *plan, const char *plugin, const FitRuleNote *note)
{
  const FitExtensionPoints points
      = note->points != 0 ? note->points : FIT_AT (SCORE);
  gboolean concerned = note->strategy == NULL;

  if (!is_new (plan, note->span) || !is_enabled (plan, points, plugin))
    return;
  /* Some notes are about one strategy: does any profile have it? */
  for (guint i = 0; !concerned && i < plan->profiles->len; i++)
    {
      FitRuleUse use;

      concerned = fit_rule_use (
                      fit_rule_find (plugin),
                      fit_plan_args (plan->profiles->pdata[i], plugin), &use)
                  && strcmp (use.strategy, note->strategy) == 0;
    }
  if (concerned)
    FIT_PLAN_NOTE_WHOLE (plan, .kind = FIT_MIGRATION_ARITHMETIC,
                         .plugin = plugin, .points = points,
                         .since = note->span.since, .message = note->message);
}

/* Is there a profile in which nothing tells the nodes that fit apart? */
static gboolean
scores_nothing (const FitPlan *plan)
{
  const gboolean asks
      = plan->n_extenders > 0 || plan->options->keep_lost_url != NULL;

  for (guint i = 0; !asks && i < plan->profiles->len; i++)
    {
      const FitPlanProfile *profile = plan->profiles->pdata[i];

      if (profile->lists[FIT_POINT_SCORE]->len == 0)
        return TRUE;
    }
  return FALSE;
}

/* -- extenders ------------------------------------------------------------- */

static void
note_extender (FitPlan *plan, guint index, const char *field,
               const char *message)
{
  FitArena *arena = plan->arena;
  g_autofree char *url = fit_url_hide (plan->extenders[index].url_prefix);

  FIT_PLAN_NOTE_WHOLE (
      plan, .kind = FIT_MIGRATION_EXTENDER,
      .path = fit_arena_printf (arena, "extenders[%u].%s", index, field),
      .name = fit_arena_strdup (arena, url), .message = message);
}

/* -- decisions ------------------------------------------------------------- */

static void
decide (FitPlan *plan, const char *path, FitRelease since, const char *message)
{
  FIT_PLAN_NOTE_WHOLE (plan, .kind = FIT_MIGRATION_DECIDE, .path = path,
                       .since = since, .message = message);
}

static void
note_decisions (FitPlan *plan)
{

  if (plan->top == NULL && plan->options->scheduler_name == NULL)
    decide (
        plan, "schedulerName", 0,
        "the profile is called default-scheduler; if the scheduler ran with "
        "--scheduler-name, use that name");
  if (plan->from == NULL && is_new (plan, (FitSpan) FIT_SINCE (14)))
    decide (
        plan, "percentageOfNodesToScore", FIT_RELEASE (14, 0),
        "if it is not set, the share of nodes to score depends on the size of "
        "the cluster; up to 1.13 it was half of the nodes, up to 1.11 all of "
        "them");
  if (is_enabled (plan, FIT_AT (FILTER), fit_rule_node_volume_limits.name)
      && is_new (plan, (FitSpan) FIT_SINCE (31)))
    decide (plan, NULL, FIT_RELEASE (31, 0),
            "KUBE_MAX_PD_VOLS has no effect: limits come from the CSINode of "
            "each node");
  if (is_new (plan, (FitSpan) FIT_SINCE (19)))
    decide (plan, NULL, FIT_RELEASE (19, 0),
            "preemption considers a tenth of the nodes, but at least 100 "
            "(arguments of DefaultPreemption from 1.20 on); earlier releases "
            "considered all nodes");
  if (plan->from != NULL && plan->from->target.release > plan->target.release)
    decide (plan, NULL, 0,
            "the target is older: what it computes otherwise is not listed; "
            "compare the two with 'fitsched diff --left-release R "
            "--right-release R' on a snapshot of the cluster");
  for (guint i = 0; i < plan->n_extenders; i++)
    {
      const FitExtenderTLS *tls = plan->extenders[i].tls;

      if (tls != NULL
          && (*tls->ca_file != '\0' || *tls->cert_file != '\0'
              || *tls->key_file != '\0'))
        decide (plan,
                fit_arena_printf (plan->arena, "extenders[%u].tlsConfig", i), 0,
                "the files must exist where the scheduler runs");
    }
}

void
fit_move_note_rest (FitPlan *plan)
{
  static const FitRuleNote of_any_plugin[] = {
    { "scores range from 0 to 100 instead of 0 to 10: smaller differences "
      "count, and ties are rarer",
      FIT_SINCE (17), .points = FIT_AT (SCORE) },
    { "a pod that is nominated to a node goes there if it fits, whatever other "
      "nodes score",
      FIT_SINCE (22), .points = FIT_AT (POST_FILTER) },
  };
  gboolean like_a_policy;

  for (guint i = 0; i < G_N_ELEMENTS (of_any_plugin); i++)
    note_change (plan, NULL, &of_any_plugin[i]);
  for (guint i = 0; fit_rules[i] != NULL; i++)
    for (const FitRuleNote *note = fit_rules[i]->notes;
         note != NULL && note->message != NULL; note++)
      note_change (plan, fit_rules[i]->name, note);
  if (scores_nothing (plan) && is_new (plan, (FitSpan) FIT_SINCE (30)))
    FIT_PLAN_NOTE_WHOLE (
        plan, .kind = FIT_MIGRATION_ARITHMETIC, .since = FIT_RELEASE (30, 0),
        .message = "without scores the first node that fits is taken; "
                   "before, any of those that fit");
  like_a_policy
      = plan->from == NULL || plan->from->target.version <= FIT_CONFIG_V1ALPHA2;
  for (guint i = 0; i < plan->n_extenders; i++)
    {
      const FitExtenderPolicy *extender = &plan->extenders[i];

      if (like_a_policy && plan->target.version >= FIT_CONFIG_V1BETA1)
        {
          g_autofree char *duration
              = fit_duration_text (extender->http_timeout_ns);

          if (extender->http_timeout_ns != 0)
            note_extender (plan, i, "httpTimeout",
                           fit_arena_printf (
                               plan->arena,
                               "now a duration instead of nanoseconds: \"%s\"",
                               duration));
          if (extender->enable_https)
            note_extender (plan, i, "enableHttps", "now spelled enableHTTPS");
          if (extender->tls != NULL)
            note_extender (plan, i, "tlsConfig",
                           "its fields have to be in lower camel case");
        }
      if (*extender->prioritize_verb != '\0'
          && is_new (plan, (FitSpan) FIT_SINCE (17)))
        note_extender (
            plan, i, "weight",
            "extender scores are multiplied by 10, like the scores of plugins, "
            "so the weight still fits");
      for (guint j = 0; j < extender->n_managed_resources; j++)
        if (extender->managed_resources[j].ignored_by_scheduler)
          note_extender (
              plan, i, "managedResources",
              fit_arena_printf (plan->arena,
                                "%s is an ignored resource of NodeResourcesFit",
                                extender->managed_resources[j].name));
    }
  note_decisions (plan);
}
