/* test-new-leader.c - what a scheduler reads before its first attempt
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/daemon/whole-daemon.h"

#include <string.h>

/* What every watch has brought, and what is stored by now. */
#define SEEN NODE ("node-1", "1", "")
#define STORED                                   \
  NODE ("node-1", "3", "\"unschedulable\":true") \
  "," NODE ("node-2", "4", "")

/* How many requests with @text came so far. */
static guint
count (const WholeDaemon *scene, const char *text)
{
  guint n = 0;

  for (guint i = 0; i < scene->asked->len; i++)
    n += strstr (scene->asked->pdata[i], text) != NULL;
  return n;
}

/* The first binding is to the only node that is free by now, after everything was
 * listed from the store. */
static void
assert_bound_as_stored (WholeDaemon *scene)
{
  const char *binding = whole_daemon_await (scene, "/binding");
  guint n;

  assert_non_null (strstr (binding, "\"name\":\"node-2\""));
  fit_api_resources (FIT_RELEASE_LEGACY, &n);
  assert_true (count (scene, "&resourceVersion= HTTP")
                   + count (scene, "?resourceVersion= HTTP")
               >= n);
}

/* -- tests ----------------------------------------------------------------- */

/* Its watches are silent, and nodes are listed last. */
static void
test_leader (void **state)
{
  WholeDaemon scene = { 0 };

  (void) state;
  whole_daemon_init (&scene);
  whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "0", SEEN);
  whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "", STORED)
      ->delay_ms
      = 300;
  whole_daemon_begin (&scene, TRUE);
  whole_daemon_await (&scene, "POST " LEASES);
  assert_int_equal (count (&scene, "&resourceVersion= HTTP"), 0);
  assert_bound_as_stored (&scene);
  whole_daemon_end (&scene);
}

/* Requests about the lock are logged like all others.  They may take half of the
 * time in which a leader has to renew. */
static void
test_requests_of_the_election (void **state)
{
  WholeDaemon scene = { 0 };

  (void) state;
  whole_daemon_init (&scene);
  whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "0", SEEN);
  whole_daemon_begin (&scene, TRUE);
  whole_daemon_await_ended (&scene,
                            "GET " LEASES "/kube-scheduler?timeout=300000ms");
  whole_daemon_await_ended (&scene, "POST " LEASES "?timeout=300000ms");
  whole_daemon_end (&scene);
}

/* The object is there already: it is replaced as it was read. */
static void
test_a_free_lock (void **state)
{
  static const char *const text[] = { LEASE, NULL };
  const ReplayAnswer answers[]
      = { { .to = "PUT " LEASES, .status = 200, .pieces = text },
          { .to = "GET " LEASES, .status = 200, .pieces = text } };
  WholeDaemon scene = { 0 };
  const char *put;

  (void) state;
  whole_daemon_init (&scene);
  whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "0", SEEN);
  g_array_prepend_vals (scene.answers, answers, G_N_ELEMENTS (answers));
  whole_daemon_begin (&scene, TRUE);
  put = whole_daemon_await (&scene, "PUT " LEASES "/kube-scheduler");
  assert_non_null (strstr (put, "\"resourceVersion\":\"1\""));
  g_free (whole_daemon_await_note (&scene, "leading: "));
  whole_daemon_end (&scene);
}

