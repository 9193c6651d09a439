/* fuzz-cache.c - any operations on the cache
 *
 * After each of them every node is the sum of its pods, as one would add them up
 * anew; pods are in the state in which a plain model has them; and images are
 * where nodes say that they are.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/sums.h"

#include "base/intern.h"
#include "tests/fuzz/shapes.h"

#define NODES 4
#define PODS 7
#define STEPS 60
#define SECOND G_GINT64_CONSTANT (1000000000)
#define TTL_NS (30 * SECOND)

typedef enum
{
  ABSENT,
  ASSUMED,
  ADDED,
} State;

typedef struct
{
  Choices *choices;
  FitCache *cache;
  gint64 now;
  FitNode *nodes[NODES]; /* (nullable) owned */
  FitPod *pods[PODS];    /* (nullable) owned: as known last */
  State states[PODS];
  gint64 deadlines[PODS]; /* FIT_TIME_NONE: none */
} Run;

static void
set_pod (Run *run, guint i, FitPod *pod, State state)
{
  fit_pod_unref (run->pods[i]);
  run->pods[i] = pod;
  run->states[i] = state;
  run->deadlines[i] = FIT_TIME_NONE;
}

/* Returns: (transfer full): the pod number @i in some form, on @node or, if that
 * is NULL, on some node */
static FitPod *
make_pod (Run *run, guint i, const char *node)
{
  g_autofree char *name = g_strdup_printf ("p%u", i);
  g_autofree char *json = shape_object (run->choices, FIT_KIND_POD, name);
  g_autoptr (FitObjects) objects = shape_read (json, FIT_DECODE_SIDECARS);
  FitPod *pod = objects->of[FIT_KIND_POD]->pdata[0];
  g_autofree char *some
      = g_strdup_printf ("n%u", choices_below (run->choices, NODES));
  const char *interned = fit_intern (node != NULL ? node : some);

  pod = fit_pod_with_node_name (pod, interned);
  fit_object_meta_set_texts (&pod->meta, pod->meta.name, name,
                             pod->meta.resource_version);
  fit_intern_unref (interned);
  return pod;
}

/* -- nodes ----------------------------------------------------------------- */

static void
add_node (Run *run, guint i)
{
  const guint number = i % NODES;
  g_autofree char *name = g_strdup_printf ("n%u", number);
  g_autofree char *json = shape_object (run->choices, FIT_KIND_NODE, name);
  g_autoptr (FitObjects) objects = shape_read (json, FIT_DECODE_DEFAULT);

  fit_node_unref (run->nodes[number]);
  run->nodes[number]
      = (FitNode *) fit_node_ref (objects->of[FIT_KIND_NODE]->pdata[0]);
  fit_cache_add_node (run->cache, run->nodes[number]);
}

static void
remove_node (Run *run, guint i)
{
  const guint number = i % NODES;
  g_autofree char *name = g_strdup_printf ("n%u", number);

  g_assert_cmpint (fit_cache_remove_node (run->cache, name, NULL), ==,
                   run->nodes[number] != NULL);
  fit_node_unref (g_steal_pointer (&run->nodes[number]));
}

/* -- pods ------------------------------------------------------------------ */

static void
assume_pod (Run *run, guint i)
{
  FitPod *pod = make_pod (run, i, NULL);

  g_assert_cmpint (fit_cache_assume_pod (run->cache, pod, NULL), ==,
                   run->states[i] == ABSENT);
  if (run->states[i] == ABSENT)
    set_pod (run, i, pod, ASSUMED);
  else
    fit_pod_unref (pod);
}

static void
finish_binding (Run *run, guint i)
{
  if (run->states[i] == ABSENT)
    return;
  run->deadlines[i] = run->now + TTL_NS;
  fit_cache_finish_binding (run->cache, run->pods[i], run->deadlines[i]);
}

static void
add_pod (Run *run, guint i)
{
  FitPod *pod = make_pod (run, i, NULL);

  g_assert_cmpint (fit_cache_add_pod (run->cache, pod, NULL), ==,
                   run->states[i] != ADDED);
  if (run->states[i] != ADDED)
    set_pod (run, i, pod, ADDED);
  else
    fit_pod_unref (pod);
}

/* Half of the updates name the node where the pod is. */
static void
update_pod (Run *run, guint i)
{
  const FitPod *old = run->pods[i];
  FitPod *pod = make_pod (
      run, i,
      old != NULL && choices_boolean (run->choices) ? old->node_name : NULL);
  const gboolean fits
      = run->states[i] == ADDED && old->node_name == pod->node_name;

  g_assert_cmpint (
      fit_cache_update_pod (run->cache, old != NULL ? old : pod, pod, NULL), ==,
      fits);
  if (fits)
    set_pod (run, i, pod, ADDED);
  else
    fit_pod_unref (pod);
}

