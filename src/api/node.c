/* node.c - creating, copying and freeing nodes and CSINodes */
#include "api/node.h"

#include "api/names.h"
#include "base/intern.h"

#include <string.h>

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
      fit_intern_unref (counted->taints[i].text);
    }
  g_free (counted->taints);
  for (guint i = 0; i < counted->n_conditions; i++)
    {
      fit_intern_unref (counted->conditions[i].type);
      fit_intern_unref (counted->conditions[i].reason);
    }
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

static void
copy_lists (const FitNode *node, FitNode *copy)
{
  copy->conditions = g_memdup2 (node->conditions,
                                sizeof *node->conditions * node->n_conditions);
  for (guint i = 0; i < copy->n_conditions; i++)
    {
      fit_intern_ref (copy->conditions[i].type);
      fit_intern_ref (copy->conditions[i].reason);
    }
  copy->images
      = g_memdup2 (node->images, sizeof *node->images * node->n_images);
  for (guint i = 0; i < copy->n_images; i++)
    fit_intern_ref (copy->images[i].name);
  copy->avoided = g_new0 (FitAvoidedController, node->n_avoided);
  for (guint i = 0; i < copy->n_avoided; i++)
    copy->avoided[i]
        = (FitAvoidedController){ g_strdup (node->avoided[i].kind),
                                  g_strdup (node->avoided[i].uid) };
}

/* The taints of @node, and the one of a cordoned node unless it is there. */
static void
copy_taints (const FitNode *node, FitNode *copy)
{
  gboolean there = FALSE;

  copy->taints = g_new0 (FitTaint, node->n_taints + 1);
  for (guint i = 0; i < node->n_taints; i++)
    {
      copy->taints[i] = node->taints[i];
      fit_intern_ref (copy->taints[i].key);
      fit_intern_ref (copy->taints[i].value);
      fit_intern_ref (copy->taints[i].text);
      there |= strcmp (node->taints[i].key, FIT_TAINT_UNSCHEDULABLE) == 0
               && node->taints[i].effect == FIT_EFFECT_NO_SCHEDULE;
    }
  if (there)
    return;
  copy->taints_digest++;
  copy->taints[copy->n_taints++] = (FitTaint){
    .key = fit_intern (FIT_TAINT_UNSCHEDULABLE),
    .value = fit_intern (""),
    .effect = FIT_EFFECT_NO_SCHEDULE,
    .text = fit_intern ("{" FIT_TAINT_UNSCHEDULABLE ": }"),
  };
}

FitNode *
fit_node_cordoned (const FitNode *node)
{
  FitNode *copy = g_memdup2 (node, sizeof *node);

  g_atomic_ref_count_init (&copy->refs);
  fit_object_meta_copy (&node->meta, &copy->meta);
  fit_intern_ref (copy->name);
  copy->unschedulable = TRUE;
  copy->allocatable = (FitResources){ 0 };
  fit_resources_copy (&node->allocatable, &copy->allocatable);
  copy_taints (node, copy);
  copy_lists (node, copy);
  return copy;
}

const char *
fit_node_raw (const FitNode *node, gpointer unused)
{
  return node->meta.raw;
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
