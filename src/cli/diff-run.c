/* diff-run.c - reads both sides of a comparison, runs them on one cluster, and
 * collects what the report needs
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/diff-run.h"

#include <string.h>

#include "base/each.h"
#include "cli/page-data.h"
#include "cli/policy-as-plugins.h"
#include "cli/rules-file.h"
#include "cli/simulate-run.h"

#define PROVIDER_PREFIX "provider:"

/* Nobody runs so many schedulers. */
#define MOST_SHARDS 10000

/* -- what the rules are ---------------------------------------------------- */

static gboolean
take_file (const FitInvocation *invocation, const char *path,
           FitDiffSource *source, GError **error)
{
  g_auto (FitRulesFile) file = { 0 };

  if (!fit_rules_file_read (path, FIT_RULES_ANY, invocation, &file, error))
    return FALSE;
  if (fit_source_is_stdin (path))
    source->name = "stdin";
  if (file.type == FIT_INPUT_POLICY)
    source->policy = path;
  else
    source->config = path;
  return TRUE;
}

gboolean
fit_diff_source_init (const FitInvocation *invocation, const char *text,
                      FitDiffSource *out_source, GError **error)
{
  FitDiffSource source = { .name = text };

  if (g_str_has_prefix (text, PROVIDER_PREFIX))
    source.provider = text + strlen (PROVIDER_PREFIX);
  else if (strcmp (text, "-") != 0 && strpbrk (text, "/.") == NULL
           && !fit_inputs_has (invocation->inputs, text))
    source.provider = text;
  else if (!take_file (invocation, text, &source, error))
    return FALSE;
  *out_source = source;
  return TRUE;
}

static gboolean
is_legacy (const FitDiffSource *source)
{
  return source->policy != NULL || source->provider != NULL;
}

/* Each kind of rules has its own releases, and each release its defaults. */
gboolean
fit_diff_source_check (const FitDiffSource *source, const char *option,
                       GError **error)
{
  const gboolean names_rules = source->config != NULL || is_legacy (source);
  FitRelease release = FIT_RELEASE_LEGACY;

  if (source->release == NULL
      || (!names_rules
          && fit_legacy_release_parse (source->release, &release, NULL))
      || (is_legacy (source)
              ? fit_policy_release_parse (source->release, &release, error)
              : fit_release_parse (source->release, &release, error)))
    {
      if (is_legacy (source))
        fit_policy_release_note (release);
      return TRUE;
    }
  return fit_blame (error, "option --%s: ", option);
}

void
fit_diff_source_choose (const FitDiffSource *source, FitOptions *options)
{
  FitRelease release = FIT_RELEASE_LEGACY;
  const gboolean legacy
      = is_legacy (source)
        && (source->release == NULL
            || (fit_policy_release_parse (source->release, &release, NULL)
                && !fit_release_has_profiles (release)));

  options->policy = (char *) (source->config != NULL ? source->named_policy
                                                     : source->policy);
  options->provider = (char *) source->provider;
  options->config = (char *) source->config;
  options->release = legacy ? NULL : (char *) source->release;
  if (source->release != NULL && legacy)
    options->emulate_release = (char *) fit_policy_release_run_as (release);
  options->feature_gates = source->feature_gates;
  if (source->today)
    options->what_ifs = NULL;
  /* These options are for the other side then. */
  if (is_legacy (source))
    options->profile = NULL;
  else
    fit_options_forget (options, "scheduler-name");
}

/* -- one side -------------------------------------------------------------- */

typedef struct
{
  FitInvocation invocation; /* as if only these rules were given */
  FitSession session;
  FitClusterColumns *columns; /* (nullable) borrowed: for a map of both sides */
  FitJson *cluster;           /* (nullable) owned: when its pods are placed */
} Side;

static void
side_init (Side *side, const FitInvocation *invocation,
           const FitDiffSource *source)
{
  *side = (Side){ .invocation = *invocation };
  fit_diff_source_choose (source, &side->invocation.options);
}

typedef struct
{
  Side sides[FIT_DIFF_SIDES];
  FitClusterColumns *columns; /* (nullable) owned */
} Sides;

