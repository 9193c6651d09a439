/* node.c - life and copies of nodes and CSINodes */
#include "api/node.h"
#include "base/intern.h"

FitNode *
fit_node_ref (const FitNode *node)
{
  FitNode *counted = (FitNode *) node;

  g_atomic_ref_count_inc (&counted->refs);
  return counted;
}

void
fit_node_unref (const FitNode *node)
{
  FitNode *counted = (FitNode *) node;

  if (counted == NULL || !g_atomic_ref_count_dec (&counted->refs))
    return;
  fit_object_meta_clear (&counted->meta);
  fit_intern_unref (counted->name);
  fit_resources_clear (&counted->allocatable);
  for (guint i = 0; i < counted->n_taints; i++)
    {
      fit_intern_unref (counted->taints[i].key);
      fit_intern_unref (counted->taints[i].value);
    }
  g_free (counted->taints);
  for (guint i = 0; i < counted->n_conditions; i++)
    fit_intern_unref (counted->conditions[i].type);
  g_free (counted->conditions);
  for (guint i = 0; i < counted->n_images; i++)
    fit_intern_unref (counted->images[i].name);
  g_free (counted->images);
  for (guint i = 0; i < counted->n_avoided; i++)
    {
      g_free (counted->avoided[i].kind);
      g_free (counted->avoided[i].uid);
    }
  g_free (counted->avoided);
  g_free (counted);
}

/* The arrays of @copy are those of the original: give it its own. */
static void
copy_arrays (FitNode *copy)
{
  copy->taints = g_memdup2 (copy->taints, copy->n_taints * sizeof (FitTaint));
  for (guint i = 0; i < copy->n_taints; i++)
    {
      fit_intern_ref (copy->taints[i].key);
      fit_intern_ref (copy->taints[i].value);
    }
  copy->conditions = g_memdup2 (copy->conditions,
                                copy->n_conditions * sizeof (FitNodeCondition));
  for (guint i = 0; i < copy->n_conditions; i++)
    fit_intern_ref (copy->conditions[i].type);
  copy->images
      = g_memdup2 (copy->images, copy->n_images * sizeof (FitNodeImage));
  for (guint i = 0; i < copy->n_images; i++)
    fit_intern_ref (copy->images[i].name);
  copy->avoided = g_memdup2 (copy->avoided,
                             copy->n_avoided * sizeof (FitAvoidedController));
  for (guint i = 0; i < copy->n_avoided; i++)
    {
      copy->avoided[i].kind = g_strdup (copy->avoided[i].kind);
      copy->avoided[i].uid = g_strdup (copy->avoided[i].uid);
    }
}

FitNode *
fit_node_with_labels (const FitNode *node, FitLabels *labels)
{
  FitNode *copy = g_memdup2 (node, sizeof *node);

  g_atomic_ref_count_init (&copy->refs);
  fit_object_meta_copy (&node->meta, &copy->meta);
  fit_labels_unref (copy->meta.labels);
  copy->meta.labels = labels != NULL ? fit_labels_ref (labels) : NULL;
  copy->name = fit_intern_ref (node->name);
  fit_resources_copy (&node->allocatable, &copy->allocatable);
  copy_arrays (copy);
  return copy;
}

FitCSINode *
fit_csi_node_ref (const FitCSINode *csi_node)
{
  FitCSINode *counted = (FitCSINode *) csi_node;

  g_atomic_ref_count_inc (&counted->refs);
  return counted;
}

void
fit_csi_node_unref (const FitCSINode *csi_node)
{
  FitCSINode *counted = (FitCSINode *) csi_node;

  if (counted == NULL || !g_atomic_ref_count_dec (&counted->refs))
    return;
  fit_object_meta_clear (&counted->meta);
  for (guint i = 0; i < counted->n_drivers; i++)
    fit_intern_unref (counted->drivers[i].name);
  g_free (counted->drivers);
  g_strfreev (counted->migrated_plugins);
  g_free (counted);
}
