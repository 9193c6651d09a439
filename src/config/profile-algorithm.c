/* profile-algorithm.c - makes filters and scores of the in-tree plugins of a
 * profile
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/profile-algorithm.h"
#include "base/each.h"
#include "releases/behaviour.h"

#include "formats/duration.h"
#include "cluster/cache.h"
#include "rules/rule.h"
#include "rules/unprepared-plugins.h"

/* The state while an algorithm is built. */
typedef struct
{
  FitProfileAlgorithm *out;
  FitFeatureGates gates;
  FitCache *cache;
} Builder;

gconstpointer
fit_profile_args_or_default (const FitProfile *profile, const char *plugin)
{
  const FitProfileArgs *found = fit_profile_find_args (profile, plugin);

  return found != NULL && found->args != NULL
             ? found->args
             : fit_plugin_args_default (plugin);
}

static gconstpointer
args_of (const char *plugin, gpointer data)
{
  const Builder *builder = data;

  return fit_profile_args_or_default (builder->out->profile, plugin);
}

/* -- filters --------------------------------------------------------------- */

/* The in-tree plugins at @point. */
static GPtrArray *
in_tree_filters (const Builder *builder, FitExtensionPoint point)
{
  const FitProfileList *list = &builder->out->profile->plugins[point];
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < list->n; i++)
    if (fit_profile_filter_formula (list->items[i].name, builder->out->release)
        != NULL)
      g_ptr_array_add (names, (gpointer) list->items[i].name);
  return names;
}

static gboolean
make_filters (Builder *builder, GError **error)
{
  FitProfileAlgorithm *out = builder->out;
  g_autoptr (GPtrArray) pre = in_tree_filters (builder, FIT_POINT_PRE_FILTER);
  g_autoptr (GPtrArray) filter = in_tree_filters (builder, FIT_POINT_FILTER);
  const FitFilterProfileOptions options = {
    .release = out->release,
    .gates = builder->gates,
    .cache = builder->cache,
    .n_pre_filters = pre->len,
    .pre_filters = (const char *const *) pre->pdata,
    .n_filters = filter->len,
    .filters = (const char *const *) filter->pdata,
  };

  out->filters = fit_filter_profile_new (&options, args_of, builder, error);
  for (guint i = 0; out->filters != NULL && i < out->filters->n_filters; i++)
    {
      g_ptr_array_add (out->algorithm->predicates,
                       out->filters->plugins->pdata[i]);
      g_ptr_array_add (out->algorithm->ordered,
                       out->filters->plugins->pdata[i]);
    }
  return out->filters != NULL;
}

/* -- scores ---------------------------------------------------------------- */

/* @scores: the plugin is enabled at Score; otherwise only at PreScore, so its
 * scores are never computed. */
static gboolean
add_score (Builder *builder, const FitPluginEntry *plugin, gboolean scores,
           GError **error)
{
  FitProfileAlgorithm *out = builder->out;
  static const FitExtensionPoint others[]
      = { FIT_POINT_PRE_FILTER, FIT_POINT_FILTER, FIT_POINT_PRE_SCORE };
  FitProfilePluginArgs args = {
    .release = out->release,
    .gates = builder->gates,
    .points = scores ? FIT_AT (SCORE) : 0u,
    .args = args_of (plugin->name, builder),
    .cache = builder->cache,
  };
  FitPriority *score;

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (fit_profile_has (out->profile, others[i], plugin->name))
      args.points |= 1u << others[i];
  score = fit_profile_score_new (plugin->name, plugin->weight, &args, error);
  if (score == NULL)
    return FALSE;
  g_ptr_array_add (scores ? out->scores : out->pre_scores, score);
  g_ptr_array_add (
      scores ? out->algorithm->priorities : out->algorithm->prepared, score);
  return TRUE;
}

