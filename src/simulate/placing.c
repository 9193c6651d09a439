/* placing.c - pods are placed one by one, and tried again while others move
 * in */
#include "simulate/placing.h"

#include "base/intern.h"

gboolean
fit_place (FitSimulation *simulation, const FitPod *pod,
           const FitNodeInfo **out_node, char **out_reason, GError **error)
{
  g_auto (FitPlacement) placement = { 0 };

  fit_simulation_schedule (simulation, pod, &placement);
  if (placement.error != NULL)
    {
      g_propagate_prefixed_error (error, g_steal_pointer (&placement.error),
                                  "the attempt to place pod %s/%s failed: ",
                                  pod->meta.namespace_, pod->meta.name);
      return FALSE;
    }
  *out_node = placement.result.node;
  if (placement.result.node == NULL)
    *out_reason = g_strdup (placement.result.fit_error);
  return TRUE;
}

void
fit_round_clear (FitRound *round)
{
  g_clear_pointer (&round->left, g_ptr_array_unref);
  g_clear_pointer (&round->reasons, g_ptr_array_unref);
}

static void
unref_reason (gpointer reason)
{
  fit_intern_unref (reason);
}

/* Tries each pod once; @out_n: how many were placed. */
static gboolean
try_all (FitSimulation *simulation, FitRound *round, guint *out_n,
         GError **error)
{
  g_autoptr (GPtrArray) tried = g_steal_pointer (&round->left);

  g_clear_pointer (&round->reasons, g_ptr_array_unref);
  round->reasons = g_ptr_array_new_with_free_func (unref_reason);
  round->left = g_ptr_array_new ();
  for (guint i = 0; i < tried->len; i++)
    {
      g_autofree char *reason = NULL;
      const FitNodeInfo *node;

      if (!fit_place (simulation, tried->pdata[i], &node, &reason, error))
        return FALSE;
      if (node != NULL)
        continue;
      g_ptr_array_add (round->left, tried->pdata[i]);
      g_ptr_array_add (round->reasons, (gpointer) fit_intern (reason));
    }
  *out_n = tried->len - round->left->len;
  return TRUE;
}

gboolean
fit_place_all (FitSimulation *simulation, const GPtrArray *pods, FitRound *out,
               GError **error)
{
  guint n;

  *out = (FitRound){ .n = pods->len, .left = g_ptr_array_new () };
  g_ptr_array_extend (out->left, (GPtrArray *) pods, NULL, NULL);
  do
    if (!try_all (simulation, out, &n, error))
      return FALSE;
  while (n > 0);
  return TRUE;
}
