/* volume-scenario.c - asks a volume predicate about a pod with claims in YAML
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/volume-scenario.h"

#include <string.h>

#include "base/intern.h"
#include "cluster/cache.h"
#include "cluster/listers-private.h"
#include "predicates/metadata-build.h"

void
volume_scene_init (VolumeScene *scene, const char *gates, const char *manifest)
{
  g_autoptr (GError) error = NULL;
  FitFeatureGates set = fit_feature_gates_default ();
  const GPtrArray *nodes, *pods;

  if (!fit_feature_gates_parse (&set, gates, &error))
    fail_msg ("%s", error->message);
  scene->objects = objects_from (manifest);
  scene->cache = fit_cache_new (set);
  scene->arena = fit_arena_new ();
  nodes = scene->objects->of[FIT_KIND_NODE];
  for (guint i = 0; i < nodes->len; i++)
    fit_cache_add_node (scene->cache, nodes->pdata[i]);
  list_objects (fit_cache_listers (scene->cache), scene->objects);
  pods = scene->objects->of[FIT_KIND_POD];
  for (guint i = 0; i < pods->len; i++)
    if (*((const FitPod *) pods->pdata[i])->node_name
        && !fit_cache_add_pod (scene->cache, pods->pdata[i], &error))
      fail_msg ("%s", error->message);
}

void
volume_scene_clear (VolumeScene *scene)
{
  if (scene->predicate.data)
    scene->predicate.info->free_data (scene->predicate.data);
  fit_intern_unref (scene->predicate.name);
  fit_cache_free (scene->cache);
  fit_objects_free (scene->objects);
  fit_arena_free (scene->arena);
}

void
volume_scene_use (VolumeScene *scene, const FitPredicateInfo *info)
{
  const FitFactoryArgs args = { .cache = scene->cache,
                                .gates = fit_cache_gates (scene->cache),
                                .hard_pod_affinity_symmetric_weight = 1 };

  scene->predicate.name = fit_intern (info->name);
  scene->predicate.info = info;
  scene->predicate.gates = args.gates;
  scene->predicate.cache = args.cache;
  if (info->create)
    assert_true (info->create (&args, NULL, &scene->predicate.data, NULL));
}

static const FitPod *
pending_pod (const VolumeScene *scene)
{
  const GPtrArray *pods = scene->objects->of[FIT_KIND_POD];

  for (guint i = 0; i < pods->len; i++)
    if (strcmp (((const FitPod *) pods->pdata[i])->meta.name, "pending") == 0)
      return pods->pdata[i];
  fail_msg ("no pending pod");
  return NULL;
}

static void
append_reasons (GString *text, const FitReasons *reasons,
                const FitPredicateInfo *info)
{
  for (guint i = 0; i < reasons->n; i++)
    {
      const FitReasonCode code = reasons->items[i].code;
      gboolean promised = FALSE;

      for (guint p = 0; info->reasons[p]; p++)
        promised |= info->reasons[p] == code;
      assert_true (promised);
      g_string_append_printf (text, "%s%s", i ? "+" : "",
                              fit_reason_code_name (code));
    }
}

static void
append_answer (GString *text, const FitPredicateRun *run,
               const FitNodeInfo *node, FitArena *arena)
{
  const FitPredicateInfo *info = run->predicate->info;
  g_autoptr (GError) error = NULL;
  FitReasons reasons;
  FitAnswer answer;

  fit_reasons_init (&reasons, arena);
  answer = info->check (run, node, &reasons, &error);
  if (run->skip)
    assert_int_equal (answer, FIT_ANSWER_YES);
  assert_int_equal (reasons.n > 0, answer == FIT_ANSWER_NO);
  assert_int_equal (error != NULL, answer == FIT_ANSWER_ERROR);
  if (answer == FIT_ANSWER_YES)
    g_string_append (text, "yes");
  append_reasons (text, &reasons, info);
  if (!error)
    return;
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_SCHEDULE));
  g_string_append_printf (text, "error: %s", error->message);
}

char *
volume_scene_ask (VolumeScene *scene, const FitNodeInfo *instead)
{
  g_autoptr (GString) text = g_string_new (NULL);
  FitPredicateRun run = { .predicate = &scene->predicate };

  run.meta = fit_predicate_metadata_new (scene->cache, pending_pod (scene),
                                         scene->arena, NULL, 0);
  scene->predicate.info->prepare (&run);
  for (guint i = 0; i < fit_cache_n_slots (scene->cache); i++)
    {
      if (i > 0)
        g_string_append (text, "; ");
      append_answer (text, &run,
                     instead && instead->index == i
                         ? instead
                         : fit_cache_node (scene->cache, i),
                     scene->arena);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
assert_volume_answers (const FitPredicateInfo *info, const char *gates,
                       const char *expected, ...)
{
  g_autofree char *manifest = NULL;
  g_autofree char *answers = NULL;
  g_auto (VolumeScene) scene = { 0 };
  va_list objects;

  va_start (objects, expected);
  manifest = join_objects (objects);
  va_end (objects);
  volume_scene_init (&scene, gates, manifest);
  volume_scene_use (&scene, info);
  answers = volume_scene_ask (&scene, NULL);
  if (strcmp (answers, expected) != 0)
    fail_msg ("%s: %s, expected %s\n%s", info->name, answers, expected,
              manifest);
}
