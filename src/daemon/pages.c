/* pages.c - what fitsched run shows over HTTP
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/daemon-private.h"
#include "daemon/debug-pages.h"
#include "daemon/resource-page.h"
#include "daemon/status-pages.h"
#include "serving/cluster-trust.h"
#include "serving/health.h"

/* kube-scheduler measures its plugins in 10 % of attempts. */
#define ATTEMPTS_PER_SAMPLE 10

struct _FitPages
{
  FitDaemon *daemon; /* borrowed */
  FitServing serving;
  FitHealth *health;  /* owned */
  FitMetricSet *slis; /* owned: of the health checks */
  FitDebugPages debug;
  FitStatusPages status;
  GArray *routes;               /* owned, of FitServerRoute */
  FitApiClient *authentication; /* (nullable) owned */
  FitApiClient *authorization;  /* (nullable) owned */
  FitAccess *access;            /* (nullable) owned: of the secure port */
  FitClusterTrust *trust;       /* (nullable) owned */
  GPtrArray *servers;           /* owned, of FitServer */
};

/* -- health ---------------------------------------------------------------- */

static char *
check_lists (gpointer data)
{
  const FitDaemon *daemon = data;

  return fit_health_of_lists (g_atomic_int_get (&daemon->view.synced));
}

/* -- metrics --------------------------------------------------------------- */

static void
show_metrics (const FitServerRequest *request, FitServerAnswer *answer,
              gpointer data)
{
  const FitPages *pages = data;

  answer->type = FIT_METRICS_TYPE;
  fit_metrics_write (pages->daemon->metrics, answer->body);
}

static void
reset_metrics (const FitServerRequest *request, FitServerAnswer *answer,
               gpointer data)
{
  const FitPages *pages = data;

  fit_metrics_reset (pages->daemon->metrics);
  fit_server_answer_text (answer, 200, "metrics reset");
}

/* -- /metrics/slis --------------------------------------------------------- */

enum
{
  HEALTHCHECK,
  HEALTHCHECKS,
  N_SLIS,
};

static const FitMetricInfo sli_infos[N_SLIS] = {
  [HEALTHCHECK] = { .name = "kubernetes_healthcheck",
                    .type = FIT_METRIC_GAUGE,
                    .labels = { "name", "type" },
                    .help = "The last result of a health check: 1 or 0." },
  [HEALTHCHECKS] = { .name = "kubernetes_healthchecks_total",
                     .type = FIT_METRIC_COUNTER,
                     .labels = { "name", "status", "type" },
                     .help = "Health checks, by result: success or error." },
};

static void
record_check (const char *check, const char *type, gboolean well, gpointer data)
{
  const FitPages *pages = data;

  fit_metric_take (pages->slis, HEALTHCHECK, well ? 1 : 0,
                   FIT_LABELS (check, type));
  fit_metric_take (pages->slis, HEALTHCHECKS, 1,
                   FIT_LABELS (check, well ? "success" : "error", type));
}

static void
show_slis (const FitServerRequest *request, FitServerAnswer *answer,
           gpointer data)
{
  const FitPages *pages = data;

  answer->type = FIT_METRICS_TYPE;
  fit_metric_set_write (pages->slis, answer->body);
}

static void
reset_slis (const FitServerRequest *request, FitServerAnswer *answer,
            gpointer data)
{
  const FitPages *pages = data;

  for (guint i = 0; i < N_SLIS; i++)
    fit_metric_forget (pages->slis, i);
  fit_server_answer_text (answer, 200, "metrics reset");
}

/* -- the configuration ----------------------------------------------------- */

static void
show_configuration (const FitServerRequest *request, FitServerAnswer *answer,
                    gpointer data)
{
  const FitPages *pages = data;

  answer->type = FIT_SERVER_JSON;
  g_string_printf (answer->body, "{\"componentconfig\":%s}",
                   pages->serving.configuration);
}

/* -- servers --------------------------------------------------------------- */

/* @config: (nullable): NULL: nobody is asked */
static gboolean
make_client (const FitPages *pages, const FitApiConfig *config,
             FitApiClient **out, GError **error)
{
  if (config == NULL)
    return TRUE;
  *out = fit_api_client_new (config, FIT_ACCESS_QPS, FIT_ACCESS_BURST, error);
  if (*out == NULL)
    return FALSE;
  fit_metrics_observe_client (pages->daemon->metrics, *out);
  fit_daemon_observe (pages->daemon, *out);
  return TRUE;
}

/* Who may ask on the secure port, and which client certificates count.  What
 * flags say needs no lookup. */
