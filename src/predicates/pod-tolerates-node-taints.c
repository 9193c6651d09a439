/* pod-tolerates-node-taints.c - predicates PodToleratesNodeTaints and
 * PodToleratesNodeNoExecuteTaints
 *
 * Every taint of the node with effect NoSchedule or NoExecute (NoExecute only,
 * for the second) must be tolerated by the pod.
 * Cost: taints times tolerations.  Source: kube-scheduler v1.16
 * PodToleratesNodeTaints; the second is in the evaluation order but is not
 * registered.
 */
#include "predicates/metadata.h"
#include "predicates/predicates.h"
#include "predicates/rule-details.h"
#include "api/texts.h"

#include <string.h>

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);
static FitAnswer check_no_execute (const FitPredicateRun *run,
                                   const FitNodeInfo *node, FitReasons *reasons,
                                   GError **error);
static void explain (const FitPredicateRun *run, const FitNodeInfo *node,
                     const FitReason *reason, FitDetail *detail);
static void explain_no_execute (const FitPredicateRun *run,
                                const FitNodeInfo *node,
                                const FitReason *reason, FitDetail *detail);

static const FitReasonCode gives[] = { FIT_REASON_TAINTS, 0 };

const FitPredicateInfo fit_pod_tolerates_node_taints = {
  .name = "PodToleratesNodeTaints",
  .summary = "the pod tolerates the node's NoSchedule and NoExecute taints",
  .cost = FIT_COST_TAINTS,
  .reasons = gives,
  .check = check,
  .by_node = TRUE,
  .explain = explain,
};

const FitPredicateInfo fit_pod_tolerates_node_no_execute_taints = {
  .name = "PodToleratesNodeNoExecuteTaints",
  .summary = "the pod tolerates the node's NoExecute taints",
  .cost = FIT_COST_TAINTS,
  .reasons = gives,
  .check = check_no_execute,
  .by_node = TRUE,
  .explain = explain_no_execute,
};

static FitAnswer
check_effects (const FitPredicateRun *run, const FitNodeInfo *node,
               guint effects, FitReasons *reasons)
{
  const FitPodSpec *spec = run->meta->pod->spec;

  for (guint i = 0; i < node->n_taints; i++)
    if ((effects >> node->taints[i].effect & 1)
        && !fit_tolerations_tolerate (spec->tolerations, spec->n_tolerations,
                                      &node->taints[i]))
      {
        fit_reasons_add (reasons, FIT_REASON_TAINTS);
        return FIT_ANSWER_NO;
      }
  return FIT_ANSWER_YES;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  return check_effects (
      run, node, 1u << FIT_EFFECT_NO_SCHEDULE | 1u << FIT_EFFECT_NO_EXECUTE,
      reasons);
}

static FitAnswer
check_no_execute (const FitPredicateRun *run, const FitNodeInfo *node,
                  FitReasons *reasons, GError **error)
{
  return check_effects (run, node, 1u << FIT_EFFECT_NO_EXECUTE, reasons);
}

/* --- explaining ----------------------------------------------------------- */

/* Taints that the node controller sets, and the conditions behind them. */
static const struct
{
  const char *key;
  const char *condition; /* (nullable): NULL: the node is cordoned */
} conditions[] = {
  { "node.kubernetes.io/not-ready", "Ready" },
  { "node.kubernetes.io/unreachable", "Ready" },
  { "node.kubernetes.io/memory-pressure", "MemoryPressure" },
  { "node.kubernetes.io/disk-pressure", "DiskPressure" },
  { "node.kubernetes.io/pid-pressure", "PIDPressure" },
  { "node.kubernetes.io/network-unavailable", "NetworkUnavailable" },
  { "node.kubernetes.io/unschedulable", NULL },
};

/* Returns: G_N_ELEMENTS (conditions) for a taint set by hand */
static guint
condition_of (const FitTaint *taint)
{
  guint i = 0;

  while (i < G_N_ELEMENTS (conditions)
         && strcmp (conditions[i].key, taint->key) != 0)
    i++;
  return i;
}

