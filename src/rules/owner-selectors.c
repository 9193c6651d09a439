/* owner-selectors.c - finds the selectors of the services and controllers that
 * a pod belongs to
 * Tests: tests/rules/test-owner-selectors*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/owner-selectors.h"
#include "cluster/cache.h"
#include "cluster/pair-buckets.h"

#include <string.h>

/* Kinds of controllers that count. */
static const struct
{
  const char *api_version;
  const char *kind;
  FitKind workload;
} controllers[] = {
  { "v1", "ReplicationController", FIT_KIND_REPLICATION_CONTROLLER },
  { "apps/v1", "ReplicaSet", FIT_KIND_REPLICA_SET },
  { "apps/v1", "StatefulSet", FIT_KIND_STATEFUL_SET },
};

/* A list with enough room. */
typedef struct
{
  guint n;
  FitSelector **selectors;
} List;

static void
add (List *list, FitSelector *selector)
{
  if (selector->n > 0)
    list->selectors[list->n++] = selector;
}

/* Returns: (nullable): the controller of @pod */
static const FitWorkload *
controller_of (const FitListers *listers, const FitPod *pod)
{
  const FitOwnerReference *owner = pod->meta.controller;

  for (guint i = 0; owner != NULL && i < G_N_ELEMENTS (controllers); i++)
    if (strcmp (owner->kind, controllers[i].kind) == 0
        && strcmp (owner->api_version, controllers[i].api_version) == 0)
      return fit_listers_get (listers, controllers[i].workload,
                              pod->meta.namespace_, owner->name);
  return NULL;
}

/* The selectors of services and of a ReplicationController are merged into one
 * map.  The ReplicationController is added last, so its value for a label
 * counts. */
static gboolean
overridden (const FitWorkload *controller, const FitRequirement *pair)
{
  const FitSelector *selector
      = controller != NULL
                && controller->kind == FIT_KIND_REPLICATION_CONTROLLER
            ? controller->spread_selector
            : NULL;

  for (guint i = 0; selector != NULL && i < selector->n; i++)
    if (selector->requirements[i].key == pair->key
        && selector->requirements[i].values[0] != pair->values[0])
      return TRUE;
  return FALSE;
}

static void
add_service (List *list, const FitWorkload *service,
             const FitWorkload *controller)
{
  const guint before = list->n;

  for (guint i = 0; i < service->n_pairs; i++)
    if (!overridden (controller, &service->pairs[i]->requirements[0]))
      add (list, service->pairs[i]);
  if (list->n - before < service->n_pairs)
    return;
  list->n = before;
  add (list, service->spread_selector);
}

static const FitWorkload *
service_at (const GArray *found, guint i)
{
  return g_array_index (found, FitBucketEntry, i).member;
}

static FitOwnerSelectors
by_owner_reference (const FitListers *listers, const FitPod *pod,
                    FitArena *arena)
{
  g_autoptr (GArray) found
      = g_array_new (FALSE, FALSE, sizeof (FitBucketEntry));
  const FitWorkload *controller = controller_of (listers, pod);
  guint n = 1;
  List list;

  fit_listers_selecting (listers, FIT_KIND_SERVICE, pod->meta.namespace_,
                         pod->meta.labels, found);
  for (guint i = 0; i < found->len; i++)
    n += service_at (found, i)->n_pairs;
  list = (List){ 0, fit_arena_newn (arena, FitSelector *, n) };
  for (guint i = 0; i < found->len; i++)
    if (fit_selector_matches (service_at (found, i)->selector,
                              pod->meta.labels))
      add_service (&list, service_at (found, i), controller);
  if (controller != NULL)
    add (&list, controller->spread_selector);
  return (FitOwnerSelectors){ list.n, list.selectors };
}

FitOwnerSelectors
fit_owner_selectors (FitCache *cache, const FitPod *pod, FitPodClass *pod_class,
                     gboolean by_reference, FitArena *arena)
{
  const FitSpreadSelectors *all;
  List list;

  if (by_reference)
    return by_owner_reference (fit_cache_listers (cache), pod, arena);
  all = fit_cache_spread_selectors (cache, pod_class);
  list = (List){ 0, fit_arena_newn (arena, FitSelector *, all->n) };
  for (guint i = 0; i < all->n; i++)
    add (&list, all->selectors[i]);
  return (FitOwnerSelectors){ list.n, list.selectors };
}
