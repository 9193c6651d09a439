/* test-events.c - when events happen, events that repeat, and more of them than
 * the server takes
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/daemon/daemon-scene.h"
#include "tests/daemon/whole-daemon.h"

#include <string.h>

/* About the only pod, which the daemon keeps. */
static FitEvent
event_of (const FitDaemon *daemon, const char *reason)
{
  g_autoptr (GPtrArray) pods
      = fit_live_objects_list (daemon->view.live, FIT_KIND_POD);

  return (FitEvent){ .regarding = pods->pdata[0],
                     .warning = TRUE,
                     .reason = reason,
                     .action = "Scheduling",
                     .note = "no room" };
}

static void
write_one (FitDaemon *daemon, const char *reason)
{
  const FitEvent event = event_of (daemon, reason);

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
  const guint many = 100000;
  static const char *const reasons[][4]
      = { { "A", "B", "C", "D" }, { "E", "F", "G", "H" } };
  const guint n = daemon->n_events;

  (void) data;
  for (guint round = 0; round < 2; round++)
    {
      daemon->n_events += many;
      for (guint i = 0; i < 3; i++)
        write_one (daemon, reasons[round][i]);
      daemon->n_events -= many;
      write_one (daemon, reasons[round][3]);
    }
  assert_true (daemon->n_events <= n + 2);
}

/* Each time when they begin to be too many, a note says so. */
static void
test_too_many (void **state)
{
  WholeDaemon scene = { 0 };
  char *more;

  (void) state;
  begin_scene (&scene);
  assert_true (fit_daemon_call (scene.daemon, overflow, NULL, 60000));
  for (guint i = 0; i < 2; i++)
    g_free (whole_daemon_await_note (&scene, "too many events"));
  /* There may be one about an event that the server did not take. */
  while ((more = fit_mailbox_take (scene.notes, 0)) != NULL)
    {
      assert_null (strstr (more, "too many events"));
      g_free (more);
    }
  whole_daemon_end (&scene);
}

/* -- beside bindings ------------------------------------------------------- */

static const char *const many_reasons[] = { "A", "B", "C", "D", "E", "F" };

/* On the scheduler's thread: a pod is being bound, and events are written. */
static void
write_beside_a_binding (FitDaemon *daemon, gpointer data)
{
  const FitTask *binding = data;

  g_hash_table_add (daemon->bindings, (gpointer) binding);
  for (guint i = 0; i < G_N_ELEMENTS (many_reasons); i++)
    write_one (daemon, many_reasons[i]);
  assert_int_equal (daemon->unsent_events.length, G_N_ELEMENTS (many_reasons));
}

static void
end_binding (FitDaemon *daemon, gpointer data)
{
  g_hash_table_remove (daemon->bindings, data);
  fit_events_follow_bindings (daemon);
  assert_int_equal (daemon->unsent_events.length, 0);
}

/* In any order. */
static void
await_reason (WholeDaemon *scene, const char *reason)
{
  g_autofree char *text = g_strdup_printf ("\"reason\":\"%s\"", reason);

  for (guint i = 0; i < scene->asked->len; i++)
    if (strstr (scene->asked->pdata[i], text) != NULL)
      return;
  whole_daemon_await (scene, text);
}

/* Events wait while a pod is being bound, and go when it is. */
static void
test_bindings_come_first (void **state)
{
  WholeDaemon scene = { 0 };
  FitTask binding = { .type = FIT_TASK_BIND };

  (void) state;
  begin_scene (&scene);
  assert_true (
      fit_daemon_call (scene.daemon, write_beside_a_binding, &binding, 60000));
  assert_true (fit_daemon_call (scene.daemon, end_binding, &binding, 60000));
  for (guint i = 0; i < G_N_ELEMENTS (many_reasons); i++)
    await_reason (&scene, many_reasons[i]);
  whole_daemon_end (&scene);
}

