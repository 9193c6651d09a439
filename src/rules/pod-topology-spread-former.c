/* pod-topology-spread-former.c - predicate EvenPodsSpread
 *
 * For every topologySpreadConstraint with whenUnsatisfiable: DoNotSchedule,
 *   pods at the node's value + 1 if the pod matches itself - minimum <= maxSkew
 * where only nodes count that satisfy the pod's node selector and have all
 * topology keys.  If no node counts, the pod fits.  An invalid selector is an
 * error if it is needed.  Requires the gate EvenPodsSpread.
 * Cost: constraints.
 * Source: kube-scheduler v1.16 EvenPodsSpreadPredicate.
 */
#include "predicates/predicates.h"
#include "cluster/cache.h"
#include "predicates/rule-details.h"
#include "predicates/spread-metadata.h"
#include "api/names.h"
#include "api/texts.h"

#include <string.h>

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);
static void prepare (FitPredicateRun *run);
static void explain (const FitPredicateRun *run, const FitNodeInfo *node,
                     const FitReason *reason, FitDetail *detail);

static const FitReasonCode gives[] = { FIT_REASON_EVEN_PODS_SPREAD, 0 };

const FitPredicateInfo fit_even_pods_spread = {
  .name = "EvenPodsSpread",
  .summary = "the node satisfies the pod's DoNotSchedule topology spread "
             "constraints",
  .cost = FIT_COST_LABELS,
  .reasons = gives,
  .check = check,
  .prepare = prepare,
  .explain = explain,
};

static void
prepare (FitPredicateRun *run)
{
  const FitPodSpec *spec = run->meta->pod->spec;

  run->skip = TRUE;
  for (guint i = 0; i < spec->n_spread_constraints; i++)
    if (spec->spread_constraints[i].hard)
      run->skip = FALSE;
  run->state = GINT_TO_POINTER (!run->skip);
}

static FitAnswer
check_rule (const FitPredicateMetadata *meta, const FitSpreadRule *rule,
            const FitNodeInfo *node, GError **error)
{
  const FitSelector *selector = rule->constraint->selector;
  gint32 skew;

  if (!fit_spread_skew (meta, rule, node, &skew))
    return FIT_ANSWER_NO;
  if (selector->error)
    {
      g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                           selector->error);
      return FIT_ANSWER_ERROR;
    }
  if (fit_selector_matches (selector, meta->pod->meta.labels))
    skew++;
  return skew <= rule->constraint->max_skew ? FIT_ANSWER_YES : FIT_ANSWER_NO;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const FitPredicateMetadata *meta = run->meta;
  FitAnswer answer = FIT_ANSWER_YES;

  if (!run->state)
    return FIT_ANSWER_YES;
  if (!meta->usable)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                   "metadata not pre-computed for EvenPodsSpreadPredicate");
      return FIT_ANSWER_ERROR;
    }
  for (guint i = 0; meta->spread->any_pair && i < meta->spread->n_rules; i++)
    if ((answer = check_rule (meta, &meta->spread->rules[i], node, error))
        != FIT_ANSWER_YES)
      break;
  if (answer == FIT_ANSWER_NO)
    fit_reasons_add (reasons, FIT_REASON_EVEN_PODS_SPREAD);
  return answer;
}

/* --- explaining ----------------------------------------------------------- */

/* The number of values to show for a topology key. */
#define FIRST_VALUES 8

/* Returns: (transfer full): "a: 3, b: 1", for values with pods */
static char *
describe_counts (const FitTopology *topology, guint slot, const gint32 *counts)
{
  const guint n = fit_topology_n_values (topology, slot);
  GString *out = g_string_new (NULL);
  guint shown = 0;

  for (guint32 value = 1; value < n; value++)
    {
      if (counts[value] == 0)
        continue;
      if (shown++ < FIRST_VALUES)
        g_string_append_printf (out, "%s%s: %d", shown > 1 ? ", " : "",
                                fit_topology_value (topology, slot, value),
                                counts[value]);
    }
  if (shown > FIRST_VALUES)
    g_string_append_printf (out, ", and %u more", shown - FIRST_VALUES);
  return g_string_free (out, FALSE);
}

