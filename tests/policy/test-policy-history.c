/* test-policy-history.c - files are read as the releases of their time did
 * SPDX-License-Identifier: Apache-2.0 */
#include "releases/config-version.h"
#include "tests/policy/policy-test.h"
#include "tests/support/sample-policy.h"

static FitPolicy *
parse_as (guint release, const char *text)
{
  g_autoptr (GError) error = NULL;
  FitPolicy *policy = fit_policy_parse_as (
      text, strlen (text), "p", FIT_RELEASE (release, 0), NULL, &error);

  if (policy == NULL)
    fail_msg ("1.%u: %s\nis refused: %s", release, text, error->message);
  assert_int_equal (policy->release, FIT_RELEASE (release, 0));
  return policy;
}

#define EACH_RELEASE(release) \
  guint release = 8;          \
  release <= 16;              \
  release++

static guint
length (const GPtrArray *list)
{
  return list == NULL ? 99 : list->len;
}

/* Up to 1.10 letter case does not matter anywhere. */
static void
test_letter_case (void **state)
{
  for (EACH_RELEASE (release))
    {
      g_autoptr (FitPolicy) policy = parse_as (
          release, "{" V1 ",\"Predicates\":[{\"NAME\":\"HostName\"}],"
                   "\"priorities\":[{\"Name\":\"a\",\"WEIGHT\":3}],"
                   "\"EXTENDERS\":[{\"URLPrefix\":\"u\"}]}");

      if (release > 10)
        {
          assert_null (policy->predicates);
          assert_string_equal (
              ((FitPriorityPolicy *) policy->priorities->pdata[0])->name, "");
          assert_int_equal (policy->extenders->len, 0);
          continue;
        }
      assert_string_equal (
          ((FitPredicatePolicy *) policy->predicates->pdata[0])->name,
          "HostName");
      assert_int_equal (
          ((FitPriorityPolicy *) policy->priorities->pdata[0])->weight, 3);
      assert_string_equal (
          ((FitExtenderPolicy *) policy->extenders->pdata[0])->url_prefix, "u");
    }
}

/* Without apiVersion names are those of Go, but for letter case the same. */
static void
test_letter_case_without_version (void **state)
{
  for (EACH_RELEASE (release))
    {
      g_autoptr (FitPolicy) policy
          = parse_as (release, "{\"predicates\":[{\"name\":\"HostName\"}],"
                               "\"extenders\":[{\"urlPrefix\":\"u\"}]}");

      assert_true (policy->internal_form);
      assert_int_equal (length (policy->predicates), release > 10 ? 99 : 1);
      assert_int_equal (policy->extenders->len, 0);
    }
}

static void
test_missing_lists (void **state)
{
  static const char *const texts[]
      = { "{" V1 "}", "{" V1 ",\"predicates\":null,\"priorities\":null}", "",
          "null" };

  for (EACH_RELEASE (release))
    for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
      {
        g_autoptr (FitPolicy) policy = parse_as (release, texts[i]);

        assert_int_equal (length (policy->predicates), release > 9 ? 99 : 0);
        assert_int_equal (length (policy->priorities), release > 9 ? 99 : 0);
      }
}

static void
test_empty_lists (void **state)
{
  for (EACH_RELEASE (release))
    {
      g_autoptr (FitPolicy) policy
          = parse_as (release, "{" V1 ",\"predicates\":[],\"priorities\":[]}");

      assert_int_equal (length (policy->predicates), 0);
      assert_int_equal (length (policy->priorities), 0);
    }
}

/* Fields that came later are ignored like any other unknown one. */
static void
test_fields (void **state)
{
  for (EACH_RELEASE (release))
    {
      g_autoptr (FitPolicy) policy = parse_as (
          release, "{" V1 ",\"priorities\":[{\"name\":\"a\",\"argument\":"
                   "{\"requestedToCapacityRatioArguments\":{"
                   "\"shape\":[{\"utilization\":1}],"
                   "\"resources\":[{\"name\":\"cpu\"}]}}}],"
                   "\"extenders\":[{\"preemptVerb\":\"p\",\"ignorable\":true,"
                   "\"managedResources\":[{\"name\":\"a/b\"}]}],"
                   "\"hardPodAffinitySymmetricWeight\":7,"
                   "\"alwaysCheckAllPredicates\":true}");
      const FitPriorityPolicy *priority = policy->priorities->pdata[0];
      const FitExtenderPolicy *extender = policy->extenders->pdata[0];

      assert_int_equal (policy->hard_pod_affinity_symmetric_weight, 7);
      assert_int_equal (policy->always_check_all_predicates, release >= 10);
      assert_int_equal (extender->n_managed_resources, release >= 10);
      assert_int_equal (extender->ignorable, release >= 11);
      assert_string_equal (extender->preempt_verb, release >= 11 ? "p" : "");
      assert_true (priority->has_argument);
      assert_int_equal (priority->members != 0, release >= 11);
      assert_int_equal (priority->ratio.shape.n, release >= 11);
      assert_int_equal (priority->ratio.resources.n, release >= 16);
    }
}

