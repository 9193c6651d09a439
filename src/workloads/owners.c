/* owners.c - which pods belong to which workload
 *
 * Everything is found by name: NAMESPACE/KIND/NAME.
 * SPDX-License-Identifier: Apache-2.0 */
#include "workloads/owners.h"

#include <string.h>

#include "api/texts.h"
#include "api/pod.h"
#include "base/each.h"

struct _FitOwners
{
  GHashTable *controllers; /* owned: key -> FitController, borrowed */
  GHashTable *children;    /* owned: key -> array of FitController */
  GHashTable *pods;        /* owned: key of the owner -> array of FitPod */
  GHashTable *orphans;     /* owned: NAMESPACE/LABEL=VALUE, and NAMESPACE/ for
                              all -> array of FitPod */
  GHashTable *pod_names;   /* owned set: NAMESPACE/NAME */
};

static char *
make_key (const char *namespace_, const char *kind, const char *name)
{
  return g_strconcat (namespace_, "/", kind, "/", name, NULL);
}

static char *
label_key (const char *namespace_, const char *key, const char *value)
{
  return g_strconcat (namespace_, "/", key, "=", value, NULL);
}

/* @key: (transfer full) */
static void
add_to (GHashTable *table, char *key, gconstpointer element)
{
  GPtrArray *array = g_hash_table_lookup (table, key);

  if (array == NULL)
    {
      array = g_ptr_array_new ();
      g_hash_table_insert (table, key, array);
    }
  else
    g_free (key);
  g_ptr_array_add (array, (gpointer) element);
}

/* -- building -------------------------------------------------------------- */

/* The name of a ReplicaSet that was not read is its Deployment's name and the
 * hash of the template.
 * Returns: (transfer full) (nullable): the name of the Deployment */
static char *
deployment_of (const FitOwners *owners, const FitPod *pod)
{
  const FitOwnerReference *owner = pod->meta.controller;
  const char *hash
      = pod->meta.labels != NULL
            ? fit_labels_lookup (pod->meta.labels, "pod-template-hash")
            : NULL;
  g_autofree char *suffix = hash != NULL ? g_strconcat ("-", hash, NULL) : NULL;

  if (suffix == NULL || strcmp (owner->kind, "ReplicaSet") != 0
      || !g_str_has_suffix (owner->name, suffix)
      || fit_owners_find (owners, owner->kind, pod->meta.namespace_,
                          owner->name)
             != NULL)
    return NULL;
  return g_strndup (owner->name, strlen (owner->name) - strlen (suffix));
}

static GHashTable *
new_table (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                (GDestroyNotify) g_ptr_array_unref);
}

FitOwners *
fit_owners_new (const FitObjects *objects)
{
  const GPtrArray *pods = objects->of[FIT_KIND_POD];
  const GPtrArray *controllers = objects->controllers;
  FitOwners *owners = g_new (FitOwners, 1);

  *owners = (FitOwners){
    .controllers
    = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .children = new_table (),
    .pods = new_table (),
    .orphans = new_table (),
    .pod_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
  };
  FIT_EACH (FitController, controller, controllers)
    g_hash_table_replace (owners->controllers,
                          make_key (controller->meta.namespace_,
                                    fit_controller_kind_name (controller->kind),
                                    controller->meta.name),
                          controller);
  /* Of several of one name, only the last is there. */
  FIT_EACH (const FitController, controller, controllers)
    {
      const FitObjectMeta *meta = &controller->meta;

      if (meta->controller != NULL
          && fit_owners_find (owners,
                              fit_controller_kind_name (controller->kind),
                              meta->namespace_, meta->name)
                 == controller)
        add_to (owners->children,
                make_key (meta->namespace_, meta->controller->kind,
                          meta->controller->name),
                controller);
    }
  FIT_EACH (const FitPod, pod, pods)
    {
      const char *namespace_ = pod->meta.namespace_;
      const FitOwnerReference *owner = pod->meta.controller;
      const FitLabels *labels = pod->meta.labels;

      g_hash_table_add (owners->pod_names, fit_pod_full_name (pod));
      if (owner != NULL)
        {
          g_autofree char *deployment = deployment_of (owners, pod);

          add_to (owners->pods, make_key (namespace_, owner->kind, owner->name),
                  pod);
          if (deployment != NULL)
            add_to (owners->pods,
                    make_key (namespace_, "Deployment", deployment), pod);
          continue;
        }
      add_to (owners->orphans, g_strconcat (namespace_, "/", NULL), pod);
      for (guint l = 0; labels != NULL && l < labels->n; l++)
        add_to (owners->orphans,
                label_key (namespace_, labels->pairs[l].key,
                           labels->pairs[l].value),
                pod);
    }
  return owners;
}

