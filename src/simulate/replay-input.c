/* replay-input.c - input of objects and events
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/replay-private.h"
#include "base/each.h"

#include <string.h>

/* -- recording ------------------------------------------------------------- */

/* Adds the fields that FitObjectMeta.raw leaves out.
 * Returns: (transfer full) (nullable): NULL if no text was kept */
static char *
manifest_of (FitKind kind, const FitObjectMeta *meta)
{
  if (meta->raw == NULL)
    return NULL;
  if (kind != FIT_KIND_POD && kind != FIT_KIND_NODE)
    return g_strdup (meta->raw);
  return g_strconcat ("{\"apiVersion\":\"v1\",\"kind\":\"",
                      fit_kind_name (kind), "\",", meta->raw + strlen ("{"),
                      NULL);
}

/* -- admission ------------------------------------------------------------- */

/* @object: (nullable): NULL removes the class @name */
static void
set_class (FitReplay *replay, const char *name, const FitPriorityClass *object)
{
  GPtrArray *array = replay->admission->of[FIT_KIND_PRIORITY_CLASS];
  guint i = g_hash_table_contains (replay->class_names, name) ? 0 : array->len;

  while (i < array->len
         && strcmp (fit_object_meta (array->pdata[i])->name, name) != 0)
    i++;
  if (i < array->len)
    {
      g_hash_table_remove (replay->class_names, name);
      g_ptr_array_remove_index (array, i);
    }
  if (object == NULL)
    return;
  g_ptr_array_add (array, fit_priority_class_ref (object));
  g_hash_table_add (replay->class_names, object->meta.name);
}

/* The object was just decoded and is not shared yet, so it may be changed. */
static gboolean
admit (FitReplay *replay, FitKind kind, gconstpointer object, GError **error)
{
  GPtrArray *pods = replay->admission->of[FIT_KIND_POD];
  gboolean ok;

  if (kind != FIT_KIND_POD || replay->as_is)
    return TRUE;
  g_ptr_array_add (pods, fit_pod_ref (object));
  ok = fit_objects_complete (replay->admission, error);
  g_ptr_array_set_size (pods, 0);
  return ok;
}

/* -- a cluster ------------------------------------------------------------- */

/* If several objects have the same name, the last one counts, in the place of
 * the first.
 * Returns: (transfer container) */
static GPtrArray *
unique (FitKind kind, const GPtrArray *objects)
{
  g_autoptr (GHashTable) last
      = g_hash_table_new (fit_object_meta_hash, fit_object_meta_equal);
  GPtrArray *array = g_ptr_array_sized_new (objects->len);

  for (guint i = 0; i < objects->len; i++)
    g_hash_table_replace (last, (gpointer) fit_object_meta (objects->pdata[i]),
                          objects->pdata[i]);
  for (guint i = 0; i < objects->len; i++)
    {
      gpointer object = NULL;

      if (g_hash_table_steal_extended (
              last, fit_object_meta (objects->pdata[i]), NULL, &object))
        g_ptr_array_add (array, object);
    }
  return array;
}

static gboolean
put_all (FitReplay *replay, FitTraceVerb verb, FitKind kind,
         const GPtrArray *objects, GError **error)
{
  for (guint i = 0; i < objects->len; i++)
    {
      gconstpointer object = objects->pdata[i];
      const FitObjectMeta *meta;
      g_autofree char *json = NULL;
      FitTraceEvent event;

      fit_replay_begin (replay, replay->start_ns);
      meta = fit_object_meta (object);
      event = (FitTraceEvent){
        .time_ns = fit_replay_now (replay),
        .verb = verb,
        .kind = kind,
        .namespace_ = meta->namespace_,
        .name = meta->name,
        .object = object,
      };
      if (replay->record != NULL)
        {
          event.json = json = manifest_of (kind, meta);
          if (!fit_trace_writer_write (replay->record, &event, error))
            return FALSE;
        }
      if (kind == FIT_KIND_PRIORITY_CLASS)
        set_class (replay, fit_object_meta (object)->name, object);
      fit_virtual_world_put (replay->world, kind, object);
    }
  return TRUE;
}

/* Pods are identified by UID. */
static void
set_uid_error (const FitPod *pod, const FitPod *other, GError **error)
{
  g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
               "Pod %s/%s: has the UID of Pod %s/%s", pod->meta.namespace_,
               pod->meta.name, other->meta.namespace_, other->meta.name);
}

