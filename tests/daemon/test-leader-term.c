/* test-leader-term.c - how a daemon ends, and what it says about that
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/daemon/daemon-scene.h"
#include "tests/support/cmocka.h"

#define SECOND_US G_GINT64_CONSTANT (1000000)

/* Half of the shorter grace, and all of it, are over within what the scene waits for;
 * of the longer one only half is. */
#define SHORT (20 * SECOND_US)
#define LONG (100 * SECOND_US)

#define MOST_BINDINGS 12

typedef struct
{
  DaemonScene scene;
  GString *notes;
  FitPod pods[MOST_BINDINGS];
  FitTask tasks[MOST_BINDINGS];
} Ending;

static void
note (const char *text, gpointer data)
{
  Ending *ending = data;

  g_string_append_printf (ending->notes, "%s\n", text);
}

static void
ending_init (Ending *ending, gint64 grace_us)
{
  FitDaemon *daemon = &ending->scene.daemon;

  daemon_scene_begin (&ending->scene, "http://127.0.0.1:1", NULL, 0);
  ending->notes = g_string_new (NULL);
  daemon->reflectors = g_ptr_array_new ();
  daemon->options.shutdown_grace_us = grace_us;
  daemon->options.note = note;
  daemon->options.data = ending;
  assert_true (fit_leading_init (daemon, &daemon->options, NULL));
}

static void
ending_clear (Ending *ending)
{
  FitDaemon *daemon = &ending->scene.daemon;

  g_hash_table_remove_all (daemon->bindings);
  fit_leading_stop (daemon);
  daemon_scene_end (&ending->scene);
  fit_leading_clear (daemon);
  g_ptr_array_unref (daemon->reflectors);
  g_string_free (ending->notes, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ending, ending_clear)

/* It is asked to end, and what is due within a minute happens. */
static void
stop (Ending *ending)
{
  fit_leading_take (&ending->scene.daemon,
                    &(const FitMessage){ .type = FIT_MESSAGE_STOP });
  assert_null (daemon_scene_take (&ending->scene, 0));
}

/* @state is what has become of the lock. */
static void
take (Ending *ending, FitElectionState state, const char *text)
{
  fit_leading_take (&ending->scene.daemon,
                    &(const FitMessage){ .type = FIT_MESSAGE_LEADER,
                                         .state = state,
                                         .text = (char *) text });
}

/* @n bindings are under way, the last one first. */
static void
bind (Ending *ending, guint n)
{
  static const char *const names[MOST_BINDINGS]
      = { "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l" };

  for (guint i = n; i-- > 0;)
    {
      ending->pods[i].meta.namespace_ = (char *) "shop";
      ending->pods[i].meta.name = (char *) names[i];
      ending->tasks[i].pod = &ending->pods[i];
      g_hash_table_add (ending->scene.daemon.bindings, &ending->tasks[i]);
    }
}

static void
assert_ends (const Ending *ending, const char *why)
{
  g_autoptr (GError) error = NULL;

  assert_true (fit_leading_end (&ending->scene.daemon, &error)
               == (why == NULL));
  if (why != NULL)
    assert_string_equal (error->message, why);
}

/* -- the grace is over ----------------------------------------------------- */

#define CUT "stopped 20s after it was asked to end; "
#define TEN                                                                  \
  "the bindings of shop/a, shop/b, shop/c, shop/d, shop/e, shop/f, shop/g, " \
  "shop/h, shop/i, shop/j"

static const struct
{
  guint n_bindings;
  guint n_tasks;
  const char *why;
} cut_off[] = {
  { 0, 0, CUT "the lock of the leader was not released" },
  { 0, 1, CUT "this was cut off: 1 requests" },
  { 1, 1, CUT "this was cut off: the bindings of shop/a" },
  { 1, 3, CUT "this was cut off: the bindings of shop/a, and 2 requests" },
  { 2, 2, CUT "this was cut off: the bindings of shop/a, shop/b" },
  { 2, 5,
    CUT "this was cut off: the bindings of shop/a, shop/b, and 3 "
        "requests" },
  { 10, 10, CUT "this was cut off: " TEN },
  { 11, 11, CUT "this was cut off: " TEN " and 1 more" },
  { 12, 13, CUT "this was cut off: " TEN " and 2 more, and 1 requests" },
};

static void
test_what_is_cut_off (void **state)
{
  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cut_off); i++)
    {
      g_auto (Ending) ending = { 0 };

      ending_init (&ending, SHORT);
      assert_true (fit_leading_goes_on (&ending.scene.daemon));
      bind (&ending, cut_off[i].n_bindings);
      ending.scene.daemon.n_tasks = cut_off[i].n_tasks;
      stop (&ending);
      assert_false (fit_leading_goes_on (&ending.scene.daemon));
      assert_ends (&ending, cut_off[i].why);
      assert_string_equal (ending.notes->str, "");
    }
}

