/* test-daemon.c - what a daemon does beside single attempts
 */
#include "tests/daemon/whole-daemon.h"
#include "tests/support-extender/canned.h"

#include <string.h>

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
    cmocka_unit_test (test_debug),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
