/* test-waiting-pods.c - pods wait at Permit until they are allowed, rejected or out of time
 * SPDX-License-Identifier: Apache-2.0 */
#include "framework/waiting-pods.h"

#include "tests/support/cluster.h"

#include <string.h>

#define SECOND G_GINT64_CONSTANT (1000000000)

/* Waits for @seconds, from @from on; its UID is its name. */
static void
add (FitWaitingPods *waiting, const char *name, gint64 seconds, gint64 from)
{
  g_autofree char *manifest = g_strdup_printf (POD ("%s", "", ""), name, name);
  g_autoptr (FitPod) pod = pod_from (manifest);

  fit_waiting_pods_add (waiting, pod, seconds * SECOND, from * SECOND);
}

/* assert_decided: takes one out at @now seconds: "NAME CODE: MESSAGE", or "" for
 * none */
static void
assert_decided (FitWaitingPods *waiting, gint64 now, const char *expected)
{
  g_auto (FitStatus) status = { .code = FIT_STATUS_LAST };
  g_autoptr (FitPod) pod
      = fit_waiting_pods_take_decided (waiting, now * SECOND, &status);
  g_autofree char *text = NULL;

  if (pod == NULL)
    {
      assert_string_equal ("", expected);
      assert_int_equal (status.code, FIT_STATUS_LAST);
      return;
    }
  text = g_strdup_printf ("%s %s: %s", pod->meta.name,
                          fit_status_code_name (status.code),
                          fit_status_message (&status));
  assert_string_equal (text, expected);
}

#define TIMEOUT(name, after)                                             \
  name " Unschedulable: pod \"" name "\" rejected due to timeout after " \
       "waiting " after " at permit"
#define REJECTED(name, message) \
  name " Unschedulable: rejected while waiting at permit: " message

static void
append_name (FitWaitingPod *waiting, gpointer data)
{
  g_string_append (data, fit_waiting_pod_pod (waiting)->meta.name);
}

static void
assert_each (FitWaitingPods *waiting, const char *expected)
{
  g_autoptr (GString) names = g_string_new (NULL);

  fit_waiting_pods_each (waiting, append_name, names);
  assert_string_equal (names->str, expected);
}

static void
test_nobody_waits (void **state)
{
  g_autoptr (FitWaitingPods) waiting = fit_waiting_pods_new ();

  assert_decided (waiting, G_MAXINT64 / SECOND, "");
  assert_null (fit_waiting_pods_get (waiting, "a"));
  assert_each (waiting, "");
  assert_int_equal (fit_waiting_pods_next_deadline (waiting), G_MAXINT64);
}

/* A time that ends exactly now is over. */
static void
test_timeout (void **state)
{
  g_autoptr (FitWaitingPods) waiting = fit_waiting_pods_new ();

  add (waiting, "a", 90, 1000);
  assert_int_equal (fit_waiting_pods_next_deadline (waiting), 1090 * SECOND);
  assert_decided (waiting, 1089, "");
  assert_decided (waiting, 1090, TIMEOUT ("a", "1m30s"));
  assert_decided (waiting, 1090, "");
  assert_null (fit_waiting_pods_get (waiting, "a"));
}

/* Those that end together end in the order in which they came. */
static void
test_timeouts_in_order (void **state)
{
  g_autoptr (FitWaitingPods) waiting = fit_waiting_pods_new ();

  add (waiting, "a", 30, 0);
  add (waiting, "b", 20, 0);
  add (waiting, "c", 10, 10);
  add (waiting, "d", 5, 10);
  assert_each (waiting, "abcd");
  assert_decided (waiting, 100, TIMEOUT ("d", "5s"));
  assert_decided (waiting, 100, TIMEOUT ("b", "20s"));
  assert_decided (waiting, 100, TIMEOUT ("c", "10s"));
  assert_int_equal (fit_waiting_pods_next_deadline (waiting), 30 * SECOND);
  assert_each (waiting, "a");
}

static void
test_no_time_is_over_at_once (void **state)
{
  g_autoptr (FitWaitingPods) waiting = fit_waiting_pods_new ();

  add (waiting, "a", 0, 7);
  add (waiting, "b", -3, 7);
  assert_int_equal (fit_waiting_pods_next_deadline (waiting), 7 * SECOND);
  assert_decided (waiting, 7, TIMEOUT ("a", "0s"));
  assert_decided (waiting, 7, TIMEOUT ("b", "-3s"));
}

static void
test_end_of_time (void **state)
{
  g_autoptr (FitWaitingPods) waiting = fit_waiting_pods_new ();
  g_autoptr (FitPod) pod = pod_from (POD ("a", "", ""));

  fit_waiting_pods_add (waiting, pod, FIT_PERMIT_MAX_TIMEOUT_NS,
                        G_MAXINT64 - SECOND);
  assert_int_equal (fit_waiting_pods_next_deadline (waiting), G_MAXINT64);
  assert_decided (waiting, 1, "");
}

