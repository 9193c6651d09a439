/* cmd-serve.c - fitsched serve: what-if questions of programs over HTTP
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/monitor.h"
#include "cli/asked.h"
#include "cli/console.h"
#include "cli/request.h"
#include "cli/run-serving.h"
#include "serving/health.h"
#include "serving/metric-set.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)
#define US_PER_S 1000000.0

/* Bodies of all questions that are here at once. */
#define ALL_BODIES_BYTES ((gsize) 64 << 20)

/* Answers wait for slow readers, so their number is limited, too. */
#define CONNECTIONS 64

/* The longest Fitsched-Notes. */
#define NOTES_BYTES 4096

enum
{
  REQUESTS,
  SECONDS,
  N_METRICS,
};

static const FitMetricInfo metric_infos[N_METRICS] = {
  [REQUESTS] = { .name = "fitsched_questions_total",
                 .type = FIT_METRIC_COUNTER,
                 .labels = { "outcome", "verb" },
                 .help = "Questions, by verb and outcome: answered, refused "
                         "(by the verb) or failed (for a limit)." },
  [SECONDS] = { .name = "fitsched_question_duration_seconds",
                .type = FIT_METRIC_HISTOGRAM,
                .labels = { "verb" },
                .first = 0.001,
                .factor = 2,
                .buckets = 16,
                .help = "Time from a question to its answer." },
};

typedef struct _Service Service;

/* One path. */
typedef struct
{
  Service *service;         /* borrowed */
  const FitAskedVerb *verb; /* borrowed */
  char *path;               /* owned */
} Route;

struct _Service
{
  const FitInvocation *invocation; /* borrowed */
  char *address;                   /* owned */
  FitListener listener;
  FitServerTLS tls;             /* owned */
  FitLiveFiles *client_ca;      /* (nullable) owned reference */
  FitAsked *asked;              /* owned */
  GPtrArray *routes;            /* owned, of Route */
  FitHealth *health;            /* owned */
  FitMetricSet *metrics;        /* owned */
  FitApiClient *authentication; /* (nullable) owned */
  FitApiClient *authorization;  /* (nullable) owned */
  FitAccess *access;            /* (nullable) owned */
  FitServer *server;            /* owned */
  FitMonitor lock;
  gboolean stopped; /* under the lock */
};

static void
route_free (gpointer data)
{
  Route *route = data;

  g_free (route->path);
  g_free (route);
}

static void
service_clear (Service *service)
{
  fit_server_free (service->server);
  fit_api_client_free (service->authentication);
  fit_api_client_free (service->authorization);
  fit_access_free (service->access);
  fit_health_free (service->health);
  fit_metric_set_free (service->metrics);
  g_clear_pointer (&service->routes, g_ptr_array_unref);
  fit_asked_free (service->asked);
  fit_server_tls_clear (&service->tls);
  fit_live_files_unref (service->client_ca);
  g_free (service->address);
  fit_monitor_clear (&service->lock);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Service, service_clear)

/* -- answers --------------------------------------------------------------- */

/* The lines of @notes as a list in JSON and ASCII, so that it can be a header;
 * what is too long is left out.  Notes name what questions have, so they need
 * not be UTF-8. */
static char *
notes_header (const GString *notes)
{
  g_autofree char *text = g_utf8_make_valid (notes->str, (gssize) notes->len);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *header = g_string_new ("[");

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const gsize before = header->len;

      if (*lines[i] == '\0')
        continue;
      if (before > 1)
        g_string_append_c (header, ',');
      g_string_append_c (header, '"');
      for (const char *at = lines[i]; *at != '\0'; at = g_utf8_next_char (at))
        {
          const gunichar c = g_utf8_get_char (at);

          if (c == '"' || c == '\\')
            g_string_append_printf (header, "\\%c", (int) c);
          else if (c >= ' ' && c < 0x7f)
            g_string_append_c (header, (char) c);
          else
            g_string_append_printf (header, "\\u%04x",
                                    c <= G_MAXUINT16 ? c : 0xfffd);
        }
      g_string_append_c (header, '"');
      if (header->len > NOTES_BYTES)
        {
          g_string_truncate (header, before);
          break;
        }
    }
  g_string_append_c (header, ']');
  return g_string_free (header, FALSE);
}

