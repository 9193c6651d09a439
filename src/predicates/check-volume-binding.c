/* check-volume-binding.c - predicate CheckVolumeBinding
 *
 * The volumes that the pod's claims are bound to must be reachable from the
 * node.  For the other claims there must be volumes to bind or to provision
 * there.  The volume binder decides both: see cluster/volume-binder.h.
 *
 * Unbound claims with immediate binding are an error until they are bound.
 * Both reasons may be given, the one about bound volumes first.
 * Cost: the pod's claims, and the volumes that match the unbound ones.
 * Source: kube-scheduler v1.16 VolumeBindingChecker.
 */
#include "predicates/metadata.h"
#include "cluster/cache.h"
#include "predicates/predicates.h"
#include "predicates/rule-details.h"
#include "api/texts.h"

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);
static void prepare (FitPredicateRun *run);
static void explain (const FitPredicateRun *run, const FitNodeInfo *node,
                     const FitReason *reason, FitDetail *detail);

static const FitReasonCode gives[]
    = { FIT_REASON_VOLUME_NODE_CONFLICT, FIT_REASON_VOLUME_BIND_CONFLICT, 0 };

const FitPredicateInfo fit_check_volume_binding = {
  .name = "CheckVolumeBinding",
  .summary = "the pod's claims are bound, or can be bound, to volumes "
             "that the node can use",
  .cost = FIT_COST_VOLUMES,
  .reasons = gives,
  .check = check,
  .prepare = prepare,
  .explain = explain,
};

/* The state is the FitPodClaims; NULL for a pod without claims. */
static void
prepare (FitPredicateRun *run)
{
  run->state = NULL;
  run->skip = !fit_pod_has_claims (run->meta->pod);
  if (!run->skip)
    run->state = fit_volume_binder_prepare (
        fit_cache_volume_binder (run->predicate->cache), run->meta->pod,
        run->meta->arena);
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  gboolean bound_ok, unbound_ok;

  if (!run->state)
    return FIT_ANSWER_YES;
  if (!fit_volume_binder_find (fit_cache_volume_binder (run->predicate->cache),
                               run->state, node->node, &bound_ok, &unbound_ok,
                               error))
    return FIT_ANSWER_ERROR;
  if (bound_ok && unbound_ok)
    return FIT_ANSWER_YES;
  if (!bound_ok)
    fit_reasons_add (reasons, FIT_REASON_VOLUME_NODE_CONFLICT);
  if (!unbound_ok)
    fit_reasons_add (reasons, FIT_REASON_VOLUME_BIND_CONFLICT);
  return FIT_ANSWER_NO;
}

/* --- explaining ----------------------------------------------------------- */

/* A bound volume cannot be moved, so there is no remedy. */
static void
explain_bound (const FitVolumeObstacle *obstacle, FitDetail *detail)
{
  const FitPersistentVolume *pv = obstacle->pv;
  const char *claim = obstacle->claim->meta.name;
  const char *volume = obstacle->claim->volume_name;
  g_autofree char *nodes = pv && pv->required_nodes
                               ? fit_node_selector_format (pv->required_nodes)
                               : NULL;

  fit_detail_add_fact (detail, "volume", volume);
  fit_detail_add_fact (detail, "nodeAffinity", nodes);
  if (!pv)
    fit_detail_say (detail, "volume %s of claim %s does not exist", volume,
                    claim);
  else if (nodes)
    fit_detail_say (detail, "volume %s of claim %s is for nodes with %s",
                    volume, claim, nodes);
  else
    fit_detail_say (detail, "volume %s of claim %s is not for this node",
                    volume, claim);
  if (nodes)
    fit_detail_advise (detail, "only a node with %s fits", nodes);
}

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

  if (!claims
      || !fit_volume_binder_obstacle (
          fit_cache_volume_binder (run->predicate->cache), claims, node->node,
          problem, &obstacle))
    return;
  fit_detail_add_fact (detail, "claim", obstacle.claim->meta.name);
  if (obstacle.type == FIT_OBSTACLE_MISSING
      || obstacle.type == FIT_OBSTACLE_UNREACHABLE)
    explain_bound (&obstacle, detail);
  else
    explain_open (&obstacle, detail);
  fit_detail_say_common (detail, "%s", detail->text);
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  fit_explain_claims (run, run->state,
                      reason->code == FIT_REASON_VOLUME_NODE_CONFLICT
                          ? FIT_VOLUMES_NODE_CONFLICT
                          : FIT_VOLUMES_BIND_CONFLICT,
                      node, detail);
}
