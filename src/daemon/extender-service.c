/* extender-service.c - Policies that answer a kube-scheduler over HTTP
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/extender-service.h"

#include "answering/answers.h"
#include "base/each.h"
#include "base/monitor.h"
#include "daemon/watched-cache.h"
#include "serving/health.h"
#include "serving/metric-set.h"

#define US_PER_S 1000000.0

/* For a pod and all nodes of a large cluster, and for all questions that are
 * there at once. */
#define MOST_BODY_BYTES ((gsize) 64 << 20)
#define MOST_BODIES_BYTES ((gsize) 256 << 20)

/* -- metrics --------------------------------------------------------------- */

enum
{
  REQUESTS,
  SECONDS,
  N_METRICS,
};

static const FitMetricInfo metric_infos[N_METRICS] = {
  [REQUESTS]
  = { .name = "fitsched_extender_requests_total",
      .type = FIT_METRIC_COUNTER,
      .labels = { "outcome", "policy", "verb" },
      .help = "Questions of schedulers, by verb, Policy and outcome: "
              "answered, refused (not understood) or failed." },
  [SECONDS] = { .name = "fitsched_extender_request_duration_seconds",
                .type = FIT_METRIC_HISTOGRAM,
                .labels = { "policy", "verb" },
                .first = 0.0001,
                .factor = 2,
                .buckets = 16,
                .help = "Time from a question to its answer." },
};

/* -- the service ----------------------------------------------------------- */

typedef struct
{
  FitExtenderService *service; /* borrowed */
  const char *policy;          /* borrowed: its name */
  const FitAnswerer *answerer; /* borrowed */
  FitQuestionType type;
  const char *priority; /* (nullable) borrowed from the answerer */
  char *path;           /* owned */
} Route;

struct _FitExtenderService
{
  FitExtenderServiceOptions options; /* without what is borrowed for the call */
  FitWatchedCache *cluster;          /* owned */
  GPtrArray *answerers;              /* owned, of FitAnswerer */
  GPtrArray *names;                  /* owned, of char */
  GPtrArray *routes;                 /* owned, of Route */
  FitHealth *health;                 /* owned */
  FitMetricSet *metrics;             /* owned */
  FitAccess *access;                 /* (nullable) owned */
  FitServer *server;                 /* owned */
  FitMonitor answering;              /* one question at a time is in memory */
  FitMonitor lock;
  gboolean stopped; /* under the lock */
};

/* -- answers --------------------------------------------------------------- */

static void
count (const Route *route, const char *outcome, gint64 begin_us)
{
  const char *verb = fit_question_type_name (route->type);

  fit_metric_take (route->service->metrics, REQUESTS, 1,
                   FIT_LABELS (outcome, route->policy, verb));
  fit_metric_take (route->service->metrics, SECONDS,
                   (double) (g_get_monotonic_time () - begin_us) / US_PER_S,
                   FIT_LABELS (route->policy, verb));
}

static GString *
ask_cluster (const Route *route, const FitQuestion *question, GError **error)
{
  FitExtenderService *service = route->service;
  GString *text = NULL;

  fit_monitor_lock (&service->cluster->lock);
  fit_cache_sweep (service->cluster->cache);
  if (g_atomic_int_get (&service->cluster->view.synced))
    text = fit_answer_question (route->answerer, question, route->priority,
                                error);
  else
    g_set_error_literal (error, FIT_ERROR, FIT_ERROR_REMOTE,
                         "the extender has not read the cluster yet");
  fit_monitor_unlock (&service->cluster->lock);
  return text;
}

