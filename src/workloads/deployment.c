/* deployment.c - the ReplicaSet of a Deployment, and its pods
 *
 * The Deployment determines how many pods are missing; pods of all its
 * ReplicaSets count.
 */
#include <string.h>

#include "api/decode.h"
#include "workloads/workloads-private.h"

#define HASH_LABEL "pod-template-hash"

/* -- which ReplicaSet ------------------------------------------------------ */

static gboolean says_no_more (const FitValue *value, const FitValue *than);

static gboolean
list_says_no_more (const FitValue *list, const FitValue *than)
{
  if (list->n != than->n)
    return FALSE;
  for (guint i = 0; i < list->n; i++)
    if (!says_no_more (&list->items[i], &than->items[i]))
      return FALSE;
  return TRUE;
}

static gboolean
map_says_no_more (const FitValue *map, const FitValue *than)
{
  if (map->n > FIT_MAX_MAP_ENTRIES)
    return FALSE;
  for (guint i = 0; i < map->n; i++)
    {
      const FitMember *member = &map->members[i];

      if (!says_no_more (&member->value, fit_value_get (than, member->key)))
        return FALSE;
    }
  return TRUE;
}

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
    return than->type == FIT_VALUE_MAP && map_says_no_more (value, than);
  if (value->type == FIT_VALUE_LIST)
    return than->type == FIT_VALUE_LIST && list_says_no_more (value, than);
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

/* Returns: (nullable): the ReplicaSet with the template of @deployment */
static const FitController *
find_replica_set (const FitMaking *making, const FitController *deployment,
                  const FitValue *template)
{
  const GPtrArray *children = fit_owners_children (making->owners, deployment);

  for (guint i = 0; children != NULL && i < children->len; i++)
    {
      const FitController *child = children->pdata[i];

      if (child->kind == FIT_CONTROLLER_REPLICA_SET && child->has_template
          && says_no_more (template,
                           template_of (fit_making_object (making, child))))
        return child;
    }
  return NULL;
}

/* -- a new one ------------------------------------------------------------- */

/* @selector (nullable: the labels of the pods) with the hash added */
static FitValue
selector_with_hash (FitArena *arena, const FitValue *selector,
                    const FitValue *labels, const char *hash)
{
  const FitValue *map
      = selector != NULL ? fit_value_get (selector, "matchLabels") : labels;
  const FitValue with_hash = fit_value_with_text (arena, map, HASH_LABEL, hash);

  return fit_value_with (arena, selector, "matchLabels", &with_hash);
}

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
  const FitValue selector = selector_with_hash (
      arena, fit_value_get (spec, "selector"), labels, hash);
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
  const FitController *set;
  const FitValue *object;

  if (n == 0)
    return TRUE;
  object = fit_making_object (making, controller);
  set = find_replica_set (making, controller, template_of (object));
  if (set == NULL && controller->suspended)
    {
      making->made->n_suspended++;
      return TRUE;
    }
  if (set == NULL)
    set = add_replica_set (making, controller, object, error);
  return set != NULL && fit_make_replicas (making, set, n, error);
}
