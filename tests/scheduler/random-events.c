/* What may happen in a cluster, whatever the scheduler does.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/scheduler/random-life.h"

#include <string.h>

#define CLAIMS 5 /* names */

static const char *
pick (Life *life, const char *const *words, guint n)
{
  return words[life_below (life, n)];
}
#define PICK(life, ...)                             \
  pick (life, (const char *const[]){ __VA_ARGS__ }, \
        sizeof ((const char *const[]){ __VA_ARGS__ }) / sizeof (char *))

/* -- objects --------------------------------------------------------------- */

static FitPod *
make_pod (Life *life, guint number)
{
  g_autofree char *claim
      = g_strdup_printf (USES ("c%u"), life_below (life, CLAIMS));
  g_autofree char *manifest = g_strdup_printf (
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: p%u, uid: u%u, "
      "namespace: ns, labels: {app: %s}}, spec: {schedulerName: "
      "default-scheduler, %s %s affinity: {%s}, containers: [{resources: "
      "{requests: {%s}}, ports: [%s]}]}}",
      number, life->n_made++, PICK (life, "a", "b", "c"),
      PICK (life, "", PRIORITY ("0"), PRIORITY ("5"), PRIORITY ("9")),
      life->rich && life_chance (life, 25) ? claim : "",
      PICK (life, "", "", "", "", "",
            POD_ANTI_AFFINITY (TERM ("kubernetes.io/hostname", "app: a")),
            POD_AFFINITY (TERM ("zone", "app: b")),
            POD_ANTI_AFFINITY (TERM ("zone", "app: c"))),
      PICK (life, "", "cpu: 300m", "cpu: 600m", "cpu: 900m", "memory: 2Gi"),
      life->rich && life_chance (life, 20) ? "{containerPort: 1, hostPort: 80}"
                                           : "");

  return pod_from (manifest);
}

FitNode *
life_make_node (Life *life, guint number)
{
  g_autofree char *manifest = g_strdup_printf (
      "---\n{apiVersion: v1, kind: Node, metadata: {name: n%u, labels: {"
      "kubernetes.io/hostname: n%u, zone: %s, " ZONE "%s}}, spec: {%s}, "
      "status: {allocatable: {cpu: %s, memory: %s, pods: %u}}}",
      number, number, PICK (life, "z1", "z2"), PICK (life, "z1", "z2", "''"),
      PICK (life, "", "", "", "", "", "unschedulable: true",
            "taints: [{key: a, effect: NoSchedule}]"),
      PICK (life, "1", "2"), PICK (life, "4Gi", "8Gi"),
      2 + life_below (life, 5));

  return node_from (manifest);
}

static const FitPod *
find_pod (Life *life, guint number)
{
  g_autofree char *name = g_strdup_printf ("p%u", number);

  return fake_world_find (&life->scene.world, FIT_KIND_POD, "ns", name);
}

/* A copy of @pod that may be changed. */
static FitPod *
copy_pod (const FitPod *pod)
{
  return fit_pod_with_node_name (pod, pod->node_name);
}

/* -- pods come, change and go ---------------------------------------------- */

static void
set_pod (Life *life, FitPod *pod)
{
  fake_world_set (&life->scene.world, FIT_KIND_POD, pod);
}

static void
do_add_pod (Life *life)
{
  guint number = life_below (life, life->pods);

  if (find_pod (life, number) == NULL)
    set_pod (life, make_pod (life, number));
}

static void
do_delete_pod (Life *life)
{
  const FitPod *pod = find_pod (life, life_below (life, life->pods));
  FitPod *dying;

  if (pod == NULL)
    return;
  life->n_trouble[TROUBLE_DELETED] += life_on_its_way (life, pod);
  if (*pod->node_name == '\0' || life_chance (life, 50))
    {
      fake_world_remove (&life->scene.world, FIT_KIND_POD, "ns",
                         pod->meta.name);
      return;
    }
  dying = copy_pod (pod);
  dying->meta.deletion_time_ns = 1;
  set_pod (life, dying);
}

static void
do_make_anew (Life *life)
{
  guint number = life_below (life, life->pods);
  const FitPod *pod = find_pod (life, number);

  if (pod == NULL)
    return;
  life->n_trouble[TROUBLE_MADE_ANEW] += life_on_its_way (life, pod);
  fake_world_remove (&life->scene.world, FIT_KIND_POD, "ns", pod->meta.name);
  set_pod (life, make_pod (life, number));
}