/* A binding that takes minutes holds no event back for more than seconds. */
static void
test_bindings_that_take_long (void **state)
{
  static const ReplayAnswer answers[]
      = { { .status = 403 }, { .status = 403 } };
  g_autoptr (ReplayServer) server
      = replay_server_new (answers, G_N_ELEMENTS (answers));
  g_auto (DaemonScene) scene = { 0 };
  FitDaemon *daemon = &scene.daemon;
  FitTask binding = { .type = FIT_TASK_BIND_VOLUMES };

  (void) state;
  daemon_scene_begin (&scene, replay_server_url (server), NULL, 0);
  fit_events_init (daemon);
  fit_live_objects_put (daemon->view.live, FIT_KIND_POD,
                        daemon_scene_add (&scene, FIT_KIND_POD, POD));
  g_hash_table_add (daemon->bindings, &binding);
  write_one (daemon, "A");
  write_one (daemon, "B");
  /* That the server refuses an event tells that it came. */
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      FitMessage *message = daemon_scene_take (
          &scene, g_get_monotonic_time () + 60 * G_USEC_PER_SEC);

      assert_non_null (message);
      assert_int_equal (message->type, FIT_MESSAGE_NOTE);
      daemon_message_free (message);
    }
  assert_in_range (scene.waited_ms, 5 * 1000, 20 * 1000);
}

/* -- the end --------------------------------------------------------------- */

#define MANY 300

static void
write_many_beside_a_binding (FitDaemon *daemon, gpointer data)
{
  g_hash_table_add (daemon->bindings, data);
  for (guint i = 0; i < MANY; i++)
    {
      g_autofree char *reason = g_strdup_printf ("Many%u", i);

      write_one (daemon, reason);
    }
}

/* A daemon that is asked to end sends the events that wait. */
static void
test_end (void **state)
{
  WholeDaemon scene = { 0 };
  FitTask binding = { .type = FIT_TASK_BIND };

  (void) state;
  begin_scene (&scene);
  assert_true (fit_daemon_call (scene.daemon, write_many_beside_a_binding,
                                &binding, 60000));
  assert_true (fit_daemon_call (scene.daemon, end_binding, &binding, 60000));
  fit_daemon_stop (scene.daemon);
  for (guint i = 0; i < MANY; i++)
    {
      g_autofree char *reason = g_strdup_printf ("Many%u", i);

      await_reason (&scene, reason);
    }
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
  const char *request;

  (void) state;
  request = begin_scene (&scene);
  assert_non_null (strstr (request, "Content-Type: application/json\r\n"));
  assert_true (fit_daemon_call (scene.daemon, repeat, NULL, 60000));
  request = whole_daemon_await (&scene, "PATCH");
  assert_non_null (strstr (request, "\"count\":2"));
  assert_non_null (strstr (
      request, "Content-Type: application/strategic-merge-patch+json\r\n"));
  assert_true (fit_daemon_call (scene.daemon, an_hour_later, NULL, 60000));
  assert_non_null (
      strstr (whole_daemon_await (&scene, "PATCH"), "\"count\":4"));
  whole_daemon_end (&scene);
}

/* What is due in some minutes is the search for series that are over, again and
 * again. */
static void
test_series_are_looked_for (void **state)
{
  g_auto (DaemonScene) scene = { 0 };
  FitDaemon *daemon = &scene.daemon;

  (void) state;
  daemon_scene_begin (&scene, "http://127.0.0.1:1", NULL, 0);
  fit_events_init (daemon);
  for (guint n = 0; n < 3;)
    {
      const gint64 now_us = g_get_monotonic_time ();
      g_autofree FitMessage *message
          = fit_mailbox_take (daemon->messages, now_us + 60 * G_USEC_PER_SEC);

      assert_non_null (message);
      assert_int_equal (message->type, FIT_MESSAGE_LATER);
      if (message->due_ns / 1000 - now_us > 5 * 60 * G_USEC_PER_SEC)
        {
          message->func (message->data);
          n++;
        }
      else
        message->destroy (message->data);
    }
}

/* -- which API ------------------------------------------------------------- */

#define SERVED "{\"kind\":\"APIResourceList\"}"

/* Will answer requests with @to in them; each one is answered once. */
static void
will_answer (WholeDaemon *scene, const char *to, guint status,
             const char *const *body)
{
  const ReplayAnswer answer = { .to = to, .status = status, .pieces = body };

  g_array_prepend_val (scene->answers, answer);
}

static void
write_as (FitDaemon *daemon, gpointer reason)
{
  write_one (daemon, reason);
}

/* Writes events until one is sent to @path. */
static void
assert_written_to (WholeDaemon *scene, const char *path)
{
  g_autofree char *expected = g_strdup_printf ("POST %s ", path);

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *reason = g_strdup_printf ("Reason%u", i);
      g_autofree char *text = g_strdup_printf ("\"reason\":\"%s\"", reason);

      assert_true (fit_daemon_call (scene->daemon, write_as, reason, 60000));
      if (g_str_has_prefix (whole_daemon_await (scene, text), expected))
        return;
      g_usleep (1000);
    }
  fail_msg ("no event came to %s", path);
}

