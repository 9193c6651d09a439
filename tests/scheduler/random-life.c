/* random-life.c - runs a scheduler through a random life with all kinds of trouble
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/scheduler/random-life.h"

#include <stdio.h>
#include <string.h>

#define FEW_NODES 6
#define FEW_PODS 24

/* clang-format off */
static const char *const trouble_names[] = {
  [TROUBLE_BIND] = "binding fails",
  [TROUBLE_BIND_DONE] = "binding seems to fail",
  [TROUBLE_VOLUMES] = "volumes fail",
  [TROUBLE_VOLUMES_DONE] = "volumes seem to fail",
  [TROUBLE_FETCH] = "pod cannot be read again",
  [TROUBLE_GET_POD] = "preemptor cannot be read",
  [TROUBLE_NOMINATION] = "nomination cannot be written",
  [TROUBLE_CONDITION] = "condition cannot be written",
  [TROUBLE_VICTIM] = "victim cannot be deleted",
  [TROUBLE_FILTER] = "filter cannot answer",
  [TROUBLE_PLUGIN] = "plugin fails",
  [TROUBLE_PERMIT_TIMEOUT] = "permit timeout",
  [TROUBLE_NODE_GONE] = "node goes",
  [TROUBLE_DELETED] = "pod goes on its way",
  [TROUBLE_CHANGED] = "pod changes on its way",
  [TROUBLE_MADE_ANEW] = "pod made anew",
  [TROUBLE_TAKEN] = "bound by somebody else",
  [TROUBLE_MISSED] = "change not seen",
  [TROUBLE_UNCONFIRMED] = "never confirmed",
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (trouble_names) == TROUBLE_LAST);

const char *
trouble_name (Trouble trouble)
{
  return trouble_names[trouble];
}

guint
life_below (Life *life, guint n)
{
  return (guint) g_rand_int_range (life->random, 0, (gint32) n);
}

gboolean
life_chance (Life *life, guint percent)
{
  return life_below (life, 100) < percent;
}

/* Does it go wrong? */
static gboolean
strikes (Life *life, Trouble trouble)
{
  if (life->trouble == 0 || life_below (life, 1000) >= life->trouble)
    return FALSE;
  life->n_trouble[trouble]++;
  return TRUE;
}

/* -- pods ------------------------------------------------------------------ */

gboolean
life_is_ours (const FitPod *pod)
{
  return *pod->node_name == '\0' && !fit_pod_terminal (pod)
         && strcmp (pod->spec->scheduler_name, "default-scheduler") == 0;
}

GPtrArray *
life_pods (const Life *life)
{
  g_autoptr (GList) names
      = g_hash_table_get_keys (life->scene.world.live[FIT_KIND_POD]);
  GPtrArray *pods = g_ptr_array_new ();

  names = g_list_sort (names, (GCompareFunc) strcmp);
  for (const GList *l = names; l != NULL; l = l->next)
    g_ptr_array_add (pods, g_hash_table_lookup (
                               life->scene.world.live[FIT_KIND_POD], l->data));
  return pods;
}

gboolean
life_on_its_way (Life *life, const FitPod *pod)
{
  FitPodPlace place = fit_scheduler_place (life->scene.scheduler, pod);

  return place != FIT_POD_UNKNOWN && place != FIT_POD_QUEUED;
}

/* -- what the scheduler hears ---------------------------------------------- */

static gboolean
same_object (const FakeUpdate *a, const FakeUpdate *b)
{
  const FitObjectMeta *x
      = fake_object_meta (a->new_object ? a->new_object : a->old_object);
  const FitObjectMeta *y
      = fake_object_meta (b->new_object ? b->new_object : b->old_object);

  return a->kind == b->kind && strcmp (x->name, y->name) == 0
         && x->namespace_ == y->namespace_;
}

/* The first update, from @from, about the object of the update @update. */
static guint
next_about (const GPtrArray *updates, const FakeUpdate *update, guint from)
{
  while (from < updates->len && !same_object (update, updates->pdata[from]))
    from++;
  return from;
}

static const char *
zone_of (const FitNode *node)
{
  return fit_labels_lookup (node->meta.labels,
                            "failure-domain.beta.kubernetes.io/zone");
}

/* Remembers what the scheduler is told... */
static void
remember_told_node (Life *life, const FakeUpdate *update)
{
  const FitNode *node = update->new_object, *old = update->old_object;

  if (node == NULL || old == NULL
      || g_strcmp0 (zone_of (node), zone_of (old)) != 0)
    life->n_node_changes++;
  if (node == NULL)
    g_hash_table_remove (life->told_nodes, old->name);
  else
    g_hash_table_replace (life->told_nodes, g_strdup (node->name),
                          fit_node_ref (node));
}

