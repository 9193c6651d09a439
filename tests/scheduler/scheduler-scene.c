/* scheduler-scene.c - a whole scheduler over a fake world, for tests of single steps
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/scheduler/scheduler-scene.h"

#include "algorithmprovider/defaults.h"
#include "tests/support/enabled-plugin.h"

#include <string.h>

/* -- beginning and end ----------------------------------------------------- */

static FitAlgorithm *
make_algorithm (const SceneSetup *setup, FitCache *cache)
{
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (fit_cache_gates (cache));
  const FitAlgorithmOptions options
      = { .cache = cache, .hard_pod_affinity_symmetric_weight = 1 };
  g_autoptr (GError) error = NULL;
  FitAlgorithm *algorithm = NULL;
  FitPolicy *policy;

  if (setup->policy == NULL)
    algorithm = fit_algorithm_new_from_provider (registry, FIT_DEFAULT_PROVIDER,
                                                 &options, &error);
  else
    {
      policy = fit_policy_parse (setup->policy, strlen (setup->policy),
                                 "policy", NULL, &error);
      if (policy != NULL)
        algorithm = fit_algorithm_new_from_policy (registry, policy, &options,
                                                   &error);
    }
  if (algorithm == NULL)
    fail_msg ("%s", error->message);
  return algorithm;
}

/* The plugins from number @first on, as many as @n. */
static FitFramework *
make_framework (Scene *scene, const SceneSetup *setup, guint first, guint n)
{
  g_autoptr (FitPluginRegistry) registry = fit_plugin_registry_new ();
  g_autoptr (FitPluginLists) lists = fit_plugin_lists_new ();
  g_autoptr (GError) error = NULL;
  FitFrameworkOptions options = { .registry = registry,
                                  .lists = lists,
                                  .cache = scene->cache,
                                  .in_tree = 1u << FIT_POINT_BIND };
  FitFramework *framework;

  if (setup->release != NULL)
    assert_true (fit_release_parse (setup->release, &options.release, NULL));
  for (guint i = first; i < first + n; i++)
    {
      scene->plugins[i].log = scene->world.log;
      fake_plugin_enable (&scene->plugins[i], i, setup->points[i], registry,
                          lists);
    }
  if (setup->plugin != NULL && first == 0)
    {
      assert_true (fit_plugin_registry_add (registry, setup->plugin, NULL));
      enable_at_all_points (lists, options.release, setup->plugin, 1);
    }
  if (lists->enabled[FIT_POINT_QUEUE_SORT]->len == 0)
    options.in_tree |= 1u << FIT_POINT_QUEUE_SORT;
  framework = fit_framework_new_of (&options, &error);
  if (framework == NULL)
    fail_msg ("%s", error->message);
  return framework;
}

static FitSchedulerProfile
make_profile (const Scene *scene, const SceneSetup *setup, const char *name,
              FitFramework *framework)
{
  FitSchedulerProfile profile = {
    .scheduler_name = name,
    .algorithm = scene->algorithm,
    .framework = framework,
    .scheduling = setup->scheduling,
    .disable_preemption = setup->disable_preemption,
    .binds_first = setup->binds_first,
  };

  if (setup->scheduling_gates)
    profile.scheduling.modern.waits = FIT_MODERN_GATES;
  return profile;
}

static void
make_scheduler (Scene *scene, const SceneSetup *setup)
{
  const guint n = setup->other_scheduler != NULL ? 2 : 1;
  const FitSchedulerProfile profiles[] = {
    make_profile (scene, setup, "default-scheduler", scene->framework),
    make_profile (scene, setup, setup->other_scheduler, scene->other_framework),
  };
  FitSchedulerSetup parts = {
    .cache = scene->cache,
    .algorithm = scene->algorithm,
    .framework = scene->framework,
    .extenders = setup->extenders,
    .scheduling = setup->scheduling,
    .scheduler_name = "default-scheduler",
    .disable_preemption = setup->disable_preemption,
    .trusts_bindings = setup->trusts_bindings,
    .marks_victims = setup->marks_victims,
    .world = &scene->world.functions,
  };

  if (setup->release != NULL)
    {
      assert_true (fit_release_parse (setup->release, &parts.release, NULL));
      parts.n_profiles = n;
      parts.profiles = profiles;
    }
  scene->scheduler = fit_scheduler_new (&parts, scene->now);
}

void
scene_init (Scene *scene, const SceneSetup *setup)
{
  const guint own = setup->other_scheduler != NULL ? 1 : FAKE_PLUGINS;

  *scene = (Scene){ .now = START };
  fake_world_init (&scene->world);
  scene->cache = fit_cache_new (gates_from (setup->gates));
  scene->algorithm = make_algorithm (setup, scene->cache);
  scene->framework = make_framework (scene, setup, 0, own);
  if (setup->other_scheduler != NULL)
    scene->other_framework = make_framework (scene, setup, own, 1);
  scene->world.cache = scene->cache;
  make_scheduler (scene, setup);
  scene->queue = fit_scheduler_queue (scene->scheduler);
  if (setup->manifest != NULL)
    scene_set (scene, setup->manifest);
}

