/* stateful-set.c - pods of StatefulSets, and their claims
 *
 * Each pod has an ordinal, which is part of its name and of the names of its
 * claims.  Existing claims are used.
 */
#include <string.h>
#include "releases/behaviour.h"

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

static const char *
claim_template_name (const FitValue *template)
{
  const char *name
      = fit_value_get_string (fit_value_get (template, "metadata"), "name");

  return name != NULL ? name : "";
}

/* The class that admission sets for claims without one.
 * Returns: (nullable): of several, the newest */
static const char *
default_class (const FitObjects *objects)
{
  const GPtrArray *classes = objects->of[FIT_KIND_STORAGE_CLASS];
  const FitStorageClass *found = NULL;

  for (guint i = 0; i < classes->len; i++)
    {
      const FitStorageClass *class = classes->pdata[i];

      if (class->is_default
          && (found == NULL
              || class->meta.creation_time_ns > found->meta.creation_time_ns))
        found = class;
    }
  return found != NULL ? found->meta.name : NULL;
}

static gboolean
names_class (const FitValue *spec, const FitValue *metadata)
{
  const FitValue *class = fit_value_get (spec, "storageClassName");
  const FitValue *annotations = fit_value_get (metadata, "annotations");

  return (class != NULL && class->type != FIT_VALUE_NULL)
         || fit_value_get (annotations,
                           "volume.beta.kubernetes.io/storage-class")
                != NULL;
}

static FitValue
claim_metadata (const Set *set, const FitValue *template, const char *name)
{
  FitArena *arena = set->making->arena;
  const FitValue *from = fit_value_get (template, "metadata");
  const FitValue *labels = fit_value_get (from, "labels");
  const guint n = set->match_labels != NULL ? set->match_labels->n : 0;
  FitValue all = { .type = FIT_VALUE_MAP }, metadata;

  if (labels != NULL)
    all = *labels;
  for (guint i = 0; i < n; i++)
    all = fit_value_with (arena, &all, set->match_labels->members[i].key,
                          &set->match_labels->members[i].value);
  metadata = fit_value_with_text (arena, NULL, "name", name);
  metadata = fit_value_with_text (arena, &metadata, "namespace",
                                  set->controller->meta.namespace_);
  metadata = fit_value_with (arena, &metadata, "labels", &all);
  return fit_value_with (arena, &metadata, "annotations",
                         fit_value_get (from, "annotations"));
}

static gboolean
add_claim (const Set *set, const FitValue *template, const char *name,
           GError **error)
{
  FitMaking *making = set->making;
  const FitValue metadata = claim_metadata (set, template, name);
  const FitValue *spec = fit_value_get (template, "spec");
  FitValue with_class, claim;

  if (!g_hash_table_add (
          making->claims,
          g_strconcat (set->controller->meta.namespace_, "/", name, NULL)))
    return TRUE;
  claim = fit_value_with (making->arena, NULL, "metadata", &metadata);
  claim = fit_value_with (making->arena, &claim, "spec", spec);
  if (set->class != NULL && !names_class (spec, &metadata))
    {
      with_class = fit_value_with_text (making->arena, spec, "storageClassName",
                                        set->class);
      claim = fit_value_with (making->arena, &claim, "spec", &with_class);
    }
  return fit_making_add_object (making, &claim, "PersistentVolumeClaim", "v1",
                                error);
}

/* @volumes plus one volume, which replaces another of the same name */
static FitValue
with_volume (FitArena *arena, const FitValue *volumes, const char *name,
             const char *claim_name)
{
  const FitValue claim
      = fit_value_with_text (arena, NULL, "claimName", claim_name);
  FitValue result = { .type = FIT_VALUE_LIST }, volume;

  volume = fit_value_with_text (arena, NULL, "name", name);
  volume = fit_value_with (arena, &volume, "persistentVolumeClaim", &claim);
  result = fit_value_with_item (arena, &result, &volume);
  for (guint i = 0;
       volumes != NULL && volumes->type == FIT_VALUE_LIST && i < volumes->n;
       i++)
    if (g_strcmp0 (fit_value_get_string (&volumes->items[i], "name"), name)
        != 0)
      result = fit_value_with_item (arena, &result, &volumes->items[i]);
  return result;
}

