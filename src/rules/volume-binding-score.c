/* volume-binding-score.c - VolumeBinding at PreScore and Score: how full the
 * pod's claims would make the storage that they use on a node
 *
 *   class = the line through the points of the shape, at
 *           requested * 100 / capacity; 100 % beyond the capacity or without
 *           one
 *   score = mean of the classes, rounded to nearest, halves away from zero
 *
 * The sums per storage class are those of the existing volumes to bind.  By the
 * gate StorageCapacityScoring, from 1.33 on, a pod that binds none on a node is
 * scored by the volumes to provision there and the CSIStorageCapacity for them.
 * Without this gate and its forerunner VolumeCapacityPriority, which are off by
 * default, and for nodes where Filter did not run: 0.
 *
 * With volume_binding_skips_score the pod is skipped if it binds no volumes and
 * the later gate is off.
 * Cost per node: the pod's claims, and the volumes that match them.
 * Tests: tests/rules/test-volume-binding-score.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/volume-binding.h"
#include "cluster/cache.h"
#include "priorities/scoring.h"
#include "rules/rule-rows.h"

#include <math.h>

typedef struct
{
  gboolean on;
  gboolean provisions; /* volumes to provision count too */
  gboolean prepares;   /* at PreScore, and may return Skip */
  gboolean pre_filters;
  gboolean filters;
  const FitVolumeBinder *binder;
  FitScoreLine line;
} ScoreData;

static gboolean
score_create (const FitFactoryArgs *args, gconstpointer argument,
              gpointer *out_data, GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitVolumeBindingArgs *written = given->args;
  ScoreData *data = g_new0 (ScoreData, 1);
  FitBehaviour behaviour;

  behaviour = fit_behaviour (given->release);
  data->on = fit_gate_on (given->gates, FIT_GATE_STORAGE_CAPACITY_SCORING);
  data->provisions = data->on && behaviour.provisions_count;
  data->prepares
      = behaviour.volume_binding_skips_score && fit_score_prepares (given);
  data->pre_filters = (given->points & FIT_AT (PRE_FILTER)) != 0;
  data->filters = (given->points & FIT_AT (FILTER)) != 0;
  data->binder = fit_cache_volume_binder (args->cache);
  fit_score_line_draw (data->line, &written->shape);
  *out_data = data;
  return TRUE;
}

/* -- the pod --------------------------------------------------------------- */

static gboolean
fail_unprepared (GError **error)
{
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE, "not found");
  return FALSE;
}

static gboolean
binds_somewhere (const ScoreData *data, const FitPodClaims *claims,
                 const FitNodeList *nodes)
{
  for (guint i = 0; claims != NULL && i < nodes->n; i++)
    if (fit_volume_binder_storage (data->binder, claims, nodes->nodes[i]->node,
                                   FALSE, NULL))
      return TRUE;
  return FALSE;
}

/* The state is the FitPodClaims; NULL for a pod that gets 0 everywhere. */
static gboolean
score_prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const ScoreData *data = run->priority->data;

  run->skip = !data->on && data->prepares;
  run->constant = !data->on;
  if (!data->on)
    return TRUE;
  if (!data->pre_filters)
    return data->prepares ? fail_unprepared (error) : TRUE;
  if (data->filters && fit_pod_has_claims (run->meta->pod))
    run->state = fit_volume_binder_prepare (data->binder, run->meta->pod,
                                            run->meta->arena);
  run->constant = run->state == NULL;
  run->skip = data->prepares && !data->provisions
              && !binds_somewhere (data, run->state, feasible);
  return TRUE;
}

/* -- nodes ----------------------------------------------------------------- */

static gint64
percent_of (const FitClassStorage *storage)
{
  if (storage->capacity == 0 || storage->requested > storage->capacity)
    return 100;
  return fit_wrapping_divide (fit_wrapping_multiply (storage->requested, 100),
                              storage->capacity);
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const ScoreData *data = run->priority->data;
  g_autoptr (GArray) storage = NULL;

  if (data->on && !data->pre_filters)
    return fail_unprepared (error);
  storage = g_array_new (FALSE, FALSE, sizeof (FitClassStorage));
  for (guint i = 0; i < nodes->n; i++)
    {
      gint64 sum = 0;

      g_array_set_size (storage, 0);
      if (run->state != NULL)
        fit_volume_binder_storage (data->binder, run->state,
                                   nodes->nodes[i]->node, data->provisions,
                                   storage);
      for (guint k = 0; k < storage->len; k++)
        sum += data->line[CLAMP (
            percent_of (&g_array_index (storage, FitClassStorage, k)), 0, 100)];
      scores[i]
          = storage->len > 0
                ? fit_truncate (round ((double) sum / (double) storage->len))
                : 0;
    }
  return TRUE;
}

const FitPriorityInfo fit_score_volume_binding = {
  .name = "VolumeBinding",
  .summary = "nodes by the storage in use, with a feature gate; otherwise 0",
  .weight = 1,
  .map = map,
  .prepare = score_prepare,
  .create = score_create,
  .free_data = g_free,
  .constant_early = TRUE,
};