void
scene_clear (Scene *scene)
{
  g_clear_pointer (&scene->scheduler, fit_scheduler_free);
  g_clear_pointer (&scene->framework, fit_framework_free);
  g_clear_pointer (&scene->other_framework, fit_framework_free);
  g_clear_pointer (&scene->algorithm, fit_algorithm_free);
  g_clear_pointer (&scene->cache, fit_cache_free);
  fake_world_clear (&scene->world);
}

/* -- what happens ---------------------------------------------------------- */

void
scene_set (Scene *scene, const char *manifest)
{
  fake_world_set_all (&scene->world, manifest);
  scene_tell (scene);
}

void
scene_remove (Scene *scene, FitKind kind, const char *namespace_,
              const char *name)
{
  fake_world_remove (&scene->world, kind, namespace_, name);
  scene_tell (scene);
}

void
scene_remove_pod (Scene *scene, const char *name)
{
  scene_remove (scene, FIT_KIND_POD, "ns", name);
}

void
scene_tell (Scene *scene)
{
  while (scene->world.updates->len > 0)
    fake_world_tell (&scene->world, scene->scheduler, 0, scene->now);
}

gboolean
scene_schedule (Scene *scene)
{
  return fit_scheduler_schedule_one (scene->scheduler, scene->now);
}

static const FitTask *
find_task (const Scene *scene, FitTaskType type, const char *name)
{
  const GPtrArray *tasks = scene->world.tasks;

  for (guint i = 0; i < tasks->len; i++)
    {
      const FitTask *task = tasks->pdata[i];

      if (task->type == type && strcmp (task->pod->meta.name, name) == 0)
        return task;
    }
  fail_msg ("there is no task: %s %s", fake_task_name (type), name);
  return NULL;
}

void
scene_end (Scene *scene, FitTaskType type, const char *name, FakeEnd end,
           const char *message)
{
  fake_world_end_task (&scene->world, scene->scheduler,
                       find_task (scene, type, name), end, message, scene->now);
}

void
scene_works (Scene *scene, FitTaskType type, const char *name)
{
  scene_end (scene, type, name, FAKE_WORKS, NULL);
}

void
scene_wait (Scene *scene, gint64 duration_ns)
{
  const gint64 until = scene->now + duration_ns;

  for (;;)
    {
      gint64 next = fit_scheduler_next_timer (scene->scheduler);

      if (next > until)
        break;
      scene->now = MAX (scene->now, next);
      fit_scheduler_run_timers (scene->scheduler, scene->now);
      /* what is due now is done */
      assert_true (fit_scheduler_next_timer (scene->scheduler) > scene->now);
    }
  scene->now = until;
  fit_scheduler_run_timers (scene->scheduler, scene->now);
}

void
scene_settle (Scene *scene)
{
  for (;;)
    {
      if (scene->world.updates->len > 0)
        scene_tell (scene);
      else if (scene->world.tasks->len > 0)
        fake_world_end_task (&scene->world, scene->scheduler,
                             scene->world.tasks->pdata[0], FAKE_WORKS, NULL,
                             scene->now);
      else if (!scene_schedule (scene))
        break;
    }
}

/* -- what is expected ------------------------------------------------------ */

void
assert_log (Scene *scene, const char *expected)
{
  assert_string_equal (scene->world.log->str, expected);
  scene_forget_log (scene);
}

void
scene_forget_log (Scene *scene)
{
  g_string_truncate (scene->world.log, 0);
}

void
assert_decisions (Scene *scene, const char *expected)
{
  assert_string_equal (scene->world.decisions->str, expected);
  g_string_truncate (scene->world.decisions, 0);
}

const FitPod *
scene_pod (const Scene *scene, const char *name)
{
  const FitPod *pod = fake_world_find (&scene->world, FIT_KIND_POD, "ns", name);

  if (pod == NULL)
    fail_msg ("there is no pod %s", name);
  return pod;
}

/* For questions about a pod that may be gone. */
static FitPod *
somebody (const char *name)
{
  g_autofree char *manifest = g_strdup_printf (PLAIN ("%s"), name, name);

  return pod_from (manifest);
}

void
assert_place (Scene *scene, const char *name, FitPodPlace expected)
{
  g_autoptr (FitPod) pod = somebody (name);

  assert_int_equal (fit_scheduler_place (scene->scheduler, pod), expected);
}

void
assert_queued (Scene *scene, const char *name, FitQueueName expected)
{
  g_autoptr (FitPod) pod = somebody (name);
  const FitQueueEntry *entry = fit_scheduling_queue_find (scene->queue, pod);

  assert_string_equal (
      fit_queue_name (entry != NULL ? entry->queue : FIT_QUEUE_NONE),
      fit_queue_name (expected));
}

void
assert_counted_on (Scene *scene, const char *name, const char *expected)
{
  const FitPod *pod = fit_cache_find_pod (scene->cache, name);

  assert_string_equal (pod != NULL ? pod->node_name : "", expected);
}

void
assert_nominated (Scene *scene, const char *node, const char *expected)
{
  g_autoptr (Interned) interned = fit_intern (node);
  const GPtrArray *pods = fit_nominated_pods_for_node (
      fit_cache_nominated_pods (scene->cache), interned);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; pods != NULL && i < pods->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? " " : "",
                            ((const FitPod *) pods->pdata[i])->meta.name);
  assert_string_equal (names->str, expected);
}
