/* taint-toleration.c - TaintToleration at Filter, PreScore and Score; up to
 * v1.16 predicate PodToleratesNodeTaints and priority TaintTolerationPriority
 *
 * The pod must tolerate every taint of the node with effect NoSchedule or
 * NoExecute.  Only the texts differ between releases.
 *
 * The score prefers nodes with few PreferNoSchedule taints that the pod does
 * not tolerate:
 *
 *   count(node) = taints of effect PreferNoSchedule that the pod does not
 *                 tolerate
 *   score       = M - M * count / largest count
 *
 * in integers, where M is the maximum score (100; up to v1.16 10); all nodes
 * get M if none has such a taint.  Only tolerations with effect
 * PreferNoSchedule or no effect count.
 *
 * Cost per node: its taints times the pod's tolerations; for the score a look
 * at its taints if no node has one with this effect.
 * Tests: tests/rules/test-taint-toleration*.c, tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "predicates/predicates.h"
#include "rules/rule-details.h"
#include "priorities/priorities.h"
#include "api/texts.h"
#include "rules/rule-rows.h"

#include <string.h>

#define FILTER_SUMMARY \
  "the pod tolerates the node's NoSchedule and NoExecute taints"

/* -- the rule -------------------------------------------------------------- */

/* The formulas, defined below. */
static const FitPredicateInfo filter_taint_toleration;
static const FitPredicateInfo filter_untolerated_taint;
static const FitPredicateInfo filter_untolerated_taints;

/* clang-format off */
#define SOFT(key) "{key: " key ", effect: PreferNoSchedule}"

const FitRule fit_rule_taint_toleration = {
  .name = "TaintToleration",
  .predicates = PREDICATES (&fit_pod_tolerates_node_taints, &fit_check_node_disk_pressure, &fit_check_node_memory_pressure, &fit_check_node_pid_pressure, &fit_pod_tolerates_node_no_execute_taints),
  .priorities = PRIORITIES (&fit_taint_toleration_priority),
  .orders = ORDER (
    .unlike = ORDER_OF_TEN "with 1, 0 and 11 taints that the pod does not tolerate, the first two had 10",
    .cluster = ORDER_NODE ("n1", "", "taints: [" SOFT ("a") "]", "") ORDER_NODE ("n2", "", "", "")
      ORDER_NODE ("n3", "", "taints: [" SOFT ("a") ", " SOFT ("b") ", " SOFT ("c") ", " SOFT ("d") ", " SOFT ("e") ", " SOFT ("f")
        ", " SOFT ("g") ", " SOFT ("h") ", " SOFT ("i") ", " SOFT ("j") ", " SOFT ("k") "]", "")
      ORDER_POD ("new", "", "", "")),
  .points = POINTS ({ F | PS | S, FIT_SINCE (18) }),
  .filters = FILTERS (
    { FROM (18), &filter_taint_toleration },
    { FROM (24), &filter_untolerated_taint },
    { FIT_RELEASE (34, 2), &filter_untolerated_taints }),
  .scores = SCORES ({ FROM (18), &fit_taint_toleration_priority }),
  .unprepared = UNPREPARED (
    { FIT_AT (PRE_SCORE), FROM (18), NO_GATE, NOT_FOUND ("failed to read", "PreScoreTaintToleration") }),
  .events = EVENTS (
    EVENT (NODE, ADD | TAINT, FIT_BEFORE (24), ALWAYS, NULL),
    EVENT (NODE, ADD | UPDATE, FIT_SPAN (24, 31), ALWAYS, NULL),
    EVENT (NODE, ADD | UPDATE, FIT_SPAN (31, 32), ALWAYS, fit_hint_taints_removed),
    EVENT (NODE, ADD | TAINT, FIT_SINCE (32), ALWAYS, fit_hint_taints_removed),
    EVENT (NODE, LABEL, FIT_SINCE (32), NO_HINTS, NULL),
    EVENT (POD, TOLERATION, FIT_SINCE (31), HINTS, fit_hint_own_update)),
  .weights = WEIGHTS ({ "TaintTolerationPriority", FIT_ALWAYS, 1, 1, 3 }),
  .by_default = TRUE,
  .mandatory = TRUE,
  .sign = fit_sign_tolerations,
};
/* clang-format on */

/* -- Filter ---------------------------------------------------------------- */

static const FitReasonCode had_taint_gives[] = { FIT_REASON_HAD_TAINT, 0 };
static const FitReasonCode untolerated_taint_gives[]
    = { FIT_REASON_UNTOLERATED_TAINT, 0 };
static const FitReasonCode untolerated_taints_gives[]
    = { FIT_REASON_UNTOLERATED_TAINTS, 0 };

/* Returns: (nullable): the first taint that keeps out the pod */
static const FitTaint *
find_untolerated (const FitPodSpec *spec, const FitNodeTraits *traits,
                  guint effects)
{
  return fit_find_untolerated (spec->tolerations, spec->n_tolerations,
                               traits->taints, traits->n_taints, effects);
}

