/* test-mailbox.c - what one thread puts into a mailbox, another takes
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/mailbox.h"
#include "tests/support/cmocka.h"

#include <pthread.h>

#define N 1000

static gpointer
put_all (gpointer mailbox)
{
  for (guint i = 1; i <= N; i++)
    fit_mailbox_put (mailbox, g_strdup_printf ("%u", i));
  return NULL;
}

/* In the order in which they were put, whoever is faster. */
static void
test_order (void **state)
{
  g_autoptr (FitMailbox) mailbox = fit_mailbox_new (g_free);
  pthread_t thread;

  (void) state;
  assert_int_equal (pthread_create (&thread, NULL, put_all, mailbox), 0);
  for (guint i = 1; i <= N; i++)
    {
      g_autofree char *text = fit_mailbox_take (mailbox, G_MAXINT64);

      assert_int_equal (g_ascii_strtoull (text, NULL, 10), i);
    }
  assert_int_equal (pthread_join (thread, NULL), 0);
  assert_null (fit_mailbox_take (mailbox, 0));
}

static void
test_nothing_comes (void **state)
{
  g_autoptr (FitMailbox) mailbox = fit_mailbox_new (NULL);
  const gint64 until = g_get_monotonic_time () + 20000;

  (void) state;
  assert_null (fit_mailbox_take (mailbox, 0));
  assert_null (fit_mailbox_take (mailbox, g_get_monotonic_time () - 1));
  assert_null (fit_mailbox_take (mailbox, until));
  assert_true (g_get_monotonic_time () >= until);
}

/* The leak checker sees to it that the other is freed. */
static void
test_left_over (void **state)
{
  FitMailbox *mailbox = fit_mailbox_new (g_free);
  g_autofree char *first = NULL;

  (void) state;
  fit_mailbox_put (mailbox, g_strdup ("first"));
  fit_mailbox_put (mailbox, g_strdup ("second"));
  first = fit_mailbox_take (mailbox, 0);
  assert_string_equal (first, "first");
  fit_mailbox_free (mailbox);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_order),
    cmocka_unit_test (test_nothing_comes),
    cmocka_unit_test (test_left_over),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
