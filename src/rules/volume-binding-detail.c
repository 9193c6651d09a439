/* volume-binding-detail.c - explains why a node cannot use the volumes of
 * claims
 * Tests: tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/volume-binding.h"
#include "api/texts.h"
#include "cluster/cache.h"

static void
explain_open (const FitVolumeObstacle *obstacle, FitDetail *detail)
{
  const FitPersistentVolumeClaim *claim = obstacle->claim;
  const char *name = claim->meta.name;
  const char *class_name = fit_pvc_class (claim);
  g_autofree char *size
      = fit_format_bytes (fit_quantity_value (&claim->request));
  g_autofree char *volumes
      = obstacle->n_volumes > 0 ? g_strdup_printf (
            "none of the %u matching volume%s can be used there",
            obstacle->n_volumes, obstacle->n_volumes == 1 ? "" : "s")
                                : g_strdup ("no free volume matches it");

  fit_detail_add_fact (detail, "storageClass", class_name);
  fit_detail_add_fact (detail, "request", size);
  fit_detail_add_number (detail, "volumes", obstacle->n_volumes);
  switch (obstacle->type)
    {
    case FIT_OBSTACLE_CHOSEN:
      fit_detail_say (detail,
                      "the volume of claim %s will be provisioned for node %s",
                      name, claim->selected_node);
      fit_detail_add_fact (detail, "node", claim->selected_node);
      break;
    case FIT_OBSTACLE_NO_PROVISIONER:
      fit_detail_say (detail,
                      "claim %s of %s: %s, and class %s provisions none", name,
                      size, volumes, class_name);
      fit_detail_advise (detail, "add a volume of class %s with %s or more",
                         class_name, size);
      break;
    case FIT_OBSTACLE_TOPOLOGY:
      fit_detail_say (
          detail,
          "claim %s of %s: %s, and class %s provisions none on such "
          "nodes",
          name, size, volumes, class_name);
      fit_detail_advise (
          detail,
          "use a class that provisions volumes there, or a node that "
          "class %s allows",
          class_name);
      break;
    default:
      fit_detail_say (
          detail,
          "claim %s of %s: class %s does not have that much capacity "
          "left there",
          name, size, class_name);
    }
}

void
fit_explain_claims (const FitPredicateRun *run, const FitPodClaims *claims,
                    FitVolumeProblems problem, const FitNodeInfo *node,
                    FitDetail *detail)
{
  FitVolumeObstacle obstacle;

  if (claims == NULL
      || !fit_volume_binder_obstacle (
          fit_cache_volume_binder (run->predicate->cache), claims, node->node,
          problem, &obstacle))
    return;
  fit_detail_add_fact (detail, "claim", obstacle.claim->meta.name);
  if (obstacle.type == FIT_OBSTACLE_MISSING
      || obstacle.type == FIT_OBSTACLE_UNREACHABLE)
    {
      const FitPersistentVolume *pv = obstacle.pv;
      const char *claim = obstacle.claim->meta.name;
      const char *volume = obstacle.claim->volume_name;
      g_autofree char *nodes
          = pv != NULL && pv->required_nodes != NULL
                ? fit_node_selector_format (pv->required_nodes)
                : NULL;

      /* A bound volume cannot be moved, so there is no remedy. */
      fit_detail_add_fact (detail, "volume", volume);
      fit_detail_add_fact (detail, "nodeAffinity", nodes);
      if (pv == NULL)
        fit_detail_say (detail, "volume %s of claim %s does not exist", volume,
                        claim);
      else if (nodes != NULL)
        fit_detail_say (detail, "volume %s of claim %s is for nodes with %s",
                        volume, claim, nodes);
      else
        fit_detail_say (detail, "volume %s of claim %s is not for this node",
                        volume, claim);
      if (nodes != NULL)
        fit_detail_advise (detail, "only a node with %s fits", nodes);
    }
  else
    explain_open (&obstacle, detail);
  fit_detail_say_common (detail, "%s", detail->text);
}
