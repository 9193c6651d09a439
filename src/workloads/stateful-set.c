/* stateful-set.c - pods of StatefulSets, and their claims
 *
 * Each pod has an ordinal, which is part of its name and of the names of its
 * claims.  Existing claims are used.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include "releases/behaviour.h"

#include "base/each.h"
#include "workloads/workloads-private.h"

#define POD_NAME_LABEL "statefulset.kubernetes.io/pod-name"
#define REVISION_LABEL "controller-revision-hash"
#define INDEX_LABEL "apps.kubernetes.io/pod-index" /* from 1.28 on */

typedef struct
{
  FitMaking *making;               /* borrowed */
  const FitController *controller; /* borrowed */
  const FitValue *claims;          /* (nullable): volumeClaimTemplates */
  const FitValue *match_labels;    /* (nullable): of the selector */
  const char *class;               /* (nullable): for claims without a class */
  FitValue pod;                    /* the pod without the parts that depend on
                                      the ordinal */
} Set;

/* -- claims ---------------------------------------------------------------- */

static gboolean
add_claim (const Set *set, const FitValue *template, const char *name,
           GError **error)
{
  FitMaking *making = set->making;
  FitArena *arena = making->arena;
  const FitValue *from = fit_value_get (template, "metadata");
  const FitValue *annotations = fit_value_get (from, "annotations");
  const FitValue *labels = fit_value_get (from, "labels");
  const FitValue *spec = fit_value_get (template, "spec");
  const FitValue *class = fit_value_get (spec, "storageClassName");
  const guint n = set->match_labels != NULL ? set->match_labels->n : 0;
  FitValue all = { .type = FIT_VALUE_MAP }, metadata, with_class, claim;

  if (labels != NULL)
    all = *labels;
  for (guint i = 0; i < n; i++)
    all = fit_value_with (arena, &all, set->match_labels->members[i].key,
                          &set->match_labels->members[i].value);
  metadata = fit_value_with_text (arena, NULL, "name", name);
  metadata = fit_value_with_text (arena, &metadata, "namespace",
                                  set->controller->meta.namespace_);
  metadata = fit_value_with (arena, &metadata, "labels", &all);
  metadata = fit_value_with (arena, &metadata, "annotations", annotations);

  if (!g_hash_table_add (
          making->claims,
          g_strconcat (set->controller->meta.namespace_, "/", name, NULL)))
    return TRUE;
  claim = fit_value_with (arena, NULL, "metadata", &metadata);
  claim = fit_value_with (arena, &claim, "spec", spec);
  if (set->class != NULL && (class == NULL || class->type == FIT_VALUE_NULL)
      && fit_value_get (annotations, "volume.beta.kubernetes.io/storage-class")
             == NULL)
    {
      with_class
          = fit_value_with_text (arena, spec, "storageClassName", set->class);
      claim = fit_value_with (arena, &claim, "spec", &with_class);
    }
  return fit_making_add_object (making, &claim, "PersistentVolumeClaim", "v1",
                                error);
}

/* Adds the claims of one pod, and the volumes for them to @inout_pod, where each
 * replaces another volume of its name. */
static gboolean
add_claims (const Set *set, guint ordinal, FitValue *inout_pod, GError **error)
{
  FitArena *arena = set->making->arena;
  const guint n = set->claims != NULL ? set->claims->n : 0;

  for (guint i = n; i-- > 0;)
    {
      const FitValue *template = &set->claims->items[i];
      const char *own_name
          = fit_value_get_string (fit_value_get (template, "metadata"), "name");
      const char *name = own_name != NULL ? own_name : "";
      g_autofree char *text = g_strdup_printf (
          "%s-%s-%u", name, set->controller->meta.name, ordinal);
      const char *claim_name = fit_arena_strndup (arena, text, strlen (text));
      const FitValue *old;
      FitValue spec, claim, volume, volumes = { .type = FIT_VALUE_LIST };

      if (!add_claim (set, template, claim_name, error))
        return FALSE;
      claim = fit_value_with_text (arena, NULL, "claimName", claim_name);
      volume = fit_value_with_text (arena, NULL, "name", name);
      volume = fit_value_with (arena, &volume, "persistentVolumeClaim", &claim);
      volumes = fit_value_with_item (arena, &volumes, &volume);
      spec = *fit_value_get (inout_pod, "spec");
      old = fit_value_get (&spec, "volumes");
      for (guint v = 0; v < fit_value_n_items (old); v++)
        if (g_strcmp0 (fit_value_get_string (&old->items[v], "name"), name)
            != 0)
          volumes = fit_value_with_item (arena, &volumes, &old->items[v]);
      spec = fit_value_with (arena, &spec, "volumes", &volumes);
      *inout_pod = fit_value_with (arena, inout_pod, "spec", &spec);
    }
  return TRUE;
}

