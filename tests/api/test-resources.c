/* Sums, maxima and differences of resources. */
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

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_add_rounds_each_up),
    cmocka_unit_test (test_add_ignores_other_names),
    cmocka_unit_test (test_zero_scalar),
    cmocka_unit_test (test_max),
    cmocka_unit_test (test_sums_wrap),
    cmocka_unit_test (test_add_and_subtract),
    cmocka_unit_test (test_subtract_what_is_absent),
    cmocka_unit_test (test_list_get),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