/* Returns: (transfer full): the taint with the condition behind it */
static char *
describe_taint (const FitTaint *taint, const FitNodeInfo *node)
{
  const guint i = condition_of (taint);
  g_autofree char *text = fit_taint_format (taint);
  g_autofree char *condition
      = i < G_N_ELEMENTS (conditions) && conditions[i].condition
            ? fit_explain_condition (node->node, conditions[i].condition)
            : NULL;

  return condition ? g_strdup_printf ("%s (%s)", text, condition)
                   : g_steal_pointer (&text);
}

/* Returns: (transfer full): the toleration in YAML */
static char *
describe_toleration (const FitTaint *taint)
{
  if (*taint->value)
    return g_strdup_printf ("{key: %s, operator: Equal, value: %s, effect: %s}",
                            taint->key, taint->value,
                            fit_taint_effect_name (taint->effect));
  return g_strdup_printf ("{key: %s, operator: Exists, effect: %s}", taint->key,
                          fit_taint_effect_name (taint->effect));
}

/* If the taint stands for a problem of the node, suggest fixing that, not
 * tolerating it. */
static void
explain_remedy (const FitTaint *taint, const FitNodeInfo *node, GString *remedy,
                FitDetail *detail)
{
  const guint i = condition_of (taint);
  g_autofree char *text = fit_taint_format (taint);

  if (remedy->len > 0)
    g_string_append (remedy, ", and ");
  if (i == G_N_ELEMENTS (conditions))
    {
      g_string_append_printf (remedy, "tolerate %s", text);
      fit_detail_add_change (
          detail, &(FitChange){ .type = FIT_CHANGE_TOLERATE, .taint = taint });
    }
  else if (!conditions[i].condition)
    {
      g_string_append_printf (remedy, "uncordon %s", node->name);
      fit_detail_add_change (detail,
                             &(FitChange){ .type = FIT_CHANGE_UNCORDON });
    }
  else
    g_string_append_printf (remedy, "fix the condition %s of %s",
                            conditions[i].condition, node->name);
}

void
fit_explain_taints (const FitPodSpec *spec, const FitNodeInfo *node,
                    guint effects, FitDetail *detail)
{
  g_autoptr (GString) list = g_string_new (NULL);
  g_autoptr (GString) remedy = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < node->n_taints; i++)
    {
      const FitTaint *taint = &node->taints[i];
      g_autofree char *described = describe_taint (taint, node);
      g_autofree char *plain = fit_taint_format (taint);
      g_autofree char *toleration = describe_toleration (taint);

      if (!(effects >> taint->effect & 1)
          || fit_tolerations_tolerate (spec->tolerations, spec->n_tolerations,
                                       taint))
        continue;
      g_string_append_printf (list, "%s%s", n++ > 0 ? ", " : "", described);
      fit_detail_add_fact (detail, "taint", plain);
      fit_detail_add_fact (detail, "toleration", toleration);
      explain_remedy (taint, node, remedy, detail);
    }
  if (n == 0)
    return;
  fit_detail_say (detail, "%s %s", n == 1 ? "taint" : "taints", list->str);
  fit_detail_say_common (detail, "%s", detail->text);
  fit_detail_advise (detail, "%s", remedy->str);
  if (detail->changes->len < n)
    g_array_set_size (detail->changes, 0);
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  fit_explain_taints (
      run->meta->pod->spec, node,
      1u << FIT_EFFECT_NO_SCHEDULE | 1u << FIT_EFFECT_NO_EXECUTE, detail);
}

static void
explain_no_execute (const FitPredicateRun *run, const FitNodeInfo *node,
                    const FitReason *reason, FitDetail *detail)
{
  fit_explain_taints (run->meta->pod->spec, node, 1u << FIT_EFFECT_NO_EXECUTE,
                      detail);
}
