/* pod-fits-host-ports.c - predicate PodFitsHostPorts (old name: PodFitsPorts)
 *
 * Every host port the pod's containers ask for must be free on the node.  A
 * port on 0.0.0.0 conflicts with the same port on any address; addresses are
 * compared as text, so "::" is no wildcard.
 * Cost: ports asked for times ports used.  Source: kube-scheduler v1.16
 * PodFitsHostPorts.
 */
#include "predicates/metadata.h"
#include "predicates/predicates.h"

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);
static void prepare (FitPredicateRun *run);

static const FitReasonCode gives[] = { FIT_REASON_HOST_PORTS, 0 };

const FitPredicateInfo fit_pod_fits_host_ports = {
  .name = "PodFitsHostPorts",
  .summary = "the host ports that the pod asks for are free",
  .cost = FIT_COST_PODS_ON_NODE,
  .reasons = gives,
  .check = check,
  .prepare = prepare,
};

static void
prepare (FitPredicateRun *run)
{
  run->skip = run->meta->pod->spec->n_host_ports == 0;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const FitPodSpec *spec = run->meta->pod->spec;

  for (guint i = 0; i < spec->n_host_ports; i++)
    if (fit_node_info_port_conflict (node, &spec->host_ports[i]))
      {
        fit_reasons_add (reasons, FIT_REASON_HOST_PORTS);
        return FIT_ANSWER_NO;
      }
  return FIT_ANSWER_YES;
}