/* -- half of it is over ---------------------------------------------------- */

static const struct
{
  guint n_bindings;
  guint n_deletions;
  guint n_tasks;
  gboolean goes_on;
  const char *notes;
} half[] = {
  { 0, 0, 0, FALSE, "" },
  { 0, 0, 1, FALSE,
    "1 requests about pods that fit nowhere were dropped; the next leader sends "
    "what is missing\n" },
  { 1, 0, 1, TRUE, "" },
  { 0, 1, 1, TRUE, "" },
  { 1, 1, 4, TRUE, "" },
};

static void
test_what_is_waited_for (void **state)
{
  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (half); i++)
    {
      g_auto (Ending) ending = { 0 };
      FitDaemon *daemon = &ending.scene.daemon;

      ending_init (&ending, LONG);
      bind (&ending, half[i].n_bindings);
      daemon->n_deletions = half[i].n_deletions;
      daemon->n_tasks = half[i].n_tasks;
      daemon->n_events_sent = 1;
      stop (&ending);
      /* Also when it looks again. */
      for (guint k = 0; k < 2; k++)
        assert_int_equal (fit_leading_goes_on (daemon), half[i].goes_on);
      assert_ends (&ending, NULL);
      assert_string_equal (ending.notes->str, half[i].notes);
    }
}

/* Before that every request is waited for; to be asked twice changes nothing. */
static void
test_all_requests_are_waited_for (void **state)
{
  g_auto (Ending) ending = { 0 };
  FitDaemon *daemon = &ending.scene.daemon;

  (void) state;
  ending_init (&ending, 13 * LONG / 10);
  daemon->n_tasks = 1;
  stop (&ending);
  stop (&ending);
  assert_true (fit_leading_goes_on (daemon));
  daemon->n_tasks = 0;
  assert_false (fit_leading_goes_on (daemon));
  assert_ends (&ending, NULL);
  assert_string_equal (ending.notes->str, "");
}

static void
push_problem (const FitApiAnswer *answer, const GError *problem, gpointer queue)
{
  (void) answer;
  g_async_queue_push (queue, g_strdup (fit_error_code_name (problem)));
}

/* Returns: (transfer full): how a write by @client ended */
static char *
write_by (FitApiClient *client)
{
  g_autoptr (GAsyncQueue) problems = g_async_queue_new_full (g_free);

  fit_api_client_send (client, &(const FitApiRequest){ .method = "POST",
                                                       .path = "/",
                                                       .once = TRUE,
                                                       .done = push_problem,
                                                       .data = problems });
  return g_async_queue_pop (problems);
}

/* Once nothing is waited for, nothing but events is written any more, as the next
 * leader may write. */
static void
test_nothing_is_written_afterwards (void **state)
{
  g_auto (Ending) ending = { 0 };
  FitDaemon *daemon = &ending.scene.daemon;
  g_autofree char *before = NULL, *after = NULL, *event = NULL;

  (void) state;
  ending_init (&ending, LONG);
  before = write_by (daemon->client);
  assert_string_equal (before, "remote");
  fit_leading_take (daemon, &(const FitMessage){ .type = FIT_MESSAGE_STOP });
  assert_false (fit_leading_goes_on (daemon));
  after = write_by (daemon->client);
  assert_string_equal (after, "incomplete");
  event = write_by (daemon->events);
  assert_string_equal (event, "remote");
}

/* The lock is released before the events are written, and these have half of the
 * grace period. */
