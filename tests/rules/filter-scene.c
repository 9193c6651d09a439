/* filter-scene.c - asks the filters of a release about a pod and nodes in YAML
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-scene.h"
#include "releases/gate-table.h"
#include "cluster/listers-private.h"
#include "predicates/metadata-build.h"
#include "tests/support/detail-text.h"

#include <string.h>

static void
append_reasons (GString *text, const FitReason *reasons, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *reason = fit_reason_format (&reasons[i]);

      g_string_append_printf (
          text, "%s%s%s", i ? ", " : "",
          fit_reason_unresolvable (reasons[i].code) ? "!" : "", reason);
    }
}

static void
ask_node (const FitFilterProfile *profile, const FitPredicateRun *runs,
          const FitNodeInfo *node, GString *text)
{
  FitReasons reasons;

  fit_reasons_init (&reasons, runs[0].meta->arena);
  g_string_append_printf (text, "%s: ", node->name);
  for (guint i = 0; i < profile->n_filters; i++)
    {
      g_autoptr (GError) error = NULL;

      if (runs[i].says_skip)
        continue;
      if (runs[i].predicate->info->check (&runs[i], node, &reasons, &error)
          == FIT_ANSWER_ERROR)
        g_string_append_printf (text, "?%s", error->message);
      else
        assert_null (error);
    }
  append_reasons (text, reasons.items, reasons.n);
  if (g_str_has_suffix (text->str, ": "))
    g_string_append (text, "fits");
  g_string_append_c (text, '\n');
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetailMemo *memo, GString *text)
{
  g_autoptr (FitDetail) detail = fit_detail_new (memo);

  run->predicate->info->explain (run, node, reason, detail);
  g_string_append_printf (text, "%s: ", node ? node->name : "pod");
  detail_text_append (text, detail);
}

static void
explain_node (const FitPredicateRun *run, const FitNodeInfo *node,
              FitDetailMemo *memo, GString *text)
{
  FitReasons reasons;

  fit_reasons_init (&reasons, run->meta->arena);
  if (run->says_skip
      || run->predicate->info->check (run, node, &reasons, NULL)
             != FIT_ANSWER_NO)
    return;
  for (guint i = 0; i < reasons.n; i++)
    explain (run, node, &reasons.items[i], memo, text);
}

/* Explains what the only plugin rejects: the pod, or nodes. */
static void
explain_all (const FitPreFilterResult *result, const FitPredicateRun *run,
             const Cluster *cluster, GString *text)
{
  FitDetailMemo memo = { 0 };

  for (guint i = 0; result->reject && i < result->reject->n; i++)
    explain (run, NULL, &result->reject->items[i], &memo, text);
  for (guint i = 0; !result->reject && i < fit_cache_n_slots (cluster->cache);
       i++)
    explain_node (run, fit_cache_node (cluster->cache, i), &memo, text);
  if (memo.free)
    memo.free (memo.data);
}

/* A node without the pod that is taken to have left, and what plugins then know
 * of the others. */
static void
change_pods (const FilterScene *scene, const Cluster *cluster,
             const GPtrArray *come, FitPredicateRun *runs, guint n)
{
  const FitPod *gone = scene->gone ? cluster_pod (cluster, scene->gone) : NULL;
  FitPredicateMetadata *copy;

  if (!gone && !come)
    return;
  copy = fit_predicate_metadata_copy (runs[0].meta, cluster->arena);
  if (gone)
    fit_predicate_metadata_remove_pod (
        copy, gone, cluster_node (cluster, gone->node_name), cluster->arena);
  for (guint i = 0; come && i < come->len; i++)
    {
      const FitPod *pod = come->pdata[i];

      fit_predicate_metadata_add_pod (
          copy, pod, cluster_node (cluster, pod->node_name), cluster->arena);
    }
  for (guint i = 0; i < n; i++)
    runs[i].meta = copy;
}

