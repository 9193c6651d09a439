/* Sums, maxima and differences of resources.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/intern.h"
#include "tests/api/read.h"

#include "api/resources.h"

/* list_of: "cpu=100m,memory=1Gi" */
static FitResourceList
list_of (const char *text)
{
  g_auto (GStrv) pairs = g_strsplit (text, ",", -1);
  FitResourceList list = { .n = g_strv_length (pairs) };

  list.items = g_new0 (FitResourceItem, list.n);
  for (guint i = 0; i < list.n; i++)
    {
      char *quantity = strchr (pairs[i], '=');

      *quantity++ = '\0';
      list.items[i].name = fit_intern (pairs[i]);
      assert_true (fit_quantity_parse (quantity, strlen (quantity),
                                       &list.items[i].quantity, NULL));
    }
  return list;
}

static void
add (FitResources *resources, const char *text)
{
  FitResourceList list = list_of (text);

  fit_resources_add_list (resources, &list);
  fit_resource_list_clear (&list);
}

static void
max (FitResources *resources, const char *text)
{
  FitResourceList list = list_of (text);

  fit_resources_max_list (resources, &list);
  fit_resource_list_clear (&list);
}

static gint64
scalar (const FitResources *resources, const char *name)
{
  const char *interned = fit_intern (name);
  gint64 value = fit_resources_scalar (resources, interned);

  fit_intern_unref (interned);
  return value;
}

static void
test_add_rounds_each_up (void **state)
{
  FitResources resources = { 0 };

  add (&resources, "cpu=0.1m,memory=0.5,ephemeral-storage=1Ki");
  add (&resources, "cpu=1,memory=1500m,example.com/gpu=1500m");
  assert_int_equal (resources.milli_cpu, 1001);
  assert_int_equal (resources.memory, 3);
  assert_int_equal (resources.ephemeral_storage, 1024);
  assert_int_equal (scalar (&resources, "example.com/gpu"), 2);
  fit_resources_clear (&resources);
  assert_int_equal (resources.milli_cpu, 0);
  assert_int_equal (resources.n_scalars, 0);
}

static void
test_add_ignores_other_names (void **state)
{
  FitResources resources = { 0 };

  add (&resources, "pods=5,storage=1Gi,gpu=1,requests.foo/bar=1");
  assert_int_equal (resources.milli_cpu, 0);
  assert_int_equal (resources.memory, 0);
  assert_int_equal (resources.n_scalars, 0);
}

static void
test_zero_scalar (void **state)
{
  FitResources resources = { 0 };

  max (&resources, "example.com/gpu=0");
  assert_int_equal (resources.n_scalars, 0);
  add (&resources, "example.com/gpu=0");
  assert_int_equal (resources.n_scalars, 1);
  fit_resources_clear (&resources);
}

/* By any name, interned or not; a name that is only alike is another. */
static void
test_amounts (void **state)
{
  g_autofree char *gpu = g_strdup ("example.com/gpu");
  FitResources resources = { 0 };

  add (&resources, "cpu=2,memory=10,ephemeral-storage=7,example.com/fpga=3,"
                   "example.com/gpu=5");
  assert_int_equal (fit_resources_amount (&resources, "cpu"), 2000);
  assert_int_equal (fit_resources_amount (&resources, "memory"), 10);
  assert_int_equal (fit_resources_amount (&resources, "ephemeral-storage"), 7);
  assert_int_equal (fit_resources_amount (&resources, "example.com/fpga"), 3);
  assert_int_equal (fit_resources_amount (&resources, gpu), 5);
  assert_int_equal (fit_resources_amount (&resources, "example.com/gp"), 0);
  assert_int_equal (fit_resources_amount (&resources, "pods"), 0);
  fit_resources_clear (&resources);
}

static void
test_max (void **state)
{
  FitResources resources = { 0 };

  add (&resources, "cpu=2,memory=10,hugepages-2Mi=4Mi");
  max (&resources, "cpu=1,memory=20,ephemeral-storage=7,hugepages-2Mi=2Mi,"
                   "example.com/gpu=1");
  assert_int_equal (resources.milli_cpu, 2000);
  assert_int_equal (resources.memory, 20);
  assert_int_equal (resources.ephemeral_storage, 7);
  assert_int_equal (scalar (&resources, "hugepages-2Mi"), 4 * 1024 * 1024);
  assert_int_equal (scalar (&resources, "example.com/gpu"), 1);
  fit_resources_clear (&resources);
}

static void
test_sums_wrap (void **state)
{
  FitResources resources = { 0 };

  add (&resources, "memory=9223372036854775807,example.com/x=8Ei");
  add (&resources, "memory=1,example.com/x=1");
  assert_true (resources.memory == G_MININT64);
  assert_true (scalar (&resources, "example.com/x") == G_MININT64);
  fit_resources_clear (&resources);
}

