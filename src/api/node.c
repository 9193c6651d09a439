/* node.c - creating, copying and freeing nodes and CSINodes */
#include "api/node.h"

#include "api/kinds-private.h"
#include "api/names.h"
#include "base/intern.h"

#include <string.h>

void
fit_node_clear (gpointer object)
{
  FitNode *node = object;

  fit_intern_unref (node->name);
  fit_resources_clear (&node->allocatable);
  for (guint i = 0; i < node->n_taints; i++)
    {
      fit_intern_unref (node->taints[i].key);
      fit_intern_unref (node->taints[i].value);
      fit_intern_unref (node->taints[i].text);
    }
  g_free (node->taints);
  for (guint i = 0; i < node->n_conditions; i++)
    {
      fit_intern_unref (node->conditions[i].type);
      fit_intern_unref (node->conditions[i].reason);
    }
  g_free (node->conditions);
  for (guint i = 0; i < node->n_images; i++)
    fit_intern_unref (node->images[i].name);
  g_free (node->images);
  for (guint i = 0; i < node->n_avoided; i++)
    {
      g_free (node->avoided[i].kind);
      g_free (node->avoided[i].uid);
    }
  g_free (node->avoided);
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
  FitNode *copy = fit_object_copy (node);

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

void
fit_csi_node_clear (gpointer object)
{
  FitCSINode *csi_node = object;

  for (guint i = 0; i < csi_node->n_drivers; i++)
    fit_intern_unref (csi_node->drivers[i].name);
  g_free (csi_node->drivers);
  g_strfreev (csi_node->migrated_plugins);
}
