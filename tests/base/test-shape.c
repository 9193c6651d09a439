/* test-shape.c - structs are compared, hashed, copied and cleared by their shapes
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/shape.h"
#include "tests/support/cmocka.h"

#include <string.h>

/* A pair that is no multiple of eight bytes long. */
typedef struct
{
  guint32 number;
  guint16 more[4];
} Small;

typedef struct
{
  char *name;
  guint64 amount;
} Named;

typedef struct
{
  guint64 first;
  char *text;
  char **list;
  Small inside;
  guint32 n_named;
  Named *named;
  Named *one;
  guint64 last;
} Whole;

static const FitShape small_shape = { sizeof (Small), 0, NULL };
static const FitPart named_parts[]
    = { FIT_PART_LEAF (Named, name, &fit_leaf_text) };
static const FitShape named_shape = FIT_SHAPE (Named, named_parts);
static const FitPart whole_parts[] = {
  FIT_PART_LEAF (Whole, text, &fit_leaf_text),
  FIT_PART_LEAF (Whole, list, &fit_leaf_strv),
  FIT_PART_INSIDE (Whole, inside, &small_shape),
  FIT_PART_ARRAY (Whole, n_named, named, &named_shape),
  FIT_PART_ONE (Whole, one, &named_shape),
};
static const FitShape whole_shape = FIT_SHAPE (Whole, whole_parts);

static void
fill (Whole *whole)
{
  const char *const list[] = { "x", "y", NULL };

  *whole = (Whole){ .first = 1, .last = 9, .n_named = 2 };
  whole->text = g_strdup ("text");
  whole->list = g_strdupv ((char **) list);
  whole->inside = (Small){ 5, { 1, 2, 3, 4 } };
  whole->named = g_new0 (Named, 2);
  for (guint i = 0; i < 2; i++)
    whole->named[i]
        = (Named){ .name = g_strdup_printf ("n%u", i), .amount = i };
  whole->one = g_new0 (Named, 1);
  whole->one->name = g_strdup ("one");
}

static void
set (char **text, const char *value)
{
  g_free (*text);
  *text = g_strdup (value);
}

/* The changes of one thing each. */
static gboolean
change (Whole *whole, guint which)
{
  switch (which)
    {
    case 0:
      whole->first = 2;
      return TRUE;
    case 1:
      set (&whole->text, "texT");
      return TRUE;
    case 2:
      g_clear_pointer (&whole->text, g_free);
      return TRUE;
    case 3:
      set (&whole->list[0], "z");
      return TRUE;
    case 4:
      set (&whole->list[1], "z");
      return TRUE;
    case 5:
      whole->inside.number = 6;
      return TRUE;
    case 6:
      whole->inside.more[0] = 0;
      return TRUE;
    case 7:
      whole->inside.more[1] = 0;
      return TRUE;
    case 8:
      whole->inside.more[3] = 0;
      return TRUE;
    case 9:
      set (&whole->named[0].name, "m0");
      return TRUE;
    case 10:
      set (&whole->named[1].name, "m1");
      return TRUE;
    case 11:
      whole->named[0].amount = 7;
      return TRUE;
    case 12:
      whole->named[1].amount = 7;
      return TRUE;
    case 13:
      set (&whole->one->name, "two");
      return TRUE;
    case 14:
      whole->one->amount = 3;
      return TRUE;
    case 15:
      whole->last = 8;
      return TRUE;
    case 16:
      g_clear_pointer (&whole->named[1].name, g_free);
      whole->n_named = 1;
      return TRUE;
    case 17:
      g_clear_pointer (&whole->one->name, g_free);
      g_clear_pointer (&whole->one, g_free);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
test_every_part_counts (void **state)
{
  Whole whole, copy;

  fill (&whole);
  memset (&copy, 0xff, sizeof copy);
  fit_shape_copy (&whole_shape, &whole, &copy);
  assert_true (fit_shape_equal (&whole_shape, &whole, &copy));
  assert_true (fit_shape_hash (&whole_shape, &whole)
               == fit_shape_hash (&whole_shape, &copy));
  fit_shape_clear (&whole_shape, &copy);
  for (guint i = 0;; i++)
    {
      fit_shape_copy (&whole_shape, &whole, &copy);
      if (!change (&copy, i))
        break;
      print_message ("change %u\n", i);
      assert_false (fit_shape_equal (&whole_shape, &whole, &copy));
      assert_false (fit_shape_equal (&whole_shape, &copy, &whole));
      assert_false (fit_shape_hash (&whole_shape, &whole)
                    == fit_shape_hash (&whole_shape, &copy));
      fit_shape_clear (&whole_shape, &copy);
    }
  fit_shape_clear (&whole_shape, &copy);
  fit_shape_clear (&whole_shape, &whole);
  assert_true (fit_shape_equal (&whole_shape, &whole, &copy));
  assert_null (whole.text);
  assert_int_equal (whole.last, 0);
}

static void
test_copies_are_independent (void **state)
{
  Whole whole, copy;

  fill (&whole);
  fit_shape_copy (&whole_shape, &whole, &copy);
  assert_ptr_not_equal (whole.text, copy.text);
  assert_ptr_not_equal (whole.list, copy.list);
  assert_ptr_not_equal (whole.list[0], copy.list[0]);
  assert_ptr_not_equal (whole.named, copy.named);
  assert_ptr_not_equal (whole.named[1].name, copy.named[1].name);
  assert_ptr_not_equal (whole.one, copy.one);
  fit_shape_clear (&whole_shape, &whole);
  assert_string_equal (copy.named[0].name, "n0");
  assert_string_equal (copy.named[1].name, "n1");
  assert_int_equal (copy.named[1].amount, 1);
  assert_string_equal (copy.list[1], "y");
  fit_shape_clear (&whole_shape, &copy);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_every_part_counts),
    cmocka_unit_test (test_copies_are_independent),
  };

  return cmocka_run_group_tests_name ("shape", tests, NULL, NULL);
}
