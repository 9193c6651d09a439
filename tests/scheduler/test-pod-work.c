/* test-pod-work.c - what goes on for pods between two calls, and when it is woken
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/pod-work.h"

#include "tests/support/cluster.h"

#define POD_NAMED(name, uid)                                                \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: " name ", namespace: " \
  "ns, uid: " uid "}}\n"
#define N 4

static void
drop_work (FitPodWork *work)
{
  fit_pod_unref (work->task.pod);
}

static const FitPodWorkKind kind = { .free = drop_work };

/* Work on the pods a, b, a again (made anew), and c. */
typedef struct
{
  FitPodWorks *all;
  FitPodWork works[N];
} Work;

static void
work_init (Work *work)
{
  static const char *const pods[N]
      = { POD_NAMED ("a", "u1"), POD_NAMED ("b", "u2"), POD_NAMED ("a", "u3"),
          POD_NAMED ("c", "u4") };

  work->all = fit_pod_works_new ();
  for (guint i = 0; i < N; i++)
    {
      work->works[i]
          = (FitPodWork){ .task.pod = pod_from (pods[i]), .kind = &kind };
      fit_pod_works_add (work->all, &work->works[i]);
    }
}

static void
work_clear (Work *work)
{
  fit_pod_works_free (work->all);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Work, work_clear)

/* Takes number @i, which is free then. */
static void
finish (Work *work, guint i)
{
  fit_pod_works_steal (work->all, &work->works[i]);
}

/* How much is there for the pod of number @i. */
static guint
count_named (const Work *work, guint i)
{
  const GQueue *named
      = fit_pod_works_named (work->all, work->works[i].task.pod);

  return named != NULL ? named->length : 0;
}

static void
test_names (void **state)
{
  g_auto (Work) work = { 0 };
  const GQueue *named;

  (void) state;
  work_init (&work);
  named = fit_pod_works_named (work.all, work.works[2].task.pod);
  assert_int_equal (named->length, 2);
  assert_ptr_equal (named->head->data, &work.works[0]);
  assert_ptr_equal (named->tail->data, &work.works[2]);
  finish (&work, 0);
  assert_int_equal (count_named (&work, 0), 1);
  finish (&work, 2);
  assert_null (fit_pod_works_named (work.all, work.works[2].task.pod));
  assert_int_equal (count_named (&work, 1), 1);
  drop_work (&work.works[0]);
  drop_work (&work.works[2]);
}

static void
assert_due (Work *work, gint64 now_ns, gint expected)
{
  assert_ptr_equal (fit_pod_works_take_due (work->all, now_ns),
                    expected >= 0 ? &work->works[expected] : NULL);
}

/* The earliest first; of one time, the one that was set first. */
static void
test_alarms (void **state)
{
  static const gint64 times[N] = { 20, 10, 20, 10 };
  static const guint order[N] = { 1, 3, 0, 2 };
  g_auto (Work) work = { 0 };

  (void) state;
  work_init (&work);
  assert_int_equal (fit_pod_works_next_alarm (work.all), G_MAXINT64);
  assert_due (&work, G_MAXINT64, -1);
  for (guint i = 0; i < N; i++)
    fit_pod_works_wake_at (work.all, &work.works[i], times[i]);
  for (guint i = 0; i < N; i++)
    {
      const gint64 due = times[order[i]];

      assert_int_equal (fit_pod_works_next_alarm (work.all), due);
      assert_due (&work, due - 1, -1);
      assert_due (&work, due, (gint) order[i]);
    }
  assert_int_equal (fit_pod_works_next_alarm (work.all), G_MAXINT64);
}

/* What is over is not woken; what was woken may be set again. */
static void
test_alarms_of_what_is_over (void **state)
{
  g_auto (Work) work = { 0 };

  (void) state;
  work_init (&work);
  for (guint i = 0; i < 2; i++)
    fit_pod_works_wake_at (work.all, &work.works[i], 10 + i);
  finish (&work, 0);
  assert_int_equal (fit_pod_works_next_alarm (work.all), 11);
  assert_due (&work, 100, 1);
  fit_pod_works_wake_at (work.all, &work.works[1], 30);
  assert_due (&work, 100, 1);
  assert_due (&work, 100, -1);
  drop_work (&work.works[0]);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_names),
    cmocka_unit_test (test_alarms),
    cmocka_unit_test (test_alarms_of_what_is_over),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
