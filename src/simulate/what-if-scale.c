/* what-if-scale.c - a workload gets another number of pods
 *
 * Missing pods are made with those of other workloads (workloads/).  If there
 * are too many, those go that the controller would delete: of a StatefulSet the
 * highest ordinals; otherwise, in this order, pods without a node, pending
 * ones, those that are not ready, those with the lower
 * controller.kubernetes.io/pod-deletion-cost, those that share their node with
 * more of their kind, those that became ready later, those with more restarts,
 * and newer ones.
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/what-if-private.h"

#include <string.h>

#include "api/raw.h"
#include "api/texts.h"
#include "api/times.h"
#include "base/each.h"
#include "base/similar.h"
#include "workloads/inferred.h"
#include "workloads/workloads.h"
#include "workloads/owners.h"

#define DELETION_COST "controller.kubernetes.io/pod-deletion-cost"

/* More names than this are not listed. */
#define MOST_NAMES 10

/* -- which workload -------------------------------------------------------- */

typedef struct
{
  char *namespace_; /* (nullable) owned: NULL: that of the options, else any */
  FitControllerKind kind;
  char *name; /* owned */
  guint replicas;
} Target;

static void
target_clear (Target *target)
{
  g_free (target->namespace_);
  g_free (target->name);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Target, target_clear)

static gboolean
parse_target (Target *target, const char *text, GError **error)
{
  const char *equals = strrchr (text, '=');
  g_autofree char *workload
      = equals != NULL ? g_strndup (text, (gsize) (equals - text)) : NULL;
  g_auto (GStrv) parts = g_strsplit (workload != NULL ? workload : "", "/", 3);
  const guint n = g_strv_length (parts);
  guint64 replicas;

  if (n < 2)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "found \"%s\", expected [NAMESPACE/]KIND/NAME=N, such as "
                     "deploy/web=20",
                     text);
  if (!g_ascii_string_to_unsigned (equals + 1, 10, 0, G_MAXINT32, &replicas,
                                   NULL))
    return fit_fail (error, FIT_ERROR_USAGE,
                     "found \"%s\", expected a number of pods after \"=\"",
                     equals + 1);
  target->replicas = (guint) replicas;
  target->kind = fit_workload_kind_find (parts[n - 2]);
  target->namespace_ = n == 3 ? g_strdup (parts[0]) : NULL;
  target->name = g_strdup (parts[n - 1]);
  if (target->kind == FIT_CONTROLLER_LAST)
    return fit_fail (error, FIT_ERROR_USAGE, "\"%s\" is not a kind of workload",
                     parts[n - 2]);
  if (target->kind != FIT_CONTROLLER_DEPLOYMENT
      && target->kind != FIT_CONTROLLER_REPLICA_SET
      && target->kind != FIT_CONTROLLER_REPLICATION_CONTROLLER
      && target->kind != FIT_CONTROLLER_STATEFUL_SET)
    return fit_fail (error, FIT_ERROR_USAGE, "a %s has no number of replicas",
                     fit_controller_kind_name (target->kind));
  return TRUE;
}

/* Where it is looked for first. */
static const char *
first_namespace (const FitApplying *applying, const Target *target)
{
  return target->namespace_ != NULL ? target->namespace_
                                    : applying->options->namespace_;
}

static gboolean
has_pods (const FitOwners *owners, const Target *target, const char *namespace_)
{
  g_autoptr (GPtrArray) pods = fit_workload_active_pods (
      owners, target->kind, namespace_, target->name);

  return pods->len > 0;
}

static gboolean
fail_ambiguous (const Target *target, const char *one, const char *other,
                GError **error)
{
  return fit_fail (error, FIT_ERROR_NOT_FOUND,
                   "%s %s is in the namespaces %s and %s: say which",
                   fit_controller_kind_name (target->kind), target->name, one,
                   other);
}

