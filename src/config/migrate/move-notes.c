/* move-notes.c - what is to be said beside what becomes of each key */
#include "config/migrate/move.h"

#include "base/duration.h"
#include "base/secrets.h"

#include <string.h>

/* -- arithmetic ------------------------------------------------------------ */

/* A plugin that computes otherwise from a release on. */
typedef struct
{
  const char *plugin; /* as the target calls it; NULL: all that score */
  FitRelease since;
  const char *message;
} ArithmeticRow;

#define LEAST_MOST                                                             \
  "resources that a node does not offer are skipped, where they scored 0; so " \
  "are extended resources that the pod does not ask for"

/* clang-format off */
static const ArithmeticRow changes[] = {
  { NULL, FIT_RELEASE (17, 0),
    "scores are 0 to 100, and were 0 to 10: differences of less than a tenth "
    "count now, and there are fewer ties" },
  { "NodeResourcesFit", FIT_RELEASE (22, 0), LEAST_MOST },
  { "NodeResourcesLeastAllocated", FIT_RELEASE (22, 0), LEAST_MOST },
  { "NodeResourcesMostAllocated", FIT_RELEASE (20, 15),
    "a request beyond the capacity counts as full, where it scored 0" },
  { "NodeResourcesMostAllocated", FIT_RELEASE (22, 0), LEAST_MOST },
  { "NodeResourcesBalancedAllocation", FIT_RELEASE (22, 0),
    "the standard deviation of the shares: half the penalty for cpu and memory; "
    "shares end at 1 where the score was 0, and requests are real ones, without "
    "a minimum" },
  { "ImageLocality", FIT_RELEASE (19, 0),
    "the upper limit is 1000 MB times the number of containers" },
  { "ImageLocality", FIT_RELEASE (30, 0),
    "images of init containers count, in the sum and in the limit" },
  { "InterPodAffinity", FIT_RELEASE (21, 0),
    "scaled between the true least and most: what all nodes have in common "
    "matters no more" },
  { "SelectorSpread", FIT_RELEASE (17, 0),
    "shares of node and zone are computed on a scale of 100" },
  { "PodTopologySpread", FIT_RELEASE (19, 0),
    "counts are weighted by the logarithm of the number of domains, and scaled "
    "by 100 * (max + min - s) / max" },
  { "PodTopologySpread", FIT_RELEASE (22, 0),
    "the default constraints take the selector of the pod's owner" },
  { "PodTopologySpread", FIT_RELEASE (24, 0),
    "scores are rounded, and hard constraints are counted otherwise" },
  { "PodTopologySpread", FIT_RELEASE (27, 0),
    "pods may have minDomains, policies for nodes and matchLabelKeys; an empty "
    "selector counts nothing" },
  { "NodeLabel", FIT_RELEASE (17, 0),
    "one plugin takes the average of all rules, truncated: with three rules and "
    "one that matches 99 where it was 100" },
  { "ServiceAffinity", FIT_RELEASE (17, 0),
    "the average over all labels, truncated once" },
  { "NodePreferAvoidPods", FIT_RELEASE (17, 0),
    "0 or 100 times the weight: it dominates as before" },
};
/* clang-format on */

/* What the proportion of the utilization is taken from has changed only for
 * this strategy. */
#define RATIO_MESSAGE                                                        \
  "utilization is requested * 100 / capacity, truncated the other way, and " \
  "resources that a node does not offer are skipped"

