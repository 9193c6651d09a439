/* whole-daemon.c - a daemon and its API server, which replays answers
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/daemon/whole-daemon.h"

#include "algorithmprovider/defaults.h"

#include <string.h>

static char *
keep (WholeDaemon *scene, char *text)
{
  g_ptr_array_add (scene->texts, text);
  return text;
}

/* @body: NULL: nothing, and nothing ends */
static ReplayAnswer *
will_answer (WholeDaemon *scene, const char *to, guint status, const char *body)
{
  ReplayAnswer answer = { .to = keep (scene, g_strdup (to)),
                          .status = status,
                          .end = body != NULL ? REPLAY_WHOLE : REPLAY_SILENT };
  const char **pieces
      = (const char **) keep (scene, (char *) g_new0 (const char *, 2));

  pieces[0] = body != NULL ? keep (scene, g_strdup (body)) : NULL;
  answer.pieces = pieces;
  g_array_append_val (scene->answers, answer);
  return &g_array_index (scene->answers, ReplayAnswer, scene->answers->len - 1);
}

ReplayAnswer *
whole_daemon_list (WholeDaemon *scene, const FitApiResource *resource,
                   const char *version, const char *items)
{
  g_autofree char *to
      = g_strdup_printf ("GET %s?%s%slimit=500&resourceVersion=%s HTTP",
                         resource->path, resource->query ? resource->query : "",
                         resource->query ? "&" : "", version);
  g_autofree char *body = g_strdup_printf (
      "{\"kind\":\"%sList\",\"apiVersion\":\"v1\",\"metadata\":"
      "{\"resourceVersion\":\"5\"},\"items\":[%s]}",
      fit_kind_name (resource->kind), items);

  return will_answer (scene, to, 200, body);
}

void
whole_daemon_watch (WholeDaemon *scene, const FitApiResource *resource,
                    const char *event, const char *item)
{
  ReplayAnswer answer;
  g_autofree char *to
      = g_strdup_printf ("GET %s?allowWatchBookmarks=true", resource->path);
  g_autofree char *body
      = g_strdup_printf ("{\"type\":\"%s\",\"object\":{\"kind\":\"%s\","
                         "\"apiVersion\":\"v1\",%s}\n",
                         event, fit_kind_name (resource->kind), item + 1);

  /* Before those that answer any watch. */
  answer = *will_answer (scene, to, 200, body);
  answer.end = REPLAY_SILENT;
  answer.held = TRUE;
  g_array_set_size (scene->answers, scene->answers->len - 1);
  g_array_prepend_val (scene->answers, answer);
}

const FitApiResource *
whole_daemon_resource (FitKind kind)
{
  guint n;
  const FitApiResource *resources = fit_api_resources (FIT_RELEASE_LEGACY, &n);

  for (guint i = 0; i < n; i++)
    if (resources[i].kind == kind)
      return &resources[i];
  return NULL;
}

void
whole_daemon_init (WholeDaemon *scene)
{
  guint n;
  const FitApiResource *resources = fit_api_resources (FIT_RELEASE_LEGACY, &n);

  scene->answers = g_array_new (FALSE, FALSE, sizeof (ReplayAnswer));
  scene->texts = g_ptr_array_new_with_free_func (g_free);
  scene->asked = g_ptr_array_new_with_free_func (g_free);
  scene->notes = fit_mailbox_new (g_free);
  scene->ended = fit_mailbox_new (g_free);
  for (guint i = 0; i < n; i++)
    {
      const char *items = resources[i].kind == FIT_KIND_POD ? POD : "";

      for (guint j = 0; j < 4; j++)
        will_answer (scene, "&watch=true", 200, NULL);
      if (resources[i].kind == FIT_KIND_NODE)
        continue;
      whole_daemon_list (scene, &resources[i], "0", items);
      whole_daemon_list (scene, &resources[i], "", items);
    }
  /* It does not tell what it is. */
  will_answer (scene, "GET /version ", 404, "{}");
  will_answer (scene, "GET /apis ", 404, "{}");
  will_answer (scene, "GET " LEASES "/kube-scheduler", 404, "{}");
  will_answer (scene, "POST " LEASES, 201, LEASE);
  /* When it is released, it is nobody's already. */
  will_answer (scene, "GET " LEASES "/kube-scheduler", 200, LEASE);
  will_answer (scene, "/shop/pods/web/binding", 201, "{}");
  /* After a failed attempt it is read for its status and for the queue, and nobody
   * knows which of the two comes first. */
  for (guint i = 0; i < 2; i++)
    will_answer (scene, "GET /api/v1/namespaces/shop/pods/web HTTP", 200, POD);
}