static void
fail_unknown (const FitApplying *applying, const Target *target, GError **error)
{
  const GPtrArray *all = applying->objects->controllers;
  FitSimilar similar;

  fit_similar_init (&similar, target->name);
  FIT_EACH (const FitController, controller, all)
    if (controller->kind == target->kind)
      fit_similar_offer (&similar, controller->meta.name);
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
               "no %s %s%s%s in the cluster",
               fit_controller_kind_name (target->kind),
               target->namespace_ != NULL ? target->namespace_ : "",
               target->namespace_ != NULL ? "/" : "", target->name);
  if (similar.best != NULL && strcmp (similar.best, target->name) != 0)
    fit_error_add_hint (error, "did you mean %s?", similar.best);
  else
    fit_error_add_hint (error, "its new pods are made from its template, or "
                               "like those that it has: neither is there");
}

/* Takes @controller if it is the one, or may be. */
static gboolean
consider (const Target *target, const char *first, FitController *controller,
          FitController **inout_here, FitController **inout_elsewhere,
          GError **error)
{
  const char *namespace_ = controller->meta.namespace_;

  if (controller->kind != target->kind
      || strcmp (controller->meta.name, target->name) != 0)
    return TRUE;
  if (strcmp (namespace_, first) == 0)
    *inout_here = controller;
  else if (target->namespace_ == NULL && *inout_elsewhere != NULL
           && (*inout_elsewhere)->meta.namespace_ != namespace_)
    return fail_ambiguous (target, (*inout_elsewhere)->meta.namespace_,
                           namespace_, error);
  else if (target->namespace_ == NULL)
    *inout_elsewhere = controller;
  return TRUE;
}

/* Where the workload has pods.
 * Returns: FALSE on failure; *@out: (nullable) */
static gboolean
find_pods_namespace (const FitApplying *applying, const Target *target,
                     const char **out, GError **error)
{
  g_autoptr (FitOwners) owners = fit_owners_new (applying->objects);
  const GPtrArray *pods = applying->objects->of[FIT_KIND_POD];
  const char *first = first_namespace (applying, target);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  *out = NULL;
  if (has_pods (owners, target, first))
    *out = first;
  if (*out != NULL || target->namespace_ != NULL)
    return TRUE;
  for (guint i = 0; i < pods->len; i++)
    {
      const char *namespace_ = fit_object_meta (pods->pdata[i])->namespace_;

      if (!g_hash_table_add (seen, (gpointer) namespace_)
          || !has_pods (owners, target, namespace_))
        continue;
      if (*out != NULL)
        return fail_ambiguous (target, *out, namespace_, error);
      *out = namespace_;
    }
  return TRUE;
}

/* Returns: (transfer none) (nullable): a workload that only its pods show */
static FitController *
infer_target (FitApplying *applying, const Target *target, GError **error)
{
  GPtrArray *all = applying->objects->controllers;
  const FitDecodeFlags flags = applying->options->flags;
  const char *namespace_ = NULL;
  const FitPod *model;

  if ((flags & FIT_DECODE_CONTROLLERS) != 0
      && !find_pods_namespace (applying, target, &namespace_, error))
    return NULL;
  if (namespace_ == NULL)
    {
      fail_unknown (applying, target, error);
      return NULL;
    }
  model = fit_workload_infer (applying->objects, target->kind, namespace_,
                              target->name, target->replicas, flags, error);
  if (model == NULL)
    return NULL;
  g_ptr_array_add (
      applying->out->notes,
      g_strdup_printf ("%s %s/%s is not in the input: its template is that of "
                       "its newest pod, %s",
                       fit_controller_kind_name (target->kind), namespace_,
                       target->name, model->meta.name));
  return all->pdata[all->len - 1];
}

/* With --until-full and --replicas, --pods has templates. */
static gboolean
check_template (const FitApplying *applying, const FitController *controller,
                GError **error)
{
  const FitWhatIfOptions *options = applying->options;

  return !options->given_are_templates || options->given == NULL
         || !g_ptr_array_find (options->given->controllers, controller, NULL)
         || fit_fail (error, FIT_ERROR_USAGE,
                      "%s %s is in --pods, where --until-full and --replicas "
                      "say how many pods there are",
                      fit_controller_kind_name (controller->kind),
                      controller->meta.name);
}