static gboolean
scores_in (const FitMove *move, const char *plugin)
{
  for (guint i = 0; i < move->plan->profiles->len; i++)
    {
      const FitPlanProfile *profile = move->plan->profiles->pdata[i];

      if (plugin == NULL ? profile->lists[FIT_PROFILE_SCORE]->len > 0
                         : fit_plan_has (profile, FIT_PROFILE_SCORE, plugin))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_between (const FitMove *move, FitRelease since)
{
  return move->plan->from_release < since && since <= move->target.release;
}

static void
note_change (FitMove *move, const char *plugin, FitRelease since,
             const char *message)
{
  FitMigrationNote *note;

  if (!is_between (move, since) || !scores_in (move, plugin))
    return;
  note = fit_plan_note (move->plan, FIT_MIGRATION_ARITHMETIC, "%s", message);
  note->plugin = g_strdup (plugin);
  note->points = 1u << FIT_PROFILE_SCORE;
  note->since = since;
}

static gboolean
uses_ratio (const FitMove *move)
{
  for (guint i = 0; i < move->plan->profiles->len; i++)
    {
      const FitNodeResourcesFitArgs *args
          = fit_plan_args (move->plan->profiles->pdata[i], "NodeResourcesFit");

      if (args != NULL && args->scoring_strategy != NULL
          && strcmp (args->scoring_strategy->type, "RequestedToCapacityRatio")
                 == 0)
        return TRUE;
    }
  return FALSE;
}

static void
note_arithmetic (FitMove *move)
{
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    note_change (move, changes[i].plugin, changes[i].since, changes[i].message);
  note_change (move, "RequestedToCapacityRatio", FIT_RELEASE (17, 0),
               "the points of the shape count ten times finer steps");
  if (uses_ratio (move))
    note_change (move, "NodeResourcesFit", FIT_RELEASE (22, 0), RATIO_MESSAGE);
}

/* -- extenders ------------------------------------------------------------- */

static void G_GNUC_PRINTF (4, 5)
    note_extender (FitMove *move, guint index, const char *field,
                   const char *format, ...)
{
  FitMigrationNote *note;
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  note = fit_plan_note (move->plan, FIT_MIGRATION_EXTENDER, "%s", message);
  note->path = g_strdup_printf ("extenders[%u].%s", index, field);
  note->name = fit_url_hide (move->plan->extenders[index].url_prefix);
}

/* Does the source spell extenders as a Policy does? */
static gboolean
has_old_spelling (const FitMove *move)
{
  const FitConfiguration *from = move->plan->from;

  return from == NULL || from->target.version <= FIT_CONFIG_V1ALPHA2;
}

static void
note_spelling (FitMove *move, guint index)
{
  const FitExtenderFile *extender = &move->plan->extenders[index];
  g_autofree char *duration = fit_duration_text (extender->http_timeout_ns);

  if (extender->http_timeout_ns != 0)
    note_extender (move, index, "httpTimeout",
                   "nanoseconds are written as a duration: \"%s\"", duration);
  if (extender->enable_https)
    note_extender (move, index, "enableHttps", "is spelled enableHTTPS");
  if (extender->tls != NULL)
    note_extender (move, index, "tlsConfig",
                   "names in it begin with a small letter, in exactly this "
                   "spelling");
}

static void
note_extenders (FitMove *move)
{
  const FitPlan *plan = move->plan;

  for (guint i = 0; i < plan->n_extenders; i++)
    {
      const FitExtenderFile *extender = &plan->extenders[i];

      if (has_old_spelling (move) && move->target.version >= FIT_CONFIG_V1BETA1)
        note_spelling (move, i);
      if (*extender->prioritize_verb != '\0'
          && is_between (move, FIT_RELEASE (17, 0)))
        note_extender (move, i, "weight",
                       "scores of extenders are multiplied by 10, as those of "
                       "plugins are: the weight stays comparable");
      for (guint j = 0; j < extender->n_managed_resources; j++)
        if (extender->managed_resources[j].ignored_by_scheduler)
          note_extender (move, i, "managedResources",
                         "%s is an ignored resource of NodeResourcesFit",
                         extender->managed_resources[j].name);
    }
}

/* -- decisions ------------------------------------------------------------- */

static void
decide (FitMove *move, const char *path, FitRelease since, const char *message)
{
  FitMigrationNote *note
      = fit_plan_note (move->plan, FIT_MIGRATION_DECIDE, "%s", message);

  note->path = g_strdup (path);
  note->since = since;
}

static gboolean
names_files (const FitExtenderFile *extender)
{
  return extender->tls != NULL
         && (*extender->tls->ca_file != '\0'
             || *extender->tls->cert_file != '\0'
             || *extender->tls->key_file != '\0');
}

static gboolean
counts_volumes (const FitMove *move)
{
  for (guint i = 0; i < move->plan->profiles->len; i++)
    if (fit_plan_has (move->plan->profiles->pdata[i], FIT_PROFILE_FILTER,
                      "NodeVolumeLimits"))
      return TRUE;
  return FALSE;
}

static void
note_decisions (FitMove *move)
{
  const FitPlan *plan = move->plan;

  if (plan->top == NULL && move->options->scheduler_name == NULL)
    decide (move, "schedulerName", 0,
            "the profile is called default-scheduler: if the scheduler ran "
            "with --scheduler-name, write that name");
  if (plan->from == NULL && is_between (move, FIT_RELEASE (14, 0)))
    decide (move, "percentageOfNodesToScore", FIT_RELEASE (14, 0),
            "without a setting the share of nodes depends on their number; up "
            "to 1.13 it was one half, up to 1.11 all of them");
  if (counts_volumes (move) && is_between (move, FIT_RELEASE (31, 0)))
    decide (move, NULL, FIT_RELEASE (31, 0),
            "KUBE_MAX_PD_VOLS has no effect: limits come from the CSINode of "
            "each node");
  if (is_between (move, FIT_RELEASE (19, 0)))
    decide (
        move, NULL, FIT_RELEASE (19, 0),
        "preemption looks at a tenth of the nodes, at least 100 (arguments "
        "of DefaultPreemption from 1.20 on); releases before looked at all");
  for (guint i = 0; i < plan->n_extenders; i++)
    if (names_files (&plan->extenders[i]))
      {
        g_autofree char *path = g_strdup_printf ("extenders[%u].tlsConfig", i);

        decide (move, path, 0,
                "the files it names have to be where the scheduler runs");
      }
}

void
fit_move_note_rest (FitMove *move)
{
  note_arithmetic (move);
  note_extenders (move);
  note_decisions (move);
}