void
fit_owners_free (FitOwners *owners)
{
  if (owners == NULL)
    return;
  g_hash_table_unref (owners->controllers);
  g_hash_table_unref (owners->children);
  g_hash_table_unref (owners->pods);
  g_hash_table_unref (owners->orphans);
  g_hash_table_unref (owners->pod_names);
  g_free (owners);
}

/* -- lookups --------------------------------------------------------------- */

const FitController *
fit_owners_find (const FitOwners *owners, const char *kind,
                 const char *namespace_, const char *name)
{
  g_autofree char *key = make_key (namespace_, kind, name);

  return g_hash_table_lookup (owners->controllers, key);
}

const GPtrArray *
fit_owners_children (const FitOwners *owners, const FitController *controller)
{
  g_autofree char *key = make_key (controller->meta.namespace_,
                                   fit_controller_kind_name (controller->kind),
                                   controller->meta.name);

  return g_hash_table_lookup (owners->children, key);
}

gboolean
fit_owners_has_pod (const FitOwners *owners, const char *namespace_,
                    const char *name)
{
  g_autofree char *key = g_strconcat (namespace_, "/", name, NULL);

  return g_hash_table_contains (owners->pod_names, key);
}

/* A StatefulSet adopts only pods that are named like its own. */
static gboolean
may_adopt (const FitController *controller, const FitPod *pod)
{
  const char *set = controller->meta.name, *name = pod->meta.name;
  const gsize len = strlen (set);

  if (!fit_selector_matches (controller->selector, pod->meta.labels))
    return FALSE;
  return controller->kind != FIT_CONTROLLER_STATEFUL_SET
         || (strncmp (name, set, len) == 0 && name[len] == '-'
             && name[len + 1] != '\0'
             && name[len + 1 + strspn (name + len + 1, "0123456789")] == '\0');
}

/* Not for a Deployment, which adopts only ReplicaSets, nor for a Job, which
 * selects by its own UID. */
static void
add_adopted (const FitOwners *owners, const FitController *controller,
             GPtrArray *out)
{
  static const gboolean adopts[FIT_CONTROLLER_LAST] = {
    [FIT_CONTROLLER_REPLICA_SET] = TRUE,
    [FIT_CONTROLLER_REPLICATION_CONTROLLER] = TRUE,
    [FIT_CONTROLLER_STATEFUL_SET] = TRUE,
    [FIT_CONTROLLER_DAEMON_SET] = TRUE,
  };
  const FitSelector *selector = controller->selector;
  const char *namespace_ = controller->meta.namespace_;
  const GPtrArray *orphans;
  g_autofree char *key = NULL;

  if (!adopts[controller->kind] || selector == NULL)
    return;
  /* One label that the selector asks for leads to a list that has all orphans
   * that it matches. */
  for (guint i = 0; key == NULL && i < selector->n; i++)
    {
      const FitRequirement *requirement = &selector->requirements[i];

      if (requirement->op == FIT_OPERATOR_IN && requirement->n_values == 1)
        key = label_key (namespace_, requirement->key, requirement->values[0]);
    }
  if (key == NULL)
    key = g_strconcat (namespace_, "/", NULL);
  orphans = g_hash_table_lookup (owners->orphans, key);
  for (guint i = 0; orphans != NULL && i < orphans->len; i++)
    if (may_adopt (controller, orphans->pdata[i]))
      g_ptr_array_add (out, orphans->pdata[i]);
}

GPtrArray *
fit_owners_pods (const FitOwners *owners, FitControllerKind kind,
                 const char *namespace_, const char *name)
{
  g_autofree char *key
      = make_key (namespace_, fit_controller_kind_name (kind), name);
  const FitController *controller
      = g_hash_table_lookup (owners->controllers, key);
  const char *uid = controller != NULL ? controller->meta.uid : "";
  const GPtrArray *owned = g_hash_table_lookup (owners->pods, key);
  const GPtrArray *children = g_hash_table_lookup (owners->children, key);
  GPtrArray *out = g_ptr_array_new ();

  /* An owner with a different UID is an earlier one of the name. */
  for (guint i = 0; owned != NULL && i < owned->len; i++)
    {
      const FitPod *pod = owned->pdata[i];
      const char *of = pod->meta.controller->uid;

      if (*uid == '\0' || *of == '\0' || strcmp (uid, of) == 0)
        g_ptr_array_add (out, owned->pdata[i]);
    }
  FIT_EACH (const FitController, child, children)
    if ((kind == FIT_CONTROLLER_DEPLOYMENT
         && child->kind == FIT_CONTROLLER_REPLICA_SET)
        || (kind == FIT_CONTROLLER_CRON_JOB
            && child->kind == FIT_CONTROLLER_JOB))
      g_ptr_array_extend_and_steal (
          out,
          fit_owners_pods (owners, child->kind, namespace_, child->meta.name));
  if (controller != NULL)
    add_adopted (owners, controller, out);
  return out;
}
