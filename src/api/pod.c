/* pod.c - changed copies of pods, and matching them
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/pod.h"
#include "api/kinds-private.h"
#include "base/intern.h"
#include "base/intern-struct.h"
#include "api/pod-private.h"
#include "api/raw.h"
#include "api/times.h"

#include <string.h>

static const FitPart pod_parts[] = {
  FIT_PART_LEAF (FitPod, spec, &fit_leaf_interned_struct),
  FIT_PART_LEAF (FitPod, node_name, &fit_leaf_interned),
  FIT_PART_LEAF (FitPod, nominated_node_name, &fit_leaf_interned),
  FIT_PART_LEAF (FitPod, phase, &fit_leaf_interned),
  FIT_PART_LEAF (FitPod, unscheduled_reason, &fit_leaf_text),
  FIT_PART_LEAF (FitPod, unscheduled_message, &fit_leaf_text),
};
const FitShape fit_owned_by_pod = FIT_SHAPE_OWNED (FitPod, pod_parts);

/* Sets an interned member of a copy, and what @part of its text says. */
static void
set_name (FitPod *copy, const char **member, const char *part,
          const char *field, const char *name)
{
  const char *old = *member;

  *member = fit_intern (name);
  if (*member != old)
    fit_raw_set (&copy->meta, part, field, name);
  fit_intern_unref (old);
}

FitPod *
fit_pod_with_node_name (const FitPod *pod, const char *node_name)
{
  FitPod *copy = fit_object_copy (pod);

  set_name (copy, &copy->node_name, "spec", "nodeName", node_name);
  return copy;
}

void
fit_pod_set_scheduler_name (FitPod *pod, const char *name)
{
  FitPodSpec spec;

  fit_pod_spec_copy (pod->spec, &spec);
  fit_intern_unref (spec.scheduler_name);
  spec.scheduler_name = fit_intern (name);
  fit_pod_set_spec (pod, &spec);
  fit_raw_set (&pod->meta, "spec", "schedulerName", name);
}

FitPod *
fit_pod_as_pending (const FitPod *pod)
{
  FitPod *copy = fit_pod_with_node_name (pod, "");

  set_name (copy, &copy->phase, "status", "phase", "");
  return copy;
}

FitPod *
fit_pod_tolerating (const FitPod *pod, const FitTaint **list, guint n)
{
  FitPod *copy = fit_object_copy (pod);
  g_auto (FitPodSpec) spec = { 0 };

  fit_pod_spec_copy (pod->spec, &spec);
  spec.tolerations
      = g_renew (FitToleration, spec.tolerations, spec.n_tolerations + n);
  for (guint i = 0; i < n; i++)
    spec.tolerations[spec.n_tolerations++]
        = (FitToleration){ .key = fit_intern (list[i]->key),
                           .value = fit_intern (list[i]->value),
                           .op = FIT_TOLERATION_EQUAL,
                           .effect = list[i]->effect };
  fit_pod_set_spec (copy, &spec);
  return copy;
}

FitPod *
fit_pod_with_nominated_node_name (const FitPod *pod, const char *node_name)
{
  FitPod *copy = fit_object_copy (pod);

  set_name (copy, &copy->nominated_node_name, "status", "nominatedNodeName",
            node_name);
  return copy;
}

FitPod *
fit_pod_with_deletion_time (const FitPod *pod, gint64 time_ns)
{
  FitPod *copy = fit_object_copy (pod);
  g_autofree char *text = fit_time_format (time_ns);

  copy->meta.deletion_time_ns = time_ns;
  fit_raw_set (&copy->meta, "metadata", "deletionTimestamp", text);
  return copy;
}

FitDisruption
fit_disruption_of (const char *status, const char *reason)
{
  if (strcmp (status, "True") != 0)
    return FIT_DISRUPTION_NOT_TRUE;
  return strcmp (reason, FIT_REASON_PREEMPTION_BY_SCHEDULER) == 0
             ? FIT_DISRUPTION_PREEMPTED
             : FIT_DISRUPTION_OTHER;
}

FitPod *
fit_pod_with_disruption (const FitPod *pod, const char *reason,
                         const char *message, gint64 time_ns)
{
  FitPod *copy = fit_object_copy (pod);
  g_autofree char *text = fit_time_format (time_ns);
  const FitRawCondition condition
      = { FIT_CONDITION_DISRUPTION_TARGET, "True", reason, message, text };

  copy->disruption = fit_disruption_of ("True", reason);
  fit_raw_set_condition (&copy->meta, &condition);
  return copy;
}

FitPod *
fit_pod_with_start_time (const FitPod *pod, gint64 time_ns)
{
  FitPod *copy = fit_object_copy (pod);
  g_autofree char *text = fit_time_format (time_ns);

  copy->start_time_ns = time_ns;
  fit_raw_set (&copy->meta, "status", "startTime", text);
  return copy;
}