/* In reverse, because the second session may use what the first one owns. */
static void
sides_clear (Sides *sides)
{
  for (guint i = FIT_DIFF_SIDES; i > 0; i--)
    {
      g_clear_pointer (&sides->sides[i - 1].cluster, fit_json_free);
      fit_session_close (&sides->sides[i - 1].session);
    }
  g_clear_pointer (&sides->columns, fit_cluster_columns_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sides, sides_clear)

static void
describe (const Side *side, guint number, const FitDiffSource *source,
          FitDiffFinding *finding)
{
  const FitChosenRules *rules = &side->session.rules;
  const FitConfiguration *read = rules->read;
  GPtrArray *names;

  finding->names[number] = g_strdup (source->name != NULL ? source->name
                                     : read != NULL       ? rules->config.name
                                                          : rules->provider);
  finding->types[number]
      = g_strdup (source->policy != NULL                     ? "Policy"
                  : source->provider != NULL || read == NULL ? "Provider"
                                                             : FIT_CONFIG_KIND);
  finding->reader[number] = g_strdup (
      read != NULL
          ? fit_release_name (read->target.release)
          : fit_legacy_release_name (fit_feature_gates_release (rules->gates)));
  finding->notes[number] = g_ptr_array_ref (rules->notes);
  names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; read != NULL && i < read->unknown->len; i++)
    {
      const FitUnknownPlugin *plugin = read->unknown->pdata[i];

      if (!g_ptr_array_find_with_equal_func (names, plugin->name, g_str_equal,
                                             NULL))
        g_ptr_array_add (names, g_strdup (plugin->name));
    }
  finding->left_out[number] = names;
  if (read != NULL && !is_legacy (source))
    finding->versions[number]
        = g_strdup (fit_config_version_name (read->target.version));
}

/* -- pods, one by one ------------------------------------------------------ */

static FitSimulation *
make (const FitObjects *objects, gpointer data, GError **error)
{
  return fit_session_simulate (&((Side *) data)->session, objects, error);
}

static gboolean
hold_back (const FitPod *pod, gpointer data)
{
  const Side *side = data;

  return fit_chosen_rules_hold_back (&side->session.rules, pod);
}

static void
look (const FitCache *cache, gpointer data)
{
  Side *side = data;

  if (side->columns != NULL)
    side->cluster = fit_cluster_columns_json (side->columns, cache);
}

static FitDiff *
compare_placements (Sides *sides, const FitDiffFinding *finding, GError **error)
{
  FitDiffSide both[FIT_DIFF_SIDES];

  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      Side *side = &sides->sides[i];

      both[i]
          = (FitDiffSide){ side->session.objects, make, hold_back, look, side,
                           finding->coverage[i] };
    }
  return fit_diff_new (both, error);
}

/* --shards: a number, or a label. */
static FitDiff *
compare_division (Sides *sides, FitDiffFinding *finding, GError **error)
{
  Side *side = &sides->sides[FIT_DIFF_LEFT];
  const char *text = side->invocation.options.divided;
  const FitDiffSide whole
      = { side->session.objects, make, hold_back, look, side, NULL };
  FitDivisionWay way = { .label = text };
  guint64 n;

  if (g_ascii_string_to_unsigned (text, 10, 1, MOST_SHARDS, &n, NULL))
    way = (FitDivisionWay){ .n = (guint) n };
  return fit_division_compare (&whole, &sides->sides[FIT_DIFF_RIGHT], &way,
                               &finding->division, error);
}

/* -- replays --------------------------------------------------------------- */

static FitDiffRecord *
play (Side *side, GError **error)
{
  g_autoptr (FitDiffRecord) record = fit_diff_record_new ();
  const FitReplayObserver observer = fit_diff_record_observer (record);
  g_auto (FitReplayRun) run = { 0 };
  g_autofree char *stopped = NULL;

  if (!fit_run_open (&run, &side->session, &observer, error)
      || !fit_run_play (&run, error))
    return NULL;
  stopped = fit_run_describe_stop (&run);
  if (stopped != NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_INCOMPLETE, "%s", stopped);
      return NULL;
    }
  fit_diff_record_end (record, run.replay);
  look (fit_replay_cache (run.replay), side);
  return g_steal_pointer (&record);
}

/* Opens the trace, so that a pipe is kept: both sides read it. */
static gboolean
keep_trace (const FitInvocation *invocation, GError **error)
{
  g_autoptr (FitSource) trace = fit_inputs_open (
      invocation->inputs, invocation->options.trace, G_MAXSSIZE, error);

  return trace != NULL;
}

