/* test-registry.c - names that can be registered, and copies that do not affect each other
 * SPDX-License-Identifier: Apache-2.0 */
#include "factory/registry.h"

#include "predicates/predicates.h"
#include "priorities/priorities.h"
#include "tests/support/cluster.h"

#include <string.h>

static int
setup (void **state)
{
  *state = fit_registry_new ();
  return 0;
}

static int
teardown (void **state)
{
  fit_registry_free (*state);
  return 0;
}

static gboolean
add_predicate (FitRegistry *registry, const char *name)
{
  return fit_registry_add_predicate (registry, name, &fit_host_name, NULL,
                                     NULL);
}

/* All names in @entries, which are structs that begin with one. */
static void
expect_names (const GPtrArray *entries, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < entries->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            *(char *const *) entries->pdata[i]);
  assert_string_equal (text->str, expected);
}

static void
expect_strings (const GPtrArray *strings, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < strings->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            (char *) strings->pdata[i]);
  assert_string_equal (text->str, expected);
}

/* -- names ----------------------------------------------------------------- */

static void
test_names_are_letters_digits_and_inner_hyphens (void **state)
{
  const char *const good[] = { "ab", "A1", "a-b", "0--9", "HostName" };
  const char *const bad[]
      = { "", "a", "-a", "a-", "a_b", "a.b", "a/b", "a b", "ä1" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    assert_true (add_predicate (*state, good[i]));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *message = g_strdup_printf (
          "Algorithm name %s does not match the name validation regexp "
          "\"^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])$\".",
          bad[i]);
      g_autoptr (GError) error = NULL;

      assert_false (fit_registry_add_predicate (*state, bad[i], &fit_host_name,
                                                NULL, &error));
      assert_error (&error, FIT_ERROR_POLICY, message);
      assert_false (fit_registry_add_priority (
          *state, bad[i], &fit_equal_priority, 1, NULL, NULL, &error));
      assert_error (&error, FIT_ERROR_POLICY, message);
      assert_null (fit_registry_predicate (*state, bad[i]));
    }
  assert_int_equal (fit_registry_predicates (*state)->len, G_N_ELEMENTS (good));
}

/* -- predicates ------------------------------------------------------------ */

static void
test_predicate_is_replaced_in_its_place (void **state)
{
  const FitPredicateEntry *entry;

  add_predicate (*state, "one");
  add_predicate (*state, "two");
  fit_registry_set_mandatory (*state, "one");
  assert_true (fit_registry_add_predicate (
      *state, "one", &fit_match_node_selector, NULL, NULL));
  expect_names (fit_registry_predicates (*state), "one two");
  entry = fit_registry_predicate (*state, "one");
  assert_ptr_equal (entry->info, &fit_match_node_selector);
  /* Registering does not touch what is mandatory. */
  assert_true (entry->mandatory);
  assert_false (fit_registry_predicate (*state, "two")->mandatory);
}

static void
test_argument_is_copied (void **state)
{
  char label[] = "zone";
  const char *const labels[] = { label, NULL };
  const FitPredicateEntry *entry;

  fit_registry_add_predicate (*state, "one", &fit_check_node_label_presence,
                              &(const FitLabelsArgument){ labels, TRUE }, NULL);
  label[0] = 'x';
  entry = fit_registry_predicate (*state, "one");
  assert_string_equal (entry->argument->labels[0], "zone");
  assert_null (entry->argument->labels[1]);
  assert_true (entry->argument->presence);
}

static void
test_removed_predicate_leaves_the_providers (void **state)
{
  FitProvider *provider = fit_registry_add_provider (*state, "provider");

  add_predicate (*state, "one");
  add_predicate (*state, "two");
  fit_provider_add_predicate (provider, "one");
  fit_provider_add_predicate (provider, "two");
  fit_registry_remove_predicate (*state, "one");
  fit_registry_remove_predicate (*state, "unknown");
  assert_null (fit_registry_predicate (*state, "one"));
  expect_names (fit_registry_predicates (*state), "two");
  expect_strings (provider->predicates, "two");
}

static void
test_unknown_predicate_cannot_be_mandatory (void **state)
{
  fit_registry_set_mandatory (*state, "one");
  assert_null (fit_registry_predicate (*state, "one"));
}

static void
test_order_has_each_name_once (void **state)
{
  fit_registry_append_order (*state, "one");
  fit_registry_append_order (*state, "two");
  fit_registry_append_order (*state, "one");
  expect_strings (fit_registry_order (*state), "one two");
}

/* -- priorities ------------------------------------------------------------ */

static void
test_priority_is_replaced_with_its_weight (void **state)
{
  const FitPriorityEntry *entry;
  const FitLabelArgument label = { "zone", TRUE };

  fit_registry_add_priority (*state, "one", &fit_equal_priority, 1, NULL, NULL,
                             NULL);
  fit_registry_add_priority (*state, "two", &fit_equal_priority, 2, NULL, NULL,
                             NULL);
  fit_registry_add_priority (*state, "one", &fit_label_preference, 7, &label,
                             NULL, NULL);
  expect_names (fit_registry_priorities (*state), "one two");
  entry = fit_registry_priority (*state, "one");
  assert_ptr_equal (entry->info, &fit_label_preference);
  assert_int_equal (entry->weight, 7);
  assert_ptr_not_equal (entry->label, &label);
  assert_string_equal (entry->label->label, "zone");
  assert_null (fit_registry_priority (*state, "three"));
}