static void
test_events_are_waited_for (void **state)
{
  g_auto (Ending) ending = { 0 };
  FitDaemon *daemon = &ending.scene.daemon;

  (void) state;
  ending_init (&ending, 13 * LONG / 10);
  daemon->n_events_sent = 1;
  stop (&ending);
  assert_true (fit_leading_goes_on (daemon));
  assert_false (fit_api_client_may_write (daemon->client));
  daemon->n_events_sent = 0;
  assert_false (fit_leading_goes_on (daemon));
  assert_ends (&ending, NULL);
}

/* -- the lock -------------------------------------------------------------- */

static void
test_lost (void **state)
{
  g_auto (Ending) ending = { 0 };
  FitDaemon *daemon = &ending.scene.daemon;

  (void) state;
  ending_init (&ending, SHORT);
  fit_leading_inform (daemon);
  assert_true (fit_leading_is_on (daemon));
  take (&ending, FIT_ELECTION_LOST, "lost the lock");
  assert_false (fit_leading_is_on (daemon));
  assert_false (fit_leading_goes_on (daemon));
  assert_ends (&ending, "lost the lock");
  /* Others say it at the end. */
  assert_string_equal (ending.notes->str, "");
}

/* However many bindings were under way, that is one line. */
static void
test_lost_with_bindings (void **state)
{
  g_auto (Ending) ending = { 0 };

  (void) state;
  ending_init (&ending, SHORT);
  bind (&ending, MOST_BINDINGS);
  take (&ending, FIT_ELECTION_LOST, "lost the lock");
  assert_false (fit_leading_goes_on (&ending.scene.daemon));
  assert_ends (&ending, "lost the lock");
  assert_string_equal (ending.notes->str,
                       "12 bindings were cut off; the next leader places the "
                       "pods that have no node\n");
}

/* It may act when it leads, has read everything since, and is not to end. */
static void
test_when_it_is_on (void **state)
{
  g_auto (Ending) ending = { 0 };
  FitDaemon *daemon = &ending.scene.daemon;

  (void) state;
  ending_init (&ending, LONG);
  take (&ending, FIT_ELECTION_STANDBY, "waits");
  assert_false (fit_leading_is_on (daemon));
  fit_leading_inform (daemon);
  assert_false (fit_leading_is_on (daemon));
  take (&ending, FIT_ELECTION_LEADING, "leads");
  assert_true (fit_leading_is_on (daemon));
  daemon->shadow = (FitShadow *) daemon;
  assert_false (fit_leading_is_on (daemon));
  daemon->shadow = NULL;
  assert_true (fit_leading_is_on (daemon));
  fit_leading_take (daemon, &(const FitMessage){ .type = FIT_MESSAGE_STOP });
  assert_false (fit_leading_is_on (daemon));
}

/* A candidate that waits is silent, unless it led before. */
static void
test_released (void **state)
{
  g_auto (Ending) ending = { 0 };
  FitDaemon *daemon = &ending.scene.daemon;

  (void) state;
  ending_init (&ending, SHORT);
  take (&ending, FIT_ELECTION_LEADING, "leads");
  assert_true (fit_leading_goes_on (daemon));
  take (&ending, FIT_ELECTION_RELEASED, "released it");
  assert_false (fit_leading_goes_on (daemon));
  take (&ending, FIT_ELECTION_RELEASED, "released it again");
  assert_ends (&ending, NULL);
  assert_string_equal (ending.notes->str, "leads\nreleased it\n");
}

/* A daemon that could not be made has nothing of it. */
static void
test_nothing_to_stop (void **state)
{
  FitDaemon daemon = { 0 };

  (void) state;
  fit_leading_stop (&daemon);
  fit_leading_clear (&daemon);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_what_is_cut_off),
    cmocka_unit_test (test_what_is_waited_for),
    cmocka_unit_test (test_all_requests_are_waited_for),
    cmocka_unit_test (test_nothing_is_written_afterwards),
    cmocka_unit_test (test_events_are_waited_for),
    cmocka_unit_test (test_lost),
    cmocka_unit_test (test_lost_with_bindings),
    cmocka_unit_test (test_when_it_is_on),
    cmocka_unit_test (test_released),
    cmocka_unit_test (test_nothing_to_stop),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