static void
test_which_api (void **state)
{
  static const char *const served[] = { SERVED, NULL };
  static const char *const none[] = { "{}", NULL };
  static const struct
  {
    guint v1, v1beta1; /* the status of the answers */
    const char *path;
  } cases[] = {
    { 200, 0, "/apis/events.k8s.io/v1/namespaces/shop/events" },
    { 404, 200, "/apis/events.k8s.io/v1beta1/namespaces/shop/events" },
    { 404, 404, "/api/v1/namespaces/shop/events" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      WholeDaemon scene = { 0 };

      whole_daemon_init (&scene);
      whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "", "");
      will_answer (&scene, "GET /apis/events.k8s.io/v1 ", cases[i].v1,
                   cases[i].v1 == 200 ? served : none);
      will_answer (&scene, "GET /apis/events.k8s.io/v1beta1 ", cases[i].v1beta1,
                   cases[i].v1beta1 == 200 ? served : none);
      whole_daemon_begin (&scene, FALSE);
      whole_daemon_await (&scene, "/namespaces/shop/events");
      assert_written_to (&scene, cases[i].path);
      whole_daemon_end (&scene);
    }
}

/* What does not tell is said, and asked again later. */
static void
test_no_api (void **state)
{
  static const char *const none[] = { "{}", NULL };
  static const char *const why[]
      = { "{\"kind\":\"Status\",\"message\":\"no, never\"}", NULL };
  static const struct
  {
    guint status;
    const char *const *body;
    const char *said;
  } cases[] = {
    { 200, none, "found something else, expected an APIResourceList" },
    { 403, why, "403: no, never" },
    { 500, why, "500: no, never" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      WholeDaemon scene = { 0 };
      g_autofree char *said = NULL;
      g_autofree char *expected = g_strdup_printf (
          "cannot find out which API takes events: %s; trying again",
          cases[i].said);

      whole_daemon_init (&scene);
      whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "", "");
      will_answer (&scene, "GET /apis/events.k8s.io/v1 ", cases[i].status,
                   cases[i].body);
      whole_daemon_begin (&scene, FALSE);
      said = whole_daemon_await_note (&scene, "which API takes events");
      assert_string_equal (said, expected);
      whole_daemon_end (&scene);
    }
}

/* However often it is asked, the same trouble is said once. */
static void
test_no_api_for_long (void **state)
{
  static const ReplayAnswer answers[]
      = { { .status = 403 }, { .status = 403 }, { .status = 403 } };
  g_autoptr (ReplayServer) server
      = replay_server_new (answers, G_N_ELEMENTS (answers));
  g_auto (DaemonScene) scene = { 0 };
  FitDaemon *daemon = &scene.daemon;
  g_autoptr (FitServed) served = fit_served_new ();
  guint n_notes = 0;

  (void) state;
  daemon_scene_begin (&scene, replay_server_url (server), NULL, 0);
  fit_events_init (daemon);
  fit_events_choose (daemon, served);
  for (guint n = 0; n < G_N_ELEMENTS (answers);)
    {
      const gint64 now_us = g_get_monotonic_time ();
      FitMessage *message
          = fit_mailbox_take (daemon->messages, now_us + 60 * G_USEC_PER_SEC);

      assert_non_null (message);
      n_notes += message->type == FIT_MESSAGE_NOTE;
      /* What is due in some minutes is the search for series. */
      if (message->type == FIT_MESSAGE_LATER
          && message->due_ns / 1000 - now_us < 60 * G_USEC_PER_SEC)
        {
          message->func (message->data);
          n++;
        }
      daemon_message_free (message);
    }
  assert_int_equal (n_notes, 1);
}

/* -- a server that never ends its answers ---------------------------------- */

static ReplayAnswer
cut_off (const char *request, gpointer n_events)
{
  static const char *const served[] = { SERVED, NULL };

  if (g_str_has_prefix (request, "GET "))
    return (ReplayAnswer){ .status = 200, .pieces = served };
  g_atomic_int_inc ((gint *) n_events);
  return (ReplayAnswer){ .status = 200, .pieces = served, .end = REPLAY_CUT };
}