static FitAnswer
tolerate (const FitPredicateRun *run, const FitNodeInfo *node,
          FitReasonCode code, FitReasons *reasons)
{
  const FitTaint *taint = find_untolerated (run->meta->pod->spec, node->traits,
                                            FIT_EFFECTS_THAT_KEEP_OUT);

  if (taint == NULL)
    return FIT_ANSWER_YES;
  fit_reasons_add_text (reasons, code, taint->text);
  return FIT_ANSWER_NO;
}

static FitAnswer
taint_toleration_check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error)
{
  return tolerate (run, node, FIT_REASON_HAD_TAINT, reasons);
}

static FitAnswer
untolerated_taint_check (const FitPredicateRun *run, const FitNodeInfo *node,
                         FitReasons *reasons, GError **error)
{
  return tolerate (run, node, FIT_REASON_UNTOLERATED_TAINT, reasons);
}

/* Taints may be confidential, so the message does not name them. */
static FitAnswer
untolerated_taints_check (const FitPredicateRun *run, const FitNodeInfo *node,
                          FitReasons *reasons, GError **error)
{
  if (find_untolerated (run->meta->pod->spec, node->traits,
                        FIT_EFFECTS_THAT_KEEP_OUT)
      == NULL)
    return FIT_ANSWER_YES;
  fit_reasons_add (reasons, FIT_REASON_UNTOLERATED_TAINTS);
  return FIT_ANSWER_NO;
}

static void
taint_toleration_explain (const FitPredicateRun *run, const FitNodeInfo *node,
                          const FitReason *reason, FitDetail *detail)
{
  fit_explain_taints (run->meta->pod->spec, node, FIT_EFFECTS_THAT_KEEP_OUT,
                      detail);
}

static const FitPredicateInfo filter_taint_toleration = {
  .name = "TaintToleration",
  .summary = FILTER_SUMMARY,
  .cost = FIT_COST_TAINTS,
  .reasons = had_taint_gives,
  .check = taint_toleration_check,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .by_traits = TRUE,
  .explain = taint_toleration_explain,
};

static const FitPredicateInfo filter_untolerated_taint = {
  .name = "TaintToleration",
  .summary = FILTER_SUMMARY,
  .cost = FIT_COST_TAINTS,
  .reasons = untolerated_taint_gives,
  .check = untolerated_taint_check,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .by_traits = TRUE,
  .explain = taint_toleration_explain,
};

static const FitPredicateInfo filter_untolerated_taints = {
  .name = "TaintToleration",
  .summary = FILTER_SUMMARY,
  .cost = FIT_COST_TAINTS,
  .reasons = untolerated_taints_gives,
  .check = untolerated_taints_check,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .by_traits = TRUE,
  .explain = taint_toleration_explain,
};

FitQueueingHint
fit_hint_taints_removed (gpointer plugin, const FitPod *pod,
                         gconstpointer old_object, gconstpointer new_object)
{
  const FitNode *before = old_object, *now = new_object;

  return fit_hint_if (
      (before == NULL
       || find_untolerated (pod->spec, before->traits,
                            FIT_EFFECTS_THAT_KEEP_OUT)
              != NULL)
      && find_untolerated (pod->spec, now->traits, FIT_EFFECTS_THAT_KEEP_OUT)
             == NULL);
}

FitQueueingHint
fit_hint_own_update (gpointer plugin, const FitPod *pod,
                     gconstpointer old_object, gconstpointer new_object)
{
  return fit_hint_if (fit_hint_same_pod (pod, new_object));
}

/* -- v1.16: PodToleratesNodeTaints ----------------------------------------- */

/* PodToleratesNodeNoExecuteTaints, about NoExecute only, is in the evaluation
 * order of v1.16 but is not registered. */

static const FitReasonCode gives[] = { FIT_REASON_TAINTS, 0 };

static FitAnswer
check_effects (const FitPredicateRun *run, const FitNodeInfo *node,
               guint effects, FitReasons *reasons)
{
  if (find_untolerated (run->meta->pod->spec, node->traits, effects) == NULL)
    return FIT_ANSWER_YES;
  fit_reasons_add (reasons, FIT_REASON_TAINTS);
  return FIT_ANSWER_NO;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  return check_effects (run, node, FIT_EFFECTS_THAT_KEEP_OUT, reasons);
}

static FitAnswer
check_no_execute (const FitPredicateRun *run, const FitNodeInfo *node,
                  FitReasons *reasons, GError **error)
{
  return check_effects (run, node, 1u << FIT_EFFECT_NO_EXECUTE, reasons);
}

/* -- explaining ------------------------------------------------------------ */