/* An event about the lock says who leads. */
static void
test_event (void **state)
{
  WholeDaemon scene = { 0 };
  g_autoptr (GRegex) varying = g_regex_new (
      "scheduler\\.[0-9a-f]{16}|[0-9TZ:-]{20}|[^\"]+_[0-9a-f-]{36}", 0, 0,
      NULL);
  g_autofree char *shown = NULL;
  const char *event;

  (void) state;
  whole_daemon_init (&scene);
  whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "0", SEEN);
  whole_daemon_begin (&scene, TRUE);
  event = strstr (
      whole_daemon_await (&scene, "POST /api/v1/namespaces/kube-system/events"),
      "\r\n\r\n");
  assert_non_null (event);
  shown = g_regex_replace_literal (varying, event + 4, -1, 0, "*", 0, NULL);
  assert_string_equal (
      shown,
      "{\"kind\":\"Event\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"kube-*\","
      "\"namespace\":\"kube-system\"},\"involvedObject\":{\"kind\":\"Lease\","
      "\"namespace\":\"kube-system\",\"name\":\"kube-scheduler\",\"uid\":\"\","
      "\"apiVersion\":\"coordination.k8s.io/v1\",\"resourceVersion\":\"1\"},"
      "\"reason\":\"LeaderElection\",\"message\":\"* became leader\","
      "\"source\":{\"component\":\"default-scheduler\"},\"firstTimestamp\":"
      "\"*\",\"lastTimestamp\":\"*\",\"type\":\"Normal\",\"count\":1}");
  whole_daemon_end (&scene);
}

/* Its metrics say who leads. */
static void
assert_leads (WholeDaemon *scene, const char *number)
{
  g_autoptr (GString) page = g_string_new (NULL);
  g_autofree char *expected = g_strdup_printf (
      "\nleader_election_master_status{name=\"kube-scheduler\"} %s\n", number);

  fit_metrics_write (scene->daemon->metrics, page);
  assert_non_null (strstr (page->str, expected));
}

static void
test_metrics (void **state)
{
  for (guint leads = 0; leads < 2; leads++)
    {
      WholeDaemon scene = { 0 };
      const ReplayAnswer silence
          = { .to = "GET " LEASES, .status = 200, .without_head = TRUE };

      whole_daemon_init (&scene);
      whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "0",
                         SEEN);
      if (!leads)
        g_array_prepend_val (scene.answers, silence);
      whole_daemon_begin (&scene, TRUE);
      whole_daemon_await (&scene, "GET " LEASES);
      if (leads)
        g_free (whole_daemon_await_note (&scene, "leading: "));
      assert_leads (&scene, leads ? "1" : "0");
      whole_daemon_end (&scene);
    }
  (void) state;
}

/* Trouble makes it wait longer, and does not let it guess. */
static void
test_leader_in_trouble (void **state)
{
  WholeDaemon scene = { 0 };

  (void) state;
  whole_daemon_init (&scene);
  whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "0", SEEN);
  whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "", SEEN)
      ->status
      = 500;
  whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "", STORED);
  whole_daemon_begin (&scene, TRUE);
  assert_bound_as_stored (&scene);
  assert_int_equal (count (&scene, "GET /api/v1/nodes?limit=500"), 3);
  whole_daemon_end (&scene);
}

/* It is asked to end while it still reads: the lock is given up, and nothing was
 * bound. */
static void
test_leader_ends (void **state)
{
  WholeDaemon scene = { 0 };

  (void) state;
  whole_daemon_init (&scene);
  whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "0", SEEN);
  whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "", STORED)
      ->without_head
      = TRUE;
  whole_daemon_begin (&scene, TRUE);
  whole_daemon_await (&scene, "GET /api/v1/nodes?limit=500&resourceVersion= ");
  fit_daemon_stop (scene.daemon);
  whole_daemon_await (&scene, "GET " LEASES);
  assert_int_equal (count (&scene, "/binding"), 0);
  whole_daemon_end (&scene);
}

/* Without an election there may have been another one until just now, too. */
static void
test_alone (void **state)
{
  WholeDaemon scene = { 0 };

  (void) state;
  whole_daemon_init (&scene);
  whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "", STORED);
  whole_daemon_begin (&scene, FALSE);
  assert_bound_as_stored (&scene);
  assert_int_equal (count (&scene, "resourceVersion=0"), 0);
  whole_daemon_end (&scene);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_leader),
    cmocka_unit_test (test_requests_of_the_election),
    cmocka_unit_test (test_a_free_lock),
    cmocka_unit_test (test_event),
    cmocka_unit_test (test_metrics),
    cmocka_unit_test (test_leader_in_trouble),
    cmocka_unit_test (test_leader_ends),
    cmocka_unit_test (test_alone),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
