/* pod.c - creating, copying, freeing and matching pods */
#include "api/pod.h"
#include "api/kinds-private.h"
#include "base/intern.h"
#include "api/pod-private.h"
#include "api/raw.h"
#include "api/times.h"

#include <string.h>

void
fit_volume_clear (FitVolume *volume)
{
  fit_intern_unref (g_steal_pointer (&volume->id));
  fit_intern_unref (g_steal_pointer (&volume->aux));
  fit_intern_unref (g_steal_pointer (&volume->kind));
  g_clear_pointer (&volume->monitors, g_strfreev);
}

void
fit_volume_copy (const FitVolume *volume, FitVolume *out)
{
  *out = *volume;
  out->id = fit_intern_ref (volume->id);
  out->aux = fit_intern_ref (volume->aux);
  out->kind = fit_intern_ref (volume->kind);
  out->monitors = g_strdupv (volume->monitors);
}

static void
clear_interned_array (const char **strings, guint n)
{
  for (guint i = 0; i < n; i++)
    fit_intern_unref (strings[i]);
  g_free (strings);
}

static void
clear_terms (FitAffinityTerm *terms, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      clear_interned_array (terms[i].namespaces, terms[i].n_namespaces);
      fit_selector_unref (terms[i].selector);
      fit_selector_unref (terms[i].namespace_selector);
      fit_intern_unref (terms[i].topology_key);
    }
  g_free (terms);
}

static void
clear_affinity (FitPodAffinity *affinity)
{
  clear_terms (affinity->required, affinity->n_required);
  clear_terms (affinity->preferred, affinity->n_preferred);
}

static void
clear_node_constraints (FitPodSpec *spec)
{
  fit_selector_unref (spec->node_selector);
  fit_node_selector_unref (spec->required_nodes);
  fit_labels_unref (spec->node_selector_map);
  for (guint i = 0; i < spec->n_preferred_nodes; i++)
    {
      fit_selector_unref (spec->preferred_nodes[i].expressions);
      fit_selector_unref (spec->preferred_nodes[i].fields);
    }
  g_free (spec->preferred_nodes);
  for (guint i = 0; i < spec->n_tolerations; i++)
    {
      fit_intern_unref (spec->tolerations[i].key);
      fit_intern_unref (spec->tolerations[i].value);
    }
  g_free (spec->tolerations);
  for (guint i = 0; i < spec->n_spread_constraints; i++)
    {
      fit_intern_unref (spec->spread_constraints[i].topology_key);
      fit_selector_unref (spec->spread_constraints[i].selector);
      clear_interned_array (spec->spread_constraints[i].label_keys,
                            spec->spread_constraints[i].n_label_keys);
    }
  g_free (spec->spread_constraints);
}

static void
clear_sums (FitContainerSums *sums)
{
  if (sums == NULL)
    return;
  fit_resources_clear (&sums->requests);
  g_free (sums);
}

void
fit_pod_spec_clear (FitPodSpec *spec)
{
  fit_intern_unref (spec->scheduler_name);
  g_free (spec->priority_class_name);
  fit_resources_clear (&spec->requests);
  fit_resources_clear (&spec->limits);
  fit_resources_clear (&spec->overhead);
  clear_interned_array (spec->extended, spec->n_extended);
  clear_interned_array (spec->images, spec->n_images);
  clear_interned_array (spec->init_images, spec->n_init_images);
  clear_sums (spec->containers);
  clear_sums (spec->running);
  for (guint i = 0; i < spec->n_demands; i++)
    {
      g_free (spec->demands[i].name);
      fit_resource_list_clear (&spec->demands[i].requests);
      fit_resource_list_clear (&spec->demands[i].limits);
    }
  g_free (spec->demands);
  for (guint i = 0; i < spec->n_host_ports; i++)
    {
      fit_intern_unref (spec->host_ports[i].ip);
      fit_intern_unref (spec->host_ports[i].protocol);
    }
  g_free (spec->host_ports);
  clear_node_constraints (spec);
  clear_affinity (&spec->affinity);
  clear_affinity (&spec->anti_affinity);
  for (guint i = 0; i < spec->n_volumes; i++)
    fit_volume_clear (&spec->volumes[i]);
  g_free (spec->volumes);
  g_strfreev (spec->scheduling_gates);
}