static gboolean
make_scores (Builder *builder, GError **error)
{
  const FitProfileAlgorithm *out = builder->out;
  const FitProfileList *list = &out->profile->plugins[FIT_POINT_SCORE];
  const FitProfileList *pre = &out->profile->plugins[FIT_POINT_PRE_SCORE];

  for (guint i = 0; i < list->n; i++)
    if (fit_profile_score_formula (list->items[i].name, out->release) != NULL
        && !add_score (builder, &list->items[i], TRUE, error))
      return FALSE;
  for (guint i = 0; i < pre->n; i++)
    if (fit_profile_score_formula (pre->items[i].name, out->release) != NULL
        && !fit_profile_has (out->profile, FIT_POINT_SCORE, pre->items[i].name)
        && !add_score (builder, &pre->items[i], FALSE, error))
      return FALSE;
  return TRUE;
}

/* -- the rest -------------------------------------------------------------- */

void
fit_configuration_list_extenders (const FitConfiguration *configuration,
                                  GPtrArray *extenders)
{
  for (guint ignorable = 0; ignorable < 2; ignorable++)
    FIT_EACH (FitExtenderPolicy, policy, configuration->extenders)
      if ((policy->ignorable != FALSE) == (ignorable == 1))
        g_ptr_array_add (extenders, policy);
}

/* Returns: a bit for each extension point where the profile runs @plugin */
static guint
points_of (const FitProfile *profile, const char *plugin)
{
  guint points = 0;

  for (guint i = 0; i < FIT_POINT_LAST; i++)
    if (fit_profile_has (profile, i, plugin))
      points |= 1u << i;
  return points;
}

/* A rule that several plugins follow signs once. */
static void
add_signer (GArray *signers, FitSignFunc sign, gconstpointer args)
{
  const FitSigner signer = { sign, args };

  for (guint i = 0; i < signers->len; i++)
    if (g_array_index (signers, FitSigner, i).sign == sign)
      return;
  g_array_append_val (signers, signer);
}

/* By default spreading counts other pods, even those of a pod that asks for
 * nothing. */
static gboolean
signs_any_pod (const GArray *signers)
{
  static const FitPodSpec nothing;
  const FitPod plainest = { .node_name = "", .spec = (FitPodSpec *) &nothing };
  g_autofree char *signature = fit_sign_pod (signers, &plainest);

  return signature != NULL;
}

/* The rules by which pods are alike.  Not with extenders, whose answers nobody can
 * know. */
static void
make_signers (Builder *builder, const FitConfiguration *configuration)
{
  static const FitExtensionPoint points[]
      = { FIT_POINT_PRE_FILTER, FIT_POINT_FILTER, FIT_POINT_PRE_SCORE,
          FIT_POINT_SCORE };
  FitProfileAlgorithm *out = builder->out;
  guint asked = 0;

  if (!fit_behaviour_of_gates (builder->gates).lists_are_kept
      || configuration->extenders->len > 0)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    asked |= 1u << points[i];
  out->signers = g_array_new (FALSE, FALSE, sizeof (FitSigner));
  for (guint i = 0; fit_rules[i] != NULL; i++)
    {
      const FitRule *rule = fit_rules[i];

      if (rule->sign != NULL && (points_of (out->profile, rule->name) & asked))
        add_signer (out->signers, rule->sign, args_of (rule->name, builder));
    }
  if (!signs_any_pod (out->signers))
    g_clear_pointer (&out->signers, g_array_unref);
}

