/* check-volume-binding.c - predicate CheckVolumeBinding
 *
 * The volumes to which the pod's claims are bound must be reachable from the
 * node, and for its other claims there must be volumes to bind or to provision
 * there.  Both are decided by the volume binder; see cluster/volume-binder.h.
 *
 * Claims to be bound at once by somebody else are an error until they are.
 * Both reasons may be given, the one about bound volumes first.
 * Cost: the pod's claims, and the volumes that suit those to be bound.
 * Source: kube-scheduler v1.16 VolumeBindingChecker.
 */
#include "predicates/metadata.h"
#include "predicates/predicates.h"
#include "predicates/volumes.h"

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);
static void prepare (FitPredicateRun *run);

static const FitReasonCode gives[]
    = { FIT_REASON_VOLUME_NODE_CONFLICT, FIT_REASON_VOLUME_BIND_CONFLICT, 0 };

const FitPredicateInfo fit_check_volume_binding = {
  .name = "CheckVolumeBinding",
  .summary
  = "the pod's claims are bound to volumes the node can use, or can be",
  .cost = FIT_COST_VOLUMES,
  .reasons = gives,
  .check = check,
  .prepare = prepare,
};

/* The state is the FitPodClaims, NULL for a pod without claims. */
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
