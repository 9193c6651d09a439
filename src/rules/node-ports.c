/* node-ports.c - NodePorts at PreFilter and Filter, up to v1.16 predicate
 * PodFitsHostPorts
 *
 * Every host port that the pod's containers request must be free on the node.
 * A port on 0.0.0.0 conflicts with the same port on any address.  Addresses are
 * compared as text, so "::" is not a wildcard.  With filter_skip, a pod without
 * host ports is skipped.
 * Cost: requested ports times used ports.  Source: kube-scheduler v1.16
 * PodFitsHostPorts.
 * Tests: tests/rules/test-node-ports*.c, tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "predicates/predicates.h"
#include "rules/rule-details.h"
#include "api/texts.h"
#include "rules/rule-rows.h"

#define FILTER_SUMMARY "the host ports that the pod requests are free"

/* -- the rule -------------------------------------------------------------- */

/* The formulas, defined below. */
static const FitPredicateInfo filter_node_ports;

static gboolean sign (const FitPod *pod, gconstpointer args,
                      GString *signature);

/* clang-format off */
const FitRule fit_rule_node_ports = {
  .name = "NodePorts",
  .predicates = PREDICATES (&fit_pod_fits_host_ports),
  .points = POINTS ({ PF | F, FIT_SINCE (18) }),
  .filters = FILTERS ({ FROM (18), &filter_node_ports }),
  .unprepared = UNPREPARED (
    { FIT_AT (PRE_FILTER), FROM (18), NO_GATE, NOT_FOUND ("reading", "PreFilterNodePorts") }),
  .events = EVENTS (
    EVENT (POD, DELETE, FIT_BEFORE (29), ALWAYS, NULL),
    EVENT (POD, DELETE, FIT_SINCE (29), ALWAYS, fit_hint_ports_freed),
    EVENT (NODE, ADD, FIT_BEFORE (24), ALWAYS, NULL),
    EVENT (NODE, ADD | UPDATE, FIT_SPAN (24, 32), ALWAYS, NULL),
    EVENT (NODE, ADD, FIT_SINCE (32), ALWAYS, NULL),
    EVENT (NODE, TAINT | LABEL, FIT_SINCE (32), NO_HINTS, NULL)),
  .notes = NOTES (
    { "host ports of init containers with restartPolicy Always count", { FIT_RELEASE (33, 6), 0 }, .points = F }),
  .sign = sign,
};
/* clang-format on */

/* Only the numbers count. */
static gboolean
sign (const FitPod *pod, gconstpointer args, GString *signature)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < pod->spec->n_host_ports; i++)
    g_ptr_array_add (parts,
                     g_strdup_printf ("%d", pod->spec->host_ports[i].port));
  fit_sign_sorted (parts, TRUE, signature);
  return TRUE;
}

/* -- v1.16: PodFitsHostPorts ----------------------------------------------- */

/* The same rule (old name: PodFitsPorts). */

static const FitReasonCode gives[] = { FIT_REASON_HOST_PORTS, 0 };

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

/* -- explaining ------------------------------------------------------------ */

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
      g_autofree char *name
          = holder != NULL ? fit_pod_full_name (holder) : NULL;
      guint n = 0;

      if (holder == NULL)
        continue;
      fit_detail_say (detail, "%s has host port %s", name, text);
      fit_detail_say_common (detail, "host port %s is taken", text);
      fit_detail_add_fact (detail, "hostPort", text);
      fit_detail_add_pod (detail, "pod", holder);
      fit_detail_advise (detail, "move %s off %s, or use another host port",
                         name, node->name);
      /* Evicting one pod helps only if no other pod uses one of the ports. */
      for (guint p = 0; p < node->n_pods; p++)
        for (guint k = 0; k < spec->n_host_ports; k++)
          if (holds (node->pods[p], &spec->host_ports[k]))
            {
              n++;
              break;
            }
      if (n == 1)
        fit_detail_add_change (
            detail, &(FitChange){ .type = FIT_CHANGE_EVICT, .pod = holder });
      return;
    }
}

const FitPredicateInfo fit_pod_fits_host_ports = {
  .name = "PodFitsHostPorts",
  .summary = FILTER_SUMMARY,
  .cost = FIT_COST_PODS_ON_NODE,
  .reasons = gives,
  .check = check,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .ignores_plain_pods = TRUE,
  .prepare = prepare,
  .explain = fit_explain_host_ports,
};

/* -- Filter ---------------------------------------------------------------- */

static void
node_ports_prepare (FitPredicateRun *run)
{
  if (run->meta->pod->spec->n_host_ports == 0)
    fit_filter_skip (run, fit_filter_behaviour (run)->filter_skip);
}

static const FitPredicateInfo filter_node_ports = {
  .name = "NodePorts",
  .summary = FILTER_SUMMARY,
  .cost = FIT_COST_PODS_ON_NODE,
  .reasons = gives,
  .check = check,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .prepare = node_ports_prepare,
  .explain = fit_explain_host_ports,
  .create = fit_filter_data_create,
  .free_data = g_free,
};

FitQueueingHint
fit_hint_ports_freed (gpointer plugin, const FitPod *pod,
                      gconstpointer old_object, gconstpointer new_object)
{
  const FitPod *gone = old_object;
  const FitPodSpec *wanted = pod->spec, *freed = gone->spec;

  if (!fit_hint_was_placed (plugin, gone))
    return FIT_QUEUEING_SKIP;
  for (guint i = 0; i < wanted->n_host_ports; i++)
    for (guint k = 0; k < freed->n_host_ports; k++)
      if (fit_host_ports_conflict (&wanted->host_ports[i],
                                   &freed->host_ports[k]))
        return FIT_QUEUEING_AFTER_BACKOFF;
  return FIT_QUEUEING_SKIP;
}