static void
run_profile (const FilterScene *scene, const FitFilterProfile *profile,
             Cluster *cluster, GString *text)
{
  FitPredicateRun *runs = g_newa (FitPredicateRun, profile->plugins->len);
  g_autoptr (FitObjects) come
      = scene->comes ? objects_from (scene->comes) : NULL;
  FitPreFilterResult result;

  fit_filter_profile_pre_filter (
      profile,
      fit_predicate_metadata_new_plain (cluster->cache, cluster->pending,
                                        cluster->arena),
      runs, &result);
  if (scene->why)
    {
      explain_all (&result, &runs[0], cluster, text);
      return;
    }
  for (guint i = 0; i < profile->plugins->len; i++)
    if (runs[i].says_skip)
      g_string_append_printf (text, "skips %s\n", runs[i].predicate->name);
  if (result.error)
    g_string_append_printf (text, "error: %s\n", result.error);
  if (result.reject)
    {
      g_string_append_printf (text, "rejected by %s: ", result.rejected_by);
      append_reasons (text, result.reject->items, result.reject->n);
      g_string_append_c (text, '\n');
    }
  if (result.error || result.reject)
    return;
  change_pods (scene, cluster, come ? come->of[FIT_KIND_POD] : NULL, runs,
               profile->plugins->len);
  for (guint i = 0; i < fit_cache_n_slots (cluster->cache); i++)
    if (!result.excluded || !result.excluded[i])
      ask_node (profile, runs, fit_cache_node (cluster->cache, i), text);
    else if (result.excluded_reason)
      g_string_append_printf (text, "%s: -%s\n",
                              fit_cache_node (cluster->cache, i)->name,
                              result.excluded_reason);
}

static gconstpointer
args_of (const char *plugin, gpointer data)
{
  const FilterScene *scene = data;

  return scene->args ? scene->args : fit_plugin_args_default (plugin);
}

char *
filter_scene_run (const FilterScene *scene)
{
  g_auto (Cluster) cluster = { 0 };
  g_auto (GStrv) names = g_strsplit (scene->plugins, " ", -1);
  g_auto (GStrv) pre = g_strsplit (
      scene->pre_filters ? scene->pre_filters : scene->plugins, " ", -1);
  g_auto (GStrv) gates = g_strsplit (scene->gates ? scene->gates : "", " ", -1);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FitFilterProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  FitFilterProfileOptions options = { .n_pre_filters = g_strv_length (pre),
                                      .pre_filters = (const char *const *) pre,
                                      .n_filters = g_strv_length (names),
                                      .filters = (const char *const *) names };

  assert_true (fit_release_parse (scene->release, &options.release, NULL));
  options.gates = fit_feature_gates_of_release (options.release);
  for (guint i = 0; gates[i]; i++)
    {
      const gboolean off = gates[i][0] == '!';

      options.gates = fit_feature_gates_with (
          options.gates, fit_gate_named (gates[i] + off), !off);
    }
  cluster.cache = fit_cache_new (options.gates);
  cluster.arena = fit_arena_new ();
  options.cache = cluster.cache;
  cluster_fill (&cluster, scene->manifest,
                fit_profile_decode_flags (options.release, options.gates));
  profile
      = fit_filter_profile_new (&options, args_of, (gpointer) scene, &error);
  if (!profile)
    fail_msg ("%s", error->message);
  run_profile (scene, profile, &cluster, text);
  g_clear_pointer (&profile, fit_filter_profile_free);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
filter_scene_in (const FilterScene *scene, const char *release,
                 const char *expected)
{
  FilterScene other = *scene;
  g_autofree char *said = NULL;

  other.release = release;
  said = filter_scene_run (&other);
  assert_string_equal (said, expected);
}

void
filter_scene_why (const FilterScene *scene, const char *release,
                  const char *expected)
{
  FilterScene other = *scene;

  other.why = TRUE;
  filter_scene_in (&other, release, expected);
}