void
fit_explain_missing_key (const char *key, FitDetail *detail)
{
  fit_detail_say (detail, "the node has no label %s", key);
  fit_detail_say_common (detail, "no label %s", key);
  fit_detail_add_fact (detail, "topologyKey", key);
}

void
fit_explain_spread (const FitTopology *topology, guint slot,
                    const gint32 *counts, const FitSpreadCount *spread,
                    FitDetail *detail)
{
  const char *key = spread->constraint->topology_key;
  const gint32 max_skew = spread->constraint->max_skew;
  const gint64 skew = spread->count + spread->self - spread->least;
  const gboolean by_host = strcmp (key, FIT_LABEL_HOSTNAME) == 0;
  g_autofree char *all = describe_counts (topology, slot, counts);
  g_autofree char *where
      = spread->least_value
            ? g_strdup_printf (" in %s=%s", key, spread->least_value)
            : g_strdup ("");

  fit_detail_say (
      detail,
      "%s=%s has %" G_GINT64_FORMAT " pod%s%s%s, the least is "
      "%" G_GINT64_FORMAT "%s: skew %" G_GINT64_FORMAT " exceeds maxSkew %d",
      key, spread->value, spread->count, spread->count == 1 ? "" : "s",
      spread->selects ? " with " : "", spread->selects ? spread->selects : "",
      spread->least, where, skew, max_skew);
  fit_detail_say_common (
      detail, "%s%s%s: skew %" G_GINT64_FORMAT " exceeds maxSkew %d", key,
      by_host ? "" : "=", by_host ? "" : spread->value, skew, max_skew);
  if (spread->least_value)
    fit_detail_advise (detail,
                       "make room%s, or raise maxSkew to "
                       "%" G_GINT64_FORMAT,
                       where, skew);
  else
    fit_detail_advise (detail, "raise maxSkew to %" G_GINT64_FORMAT, skew);
  fit_detail_add_fact (detail, "topologyKey", key);
  fit_detail_add_fact (detail, "topologyValue", spread->value);
  fit_detail_add_fact (detail, "selector", spread->selects);
  fit_detail_add_number (detail, "count", spread->count);
  fit_detail_add_number (detail, "least", spread->least);
  fit_detail_add_fact (detail, "leastValue", spread->least_value);
  fit_detail_add_number (detail, "skew", skew);
  fit_detail_add_number (detail, "maxSkew", max_skew);
  fit_detail_add_fact (detail, "counts", all);
}

static void
explain_rule (const FitPredicateMetadata *meta, const FitSpreadRule *rule,
              const FitNodeInfo *node, FitDetail *detail)
{
  FitTopology *topology = fit_cache_topology (meta->cache);
  const FitSpreadKey *key = &meta->spread->keys[rule->key];
  const guint slot = fit_topology_slot (topology, key->key);
  const guint32 value = key->column[node->index];
  const FitSelector *selector = rule->constraint->selector;
  g_autofree char *selects = fit_selector_format (selector);

  if (value == FIT_TOPOLOGY_ABSENT)
    fit_explain_missing_key (key->key, detail);
  else
    fit_explain_spread (
        topology, slot, key->counts,
        &(FitSpreadCount){
            .constraint = rule->constraint,
            .selects = selects,
            .value = fit_topology_value (topology, slot, value),
            .count = key->counts[value],
            .self = fit_selector_matches (selector, meta->pod->meta.labels),
            .least = key->minima.count[0],
            .least_value
            = fit_topology_value (topology, slot, key->minima.value[0]),
        },
        detail);
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  const FitPredicateMetadata *meta = run->meta;

  if (!meta->usable || !meta->spread)
    return;
  for (guint i = 0; i < meta->spread->n_rules; i++)
    if (check_rule (meta, &meta->spread->rules[i], node, NULL) == FIT_ANSWER_NO)
      {
        explain_rule (meta, &meta->spread->rules[i], node, detail);
        return;
      }
}
