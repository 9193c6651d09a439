/* pod-fits-host-ports.c - predicate PodFitsHostPorts (old name: PodFitsPorts)
 *
 * Every host port that the pod's containers request must be free on the node.
 * A port on 0.0.0.0 conflicts with the same port on any address.  Addresses are
 * compared as text, so "::" is not a wildcard.
 * Cost: requested ports times used ports.  Source: kube-scheduler v1.16
 * PodFitsHostPorts.
 */
#include "predicates/metadata.h"
#include "predicates/predicates.h"
#include "predicates/rule-details.h"
#include "api/texts.h"

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);
static void prepare (FitPredicateRun *run);

static const FitReasonCode gives[] = { FIT_REASON_HOST_PORTS, 0 };

const FitPredicateInfo fit_pod_fits_host_ports = {
  .name = "PodFitsHostPorts",
  .summary = "the host ports that the pod requests are free",
  .cost = FIT_COST_PODS_ON_NODE,
  .reasons = gives,
  .check = check,
  .by_node = TRUE,
  .prepare = prepare,
  .explain = fit_explain_host_ports,
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

/* --- explaining ----------------------------------------------------------- */

static gboolean
holds (const FitPod *pod, const FitHostPort *port)
{
  for (guint i = 0; i < pod->spec->n_host_ports; i++)
    if (fit_host_ports_conflict (&pod->spec->host_ports[i], port))
      return TRUE;
  return FALSE;
}

/* Returns: (nullable): the pod that uses @port on @node */
static const FitPod *
find_holder (const FitNodeInfo *node, const FitHostPort *port)
{
  for (guint i = 0; i < node->n_pods; i++)
    if (holds (node->pods[i], port))
      return node->pods[i];
  return NULL;
}

/* Evicting one pod helps only if no other pod uses one of the ports. */
static void
explain_eviction (const FitPodSpec *spec, const FitNodeInfo *node,
                  const FitPod *holder, FitDetail *detail)
{
  g_autofree char *name = fit_pod_full_name (holder);
  guint n = 0;

  for (guint p = 0; p < node->n_pods; p++)
    for (guint i = 0; i < spec->n_host_ports; i++)
      if (holds (node->pods[p], &spec->host_ports[i]))
        {
          n++;
          break;
        }
  fit_detail_advise (detail, "move %s off %s, or use another host port", name,
                     node->name);
  if (n == 1)
    fit_detail_add_change (
        detail, &(FitChange){ .type = FIT_CHANGE_EVICT, .pod = holder });
}

void
fit_explain_host_ports (const FitPredicateRun *run, const FitNodeInfo *node,
                        const FitReason *reason, FitDetail *detail)
{
  const FitPodSpec *spec = run->meta->pod->spec;

  for (guint i = 0; i < spec->n_host_ports; i++)
    {
      const FitHostPort *port = &spec->host_ports[i];
      const FitPod *holder = find_holder (node, port);
      g_autofree char *text = fit_host_port_format (port);
      g_autofree char *name = holder ? fit_pod_full_name (holder) : NULL;

      if (!holder)
        continue;
      fit_detail_say (detail, "%s has host port %s", name, text);
      fit_detail_say_common (detail, "host port %s is taken", text);
      fit_detail_add_fact (detail, "hostPort", text);
      fit_detail_add_pod (detail, "pod", holder);
      explain_eviction (spec, node, holder, detail);
      return;
    }
}
