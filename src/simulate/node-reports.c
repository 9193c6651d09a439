/* node-reports.c - what nodes say of themselves again and again */
#include "simulate/node-reports.h"

GPtrArray *
fit_nodes_with_images (const GPtrArray *nodes)
{
  GPtrArray *with_images = g_ptr_array_new ();

  for (guint i = 0; i < nodes->len; i++)
    if (((const FitNode *) nodes->pdata[i])->n_images > 0)
      g_ptr_array_add (with_images, nodes->pdata[i]);
  return with_images;
}