/* Only the first signal counts; it is kept until the pod is taken out. */
static void
test_first_signal_counts (void **state)
{
  g_autoptr (FitWaitingPods) waiting = fit_waiting_pods_new ();
  FitWaitingPod *a, *b;

  add (waiting, "a", 10, 0);
  add (waiting, "b", 10, 0);
  a = fit_waiting_pods_get (waiting, "a");
  b = fit_waiting_pods_get (waiting, "b");
  assert_true (fit_waiting_pod_reject (b, "no"));
  assert_false (fit_waiting_pod_allow (b));
  assert_true (fit_waiting_pod_allow (a));
  assert_false (fit_waiting_pod_reject (a, "no"));
  assert_false (fit_waiting_pod_allow (a));
  assert_null (fit_waiting_pods_get (waiting, "a"));
  assert_each (waiting, "");
  /* in the order of the signals */
  assert_decided (waiting, 0, REJECTED ("b", "no"));
  assert_decided (waiting, 0, "a Success: ");
  assert_decided (waiting, 100, "");
}

/* A signal comes before all timeouts, and is due at once. */
static void
test_signals_come_first (void **state)
{
  g_autoptr (FitWaitingPods) waiting = fit_waiting_pods_new ();

  add (waiting, "a", 1, 0);
  add (waiting, "b", 9, 0);
  assert_true (fit_waiting_pod_allow (fit_waiting_pods_get (waiting, "b")));
  assert_int_equal (fit_waiting_pods_next_deadline (waiting), G_MININT64);
  assert_decided (waiting, 5, "b Success: ");
  assert_decided (waiting, 5, TIMEOUT ("a", "1s"));
}

/* -- one UID twice --------------------------------------------------------- */

/* The earlier one can only run out of time. */
static void
test_replaced (void **state)
{
  g_autoptr (FitWaitingPods) waiting = fit_waiting_pods_new ();
  FitWaitingPod *second;

  add (waiting, "a", 10, 0);
  add (waiting, "b", 50, 0);
  add (waiting, "a", 30, 0);
  assert_each (waiting, "ba");
  second = fit_waiting_pods_get (waiting, "a");
  assert_true (fit_waiting_pod_allow (second));
  assert_decided (waiting, 0, "a Success: ");
  assert_decided (waiting, 9, "");
  assert_decided (waiting, 10, TIMEOUT ("a", "10s"));
  assert_each (waiting, "b");
}

/* When the earlier one's time is over, the later one cannot be found any
 * more, but goes on waiting. */
static void
test_end_of_the_replaced (void **state)
{
  g_autoptr (FitWaitingPods) waiting = fit_waiting_pods_new ();

  add (waiting, "a", 10, 0);
  add (waiting, "a", 30, 0);
  assert_decided (waiting, 10, TIMEOUT ("a", "10s"));
  assert_null (fit_waiting_pods_get (waiting, "a"));
  assert_each (waiting, "");
  assert_decided (waiting, 30, TIMEOUT ("a", "30s"));
}

/* -- iterating ------------------------------------------------------------- */

/* Rejects all others when it comes to "b". */
static void
reject_others (FitWaitingPod *pod, gpointer data)
{
  static const char *const others[] = { "a", "c" };

  if (strcmp (fit_waiting_pod_pod (pod)->meta.name, "b") != 0)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    fit_waiting_pod_reject (fit_waiting_pods_get (data, others[i]), "b came");
}

static void
test_signals_while_iterating (void **state)
{
  g_autoptr (FitWaitingPods) waiting = fit_waiting_pods_new ();

  add (waiting, "a", 10, 0);
  add (waiting, "b", 10, 0);
  add (waiting, "c", 10, 0);
  fit_waiting_pods_each (waiting, reject_others, waiting);
  assert_each (waiting, "b");
  assert_decided (waiting, 0, REJECTED ("a", "b came"));
  assert_decided (waiting, 0, REJECTED ("c", "b came"));
  assert_decided (waiting, 0, "");
}

static void
test_names_are_quoted (void **state)
{
  g_autoptr (FitWaitingPods) waiting = fit_waiting_pods_new ();
  g_autoptr (FitPod) pod = pod_from (POD ("'a\"b'", "", ""));
  g_auto (FitStatus) status = { 0 };

  fit_waiting_pods_add (waiting, pod, 0, 0);
  fit_pod_unref (fit_waiting_pods_take_decided (waiting, 0, &status));
  assert_string_equal (fit_status_message (&status),
                       "pod \"a\\\"b\" rejected due to timeout after waiting "
                       "0s at permit");
}