static FitPodSpec *
spec_ref (FitPodSpec *spec)
{
  g_atomic_ref_count_inc (&spec->refs);
  return spec;
}

static void
spec_unref (FitPodSpec *spec)
{
  if (spec == NULL || !g_atomic_ref_count_dec (&spec->refs))
    return;
  fit_pod_spec_clear (spec);
  g_free (spec);
}

void
fit_pod_clear (gpointer object)
{
  FitPod *pod = object;

  spec_unref (pod->spec);
  fit_intern_unref (pod->node_name);
  fit_intern_unref (pod->nominated_node_name);
  fit_intern_unref (pod->phase);
  g_free (pod->unscheduled_reason);
  g_free (pod->unscheduled_message);
}

static FitPod *
copy_pod (const FitPod *pod)
{
  FitPod *copy = fit_object_copy (pod);

  copy->spec = spec_ref (pod->spec);
  copy->node_name = fit_intern_ref (pod->node_name);
  copy->nominated_node_name = fit_intern_ref (pod->nominated_node_name);
  copy->phase = fit_intern_ref (pod->phase);
  copy->unscheduled_reason = g_strdup (pod->unscheduled_reason);
  copy->unscheduled_message = g_strdup (pod->unscheduled_message);
  return copy;
}

FitPod *
fit_pod_with_node_name (const FitPod *pod, const char *node_name)
{
  FitPod *copy = copy_pod (pod);

  fit_intern_unref (copy->node_name);
  copy->node_name = fit_intern (node_name);
  fit_raw_set (&copy->meta, "spec", "nodeName", node_name);
  return copy;
}

FitPod *
fit_pod_as_pending (const FitPod *pod)
{
  FitPod *copy = fit_pod_with_node_name (pod, "");

  fit_intern_unref (copy->phase);
  copy->phase = fit_intern ("");
  fit_raw_set (&copy->meta, "status", "phase", "");
  return copy;
}

FitPod *
fit_pod_with_nominated_node_name (const FitPod *pod, const char *node_name)
{
  FitPod *copy = copy_pod (pod);

  fit_intern_unref (copy->nominated_node_name);
  copy->nominated_node_name = fit_intern (node_name);
  fit_raw_set (&copy->meta, "status", "nominatedNodeName", node_name);
  return copy;
}

FitPod *
fit_pod_with_deletion_time (const FitPod *pod, gint64 time_ns)
{
  FitPod *copy = copy_pod (pod);
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
  FitPod *copy = copy_pod (pod);
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
  FitPod *copy = copy_pod (pod);
  g_autofree char *text = fit_time_format (time_ns);

  copy->start_time_ns = time_ns;
  fit_raw_set (&copy->meta, "status", "startTime", text);
  return copy;
}

FitPod *
fit_pod_with_name (const FitPod *pod, const char *name)
{
  FitPod *copy = copy_pod (pod);
  FitObjectMeta *meta = &copy->meta;

  g_free (meta->name);
  meta->name = g_strdup (name);
  g_free (meta->uid);
  meta->uid = g_strconcat (meta->namespace_, "/", name, NULL);
  fit_raw_set (meta, "metadata", "name", meta->name);
  fit_raw_set (meta, "metadata", "uid", meta->uid);
  return copy;
}

const char *
fit_pod_raw (const FitPod *pod, gpointer unused)
{
  return pod->meta.raw;
}

/* What is not managed, finalizers aside. */
static guint64
own_digest (const FitPod *pod)
{
  return pod->digests.object - pod->digests.managed;
}

void
fit_pod_share (FitPod *pod, const FitPod *old)
{
  if (pod->digests.object == 0 || own_digest (pod) != own_digest (old)
      || pod->spec->running != NULL || old->spec->running != NULL)
    return;
  spec_unref (pod->spec);
  pod->spec = spec_ref (old->spec);
  fit_labels_unref (pod->meta.labels);
  pod->meta.labels
      = old->meta.labels ? fit_labels_ref (old->meta.labels) : NULL;
}

void
fit_pod_drop_priority (const FitPod *pod)
{
  pod->spec->has_priority = TRUE; /* so that no PriorityClass is looked for */
  pod->spec->priority = 0;
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
