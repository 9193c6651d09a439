/* check-service-affinity.c - custom predicate CheckServiceAffinity (policy
 * argument serviceAffinity)
 *
 * Keeps the pods of a service on nodes with the same values of the listed
 * labels.  If the pod's nodeSelector has the label, that value is required.
 * Otherwise, if a service selects the pod, the value comes from the node of the
 * first pod that has all labels of the incoming pod.  Edge cases: without a
 * service or such a pod any value fits; a first pod on an unknown node is an
 * error for every node.
 * Cost: labels, plus a look at every pod once per cycle.
 * Source: kube-scheduler v1.16 ServiceAffinity.
 */
#include "api/names.h"
#include "api/texts.h"
#include "predicates/labels-data.h"
#include "predicates/metadata.h"
#include "predicates/predicates.h"
#include "predicates/rule-details.h"

#include <string.h>

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);
static void prepare (FitPredicateRun *run);
static void explain (const FitPredicateRun *run, const FitNodeInfo *node,
                     const FitReason *reason, FitDetail *detail);

static const FitReasonCode gives[] = { FIT_REASON_SERVICE_AFFINITY, 0 };

const FitPredicateInfo fit_check_service_affinity = {
  .name = "CheckServiceAffinity",
  .summary
  = "pods of one service share the values of the labels in the argument serviceAffinity",
  .cost = FIT_COST_LABELS,
  .reasons = gives,
  .check = check,
  .prepare = prepare,
  .explain = explain,
  .create = fit_labels_data_create,
  .free_data = fit_labels_data_free,
};

typedef struct
{
  gboolean has_service;
  guint n_pods;
  const FitPod *
      *pods; /* with all labels of the incoming pod, in order of arrival */
} State;

static gboolean
selected_by_service (const FitPredicateMetadata *meta)
{
  const GPtrArray *services
      = fit_listers_group (fit_cache_listers (meta->cache), FIT_KIND_SERVICE,
                           meta->pod->meta.namespace_);

  for (guint i = 0; services && i < services->len; i++)
    if (fit_selector_matches (
            ((const FitWorkload *) services->pdata[i])->selector,
            meta->pod->meta.labels))
      return TRUE;
  return FALSE;
}

static void
prepare (FitPredicateRun *run)
{
  const FitPredicateMetadata *meta = run->meta;
  State *state = fit_arena_new0 (meta->arena, State, 1);
  GPtrArray *pods = fit_cache_pods_like (meta->cache, meta->pod);

  state->has_service = selected_by_service (meta);
  state->n_pods = pods->len;
  state->pods = fit_arena_newn (meta->arena, const FitPod *, pods->len);
  if (pods->len)
    memcpy (state->pods, pods->pdata, sizeof *pods->pdata * pods->len);
  g_ptr_array_unref (pods);
  run->state = state;
}

/* A pod that names this node but is not on it, or no longer, does not count. */
static gboolean
counts (const FitPod *pod, const FitNodeInfo *node)
{
  return pod->node_name != node->name
         || (*pod->meta.uid && fit_node_info_find_pod (node, pod->meta.uid));
}

/* Was @pod removed?  A pod that was removed and added again comes after all
 * others. */
static gboolean
moved (const FitPredicateMetadata *meta, const FitPod *pod)
{
  for (guint i = 0; i < meta->n_changes; i++)
    if (meta->changes[i].pod == pod)
      return TRUE;
  return FALSE;
}

static gboolean
alike (const FitPod *pod, const FitPod *incoming)
{
  return pod->meta.namespace_ == incoming->meta.namespace_
         && fit_labels_contains (pod->meta.labels,
                                 fit_labels_selector (incoming->meta.labels));
}

/* The first of the pods added to a copy of the metadata. */
static const FitPod *
first_added (const FitPredicateMetadata *meta, const FitNodeInfo *node)
{
  const FitMetadataChange *first = NULL;

  for (guint i = 0; i < meta->n_changes; i++)
    {
      const FitMetadataChange *change = &meta->changes[i];

      if (change->added && alike (change->pod, meta->pod)
          && counts (change->pod, node)
          && (!first || change->turn < first->turn))
        first = change;
    }
  return first ? first->pod : NULL;
}

/* The pod whose node provides the values: pods of the cache first, then pods
 * added to a copy of the metadata. */
static const FitPod *
first_pod (const FitPredicateRun *run, const FitNodeInfo *node)
{
  const State *state = run->state;

  for (guint i = 0; i < state->n_pods; i++)
    if (counts (state->pods[i], node) && !moved (run->meta, state->pods[i]))
      return state->pods[i];
  return first_added (run->meta, node);
}

