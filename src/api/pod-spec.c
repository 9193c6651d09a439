/* pod-spec.c - what a pod's spec consists of, and the sharing of equal specs */
#include "api/pod-private.h"
#include "api/resources-private.h"

#include "base/intern-struct.h"

/* -- selectors and labels, which have references --------------------------- */

static gpointer
copy_selector (gconstpointer selector)
{
  return fit_selector_ref ((FitSelector *) selector);
}

static guint
hash_selector (gconstpointer selector)
{
  return fit_selector_hash (selector);
}

static gboolean
equal_selectors (gconstpointer a, gconstpointer b)
{
  return fit_selector_equal (a, b);
}

static void
clear_selector (gpointer selector)
{
  fit_selector_unref (selector);
}

static const FitLeaf leaf_selector
    = { hash_selector, equal_selectors, copy_selector, clear_selector };

static const FitPart node_term_parts[] = {
  FIT_PART_LEAF (FitNodeSelectorTerm, expressions, &leaf_selector),
  FIT_PART_LEAF (FitNodeSelectorTerm, fields, &leaf_selector),
  FIT_PART_ARRAY (FitNodeSelectorTerm, n_names, names, &fit_shape_interned),
};
static const FitShape shape_node_term
    = FIT_SHAPE (FitNodeSelectorTerm, node_term_parts);

static gpointer
copy_node_selector (gconstpointer selector)
{
  return fit_node_selector_ref ((FitNodeSelector *) selector);
}

static guint
hash_node_selector (gconstpointer data)
{
  const FitNodeSelector *selector = data;
  guint64 hash = selector->n;

  for (guint i = 0; i < selector->n; i++)
    hash = hash * 31 + fit_shape_hash (&shape_node_term, &selector->terms[i]);
  return (guint) hash;
}

static gboolean
equal_node_selectors (gconstpointer data_a, gconstpointer data_b)
{
  const FitNodeSelector *a = data_a, *b = data_b;

  if (a->n != b->n)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (!fit_shape_equal (&shape_node_term, &a->terms[i], &b->terms[i]))
      return FALSE;
  return TRUE;
}

static void
clear_node_selector (gpointer selector)
{
  fit_node_selector_unref (selector);
}

static const FitLeaf leaf_node_selector
    = { hash_node_selector, equal_node_selectors, copy_node_selector,
        clear_node_selector };

static gpointer
copy_labels (gconstpointer labels)
{
  return fit_labels_ref ((FitLabels *) labels);
}

static guint
hash_labels (gconstpointer labels)
{
  return fit_labels_hash (labels);
}

/* Here the order counts: pods with one spec must look the same everywhere. */
static gboolean
equal_labels (gconstpointer a, gconstpointer b)
{
  return fit_labels_same (a, b);
}

static void
clear_labels (gpointer labels)
{
  fit_labels_unref (labels);
}

static const FitLeaf leaf_labels
    = { hash_labels, equal_labels, copy_labels, clear_labels };

/* -- amounts --------------------------------------------------------------- */

static const FitPart sums_parts[] = {
  FIT_PART_INSIDE (FitContainerSums, requests, &fit_shape_resources),
};
static const FitShape shape_sums = FIT_SHAPE (FitContainerSums, sums_parts);

static const FitPart item_parts[] = {
  FIT_PART_LEAF (FitResourceItem, name, &fit_leaf_interned),
  FIT_PART_LEAF (FitResourceItem, quantity.digits, &fit_leaf_text),
};
static const FitShape shape_item = FIT_SHAPE (FitResourceItem, item_parts);

static const FitPart list_parts[] = {
  FIT_PART_ARRAY (FitResourceList, n, items, &shape_item),
};
static const FitShape shape_list = FIT_SHAPE (FitResourceList, list_parts);

static const FitPart demand_parts[] = {
  FIT_PART_LEAF (FitContainerDemand, name, &fit_leaf_text),
  FIT_PART_INSIDE (FitContainerDemand, requests, &shape_list),
  FIT_PART_INSIDE (FitContainerDemand, limits, &shape_list),
};
static const FitShape shape_demand
    = FIT_SHAPE (FitContainerDemand, demand_parts);

/* -- constraints ----------------------------------------------------------- */

static const FitPart host_port_parts[] = {
  FIT_PART_LEAF (FitHostPort, ip, &fit_leaf_interned),
  FIT_PART_LEAF (FitHostPort, protocol, &fit_leaf_interned),
};
static const FitShape shape_host_port
    = FIT_SHAPE (FitHostPort, host_port_parts);

static const FitPart preferred_node_parts[] = {
  FIT_PART_LEAF (FitPreferredNodeTerm, expressions, &leaf_selector),
  FIT_PART_LEAF (FitPreferredNodeTerm, fields, &leaf_selector),
};
static const FitShape shape_preferred_node
    = FIT_SHAPE (FitPreferredNodeTerm, preferred_node_parts);

static const FitPart term_parts[] = {
  FIT_PART_ARRAY (FitAffinityTerm, n_namespaces, namespaces,
                  &fit_shape_interned),
  FIT_PART_LEAF (FitAffinityTerm, selector, &leaf_selector),
  FIT_PART_LEAF (FitAffinityTerm, namespace_selector, &leaf_selector),
  FIT_PART_LEAF (FitAffinityTerm, topology_key, &fit_leaf_interned),
};
static const FitShape shape_term = FIT_SHAPE (FitAffinityTerm, term_parts);

