/* what-if-pods.c - the pods that leave their nodes in a what-if, and what
 * becomes of them
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/what-if-private.h"

#include "api/texts.h"
#include "base/list-gap.h"
#include "cluster/evictable-pods.h"

/* More names than this are not listed. */
#define MOST_NAMES 10

/* -- what becomes of a pod ------------------------------------------------- */

/* The pod that its controller makes instead: it has no history. */
static FitPod *
replacement_of (const FitPod *pod)
{
  g_autoptr (FitPod) pending = fit_pod_as_pending (pod);
  FitPod *copy = fit_pod_with_nominated_node_name (pending, "");

  copy->meta.creation_time_ns = FIT_TIME_NONE;
  copy->meta.deletion_time_ns = FIT_TIME_NONE;
  copy->start_time_ns = FIT_TIME_NONE;
  copy->disruption = FIT_DISRUPTION_NONE;
  copy->observed_unscheduled = copy->observed_disruption = FALSE;
  g_clear_pointer (&copy->unscheduled_reason, g_free);
  g_clear_pointer (&copy->unscheduled_message, g_free);
  return copy;
}

/* -- leaving --------------------------------------------------------------- */

typedef struct
{
  FitApplying *applying;
  GHashTable *names;
  FitLeave how;
} Leaving;

/* Is @pod, without a node, of a DaemonSet and for one of these nodes only? */
static gboolean
waits_for (const Leaving *leaving, const FitPod *pod)
{
  const FitNodeSelector *required = pod->spec->required_nodes;
  const FitNodeSelectorTerm *term
      = required != NULL && required->n == 1 ? &required->terms[0] : NULL;

  return term != NULL && term->n_names == 1
         && fit_pod_has_controller (pod, "DaemonSet")
         && g_hash_table_contains (leaving->names, term->names[0]);
}

/* Notes what becomes of the pods of the nodes.  Returns: TRUE for a pod that
 * remains in the cluster as it is */
static gboolean
remains (gconstpointer object, gpointer data)
{
  const Leaving *leaving = data;
  const FitPod *pod = object;
  const gboolean there
      = *pod->node_name != '\0'
            ? g_hash_table_contains (leaving->names, pod->node_name)
            : leaving->how != FIT_LEAVE_DRAINED && waits_for (leaving, pod);
  FitFate fate;

  if (!there)
    return TRUE;
  if (fit_pod_terminal (pod))
    return leaving->how == FIT_LEAVE_DRAINED;
  /* A StatefulSet waits until a pod is gone before it makes another of that
   * name; other controllers have replaced a pod that is being deleted
   * already. */
  if (fit_pod_keeps_to_node (pod))
    fate = leaving->how == FIT_LEAVE_DRAINED ? FIT_FATE_STAYS : FIT_FATE_GOES;
  else if (fit_object_meta_deleting (&pod->meta)
           && !fit_pod_has_controller (pod, "StatefulSet"))
    fate = FIT_FATE_ENDS;
  else
    fate = pod->meta.controller != NULL ? FIT_FATE_MOVES : FIT_FATE_LOST;
  g_ptr_array_add (leaving->applying->out->pods[fate], fit_pod_ref (pod));
  return fate == FIT_FATE_STAYS;
}

/* -- budgets --------------------------------------------------------------- */

static void
note_budget (FitApplying *applying, const FitPodDisruptionBudget *budget,
             guint evicted)
{
  const gint32 allowed = budget->disruptions_allowed;
  const char *pods = evicted == 1 ? "pod leaves" : "pods leave";
  GPtrArray *notes = applying->out->notes;

  if (allowed <= 0)
    g_ptr_array_add (
        notes,
        g_strdup_printf (
            "PodDisruptionBudget %s/%s allows no disruption, and %u of its %s: "
            "kubectl drain waits until it does",
            budget->meta.namespace_, budget->meta.name, evicted, pods));
  else if (evicted > (guint) allowed)
    g_ptr_array_add (
        notes, g_strdup_printf (
                   "PodDisruptionBudget %s/%s allows %d %s, and %u of "
                   "its %s: kubectl drain waits until the first of them "
                   "are replaced",
                   budget->meta.namespace_, budget->meta.name, allowed,
                   allowed == 1 ? "disruption" : "disruptions", evicted, pods));
}