static gboolean
make_access (FitPages *pages, GError **error)
{
  const FitServing *serving = &pages->serving;
  FitAccessOptions options = serving->access;
  g_autoptr (FitTrust) trust = NULL;

  if (!make_client (pages, serving->authentication, &pages->authentication,
                    error)
      || !make_client (pages, serving->authorization, &pages->authorization,
                       error))
    return FALSE;
  options.authentication = pages->authentication;
  options.authorization = pages->authorization;
  options.note = fit_daemon_post_note;
  options.data = pages->daemon;
  pages->access = fit_access_new (&options);
  trust = fit_trust_new (&serving->trust);
  fit_access_set_trust (pages->access, trust);
  if (!serving->look_up_trust || pages->authentication == NULL
      || (serving->trust.client_ca != NULL && serving->trust.proxy_ca != NULL))
    return TRUE;
  /* The daemon itself says when its own server does not answer. */
  pages->trust = fit_cluster_trust_new (&(const FitClusterTrustOptions){
      .client = pages->authentication,
      .access = pages->access,
      .settings = &serving->trust,
      .say_unreachable = serving->authentication != pages->daemon->options.api,
      .note = fit_daemon_post_note,
      .data = pages->daemon });
  return !serving->trust_needed || fit_cluster_trust_wait (pages->trust, error);
}

static gboolean
listen_on (FitPages *pages, const FitListener *listener, gboolean secure,
           GError **error)
{
  FitServer *server;

  if (listener->port == 0)
    return TRUE;
  server = fit_server_new (
      &(const FitServerOptions){
          .address = listener->address,
          .port = listener->port,
          .tls = secure ? pages->serving.tls : NULL,
          .access = secure ? pages->access : NULL,
          .routes = (const FitServerRoute *) (gpointer) pages->routes->data,
          .n_routes = pages->routes->len },
      error);
  if (server != NULL)
    g_ptr_array_add (pages->servers, server);
  else
    g_prefix_error (error, "%s: ", listener->source);
  return server != NULL;
}

FitPages *
fit_pages_new (FitDaemon *daemon, const FitServing *serving, GError **error)
{
  FitPages *pages = g_new0 (FitPages, 1);

  pages->daemon = daemon;
  pages->serving = *serving;
  pages->servers
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_server_free);
  pages->slis = fit_metric_set_new (sli_infos, N_SLIS);
  const gboolean elects = pages->daemon->options.leader_elect;
  const FitHealthCheck checks[] = {
    { elects ? "leaderElection" : "ping", TRUE, TRUE,
      elects ? fit_leading_check : NULL, pages->daemon },
    { "informer-sync", FALSE, TRUE, check_lists, pages->daemon },
  };
  const struct
  {
    FitSpan span;
    FitServerRoute route;
  } all[] = {
    { FIT_ALWAYS, { "GET", "/metrics", 0, show_metrics, pages } },
    { FIT_ALWAYS, { "DELETE", "/metrics", 0, reset_metrics, pages } },
    { FIT_SINCE (27), { "GET", "/metrics/slis", 0, show_slis, pages } },
    { FIT_SINCE (27), { "DELETE", "/metrics/slis", 0, reset_slis, pages } },
    { FIT_SINCE (20),
      { "GET", "/metrics/resources", 0, fit_resource_page_show,
        pages->daemon } },
    { FIT_ALWAYS, { "GET", "/configz", 0, show_configuration, pages } },
  };

  pages->routes = g_array_new (FALSE, FALSE, sizeof (FitServerRoute));
  pages->health = fit_health_new (checks, G_N_ELEMENTS (checks));
  fit_health_add_routes (pages->health, pages->routes);
  fit_health_record (pages->health, record_check, pages);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (fit_span_has (all[i].span, pages->daemon->release)
        && (all[i].route.answer != show_configuration
            || pages->serving.configuration != NULL))
      g_array_append_val (pages->routes, all[i].route);
  fit_debug_pages_init (&pages->debug, pages->daemon, &pages->serving);
  fit_debug_pages_add_routes (&pages->debug, pages->routes);
  fit_status_pages_add_routes (&pages->status, daemon, &pages->serving,
                               pages->routes);
  if ((serving->secure.port == 0 || make_access (pages, error))
      && listen_on (pages, &serving->plain[0], FALSE, error)
      && listen_on (pages, &serving->plain[1], FALSE, error)
      && listen_on (pages, &serving->secure, TRUE, error))
    {
      if (pages->servers->len > 0)
        fit_metrics_time_plugins (daemon->metrics, ATTEMPTS_PER_SAMPLE);
      return pages;
    }
  fit_pages_free (pages);
  return NULL;
}

void
fit_pages_free (FitPages *pages)
{
  if (pages == NULL)
    return;
  g_ptr_array_unref (pages->servers);
  fit_api_client_free (pages->authentication);
  fit_api_client_free (pages->authorization);
  fit_cluster_trust_free (pages->trust);
  fit_access_free (pages->access);
  fit_health_free (pages->health);
  fit_metric_set_free (pages->slis);
  fit_debug_pages_clear (&pages->debug);
  g_array_unref (pages->routes);
  g_free (pages);
}
