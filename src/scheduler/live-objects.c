/* live-objects.c - stores the objects of a world by name, and pods by UID, too
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/live-objects.h"

#include <string.h>

/* -- live objects ---------------------------------------------------------- */

struct _FitLiveObjects
{
  GHashTable *of[FIT_KIND_LAST]; /* owned, sets of FitLiveObject */
  GHashTable *pods; /* owned: UID (borrowed from the pod) -> FitLiveObject */
  guint64 sequence;
};

static guint
object_hash (gconstpointer data)
{
  const FitLiveObject *object = data;

  return g_str_hash (object->name) ^ g_direct_hash (object->namespace_);
}

static gboolean
object_equal (gconstpointer a, gconstpointer b)
{
  const FitLiveObject *x = a, *y = b;

  return x->namespace_ == y->namespace_ && strcmp (x->name, y->name) == 0;
}

FitLiveObjects *
fit_live_objects_new (void)
{
  FitLiveObjects *live = g_new0 (FitLiveObjects, 1);

  for (guint i = 0; i < FIT_KIND_LAST; i++)
    live->of[i] = g_hash_table_new (object_hash, object_equal);
  live->pods = g_hash_table_new (g_str_hash, g_str_equal);
  return live;
}

static void
free_object (FitKind kind, FitLiveObject *object)
{
  fit_object_unref ((gpointer) object->object);
  g_free (object->reason);
  g_free (object->message);
  g_free (object);
}

void
fit_live_objects_free (FitLiveObjects *live)
{
  if (live == NULL)
    return;
  g_hash_table_unref (live->pods);
  for (guint i = 0; i < FIT_KIND_LAST; i++)
    {
      GHashTableIter iter;
      gpointer object;

      g_hash_table_iter_init (&iter, live->of[i]);
      while (g_hash_table_iter_next (&iter, &object, NULL))
        free_object ((FitKind) i, object);
      g_hash_table_unref (live->of[i]);
    }
  g_free (live);
}

FitLiveObject *
fit_live_objects_find (const FitLiveObjects *live, FitKind kind,
                       const char *namespace_, const char *name)
{
  const FitLiveObject key = { .namespace_ = namespace_, .name = name };

  return g_hash_table_lookup (live->of[kind], &key);
}

FitLiveObject *
fit_live_objects_find_pod (const FitLiveObjects *live, const char *uid)
{
  return g_hash_table_lookup (live->pods, uid);
}

static void
add_uid (FitLiveObjects *live, FitKind kind, FitLiveObject *object)
{
  const FitObjectMeta *meta = &((const FitObject *) object->object)->meta;

  if (kind == FIT_KIND_POD && *meta->uid != '\0')
    g_hash_table_replace (live->pods, meta->uid, object);
}

static void
remove_uid (FitLiveObjects *live, FitKind kind, const FitLiveObject *object)
{
  const FitObjectMeta *meta = &((const FitObject *) object->object)->meta;

  if (kind == FIT_KIND_POD
      && fit_live_objects_find_pod (live, meta->uid) == object)
    g_hash_table_remove (live->pods, meta->uid);
}

static void
set_object (FitKind kind, FitLiveObject *live_object, gconstpointer object)
{
  const FitObjectMeta *meta = &((const FitObject *) object)->meta;

  live_object->object = fit_object_ref (object);
  live_object->namespace_ = meta->namespace_;
  live_object->name = meta->name;
}

FitLiveObject *
fit_live_objects_put (FitLiveObjects *live, FitKind kind, gconstpointer object)
{
  const FitObjectMeta *meta = &((const FitObject *) object)->meta;
  FitLiveObject *found
      = fit_live_objects_find (live, kind, meta->namespace_, meta->name);

  if (found != NULL)
    {
      gconstpointer old = found->object;

      remove_uid (live, kind, found);
      set_object (kind, found, object);
      add_uid (live, kind, found);
      fit_object_unref ((gpointer) old);
      return found;
    }
  found = g_new0 (FitLiveObject, 1);
  found->sequence = ++live->sequence;
  set_object (kind, found, object);
  g_hash_table_add (live->of[kind], found);
  add_uid (live, kind, found);
  return found;
}

void
fit_live_objects_remove (FitLiveObjects *live, FitKind kind,
                         FitLiveObject *object)
{
  g_hash_table_remove (live->of[kind], object);
  remove_uid (live, kind, object);
  free_object (kind, object);
}

guint
fit_live_objects_count (const FitLiveObjects *live, FitKind kind)
{
  return g_hash_table_size (live->of[kind]);
}

static gint
by_sequence (gconstpointer a, gconstpointer b)
{
  const FitLiveObject *x = *(const FitLiveObject *const *) a;
  const FitLiveObject *y = *(const FitLiveObject *const *) b;

  return x->sequence < y->sequence ? -1 : x->sequence > y->sequence;
}

GPtrArray *
fit_live_objects_list (const FitLiveObjects *live, FitKind kind)
{
  GPtrArray *list = g_ptr_array_sized_new (g_hash_table_size (live->of[kind]));
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, live->of[kind]);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_ptr_array_add (list, key);
  g_ptr_array_sort (list, by_sequence);
  for (guint i = 0; i < list->len; i++)
    {
      const FitLiveObject *object = list->pdata[i];

      list->pdata[i] = (gpointer) fit_object_ref (object->object);
    }
  g_ptr_array_set_free_func (list, fit_object_unref);
  return list;
}
