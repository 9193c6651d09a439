/* test-events.c - when events happen, events that repeat, and more of them than
 * the server takes */
#include "tests/daemon/whole-daemon.h"

#include <string.h>

static void
write_one (FitDaemon *daemon, const char *reason)
{
  g_autoptr (GPtrArray) pods
      = fit_live_objects_list (daemon->view.live, FIT_KIND_POD);
  const FitEvent event = { .regarding = pods->pdata[0],
                           .warning = TRUE,
                           .reason = reason,
                           .action = "Scheduling",
                           .note = "no room" };

  fit_events_write (daemon, &event);
}

/* Returns: (transfer none): the request that writes the first event */
static const char *
begin_scene (WholeDaemon *scene)
{
  whole_daemon_init (scene);
  whole_daemon_list (scene, whole_daemon_resource (FIT_KIND_NODE), "", "");
  whole_daemon_begin (scene, FALSE);
  return whole_daemon_await (scene, "/namespaces/shop/events");
}

/* -- when ------------------------------------------------------------------ */

static void
test_time (void **state)
{
  static const char key[] = "\"eventTime\":\"";
  const gint64 before = g_get_real_time ();
  WholeDaemon scene = { 0 };
  const char *event = strstr (begin_scene (&scene), key);
  g_autofree char *text = NULL;
  g_autoptr (GDateTime) time = NULL;
  gint64 us;

  (void) state;
  assert_non_null (event);
  text = g_strndup (event + strlen (key), strcspn (event + strlen (key), "\""));
  time = g_date_time_new_from_iso8601 (text, NULL);
  assert_non_null (time);
  us = g_date_time_to_unix (time) * G_USEC_PER_SEC
       + g_date_time_get_microsecond (time);
  assert_true (us >= before && us <= g_get_real_time ());
  whole_daemon_end (&scene);
}

/* -- too many -------------------------------------------------------------- */

/* On the scheduler's thread: one after the other, while so many wait. */
static void
overflow (FitDaemon *daemon, gpointer data)
{
  const gint many = 100000;
  static const char *const reasons[][4]
      = { { "A", "B", "C", "D" }, { "E", "F", "G", "H" } };
  const gint n = g_atomic_int_get (&daemon->n_events);

  (void) data;
  for (guint round = 0; round < 2; round++)
    {
      g_atomic_int_add (&daemon->n_events, many);
      for (guint i = 0; i < 3; i++)
        write_one (daemon, reasons[round][i]);
      g_atomic_int_add (&daemon->n_events, -many);
      write_one (daemon, reasons[round][3]);
    }
  assert_true (g_atomic_int_get (&daemon->n_events) <= n + 2);
}

/* Each time when they begin to be too many, a note says so. */
static void
test_too_many (void **state)
{
  WholeDaemon scene = { 0 };

  (void) state;
  begin_scene (&scene);
  assert_true (fit_daemon_call (scene.daemon, overflow, NULL, 60000));
  for (guint i = 0; i < 2; i++)
    g_free (whole_daemon_await_note (&scene, "too many events"));
  assert_int_equal (g_async_queue_length (scene.notes), 0);
  whole_daemon_end (&scene);
}

/* -- series ---------------------------------------------------------------- */

static void
repeat (FitDaemon *daemon, gpointer data)
{
  (void) data;
  for (guint i = 0; i < 4; i++)
    write_one (daemon, "again");
}

static void
an_hour_later (FitDaemon *daemon, gpointer data)
{
  (void) data;
  fit_events_write_series (daemon,
                           (g_get_real_time () + G_TIME_SPAN_HOUR) * 1000);
}

/* The last count of a series is written when the series is over. */
static void
test_the_last_count (void **state)
{
  WholeDaemon scene = { 0 };

  (void) state;
  begin_scene (&scene);
  assert_true (fit_daemon_call (scene.daemon, repeat, NULL, 60000));
  assert_non_null (
      strstr (whole_daemon_await (&scene, "PATCH"), "\"count\":1"));
  assert_true (fit_daemon_call (scene.daemon, an_hour_later, NULL, 60000));
  assert_non_null (
      strstr (whole_daemon_await (&scene, "PATCH"), "\"count\":3"));
  whole_daemon_end (&scene);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_time),
    cmocka_unit_test (test_too_many),
    cmocka_unit_test (test_the_last_count),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