FitProfileAlgorithm *
fit_profile_algorithm_new (const FitConfiguration *configuration, guint index,
                           FitCache *cache, GError **error)
{
  g_autoptr (FitProfileAlgorithm) out = g_new0 (FitProfileAlgorithm, 1);
  Builder builder = { out, configuration->target.gates, cache };
  const FitProfileList *list;
  FitProfileAlgorithm *volumes;
  FitExtensionPoint point;
  const FitRule *rule;
  const FitUnprepared *unprepared;
  gint64 seconds;

  out->release = configuration->target.release;
  out->profile = &configuration->profiles[index];
  out->algorithm = fit_algorithm_new ();
  out->algorithm->max_score = FIT_PROFILE_MAX_SCORE;
  out->scores = g_ptr_array_new_with_free_func (
      (GDestroyNotify) fit_profile_score_free);
  out->pre_scores = g_ptr_array_new_with_free_func (
      (GDestroyNotify) fit_profile_score_free);
  out->algorithm->prepared = g_ptr_array_new ();
  out->post_filters = g_ptr_array_new ();
  out->percentage_of_nodes_to_score
      = out->profile->percentage_of_nodes_to_score >= 0
            ? out->profile->percentage_of_nodes_to_score
            : configuration->file->percentage_of_nodes_to_score;
  if (!make_filters (&builder, error) || !make_scores (&builder, error))
    return NULL;
  make_signers (&builder, configuration);
  fit_configuration_list_extenders (configuration, out->algorithm->extenders);
  /* 1.18 binds volumes outside of the framework, with a timeout from the
   * configuration. */
  volumes = builder.out;
  point = fit_behaviour (volumes->release).assumes_first ? FIT_POINT_RESERVE
                                                         : FIT_POINT_FILTER;
  rule = fit_rule_with_setting (FIT_SETTING_BIND_TIMEOUT);
  unprepared = fit_unprepared_find (rule->name, volumes->release, builder.gates,
                                    FIT_AT (RESERVE),
                                    points_of (volumes->profile, rule->name));
  seconds = configuration->file->bind_timeout_seconds;
  volumes->algorithm->binds_volumes
      = fit_profile_has (volumes->profile, point, rule->name);
  if (unprepared != NULL)
    volumes->algorithm->reserve_fails = unprepared->message;
  if (configuration->target.version >= FIT_CONFIG_V1BETA1
      && volumes->algorithm->binds_volumes)
    seconds = *(const gint64 *) fit_rule_setting (
        rule, args_of (rule->name, &builder));
  volumes->volume_timeout_ns = fit_duration_of_seconds (seconds);
  /* Before v1beta1 preemption was not a plugin, and came first. */
  list = &out->profile->plugins[FIT_POINT_POST_FILTER];
  if (configuration->target.version < FIT_CONFIG_V1BETA1
      && !configuration->file->disable_preemption)
    g_ptr_array_add (out->post_filters,
                     (gpointer) fit_rule_default_preemption.name);
  for (guint i = 0; i < list->n; i++)
    g_ptr_array_add (out->post_filters, (gpointer) list->items[i].name);
  out->preempts = g_ptr_array_find_with_equal_func (
      out->post_filters, fit_rule_default_preemption.name, g_str_equal, NULL);
  if (configuration->target.version < FIT_CONFIG_V1BETA1)
    out->candidates = (FitDefaultPreemptionArgs){ 100, 0 };
  else if (out->preempts)
    out->candidates = *(const FitDefaultPreemptionArgs *) args_of (
        fit_rule_default_preemption.name, &builder);
  return g_steal_pointer (&out);
}

void
fit_profile_algorithm_free (FitProfileAlgorithm *algorithm)
{
  if (algorithm == NULL)
    return;
  fit_algorithm_free (algorithm->algorithm);
  g_clear_pointer (&algorithm->filters, fit_filter_profile_free);
  g_ptr_array_unref (algorithm->scores);
  g_ptr_array_unref (algorithm->pre_scores);
  g_ptr_array_unref (algorithm->post_filters);
  g_clear_pointer (&algorithm->signers, g_array_unref);
  g_free (algorithm);
}

FitCache *
fit_configuration_cache (const FitConfiguration *configuration)
{
  FitCache *cache = fit_cache_new (configuration->target.gates);

  fit_cache_use_ga_zones (cache);
  fit_node_tree_keep_order (fit_cache_node_tree (cache));
  if (fit_behaviour (configuration->target.release).forgets_removed_nodes)
    fit_cache_forget_removed_nodes (cache);
  return cache;
}

FitDecodeFlags
fit_configuration_decode_flags (const FitConfiguration *configuration)
{
  return fit_profile_decode_flags (configuration->target.release,
                                   configuration->target.gates);
}
