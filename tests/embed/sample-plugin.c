/* sample-plugin.c - fitsched with a plugin of its own
 *
 * The plugin "sample-plugin" takes part in a profile at PreFilter, Filter and
 * Score.  It has no objection to any node, and gives each 100 points less one for
 * every pod that runs there: the emptier node wins.
 *
 * Beware: on a node with more than 100 pods the score is less than 0, which is
 * out of range, and without a normalize_score that is not made good: the pod
 * cannot be scheduled at all then.
 *
 *   cc sample-plugin.c $(pkg-config --cflags --libs fitsched) -o sample-plugin
 *   ./sample-plugin simulate --config sample-config.yaml -f sample-cluster.yaml
 *
 * With G_MESSAGES_DEBUG=all in the environment it tells what it gives.
 */
#include "cli/fit-main.h"

#define MAX_SCORE 100

/* Once per attempt.  It remembers nothing, so there is nothing to keep up to date
 * when pods come or go either. */
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

/* Once per node, maybe on several threads; so is score(). */
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

/* --- the program --------------------------------------------------------- */

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
