/* test-intern.c - equal texts and structs are one pointer, on any number of threads
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <string.h>

#include "base/intern.h"
#include "base/intern-struct.h"
#include "tests/support/cmocka.h"

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
run_threads (void *(*work) (void *) )
{
  pthread_t threads[THREADS];

  for (guint i = 0; i < THREADS; i++)
    assert_int_equal (pthread_create (&threads[i], NULL, work, threads), 0);
  for (guint i = 0; i < THREADS; i++)
    {
      void *result;

      assert_int_equal (pthread_join (threads[i], &result), 0);
      assert_ptr_equal (result, threads);
    }
}

static void
test_threads_may_share_a_text (void **state)
{
  run_threads (come_and_go);
}

/* -- structs --------------------------------------------------------------- */

typedef struct
{
  int number;
  char *text;
  guint n;
  char **more;
} Thing;

static const FitPart more_parts[]
    = { { 0, sizeof (char *), &fit_leaf_text, NULL, TRUE, -1 } };
static const FitShape more_shape = FIT_SHAPE (char *, more_parts);
static const FitPart thing_parts[] = {
  FIT_PART_LEAF (Thing, text, &fit_leaf_text),
  FIT_PART_ARRAY (Thing, n, more, &more_shape),
};
static const FitShape thing_shape = FIT_SHAPE (Thing, thing_parts);

static const Thing *
thing (int number, const char *text, const char *more)
{
  Thing thing = { .number = number, .text = g_strdup (text) };
  const Thing *interned;

  if (more != NULL)
    {
      thing.n = 1;
      thing.more = g_new (char *, 1);
      thing.more[0] = g_strdup (more);
    }
  interned = fit_intern_struct (&thing_shape, &thing);
  assert_null (thing.text);
  assert_null (thing.more);
  return interned;
}

static void
test_equal_structs_are_the_same_pointer (void **state)
{
  const Thing *a = thing (1, "a", "b"), *same = thing (1, "a", "b");
  const Thing *others[]
      = { thing (2, "a", "b"), thing (1, "b", "b"), thing (1, NULL, "b"),
          thing (1, "a", "c"), thing (1, "a", NULL) };

  assert_ptr_equal (a, same);
  fit_intern_struct_unref (same);
  assert_string_equal (a->text, "a");
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      assert_ptr_not_equal (a, others[i]);
      for (guint j = 0; j < i; j++)
        assert_ptr_not_equal (others[i], others[j]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    fit_intern_struct_unref (others[i]);
  fit_intern_struct_unref (fit_intern_struct_ref (a));
  fit_intern_struct_unref (a);
  fit_intern_struct_unref (NULL);
}

static void
test_copies_are_independent (void **state)
{
  const Thing *a = thing (1, "a", "b");
  Thing copy;

  fit_shape_copy (&thing_shape, a, &copy);
  assert_string_equal (copy.text, "a");
  copy.text[0] = 'x';
  copy.more[0][0] = 'y';
  assert_string_equal (a->text, "a");
  assert_string_equal (a->more[0], "b");
  fit_shape_clear (&thing_shape, &copy);
  assert_int_equal (copy.number, 0);
  fit_intern_struct_unref (a);
}

static void *
structs_come_and_go (void *data)
{
  for (guint i = 0; i < ROUNDS; i++)
    {
      const Thing *a = thing (7, "comes and goes", NULL);

      if (strcmp (a->text, "comes and goes") != 0)
        return NULL;
      fit_intern_struct_unref (fit_intern_struct_ref (a));
      fit_intern_struct_unref (a);
    }
  return data;
}

static void
test_threads_may_share_a_struct (void **state)
{
  run_threads (structs_come_and_go);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_same_text_is_the_same_pointer),
    cmocka_unit_test (test_null_is_nothing),
    cmocka_unit_test (test_threads_may_share_a_text),
    cmocka_unit_test (test_equal_structs_are_the_same_pointer),
    cmocka_unit_test (test_copies_are_independent),
    cmocka_unit_test (test_threads_may_share_a_struct),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