/* An event is sent twelve times, with ten seconds in between, and then given up. */
static void
test_no_whole_answer (void **state)
{
  gint n_events = 0;
  g_autoptr (ReplayServer) server = replay_server_new_for (cut_off, &n_events);
  g_auto (DaemonScene) scene = { 0 };
  FitDaemon *daemon = &scene.daemon;
  FitMessage *message;

  (void) state;
  daemon_scene_begin (&scene, replay_server_url (server), NULL, 0);
  fit_events_init (daemon);
  fit_live_objects_put (daemon->view.live, FIT_KIND_POD,
                        daemon_scene_add (&scene, FIT_KIND_POD, POD));
  write_one (daemon, "Failed");
  message = daemon_scene_take (&scene,
                               g_get_monotonic_time () + 60 * G_USEC_PER_SEC);
  assert_non_null (message);
  assert_int_equal (message->type, FIT_MESSAGE_NOTE);
  assert_true (g_str_has_prefix (message->text, "cannot write an event: "));
  assert_int_equal (n_events, 12);
  assert_in_range (scene.waited_ms, 60 * 1000, 110 * 1000);
  daemon_message_free (message);
}

/* -- events that are refused ----------------------------------------------- */

/* That there is one like it is nothing to speak of. */
static void
test_refused (void **state)
{
  static const char *const why[]
      = { "{\"kind\":\"Status\",\"message\":\"no, never\"}", NULL };
  WholeDaemon scene = { 0 };
  g_autofree char *said = NULL;

  (void) state;
  whole_daemon_init (&scene);
  whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "", "");
  will_answer (&scene, "\"reason\":\"Broken\"", 500, why);
  will_answer (&scene, "\"reason\":\"Refused\"", 409, why);
  whole_daemon_begin (&scene, FALSE);
  whole_daemon_await (&scene, "/namespaces/shop/events");
  assert_true (
      fit_daemon_call (scene.daemon, write_as, (gpointer) "Refused", 60000));
  whole_daemon_await (&scene, "\"reason\":\"Refused\"");
  assert_true (
      fit_daemon_call (scene.daemon, write_as, (gpointer) "Broken", 60000));
  said = whole_daemon_await_note (&scene, "cannot write an event");
  assert_string_equal (said, "cannot write an event: 500: no, never");
  whole_daemon_end (&scene);
}

/* Would it be written as a new one? */
static void
is_forgotten (FitDaemon *daemon, gpointer data)
{
  const FitEvent event = event_of (daemon, "Old");
  g_auto (FitEventWrite) write = { 0 };

  *(gboolean *) data = fit_event_log_add (daemon->event_log, &event,
                                          g_get_real_time () * 1000, &write)
                       && strcmp (write.method, "POST") == 0;
}

/* A server forgets events after a while; then one that is repeated is new. */
static void
test_forgotten (void **state)
{
  static const char *const none[] = { "{}", NULL };
  WholeDaemon scene = { 0 };
  gboolean forgotten = FALSE;

  (void) state;
  whole_daemon_init (&scene);
  whole_daemon_list (&scene, whole_daemon_resource (FIT_KIND_NODE), "", "");
  will_answer (&scene, "PATCH ", 404, none);
  whole_daemon_begin (&scene, FALSE);
  whole_daemon_await (&scene, "/namespaces/shop/events");
  for (guint i = 0; i < 2; i++)
    assert_true (
        fit_daemon_call (scene.daemon, write_as, (gpointer) "Old", 60000));
  whole_daemon_await (&scene, "PATCH ");
  for (guint i = 0; i < 10000 && !forgotten; i++)
    {
      assert_true (
          fit_daemon_call (scene.daemon, is_forgotten, &forgotten, 60000));
      g_usleep (1000);
    }
  assert_true (forgotten);
  whole_daemon_end (&scene);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_time),
    cmocka_unit_test (test_too_many),
    cmocka_unit_test (test_bindings_come_first),
    cmocka_unit_test (test_bindings_that_take_long),
    cmocka_unit_test (test_end),
    cmocka_unit_test (test_the_last_count),
    cmocka_unit_test (test_series_are_looked_for),
    cmocka_unit_test (test_which_api),
    cmocka_unit_test (test_no_api),
    cmocka_unit_test (test_no_api_for_long),
    cmocka_unit_test (test_no_whole_answer),
    cmocka_unit_test (test_refused),
    cmocka_unit_test (test_forgotten),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
