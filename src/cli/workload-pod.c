/* workload-pod.c - finds a pod for deploy/web
 *
 * Chooses one pod of a workload: the first without a node, otherwise the first
 * that has not completed, otherwise the first.  A note on standard error tells
 * which.
 *
 * Chooses one pod of a workload: the first without a node, otherwise the first
 * that has not completed, otherwise the first.  A note on standard error tells
 * which.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/explain-pods.h"

#include <string.h>

#include "base/each.h"
#include "cli/console.h"
#include "cli/refusals.h"
#include "workloads/owners.h"

/* -- the pod --------------------------------------------------------------- */

/* Adds the first of @pods without a node, otherwise the first that has not
 * completed, otherwise any, and notes which. */
static void
add_one (FitControllerKind kind, const char *namespace_, const char *name,
         const GPtrArray *pods, GPtrArray *chosen)
{
  const char *why = "all have a node";
  const FitPod *pod = pods->pdata[0], *unfinished = NULL;

  FIT_EACH (const FitPod, one, pods)
    {
      if (fit_pod_terminal (one))
        continue;
      if (unfinished == NULL)
        pod = unfinished = one;
      if (*one->node_name != '\0')
        continue;
      why = "the first without a node";
      pod = one;
      break;
    }
  fit_console_note ("%s %s/%s has %u %s: this is %s (%s)",
                    fit_controller_kind_name (kind), namespace_, name,
                    pods->len, pods->len == 1 ? "pod" : "pods", pod->meta.name,
                    why);
  g_ptr_array_add (chosen, (gpointer) pod);
}

typedef struct
{
  FitControllerKind kind;
  const char *namespace_;
  const char *name;
} Wanted;

static void
fail_without_pods (const FitSession *session, const FitOwners *owners,
                   const Wanted *wanted, GError **error)
{
  const GPtrArray *all = session->objects->controllers;
  const char *kind_name = fit_controller_kind_name (wanted->kind);
  const gboolean known
      = fit_owners_find (owners, kind_name, wanted->namespace_, wanted->name)
        != NULL;

  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
               known ? "%s %s/%s has no pods" : "no %s %s/%s in the cluster",
               kind_name, wanted->namespace_, wanted->name);
  for (guint i = 0; !known && i < all->len; i++)
    {
      const FitController *other = all->pdata[i];

      if (other->kind != wanted->kind
          || strcmp (other->meta.name, wanted->name) != 0)
        continue;
      fit_error_add_hint (error, "there is one in the namespace %s",
                          other->meta.namespace_);
      return;
    }
}

static gboolean
is_called (const FitOwnerReference *owner, const Wanted *wanted)
{
  return owner != NULL
         && strcmp (owner->kind, fit_controller_kind_name (wanted->kind)) == 0
         && strcmp (owner->name, wanted->name) == 0;
}

/* Does the workload control @pod, by itself or through a ReplicaSet or Job? */
static gboolean
controls (const FitOwners *owners, const Wanted *wanted, const FitPod *pod)
{
  const FitOwnerReference *owner = pod->meta.controller;
  const FitController *between;

  if (owner == NULL || strcmp (pod->meta.namespace_, wanted->namespace_) != 0)
    return FALSE;
  between
      = fit_owners_find (owners, owner->kind, wanted->namespace_, owner->name);
  return is_called (owner, wanted)
         || (between != NULL && is_called (between->meta.controller, wanted));
}

GPtrArray *
fit_workload_pods_find (const FitSession *session, FitControllerKind kind,
                        const char *namespace_, const char *name,
                        GError **error)
{
  g_autoptr (FitOwners) owners = fit_owners_new (session->objects);
  g_autoptr (GPtrArray) pods = fit_owners_pods (owners, kind, namespace_, name);
  GPtrArray *chosen;

  if (pods->len == 0)
    {
      const Wanted *wanted = &(const Wanted){ kind, namespace_, name };
      GPtrArray *first = NULL;
      guint n = 0;

      for (guint i = 0; i < fit_refusals_count (session->refused); i++)
        {
          const FitRefusal *refusal = session->refused->pods->pdata[i];

          if (!controls (owners, wanted, refusal->pod))
            continue;
          if (n++ > 0)
            continue;
          first = g_ptr_array_new ();
          g_ptr_array_add (first, refusal->pod);
        }
      if (n == 0)
        {
          fail_without_pods (session, owners, wanted, error);
          return NULL;
        }
      fit_console_note (
          "%s %s/%s has no pods, because admission refused %u: this "
          "is %s",
          fit_controller_kind_name (wanted->kind), wanted->namespace_,
          wanted->name, n, ((const FitPod *) first->pdata[0])->meta.name);
      return first;
    }
  chosen = g_ptr_array_new ();
  add_one (kind, namespace_, name, pods, chosen);
  return chosen;
}

GPtrArray *
fit_workload_pods_match (const FitSession *session, FitControllerKind kind,
                         const char *namespace_, const char *name)
{
  const GPtrArray *all = session->objects->controllers;
  g_autoptr (FitOwners) owners = fit_owners_new (session->objects);
  const char *kind_name = fit_controller_kind_name (kind);
  GPtrArray *chosen = g_ptr_array_new ();

  FIT_EACH (const FitController, controller, all)
    {
      const FitObjectMeta *meta = &controller->meta;
      g_autoptr (GPtrArray) pods = NULL;

      if (controller->kind != kind
          || !g_pattern_match_simple (namespace_, meta->namespace_)
          || !g_pattern_match_simple (name, meta->name)
          || fit_owners_find (owners, kind_name, meta->namespace_, meta->name)
                 != controller)
        continue;
      pods = fit_owners_pods (owners, kind, meta->namespace_, meta->name);
      if (pods->len > 0)
        add_one (kind, meta->namespace_, meta->name, pods, chosen);
    }
  return chosen;
}
