/* test-intern.c - equal texts are one pointer, on any number of threads */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <string.h>

#include "base/intern.h"

#define THREADS 4
#define ROUNDS 20000

static void
test_same_text_is_the_same_pointer (void **state)
{
  char text[] = "zone-a";
  const char *a = fit_intern (text), *b = fit_intern ("zone-a");
  const char *other = fit_intern ("zone-b");

  assert_ptr_equal (a, b);
  assert_ptr_not_equal (a, other);
  text[5] = 'x';
  assert_string_equal (a, "zone-a");
  fit_intern_unref (a);
  assert_string_equal (b, "zone-a");
  fit_intern_unref (b);
  fit_intern_unref (other);
}

static void
test_null_is_nothing (void **state)
{
  assert_null (fit_intern_ref (NULL));
  fit_intern_unref (NULL);
}

/* The text comes and goes all the time, with its last reference. */
static void *
come_and_go (void *data)
{
  for (guint i = 0; i < ROUNDS; i++)
    {
      const char *text = fit_intern ("comes and goes");

      if (strcmp (text, "comes and goes") != 0)
        return NULL;
      fit_intern_unref (fit_intern_ref (text));
      fit_intern_unref (text);
    }
  return data;
}

static void
test_threads_may_share_a_text (void **state)
{
  pthread_t threads[THREADS];

  for (guint i = 0; i < THREADS; i++)
    assert_int_equal (pthread_create (&threads[i], NULL, come_and_go, threads),
                      0);
  for (guint i = 0; i < THREADS; i++)
    {
      void *result;

      assert_int_equal (pthread_join (threads[i], &result), 0);
      assert_ptr_equal (result, threads);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_same_text_is_the_same_pointer),
    cmocka_unit_test (test_null_is_nothing),
    cmocka_unit_test (test_threads_may_share_a_text),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
