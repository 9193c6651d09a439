/* unprepared.c - plugins that fail every pod, as the profile runs their Filter without PreFilter or their Score without PreScore */
#include "rules/unprepared.h"

#include "rules/score-formulas.h"

#include <string.h>

#define NO_GATE FIT_PROFILE_GATE_LAST

#define NOT_FOUND(reading, key) \
  reading " \"" key "\" from cycleState: not found"

/* Plugins that are not here compute what they need at Filter and Score. */
/* clang-format off */
static const FitUnprepared rows[] = {
  { "InterPodAffinity", FIT_PROFILE_AT_PRE_FILTER, FIT_RELEASE (18, 0), NO_GATE, NOT_FOUND ("error reading", "PreFilterInterPodAffinity") },
  { "NodePorts", FIT_PROFILE_AT_PRE_FILTER, FIT_RELEASE (18, 0), NO_GATE, NOT_FOUND ("reading", "PreFilterNodePorts") },
  { "NodeResourcesFit", FIT_PROFILE_AT_PRE_FILTER, FIT_RELEASE (18, 0), NO_GATE, NOT_FOUND ("error reading", "PreFilterNodeResourcesFit") },
  { "PodTopologySpread", FIT_PROFILE_AT_PRE_FILTER, FIT_RELEASE (18, 0), NO_GATE, NOT_FOUND ("reading", "PreFilterPodTopologySpread") },
  { "ServiceAffinity", FIT_PROFILE_AT_PRE_FILTER, FIT_RELEASE (18, 0), NO_GATE, NOT_FOUND ("error reading", "PreFilterServiceAffinity") },
  { "VolumeBinding", FIT_PROFILE_AT_PRE_FILTER, FIT_RELEASE (20, 0), NO_GATE, "not found" },
  { "VolumeRestrictions", FIT_PROFILE_AT_PRE_FILTER, FIT_RELEASE (27, 0), FIT_PROFILE_GATE_READ_WRITE_ONCE_POD, "cannot read \"PreFilterVolumeRestrictions\" from cycleState" },

  { "DefaultPodTopologySpread", FIT_PROFILE_AT_PRE_SCORE, FIT_RELEASE (18, 0), NO_GATE, NOT_FOUND ("reading", "PreScoreDefaultPodTopologySpread") },
  { "InterPodAffinity", FIT_PROFILE_AT_PRE_SCORE, FIT_RELEASE (18, 0), NO_GATE, NOT_FOUND ("failed to read", "PreScoreInterPodAffinity") },
  { "PodTopologySpread", FIT_PROFILE_AT_PRE_SCORE, FIT_RELEASE (18, 0), NO_GATE, NOT_FOUND ("error reading", "PreScorePodTopologySpread") },
  { "SelectorSpread", FIT_PROFILE_AT_PRE_SCORE, FIT_RELEASE (19, 0), NO_GATE, NOT_FOUND ("reading", "PreScoreSelectorSpread") },
  { "TaintToleration", FIT_PROFILE_AT_PRE_SCORE, FIT_RELEASE (18, 0), NO_GATE, NOT_FOUND ("failed to read", "PreScoreTaintToleration") },
};
/* clang-format on */

const FitUnprepared *
fit_unprepared_find (const char *plugin, FitRelease release,
                     FitProfileGates gates, FitProfilePluginPoints point,
                     guint points)
{
  const FitProfilePluginPoints needs = point == FIT_PROFILE_AT_FILTER
                                           ? FIT_PROFILE_AT_PRE_FILTER
                                           : FIT_PROFILE_AT_PRE_SCORE;

  if ((points & point) == 0 || (points & needs) != 0)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].needs == needs && strcmp (rows[i].plugin, plugin) == 0
        && release >= rows[i].since
        && (rows[i].gate == NO_GATE
            || fit_profile_gate_on (gates, rows[i].gate)))
      return &rows[i];
  return NULL;
}

/* -- in place of them ------------------------------------------------------ */

static void
fail (const FitUnprepared *row, GError **error)
{
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE, row->message);
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  fail (run->predicate->data, error);
  return FIT_ANSWER_ERROR;
}

/* SelectorSpread gives pods with constraints of their own no points, whatever
 * has been prepared. */
static gboolean
spares (const FitUnprepared *row, const FitPod *pod)
{
  return pod->spec->n_spread_constraints > 0
         && (strcmp (row->plugin, FIT_PLUGIN_SELECTOR_SPREAD) == 0
             || strcmp (row->plugin, "DefaultPodTopologySpread") == 0);
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const FitUnprepared *row = run->priority->data;

  if (!spares (row, run->meta->pod))
    {
      fail (row, error);
      return FALSE;
    }
  memset (scores, 0, sizeof *scores * nodes->n);
  return TRUE;
}

static const FitReasonCode gives[] = { 0 };

const FitPredicateInfo fit_filter_unprepared = {
  .name = "",
  .summary = "fails: its PreFilter is off",
  .cost = FIT_COST_CONSTANT,
  .reasons = gives,
  .check = check,
};

const FitPriorityInfo fit_score_unprepared = {
  .name = "",
  .summary = "fails: its PreScore is off",
  .weight = 1,
  .map = map,
};