/* A field that is not known is not checked either. */
static void
test_types_of_unknown_fields (void **state)
{
  const char *text = "{" V1 ",\"alwaysCheckAllPredicates\":\"yes\"}";
  g_autoptr (FitPolicy) old = parse_as (9, text);
  g_autoptr (GError) error = NULL;

  assert_false (old->always_check_all_predicates);
  assert_null (fit_policy_parse_as (text, strlen (text), "p",
                                    FIT_RELEASE (10, 0), NULL, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_SCHEMA));
}

/* What 1.17 still reads, and why 1.18 does not. */
static void
test_strict_releases (void **state)
{
  static const struct
  {
    const char *text;
    const char *message; /* NULL: 1.18 reads it, too */
  } rows[] = {
    { "{" V1 ",\"predicates\":[],\"predicates\":[]}",
      "p: line 1, column 36: found field \"predicates\" again, expected it "
      "once" },
    { "kind: Policy\napiVersion: v1\npriorities:\n- name: A\n  weight: 1\n"
      "  weight: 2\n",
      "p: line 6, column 3: priorities[0]: found field \"weight\" again, "
      "expected it once" },
    { "{" V1 ",\"extenders\":[{\"urlPrefix\":\"a\",\"urlPrefix\":\"b\"}]}",
      "found field \"urlPrefix\" again, expected it once" },
    { "{" V1 ",\"predicats\":[]}", "found unknown field \"predicats\"" },
    { "{" V1 ",\"hardPodAffinitySymmetricWeight\":4294967297}",
      "found number 4294967297, expected an integer of 32 bits" },
    { "{" V1 ",\"Kind\":\"Policy\"}",
      "found unknown field \"Kind\", expected kind" },
    { "{" V1 ",\"extenders\":[{\"urlPrefix\":\"a\",\"more\":1}]}", NULL },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const gsize len = strlen (rows[i].text);
      g_autoptr (GError) error = NULL;
      g_autoptr (FitPolicy) older = fit_policy_parse_as (
          rows[i].text, len, "p", FIT_RELEASE (17, 0), NULL, &error);
      g_autoptr (FitPolicy) newer = NULL;

      if (older == NULL)
        fail_msg ("%s\n%s", rows[i].text, error->message);
      newer = fit_policy_parse_as (rows[i].text, len, "p", FIT_RELEASE (18, 0),
                                   NULL, &error);
      assert_int_equal (newer != NULL, rows[i].message == NULL);
      if (newer == NULL && strstr (error->message, rows[i].message) == NULL)
        fail_msg ("%s\n%s", rows[i].text, error->message);
    }
}

/* From 1.18 on a Policy may be of the group of configurations. */
static void
test_group_of_configurations (void **state)
{
  static const char text[]
      = "apiVersion: " FIT_CONFIG_GROUP "/v1\nkind: Policy\npredicates: []\n";
  g_autoptr (FitPolicy) older = fit_policy_parse_as (
      text, strlen (text), "p", FIT_RELEASE (17, 0), NULL, NULL);
  g_autoptr (FitPolicy) newer = fit_policy_parse_as (
      text, strlen (text), "p", FIT_RELEASE (18, 0), NULL, NULL);

  (void) state;
  assert_null (older);
  assert_non_null (newer);
  assert_false (newer->internal_form);
  assert_non_null (newer->predicates);
}

/* -- files ----------------------------------------------------------------- */

static FitPolicy *
load_sample (guint minor, guint release)
{
  g_autofree char *name = g_strdup_printf ("release-1.%u.json", minor);
  g_autoptr (GError) error = NULL;
  g_autoptr (FitPolicy) policy
      = sample_policy (name, FIT_RELEASE (release, 0), &error);

  if (policy == NULL || !fit_policy_validate (policy, &error))
    fail_msg ("1.%u: %s", release, error->message);
  return g_steal_pointer (&policy);
}

/* Every file reads the same in its own release and in v1.16, but for what the
 * file of 1.10 says of 1.11. */
static void
test_files_by_release (void **state)
{
  for (EACH_RELEASE (release))
    {
      g_autoptr (FitPolicy) then = load_sample (release, release);
      g_autoptr (FitPolicy) now = load_sample (release, 16);
      const FitExtenderPolicy *extender_then = then->extenders->pdata[0];
      const FitExtenderPolicy *extender_now = now->extenders->pdata[0];

      assert_int_equal (then->predicates->len, now->predicates->len);
      assert_int_equal (then->priorities->len, now->priorities->len);
      assert_string_equal (extender_then->bind_verb, extender_now->bind_verb);
      assert_int_equal (extender_then->n_managed_resources,
                        extender_now->n_managed_resources);
      assert_int_equal (extender_then->ignorable, release >= 11);
      assert_int_equal (extender_now->ignorable, release >= 10);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_letter_case),
    cmocka_unit_test (test_letter_case_without_version),
    cmocka_unit_test (test_missing_lists),
    cmocka_unit_test (test_empty_lists),
    cmocka_unit_test (test_fields),
    cmocka_unit_test (test_types_of_unknown_fields),
    cmocka_unit_test (test_strict_releases),
    cmocka_unit_test (test_group_of_configurations),
    cmocka_unit_test (test_files_by_release),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
