/* former-predicates.c - predicates that v1.16 no longer has
 *
 * Sources: defaults and predicates of 1.8 and 1.9.
 */
#include "algorithmprovider/former-predicates.h"

#include "predicates/predicates.h"

static const FitReasonCode bound_reasons[]
    = { FIT_REASON_VOLUME_NODE_CONFLICT, FIT_REASON_VOLUME_BIND_CONFLICT, 0 };
static const FitReasonCode no_reasons[] = { 0 };

/* For bound volumes v1.16's rule is the same as 1.8's.  Both fail if a claim is
 * not bound. */
static void
prepare_bound (FitPredicateRun *run)
{
  fit_check_volume_binding.prepare (run);
}

static FitAnswer
check_bound (const FitPredicateRun *run, const FitNodeInfo *node,
             FitReasons *reasons, GError **error)
{
  return fit_check_volume_binding.check (run, node, reasons, error);
}

static void
prepare_nothing (FitPredicateRun *run)
{
  run->skip = TRUE;
}

static FitAnswer
check_nothing (const FitPredicateRun *run, const FitNodeInfo *node,
               FitReasons *reasons, GError **error)
{
  return FIT_ANSWER_YES;
}

const FitPredicateInfo fit_no_volume_node_conflict = {
  .name = "NoVolumeNodeConflict",
  .summary = "the pod's claims are bound to volumes the node can use",
  .cost = FIT_COST_VOLUMES,
  .reasons = bound_reasons,
  .check = check_bound,
  .prepare = prepare_bound,
};

const FitPredicateInfo fit_no_volume_node_conflict_off = {
  .name = "NoVolumeNodeConflict",
  .summary = "nothing without the gate PersistentLocalVolumes",
  .cost = FIT_COST_CONSTANT,
  .reasons = no_reasons,
  .check = check_nothing,
  .prepare = prepare_nothing,
};

const FitPredicateInfo fit_check_volume_binding_off = {
  .name = "CheckVolumeBinding",
  .summary = "nothing without the gate VolumeScheduling",
  .cost = FIT_COST_CONSTANT,
  .reasons = no_reasons,
  .check = check_nothing,
  .prepare = prepare_nothing,
};