/* The first side may own the cluster of both, and a replay frees it. */
static FitDiff *
compare_replays (Sides *sides, gboolean since_today, GError **error)
{
  g_autoptr (FitDiffRecord) right = play (&sides->sides[FIT_DIFF_RIGHT], error);
  g_autoptr (FitDiffRecord) left
      = right != NULL ? play (&sides->sides[FIT_DIFF_LEFT], error) : NULL;

  if (left == NULL)
    return NULL;
  return since_today ? fit_diff_of_clusters (left, right)
                     : fit_diff_of_records (left, right);
}

/* Call it after the comparison. */
static gboolean
finish_extenders (Sides *sides, FitDiffFinding *finding, GError **error)
{
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      FitExtenderUse *use = &sides->sides[i].session.extenders;

      use->compared = TRUE;
      use->side = i == FIT_DIFF_LEFT ? "left" : "right";
      if (!fit_extender_use_finish (use, error))
        return FALSE;
      fit_extender_use_move (use, &finding->extenders[i]);
    }
  return TRUE;
}

/* -- the same rules in other releases -------------------------------------- */

static Side *
side_new (const FitInvocation *invocation, const FitDiffSource *source,
          const Side *beside, GError **error)
{
  Side *side = g_new0 (Side, 1);

  side_init (side, invocation, source);
  side->invocation.rules_are_known = TRUE;
  if (fit_session_open_beside (&side->session, &side->invocation,
                               &beside->session, error))
    {
      /* Only the first comparison is recorded. */
      side->session.extenders.recorder = NULL;
      if (source->kept != NULL)
        fit_extender_use_keep (&side->session.extenders, source->kept);
      return side;
    }
  fit_session_close (&side->session);
  g_free (side);
  return NULL;
}

static FitDiffFinding *
compare_other (Side *const *sides, GError **error)
{
  FitDiffSide both[FIT_DIFF_SIDES];
  FitDiffFinding *finding;
  FitDiff *diff;

  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    both[i] = (FitDiffSide){
      sides[i]->session.objects, make, hold_back, NULL, sides[i], NULL
    };
  diff = fit_diff_new (both, error);
  if (diff == NULL)
    return NULL;
  finding = g_rc_box_new0 (FitDiffFinding);
  finding->diff = diff;
  return finding;
}

static void
release_finding (gpointer finding)
{
  if (finding != NULL)
    g_rc_box_release_full (finding, (GDestroyNotify) fit_diff_finding_clear);
}

/* A session that was opened for another release. */
typedef struct
{
  Side *side;            /* owned */
  FitDiffFinding *found; /* (nullable) borrowed: gets its extenders */
  guint number;
} Opened;

/* What has been done about the other releases. */
typedef struct
{
  GArray *opened; /* owned, of Opened: each shares what it can with one before,
                     which is closed later */
  GHashTable *known; /* owned: signature -> FitDiffFinding */
  Side *last[FIT_DIFF_SIDES];
} Round;

static void
round_clear (Round *round)
{
  for (guint i = round->opened->len; i > 0; i--)
    {
      Opened *opened = &g_array_index (round->opened, Opened, i - 1);
      FitExtenderUse *use = &opened->side->session.extenders;

      if (opened->found != NULL)
        fit_extender_use_move (use, &opened->found->extenders[opened->number]);
      fit_session_close (&opened->side->session);
      g_free (opened->side);
    }
  g_array_unref (round->opened);
  g_hash_table_unref (round->known);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Round, round_clear)

static gboolean
open_other (Round *round, guint number, const FitInvocation *invocation,
            const FitDiffSource *source, GError **error)
{
  Opened opened = { .number = number };

  opened.side = side_new (invocation, source, round->last[number], error);
  if (opened.side == NULL)
    return FALSE;
  round->last[number] = opened.side;
  g_array_append_val (round->opened, opened);
  return TRUE;
}

/* Returns: (transfer full): of both sides: equal ones decide alike */
static char *
sign (Side *const *sides)
{
  g_autofree char *left = fit_session_signature (&sides[0]->session);
  g_autofree char *right = fit_session_signature (&sides[1]->session);

  return g_strconcat (left != NULL ? left : "", "\n",
                      right != NULL ? right : "", NULL);
}