static void
forget_pod (Run *run, guint i)
{
  if (run->states[i] == ABSENT)
    return;
  g_assert_cmpint (fit_cache_forget_pod (run->cache, run->pods[i], NULL), ==,
                   run->states[i] == ASSUMED);
  if (run->states[i] == ASSUMED)
    set_pod (run, i, NULL, ABSENT);
}

static void
remove_pod (Run *run, guint i)
{
  if (run->states[i] == ABSENT)
    return;
  g_assert_cmpint (fit_cache_remove_pod (run->cache, run->pods[i], NULL), ==,
                   run->states[i] == ADDED);
  if (run->states[i] == ADDED)
    set_pod (run, i, NULL, ABSENT);
}

static void
expire_pods (Run *run, guint i)
{
  g_autoptr (GPtrArray) expired = NULL;
  guint n = 0;

  run->now += (gint64) i * 6 * SECOND;
  expired = fit_cache_expire_pods (run->cache, run->now);
  for (guint p = 0; p < PODS; p++)
    if (run->states[p] == ASSUMED && run->deadlines[p] != FIT_TIME_NONE
        && run->now > run->deadlines[p])
      {
        set_pod (run, p, NULL, ABSENT);
        n++;
      }
  g_assert_cmpuint (expired->len, ==, n);
}

/* -- cycles ---------------------------------------------------------------- */

static void
refresh (Run *run, guint i)
{
  fit_cache_refresh (run->cache);
  fit_cache_sweep (run->cache);
}

/* "What if" leaves everything as it is: a copy from which all pods go is
 * empty. */
static void
empty_copy (Run *run, guint i)
{
  if (i >= fit_cache_n_slots (run->cache)
      || fit_cache_node (run->cache, i)->name == NULL)
    return;
  g_autoptr (FitNodeInfo) copy
      = fit_node_info_clone (fit_cache_node (run->cache, i));

  while (copy->n_pods > 0)
    g_assert_true (
        fit_node_info_remove_pod (copy, copy->pods[i % copy->n_pods], NULL));
  g_assert_cmpint (copy->requested.milli_cpu, ==, 0);
  g_assert_cmpint (copy->requested.memory, ==, 0);
  g_assert_cmpint (copy->nonzero_milli_cpu, ==, 0);
  g_assert_cmpint (copy->nonzero_memory, ==, 0);
  g_assert_cmpuint (fit_node_info_n_ports (copy), ==, 0);
}

static void (*const steps[]) (Run *run, guint i)
    = { add_node,   assume_pod,  add_pod,   update_pod,
        remove_pod, remove_node, refresh,   finish_binding,
        forget_pod, expire_pods, empty_copy };

/* -- what is true at any time ---------------------------------------------- */

static void
check_images (const Run *run, const char *name)
{
  const char *image = fit_intern (name);
  gint64 size;
  guint n = 0, expected = 0;

  fit_images_lookup (fit_cache_images (run->cache), image, &size, &n);
  for (guint i = 0; i < NODES; i++)
    for (guint j = 0; run->nodes[i] != NULL && run->nodes[i]->images != NULL
                      && j < run->nodes[i]->images->n;
         j++)
      if (run->nodes[i]->images->of[j].name == image)
        {
          expected++;
          break;
        }
  g_assert_cmpuint (n, ==, expected);
  fit_intern_unref (image);
}

static void
check (const Run *run)
{
  guint n_nodes = 0;

  check_sums (run->cache);
  for (guint i = 0; i < NODES; i++)
    n_nodes += run->nodes[i] != NULL;
  g_assert_cmpuint (fit_cache_n_nodes (run->cache), ==, n_nodes);
  for (guint i = 0; i < PODS; i++)
    {
      g_autofree char *uid = g_strdup_printf ("p%u", i);
      const FitPod *found = fit_cache_find_pod (run->cache, uid);

      g_assert_true (found == run->pods[i]);
      g_assert_true (found == NULL
                     || fit_cache_is_assumed (run->cache, found)
                            == (run->states[i] == ASSUMED));
    }
  check_images (run, "app:0");
  check_images (run, "app:9");
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  Choices choices = { .bytes = data, .n_bytes = size };
  FitFeatureGates gates = fit_feature_gates_default ();
  g_autoptr (FitCache) cache = NULL;
  Run run = { .choices = &choices };

  if (choices_boolean (&choices))
    fit_feature_gates_parse (&gates, "AllAlpha=true", NULL);
  run.cache = cache = fit_cache_new (gates);
  for (guint i = 0; i < STEPS && choices_left (&choices); i++)
    {
      const guint step = choices_below (&choices, G_N_ELEMENTS (steps));

      steps[step](&run, choices_below (&choices, PODS));
      check (&run);
    }
  for (guint i = 0; i < PODS; i++)
    fit_pod_unref (run.pods[i]);
  for (guint i = 0; i < NODES; i++)
    fit_node_unref (run.nodes[i]);
  return 0;
}