/* Returns: (transfer full): the taint with the condition behind it */
static char *
describe_taint (const FitTaint *taint, const FitNodeInfo *node)
{
  const char *type = NULL;
  g_autofree char *text = fit_taint_format (taint);
  g_autofree char *condition
      = fit_taint_is_set_by_kubernetes (taint, &type) && type != NULL
            ? fit_explain_condition (node->node, type)
            : NULL;

  return condition != NULL ? g_strdup_printf ("%s (%s)", text, condition)
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

void
fit_explain_taints (const FitPodSpec *spec, const FitNodeInfo *node,
                    guint effects, FitDetail *detail)
{
  g_autoptr (GString) list = g_string_new (NULL);
  g_autoptr (GString) remedy = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < node->traits->n_taints; i++)
    {
      const FitTaint *taint = &node->traits->taints[i];
      g_autofree char *described = describe_taint (taint, node);
      g_autofree char *plain = fit_taint_format (taint);
      g_autofree char *toleration = describe_toleration (taint);
      const char *condition = NULL;
      g_autofree char *text = NULL;

      if (!(effects >> taint->effect & 1)
          || fit_tolerations_tolerate (spec->tolerations, spec->n_tolerations,
                                       taint))
        continue;
      g_string_append_printf (list, "%s%s", n++ > 0 ? ", " : "", described);
      fit_detail_add_fact (detail, "taint", plain);
      fit_detail_add_fact (detail, "toleration", toleration);
      /* If the taint stands for a problem of the node, suggest fixing that,
       * not tolerating it. */
      text = fit_taint_format (taint);
      if (remedy->len > 0)
        g_string_append (remedy, ", and ");
      if (!fit_taint_is_set_by_kubernetes (taint, &condition))
        {
          g_string_append_printf (remedy, "tolerate %s", text);
          fit_detail_add_change (
              detail,
              &(FitChange){ .type = FIT_CHANGE_TOLERATE, .taint = taint });
        }
      else if (condition == NULL)
        {
          g_string_append_printf (remedy, "uncordon %s", node->name);
          fit_detail_add_change (detail,
                                 &(FitChange){ .type = FIT_CHANGE_UNCORDON });
        }
      else
        {
          g_autofree char *repair = fit_explain_repair (node->node, condition);

          g_string_append (remedy, repair);
          fit_detail_add_change (
              detail,
              &(FitChange){ .type = FIT_CHANGE_REPAIR, .key = condition });
        }
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
explain_no_execute (const FitPredicateRun *run, const FitNodeInfo *node,
                    const FitReason *reason, FitDetail *detail)
{
  fit_explain_taints (run->meta->pod->spec, node, 1u << FIT_EFFECT_NO_EXECUTE,
                      detail);
}

const FitPredicateInfo fit_pod_tolerates_node_taints = {
  .name = "PodToleratesNodeTaints",
  .summary = FILTER_SUMMARY,
  .cost = FIT_COST_TAINTS,
  .reasons = gives,
  .check = check,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .by_traits = TRUE,
  .ignores_plain_pods = TRUE,
  .explain = taint_toleration_explain,
};

const FitPredicateInfo fit_pod_tolerates_node_no_execute_taints = {
  .name = "PodToleratesNodeNoExecuteTaints",
  .summary = "the pod tolerates the node's NoExecute taints",
  .successor
  = "TaintToleration replaces it and is stricter: it also checks NoSchedule "
    "taints",
  .cost = FIT_COST_TAINTS,
  .reasons = gives,
  .check = check_no_execute,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .by_traits = TRUE,
  .ignores_plain_pods = TRUE,
  .explain = explain_no_execute,
};

/* -- PreScore and Score; v1.16: TaintTolerationPriority -------------------- */

static gboolean
prefers_no_pods (const FitNodeInfo *node)
{
  for (guint i = 0; i < node->traits->n_taints; i++)
    if (node->traits->taints[i].effect == FIT_EFFECT_PREFER_NO_SCHEDULE)
      return TRUE;
  return FALSE;
}

static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  guint i = 0;

  while (i < feasible->n && !prefers_no_pods (feasible->nodes[i]))
    i++;
  run->constant = i == feasible->n;
  run->score = run->meta->max_score;
  return TRUE;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  for (guint i = 0; i < nodes->n; i++)
    {
      const FitNodeInfo *node = nodes->nodes[i];
      gint64 count = 0;

      for (guint k = 0; k < node->traits->n_taints; k++)
        {
          const FitTaint *taint = &node->traits->taints[k];

          if (taint->effect == FIT_EFFECT_PREFER_NO_SCHEDULE
              && !fit_tolerations_tolerate (run->meta->tolerations,
                                            run->meta->n_tolerations, taint))
            count++;
        }
      scores[i] = count;
    }
  return TRUE;
}

static gboolean
reduce (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
        GError **error)
{
  fit_priority_normalize (scores, nodes->n, run->meta->max_score, TRUE);
  return TRUE;
}

const FitPriorityInfo fit_taint_toleration_priority = {
  .name = "TaintTolerationPriority",
  .summary = "nodes with the fewest PreferNoSchedule taints that the pod "
             "does not tolerate",
  .weight = 1,
  .map = map,
  .reduce = reduce,
  .prepare = prepare,
  .by_node = TRUE,
  .by_traits = TRUE,
};
