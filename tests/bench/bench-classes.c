/* bench-classes.c - schedules pods of many classes in turn, and takes the time per pod
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/bench-classes.h"

#include <string.h>

#include "algorithmprovider/defaults.h"
#include "base/limits.h"
#include "simulate/simulation.h"
#include "tests/bench/bench-child.h"
#include "tests/bench/bench-stats.h"
#include "tests/bench/workload.h"

/* When nothing else says how many pods there are. */
#define MOST_PODS 512

/* A class has looked at all nodes after so many turns: a pod that looks at 5 %
 * of them begins where the one before ended. */
#define TURNS 20
#define MOST_BEFORE (2 * BENCH_CLASSES_MOST)
#define MOST_NS (G_GUINT64_CONSTANT (4) * 1000 * 1000 * 1000)

/* The resources of nodes that already have two pods leave room for one pod of
 * each class. */
#define CPUS 128
#define MOST_RUNNING 200000

typedef struct
{
  guint nodes;
  BenchClassesRules rules;
  const guint *classes;
  guint n;
  guint pods;
} Order;

typedef struct
{
  FitSimulation *simulation;
  guint classes;
  guint pods;
} Turn;

const char *
bench_classes_rules_name (BenchClassesRules rules)
{
  static const char *const names[] = {
    [BENCH_CLASSES_PROVIDER] = "DefaultProvider, adaptive",
    [BENCH_CLASSES_PROFILE] = "1.34, all nodes scored",
  };
  G_STATIC_ASSERT (G_N_ELEMENTS (names) == BENCH_CLASSES_LAST);

  return names[rules];
}

/* -- the pods -------------------------------------------------------------- */

/* Returns: (transfer full): the pod @number, of the class @number modulo
 * @classes */
static FitPod *
pod_new (guint number, guint classes, GError **error)
{
  const guint class_ = number % classes;
  g_autofree char *text = g_strdup_printf (
      "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{"
      "\"name\":\"new-%u\",\"namespace\":\"default\",\"uid\":\"uid-new-%u\"},"
      "\"spec\":{\"schedulerName\":\"default-scheduler\",\"containers\":["
      "{\"name\":\"c\",\"image\":\"registry.example/base:1\",\"resources\":"
      "{\"requests\":{\"cpu\":\"%um\",\"memory\":\"%uMi\"}}}]}}",
      number, number, 10 + class_ % CPUS, 10 + class_ / CPUS);
  g_autoptr (FitObjects) objects = fit_objects_new ();

  if (!fit_objects_read (objects, text, strlen (text), "pod", FIT_DECODE_AS_IS,
                         NULL, error))
    return NULL;
  return (FitPod *) fit_pod_ref (objects->of[FIT_KIND_POD]->pdata[0]);
}

G_GNUC_NO_INLINE static gboolean
schedule (FitSimulation *simulation, const FitPod *pod, guint64 *cpu_ns,
          GError **error)
{
  const guint64 begin = bench_clock_ns (CLOCK_PROCESS_CPUTIME_ID);
  g_auto (FitPlacement) placement = { 0 };

  fit_simulation_schedule (simulation, pod, &placement);
  *cpu_ns += bench_clock_ns (CLOCK_PROCESS_CPUTIME_ID) - begin;
  if (placement.error == NULL && placement.result.node != NULL)
    return TRUE;
  g_set_error (
      error, FIT_ERROR, FIT_ERROR_SCHEDULE, "pod %s: %s", pod->meta.name,
      placement.error != NULL ? placement.error->message : "fits on no node");
  return FALSE;
}

/* Schedules pods from number @first on, up to @most of them.  Specs of classes
 * live as long as the pods in @kept.  Returns: how many; 0 on an error */
static guint
schedule_some (const Turn *turn, guint first, guint most, GPtrArray *kept,
               guint64 *cpu_ns, GError **error)
{
  guint n = 0;

  *cpu_ns = 0;
  while (n < most && (turn->pods > 0 || *cpu_ns < MOST_NS))
    {
      FitPod *pod = pod_new (first + n, turn->classes, error);

      if (pod == NULL)
        return 0;
      g_ptr_array_add (kept, pod);
      if (!schedule (turn->simulation, pod, cpu_ns, error))
        return 0;
      n++;
    }
  return n;
}