static void
answer_question (const Route *route, gint64 begin_us,
                 const FitServerRequest *request, FitServerAnswer *answer)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GError) problem = NULL;
  g_auto (FitQuestion) question = { 0 };
  const char *outcome = "answered";
  GString *json = NULL;

  if (!fit_question_parse (&question, arena, route->type, request->body,
                           request->body_len, route->service->options.flags,
                           &problem))
    {
      outcome = "refused";
      fit_server_answer_text (
          answer,
          g_error_matches (problem, FIT_ERROR, FIT_ERROR_LIMIT) ? 413 : 400,
          "%s", problem->message);
    }
  else
    {
      json = ask_cluster (route, &question, &problem);
      if (json == NULL)
        {
          outcome = "failed";
          /* Only an answer to filter has room for a reason. */
          if (route->type == FIT_QUESTION_FILTER)
            json = fit_answer_filter_problem (problem->message);
          else
            fit_server_answer_text (answer, 503, "%s", problem->message);
        }
    }
  if (json != NULL)
    {
      answer->type = FIT_SERVER_JSON;
      g_string_free (answer->body, TRUE);
      answer->body = json;
    }
  count (route, outcome, begin_us);
}

static void
respond (const FitServerRequest *request, FitServerAnswer *answer,
         gpointer data)
{
  const Route *route = data;
  const gint64 begin_us = g_get_monotonic_time ();

  fit_monitor_lock (&route->service->answering);
  answer_question (route, begin_us, request, answer);
  fit_monitor_unlock (&route->service->answering);
}

/* -- pages ----------------------------------------------------------------- */

static char *
check_synced (gpointer data)
{
  const FitExtenderService *service = data;

  return fit_health_of_lists (
      g_atomic_int_get (&service->cluster->view.synced));
}

/* -- routes ---------------------------------------------------------------- */

static void
route_free (gpointer data)
{
  Route *route = data;

  g_free (route->path);
  g_free (route);
}

static void
add_route (FitExtenderService *service, const char *prefix, guint i,
           FitQuestionType type, const char *priority)
{
  Route *route = g_new0 (Route, 1);

  route->service = service;
  route->policy = service->names->pdata[i];
  route->answerer = service->answerers->pdata[i];
  route->type = type;
  route->priority = priority;
  route->path = g_strconcat (prefix, "/", fit_question_type_name (type),
                             priority != NULL ? "/" : NULL, priority, NULL);
  g_ptr_array_add (service->routes, route);
}

static void
add_policy_routes (FitExtenderService *service, const char *prefix, guint i)
{
  const GPtrArray *priorities
      = fit_answerer_algorithm (service->answerers->pdata[i])->priorities;

  for (FitQuestionType type = 0; type < FIT_QUESTION_LAST; type++)
    add_route (service, prefix, i, type, NULL);
  for (guint k = 0; k < priorities->len; k++)
    add_route (service, prefix, i, FIT_QUESTION_PRIORITIZE,
               ((const FitPriority *) priorities->pdata[k])->name);
}

static GArray *
make_routes (FitExtenderService *service)
{
  const FitHealthCheck checks[] = {
    { "ping", TRUE, TRUE, NULL, NULL },
    { "informer-sync", FALSE, TRUE, check_synced, service },
  };
  const FitServerRoute metrics
      = { "GET", "/metrics", 0, fit_metric_set_show, service->metrics };
  GArray *routes = g_array_new (FALSE, FALSE, sizeof (FitServerRoute));

  service->health = fit_health_new (checks, G_N_ELEMENTS (checks));
  fit_health_add_routes (service->health, routes);
  g_array_append_val (routes, metrics);
  if (service->answerers->len == 1)
    add_policy_routes (service, "", 0);
  for (guint i = 0; i < service->answerers->len; i++)
    {
      g_autofree char *prefix
          = g_strconcat ("/", service->names->pdata[i], NULL);

      add_policy_routes (service, prefix, i);
    }
  FIT_EACH (Route, route, service->routes)
    {
      const FitServerRoute made
          = { "POST", route->path, MOST_BODY_BYTES, respond, route };

      g_array_append_val (routes, made);
    }
  return routes;
}