static void
remember_told_pod (Life *life, const FakeUpdate *update)
{
  const FitPod *pod = update->new_object, *old = update->old_object;
  const char *name = pod != NULL ? pod->meta.name : old->meta.name;

  if (pod == NULL && life_on_its_way (life, old))
    g_hash_table_add (life->outlived, g_strdup (name));
  if (pod == NULL)
    g_hash_table_remove (life->told, name);
  else
    g_hash_table_replace (life->told, g_strdup (name), fit_pod_ref (pod));
  if (fit_scheduling_queue_find (life->scene.queue, pod ? pod : old) == NULL)
    g_hash_table_add (life->touched, g_strdup (name));
}

static void
tell (Life *life, guint index)
{
  Scene *scene = &life->scene;

  const FakeUpdate *update = scene->world.updates->pdata[index];

  if (update->kind == FIT_KIND_POD)
    remember_told_pod (life, update);
  if (update->kind == FIT_KIND_NODE)
    remember_told_node (life, update);
  fake_world_tell (&scene->world, scene->scheduler, index, scene->now);
}

static void
do_tell (Life *life)
{
  const GPtrArray *updates = life->scene.world.updates;

  if (updates->len > 0)
    tell (life,
          next_about (updates, updates->pdata[life_below (life, updates->len)],
                      0));
}

/* A watch that was broken for a while: only the last state is told. */
static void
do_miss (Life *life)
{
  GPtrArray *updates = life->scene.world.updates;
  FakeUpdate *first, *second;
  guint i, next;

  if (updates->len == 0)
    return;
  i = next_about (updates, updates->pdata[life_below (life, updates->len)], 0);
  first = updates->pdata[i];
  next = next_about (updates, first, i + 1);
  if (next == updates->len || first->new_object == NULL
      || first->old_object == NULL || life->trouble == 0)
    return;
  life->n_trouble[TROUBLE_MISSED]++;
  second = updates->pdata[next];
  /* What first->new_object was is never heard of. */
  {
    gpointer seen = second->old_object;

    second->old_object = first->old_object;
    first->old_object = seen;
  }
  g_ptr_array_remove_index (updates, i);
}

/* -- what the scheduler does ----------------------------------------------- */

gboolean
life_schedule (Life *life)
{
  life->scene.plugins[0].answers[FIT_POINT_PERMIT].timeout
      = (gint64) life_below (life, 40) * SECOND;
  if (life->before_attempt != NULL)
    life->before_attempt (life->data);
  return scene_schedule (&life->scene);
}

static void
do_schedule (Life *life)
{
  life_schedule (life);
}

static FakeEnd
end_of (Life *life, FitTaskType type)
{
  static const Trouble fails[FIT_TASK_LAST]
      = { TROUBLE_FETCH, TROUBLE_VOLUMES, TROUBLE_BIND, TROUBLE_VICTIM };
  static const Trouble seems[FIT_TASK_LAST]
      = { TROUBLE_FETCH, TROUBLE_VOLUMES_DONE, TROUBLE_BIND_DONE,
          TROUBLE_VICTIM };

  for (guint i = 0; i < 3; i++) /* tasks fail more often than calls */
    {
      if (strikes (life, fails[type]))
        return FAKE_FAILS;
      if (strikes (life, seems[type]))
        return FAKE_SEEMS_TO_FAIL;
    }
  return FAKE_WORKS;
}

static void
add_reading (Life *life, const FitPod *pod, gint more)
{
  gpointer n = g_hash_table_lookup (life->reading, pod->meta.name);

  g_hash_table_replace (life->reading, g_strdup (pod->meta.name),
                        GINT_TO_POINTER (GPOINTER_TO_INT (n) + more));
}

static void
end_task (Life *life, guint index)
{
  Scene *scene = &life->scene;
  const FitTask *task = scene->world.tasks->pdata[index];
  FakeEnd end = end_of (life, task->type);

  if (task->type == FIT_TASK_FETCH_POD && end == FAKE_WORKS)
    add_reading (life, task->pod, -1);
  fake_world_end_task (&scene->world, scene->scheduler, task, end, NULL,
                       scene->now);
}

static void
do_end_task (Life *life)
{
  guint n = life->scene.world.tasks->len;

  if (n > 0)
    end_task (life, life_below (life, n));
}

