/* storage-objects.c - writes many volumes, claims and classes for tests that need them
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/cluster/storage-objects.h"
#include "cluster/listers-private.h"

#include <string.h>

char *
join_objects (va_list objects)
{
  g_autoptr (GString) manifest = g_string_new (NULL);
  const char *object;

  while ((object = va_arg (objects, const char *)) != NULL)
    g_string_append (manifest, object);
  return g_string_free (g_steal_pointer (&manifest), FALSE);
}

void
append_numbered (GString *manifest, const char *object, guint number)
{
  for (const char *c = object; *c; c++)
    if (*c == '#')
      g_string_append_printf (manifest, "%u", number);
    else
      g_string_append_c (manifest, *c);
}

static void
list_workloads (FitListers *listers, const GPtrArray *workloads)
{
  for (guint i = 0; i < workloads->len; i++)
    fit_listers_set (listers, workloads->pdata[i]);
}

void
list_objects (FitListers *listers, const FitObjects *objects)
{
  GPtrArray *const *of = objects->of;

  list_workloads (listers, of[FIT_KIND_SERVICE]);
  list_workloads (listers, of[FIT_KIND_REPLICATION_CONTROLLER]);
  list_workloads (listers, of[FIT_KIND_REPLICA_SET]);
  list_workloads (listers, of[FIT_KIND_STATEFUL_SET]);
  for (guint i = 0; i < of[FIT_KIND_PERSISTENT_VOLUME]->len; i++)
    fit_listers_set (listers, of[FIT_KIND_PERSISTENT_VOLUME]->pdata[i]);
  for (guint i = 0; i < of[FIT_KIND_PERSISTENT_VOLUME_CLAIM]->len; i++)
    fit_listers_set (listers, of[FIT_KIND_PERSISTENT_VOLUME_CLAIM]->pdata[i]);
  for (guint i = 0; i < of[FIT_KIND_STORAGE_CLASS]->len; i++)
    fit_listers_set (listers, of[FIT_KIND_STORAGE_CLASS]->pdata[i]);
  for (guint i = 0; i < of[FIT_KIND_CSI_NODE]->len; i++)
    fit_listers_set (listers, of[FIT_KIND_CSI_NODE]->pdata[i]);
  for (guint i = 0; i < of[FIT_KIND_CSI_DRIVER]->len; i++)
    fit_listers_set (listers, of[FIT_KIND_CSI_DRIVER]->pdata[i]);
  for (guint i = 0; i < of[FIT_KIND_CSI_STORAGE_CAPACITY]->len; i++)
    fit_listers_set (listers, of[FIT_KIND_CSI_STORAGE_CAPACITY]->pdata[i]);
  for (guint i = 0; i < of[FIT_KIND_POD_DISRUPTION_BUDGET]->len; i++)
    fit_listers_set (listers, of[FIT_KIND_POD_DISRUPTION_BUDGET]->pdata[i]);
}

void
list_manifest (FitListers *listers, const char *manifest)
{
  g_autoptr (FitObjects) objects = objects_from (manifest);

  list_objects (listers, objects);
}