/* -- of later releases ----------------------------------------------------- */

/* p waits for A until second 9 and for B until second 5. */
static FitWaitingPods *
two_wait (FitRelease release)
{
  FitWaitingPods *waiting = fit_waiting_pods_new_of (release);
  const FitPermitWait waits[] = { { "A", 9 * SECOND }, { "B", 5 * SECOND } };
  g_autoptr (FitPod) pod = pod_from (POD ("p", "", ""));

  fit_waiting_pods_add_waits (waiting, pod, G_N_ELEMENTS (waits), waits, 0);
  return waiting;
}

#define ON_PERMIT(message) \
  "p Unschedulable: pod \"p\" rejected while waiting on permit: " message

static void
test_every_plugin_has_to_allow (void **state)
{
  g_autoptr (FitWaitingPods) waiting = two_wait (FIT_RELEASE (20, 2));
  FitWaitingPod *pod = fit_waiting_pods_get (waiting, "p");

  assert_false (fit_waiting_pod_allow_plugin (pod, "C"));
  assert_false (fit_waiting_pod_allow_plugin (pod, "B"));
  assert_false (fit_waiting_pod_pending (pod, "B"));
  assert_false (fit_waiting_pod_allow_plugin (pod, "B"));
  assert_decided (waiting, 5, "");
  assert_int_equal (fit_waiting_pods_next_deadline (waiting), 9 * SECOND);
  assert_true (fit_waiting_pod_allow_plugin (pod, "A"));
  assert_false (fit_waiting_pod_allow_plugin (pod, "A"));
  assert_decided (waiting, 5, "p Success: ");
}

static void
test_one_plugin_allows_in_v1_16 (void **state)
{
  g_autoptr (FitWaitingPods) waiting = two_wait (FIT_RELEASE_LEGACY);

  assert_true (
      fit_waiting_pod_allow_plugin (fit_waiting_pods_get (waiting, "p"), "A"));
  assert_decided (waiting, 0, "p Success: ");
}

static void
test_shortest_time_ends_it (void **state)
{
  static const struct
  {
    FitRelease release;
    const char *expected;
  } words[] = {
    { FIT_RELEASE_LEGACY, TIMEOUT ("p", "5s") },
    { FIT_RELEASE (18, 2),
      ON_PERMIT ("rejected due to timeout after waiting 5s at plugin B") },
    { FIT_RELEASE (20, 2),
      ON_PERMIT ("rejected due to timeout after waiting 5s at plugin B") },
    { FIT_RELEASE (28, 3), "p Unschedulable: rejected due to timeout after "
                           "waiting 5s at plugin B" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autoptr (FitWaitingPods) waiting = two_wait (words[i].release);

      assert_decided (waiting, 4, "");
      assert_decided (waiting, 5, words[i].expected);
    }
}

static void
test_rejected_by_a_plugin (void **state)
{
  g_autoptr (FitWaitingPods) waiting = two_wait (FIT_RELEASE (28, 3));
  g_autoptr (FitPod) pod = NULL;
  g_auto (FitStatus) status = { 0 };

  assert_true (fit_waiting_pod_reject_by (fit_waiting_pods_get (waiting, "p"),
                                          "B", "no"));
  pod = fit_waiting_pods_take_decided (waiting, 0, &status);
  assert_string_equal (status.plugin, "B");
  assert_string_equal (fit_status_message (&status), "no");
}

static void
test_rejected_in_older_words (void **state)
{
  g_autoptr (FitWaitingPods) waiting = two_wait (FIT_RELEASE (20, 2));

  assert_true (
      fit_waiting_pod_reject (fit_waiting_pods_get (waiting, "p"), "no"));
  assert_decided (waiting, 0, ON_PERMIT ("no"));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_nobody_waits),
    cmocka_unit_test (test_timeout),
    cmocka_unit_test (test_timeouts_in_order),
    cmocka_unit_test (test_no_time_is_over_at_once),
    cmocka_unit_test (test_end_of_time),
    cmocka_unit_test (test_first_signal_counts),
    cmocka_unit_test (test_signals_come_first),
    cmocka_unit_test (test_replaced),
    cmocka_unit_test (test_end_of_the_replaced),
    cmocka_unit_test (test_signals_while_iterating),
    cmocka_unit_test (test_names_are_quoted),
    cmocka_unit_test (test_every_plugin_has_to_allow),
    cmocka_unit_test (test_one_plugin_allows_in_v1_16),
    cmocka_unit_test (test_shortest_time_ends_it),
    cmocka_unit_test (test_rejected_by_a_plugin),
    cmocka_unit_test (test_rejected_in_older_words),
  };

  return cmocka_run_group_tests_name ("waiting-pods", tests, NULL, NULL);
}
