/* Random lives of random clusters: a record replays to the same decisions at
 * the same times, and what is gone is gone.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/simulate/replayed.h"
#include "tests/support/random-objects.h"

#include <stdio.h>
#include <string.h>

#define RUNS 30
#define EVENTS 150
#define NODES 12

#define POD_FLAGS (RANDOM_RULES | RANDOM_TERMS | RANDOM_SPREAD)

/* A trace that is being made up. */
typedef struct
{
  GRand *random;
  GString *manifest;
  GString *trace;
  gint64 time_ms;
  gboolean nodes[NODES]; /* those that are there */
  GPtrArray *pods;       /* owned "NAMESPACE/NAME": those that are there */
  guint n_pods;          /* that ever were */
} Life;

static void
life_clear (Life *life)
{
  g_rand_free (life->random);
  g_string_free (life->manifest, TRUE);
  g_string_free (life->trace, TRUE);
  g_ptr_array_unref (life->pods);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Life, life_clear)

static guint
pick (Life *life, guint n)
{
  return (guint) g_rand_int_range (life->random, 0, (gint32) n);
}

static void
tell (Life *life, const char *verb, const char *object)
{
  g_string_append_printf (life->trace,
                          "{\"time\": %d.%03d, \"verb\": \"%s\", \"object\": "
                          "%s}\n",
                          (int) (life->time_ms / 1000),
                          (int) (life->time_ms % 1000), verb, object);
}

static char *
make_node (Life *life, guint number)
{
  g_autofree char *name = g_strdup_printf ("node-%02u", number);

  return random_node (life->random, name, RANDOM_TROUBLE);
}

static void
change_node (Life *life)
{
  guint number = pick (life, NODES);
  g_autofree char *node = make_node (life, number);
  gboolean remove = life->nodes[number] && pick (life, 4) == 0;
  g_autofree char *name = g_strdup_printf (
      "{\"kind\": \"Node\", \"metadata\": {\"name\": \"node-%02u\"}}", number);

  tell (life,
        remove                ? "delete"
        : life->nodes[number] ? "update"
                              : "add",
        remove ? name : node);
  life->nodes[number] = !remove;
}

/* A pod as random_pod() makes it is in the namespace "a" or "b". */
static char *
make_pod (Life *life, const char *name, const char **out_namespace)
{
  g_autofree char *node = g_strdup_printf ("node-%02u", pick (life, NODES));
  char *pod = random_pod (life->random, name, pick (life, 6) == 0 ? node : NULL,
                          POD_FLAGS);

  *out_namespace = strstr (pod, "\"namespace\":\"a\"") != NULL ? "a" : "b";
  return pod;
}

static char *
new_pod (Life *life)
{
  g_autofree char *name = g_strdup_printf ("pod-%03u", life->n_pods++);
  const char *namespace_;
  char *pod = make_pod (life, name, &namespace_);

  g_ptr_array_add (life->pods, g_strdup_printf ("%s/%s", namespace_, name));
  return pod;
}

static void
change_pod (Life *life)
{
  guint number = pick (life, life->pods->len);
  const char *full = life->pods->pdata[number];
  const char *name = strchr (full, '/') + 1;
  const char *namespace_;
  g_autofree char *pod = make_pod (life, name, &namespace_);
  g_autofree char *gone = g_strdup_printf (
      "{\"kind\": \"Pod\", \"metadata\": {\"namespace\": \"%c\", \"name\": "
      "\"%s\"}}",
      full[0], name);

  if (full[0] == namespace_[0] && pick (life, 2) == 0)
    {
      tell (life, "update", pod);
      return;
    }
  tell (life, "delete", gone);
  g_ptr_array_remove_index_fast (life->pods, number);
}

static void
happen (Life *life)
{
  guint chance = pick (life, 10);

  if (pick (life, 3) > 0)
    life->time_ms += pick (life, 8000);
  if (chance == 0)
    change_node (life);
  else if (chance < 4 && life->pods->len > 0)
    change_pod (life);
  else
    {
      g_autofree char *pod = new_pod (life);

      tell (life, "add", pod);
    }
}