/* Adds the claims of one pod.  Returns: FALSE on failure; sets the volumes of
 * @inout_pod */
static gboolean
add_claims (const Set *set, guint ordinal, FitValue *inout_pod, GError **error)
{
  FitArena *arena = set->making->arena;
  const guint n = set->claims != NULL ? set->claims->n : 0;
  FitValue spec;

  for (guint i = n; i-- > 0;)
    {
      const FitValue *template = &set->claims->items[i];
      const char *name = claim_template_name (template);
      g_autofree char *text = g_strdup_printf (
          "%s-%s-%u", name, set->controller->meta.name, ordinal);
      const char *claim_name = fit_arena_strndup (arena, text, strlen (text));
      FitValue volumes;

      if (!add_claim (set, template, claim_name, error))
        return FALSE;
      spec = *fit_value_get (inout_pod, "spec");
      volumes = with_volume (arena, fit_value_get (&spec, "volumes"), name,
                             claim_name);
      spec = fit_value_with (arena, &spec, "volumes", &volumes);
      *inout_pod = fit_value_with (arena, inout_pod, "spec", &spec);
    }
  return TRUE;
}

/* -- pods ------------------------------------------------------------------ */

static gboolean
add_pod (const Set *set, guint ordinal, GError **error)
{
  FitMaking *making = set->making;
  const FitArenaMark mark = fit_arena_mark (making->arena);
  g_autofree char *name
      = g_strdup_printf ("%s-%u", set->controller->meta.name, ordinal);
  g_autofree char *index = g_strdup_printf ("%u", ordinal);
  FitValue pod
      = fit_making_set (making, &set->pod, "labels", POD_NAME_LABEL, name);
  gboolean done;

  if (fit_behaviour (making->options->release).pods_have_index_labels)
    pod = fit_making_set (making, &pod, "labels", INDEX_LABEL, index);
  done = add_claims (set, ordinal, &pod, error)
         && fit_making_add_pod (making, &pod, name, error);
  fit_arena_rewind (making->arena, mark);
  return done;
}

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

  *set = (Set){ .making = making, .controller = controller };
  if (claims != NULL && claims->type == FIT_VALUE_LIST)
    set->claims = claims;
  if (labels != NULL && labels->type == FIT_VALUE_MAP)
    set->match_labels = labels;
  set->class = default_class (making->objects);
  set->pod = fit_making_pod (making, controller, template);
  set->pod = fit_making_set (
      making, &set->pod, "labels", REVISION_LABEL,
      fit_arena_strndup (making->arena, revision, strlen (revision)));
}

/* The names of its pods. */
static GHashTable *
active_names (const FitMaking *making, const FitController *controller)
{
  g_autoptr (GPtrArray) pods = fit_making_active (making, controller);
  GHashTable *names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < pods->len; i++)
    g_hash_table_add (names, ((const FitPod *) pods->pdata[i])->meta.name);
  return names;
}

gboolean
fit_make_stateful_set (FitMaking *making, const FitController *controller,
                       GError **error)
{
  const guint first = (guint) controller->first_ordinal;
  const guint wanted = (guint) controller->replicas;
  guint n = fit_making_lacks (making, controller, wanted);
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
  names = active_names (making, controller);
  if (!fit_making_reserve (making, n, error))
    return FALSE;
  /* Ends within @wanted: that is @n more than there are names. */
  for (guint i = 0; n > 0; i++)
    {
      g_autofree char *name
          = g_strdup_printf ("%s-%u", controller->meta.name, first + i);

      if (g_hash_table_contains (names, name))
        continue;
      if (!add_pod (&set, first + i, error))
        return FALSE;
      n--;
    }
  return TRUE;
}