/* Returns: the outcome, for the metrics */
static const char *
answer_question (const Route *route, const FitServerRequest *request,
                 FitServerAnswer *answer)
{
  g_autoptr (GStrvBuilder) headers = g_strv_builder_new ();
  g_auto (FitAskedAnswer) given = { 0 };
  g_autoptr (GError) problem = NULL;
  g_autofree char *exit = NULL, *notes = NULL;

  answer->type = FIT_SERVER_JSON;
  if (!fit_asked_ask (route->service->asked, route->verb, FIT_ASKED_DOCUMENT,
                      request->body, request->body_len, &given, &problem))
    {
      answer->status
          = g_error_matches (problem, FIT_ERROR, FIT_ERROR_LIMIT) ? 503 : 500;
      fit_asked_error (problem, fit_exit_status (problem), answer->body);
      return "failed";
    }
  if (given.refused)
    {
      static const guint statuses[FIT_EXIT_LAST] = {
        [FIT_EXIT_YES] = 500,    [FIT_EXIT_NO] = 422,
        [FIT_EXIT_USAGE] = 400,  [FIT_EXIT_INPUT] = 422,
        [FIT_EXIT_REMOTE] = 502, [FIT_EXIT_INTERNAL] = 500,
      };

      answer->status = statuses[MIN (given.exit, FIT_EXIT_INTERNAL)];
    }
  exit = g_strdup_printf ("%u", given.exit);
  notes = notes_header (given.notes);
  g_strv_builder_add_many (headers, "Fitsched-Exit-Status", exit,
                           "Fitsched-Notes", notes, NULL);
  answer->headers = g_strv_builder_end (headers);
  g_string_free (answer->body, TRUE);
  answer->body = g_steal_pointer (&given.text);
  return given.refused ? "refused" : "answered";
}

static void
respond (const FitServerRequest *request, FitServerAnswer *answer,
         gpointer data)
{
  const Route *route = data;
  const gint64 begin_us = g_get_monotonic_time ();
  const char *outcome = answer_question (route, request, answer);

  fit_metric_take (route->service->metrics, REQUESTS, 1,
                   FIT_LABELS (outcome, route->verb->verb));
  fit_metric_take (route->service->metrics, SECONDS,
                   (double) (g_get_monotonic_time () - begin_us) / US_PER_S,
                   FIT_LABELS (route->verb->verb));
}

static void
describe (const FitServerRequest *request, FitServerAnswer *answer,
          gpointer data)
{
  (void) request;
  (void) data;
  answer->type = FIT_SERVER_JSON;
  fit_openapi_append (answer->body);
}

/* -- the server ------------------------------------------------------------ */

static char *
check_workers (gpointer data)
{
  const Service *service = data;

  return fit_asked_alive (service->asked)
             ? NULL
             : g_strdup ("the processes that answer have ended");
}

static GArray *
make_routes (Service *service)
{
  const FitHealthCheck checks[]
      = { { "ping", TRUE, TRUE, NULL, NULL },
          { "workers", TRUE, TRUE, check_workers, service } };
  const FitServerRoute pages[]
      = { { "GET", "/metrics", 0, fit_metric_set_show, service->metrics },
          { "GET", "/openapi.json", 0, describe, service } };
  GArray *routes = g_array_new (FALSE, FALSE, sizeof (FitServerRoute));

  service->health = fit_health_new (checks, G_N_ELEMENTS (checks));
  service->routes = g_ptr_array_new_with_free_func (route_free);
  fit_health_add_routes (service->health, routes);
  g_array_append_vals (routes, pages, G_N_ELEMENTS (pages));
  for (const FitAskedVerb *asked = fit_asked_verbs; asked->verb != NULL;
       asked++)
    {
      Route *route = g_new0 (Route, 1);
      FitServerRoute made = { "POST", NULL, FIT_ASKED_BYTES, respond, route };

      *route
          = (Route){ service, asked, g_strconcat ("/v1/", asked->verb, NULL) };
      made.path = route->path;
      g_ptr_array_add (service->routes, route);
      g_array_append_val (routes, made);
    }
  return routes;
}

static void
note (const char *text, gpointer data)
{
  (void) data;
  fit_console_note ("%s", text);
}

/* @file: (nullable): NULL: nobody is asked */
static gboolean
make_client (const char *file, FitApiClient **out, GError **error)
{
  const char *const paths[] = { file, NULL };
  g_autoptr (FitApiConfig) config = NULL;

  if (file == NULL)
    return TRUE;
  config = fit_kubeconfig_load (paths, NULL, error);
  if (config != NULL)
    *out = fit_api_client_new (config, FIT_ACCESS_QPS, FIT_ACCESS_BURST, error);
  return *out != NULL;
}