static FitController *
find_target (FitApplying *applying, const Target *target, GError **error)
{
  FitController *found = NULL;
  FitController **out = &found;
  const FitObjects *given = applying->options->given;
  const GPtrArray *lists[] = { applying->objects->controllers,
                               given != NULL ? given->controllers : NULL };
  FitController *here = NULL, *elsewhere = NULL;

  /* A workload without a namespace is that of the default one, or else the
   * only one of its name.  The last of several with the same name counts;
   * those of --pods come last. */
  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    for (guint i = 0; lists[l] != NULL && i < lists[l]->len; i++)
      if (!consider (target, first_namespace (applying, target),
                     lists[l]->pdata[i], &here, &elsewhere, error))
        return NULL;
  *out = here != NULL ? here : elsewhere;

  if (found == NULL)
    found = infer_target (applying, target, error);
  return found != NULL && check_template (applying, found, error) ? found
                                                                  : NULL;
}

/* -- which pods go --------------------------------------------------------- */

static void
read_candidate (FitArena *arena, const FitPod *pod, FitRankedPod *out)
{
  const FitValue *value
      = pod->meta.raw != NULL ? fit_raw_read (arena, pod->meta.raw) : NULL;
  const FitValue *status = fit_value_get (value, "status");
  const char *cost = fit_value_get_string (
      fit_value_get (fit_value_get (value, "metadata"), "annotations"),
      DELETION_COST);
  const char *dash = strrchr (pod->meta.name, '-');
  const FitValue *conditions;
  const FitValue *containers;

  out->pod = pod;
  out->phase = strcmp (pod->phase, "Pending") == 0   ? 0
               : strcmp (pod->phase, "Unknown") == 0 ? 1
                                                     : 2;
  out->ordinal = dash != NULL ? g_ascii_strtoll (dash + 1, NULL, 10) : 0;
  out->ready_since = FIT_TIME_NONE;
  out->cost = cost != NULL ? g_ascii_strtoll (cost, NULL, 10) : 0;
  conditions = fit_value_get (status, "conditions");
  for (guint i = 0; i < fit_value_n_items (conditions); i++)
    {
      const FitValue *condition = &conditions->items[i];
      const char *since
          = fit_value_get_string (condition, "lastTransitionTime");

      if (g_strcmp0 (fit_value_get_string (condition, "type"), "Ready") != 0)
        continue;
      out->ready
          = g_strcmp0 (fit_value_get_string (condition, "status"), "True") == 0;
      /* Since when a pod is not ready does not matter. */
      if (!out->ready || since == NULL
          || !fit_time_parse (since, &out->ready_since))
        out->ready_since = FIT_TIME_NONE;
    }
  containers = fit_value_get (status, "containerStatuses");
  for (guint i = 0; i < fit_value_n_items (containers); i++)
    {
      const FitValue *restarts
          = fit_value_get (&containers->items[i], "restartCount");

      if (restarts != NULL && restarts->type == FIT_VALUE_NUMBER)
        out->restarts
            = MAX (out->restarts, g_ascii_strtoll (restarts->text, NULL, 10));
    }
}

static gint
compare (gint64 a, gint64 b)
{
  return (a > b) - (a < b);
}

gint
fit_ranked_pods_compare (gconstpointer a, gconstpointer b)
{
  const FitRankedPod *x = a, *y = b;
  const gint64 signs[][2] = {
    { *x->pod->node_name != '\0', *y->pod->node_name != '\0' },
    { x->phase, y->phase },
    { x->ready, y->ready },
    { x->cost, y->cost },
    { y->neighbours, x->neighbours },
    { y->ready_since, x->ready_since },
    { y->restarts, x->restarts },
    { y->pod->meta.creation_time_ns, x->pod->meta.creation_time_ns },
    { y->index, x->index },
  };

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (signs[i][0] != signs[i][1])
      return compare (signs[i][0], signs[i][1]);
  return 0;
}

static gint
compare_ordinals (gconstpointer a, gconstpointer b)
{
  return compare (((const FitRankedPod *) b)->ordinal,
                  ((const FitRankedPod *) a)->ordinal);
}

static void
count_pod (GHashTable *on_node, const FitPod *pod)
{
  const guint n
      = GPOINTER_TO_UINT (g_hash_table_lookup (on_node, pod->node_name));

  g_hash_table_insert (on_node, (gpointer) pod->node_name,
                       GUINT_TO_POINTER (n + 1));
}

