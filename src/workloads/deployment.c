/* deployment.c - the ReplicaSet of a Deployment, and its pods
 *
 * The Deployment determines how many pods are missing; pods of all its
 * ReplicaSets count.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "api/decode.h"
#include "workloads/workloads-private.h"

#define HASH_LABEL "pod-template-hash"

/* -- which ReplicaSet ------------------------------------------------------ */

/* Is everything in @value also in @than (nullable)?  A manifest contains less
 * than the API server's version of it. */
static gboolean
says_no_more (const FitValue *value, const FitValue *than)
{
  if (value->type == FIT_VALUE_NULL)
    return TRUE;
  if (than == NULL)
    return value->type == FIT_VALUE_MAP && value->n == 0;
  if (value->type == FIT_VALUE_MAP)
    {
      if (than->type != FIT_VALUE_MAP || value->n > FIT_MAX_MAP_ENTRIES)
        return FALSE;
      for (guint i = 0; i < value->n; i++)
        if (!says_no_more (&value->members[i].value,
                           fit_value_get (than, value->members[i].key)))
          return FALSE;
      return TRUE;
    }
  if (value->type == FIT_VALUE_LIST)
    {
      if (than->type != FIT_VALUE_LIST || value->n != than->n)
        return FALSE;
      for (guint i = 0; i < value->n; i++)
        if (!says_no_more (&value->items[i], &than->items[i]))
          return FALSE;
      return TRUE;
    }
  if (value->type == FIT_VALUE_BOOL)
    return than->type == FIT_VALUE_BOOL && value->boolean == than->boolean;
  /* A quantity may be a number or a string. */
  return (than->type == FIT_VALUE_NUMBER || than->type == FIT_VALUE_STRING)
         && strcmp (value->text, than->text) == 0;
}

static const FitValue *
template_of (const FitValue *object)
{
  return fit_value_get (fit_value_get (object, "spec"), "template");
}

/* -- a new one ------------------------------------------------------------- */

/* Returns: (nullable): the ReplicaSet, after adding it to the controllers */
static const FitController *
add_replica_set (FitMaking *making, const FitController *deployment,
                 const FitValue *object, GError **error)
{
  FitArena *arena = making->arena;
  const FitValue *spec = fit_value_get (object, "spec");
  const char *hash = fit_making_hash (making, template_of (object));
  const FitValue template = fit_making_set (making, template_of (object),
                                            "labels", HASH_LABEL, hash);
  const FitValue *labels
      = fit_value_get (fit_value_get (&template, "metadata"), "labels");
  const FitValue *old = fit_value_get (spec, "selector");
  const FitValue match = fit_value_with_text (
      arena, old != NULL ? fit_value_get (old, "matchLabels") : labels,
      HASH_LABEL, hash);
  const FitValue selector = fit_value_with (arena, old, "matchLabels", &match);
  g_autofree char *name = g_strconcat (deployment->meta.name, "-", hash, NULL);
  FitValue metadata, changed, set;

  metadata = fit_value_with_text (arena, NULL, "name", name);
  metadata = fit_value_with (arena, &metadata, "labels", labels);
  metadata = fit_making_owned (making, deployment, &metadata);
  changed = fit_value_with (arena, NULL, "replicas",
                            fit_value_get (spec, "replicas"));
  changed = fit_value_with (arena, &changed, "selector", &selector);
  changed = fit_value_with (arena, &changed, "template", &template);
  set = fit_value_with (arena, NULL, "metadata", &metadata);
  set = fit_value_with (arena, &set, "spec", &changed);
  if (!fit_making_add_object (making, &set, "ReplicaSet", "apps/v1", error))
    return NULL;
  return making->objects->controllers
      ->pdata[making->objects->controllers->len - 1];
}

gboolean
fit_make_deployment (FitMaking *making, const FitController *controller,
                     GError **error)
{
  const guint n
      = fit_making_lacks (making, controller, (guint) controller->replicas);
  const GPtrArray *children = fit_owners_children (making->owners, controller);
  const FitController *set = NULL;
  const FitValue *object;

  if (n == 0)
    return TRUE;
  object = fit_making_object (making, controller);
  /* Does one of its ReplicaSets have its template? */
  for (guint i = 0; set == NULL && children != NULL && i < children->len; i++)
    {
      const FitController *child = children->pdata[i];

      if (child->kind == FIT_CONTROLLER_REPLICA_SET && child->has_template
          && says_no_more (template_of (object),
                           template_of (fit_making_object (making, child))))
        set = child;
    }
  if (set == NULL && controller->suspended)
    {
      making->made->n_suspended++;
      return TRUE;
    }
  if (set == NULL)
    set = add_replica_set (making, controller, object, error);
  return set != NULL && fit_make_replicas (making, set, n, error);
}
