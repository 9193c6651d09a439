/* inferred.c - makes a workload from its pods
 * SPDX-License-Identifier: Apache-2.0 */
#include "workloads/inferred.h"

#include "api/raw.h"
#include "api/times.h"
#include "base/each.h"
#include "formats/value-edit.h"

GPtrArray *
fit_workload_active_pods (const FitOwners *owners, FitControllerKind kind,
                          const char *namespace_, const char *name)
{
  GPtrArray *pods = fit_owners_pods (owners, kind, namespace_, name);

  for (guint i = pods->len; i-- > 0;)
    {
      const FitPod *pod = pods->pdata[i];

      if (fit_pod_terminal (pod) || fit_object_meta_deleting (&pod->meta))
        g_ptr_array_remove_index (pods, i);
    }
  return pods;
}

/* The newest pod is from the newest template; without times, it is the last.
 * Its text says when it was created: a what-if that moves a pod takes its time
 * away. */
static const FitPod *
find_newest_pod (const GPtrArray *pods)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitPod *found = NULL;
  gint64 latest = FIT_TIME_NONE;

  FIT_EACH (const FitPod, pod, pods)
    {
      const char *text = fit_value_get_string (
          fit_value_get (fit_raw_read (arena, pod->meta.raw), "metadata"),
          "creationTimestamp");
      gint64 time_ns;

      if (text == NULL || !fit_time_parse (text, &time_ns))
        time_ns = FIT_TIME_NONE;
      fit_arena_reset (arena);
      if (time_ns < latest)
        continue;
      found = pod;
      latest = time_ns;
    }
  return found;
}

/* -- templates ------------------------------------------------------------- */

/* Without @names, which are NULL-terminated. */
static FitValue
without (FitArena *arena, const FitValue *map, const char *const *names)
{
  FitValue rest = map != NULL ? *map : (FitValue){ .type = FIT_VALUE_MAP };

  for (; *names != NULL; names++)
    if (fit_value_get (&rest, *names) != NULL)
      rest = fit_value_with (arena, &rest, *names, NULL);
  return rest;
}

/* The labels and fields that the controller has given to the pod go.  The
 * priority stays: it is what the PriorityClass, which need not be there, gives
 * to the next pod, too. */
static FitValue
template_of_pod (FitArena *arena, FitControllerKind kind, const FitValue *pod)
{
  static const char *const of_deployment[] = { "pod-template-hash", NULL };
  static const char *const of_stateful_set[]
      = { "controller-revision-hash", "statefulset.kubernetes.io/pod-name",
          "apps.kubernetes.io/pod-index", NULL };
  static const char *const none[] = { NULL };
  static const char *const of_one_pod[]
      = { "nodeName", "ephemeralContainers", NULL };
  static const char *const of_named_pod[]
      = { "nodeName", "ephemeralContainers", "hostname", NULL };
  const gboolean named = kind == FIT_CONTROLLER_STATEFUL_SET;
  const FitValue *from = fit_value_get (pod, "metadata");
  const FitValue labels
      = without (arena, fit_value_get (from, "labels"),
                 kind == FIT_CONTROLLER_DEPLOYMENT ? of_deployment
                 : named                           ? of_stateful_set
                                                   : none);
  const FitValue spec = without (arena, fit_value_get (pod, "spec"),
                                 named ? of_named_pod : of_one_pod);
  FitValue metadata = fit_value_with (arena, NULL, "labels", &labels);
  FitValue template;

  metadata = fit_value_with (arena, &metadata, "annotations",
                             fit_value_get (from, "annotations"));
  template = fit_value_with (arena, NULL, "metadata", &metadata);
  return fit_value_with (arena, &template, "spec", &spec);
}

/* Returns: TRUE if each pod of the set has a claim, which the set makes */
static gboolean
has_claims (const FitPod *pod, const FitValue *tree)
{
  const FitValue *volumes
      = fit_value_get (fit_value_get (tree, "spec"), "volumes");

  for (guint i = 0; i < fit_value_n_items (volumes); i++)
    {
      const FitValue *volume = &volumes->items[i];
      const char *name = fit_value_get_string (volume, "name");
      const char *claim = fit_value_get_string (
          fit_value_get (volume, "persistentVolumeClaim"), "claimName");
      g_autofree char *own
          = name != NULL ? g_strconcat (name, "-", pod->meta.name, NULL) : NULL;

      if (claim != NULL && g_strcmp0 (claim, own) == 0)
        return TRUE;
    }
  return FALSE;
}

/* -- adding ---------------------------------------------------------------- */