/* One of each kind that may matter. */
#define OTHERS                                                                 \
  SERVICE ("web", "app: web")                                                  \
  REPLICA_SET ("db", "matchLabels: {app: db}")                                 \
  "---\n{apiVersion: policy/v1beta1, kind: PodDisruptionBudget, metadata: "    \
  "{namespace: a, name: web}, spec: {selector: {matchLabels: {app: web}}}}\n"  \
  "---\n{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: "    \
  "{name: all}, value: 3, globalDefault: true}\n"                              \
  "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: " \
  "fast}, provisioner: x}\n"

static void
live (Life *life, guint32 seed)
{
  *life = (Life){ .random = g_rand_new_with_seed (seed),
                  .manifest = g_string_new (NULL),
                  .trace = g_string_new (NULL),
                  .pods = g_ptr_array_new_with_free_func (g_free) };
  if (seed % 4 != 0)
    g_string_append (life->manifest, OTHERS);
  for (guint i = 0; seed % 4 != 0 && i < NODES / 2; i++)
    {
      g_autofree char *node = make_node (life, i);
      g_autofree char *pod = new_pod (life);

      life->nodes[i] = TRUE;
      g_string_append_printf (life->manifest, "---\n%s\n---\n%s\n", node, pod);
    }
  for (guint i = 0; i < EVENTS; i++)
    happen (life);
}

static ReplaySetup
setup_of (const Life *life, guint32 seed)
{
  return (ReplaySetup){
    .manifest = life->manifest->str,
    .trace = life->trace->str,
    .tie_break = seed % 2 ? FIT_TIE_BREAK_RANDOM : FIT_TIE_BREAK_ROUND_ROBIN,
    .bind_latency_ns = seed % 3 * G_GINT64_CONSTANT (300000000),
    .record = TRUE,
  };
}

static void
assert_same (const Replayed *a, const Replayed *b)
{
  assert_string_equal (a->text->str, b->text->str);
  assert_string_equal (a->events->str, b->events->str);
  assert_string_equal (a->record, b->record);
}

static void
test_records_replay_the_same (void **state)
{
  guint preempted = 0;

  for (guint run = 0; run < random_runs (RUNS); run++)
    {
      guint32 seed = random_seed (run);
      g_auto (Life) life;
      g_auto (Replayed) first, second;
      ReplaySetup setup;

      live (&life, seed);
      setup = setup_of (&life, seed);
      replayed_init (&first, &setup);
      setup.manifest = NULL;
      setup.trace = first.record;
      replayed_init (&second, &setup);
      assert_same (&first, &second);
      preempted += strstr (first.text->str, " nominated ") != NULL;
    }
  assert_true (preempted > 0);
}

/* Whatever has happened, a cluster that is emptied is empty. */
static void
test_nothing_is_left_of_what_is_gone (void **state)
{
  for (guint run = 0; run < random_runs (RUNS) / 2; run++)
    {
      guint32 seed = random_seed (run);
      g_auto (Life) life;
      g_auto (Replayed) replayed;
      ReplaySetup setup;

      live (&life, seed);
      for (guint i = 0; i < life.pods->len; i++)
        {
          const char *full = life.pods->pdata[i];
          g_autofree char *gone = g_strdup_printf (
              "{\"kind\": \"Pod\", \"metadata\": {\"namespace\": \"%c\", "
              "\"name\": \"%s\"}}",
              full[0], strchr (full, '/') + 1);

          tell (&life, "delete", gone);
        }
      setup = setup_of (&life, seed);
      replayed_init (&replayed, &setup);
      assert_int_equal (replayed_n_pods (&replayed), 0);
      for (guint i = 0;
           i < fit_cache_n_slots (fit_replay_cache (replayed.replay)); i++)
        {
          const FitNodeInfo *node
              = fit_cache_node (fit_replay_cache (replayed.replay), i);

          assert_true (node == NULL || node->n_pods == 0);
        }
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_records_replay_the_same),
    cmocka_unit_test (test_nothing_is_left_of_what_is_gone),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