static gboolean
put_pods (FitReplay *replay, const GPtrArray *pods, GError **error)
{
  g_autoptr (GPtrArray) pending = g_ptr_array_new ();
  g_autoptr (GPtrArray) others = g_ptr_array_new ();

  FIT_EACH (FitPod, pod, pods)
    {
      const gboolean waits
          = *pod->node_name == '\0'
            && fit_assembly_profile (&replay->rules, pod->spec->scheduler_name)
                   != NULL;

      g_ptr_array_add (waits ? pending : others, pod);
    }
  g_ptr_array_sort (pending, fit_assembly_queue_order);
  return put_all (replay, FIT_TRACE_ADD, FIT_KIND_POD, others, error)
         && put_all (replay, FIT_TRACE_ADD, FIT_KIND_POD, pending, error);
}

static gboolean
report_images_again (FitReplay *replay, const GPtrArray *nodes, GError **error)
{
  g_autoptr (GPtrArray) with_images = fit_nodes_with_images (nodes);

  return put_all (replay, FIT_TRACE_UPDATE, FIT_KIND_NODE, with_images, error);
}

gboolean
fit_replay_add_objects (FitReplay *replay, const FitObjects *objects,
                        GError **error)
{
  g_autoptr (GHashTable) seen = NULL;

  /* Pods name PriorityClasses, so these come first when the recording is read
   * again. */
  static const FitKind order[] = {
    FIT_KIND_PRIORITY_CLASS,
    FIT_KIND_NAMESPACE,
    FIT_KIND_LIMIT_RANGE,
    FIT_KIND_RESOURCE_QUOTA,
    FIT_KIND_NODE,
    FIT_KIND_CSI_NODE,
    FIT_KIND_CSI_DRIVER,
    FIT_KIND_STORAGE_CLASS,
    FIT_KIND_CSI_STORAGE_CAPACITY,
    FIT_KIND_PERSISTENT_VOLUME,
    FIT_KIND_PERSISTENT_VOLUME_CLAIM,
    FIT_KIND_VOLUME_ATTACHMENT,
    FIT_KIND_SERVICE,
    FIT_KIND_REPLICATION_CONTROLLER,
    FIT_KIND_REPLICA_SET,
    FIT_KIND_STATEFUL_SET,
    FIT_KIND_POD_DISRUPTION_BUDGET,
  };
  G_STATIC_ASSERT (G_N_ELEMENTS (order) == FIT_KIND_LAST - 1);
  g_autoptr (GPtrArray) pods = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      g_autoptr (GPtrArray) kept = unique (order[i], objects->of[order[i]]);

      if (!put_all (replay, FIT_TRACE_ADD, order[i], kept, error)
          || (order[i] == FIT_KIND_NODE
              && !report_images_again (replay, kept, error)))
        return FALSE;
    }
  pods = unique (FIT_KIND_POD, objects->of[FIT_KIND_POD]);
  seen = g_hash_table_new (g_str_hash, g_str_equal);
  FIT_EACH (const FitPod, pod, pods)
    {
      const FitPod *other = g_hash_table_lookup (seen, pod->meta.uid);
      guint index;

      if (*pod->meta.uid == '\0')
        continue;
      if (other != NULL)
        {
          set_uid_error (pod, other, error);
          if (g_ptr_array_find (objects->of[FIT_KIND_POD], pod, &index))
            fit_objects_prefix_place (objects, FIT_KIND_POD, index, error);
          return FALSE;
        }
      g_hash_table_insert (seen, pod->meta.uid, (gpointer) pod);
    }
  return put_pods (replay, pods, error);
}

/* -- events ---------------------------------------------------------------- */

/* The trace does not decide where a pod of this scheduler runs or is nominated,
 * and no pod leaves its node.
 * Returns: (transfer full) */
static FitPod *
merge_pod (const FitReplay *replay, const FitPod *live, const FitPod *update)
{
  const gboolean ours
      = fit_assembly_profile (&replay->rules, update->spec->scheduler_name)
        != NULL;
  FitPod *pod = fit_pod_ref (update), *copy;

  if ((ours || *live->node_name != '\0') && pod->node_name != live->node_name)
    {
      copy = fit_pod_with_node_name (pod, live->node_name);
      fit_pod_unref (pod);
      pod = copy;
    }
  if (!ours)
    return pod;
  if (pod->nominated_node_name != live->nominated_node_name)
    {
      copy = fit_pod_with_nominated_node_name (pod, live->nominated_node_name);
      fit_pod_unref (pod);
      pod = copy;
    }
  if (fit_object_meta_deleting (&live->meta)
      && !fit_object_meta_deleting (&pod->meta))
    {
      copy = fit_pod_with_deletion_time (pod, live->meta.deletion_time_ns);
      fit_pod_unref (pod);
      pod = copy;
    }
  return pod;
}