static void
test_shape_is_copied (void **state)
{
  char name[] = "cpu";
  FitUtilizationPoint points[] = { { 0, 10 }, { 100, 0 } };
  const FitWeightedResource resources[] = { { name, 3 } };
  const FitCapacityRatioArgument ratio = { { 2, points }, { 1, resources } };
  const FitCapacityRatioArgument *kept;

  fit_registry_add_priority (*state, "one",
                             &fit_requested_to_capacity_ratio_priority, 1, NULL,
                             &ratio, NULL);
  points[0].score = 0;
  name[0] = 'x';
  kept = fit_registry_priority (*state, "one")->ratio;
  assert_int_equal (kept->shape.n, 2);
  assert_int_equal (kept->shape.points[0].score, 10);
  assert_int_equal (kept->resources.n, 1);
  assert_string_equal (kept->resources.items[0].name, "cpu");
  assert_int_equal (kept->resources.items[0].weight, 3);
}

/* -- providers ------------------------------------------------------------- */

static void
test_keys_are_inserted_into_every_provider (void **state)
{
  FitProvider *first = fit_registry_add_provider (*state, "first");
  FitProvider *second = fit_registry_add_provider (*state, "second");

  fit_provider_add_predicate (first, "one");
  fit_registry_insert_predicate_key (*state, "two");
  fit_registry_insert_predicate_key (*state, "one");
  fit_registry_insert_priority_key (*state, "three");
  expect_strings (first->predicates, "one two");
  expect_strings (second->predicates, "two one");
  expect_strings (first->priorities, "three");
  expect_strings (second->priorities, "three");
}

static void
test_unknown_provider_is_an_error (void **state)
{
  g_autoptr (GError) error = NULL;

  fit_registry_add_provider (*state, "DefaultProvider");
  assert_non_null (fit_registry_provider (*state, "DefaultProvider", &error));
  assert_null (fit_registry_provider (*state, "DefaultProvidr", &error));
  assert_error (&error, FIT_ERROR_POLICY,
                "plugin \"DefaultProvidr\" has not been registered\n"
                "hint: did you mean DefaultProvider?");
  assert_null (fit_registry_provider (*state, "x", &error));
  assert_error (&error, FIT_ERROR_POLICY,
                "plugin \"x\" has not been registered");
}

/* -- copies ---------------------------------------------------------------- */

static void
test_copy_is_complete_and_independent (void **state)
{
  FitRegistry *registry = *state;
  g_autoptr (FitRegistry) copy = NULL;
  const char *const labels[] = { "zone", NULL };
  const FitLabelsArgument argument = { labels, FALSE };
  const FitLabelArgument label = { "rack", TRUE };
  FitProvider *provider = fit_registry_add_provider (registry, "provider");

  fit_registry_add_predicate (registry, "one", &fit_check_service_affinity,
                              &argument, NULL);
  fit_registry_set_mandatory (registry, "one");
  fit_registry_append_order (registry, "one");
  fit_registry_add_priority (registry, "two", &fit_service_anti_affinity, 5,
                             &label, NULL, NULL);
  fit_provider_add_predicate (provider, "one");
  fit_provider_add_priority (provider, "two");

  copy = fit_registry_copy (registry);
  assert_true (fit_registry_predicate (copy, "one")->mandatory);
  assert_string_equal (
      fit_registry_predicate (copy, "one")->argument->labels[0], "zone");
  assert_int_equal (fit_registry_priority (copy, "two")->weight, 5);
  assert_string_equal (fit_registry_priority (copy, "two")->label->label,
                       "rack");
  expect_strings (fit_registry_order (copy), "one");
  expect_strings (fit_registry_provider (copy, "provider", NULL)->predicates,
                  "one");
  expect_strings (fit_registry_provider (copy, "provider", NULL)->priorities,
                  "two");

  fit_registry_remove_predicate (copy, "one");
  add_predicate (copy, "more");
  fit_registry_append_order (copy, "more");
  fit_registry_insert_priority_key (copy, "more");
  expect_names (fit_registry_predicates (registry), "one");
  expect_strings (fit_registry_order (registry), "one");
  expect_strings (provider->predicates, "one");
  expect_strings (provider->priorities, "two");
}

static void
test_similar_names_are_found (void **state)
{
  const GPtrArray *entries = fit_registry_predicates (*state);

  add_predicate (*state, "HostName");
  add_predicate (*state, "PodFitsResources");
  assert_string_equal (fit_registry_similar (entries, "PodFitResources"),
                       "PodFitsResources");
  assert_string_equal (fit_registry_similar (entries, "hostname"), "HostName");
  assert_null (fit_registry_similar (entries, "SomethingElse"));
}

#define TEST(name) cmocka_unit_test_setup_teardown (name, setup, teardown)

int
main (void)
{
  const struct CMUnitTest tests[] = {
    TEST (test_names_are_letters_digits_and_inner_hyphens),
    TEST (test_predicate_is_replaced_in_its_place),
    TEST (test_argument_is_copied),
    TEST (test_removed_predicate_leaves_the_providers),
    TEST (test_unknown_predicate_cannot_be_mandatory),
    TEST (test_order_has_each_name_once),
    TEST (test_priority_is_replaced_with_its_weight),
    TEST (test_shape_is_copied),
    TEST (test_keys_are_inserted_into_every_provider),
    TEST (test_unknown_provider_is_an_error),
    TEST (test_copy_is_complete_and_independent),
    TEST (test_similar_names_are_found),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