static void
decide_about (FitWaitingPod *pod, gpointer data)
{
  Life *life = data;

  if (!life_chance (life, 20))
    return;
  if (life_chance (life, 70))
    fit_waiting_pod_allow (pod);
  else
    fit_waiting_pod_reject (pod, "no");
}

static void
do_decide_waiting (Life *life)
{
  fit_waiting_pods_each (fit_framework_waiting (life->scene.framework),
                         decide_about, life);
  scene_wait (&life->scene, 0);
}

static void
do_wait (Life *life)
{
  static const gint64 waits[]
      = { 1, SECOND / 10, SECOND, SECOND * 3, SECOND * 8, SECOND * 40 };

  scene_wait (&life->scene, waits[life_below (life, G_N_ELEMENTS (waits))]);
}

static void (*const steps[]) (Life *life) = {
  life_change_cluster,
  life_change_cluster,
  life_change_cluster,
  do_wait,
  life_change_cluster,
  life_change_cluster,
  life_change_cluster,
  do_wait,
  life_change_cluster,
  life_change_cluster,
  life_change_cluster,
  do_miss,
  life_change_cluster,
  life_change_cluster,
  life_change_cluster,
  do_tell,
  do_tell,
  do_tell,
  do_tell,
  do_tell,
  do_tell,
  do_tell,
  do_tell,
  do_schedule,
  do_schedule,
  do_schedule,
  do_schedule,
  do_schedule,
  do_schedule,
  do_schedule,
  do_end_task,
  do_end_task,
  do_end_task,
  do_end_task,
  do_end_task,
  do_end_task,
  do_end_task,
  do_decide_waiting,
};

void
life_step (Life *life)
{
  steps[life_below (life, G_N_ELEMENTS (steps))](life);
}

static gboolean
settle_once (Life *life)
{
  Scene *scene = &life->scene;

  if (scene->world.updates->len > 0)
    tell (life, 0);
  else if (scene->world.tasks->len > 0)
    end_task (life, 0); /* works: there is no trouble any more */
  else
    return life_schedule (life);
  return TRUE;
}

/* All that needs no time. */
static void
settle (Life *life)
{
  guint n = 0;

  while (settle_once (life))
    if (++n > 10000)
      fail_msg ("pods are tried over and over again");
}

void
life_calm_down (Life *life)
{
  life->trouble = 0;
  for (guint i = 0; i < 30; i++)
    {
      settle (life);
      if (i < 20)
        life_run_pods (life);
      scene_wait (&life->scene, 31 * SECOND);
    }
  /* What is late now needs a look at its volumes. */
  for (guint i = 0; i < 3; i++)
    {
      settle (life);
      scene_wait (&life->scene, 2 * SECOND);
    }
}

/* -- trouble --------------------------------------------------------------- */

static gboolean
call_fails (gpointer data, FakeCall call)
{
  static const Trouble troubles[] = { [FAKE_GET_POD] = TROUBLE_GET_POD,
                                      [FAKE_NOMINATE] = TROUBLE_NOMINATION,
                                      [FAKE_CONDITION] = TROUBLE_CONDITION,
                                      [FAKE_DELETE] = TROUBLE_VICTIM };

  return call != FAKE_GET_NODE && strikes (data, troubles[call]);
}

static FitStatusCode
plugin_says (gpointer data, FitExtensionPoint point, const FitPod *pod)
{
  Life *life = data;

  if (point == FIT_POINT_FILTER)
    return strikes (life, TROUBLE_FILTER)
               ? (life_chance (life, 50) ? FIT_STATUS_ERROR
                                         : FIT_STATUS_UNSCHEDULABLE)
               : FIT_STATUS_SUCCESS;
  if (strikes (life, TROUBLE_PLUGIN))
    return life_chance (life, 50) ? FIT_STATUS_ERROR : FIT_STATUS_UNSCHEDULABLE;
  if (point == FIT_POINT_BIND)
    return FIT_STATUS_SKIP;
  if (point == FIT_POINT_PERMIT && life->trouble > 0 && life_chance (life, 25))
    return FIT_STATUS_WAIT;
  return FIT_STATUS_SUCCESS;
}

/* -- the story ------------------------------------------------------------- */

static void
remember_reason (Life *life, const FitDecision *decision)
{
  assert_true (*decision->message != '\0');
  g_hash_table_replace (life->reasons, g_strdup (decision->pod->meta.uid),
                        g_strdup (decision->message));
  if (strstr (decision->message, "rejected due to timeout") != NULL)
    life->n_trouble[TROUBLE_PERMIT_TIMEOUT]++;
}