/* The API server refuses to evict a pod of two budgets. */
static void
count_eviction (FitApplying *applying, const FitPod *pod)
{
  const GPtrArray *budgets
      = applying->objects->of[FIT_KIND_POD_DISRUPTION_BUDGET];
  const FitPodDisruptionBudget *first = NULL;

  for (guint i = 0; i < budgets->len; i++)
    {
      const FitPodDisruptionBudget *budget = budgets->pdata[i];

      if (!fit_budget_guards (budget, pod))
        continue;
      applying->evicted[i]++;
      if (first != NULL)
        g_ptr_array_add (
            applying->out->notes,
            g_strdup_printf ("%s/%s matches two PodDisruptionBudgets, %s and "
                             "%s: the API server refuses to evict it",
                             pod->meta.namespace_, pod->meta.name,
                             first->meta.name, budget->meta.name));
      first = budget;
    }
}

/* -- lost pods ------------------------------------------------------------- */

static void
note_lost (FitAssumption *out, gboolean evicted)
{
  const GPtrArray *lost = out->pods[FIT_FATE_LOST];
  g_autoptr (GString) names = g_string_new (NULL);

  if (lost->len == 0)
    return;
  for (guint i = 0; i < MIN (lost->len, MOST_NAMES); i++)
    {
      g_autofree char *name = fit_pod_full_name (lost->pdata[i]);

      g_string_append_printf (names, "%s%s", fit_list_gap (names, ", "), name);
    }
  g_ptr_array_add (
      out->notes,
      g_strdup_printf ("no controller replaces %s%s%s", names->str,
                       lost->len > MOST_NAMES ? ", ..." : "",
                       evicted ? ": kubectl drain needs --force" : ""));
}

void
fit_what_if_leave (FitApplying *applying, GHashTable *names, FitLeave how)
{
  FitAssumption *out = applying->out;
  const GPtrArray *moved = out->pods[FIT_FATE_MOVES];
  Leaving leaving = { applying, names, how };

  fit_objects_keep (applying->objects, FIT_KIND_POD, remains, &leaving);
  for (guint i = 0; i < moved->len; i++)
    g_ptr_array_add (applying->objects->of[FIT_KIND_POD],
                     replacement_of (moved->pdata[i]));
  note_lost (out, how != FIT_LEAVE_LOST);
  if (how != FIT_LEAVE_LOST)
    {
      static const FitFate evicted[] = { FIT_FATE_MOVES, FIT_FATE_LOST };
      const GPtrArray *budgets
          = applying->objects->of[FIT_KIND_POD_DISRUPTION_BUDGET];
      g_autofree guint *before
          = g_memdup2 (applying->evicted, budgets->len * sizeof (guint));

      for (guint f = 0; f < G_N_ELEMENTS (evicted); f++)
        {
          const GPtrArray *pods = applying->out->pods[evicted[f]];

          for (guint i = 0; i < pods->len; i++)
            count_eviction (applying, pods->pdata[i]);
        }
      for (guint i = 0; i < budgets->len; i++)
        if (applying->evicted[i] > before[i])
          note_budget (applying, budgets->pdata[i], applying->evicted[i]);
    }
}

static gboolean
is_not_in (gconstpointer object, gpointer pods)
{
  return !g_hash_table_contains (pods, object);
}

void
fit_what_if_remove_pods (FitApplying *applying, GHashTable *pods)
{
  fit_objects_keep (applying->objects, FIT_KIND_POD, is_not_in, pods);
}

/* -- texts ----------------------------------------------------------------- */

static guint
count_static (const GPtrArray *pods)
{
  guint n = 0;

  for (guint i = 0; i < pods->len; i++)
    n += fit_pod_is_static (pods->pdata[i]);
  return n;
}

char *
fit_what_if_fates_text (const FitAssumption *assumption)
{
  GPtrArray *const *pods = assumption->pods;
  const guint stay = count_static (pods[FIT_FATE_STAYS]),
              go = count_static (pods[FIT_FATE_GOES]);
  GString *out = g_string_new (NULL);

  fit_list_append_count (out, pods[FIT_FATE_MOVES]->len, "pod moves",
                         "pods move");
  fit_list_append_count (out, pods[FIT_FATE_LOST]->len, "pod is lost",
                         "pods are lost");
  fit_list_append_count (out, pods[FIT_FATE_ENDS]->len,
                         "pod that is being deleted ends",
                         "pods that are being deleted end");
  fit_list_append_count (out, pods[FIT_FATE_STAYS]->len - stay,
                         "DaemonSet pod stays", "DaemonSet pods stay");
  fit_list_append_count (out, stay, "static pod stays", "static pods stay");
  fit_list_append_count (out, pods[FIT_FATE_GOES]->len - go,
                         "DaemonSet pod goes", "DaemonSet pods go");
  fit_list_append_count (out, go, "static pod goes", "static pods go");
  if (out->len == 0)
    g_string_append (out, "no pod is affected");
  return g_string_free (out, FALSE);
}
