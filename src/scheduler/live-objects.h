/* live-objects.h - the objects of a world of the scheduler
 *
 * Objects of all kinds by name, in the order in which they were added.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"

#define FIT_NS_PER_SECOND G_GINT64_CONSTANT (1000000000)

/* -- live objects ---------------------------------------------------------- */

typedef struct _FitLiveObject
{
  const char *namespace_; /* interned, borrowed from @object, as @name is */
  const char *name;
  gconstpointer object; /* owned reference */
  guint64 sequence;     /* increases with every object */

  /* For pods: */
  char *reason;      /* (nullable) owned: of the condition PodScheduled=False */
  char *message;     /* (nullable) owned: of that condition */
  guint64 failed_in; /* the state of the world when it last failed */
  struct _FitComing *death; /* (nullable) borrowed from the agenda */
} FitLiveObject;

typedef struct _FitLiveObjects FitLiveObjects;

FitLiveObjects *fit_live_objects_new (void);
void fit_live_objects_free (FitLiveObjects *live);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitLiveObjects, fit_live_objects_free)

/* fit_live_objects_find: Returns: (transfer none) (nullable): @namespace_ is
 * interned, and "" for kinds without namespaces */
FitLiveObject *fit_live_objects_find (const FitLiveObjects *live, FitKind kind,
                                      const char *namespace_, const char *name);

/* fit_live_objects_find_pod: Returns: (transfer none) (nullable): the pod with
 * @uid; no pod has the UID "" */
FitLiveObject *fit_live_objects_find_pod (const FitLiveObjects *live,
                                          const char *uid);

/* fit_live_objects_put: adds @object, or replaces the one with the same name.
 * Returns: (transfer none) */
FitLiveObject *fit_live_objects_put (FitLiveObjects *live, FitKind kind,
                                     gconstpointer object);

void fit_live_objects_remove (FitLiveObjects *live, FitKind kind,
                              FitLiveObject *object);

guint fit_live_objects_count (const FitLiveObjects *live, FitKind kind);

/* fit_live_objects_list: Returns: (transfer full): array of owned references,
 * in the order in which they were added */
GPtrArray *fit_live_objects_list (const FitLiveObjects *live, FitKind kind);