static gboolean
take_turns (gconstpointer data, gpointer out, GError **error)
{
  const Turn *turn = data;
  g_autoptr (GPtrArray) kept
      = g_ptr_array_new_with_free_func (fit_object_unref);
  const double before = bench_heap_mib ();
  BenchClassesResult *result = out;
  guint64 cpu_ns;
  const guint before_them = MIN (TURNS * turn->classes, MOST_BEFORE);
  const guint first
      = schedule_some (turn, 0, before_them, kept, &cpu_ns, error);

  if (first == 0)
    return FALSE;
  result->pods
      = schedule_some (turn, first, turn->pods > 0 ? turn->pods : MOST_PODS,
                       kept, &cpu_ns, error);
  result->cpu_us = (double) cpu_ns / 1e3 / MAX (result->pods, 1);
  result->heap_mib = bench_heap_mib () - before;
  result->repeated = first >= turn->classes;
  return result->pods > 0;
}

/* -- the cluster ----------------------------------------------------------- */

/* @configuration: (nullable) */
static FitSimulation *
load (const Order *order, const FitConfiguration *configuration, GError **error)
{
  const Workload workload = { .nodes = order->nodes,
                              .existing = MIN (2 * order->nodes, MOST_RUNNING),
                              .zones = WORKLOAD_ZONES,
                              .seed = WORKLOAD_SEED,
                              .template_ = WORKLOAD_BASIC };
  FitSimulationOptions options = {
    .gates = fit_feature_gates_default (),
    .provider = configuration == NULL ? FIT_DEFAULT_PROVIDER : NULL,
    .configuration = configuration,
    .hard_pod_affinity_symmetric_weight = 1,
    .scheduler_name = "default-scheduler",
  };
  g_autoptr (FitRegistry) registry = fit_registry_new_default (options.gates);
  g_autoptr (FitObjects) objects = fit_objects_new ();
  GString *text = workload_cluster (&workload);
  FitLimits limits = *fit_limits_default ();
  gboolean read;

  limits.objects = workload.nodes + workload.existing;
  read = fit_objects_read (objects, text->str, text->len, "cluster",
                           FIT_DECODE_AS_IS, &limits, error);

  g_string_free (text, TRUE);
  options.registry = registry;
  return read ? fit_simulation_new (objects, &options, error) : NULL;
}

static FitConfiguration *
profile_new (GError **error)
{
  static const char text[] = "apiVersion: kubescheduler.config.k8s.io/v1\n"
                             "kind: KubeSchedulerConfiguration\n"
                             "percentageOfNodesToScore: 100\n";
  const FitConfigurationOptions options = { .release = FIT_RELEASE (34, 1) };

  return fit_configuration_read (text, strlen (text), "profile", &options,
                                 error);
}

static gboolean
load_and_take_turns (gconstpointer data, gpointer results, GError **error)
{
  const Order *order = data;
  g_autoptr (FitConfiguration) configuration = NULL;
  g_autoptr (FitSimulation) simulation = NULL;

  if (order->rules == BENCH_CLASSES_PROFILE
      && (configuration = profile_new (error)) == NULL)
    return FALSE;
  simulation = load (order, configuration, error);
  for (guint i = 0; simulation != NULL && i < order->n; i++)
    {
      const Turn turn = { simulation, order->classes[i], order->pods };

      if (!bench_child_run (take_turns, &turn,
                            (BenchClassesResult *) results + i,
                            sizeof (BenchClassesResult), error))
        return FALSE;
    }
  return simulation != NULL;
}

gboolean
bench_classes_run (guint nodes, BenchClassesRules rules, const guint *classes,
                   guint n, guint pods, BenchClassesResult *out_results,
                   GError **error)
{
  const Order order = { nodes, rules, classes, n, pods };

  return bench_child_run (load_and_take_turns, &order, out_results,
                          sizeof *out_results * n, error);
}
