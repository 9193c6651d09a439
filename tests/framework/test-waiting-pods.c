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
  };

  return cmocka_run_group_tests_name ("waiting-pods", tests, NULL, NULL);
}
