/* ask-why.c - asks where a pod would go, and why
 *
 *   cc ask-why.c $(pkg-config --cflags --libs fitsched) -o ask-why
 *   ./ask-why shop-policy.yaml shop-cluster.yaml default/db-0
 */
#include <stdio.h>

#include "explain/explainer.h"

/* Loads the rules and the cluster, and asks.  Returns: NULL with @error */
static FitPodAnswer *
ask (const char *policy_file, const char *cluster_file, const char *pod,
     GError **error)
{
  FitExplainerRules rules = { .policy_source = policy_file };
  g_autoptr (FitExplainer) explainer = NULL;
  g_autofree char *policy = NULL;

  if (!g_file_get_contents (policy_file, &policy, NULL, error))
    return NULL;
  rules.policy = policy;
  explainer = fit_explainer_new (&rules, error);
  if (explainer == NULL || !fit_explainer_load (explainer, cluster_file, error))
    return NULL;
  return fit_explainer_ask (explainer, pod, FIT_ASK_DEFAULT, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (FitPodAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;

  if (argc != 4)
    {
      fprintf (stderr, "usage: %s POLICY CLUSTER NAMESPACE/POD\n", argv[0]);
      return 2;
    }
  answer = ask (argv[1], argv[2], argv[3], &error);
  if (answer == NULL)
    {
      fprintf (stderr, "%s\n", error->message);
      return 3;
    }
  switch (fit_pod_answer_outcome (answer))
    {
    case FIT_OUTCOME_PLACED:
      fprintf (stderr, "it goes to %s\n", fit_pod_answer_node (answer));
      break;
    case FIT_OUTCOME_UNSCHEDULABLE:
      fprintf (stderr, "it does not fit on any node: %s\n",
               fit_pod_answer_message (answer));
      break;
    default:
      fprintf (stderr, "it is unknown where it goes: %s\n",
               fit_pod_answer_message (answer));
    }
  fputs (fit_pod_answer_json (answer), stdout);
  return 0;
}