static void
test_add_and_subtract (void **state)
{
  FitResources a = { 0 }, b = { 0 }, copy = { 0 };

  add (&a, "cpu=3,memory=30,example.com/a=1");
  add (&b, "cpu=1,memory=10,ephemeral-storage=5,example.com/a=1,"
           "example.com/b=2");
  fit_resources_copy (&a, &copy);
  fit_resources_add (&a, &b);
  assert_int_equal (a.milli_cpu, 4000);
  assert_int_equal (a.ephemeral_storage, 5);
  assert_int_equal (scalar (&a, "example.com/a"), 2);
  assert_int_equal (scalar (&a, "example.com/b"), 2);
  fit_resources_subtract (&a, &b);
  assert_int_equal (a.milli_cpu, 3000);
  assert_int_equal (a.memory, 30);
  assert_int_equal (a.ephemeral_storage, 0);
  assert_int_equal (scalar (&a, "example.com/b"), 0);
  assert_int_equal (a.n_scalars, 2);
  assert_int_equal (copy.milli_cpu, 3000);
  assert_int_equal (copy.n_scalars, 1);
  fit_resources_clear (&a);
  fit_resources_clear (&b);
  fit_resources_clear (&copy);
}

static void
test_subtract_what_is_absent (void **state)
{
  FitResources a = { 0 }, b = { 0 };

  add (&b, "example.com/b=2");
  fit_resources_subtract (&a, &b);
  assert_int_equal (scalar (&a, "example.com/b"), -2);
  fit_resources_clear (&a);
  fit_resources_clear (&b);
}

static void
test_list_get (void **state)
{
  FitResourceList list = list_of ("cpu=1,memory=2");

  assert_int_equal (
      fit_quantity_value (fit_resource_list_get (&list, "memory")), 2);
  assert_null (fit_resource_list_get (&list, "storage"));
  fit_resource_list_clear (&list);
  assert_null (fit_resource_list_get (&list, "cpu"));
}

/* Milli cpu, memory, storage, and the scalars in their order. */
static void
assert_resources (const FitResources *resources, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%d %d %d", (gint) resources->milli_cpu,
                          (gint) resources->memory,
                          (gint) resources->ephemeral_storage);
  for (guint i = 0; i < resources->n_scalars; i++)
    g_string_append_printf (text, " %s=%d", resources->scalars[i].name,
                            (gint) resources->scalars[i].value);
  assert_string_equal (text->str, expected);
}

/* Scalars keep their places, in whatever order others have theirs; new ones come
 * last. */