static void
update (FitReplay *replay, const FitTraceEvent *event,
        const FitLiveObject *live)
{
  if (event->kind == FIT_KIND_POD)
    {
      g_autoptr (FitPod) pod = merge_pod (replay, live->object, event->object);

      fit_virtual_world_put (replay->world, FIT_KIND_POD, pod);
    }
  else
    fit_virtual_world_put (replay->world, event->kind, event->object);
}

/* @live: (nullable) */
static gboolean
check_event (const FitTraceEvent *event, const FitLiveObject *live,
             GError **error)
{
  gboolean should_live = event->verb != FIT_TRACE_ADD;
  g_autofree char *what = NULL;

  if ((live != NULL) == should_live
      || (event->kind == FIT_KIND_POD && should_live))
    return TRUE;
  what = fit_object_text (event->kind, event->namespace_, event->name);
  return fit_fail (error, FIT_ERROR_SCHEMA, "%s: %s is %s",
                   fit_trace_verb_name (event->verb), what,
                   should_live ? "not there" : "there already");
}

static gboolean
check_time (const FitReplay *replay, const FitTraceEvent *event,
            gint64 *out_time_ns, GError **error)
{
  gint64 base = event->relative ? replay->start_ns : 0;
  const char *problem = NULL;

  if (event->time_ns > FIT_TRACE_MAX_TIME_NS - base)
    problem = "time: later than 2099";
  else if (replay->scheduler != NULL
           && base + event->time_ns < fit_replay_now (replay))
    problem = "time: earlier than what has happened already";
  else
    *out_time_ns = base + event->time_ns;
  if (problem == NULL)
    return TRUE;
  return fit_fail (error, FIT_ERROR_SCHEMA, "%s", problem);
}

static gboolean
feed (FitReplay *replay, const FitTraceEvent *event, GError **error)
{
  FitLiveObject *live;
  gint64 time_ns;
  FitTraceEvent absolute;
  const FitPod *pod;
  const FitLiveObject *other;

  if (!check_time (replay, event, &time_ns, error))
    return FALSE;
  fit_replay_begin (replay, time_ns);
  fit_replay_run_until (replay, time_ns);
  if (replay->stopped)
    return TRUE;
  live = fit_live_objects_find (replay->world->live, event->kind,
                                event->namespace_, event->name);
  if (!check_event (event, live, error))
    return FALSE;
  pod = event->kind == FIT_KIND_POD ? event->object : NULL;
  other = pod != NULL
              ? fit_live_objects_find_pod (replay->world->live, pod->meta.uid)
              : NULL;
  if (other != NULL && other != live)
    {
      set_uid_error (pod, other->object, error);
      return fit_blame (error, "%s: ", fit_trace_verb_name (event->verb));
    }
  if (event->object != NULL
      && !admit (replay, event->kind, event->object, error))
    return FALSE;
  absolute = *event;
  if (replay->record != NULL)
    {
      absolute.time_ns = fit_replay_now (replay);
      absolute.relative = FALSE;
      if (!fit_trace_writer_write (replay->record, &absolute, error))
        return FALSE;
    }
  if (event->kind == FIT_KIND_PRIORITY_CLASS)
    set_class (replay, event->name, event->object);
  if (event->verb == FIT_TRACE_ADD)
    fit_virtual_world_put (replay->world, event->kind, event->object);
  else if (live != NULL && event->verb == FIT_TRACE_UPDATE)
    update (replay, event, live);
  else if (live != NULL)
    fit_virtual_world_remove (replay->world, event->kind, live);
  return TRUE;
}

gboolean
fit_replay_feed (FitReplay *replay, const FitTraceEvent *event, GError **error)
{
  if (feed (replay, event, error))
    return TRUE;
  if (event->source != NULL)
    g_prefix_error (error, "%s: %s %" G_GUINT64_FORMAT ": ", event->source,
                    event->unit, event->line);
  return FALSE;
}
