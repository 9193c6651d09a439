/* test-daemon.c - what a daemon does beside single attempts
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/daemon/metrics-page.h"
#include "tests/daemon/whole-daemon.h"
#include "tests/support-extender/canned.h"

#include <string.h>

/* An object of which nobody reads anything. */
static const char *const empty[] = { "{}", NULL };

static void
begin_with (WholeDaemon *scene, const char *nodes)
{
  whole_daemon_init (scene);
  whole_daemon_list (scene, whole_daemon_resource (FIT_KIND_NODE), "", nodes);
  whole_daemon_begin (scene, FALSE);
}

static void
begin_without_nodes (WholeDaemon *scene)
{
  whole_daemon_init (scene);
  whole_daemon_list (scene, whole_daemon_resource (FIT_KIND_NODE), "", "");
  whole_daemon_watch (scene, whole_daemon_resource (FIT_KIND_NODE), "ADDED",
                      NODE ("node-1", "6", ""));
  whole_daemon_begin (scene, FALSE);
  whole_daemon_await (scene, "/namespaces/shop/events");
}

/* A pod that found no node is tried again when there is one, and its backoff is
 * over. */
static void
test_another_attempt (void **state)
{
  WholeDaemon scene = { 0 };

  (void) state;
  begin_without_nodes (&scene);
  replay_server_release (scene.server);
  assert_non_null (
      strstr (whole_daemon_await (&scene, "/binding"), "\"name\":\"node-1\""));
  whole_daemon_end (&scene);
}

/* An extender that binds is asked, and the API server hears only of the event. */
static void
test_an_extender_binds (void **state)
{
  static const CannedReply bound
      = { "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}", -1, TRUE };
  g_autoptr (CannedServer) extender = canned_server_new (&bound, 1);
  g_autofree char *url = canned_server_url (extender);
  g_autofree char *rules = g_strdup_printf (
      "{\"kind\": \"Policy\", \"apiVersion\": \"v1\", \"extenders\": "
      "[{\"urlPrefix\": \"%s\", \"bindVerb\": \"bind\"}]}",
      url);
  WholeDaemon scene = { 0 };

  (void) state;
  whole_daemon_init (&scene);
  whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "",
                     NODE ("node-1", "6", ""));
  scene.policy = fit_policy_parse (rules, strlen (rules), "test", NULL, NULL);
  assert_non_null (scene.policy);
  whole_daemon_begin (&scene, FALSE);
  whole_daemon_await (&scene, "Successfully assigned shop/web to node-1");
  assert_int_equal (canned_server_requests (extender), 1);
  for (guint i = 0; i < scene.asked->len; i++)
    assert_null (strstr (scene.asked->pdata[i], "/binding"));
  whole_daemon_end (&scene);
}

/* Why a pod waits is in its status. */
static void
test_a_status (void **state)
{
  WholeDaemon scene = { 0 };
  const char *put;

  (void) state;
  begin_with (&scene, "");
  put = whole_daemon_await (&scene,
                            "PUT /api/v1/namespaces/shop/pods/web/status");
  assert_non_null (strstr (put, "\"reason\":\"Unschedulable\""));
  whole_daemon_end (&scene);
}

/* No attempt began before @begun_us. */
static void
assert_attempts_since (WholeDaemon *scene, gint64 begun_us)
{
  static const char name[] = "\nscheduler_e2e_scheduling_duration_seconds_sum ";
  const gint64 most_us = g_get_monotonic_time () - begun_us;
  g_autoptr (GString) page = g_string_new (NULL);
  const char *sum;

  fit_metrics_write (scene->daemon->metrics, page);
  sum = strstr (page->str, name);
  assert_non_null (sum);
  assert_true (g_ascii_strtod (sum + strlen (name), NULL)
               <= (double) (most_us + 1) / G_USEC_PER_SEC);
}

/* A binding that worked is one in the metrics, and so are all requests, also those
 * of events. */
