/* resource-page.c - the page /metrics/resources: what each pod requests and may
 * use
 *
 * The scheduler's thread only lists the pods.  The thread of the connection
 * writes the page, so that however many there are, no decision waits for that.
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/resource-page.h"

#include "api/names.h"
#include "base/each.h"
#include "daemon/daemon-private.h"
#include "serving/metric-set.h"

#define PATIENCE_MS 10000u

/* What the page has of each pod. */
typedef struct
{
  const char *metric;
  const char *help;
  const FitResources *(*amounts) (const FitPodSpec *spec);
  gboolean bounded; /* only what is bounded anyway grows by the overhead */
} Series;

static const FitResources *
limits (const FitPodSpec *spec)
{
  return &spec->limits;
}

static const Series all_series[] = {
  { "kube_pod_resource_request",
    "What pods that have not ended request, with overhead.",
    fit_pod_counted_requests, FALSE },
  { "kube_pod_resource_limit",
    "What pods that have not ended may use, with overhead.", limits, TRUE },
};

static void
list_pods (FitDaemon *daemon, gpointer data)
{
  *(GPtrArray **) data
      = fit_live_objects_list (daemon->view.live, FIT_KIND_POD);
}

static void
append_amount (GString *page, const Series *series, const FitPod *pod,
               const char *resource, const char *unit, double amount)
{
  if (amount == 0)
    return;
  g_string_append_printf (
      page,
      "%s{namespace=\"%s\",node=\"%s\",pod=\"%s\",priority=\"%d\","
      "resource=\"%s\",scheduler=\"%s\",unit=\"%s\"} ",
      series->metric, pod->meta.namespace_, pod->node_name, pod->meta.name,
      pod->spec->priority, resource, pod->spec->scheduler_name, unit);
  fit_metric_append_number (page, amount);
  g_string_append_c (page, '\n');
}

static double
sum (const Series *series, gint64 amount, gint64 overhead)
{
  return amount == 0 && series->bounded ? 0
                                        : (double) amount + (double) overhead;
}

static void
append_pod (GString *page, const Series *series, const FitPod *pod)
{
  const FitResources *amounts = series->amounts (pod->spec);
  const FitResources *overhead = &pod->spec->overhead;

  append_amount (page, series, pod, "cpu", "cores",
                 sum (series, amounts->milli_cpu, overhead->milli_cpu) / 1000);
  append_amount (page, series, pod, "memory", "bytes",
                 sum (series, amounts->memory, overhead->memory));
  append_amount (
      page, series, pod, "ephemeral-storage", "bytes",
      sum (series, amounts->ephemeral_storage, overhead->ephemeral_storage));
  for (guint i = 0; i < amounts->n_scalars; i++)
    {
      const FitScalar *scalar = &amounts->scalars[i];

      append_amount (
          page, series, pod, scalar->name,
          g_str_has_prefix (scalar->name, FIT_RESOURCE_HUGEPAGES_PREFIX)
              ? "bytes"
              : "",
          sum (series, scalar->value,
               fit_resources_scalar (overhead, scalar->name)));
    }
}

void
fit_resource_page_show (const FitServerRequest *request,
                        FitServerAnswer *answer, gpointer daemon)
{
  g_autoptr (GPtrArray) pods = NULL;

  if (!fit_daemon_call (daemon, list_pods, &pods, PATIENCE_MS))
    {
      fit_server_answer_text (answer, 503,
                              "the scheduler did not answer within %u s",
                              PATIENCE_MS / 1000);
      return;
    }
  answer->type = FIT_METRICS_TYPE;
  for (guint i = 0; i < G_N_ELEMENTS (all_series); i++)
    {
      const Series *series = &all_series[i];

      g_string_append_printf (answer->body, "# HELP %s %s\n# TYPE %s gauge\n",
                              series->metric, series->help, series->metric);
      FIT_EACH (const FitPod, pod, pods)
        if (*pod->node_name == '\0' || !fit_pod_terminal (pod))
          append_pod (answer->body, series, pod);
    }
}