/* Who may ask: those with a certificate, or those whom an API server lets. */
static gboolean
make_access (Service *service, GError **error)
{
  const FitRunOptions *run = &service->invocation->options.run;
  const FitTrustSettings rules = { .client_ca = service->client_ca };
  const char *authorization = run->authorization_kubeconfig;
  const char *authentication = run->authentication_kubeconfig != NULL
                                   ? run->authentication_kubeconfig
                                   : authorization;
  FitAccessOptions options = {
    .open_paths = fit_health_paths,
    .certificate_suffices = authorization == NULL,
    .token_seconds = (double) run->token_cache_ttl / (double) NS_PER_S,
    .allowed_seconds = (double) run->authorized_cache_ttl / (double) NS_PER_S,
    .denied_seconds = (double) run->unauthorized_cache_ttl / (double) NS_PER_S,
    .note = note
  };
  g_autoptr (FitTrust) trust = NULL;

  if (service->client_ca == NULL && authorization == NULL)
    return TRUE;
  if (!make_client (authentication, &service->authentication, error)
      || !make_client (authorization, &service->authorization, error))
    return FALSE;
  options.authentication = service->authentication;
  options.authorization = service->authorization;
  service->access = fit_access_new (&options);
  if (rules.client_ca != NULL)
    trust = fit_trust_new (&rules);
  fit_access_set_trust (service->access, trust);
  return TRUE;
}

static gboolean
listen_to_clients (Service *service, GError **error)
{
  const FitOptions *options = &service->invocation->options;
  const guint seconds = (guint) (options->deadline / NS_PER_S);
  g_autoptr (GArray) routes = NULL;

  service->metrics = fit_metric_set_new (metric_infos, N_METRICS);
  routes = make_routes (service);
  if (!make_access (service, error))
    return FALSE;
  service->server = fit_server_new (
      &(const FitServerOptions){
          .address = service->listener.address,
          .port = service->listener.port,
          .tls = service->tls.certificate != NULL ? &service->tls : NULL,
          .access = service->access,
          .routes = (const FitServerRoute *) (gpointer) routes->data,
          .n_routes = routes->len,
          .all_bodies_bytes = ALL_BODIES_BYTES,
          .connections = CONNECTIONS,
          .seconds = MAX (FIT_SERVER_SECONDS, 2 * seconds) },
      error);
  return service->server != NULL;
}

/* -- the verb -------------------------------------------------------------- */

static gboolean
read_options (Service *service, GError **error)
{
  const FitOptions *options = &service->invocation->options;
  const FitRunOptions *run = &options->run;
  g_autoptr (GError) problem = NULL;

  if (!fit_run_serving_split (options->listen, "option --listen",
                              &service->address, &service->listener, &problem))
    return fit_fail (error, FIT_ERROR_USAGE, "%s", problem->message);
  if (options->deadline < NS_PER_S)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "option --deadline: expected at least one second");
  if (run->tls_cert_file == NULL
      && (run->tls_private_key_file != NULL || run->client_ca_file != NULL
          || run->authorization_kubeconfig != NULL))
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--tls-private-key-file, --client-ca-file and "
                     "--authorization-kubeconfig need --tls-cert-file");
  if (run->authentication_kubeconfig != NULL
      && run->authorization_kubeconfig == NULL)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--authentication-kubeconfig needs "
                     "--authorization-kubeconfig");
  if (run->tls_cert_file != NULL)
    return fit_run_serving_load_tls (&service->tls, run, error)
           && fit_run_serving_load_authorities (run->client_ca_file,
                                                &service->client_ca, error);
  if (!g_str_has_prefix (service->address, "127.")
      && strcmp (service->address, "::1") != 0)
    fit_console_warning (
        "whoever reaches %s may ask, and nothing is encrypted: "
        "give --tls-cert-file and --client-ca-file",
        service->address);
  return TRUE;
}

static void
stop (gpointer data)
{
  Service *service = data;

  fit_monitor_lock (&service->lock);
  service->stopped = TRUE;
  fit_monitor_changed (&service->lock);
  fit_monitor_unlock (&service->lock);
}

FitExit
fit_cmd_serve (const FitInvocation *invocation, GError **error)
{
  const FitOptions *options = &invocation->options;
  g_auto (Service) service = { .invocation = invocation };
  gboolean v6;

  fit_monitor_init (&service.lock);
  if (!read_options (&service, error))
    return FIT_EXIT_USAGE;
  service.asked
      = fit_asked_new (invocation,
                       &(const FitWorkersOptions){
                           .n = options->workers > 0 ? (guint) options->workers
                                                     : g_get_num_processors (),
                           .seconds = (guint) (options->deadline / NS_PER_S),
                           .memory_bytes = (gsize) options->memory << 20 },
                       error);
  if (service.asked == NULL || !listen_to_clients (&service, error))
    return FIT_EXIT_INPUT;
  fit_signals_ask_first (invocation->signals, stop, &service);
  v6 = strchr (service.address, ':') != NULL;
  fit_console_note ("answering on %s://%s%s%s:%u",
                    service.tls.certificate != NULL ? "https" : "http",
                    v6 ? "[" : "", service.address, v6 ? "]" : "",
                    fit_server_port (service.server));
  fit_monitor_lock (&service.lock);
  while (!service.stopped)
    fit_monitor_wait (&service.lock, G_MAXINT64);
  fit_monitor_unlock (&service.lock);
  fit_signals_ask_first (invocation->signals, NULL, NULL);
  return FIT_EXIT_YES;
}