static void
decided (const FitDecision *decision, gpointer data)
{
  (void) decision;
  (void) data;
}

static void
note (const char *text, gpointer data)
{
  WholeDaemon *scene = data;

  fit_mailbox_put (scene->notes, g_strdup (text));
}

static void
requested (const FitApiExchangeEnd *end, gpointer data)
{
  WholeDaemon *scene = data;

  fit_mailbox_put (scene->ended,
                   g_strdup_printf ("%s %s", end->method, end->path));
}

static gpointer
run (gpointer data)
{
  WholeDaemon *scene = data;
  GError *error = NULL;

  fit_daemon_run (scene->daemon, &error);
  return error;
}

void
whole_daemon_begin (WholeDaemon *scene, gboolean leader_elect)
{
  FitApiConfig config = { .source = (char *) "test" };
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (fit_feature_gates_default ());
  g_autoptr (GError) error = NULL;
  FitDaemonOptions options = {
    .api = &config,
    .burst = 1,
    .rules = { .registry = registry,
               .gates = fit_feature_gates_default (),
               .policy = scene->policy,
               .ask_extenders = TRUE,
               .provider = scene->policy == NULL ? "DefaultProvider" : NULL,
               .hard_pod_affinity_symmetric_weight = 1,
               .scheduler_name = "default-scheduler" },
    .flags = FIT_DECODE_AS_IS,
    .leader_elect = leader_elect,
    .election = { .lock = "leases",
                  .namespace_ = "kube-system",
                  .name = "kube-scheduler",
                  .lease_us = 900 * G_USEC_PER_SEC,
                  .renew_deadline_us = 600 * G_USEC_PER_SEC,
                  .retry_us = 300 * G_USEC_PER_SEC,
                  .ignore_other_locks = TRUE },
    .shutdown_grace_us = 600 * G_USEC_PER_SEC,
    .decided = decided,
    .note = note,
    .requested = requested,
    .data = scene,
  };

  scene->policy = NULL;
  scene->server = replay_server_new (
      &g_array_index (scene->answers, ReplayAnswer, 0), scene->answers->len);
  config.server = (char *) replay_server_url (scene->server);
  scene->daemon = fit_daemon_new (&options, &error);
  if (scene->daemon == NULL)
    fail_msg ("%s", error->message);
  scene->thread = g_thread_new ("daemon", run, scene);
}

void
whole_daemon_end (WholeDaemon *scene)
{
  g_autoptr (GError) error = NULL;

  fit_daemon_stop (scene->daemon);
  error = g_thread_join (scene->thread);
  if (error != NULL)
    fail_msg ("%s", error->message);
  fit_daemon_free (scene->daemon);
  replay_server_free (scene->server);
  g_array_unref (scene->answers);
  g_ptr_array_unref (scene->texts);
  g_ptr_array_unref (scene->asked);
  fit_mailbox_free (scene->notes);
  fit_mailbox_free (scene->ended);
}

const char *
whole_daemon_await (WholeDaemon *scene, const char *text)
{
  char *request;

  do
    {
      request = replay_server_next (scene->server);
      g_ptr_array_add (scene->asked, request);
    }
  while (strstr (request, text) == NULL);
  return request;
}

/* Returns: (transfer full) */
static char *
await_in (FitMailbox *mailbox, const char *text)
{
  const gint64 until_us = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;

  for (;;)
    {
      char *got = fit_mailbox_take (mailbox, until_us);

      assert_non_null (got);
      if (strstr (got, text) != NULL)
        return got;
      g_free (got);
    }
}

char *
whole_daemon_await_note (WholeDaemon *scene, const char *text)
{
  return await_in (scene->notes, text);
}

void
whole_daemon_await_ended (WholeDaemon *scene, const char *text)
{
  g_free (await_in (scene->ended, text));
}