static void
do_change_pod (Life *life)
{
  const FitPod *pod = find_pod (life, life_below (life, life->pods));
  g_autoptr (FitPod) other = make_pod (life, 0);
  FitPod *changed;

  if (pod == NULL)
    return;
  life->n_trouble[TROUBLE_CHANGED] += life_on_its_way (life, pod);
  changed = copy_pod (pod);
  if (life_chance (life, 50))
    {
      fit_labels_unref (changed->meta.labels);
      changed->meta.labels = fit_labels_ref (other->meta.labels);
    }
  set_pod (life, changed);
}

void
life_run_pods (Life *life)
{
  g_autoptr (GPtrArray) pods = life_pods (life);

  for (guint i = 0; i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];
      gboolean lost = *pod->node_name != '\0'
                      && fake_world_find (&life->scene.world, FIT_KIND_NODE, "",
                                          pod->node_name)
                             == NULL;

      if ((fit_object_meta_deleting (&pod->meta) || lost)
          && life_chance (life, 40))
        fake_world_remove (&life->scene.world, FIT_KIND_POD, "ns",
                           pod->meta.name);
      else if (*pod->node_name != '\0' && life_chance (life, 5))
        {
          g_autoptr (FitPod) ended
              = pod_from (OURS_WITH ("e", "", "", "phase: Succeeded"));
          FitPod *changed = copy_pod (pod);

          fit_intern_unref (changed->phase);
          changed->phase = fit_intern (ended->phase);
          set_pod (life, changed);
        }
    }
}

static void
do_take_pod (Life *life)
{
  const FitPod *pod = find_pod (life, life_below (life, life->pods));
  g_autofree char *node
      = g_strdup_printf ("n%u", life_below (life, life->nodes));

  if (pod == NULL || *pod->node_name != '\0' || life->trouble == 0
      || life_chance (life, 80))
    return;
  life->n_trouble[TROUBLE_TAKEN]++;
  set_pod (life, fit_pod_with_node_name (pod, node));
}

/* -- nodes and volumes ----------------------------------------------------- */

static void
do_set_node (Life *life)
{
  guint number = life_below (life, life->nodes);

  fake_world_set (&life->scene.world, FIT_KIND_NODE,
                  life_make_node (life, number));
}

static void
do_remove_node (Life *life)
{
  g_autofree char *name
      = g_strdup_printf ("n%u", life_below (life, life->nodes));
  const FakeWorld *world = &life->scene.world;

  if (fake_world_find (world, FIT_KIND_NODE, "", name) == NULL
      || g_hash_table_size (world->live[FIT_KIND_NODE]) < 3)
    return;
  for (guint i = 0; i < world->tasks->len; i++)
    if (strcmp (((const FitTask *) world->tasks->pdata[i])->node_name, name)
        == 0)
      life->n_trouble[TROUBLE_NODE_GONE]++;
  fake_world_remove (&life->scene.world, FIT_KIND_NODE, "", name);
}

static void
do_set_volume (Life *life)
{
  guint number = life_below (life, CLAIMS);
  g_autofree char *claim = g_strdup_printf (CLAIM ("c%u", "%s"), number, number,
                                            PICK (life, "late", "static"));
  g_autofree char *volume = g_strdup_printf (VOLUME ("v%u", "static"), number);
  g_autofree char *name = g_strdup_printf ("c%u", number);

  if (!life->rich)
    return;
  if (life_chance (life, 50))
    fake_world_set_all (&life->scene.world, volume);
  else if (fake_world_find (&life->scene.world,
                            FIT_KIND_PERSISTENT_VOLUME_CLAIM, "ns", name)
           == NULL)
    fake_world_set_all (&life->scene.world, claim);
  else if (life_chance (life, 30))
    fake_world_remove (&life->scene.world, FIT_KIND_PERSISTENT_VOLUME_CLAIM,
                       "ns", name);
}

static void
do_set_service (Life *life)
{
  g_autofree char *manifest
      = g_strdup_printf (SERVICE ("s", "app: %s"), PICK (life, "a", "b"));

  fake_world_set_all (&life->scene.world, manifest);
}

/* -- anything of that ------------------------------------------------------ */

static void (*const changes[]) (Life *life) = {
  do_add_pod,   do_add_pod,     do_add_pod,    do_delete_pod,
  do_make_anew, do_change_pod,  life_run_pods, do_take_pod,
  do_set_node,  do_remove_node, do_set_volume, do_set_service,
};

void
life_change_cluster (Life *life)
{
  changes[life_below (life, G_N_ELEMENTS (changes))](life);
}
