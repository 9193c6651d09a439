/* node.c - sharing what nodes have in common, and changed copies of nodes and
 * CSINodes
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/node.h"

#include "api/kinds-private.h"
#include "api/names.h"
#include "api/node-private.h"
#include "api/raw.h"
#include "api/shapes.h"
#include "base/intern-struct.h"
#include "base/intern.h"
#include "base/wrapping.h"

#include <string.h>

/* -- traits and images ----------------------------------------------------- */

static const FitPart taint_parts[] = {
  FIT_PART_LEAF (FitTaint, key, &fit_leaf_interned),
  FIT_PART_LEAF (FitTaint, value, &fit_leaf_interned),
  FIT_PART_LEAF (FitTaint, text, &fit_leaf_interned),
};
static const FitShape shape_taint = FIT_SHAPE (FitTaint, taint_parts);

static const FitPart condition_parts[] = {
  FIT_PART_LEAF (FitNodeCondition, type, &fit_leaf_interned),
  FIT_PART_LEAF (FitNodeCondition, reason, &fit_leaf_interned),
};
static const FitShape shape_condition
    = FIT_SHAPE (FitNodeCondition, condition_parts);

static const FitPart avoided_parts[] = {
  FIT_PART_LEAF (FitAvoidedController, kind, &fit_leaf_text),
  FIT_PART_LEAF (FitAvoidedController, uid, &fit_leaf_text),
};
static const FitShape shape_avoided
    = FIT_SHAPE (FitAvoidedController, avoided_parts);

static const FitPart traits_parts[] = {
  FIT_PART_INSIDE (FitNodeTraits, allocatable, &fit_shape_resources),
  FIT_PART_ARRAY (FitNodeTraits, n_taints, taints, &shape_taint),
  FIT_PART_ARRAY (FitNodeTraits, n_conditions, conditions, &shape_condition),
  FIT_PART_ARRAY (FitNodeTraits, n_avoided, avoided, &shape_avoided),
  FIT_PART_LEAF (FitNodeTraits, features, &fit_leaf_strv),
};
static const FitShape shape_traits = FIT_SHAPE (FitNodeTraits, traits_parts);

void
fit_node_traits_clear (FitNodeTraits *traits)
{
  fit_shape_clear (&shape_traits, traits);
}

void
fit_node_set_traits (FitNode *node, FitNodeTraits *traits)
{
  const FitNodeTraits *old = node->traits;

  node->traits = fit_intern_struct (&shape_traits, traits);
  fit_intern_struct_unref (old);
}

static const FitPart image_parts[] = {
  FIT_PART_LEAF (FitNodeImage, name, &fit_leaf_interned),
};
static const FitShape shape_image = FIT_SHAPE (FitNodeImage, image_parts);
static const FitPart images_parts[] = {
  FIT_PART_TAIL (FitNodeImages, n, of, &shape_image),
};
static const FitShape shape_images = FIT_SHAPE (FitNodeImages, images_parts);

void
fit_node_set_images (FitNode *node, FitNodeImages *images)
{
  node->images = fit_intern_struct (&shape_images, images);
  g_free (images);
}

/* -- nodes ----------------------------------------------------------------- */

static const FitPart node_parts[] = {
  FIT_PART_LEAF (FitNode, name, &fit_leaf_interned),
  FIT_PART_LEAF (FitNode, traits, &fit_leaf_interned_struct),
  FIT_PART_LEAF (FitNode, images, &fit_leaf_interned_struct),
};
const FitShape fit_owned_by_node = FIT_SHAPE_OWNED (FitNode, node_parts);

static const FitPart driver_parts[] = {
  FIT_PART_LEAF (FitCSIDriverInfo, name, &fit_leaf_interned),
};
static const FitShape shape_driver
    = FIT_SHAPE_OWNED (FitCSIDriverInfo, driver_parts);

static const FitPart csi_node_parts[] = {
  FIT_PART_ARRAY (FitCSINode, n_drivers, drivers, &shape_driver),
  FIT_PART_LEAF (FitCSINode, migrated_plugins, &fit_leaf_strv),
};
const FitShape fit_owned_by_csi_node
    = FIT_SHAPE_OWNED (FitCSINode, csi_node_parts);

/* Adds the taint of a cordoned node unless it is there. */
static void
add_taint (FitNodeTraits *traits)
{
  for (guint i = 0; i < traits->n_taints; i++)
    if (strcmp (traits->taints[i].key, FIT_TAINT_UNSCHEDULABLE) == 0
        && traits->taints[i].effect == FIT_EFFECT_NO_SCHEDULE)
      return;
  traits->taints_digest++; /* only has to differ from before */
  traits->taints = g_renew (FitTaint, traits->taints, traits->n_taints + 1);
  traits->taints[traits->n_taints++] = (FitTaint){
    .key = fit_intern (FIT_TAINT_UNSCHEDULABLE),
    .value = fit_intern (""),
    .effect = FIT_EFFECT_NO_SCHEDULE,
    .text = fit_intern ("{" FIT_TAINT_UNSCHEDULABLE ": }"),
  };
}