static gboolean
try_other (Round *round, const FitInvocation *invocation,
           const FitDiffSource *sources, guint number,
           FitDiffFinding **out_found, GError **error)
{
  const guint n_opened = round->opened->len;
  g_autofree char *both = NULL;
  gpointer found;

  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    if (sources[i].others != NULL
        && !open_other (round, i, invocation, sources[i].others->pdata[number],
                        error))
      return FALSE;
  /* Only sides that were opened for this comparison have its extenders. */
  both = sign (round->last);
  if (g_hash_table_lookup_extended (round->known, both, NULL, &found))
    {
      *out_found = found != NULL ? g_rc_box_acquire (found) : NULL;
      return TRUE;
    }
  *out_found = found = compare_other (round->last, error);
  if (found == NULL)
    return FALSE;
  for (guint i = n_opened; i < round->opened->len; i++)
    g_array_index (round->opened, Opened, i).found = found;
  g_hash_table_insert (round->known, g_steal_pointer (&both), found);
  return TRUE;
}

static gboolean
compare_others (Sides *sides, const FitInvocation *invocation,
                const FitDiffSource *sources, FitDiffFinding *finding,
                GError **error)
{
  const gboolean casual
      = sources[FIT_DIFF_LEFT].casual || sources[FIT_DIFF_RIGHT].casual;
  g_auto (Round) round = { 0 };
  guint n;

  round.opened = g_array_new (FALSE, FALSE, sizeof (Opened));
  round.known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    round.last[i] = &sides->sides[i];
  if (sources[FIT_DIFF_LEFT].others == NULL
      && sources[FIT_DIFF_RIGHT].others == NULL)
    return TRUE;
  if (casual && !fit_release_groups_are_tried (&round.last[0]->session))
    {
      fit_console_note ("only %s was tried, because there are so many pods and "
                        "nodes; --left-release and --right-release try another "
                        "release",
                        finding->reader[sources[0].others != NULL ? 0 : 1]);
      return TRUE;
    }
  finding->others = g_ptr_array_new_with_free_func (release_finding);
  n = 0;
  g_hash_table_insert (round.known, sign (round.last), NULL);
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    if (sources[i].others != NULL)
      n = sources[i].others->len;
    else if (!open_other (&round, i, invocation, &sources[i], error))
      return FALSE;
  for (guint i = 0; i < n; i++)
    {
      FitDiffFinding *found = NULL;

      if (!try_other (&round, invocation, sources, i, &found,
                      casual ? NULL : error))
        {
          if (!casual)
            return FALSE;
          found = g_rc_box_new0 (FitDiffFinding);
        }
      g_ptr_array_add (finding->others, found);
    }
  return TRUE;
}

/* -- for pages ----------------------------------------------------------- */

/* Returns: (transfer full): what @cluster says of @resource of its first @n
 * nodes; 0 for nodes that it does not have */
static FitJson *
after_json (const FitJson *cluster, const char *resource, guint n)
{
  const FitJson *resources = fit_json_get (cluster, "resources"), *after = NULL;
  g_autofree gint64 *amounts = g_new (gint64, n);

  for (guint i = 0; i < fit_json_length (resources); i++)
    {
      const FitJson *object = fit_json_at (resources, i);

      if (g_str_equal (fit_json_text (fit_json_get (object, "name")), resource))
        after = fit_json_get (object, "after");
    }
  for (guint i = 0; i < n; i++)
    amounts[i] = fit_json_integer_at (after, i);
  return fit_json_column (amounts, n);
}

/* The cluster with the pods of the right side, and what both sides request of
 * each node. */
static FitJson *
both_clusters (const Sides *sides)
{
  FitJson *left = sides->sides[FIT_DIFF_LEFT].cluster,
          *right = sides->sides[FIT_DIFF_RIGHT].cluster;
  const FitJson *resources = fit_json_get (right, "resources");
  const guint n = fit_json_length (fit_json_get (right, "names"));

  if (left == NULL || right == NULL)
    return NULL;
  for (guint r = 0; r < fit_json_length (resources); r++)
    {
      FitJson *resource = fit_json_at (resources, r);
      const char *name = fit_json_text (fit_json_get (resource, "name"));

      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        fit_json_set (resource, side == FIT_DIFF_LEFT ? "left" : "right",
                      after_json (sides->sides[side].cluster, name, n));
    }
  return fit_json_ref (right);
}