static void
test_scalars_in_any_order (void **state)
{
  static const struct
  {
    const char *other;
    const char *sum, *difference, *maximum;
  } rows[] = {
    { "x/a=1,x/b=20,x/c=3", "0 0 0 x/a=11 x/b=30 x/c=13",
      "0 0 0 x/a=9 x/b=-10 x/c=7", "0 0 0 x/a=10 x/b=20 x/c=10" },
    { "x/c=3,x/b=2,x/a=1", "0 0 0 x/a=11 x/b=12 x/c=13",
      "0 0 0 x/a=9 x/b=8 x/c=7", "0 0 0 x/a=10 x/b=10 x/c=10" },
    { "x/b=2,x/c=3", "0 0 0 x/a=10 x/b=12 x/c=13", "0 0 0 x/a=10 x/b=8 x/c=7",
      "0 0 0 x/a=10 x/b=10 x/c=10" },
    { "x/d=4,x/c=3,x/e=5,x/a=1", "0 0 0 x/a=11 x/b=10 x/c=13 x/d=4 x/e=5",
      "0 0 0 x/a=9 x/b=10 x/c=7 x/d=-4 x/e=-5",
      "0 0 0 x/a=10 x/b=10 x/c=10 x/d=4 x/e=5" },
    { "cpu=1m,memory=2,ephemeral-storage=3", "1 2 3 x/a=10 x/b=10 x/c=10",
      "-1 -2 -3 x/a=10 x/b=10 x/c=10", "1 2 3 x/a=10 x/b=10 x/c=10" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      FitResources first = { 0 }, other = { 0 }, result = { 0 };

      add (&first, "x/a=10,x/b=10,x/c=10");
      add (&other, rows[i].other);
      fit_resources_copy (&first, &result);
      fit_resources_add (&result, &other);
      assert_resources (&result, rows[i].sum);
      fit_resources_clear (&result);
      fit_resources_copy (&first, &result);
      add (&result, rows[i].other);
      assert_resources (&result, rows[i].sum);
      fit_resources_clear (&result);
      fit_resources_copy (&first, &result);
      fit_resources_subtract (&result, &other);
      assert_resources (&result, rows[i].difference);
      fit_resources_clear (&result);
      fit_resources_copy (&first, &result);
      fit_resources_max (&result, &other);
      assert_resources (&result, rows[i].maximum);
      fit_resources_clear (&result);
      fit_resources_copy (&first, &result);
      max (&result, rows[i].other);
      assert_resources (&result, rows[i].maximum);
      fit_resources_clear (&result);
      fit_resources_clear (&first);
      fit_resources_clear (&other);
    }
}

static void
test_equal (void **state)
{
  static const struct
  {
    const char *a, *b;
    gboolean equal;
  } rows[] = {
    { "cpu=1", "cpu=1", TRUE },
    { "cpu=1", "cpu=2", FALSE },
    { "memory=1", "memory=1", TRUE },
    { "memory=1", "memory=2", FALSE },
    { "ephemeral-storage=1", "ephemeral-storage=1", TRUE },
    { "ephemeral-storage=1", "ephemeral-storage=2", FALSE },
    { "x/a=1", "x/a=1", TRUE },
    { "x/a=1", "x/a=2", FALSE },
    { "x/a=1", "x/b=1", FALSE },
    { "x/a=1", "cpu=0", FALSE },
    { "cpu=0", "x/a=1", FALSE },
    { "x/a=1,x/b=2", "x/a=1,x/b=2", TRUE },
    { "x/a=1,x/b=2", "x/a=1", FALSE },
    { "x/a=1", "x/a=1,x/b=2", FALSE },
    { "x/a=1,x/b=2", "x/a=1,x/b=3", FALSE },
    { "x/a=1,x/b=2", "x/a=2,x/b=2", FALSE },
    { "cpu=1,x/a=1", "cpu=2,x/a=1", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      FitResources a = { 0 }, b = { 0 };

      add (&a, rows[i].a);
      add (&b, rows[i].b);
      assert_int_equal (fit_resources_equal (&a, &b), rows[i].equal);
      fit_resources_clear (&a);
      fit_resources_clear (&b);
    }
}

static void
assert_list (const FitResourceList *list, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < list->n; i++)
    g_string_append_printf (
        text, "%s%s=%d", i > 0 ? "," : "", list->items[i].name,
        (gint) fit_quantity_value (&list->items[i].quantity));
  assert_string_equal (text->str, expected);
}

/* What is written in both stays in the first place. */
static void
test_merged_lists (void **state)
{
  static const struct
  {
    const char *list, *other;
    const char *filled, *maximum;
  } rows[] = {
    { "cpu=1", "cpu=2", "cpu=1", "cpu=2" },
    { "cpu=2", "cpu=1", "cpu=2", "cpu=2" },
    { "cpu=2", "cpu=2", "cpu=2", "cpu=2" },
    { "cpu=1", "memory=2", "cpu=1,memory=2", "cpu=1,memory=2" },
    { "cpu=1,memory=5", "storage=2,memory=6,pods=4,cpu=1",
      "cpu=1,memory=5,storage=2,pods=4", "cpu=1,memory=6,storage=2,pods=4" },
    { "cpu=3,memory=5", "memory=4", "cpu=3,memory=5", "cpu=3,memory=5" },
  };
  FitResourceList none = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      FitResourceList filled = list_of (rows[i].list);
      FitResourceList maximum = list_of (rows[i].list);
      FitResourceList other = list_of (rows[i].other);
      FitResourceList copy = { 0 };

      fit_resource_list_add_missing (&filled, &other);
      assert_list (&filled, rows[i].filled);
      fit_resource_list_max (&maximum, &other);
      assert_list (&maximum, rows[i].maximum);
      fit_resource_list_add_missing (&other, &none);
      fit_resource_list_max (&other, &none);
      assert_list (&other, rows[i].other);
      fit_resource_list_add_missing (&copy, &other);
      assert_list (&copy, rows[i].other);
      fit_resource_list_clear (&filled);
      fit_resource_list_clear (&maximum);
      fit_resource_list_clear (&other);
      fit_resource_list_clear (&copy);
    }
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_add_rounds_each_up),
    cmocka_unit_test (test_add_ignores_other_names),
    cmocka_unit_test (test_zero_scalar),
    cmocka_unit_test (test_amounts),
    cmocka_unit_test (test_max),
    cmocka_unit_test (test_sums_wrap),
    cmocka_unit_test (test_add_and_subtract),
    cmocka_unit_test (test_subtract_what_is_absent),
    cmocka_unit_test (test_list_get),
    cmocka_unit_test (test_scalars_in_any_order),
    cmocka_unit_test (test_equal),
    cmocka_unit_test (test_merged_lists),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
