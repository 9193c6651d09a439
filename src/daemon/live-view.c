/* live-view.c - keeps what an API server has, and tells a scheduler
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/live-view.h"

#include <string.h>

#include "rules/modern-objects.h"

void
fit_live_view_init (FitLiveView *view)
{
  *view = (FitLiveView){ .live = fit_live_objects_new () };
}

void
fit_live_view_clear (FitLiveView *view)
{
  g_clear_pointer (&view->live, fit_live_objects_free);
}

static FitLiveObject *
find (const FitLiveView *view, FitKind kind, const FitObjectMeta *meta)
{
  return fit_live_objects_find (view->live, kind, meta->namespace_, meta->name);
}

static void
tell (FitLiveView *view, FitKind kind, gconstpointer old_object,
      gconstpointer new_object, gint64 now_ns)
{
  if (view->synced)
    fit_scheduler_handle (view->scheduler, kind, old_object, new_object,
                          now_ns);
}

static void
pod_left (FitLiveView *view, FitKind kind, gconstpointer object)
{
  if (kind == FIT_KIND_POD && view->pod_left != NULL)
    view->pod_left (object, view->data);
}

static void
put (FitLiveView *view, FitKind kind, gconstpointer object, gboolean in_order,
     gint64 now_ns)
{
  const FitObjectMeta *meta = fit_object_meta (object);
  const FitLiveObject *live = find (view, kind, meta);
  gconstpointer old = live != NULL ? fit_object_ref (live->object) : NULL;
  const FitObjectMeta *old_meta = old != NULL ? fit_object_meta (old) : NULL;

  /* Another object of the same name: the old one is gone. */
  if (old != NULL && g_strcmp0 (old_meta->uid, meta->uid) != 0)
    {
      tell (view, kind, old, NULL, now_ns);
      pod_left (view, kind, old);
      fit_live_objects_remove (view->live, kind, find (view, kind, meta));
      fit_object_unref ((gpointer) old);
      old = NULL;
    }
  /* A list repeats what was seen already. */
  if (old == NULL || *meta->resource_version == '\0'
      || g_strcmp0 (fit_object_meta (old)->resource_version,
                    meta->resource_version)
             != 0)
    {
      if (kind == FIT_KIND_POD && old != NULL && view->pod_changes != NULL
          && view->synced)
        view->pod_changes (old, object, in_order, view->data);
      if (old == NULL && view->object_appears != NULL
          && fit_modern_fields_of (kind, object) != 0)
        view->object_appears (kind, object, view->data);
      fit_live_objects_put (view->live, kind, object);
      tell (view, kind, old, object, now_ns);
      if (kind == FIT_KIND_POD && *((const FitPod *) object)->node_name != '\0')
        pod_left (view, kind, object);
    }
  fit_object_unref ((gpointer) old);
}

static void
drop (FitLiveView *view, FitKind kind, const FitObjectMeta *meta, gint64 now_ns)
{
  FitLiveObject *live = find (view, kind, meta);
  gconstpointer old;

  if (live == NULL)
    return;
  old = fit_object_ref (live->object);
  fit_live_objects_remove (view->live, kind, live);
  tell (view, kind, old, NULL, now_ns);
  pod_left (view, kind, old);
  fit_object_unref ((gpointer) old);
}

static void
tell_kind (FitLiveView *view, FitKind kind, gint64 now_ns)
{
  g_autoptr (GPtrArray) all = fit_live_objects_list (view->live, kind);

  for (guint i = 0; i < all->len; i++)
    tell (view, kind, NULL, all->pdata[i], now_ns);
}

/* Nodes and volumes come before the pods that use them. */
static void
tell_all (FitLiveView *view, gint64 now_ns)
{
  for (FitKind kind = 0; kind < FIT_KIND_LAST; kind++)
    if (kind != FIT_KIND_POD)
      tell_kind (view, kind, now_ns);
  tell_kind (view, FIT_KIND_POD, now_ns);
}

void
fit_live_view_set_scheduler (FitLiveView *view, FitScheduler *scheduler,
                             gint64 now_ns)
{
  view->scheduler = scheduler;
  tell_all (view, now_ns);
}

void
fit_live_view_expect_lists (FitLiveView *view)
{
  memset (view->listed, 0, sizeof view->listed);
}

gboolean
fit_live_view_is_complete (const FitLiveView *view)
{
  guint n;
  const FitApiResource *resources = fit_api_resources (view->release, &n);

  for (guint i = 0; i < n; i++)
    if (!view->listed[resources[i].kind])
      return FALSE;
  return TRUE;
}

void
fit_live_view_listed (FitLiveView *view, FitKind kind, const GPtrArray *objects,
                      gint64 now_ns)
{
  g_autoptr (GPtrArray) before = fit_live_objects_list (view->live, kind);
  g_autoptr (GHashTable) there = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < objects->len; i++)
    {
      const FitObjectMeta *meta = fit_object_meta (objects->pdata[i]);

      put (view, kind, objects->pdata[i], FALSE, now_ns);
      g_hash_table_add (there, find (view, kind, meta));
    }
  /* An object that was there and is not in the list was deleted unseen. */
  for (guint i = 0; i < before->len; i++)
    {
      const FitObjectMeta *meta = fit_object_meta (before->pdata[i]);
      const FitLiveObject *live = find (view, kind, meta);

      if (live != NULL && !g_hash_table_contains (there, live))
        drop (view, kind, meta, now_ns);
    }
  view->listed[kind] = TRUE;
  if (view->synced || !fit_live_view_is_complete (view))
    return;
  g_atomic_int_set (&view->synced, TRUE);
  tell_all (view, now_ns);
}

void
fit_live_view_changed (FitLiveView *view, FitKind kind, gconstpointer object,
                       gboolean gone, gint64 now_ns)
{
  if (gone)
    drop (view, kind, fit_object_meta (object), now_ns);
  else
    put (view, kind, object, TRUE, now_ns);
}
