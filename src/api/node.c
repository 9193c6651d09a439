/* node.c - creating, copying and freeing nodes and CSINodes */
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
