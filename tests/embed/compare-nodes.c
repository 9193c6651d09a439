/* compare-nodes.c - places all pending pods, and compares the nodes for one
 *
 *   cc compare-nodes.c $(pkg-config --cflags --libs fitsched) -o compare-nodes
 *   ./compare-nodes shop-policy.yaml shop-cluster.yaml default/db-0
 *
 * The same text is C++, too.
 */
#include <stdio.h>

#include "explain/explainer.h"

/* Prints where @placement puts a pod. */
static void
print_placement (const FitPodPlacement *placement, gpointer data)
{
  const FitObjectMeta *meta = &placement->pod->meta;

  printf ("%s/%s: %s\n", meta->namespace_, meta->name,
          placement->node != NULL ? placement->node : placement->message);
}

/* Prints why the pod does not fit on @node, or the points of the node. */
static void
print_node (const FitNodeAnswer *node)
{
  if (!node->examined)
    printf ("  %s: not needed\n", node->name);
  for (guint i = 0; i < node->n_bars; i++)
    printf ("  %s: %s: %s\n", node->name,
            node->bars[i].rule != NULL ? node->bars[i].rule : "error",
            node->bars[i].message);
  if (node->n_scores == 0)
    return;
  printf ("  %s: %" G_GINT64_FORMAT " points\n", node->name, node->total);
  for (guint i = 0; i < node->n_scores; i++)
    printf ("    %s: %" G_GINT64_FORMAT " x %" G_GINT64_FORMAT "\n",
            node->scores[i].rule, node->scores[i].score,
            node->scores[i].weight);
}

static gboolean
compare (const char *policy, const char *cluster_file, const char *pod,
         GError **error)
{
  FitExplainerRules rules = { 0 };
  g_autoptr (FitExplainer) explainer = NULL;
  g_autoptr (FitPodAnswer) answer = NULL;
  const FitNodeAnswer *nodes;
  guint n;

  rules.policy = policy;
  explainer = fit_explainer_new (&rules, error);
  if (explainer == NULL || !fit_explainer_load (explainer, cluster_file, error)
      || !fit_explainer_place (explainer, print_placement, NULL, error))
    return FALSE;
  answer = fit_explainer_ask (explainer, pod, FIT_ASK_DEFAULT, error);
  if (answer == NULL)
    return FALSE;
  printf ("\n%s:\n", pod);
  nodes = fit_pod_answer_nodes (answer, &n);
  for (guint i = 0; i < n; i++)
    print_node (&nodes[i]);
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *policy = NULL;

  if (argc != 4)
    {
      fprintf (stderr, "usage: %s POLICY CLUSTER NAMESPACE/POD\n", argv[0]);
      return 2;
    }
  if (!g_file_get_contents (argv[1], &policy, NULL, &error)
      || !compare (policy, argv[2], argv[3], &error))
    {
      fprintf (stderr, "%s\n", error->message);
      return 3;
    }
  return 0;
}