static gboolean
serve (FitExtenderService *service, GError **error)
{
  const FitExtenderServiceOptions *options = &service->options;
  const FitAccessOptions access
      = { .open_paths = fit_health_paths, .certificate_suffices = TRUE };
  const FitTrustSettings rules = { .client_ca = options->client_ca };
  g_autoptr (GArray) routes = make_routes (service);
  g_autoptr (FitTrust) trust = NULL;

  if (rules.client_ca != NULL)
    {
      trust = fit_trust_new (&rules);
      service->access = fit_access_new (&access);
      fit_access_set_trust (service->access, trust);
    }
  service->server = fit_server_new (
      &(const FitServerOptions){
          .address = options->address,
          .port = options->port,
          .tls = options->tls,
          .access = service->access,
          .routes = (const FitServerRoute *) (gpointer) routes->data,
          .n_routes = routes->len,
          .all_bodies_bytes = MOST_BODIES_BYTES },
      error);
  return service->server != NULL;
}

/* -- its life -------------------------------------------------------------- */

FitExtenderService *
fit_extender_service_new (const FitExtenderServiceOptions *options,
                          GError **error)
{
  const FitWatchedCacheOptions watching = { .api = options->api,
                                            .gates = options->gates,
                                            .flags = options->flags,
                                            .note = options->note,
                                            .requested = options->requested,
                                            .detail = options->detail,
                                            .data = options->data };
  g_autoptr (FitExtenderService) service = g_new0 (FitExtenderService, 1);

  service->options = *options;
  fit_monitor_init (&service->answering);
  fit_monitor_init (&service->lock);
  service->answerers
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_answerer_free);
  service->names = g_ptr_array_new_with_free_func (g_free);
  service->routes = g_ptr_array_new_with_free_func (route_free);
  service->metrics = fit_metric_set_new (metric_infos, N_METRICS);
  service->cluster = fit_watched_cache_new (&watching, error);
  if (service->cluster == NULL)
    return NULL;
  for (guint i = 0; i < options->n_policies; i++)
    {
      const FitAlgorithmOptions how = {
        .cache = service->cluster->cache,
        .hard_pod_affinity_symmetric_weight
        = options->hard_pod_affinity_symmetric_weight,
        .files_elsewhere = TRUE,
      };
      FitServedPolicy *served = &options->policies[i];
      FitAnswerer *answerer = fit_answerer_new (
          options->registry, g_steal_pointer (&served->policy), &how, error);

      if (answerer == NULL)
        return fit_blame_null (error, "%s: ", served->file);
      g_ptr_array_add (service->answerers, answerer);
      g_ptr_array_add (service->names, g_strdup (served->name));
    }
  return serve (service, error) ? g_steal_pointer (&service) : NULL;
}

void
fit_extender_service_free (FitExtenderService *service)
{
  if (service == NULL)
    return;
  fit_server_free (service->server);
  fit_access_free (service->access);
  fit_health_free (service->health);
  g_ptr_array_unref (service->routes);
  fit_metric_set_free (service->metrics);
  if (service->cluster != NULL)
    fit_watched_cache_stop (service->cluster);
  g_ptr_array_unref (service->answerers);
  fit_watched_cache_free (service->cluster);
  g_ptr_array_unref (service->names);
  fit_monitor_clear (&service->lock);
  fit_monitor_clear (&service->answering);
  g_free (service);
}

guint
fit_extender_service_port (const FitExtenderService *service)
{
  return fit_server_port (service->server);
}

void
fit_extender_service_run (FitExtenderService *service)
{
  fit_watched_cache_start (
      service->cluster, fit_answerer_algorithm (service->answerers->pdata[0]));
  fit_monitor_lock (&service->lock);
  while (!service->stopped)
    fit_monitor_wait (&service->lock, G_MAXINT64);
  fit_monitor_unlock (&service->lock);
}

void
fit_extender_service_stop (FitExtenderService *service)
{
  fit_monitor_lock (&service->lock);
  service->stopped = TRUE;
  fit_monitor_changed (&service->lock);
  fit_monitor_unlock (&service->lock);
}