FitPod *
fit_pod_with_name (const FitPod *pod, const char *name)
{
  FitPod *copy = fit_object_copy (pod);
  FitObjectMeta *meta = &copy->meta;
  g_autofree char *uid = g_strconcat (meta->namespace_, "/", name, NULL);

  fit_object_meta_set_texts (meta, name, uid, meta->resource_version);
  fit_raw_set (meta, "metadata", "name", meta->name);
  fit_raw_set (meta, "metadata", "uid", meta->uid);
  return copy;
}

static FitNodeSelector *
select_node (const char *node_name)
{
  const FitExpression name = { "metadata.name", "In", 1, &node_name };
  FitNodeSelector *selector = fit_node_selector_new (1);
  FitNodeSelectorTerm *term = &selector->terms[0];

  term->fields = fit_selector_new_fields (&name, 1);
  term->names_nodes
      = fit_selector_named_nodes (&name, 1, &term->names, &term->n_names);
  return selector;
}

FitPod *
fit_pod_with_required_node (const FitPod *pod, const char *node_name)
{
  FitPod *copy = fit_object_copy (pod);
  g_auto (FitPodSpec) spec = { 0 };

  fit_pod_spec_copy (pod->spec, &spec);
  fit_node_selector_unref (spec.required_nodes);
  spec.required_nodes = node_name != NULL ? select_node (node_name) : NULL;
  spec.has_node_affinity = node_name != NULL || spec.n_preferred_nodes > 0;
  fit_pod_set_spec (copy, &spec);
  return copy;
}

FitPod *
fit_pod_with_node_selector (const FitPod *pod, FitLabels *labels)
{
  FitPod *copy = fit_object_copy (pod);
  g_auto (FitPodSpec) spec = { 0 };

  fit_pod_spec_copy (pod->spec, &spec);
  fit_labels_unref (spec.node_selector_map);
  fit_selector_unref (spec.node_selector);
  spec.node_selector_map = fit_labels_ref (labels);
  spec.node_selector = fit_selector_new_equality (labels, TRUE);
  fit_pod_set_spec (copy, &spec);
  return copy;
}

const char *
fit_pod_raw (const FitPod *pod, gpointer unused)
{
  return pod->meta.raw;
}

void
fit_pod_drop_priority (FitPod *pod)
{
  g_auto (FitPodSpec) spec = { 0 };

  fit_pod_spec_copy (pod->spec, &spec);
  spec.has_priority = TRUE; /* so that no PriorityClass is looked for */
  spec.priority = 0;
  fit_pod_set_spec (pod, &spec);
}

gboolean
fit_pod_terminal (const FitPod *pod)
{
  return strcmp (pod->phase, "Succeeded") == 0
         || strcmp (pod->phase, "Failed") == 0;
}

gboolean
fit_pod_matches_node (const FitPod *pod, const FitLabels *node_labels,
                      const char *node_name)
{
  const FitPodSpec *spec = pod->spec;

  return (spec->node_selector == NULL
          || fit_selector_matches (spec->node_selector, node_labels))
         && (spec->required_nodes == NULL
             || fit_node_selector_matches (spec->required_nodes, node_labels,
                                           node_name));
}

static gboolean
term_has_namespace (const FitAffinityTerm *term, const char *owner_namespace,
                    const char *namespace_)
{
  if (term->n_namespaces == 0)
    return term->namespace_selector == NULL && namespace_ == owner_namespace;
  for (guint i = 0; i < term->n_namespaces; i++)
    if (term->namespaces[i] == namespace_)
      return TRUE;
  return FALSE;
}

gboolean
fit_affinity_term_matches (const FitAffinityTerm *term,
                           const char *owner_namespace, const char *namespace_,
                           const FitLabels *labels)
{
  return term_has_namespace (term, owner_namespace, namespace_)
         && fit_selector_matches (term->selector, labels);
}

gboolean
fit_preferred_node_term_matches (const FitPreferredNodeTerm *term,
                                 const FitLabels *node_labels,
                                 const char *node_name)
{
  /* An absent selector matches nothing, so skip it. */
  const gboolean silent = term->expressions->nothing;

  if (silent && term->fields == NULL)
    return FALSE;
  return (silent || fit_selector_matches (term->expressions, node_labels))
         && (term->fields == NULL
             || fit_field_selector_matches (term->fields, node_name));
}

/* A tag comes after the last slash: "host:5000/image" has none. */
const char *
fit_image_normalized_name (const char *image)
{
  const char *colon = strrchr (image, ':');
  const char *slash = strrchr (image, '/');
  g_autofree char *tagged = NULL;

  if (colon != NULL && (slash == NULL || colon > slash))
    return fit_intern (image);
  tagged = g_strconcat (image, ":latest", NULL);
  return fit_intern (tagged);
}