static const FitPart affinity_parts[] = {
  FIT_PART_ARRAY (FitPodAffinity, n_required, required, &shape_term),
  FIT_PART_ARRAY (FitPodAffinity, n_preferred, preferred, &shape_term),
};
static const FitShape shape_affinity
    = FIT_SHAPE (FitPodAffinity, affinity_parts);

static const FitPart toleration_parts[] = {
  FIT_PART_LEAF (FitToleration, key, &fit_leaf_interned),
  FIT_PART_LEAF (FitToleration, value, &fit_leaf_interned),
};
static const FitShape shape_toleration
    = FIT_SHAPE (FitToleration, toleration_parts);

static const FitPart spread_parts[] = {
  FIT_PART_LEAF (FitSpreadConstraint, topology_key, &fit_leaf_interned),
  FIT_PART_LEAF (FitSpreadConstraint, selector, &leaf_selector),
  FIT_PART_ARRAY (FitSpreadConstraint, n_label_keys, label_keys,
                  &fit_shape_interned),
};
static const FitShape shape_spread
    = FIT_SHAPE (FitSpreadConstraint, spread_parts);

static const FitPart volume_parts[] = {
  FIT_PART_LEAF (FitVolume, id, &fit_leaf_interned),
  FIT_PART_LEAF (FitVolume, aux, &fit_leaf_interned),
  FIT_PART_LEAF (FitVolume, kind, &fit_leaf_interned),
  FIT_PART_LEAF (FitVolume, monitors, &fit_leaf_strv),
};
static const FitShape shape_volume = FIT_SHAPE (FitVolume, volume_parts);

void
fit_volume_clear (FitVolume *volume)
{
  fit_shape_clear (&shape_volume, volume);
}

void
fit_volume_copy (const FitVolume *volume, FitVolume *out)
{
  fit_shape_copy (&shape_volume, volume, out);
}

/* -- the spec -------------------------------------------------------------- */

/* Every pointer in a FitPodSpec: one that is not listed is never freed, and is
 * compared by its address. */
static const FitPart spec_parts[] = {
  FIT_PART_LEAF (FitPodSpec, scheduler_name, &fit_leaf_interned),
  FIT_PART_LEAF (FitPodSpec, priority_class_name, &fit_leaf_text),
  FIT_PART_INSIDE (FitPodSpec, requests, &fit_shape_resources),
  FIT_PART_INSIDE (FitPodSpec, limits, &fit_shape_resources),
  FIT_PART_INSIDE (FitPodSpec, overhead, &fit_shape_resources),
  FIT_PART_ARRAY (FitPodSpec, n_extended, extended, &fit_shape_interned),
  FIT_PART_ONE (FitPodSpec, running, &shape_sums),
  FIT_PART_ONE (FitPodSpec, containers, &shape_sums),
  FIT_PART_ARRAY (FitPodSpec, n_demands, demands, &shape_demand),
  FIT_PART_ARRAY (FitPodSpec, n_images, images, &fit_shape_interned),
  FIT_PART_ARRAY (FitPodSpec, n_init_images, init_images, &fit_shape_interned),
  FIT_PART_ARRAY (FitPodSpec, n_host_ports, host_ports, &shape_host_port),
  FIT_PART_LEAF (FitPodSpec, node_selector, &leaf_selector),
  FIT_PART_LEAF (FitPodSpec, required_nodes, &leaf_node_selector),
  FIT_PART_ARRAY (FitPodSpec, n_preferred_nodes, preferred_nodes,
                  &shape_preferred_node),
  FIT_PART_LEAF (FitPodSpec, node_selector_map, &leaf_labels),
  FIT_PART_INSIDE (FitPodSpec, affinity, &shape_affinity),
  FIT_PART_INSIDE (FitPodSpec, anti_affinity, &shape_affinity),
  FIT_PART_ARRAY (FitPodSpec, n_tolerations, tolerations, &shape_toleration),
  FIT_PART_ARRAY (FitPodSpec, n_spread_constraints, spread_constraints,
                  &shape_spread),
  FIT_PART_ARRAY (FitPodSpec, n_volumes, volumes, &shape_volume),
  FIT_PART_LEAF (FitPodSpec, scheduling_gates, &fit_leaf_strv),
};
static const FitShape shape_spec = FIT_SHAPE (FitPodSpec, spec_parts);

void
fit_pod_spec_clear (FitPodSpec *spec)
{
  fit_shape_clear (&shape_spec, spec);
}

void
fit_pod_spec_copy (const FitPodSpec *spec, FitPodSpec *out)
{
  fit_shape_copy (&shape_spec, spec, out);
}

void
fit_pod_share_spec (FitPod *pod, const FitPod *other)
{
  const FitPodSpec *old = pod->spec;

  pod->spec = fit_intern_struct_ref (other->spec);
  fit_intern_struct_unref (old);
}

void
fit_pod_set_spec (FitPod *pod, FitPodSpec *spec)
{
  const FitPodSpec *old = pod->spec;

  pod->spec = fit_intern_struct (&shape_spec, spec);
  fit_intern_struct_unref (old);
}
