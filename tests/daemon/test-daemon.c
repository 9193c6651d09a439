/* test-daemon.c - what a daemon does beside single attempts
 */
#include "tests/daemon/whole-daemon.h"

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
    cmocka_unit_test (test_debug),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
