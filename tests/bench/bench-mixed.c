/* bench-mixed.c - schedules pods of all templates and of many classes in turn, and
 * takes the time per pod
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/bench-mixed.h"

#include <string.h>

#include "algorithmprovider/defaults.h"
#include "base/limits.h"
#include "simulate/simulation.h"
#include "tests/bench/bench-child.h"
#include "tests/bench/bench-stats.h"

/* Nodes are read by so many, for their text is larger than they are. */
#define AT_ONCE 10000

/* Requests differ in both amounts. */
#define CPUS 100

typedef struct
{
  Workload workload;
  guint classes;
  guint seconds;
} Order;

static gboolean
read_list (FitObjects *objects, GString *items, GError **error)
{
  const FitLimits *limits = fit_limits_default ();
  g_autofree char *text = g_strdup_printf (
      "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[%s]}", items->str);

  return fit_objects_read (objects, text, strlen (text), "cluster",
                           FIT_DECODE_AS_IS, limits, error);
}

static gboolean
read_nodes (FitObjects *objects, const Workload *workload, guint begin,
            GError **error)
{
  const guint end = MIN (begin + AT_ONCE, workload->nodes);
  GString *items = g_string_new (NULL);
  gboolean done;

  for (guint i = begin; i < end; i++)
    {
      g_string_append (items, i > begin ? "," : "");
      workload_append_node (items, workload, i);
    }
  done = read_list (objects, items, error);
  g_string_free (items, TRUE);
  return done;
}

static gboolean
read_services (FitObjects *objects, const Workload *workload, GError **error)
{
  GString *items = g_string_new (NULL);
  gboolean done;

  for (guint i = 0; i < workload_count_services (workload); i++)
    {
      g_string_append (items, i > 0 ? "," : "");
      workload_append_service (items, i);
    }
  done = read_list (objects, items, error);
  g_string_free (items, TRUE);
  return done;
}

static FitSimulation *
load (const Workload *workload, GError **error)
{
  FitSimulationOptions options = {
    .gates = fit_feature_gates_default (),
    .provider = FIT_DEFAULT_PROVIDER,
    .hard_pod_affinity_symmetric_weight = 1,
    .scheduler_name = "default-scheduler",
  };
  g_autoptr (FitRegistry) registry = fit_registry_new_default (options.gates);
  g_autoptr (FitObjects) objects = fit_objects_new ();

  options.registry = registry;
  for (guint i = 0; i < workload->nodes; i += AT_ONCE)
    if (!read_nodes (objects, workload, i, error))
      return NULL;
  return read_services (objects, workload, error)
             ? fit_simulation_new (objects, &options, error)
             : NULL;
}

/* Returns: (transfer full): the pod with the requests of its class */
static FitPod *
pod_new (const Order *order, guint number, GError **error)
{
  const guint class_ = number % order->classes;
  GString *text = g_string_new (NULL);
  g_autofree char *cpu = g_strdup_printf ("\"cpu\":\"%um\"", 1 + class_ % CPUS);
  g_autofree char *memory
      = g_strdup_printf ("\"memory\":\"%uMi\"", 1 + class_ / CPUS);
  g_autoptr (FitObjects) objects = fit_objects_new ();
  gboolean done;

  workload_append_pending_pod (text, &order->workload, number);
  g_string_replace (text, "\"cpu\":\"100m\"", cpu, 0);
  g_string_replace (text, "\"memory\":\"500Mi\"", memory, 0);
  done = fit_objects_read (objects, text->str, text->len, "pod",
                           FIT_DECODE_AS_IS, NULL, error);
  g_string_free (text, TRUE);
  return done ? (FitPod *) fit_pod_ref (objects->of[FIT_KIND_POD]->pdata[0])
              : NULL;
}

static void
count (BenchMixedPart *part, gboolean bound, guint64 cpu_ns)
{
  part->pods++;
  part->bound += bound;
  part->cpu_us += (double) cpu_ns / 1e3;
}

static gboolean
schedule (FitSimulation *simulation, const FitPod *pod, gboolean *out_bound,
          GError **error)
{
  g_auto (FitPlacement) placement = { 0 };

  fit_simulation_schedule (simulation, pod, &placement);
  if (placement.error != NULL)
    g_propagate_error (error, g_steal_pointer (&placement.error));
  *out_bound = placement.result.node != NULL;
  return *error == NULL;
}

static gboolean
measure (gconstpointer data, gpointer out, GError **error)
{
  const Order *order = data;
  BenchMixedResult *result = out;
  g_autoptr (FitSimulation) simulation = load (&order->workload, error);
  g_autoptr (GError) problem = NULL;

  for (guint i = 0; simulation != NULL && i < order->workload.pods
                    && result->all.cpu_us < 1e6 * order->seconds;
       i++)
    {
      g_autoptr (FitPod) pod = pod_new (order, i, error);
      gboolean bound;
      guint64 begin;

      if (pod == NULL)
        return FALSE;
      begin = bench_clock_ns (CLOCK_PROCESS_CPUTIME_ID);
      if (!schedule (simulation, pod, &bound, &problem))
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      begin = bench_clock_ns (CLOCK_PROCESS_CPUTIME_ID) - begin;
      count (&result->all, bound, begin);
      count (&result->of[workload_template_of (&order->workload, i)], bound,
             begin);
    }
  result->all.cpu_us /= MAX (result->all.pods, 1);
  for (guint i = 0; i < WORKLOAD_MIXED; i++)
    result->of[i].cpu_us /= MAX (result->of[i].pods, 1);
  result->heap_mib = bench_heap_mib ();
  return simulation != NULL;
}

gboolean
bench_mixed_run (guint nodes, guint classes, guint pods, guint seconds,
                 BenchMixedResult *out_result, GError **error)
{
  const Order order = { .workload = { .nodes = nodes,
                                      .pods = pods,
                                      .zones = WORKLOAD_ZONES,
                                      .seed = WORKLOAD_SEED,
                                      .template_ = WORKLOAD_MIXED },
                        .classes = classes,
                        .seconds = seconds };

  return bench_child_run (measure, &order, out_result, sizeof *out_result,
                          error);
}
