/* in-flight-pods.c - remembers the events that happen while a pod is being
 * tried, as 1.26 and later do
 * SPDX-License-Identifier: Apache-2.0 */
#include "queue/in-flight-pods.h"

#include "api/csi.h"
#include "api/node.h"
#include "api/storage.h"
#include "api/workloads.h"

typedef struct
{
  char *uid;
  FitQueueAttempts attempts;
  guint64 since; /* the number of the first event after it was popped */
  GList link;    /* in by_age */
} InFlightPod;

/* -- the objects of events ------------------------------------------------- */

typedef struct
{
  gpointer (*ref) (gconstpointer object);
  void (*unref) (gpointer object);
} Kind;

#define KIND(name)                                  \
  static gpointer ref_##name (gconstpointer object) \
  {                                                 \
    return fit_##name##_ref (object);               \
  }                                                 \
  static void unref_##name (gpointer object) { fit_##name##_unref (object); }

KIND (pod)
KIND (node)
KIND (pv)
KIND (pvc)
KIND (workload)
KIND (storage_class)
KIND (csi_node)
KIND (csi_driver)
KIND (csi_storage_capacity)
KIND (volume_attachment)

/* Resources with an empty row have events without objects. */
static const Kind kinds[FIT_CLUSTER_RESOURCE_LAST] = {
  [FIT_CLUSTER_ANYTHING] = { ref_pod, unref_pod }, /* for that pod alone */
  [FIT_CLUSTER_POD] = { ref_pod, unref_pod },
  [FIT_CLUSTER_NODE] = { ref_node, unref_node },
  [FIT_CLUSTER_PERSISTENT_VOLUME] = { ref_pv, unref_pv },
  [FIT_CLUSTER_PERSISTENT_VOLUME_CLAIM] = { ref_pvc, unref_pvc },
  [FIT_CLUSTER_SERVICE] = { ref_workload, unref_workload },
  [FIT_CLUSTER_STORAGE_CLASS] = { ref_storage_class, unref_storage_class },
  [FIT_CLUSTER_CSI_NODE] = { ref_csi_node, unref_csi_node },
  [FIT_CLUSTER_CSI_DRIVER] = { ref_csi_driver, unref_csi_driver },
  [FIT_CLUSTER_CSI_STORAGE_CAPACITY]
  = { ref_csi_storage_capacity, unref_csi_storage_capacity },
  [FIT_CLUSTER_VOLUME_ATTACHMENT]
  = { ref_volume_attachment, unref_volume_attachment },
};

static gpointer
keep (const FitClusterEvent *event, gconstpointer object)
{
  const Kind *kind = &kinds[event->resource];

  return object != NULL && kind->ref != NULL ? kind->ref (object) : NULL;
}

static void
past_event_free (gpointer data)
{
  FitQueuePastEvent *past = data;
  const Kind *kind = &kinds[past->event.resource];

  if (past->old_object != NULL)
    kind->unref (past->old_object);
  if (past->new_object != NULL)
    kind->unref (past->new_object);
  g_free (past);
}

/* -- pods ------------------------------------------------------------------ */

static void
in_flight_pod_free (gpointer data)
{
  InFlightPod *pod = data;

  g_free (pod->uid);
  g_free (pod);
}

FitInFlightPods *
fit_in_flight_pods_new (void)
{
  FitInFlightPods *pods = g_new0 (FitInFlightPods, 1);

  pods->by_uid = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                        in_flight_pod_free);
  g_queue_init (&pods->by_age);
  g_queue_init (&pods->events);
  return pods;
}

void
fit_in_flight_pods_free (FitInFlightPods *pods)
{
  if (pods == NULL)
    return;
  g_queue_clear_full (&pods->events, past_event_free);
  g_hash_table_unref (pods->by_uid);
  g_free (pods);
}

void
fit_in_flight_pods_end (FitInFlightPods *pods, const char *uid)
{
  InFlightPod *pod = g_hash_table_lookup (pods->by_uid, uid);
  const InFlightPod *oldest;
  guint64 needed;
  const FitQueuePastEvent *past;

  if (pod == NULL)
    return;
  g_queue_unlink (&pods->by_age, &pod->link);
  g_hash_table_remove (pods->by_uid, uid);
  oldest = g_queue_peek_head (&pods->by_age);
  needed = oldest != NULL ? oldest->since : pods->next_number;
  while ((past = g_queue_peek_head (&pods->events)) != NULL
         && past->number < needed)
    past_event_free (g_queue_pop_head (&pods->events));
}

void
fit_in_flight_pods_begin (FitInFlightPods *pods, const char *uid,
                          const FitQueueAttempts *attempts)
{
  InFlightPod *pod = g_new0 (InFlightPod, 1);

  fit_in_flight_pods_end (pods, uid);
  pod->uid = g_strdup (uid);
  pod->attempts = *attempts;
  pod->since = pods->next_number;
  pod->link.data = pod;
  g_queue_push_tail_link (&pods->by_age, &pod->link);
  g_hash_table_insert (pods->by_uid, pod->uid, pod);
}

const FitQueueAttempts *
fit_in_flight_pods_find (const FitInFlightPods *pods, const char *uid)
{
  const InFlightPod *pod = g_hash_table_lookup (pods->by_uid, uid);

  return pod != NULL ? &pod->attempts : NULL;
}

void
fit_in_flight_pods_record (FitInFlightPods *pods, const FitClusterEvent *event,
                           gconstpointer old_object, gconstpointer new_object)
{
  FitQueuePastEvent *past;

  if (pods->by_age.length == 0)
    return;
  past = g_new0 (FitQueuePastEvent, 1);
  past->event = *event;
  past->old_object = keep (event, old_object);
  past->new_object = keep (event, new_object);
  past->number = pods->next_number++;
  g_queue_push_tail (&pods->events, past);
}

const GList *
fit_in_flight_pods_since (const FitInFlightPods *pods, const char *uid)
{
  const InFlightPod *pod = g_hash_table_lookup (pods->by_uid, uid);
  const GList *link = NULL;

  /* Search from the end: most attempts are short. */
  if (pod != NULL)
    for (const GList *last = pods->events.tail;
         last != NULL
         && ((const FitQueuePastEvent *) last->data)->number >= pod->since;
         last = last->prev)
      link = last;
  return link;
}