/* -- the whole ------------------------------------------------------------- */

gboolean
fit_diff_run (const FitInvocation *invocation, const FitDiffSource *sources,
              FitDiffFinding *out_finding, GError **error)
{
  const FitOptions *options = &invocation->options;
  g_auto (Sides) sides = { 0 };
  const GPtrArray *nodes;

  *out_finding = (FitDiffFinding){ .random_ties
                                   = options->tie_break == FIT_TIE_BREAK_RANDOM,
                                   .seed = options->seed };
  if (options->trace != NULL && !keep_trace (invocation, error))
    return FALSE;
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      Side *side = &sides.sides[i];

      side_init (side, invocation, &sources[i]);
      if (options->divided != NULL && i == FIT_DIFF_RIGHT)
        side->invocation.rules_are_known = TRUE;
      if (!(i == 0 ? fit_session_open (&side->session, &side->invocation, error)
                   : fit_session_open_beside (&side->session, &side->invocation,
                                              &sides.sides[0].session, error)))
        return FALSE;
      if (sources[i].kept != NULL)
        fit_extender_use_keep (&side->session.extenders, sources[i].kept);
    }
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      describe (&sides.sides[i], i, &sources[i], out_finding);
      if (sources[i].covered && options->trace == NULL)
        out_finding->coverage[i] = fit_coverage_new ();
    }
  out_finding->since_today = sources[FIT_DIFF_LEFT].today;
  nodes = sides.sides[FIT_DIFF_LEFT].session.objects->of[FIT_KIND_NODE];
  out_finding->n_nodes = nodes->len;
  out_finding->n_pods
      = sides.sides[FIT_DIFF_LEFT].session.objects->of[FIT_KIND_POD]->len;
  FIT_EACH (const FitNode, node, nodes)
    out_finding->n_avoided += node->traits->n_avoided > 0;
  if (fit_output_wants_cluster (invocation))
    {
      sides.columns = fit_cluster_columns_new (
          sides.sides[FIT_DIFF_LEFT].session.objects);
      for (guint j = 0; j < FIT_DIFF_SIDES; j++)
        sides.sides[j].columns = sides.columns;
    }
  if (options->divided != NULL)
    out_finding->diff = compare_division (&sides, out_finding, error);
  else if (options->trace != NULL || out_finding->since_today)
    out_finding->diff
        = compare_replays (&sides, out_finding->since_today, error);
  else
    out_finding->diff = compare_placements (&sides, out_finding, error);
  /* The right side has its own, unless both share the cluster. */
  for (guint i = FIT_DIFF_SIDES; out_finding->what_ifs == NULL && i > 0; i--)
    out_finding->what_ifs
        = g_steal_pointer (&sides.sides[i - 1].session.what_ifs);
  out_finding->cluster = both_clusters (&sides);
  return out_finding->diff != NULL
         && compare_others (&sides, invocation, sources, out_finding, error)
         && finish_extenders (&sides, out_finding, error);
}

void
fit_diff_finding_clear (FitDiffFinding *finding)
{
  if (finding->found != NULL)
    fit_found_clear (finding->found);
  g_clear_pointer (&finding->found, g_free);
  g_clear_pointer (&finding->diff, fit_diff_free);
  g_clear_pointer (&finding->division, fit_division_free);
  g_clear_pointer (&finding->what_ifs, fit_what_ifs_free);
  g_clear_pointer (&finding->others, g_ptr_array_unref);
  g_clear_pointer (&finding->spans, g_ptr_array_unref);
  g_clear_pointer (&finding->verdict, g_free);
  g_clear_pointer (&finding->cluster, fit_json_free);
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      fit_extender_use_clear (&finding->extenders[i]);
      g_clear_pointer (&finding->coverage[i], fit_coverage_free);
      g_clear_pointer (&finding->names[i], g_free);
      g_clear_pointer (&finding->types[i], g_free);
      g_clear_pointer (&finding->reader[i], g_free);
      g_clear_pointer (&finding->versions[i], g_free);
      g_clear_pointer (&finding->notes[i], g_ptr_array_unref);
      g_clear_pointer (&finding->left_out[i], g_ptr_array_unref);
    }
}
