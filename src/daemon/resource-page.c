/* resource-page.c - the page /metrics/resources: what each pod requests
 *
 * The scheduler's thread only lists the pods.  The thread of the connection
 * writes the page, so that however many there are, no decision waits for that.
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/resource-page.h"

#include "daemon/daemon-private.h"
#include "serving/metric-set.h"

#include <string.h>

#define PATIENCE_MS 10000u

#define REQUEST "kube_pod_resource_request"

static void
list_pods (FitDaemon *daemon, gpointer data)
{
  *(GPtrArray **) data
      = fit_live_objects_list (daemon->view.live, FIT_KIND_POD);
}

static void
append_request (GString *page, const FitPod *pod, const char *resource,
                const char *unit, double amount)
{
  if (amount == 0)
    return;
  g_string_append_printf (
      page,
      REQUEST "{namespace=\"%s\",node=\"%s\",pod=\"%s\",priority=\"%d\","
              "resource=\"%s\",scheduler=\"%s\",unit=\"%s\"} ",
      pod->meta.namespace_, pod->node_name, pod->meta.name, pod->spec->priority,
      resource, pod->spec->scheduler_name, unit);
  fit_metric_append_number (page, amount);
  g_string_append_c (page, '\n');
}

static void
append_pod (GString *page, const FitPod *pod)
{
  const FitResources *requests = fit_pod_counted_requests (pod->spec);
  const FitResources *overhead = &pod->spec->overhead;

  append_request (page, pod, "cpu", "cores",
                  ((double) requests->milli_cpu + (double) overhead->milli_cpu)
                      / 1000);
  append_request (page, pod, "memory", "bytes",
                  (double) requests->memory + (double) overhead->memory);
  append_request (page, pod, "ephemeral-storage", "bytes",
                  (double) requests->ephemeral_storage
                      + (double) overhead->ephemeral_storage);
  for (guint i = 0; i < requests->n_scalars; i++)
    {
      const FitScalar *scalar = &requests->scalars[i];

      append_request (
          page, pod, scalar->name,
          g_str_has_prefix (scalar->name, "hugepages-") ? "bytes" : "",
          (double) scalar->value
              + (double) fit_resources_scalar (overhead, scalar->name));
    }
}

void
fit_resource_page_show (const FitServerRequest *request,
                        FitServerAnswer *answer, gpointer daemon)
{
  g_autoptr (GPtrArray) pods = NULL;

  (void) request;
  if (!fit_daemon_call (daemon, list_pods, &pods, PATIENCE_MS))
    {
      fit_server_answer_text (answer, 503,
                              "the scheduler did not answer within %u s",
                              PATIENCE_MS / 1000);
      return;
    }
  answer->type = FIT_METRICS_TYPE;
  g_string_append (answer->body,
                   "# HELP " REQUEST " What pods that have not ended request, "
                   "with overhead.\n"
                   "# TYPE " REQUEST " gauge\n");
  for (guint i = 0; i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];

      if (*pod->node_name == '\0' || !fit_pod_terminal (pod))
        append_pod (answer->body, pod);
    }
}