/* -- pods ------------------------------------------------------------------ */

static void
open_set (Set *set, FitMaking *making, const FitController *controller)
{
  const FitValue *spec
      = fit_value_get (fit_making_object (making, controller), "spec");
  const FitValue *template = fit_value_get (spec, "template");
  const FitValue *claims = fit_value_get (spec, "volumeClaimTemplates");
  const FitValue *labels
      = fit_value_get (fit_value_get (spec, "selector"), "matchLabels");
  g_autofree char *revision = g_strconcat (
      controller->meta.name, "-", fit_making_hash (making, template), NULL);
  const GPtrArray *classes = making->objects->of[FIT_KIND_STORAGE_CLASS];
  const FitStorageClass *newest = NULL;

  *set = (Set){ .making = making, .controller = controller };
  if (claims != NULL && claims->type == FIT_VALUE_LIST)
    set->claims = claims;
  if (labels != NULL && labels->type == FIT_VALUE_MAP)
    set->match_labels = labels;
  /* Admission sets the default class; of several, the newest. */
  FIT_EACH (const FitStorageClass, class, classes)
    if (class->is_default
        && (newest == NULL
            || class->meta.creation_time_ns > newest->meta.creation_time_ns))
      newest = class;
  set->class = newest != NULL ? newest->meta.name : NULL;
  set->pod = fit_making_pod (making, controller, template);
  set->pod = fit_making_set (
      making, &set->pod, "labels", REVISION_LABEL,
      fit_arena_strndup (making->arena, revision, strlen (revision)));
}

gboolean
fit_make_stateful_set (FitMaking *making, const FitController *controller,
                       GError **error)
{
  const guint first = (guint) controller->first_ordinal;
  const guint wanted = (guint) controller->replicas;
  const gboolean labels_index
      = fit_behaviour (making->options->release).pods_have_index_labels;
  guint n = fit_making_lacks (making, controller, wanted);
  g_autoptr (GPtrArray) active = NULL;
  g_autoptr (GHashTable) names = NULL;
  Set set;

  if (n == 0)
    return TRUE;
  open_set (&set, making, controller);
  if (making->given && making->options->one_each)
    {
      /* Copies of the pod cannot share a claim. */
      making->made->n_claimless += set.claims != NULL && set.claims->n > 0;
      return fit_making_add_generated (making, &set.pod, "", 1, error);
    }
  active = fit_making_active (making, controller);
  names = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < active->len; i++)
    g_hash_table_add (names, ((const FitPod *) active->pdata[i])->meta.name);
  if (!fit_making_reserve (making, n, error))
    return FALSE;
  /* Ends within @wanted: that is @n more than there are names. */
  for (guint ordinal = first; n > 0; ordinal++)
    {
      const FitArenaMark mark = fit_arena_mark (making->arena);
      g_autofree char *index = g_strdup_printf ("%u", ordinal);
      g_autofree char *name
          = g_strconcat (controller->meta.name, "-", index, NULL);
      FitValue pod;
      gboolean done;

      if (g_hash_table_contains (names, name))
        continue;
      pod = fit_making_set (making, &set.pod, "labels", POD_NAME_LABEL, name);
      if (labels_index)
        pod = fit_making_set (making, &pod, "labels", INDEX_LABEL, index);
      done = add_claims (&set, ordinal, &pod, error)
             && fit_making_add_pod (making, &pod, name, error);
      fit_arena_rewind (making->arena, mark);
      if (!done)
        return FALSE;
      n--;
    }
  return TRUE;
}