static void
decided (gpointer data, const FitDecision *decision)
{
  Life *life = data;

  if (decision->type == FIT_DECISION_FAILED)
    {
      remember_reason (life, decision);
      /* later ones are queued at once */
      if (life->release < FIT_RELEASE (20, 0))
        add_reading (life, decision->pod, 1);
    }
  if (decision->type == FIT_DECISION_EXPIRED)
    life->n_trouble[TROUBLE_UNCONFIRMED]++;
  g_string_append_printf (
      life->story,
      "%" G_GINT64_FORMAT " %s %s %s %s %s %s %s %" G_GINT64_FORMAT " %u/%u\n",
      decision->time_ns, fit_decision_type_name (decision->type),
      decision->pod != NULL ? decision->pod->meta.name : "-",
      decision->pod != NULL ? decision->pod->meta.uid : "-",
      decision->node_name != NULL ? decision->node_name : "-",
      decision->queue != NULL ? decision->queue : "-",
      decision->reason != NULL ? decision->reason : "-",
      decision->message != NULL ? decision->message : "-", decision->score,
      decision->feasible, decision->evaluated);
  if (life->decided != NULL)
    life->decided (life->data, decision);
}

void
life_fail (const Life *life, const FitPod *pod, const char *format, ...)
{
  g_auto (GStrv) lines = g_strsplit (life->story->str, "\n", -1);
  g_autofree char *name = g_strdup_printf (" %s ", pod->meta.name);
  va_list args;

  for (guint i = 0; lines[i] != NULL; i++)
    if (strstr (lines[i], name) != NULL)
      printf ("# %s\n", lines[i]);
  va_start (args, format);
  printf ("# now %" G_GINT64_FORMAT ", %s (%s) ", life->scene.now,
          pod->meta.name, pod->meta.uid);
  vprintf (format, args);
  printf ("\n");
  va_end (args);
  fail ();
  g_assert_not_reached ();
}

/* -- beginning and end ----------------------------------------------------- */

#define ANYWHERE                                                             \
  (POINT (PRE_FILTER) | POINT (FILTER) | POINT (POST_FILTER) | POINT (SCORE) \
   | POINT (RESERVE) | POINT (PERMIT) | POINT (PRE_BIND) | POINT (BIND)      \
   | POINT (UNRESERVE))

void
life_init (Life *life, const LifeSetup *setup)
{
  SceneSetup scene = { .policy = setup->policy,
                       .release = setup->release,
                       .trusts_bindings = setup->trusts_bindings,
                       .points = { setup->trouble > 0 ? ANYWHERE : 0 },
                       .scheduling = { .tie_break = FIT_TIE_BREAK_RANDOM,
                                       .seed = setup->seed } };

  *life = (Life){
    .random = g_rand_new_with_seed (setup->seed),
    .trouble = setup->trouble,
    .rich = setup->rich,
    .nodes = setup->nodes > 0 ? setup->nodes : FEW_NODES,
    .pods = setup->pods > 0 ? setup->pods : FEW_PODS,
    .told
    = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, fit_object_unref),
    .told_nodes
    = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, fit_object_unref),
    .touched = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .outlived = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .reading = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .reasons = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
    .story = g_string_new (NULL),
  };
  life->release = FIT_RELEASE_LEGACY;
  if (setup->release != NULL)
    assert_true (fit_release_parse (setup->release, &life->release, NULL));
  scene_init (&life->scene, &scene);
  life->scene.world.data = life;
  life->scene.world.decided = decided;
  life->scene.world.fault = call_fails;
  life->scene.plugins[0].choose = plugin_says;
  life->scene.plugins[0].data = life;
  for (guint i = 0; i < life->nodes / 2; i++)
    fake_world_set (&life->scene.world, FIT_KIND_NODE,
                    life_make_node (life, i));
  fake_world_set_all (&life->scene.world,
                      CLASS ("late", "example.com/p")
                          CLASS ("static", "kubernetes.io/no-provisioner"));
}

void
life_clear (Life *life)
{
  scene_clear (&life->scene);
  g_clear_pointer (&life->random, g_rand_free);
  g_clear_pointer (&life->told, g_hash_table_unref);
  g_clear_pointer (&life->told_nodes, g_hash_table_unref);
  g_clear_pointer (&life->touched, g_hash_table_unref);
  g_clear_pointer (&life->outlived, g_hash_table_unref);
  g_clear_pointer (&life->reading, g_hash_table_unref);
  g_clear_pointer (&life->reasons, g_hash_table_unref);
  g_string_free (g_steal_pointer (&life->story), TRUE);
}