typedef struct
{
  FitObjects *objects;    /* borrowed */
  FitDecodeFlags flags;   /* with which they were read */
  FitArena *arena;        /* borrowed */
  const char *namespace_; /* borrowed */
} Inferring;

/* @owners: (nullable): its ownerReferences */
static gboolean
add (const Inferring *inferring, FitControllerKind kind, const char *name,
     const char *uid, const FitValue *owners, const FitValue *template,
     GError **error)
{
  FitArena *arena = inferring->arena;
  const gboolean old = kind == FIT_CONTROLLER_REPLICATION_CONTROLLER;
  const FitValue *labels
      = fit_value_get (fit_value_get (template, "metadata"), "labels");
  const FitValue match = fit_value_with (arena, NULL, "matchLabels", labels);
  FitValue metadata, spec, value;

  metadata = fit_value_with_text (arena, NULL, "name", name);
  metadata = fit_value_with_text (arena, &metadata, "namespace",
                                  inferring->namespace_);
  if (*uid != '\0')
    metadata = fit_value_with_text (arena, &metadata, "uid", uid);
  metadata = fit_value_with (arena, &metadata, "ownerReferences", owners);
  spec = fit_value_with (arena, NULL, "selector", old ? labels : &match);
  spec = fit_value_with (arena, &spec, "template", template);
  value = fit_value_with (arena, NULL, "metadata", &metadata);
  value = fit_value_with (arena, &value, "spec", &spec);
  return fit_objects_add_value (
      inferring->objects, &value, fit_controller_kind_name (kind),
      old ? "v1" : "apps/v1", inferring->flags | FIT_DECODE_CONTROLLERS, error);
}

/* A new pod comes from the ReplicaSet of the newest one, so that both have the
 * same hash. */
static gboolean
add_deployment (const Inferring *inferring, const FitOwners *all,
                const char *name, const FitPod *model, const FitValue *pod,
                GError **error)
{
  FitArena *arena = inferring->arena;
  const FitOwnerReference *owner = model->meta.controller;
  const FitController *set
      = fit_owners_find (all, "ReplicaSet", inferring->namespace_, owner->name);
  const FitValue yes = fit_value_of_bool (TRUE);
  FitValue template, reference, owners;

  if (set == NULL || !set->has_template)
    {
      reference = fit_value_with_text (arena, NULL, "apiVersion", "apps/v1");
      reference = fit_value_with_text (arena, &reference, "kind", "Deployment");
      reference = fit_value_with_text (arena, &reference, "name", name);
      reference = fit_value_with (arena, &reference, "controller", &yes);
      owners = fit_value_with_item (arena, NULL, &reference);
      template = template_of_pod (arena, FIT_CONTROLLER_REPLICA_SET, pod);
      if (!add (inferring, FIT_CONTROLLER_REPLICA_SET, owner->name, owner->uid,
                &owners, &template, error))
        return FALSE;
      template = template_of_pod (arena, FIT_CONTROLLER_DEPLOYMENT, pod);
    }
  else
    {
      const FitValue *object = fit_raw_read (arena, set->meta.raw);
      const FitValue *of_set
          = fit_value_get (fit_value_get (object, "spec"), "template");

      template = template_of_pod (arena, FIT_CONTROLLER_DEPLOYMENT, of_set);
    }
  return add (inferring, FIT_CONTROLLER_DEPLOYMENT, name, "", NULL, &template,
              error);
}

const FitPod *
fit_workload_infer (FitObjects *objects, FitControllerKind kind,
                    const char *namespace_, const char *name, guint wanted,
                    FitDecodeFlags flags, GError **error)
{
  g_autoptr (FitOwners) owners = fit_owners_new (objects);
  g_autoptr (GPtrArray) pods
      = fit_workload_active_pods (owners, kind, namespace_, name);
  const FitPod *model = find_newest_pod (pods);
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *pod = fit_raw_read (arena, model->meta.raw);
  const FitValue template = template_of_pod (arena, kind, pod);
  const Inferring inferring = { objects, flags, arena, namespace_ };
  gboolean added;

  if (kind == FIT_CONTROLLER_STATEFUL_SET && wanted > pods->len
      && has_claims (model, pod))
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "StatefulSet %s/%s is not in the input, and its pods have "
                   "claims of their own",
                   namespace_, name);
      fit_error_add_hint (error, "new claims are made from its "
                                 "volumeClaimTemplates: give it with -f FILE");
      return NULL;
    }
  if (kind == FIT_CONTROLLER_DEPLOYMENT)
    added = add_deployment (&inferring, owners, name, model, pod, error);
  else
    added = add (&inferring, kind, name, model->meta.controller->uid, NULL,
                 &template, error);
  return added ? model : NULL;
}