/* -- changed copies -------------------------------------------------------- */

void
fit_node_edit_begin (FitNodeEdit *edit, const FitNode *node, guint n_labels)
{
  *edit = (FitNodeEdit){ .copy = fit_object_copy (node), .room = n_labels };
  fit_shape_copy (&shape_traits, node->traits, &edit->traits);
}

FitNode *
fit_node_edit_end (FitNodeEdit *edit)
{
  if (edit->labels != NULL)
    {
      fit_labels_unref (edit->copy->meta.labels);
      edit->copy->meta.labels = edit->labels;
    }
  fit_node_set_traits (edit->copy, &edit->traits);
  fit_node_traits_clear (&edit->traits);
  return edit->copy;
}

FitNode *
fit_node_cordoned (const FitNode *node)
{
  FitNodeEdit edit;

  fit_node_edit_begin (&edit, node, 0);
  edit.traits.unschedulable = TRUE;
  add_taint (&edit.traits);
  return fit_node_edit_end (&edit);
}

/* Removes the taints that stand for @condition, or, if that is NULL, for the
 * node being cordoned. */
static void
remove_taints (FitNodeTraits *traits, const char *condition)
{
  guint n = 0;

  for (guint i = 0; i < traits->n_taints; i++)
    {
      FitTaint *taint = &traits->taints[i];
      const char *meaning = NULL;

      if (fit_taint_is_set_by_kubernetes (taint, &meaning)
          && g_strcmp0 (meaning, condition) == 0)
        fit_shape_clear (&shape_taint, taint);
      else
        traits->taints[n++] = *taint;
    }
  traits->taints_digest++; /* only has to differ from before */
  traits->n_taints = n;
}

void
fit_node_edit_uncordon (FitNodeEdit *edit)
{
  remove_taints (&edit->traits, NULL);
  edit->traits.unschedulable = FALSE;
}

void
fit_node_edit_repair (FitNodeEdit *edit, const char *type)
{
  const FitNodeTraits *traits = &edit->traits;

  remove_taints (&edit->traits, type);
  for (guint i = 0; i < traits->n_conditions; i++)
    if (strcmp (traits->conditions[i].type, type) == 0)
      traits->conditions[i].status = strcmp (type, "Ready") == 0
                                         ? FIT_CONDITION_TRUE
                                         : FIT_CONDITION_FALSE;
}

void
fit_node_edit_label (FitNodeEdit *edit, const char *key, const char *value)
{
  if (edit->labels == NULL)
    edit->labels = fit_labels_copy (edit->copy->meta.labels, edit->room);
  if (value != NULL)
    fit_labels_append (edit->labels, key, value);
  else
    fit_labels_remove (edit->labels, key);
}

void
fit_node_edit_room (FitNodeEdit *edit, const char *resource, gint64 amount)
{
  FitNodeTraits *traits = &edit->traits;
  FitResources *all = &traits->allocatable;

  if (strcmp (resource, FIT_RESOURCE_PODS) == 0)
    traits->allowed_pods = fit_wrapping_add (traits->allowed_pods, amount);
  else if (strcmp (resource, FIT_RESOURCE_CPU) == 0)
    all->milli_cpu = fit_wrapping_add (all->milli_cpu, amount);
  else if (strcmp (resource, FIT_RESOURCE_MEMORY) == 0)
    all->memory = fit_wrapping_add (all->memory, amount);
  else if (strcmp (resource, FIT_RESOURCE_EPHEMERAL_STORAGE) == 0)
    all->ephemeral_storage = fit_wrapping_add (all->ephemeral_storage, amount);
  else
    {
      const char *name = fit_intern (resource);

      fit_resources_set_scalar (
          all, name,
          fit_wrapping_add (fit_resources_scalar (all, name), amount));
      fit_intern_unref (name);
    }
}

const char *
fit_node_raw (const FitNode *node, gpointer unused)
{
  return node->meta.raw;
}

FitCSINode *
fit_csi_node_with_name (const FitCSINode *csi_node, const char *name)
{
  FitCSINode *copy = fit_object_copy (csi_node);
  FitObjectMeta *meta = &copy->meta;

  fit_object_meta_set_texts (meta, name, name, meta->resource_version);
  fit_raw_set (meta, "metadata", "name", name);
  fit_raw_set (meta, "metadata", "uid", name);
  return copy;
}
