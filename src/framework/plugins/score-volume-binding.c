/* VolumeBinding: scores nodes by the volumes found for the pod, but only with a
 * gate that is off by default (VolumeCapacityPriority, later
 * StorageCapacityScoring).  fitsched does not support that gate.
 *
 *   score = 0
 *
 * The pod is skipped by the rule SKIPS.
 */
#include "framework/plugins/score-formulas.h"

static gboolean create (const FitFactoryArgs *args, gconstpointer argument,
                        gpointer *out_data, GError **error);
static gboolean prepare (FitPriorityRun *run, const FitNodeList *feasible,
                         GError **error);
static gboolean map (const FitPriorityRun *run, const FitNodeList *nodes,
                     gint64 *scores, GError **error);

const FitPriorityInfo fit_score_volume_binding = {
  .name = FIT_PLUGIN_VOLUME_BINDING,
  .summary = "0 for every node",
  .weight = 1,
  .map = map,
  .prepare = prepare,
  .create = create,
};

/* The data is whether the plugin may skip. */
static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  const FitProfilePluginArgs *given = argument;

  *out_data = GINT_TO_POINTER (fit_score_may_skip (
      fit_score_rules (FIT_PLUGIN_VOLUME_BINDING, given->release), given));
  return TRUE;
}

static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  run->skip = GPOINTER_TO_INT (run->priority->data);
  return TRUE;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  for (guint i = 0; i < nodes->n; i++)
    scores[i] = 0;
  return TRUE;
}