static void
test_what_is_counted (void **state)
{
  static const ReplayAnswer created
      = { .to = "/namespaces/shop/events", .status = 201, .pieces = empty };
  const gint64 begun_us = g_get_monotonic_time ();
  WholeDaemon scene = { 0 };
  g_autofree char *expected = NULL;

  (void) state;
  whole_daemon_init (&scene);
  g_array_prepend_val (scene.answers, created);
  whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "",
                     NODE ("node-1", "6", ""));
  whole_daemon_begin (&scene, FALSE);
  whole_daemon_await_ended (&scene, "/shop/events");
  expected = g_strdup_printf (
      "rest_client_requests_total{code=\"201\",host=\"%s\",method=\"POST\"} "
      "2\n"
      "scheduler_binding_duration_seconds_count 1\n"
      "scheduler_schedule_attempts_total{result=\"scheduled\"} 1\n"
      "scheduler_scheduling_algorithm_duration_seconds_count 1\n",
      replay_server_url (scene.server) + strlen ("http://"));
  assert_page (scene.daemon->metrics,
               PREFIXES ("scheduler_binding_duration",
                         "scheduler_schedule_attempts_total",
                         "scheduler_scheduling_algorithm_duration",
                         "rest_client_requests_total{code=\"201\""),
               COUNTS, expected);
  assert_attempts_since (&scene, begun_us);
  whole_daemon_end (&scene);
}

/* The pods of the cluster, instead of the one that waits. */
static void
list_pods (WholeDaemon *scene, const char *items)
{
  const ReplayAnswer answer = *whole_daemon_list (
      scene, whole_daemon_resource (FIT_KIND_POD), "", items);

  g_array_set_size (scene->answers, scene->answers->len - 1);
  g_array_prepend_val (scene->answers, answer);
}

#define POD_WITH(name, spec)                                              \
  "{\"metadata\":{\"name\":\"" name                                       \
  "\",\"namespace\":\"shop\",\"uid\":\"u-" name                           \
  "\",\"resourceVersion\":\"2\"},\"spec\":{\"schedulerName\":"            \
  "\"default-scheduler\",\"containers\":[{\"name\":\"c\",\"resources\":{" \
  "\"requests\":{\"cpu\":\"5\"}}}]," spec "},\"status\":{\"phase\":"      \
  "\"Pending\"}}"

/* The node is full: a pod that is less urgent has to go.  The daemon waits for no
 * answer any more when it ends. */
static void
test_a_victim (void **state)
{
  static const ReplayAnswer gone
      = { .to = "DELETE /api/v1/namespaces/shop/pods/low",
          .status = 200,
          .pieces = empty };
  WholeDaemon scene = { 0 };

  (void) state;
  whole_daemon_init (&scene);
  g_array_prepend_val (scene.answers, gone);
  whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "",
                     NODE ("node-1", "6", ""));
  list_pods (&scene, POD_WITH ("low", "\"nodeName\":\"node-1\"") "," POD_WITH (
                         "urgent", "\"priority\":10"));
  whole_daemon_begin (&scene, FALSE);
  whole_daemon_await (&scene, "DELETE /api/v1/namespaces/shop/pods/low");
  whole_daemon_await (&scene, "GET /api/v1/namespaces/shop/pods/urgent ");
  whole_daemon_end (&scene);
}

/* As on SIGUSR2: what is in the cache and the queue goes to the log, line by
 * line. */
static void
test_debug (void **state)
{
  WholeDaemon scene = { 0 };
  g_autofree char *note = NULL;

  (void) state;
  begin_without_nodes (&scene);
  fit_daemon_debug (scene.daemon);
  note = whole_daemon_await_note (&scene, "the cache");
  assert_string_equal (note,
                       "the cache and the queue agree with the API server");
  g_free (note);
  note = whole_daemon_await_note (&scene, "");
  assert_string_equal (note, "activeQ: 0");
  g_free (note);
  note = whole_daemon_await_note (&scene, "");
  assert_string_equal (note, "podBackoffQ: 0");
  whole_daemon_end (&scene);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_another_attempt),
    cmocka_unit_test (test_an_extender_binds),
    cmocka_unit_test (test_a_status),
    cmocka_unit_test (test_what_is_counted),
    cmocka_unit_test (test_a_victim),
    cmocka_unit_test (test_debug),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