static FitAnswer
compare_label (const FitPredicateRun *run, const FitNodeInfo *node,
               const char *label, const FitNodeInfo *like)
{
  const FitLabels *wanted = run->meta->pod->spec->node_selector_map;
  const char *value = fit_labels_get (wanted, label);

  if (!value && like)
    value = fit_labels_get (like->node->meta.labels, label);
  return !value || fit_labels_get (node->node->meta.labels, label) == value;
}

/* v1.16 turns the labels into a selector; an invalid one becomes a selector
 * that matches everything. */
static gboolean
any_invalid (const FitPredicateRun *run, const FitNodeInfo *like)
{
  const FitLabelsData *data = run->predicate->data;
  const FitLabels *wanted = run->meta->pod->spec->node_selector_map;

  for (guint i = 0; i < data->n; i++)
    {
      const char *value = fit_labels_get (wanted, data->labels[i]);

      if (!value && like)
        value = fit_labels_get (like->node->meta.labels, data->labels[i]);
      if (value
          && !(fit_is_qualified_name (data->labels[i])
               && fit_is_label_value (value)))
        return TRUE;
    }
  return FALSE;
}

/* As in v1.16: with a repeated label in the argument, this is never TRUE. */
static gboolean
all_labels_wanted (const FitPredicateRun *run)
{
  const FitLabelsData *data = run->predicate->data;
  const FitLabels *map = run->meta->pod->spec->node_selector_map;
  guint wanted = 0;

  for (guint m = 0; map && m < map->n; m++)
    for (guint i = 0; i < data->n; i++)
      if (data->labels[i] == map->pairs[m].key)
        {
          wanted++;
          break;
        }
  return wanted >= data->n;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const FitLabelsData *data = run->predicate->data;
  const State *state = run->state;
  const FitNodeInfo *like = NULL;
  const FitPod *first = NULL;

  if (state->has_service && !all_labels_wanted (run))
    first = first_pod (run, node);
  if (first
      && !(like = fit_cache_find_node (run->meta->cache, first->node_name)))
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                   "node \"%s\" not found", first->node_name);
      return FIT_ANSWER_ERROR;
    }
  if (any_invalid (run, like))
    return FIT_ANSWER_YES;
  for (guint i = 0; i < data->n; i++)
    if (!compare_label (run, node, data->labels[i], like))
      {
        fit_reasons_add (reasons, FIT_REASON_SERVICE_AFFINITY);
        return FIT_ANSWER_NO;
      }
  return FIT_ANSWER_YES;
}

/* --- explaining ----------------------------------------------------------- */

void
fit_explain_lent_label (const char *label, const char *value, const FitPod *pod,
                        const FitNodeInfo *like, const FitNodeInfo *node,
                        FitDetail *detail)
{
  const char *found = fit_labels_get (node->node->meta.labels, label);
  g_autofree char *name = pod ? fit_pod_full_name (pod) : NULL;
  g_autofree char *source
      = name ? g_strdup_printf ("%s of its service is on %s with ", name,
                                like->name)
             : g_strdup ("nodeSelector ");

  fit_detail_say (detail, "%s%s=%s, the node has %s%s%s", source, label, value,
                  found ? label : "no label ", found ? "=" : label,
                  found ? found : "");
  fit_detail_say_common (detail, "%s%s=%s", source, label, value);
  fit_detail_advise (detail, "only a node with %s=%s fits", label, value);
  fit_detail_add_fact (detail, "label", label);
  fit_detail_add_fact (detail, "wanted", value);
  fit_detail_add_fact (detail, "found", found);
  fit_detail_add_fact (detail, "pod", name);
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  const FitLabelsData *data = run->predicate->data;
  const FitLabels *wanted = run->meta->pod->spec->node_selector_map;
  const State *state = run->state;
  const FitPod *first = state->has_service && !all_labels_wanted (run)
                            ? first_pod (run, node)
                            : NULL;
  const FitNodeInfo *like
      = first ? fit_cache_find_node (run->meta->cache, first->node_name) : NULL;

  for (guint i = 0; i < data->n; i++)
    {
      const char *label = data->labels[i];
      const char *own = fit_labels_get (wanted, label);
      const char *value = own || !like
                              ? own
                              : fit_labels_get (like->node->meta.labels, label);

      if (compare_label (run, node, label, like))
        continue;
      fit_explain_lent_label (label, value, own ? NULL : first, like, node,
                              detail);
      return;
    }
}