void
fit_ranked_pods_count_neighbours (GArray *candidates, const GPtrArray *others)
{
  g_autoptr (GHashTable) on_node = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < candidates->len; i++)
    count_pod (on_node, g_array_index (candidates, FitRankedPod, i).pod);
  for (guint i = 0; others != NULL && i < others->len; i++)
    count_pod (on_node, others->pdata[i]);
  FIT_EACH_OF (FitRankedPod, candidate, candidates)
    candidate->neighbours = GPOINTER_TO_UINT (
        g_hash_table_lookup (on_node, candidate->pod->node_name));
}

GArray *
fit_ranked_pods_new (const GPtrArray *pods)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  GArray *candidates = g_array_new (FALSE, TRUE, sizeof (FitRankedPod));

  g_array_set_size (candidates, pods->len);
  for (guint i = 0; i < pods->len; i++)
    {
      FitRankedPod *candidate = &g_array_index (candidates, FitRankedPod, i);

      candidate->index = i;
      read_candidate (arena, pods->pdata[i], candidate);
      fit_arena_reset (arena);
    }
  fit_ranked_pods_count_neighbours (candidates, NULL);
  return candidates;
}

/* -- the whole ------------------------------------------------------------- */

static void
describe (FitAssumption *out, const FitController *controller, guint before)
{
  const GPtrArray *gone = out->pods[FIT_FATE_GOES];
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s %s/%s is scaled from %u to %d: ",
                          fit_controller_kind_name (controller->kind),
                          controller->meta.namespace_, controller->meta.name,
                          before, controller->replicas);
  if (out->n_new > 0)
    g_string_append_printf (text, "%u new %s", out->n_new,
                            out->n_new == 1 ? "pod" : "pods");
  else if (gone->len == 0)
    g_string_append (text, "nothing changes");
  for (guint i = 0; i < MIN (gone->len, MOST_NAMES); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            ((const FitPod *) gone->pdata[i])->meta.name);
  if (gone->len > MOST_NAMES)
    g_string_append_printf (text, " and %u more", gone->len - MOST_NAMES);
  if (gone->len > 0)
    g_string_append (text, gone->len == 1 ? " goes" : " go");
  out->text = g_string_free (text, FALSE);
}

gboolean
fit_what_if_scale (FitApplying *applying, const char *argument, GError **error)
{
  g_autoptr (FitOwners) owners = NULL;
  g_autoptr (GPtrArray) pods = NULL;
  g_auto (Target) target = { 0 };
  FitController *controller;
  guint before;
  const FitOwnerReference *owner;

  if (!parse_target (&target, argument, error))
    return FALSE;
  controller = find_target (applying, &target, error);
  if (controller == NULL)
    return FALSE;
  owner = controller->meta.controller;
  if (owner != NULL)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "%s %s belongs to %s %s, which sets its number of pods",
                     fit_controller_kind_name (controller->kind),
                     controller->meta.name, owner->kind, owner->name);
  owners = fit_owners_new (applying->objects);
  pods = fit_workload_active_pods (owners, controller->kind,
                                   controller->meta.namespace_,
                                   controller->meta.name);
  before = pods->len > 0 ? pods->len : (guint) controller->replicas;
  controller->replicas = (gint32) target.replicas;
  controller->scaled = TRUE;
  if (pods->len > target.replicas)
    {
      g_autoptr (GArray) order = fit_ranked_pods_new (pods);
      g_autoptr (GHashTable) gone = g_hash_table_new (NULL, NULL);

      g_array_sort (order, controller->kind == FIT_CONTROLLER_STATEFUL_SET
                               ? compare_ordinals
                               : fit_ranked_pods_compare);
      for (guint i = 0; i + target.replicas < order->len; i++)
        {
          const FitPod *pod = g_array_index (order, FitRankedPod, i).pod;

          g_ptr_array_add (applying->out->pods[FIT_FATE_GOES],
                           fit_pod_ref (pod));
          g_hash_table_add (gone, (gpointer) pod);
        }
      fit_what_if_remove_pods (applying, gone);
    }
  else
    applying->out->n_new = target.replicas - pods->len;
  describe (applying->out, controller, before);
  return TRUE;
}
