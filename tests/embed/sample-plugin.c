/* sample-plugin.c - fitsched with a plugin of its own
 *
 * The plugin "sample-plugin" runs at PreFilter, Filter and Score.  It rejects no
 * node.  A node scores 100 minus the number of its pods, so the emptier node wins.
 *
 * Beware: with more than 100 pods, the score of a node is negative.  That is out
 * of range, and there is no normalize_score to correct it, so the pod cannot be
 * scheduled at all.
 *
 *   cc sample-plugin.c $(pkg-config --cflags --libs fitsched) -o sample-plugin
 *   ./sample-plugin simulate --config sample-config.yaml -f sample-cluster.yaml
 *
 * With G_MESSAGES_DEBUG=all in the environment, it logs the scores.
 */
#include "cli/fit-main.h"

#define MAX_SCORE 100

/* Runs once per attempt.  It stores nothing, so change_pods() has nothing to
 * update. */
static FitStatus
pre_filter (const FitPluginCall *call)
{
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

static FitStatus
change_pods (const FitPluginCall *call, const FitPod *other,
             const FitNodeInfo *node)
{
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

/* Runs once per node, like score(). */
static FitStatus
filter (const FitPluginCall *call, const FitNodeInfo *node)
{
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

static FitStatus
score (const FitPluginCall *call, const FitNodeInfo *node, gint64 *out_score)
{
  if (node->node == NULL)
    return fit_status (FIT_STATUS_ERROR, "node \"%s\" is not known",
                       node->name);
  *out_score = MAX_SCORE - (gint64) node->n_pods;
  g_debug ("success score, this node %s get %" G_GINT64_FORMAT " points",
           node->name, *out_score);
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

static const FitPluginInfo sample_plugin = {
  .name = "sample-plugin",
  .summary = "prefers nodes with few pods",
  .pre_filter = pre_filter,
  .add_pod = change_pods,
  .remove_pod = change_pods,
  .filter = filter,
  .score = score,
};

/* -- the program ----------------------------------------------------------- */

static void
add_plugins (FitPluginRegistry *registry, gpointer data)
{
  fit_plugin_registry_add (registry, &sample_plugin, NULL);
}

int
main (int argc, char **argv)
{
  return fit_main_with (argc, argv, &(FitExtras){ .plugins = add_plugins });
}
