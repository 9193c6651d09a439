/* queue-model.h - the scheduling queue as one would write it for a test
 *
 * No heap, no index, no list: a row per pod, and loops over all of them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "queue/scheduling-queue.h"

#define MODEL_PODS 12

typedef struct
{
  const FitPod *pod; /* (nullable) borrowed: the object last seen */
  FitQueueName where;
  gint64 timestamp_ns;
  guint64 order;   /* of entries, as they were made */
  gint64 until_ns; /* in podBackoffQ: when its backoff ends, as it came */

  gboolean has_record;
  guint attempts;
  gint64 last_update_ns;

  const char *node; /* (nullable) interned: where it is nominated */
} ModelPod;

typedef struct
{
  ModelPod pods[MODEL_PODS];
  guint64 entries;
  gint64 scheduling_cycle;
  gint64 move_request_cycle;
  gint64 next_second; /* ticks not run yet */
  gint64 next_half_minute;
} Model;

void model_init (Model *model, gint64 now);

/* @i is the row of @pod. */
void model_add (Model *model, guint i, const FitPod *pod, gint64 now);

/* model_pop: Returns: the row, MODEL_PODS for none */
guint model_pop (Model *model);

/* model_fail: Returns: FALSE when the pod waits already */
gboolean model_fail (Model *model, guint i, const FitPod *pod, gint64 cycle,
                     gint64 now);
void model_update (Model *model, guint i, const FitPod *old_pod,
                   const FitPod *new_pod, FitPodChange change, gint64 now);
void model_delete (Model *model, guint i);
void model_move_all (Model *model, gint64 now);
void model_assigned (Model *model, const FitPod *pod, gint64 now);
void model_flush_backoff (Model *model, gint64 now);
void model_flush_leftover (Model *model, gint64 now);

/* model_run_timers: tick by tick */
void model_run_timers (Model *model, gint64 now);

/* model_next_timer: tries one tick after the other */
gint64 model_next_timer (const Model *model);

/* model_until: Returns: when the backoff ends, G_MININT64 without record */
gint64 model_until (const ModelPod *row);

/* model_less: does @a stand before @b in their queue? */
gboolean model_less (const ModelPod *a, const ModelPod *b);
