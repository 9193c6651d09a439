/* test-lock-object.c - locks as an API server has them
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/lock-object.h"

#include <string.h>

#include "tests/support/cluster.h"

/* 2026-11-21T05:39:27.000763Z */
#define NOW G_GINT64_CONSTANT (1795239567000763)

#define LEASE                                                         \
  "{\"kind\":\"Lease\",\"apiVersion\":\"coordination.k8s.io/v1\","    \
  "\"metadata\":{\"name\":\"kube-scheduler\","                        \
  "\"namespace\":\"kube-system\",\"resourceVersion\":\"199\","        \
  "\"labels\":{\"kept\":\"yes\"}},"                                   \
  "\"spec\":{\"holderIdentity\":\"a_1\",\"leaseDurationSeconds\":15," \
  "\"acquireTime\":\"2026-11-21T05:39:27.622763Z\","                  \
  "\"renewTime\":\"2026-11-21T05:39:29.649140Z\","                    \
  "\"leaseTransitions\":3,\"strategy\":\"OldestEmulationVersion\"}}"

static const FitLockRecord record
    = { .holder = "b_2", .lease_seconds = 3, .transitions = 4 };

static void
test_names (void **state)
{
  static const struct
  {
    const char *name;
    guint n;
    FitLockKind kinds[FIT_LOCK_KIND_LAST];
  } cases[] = {
    { "leases",
      1,
      { FIT_LOCK_LEASE, FIT_LOCK_ENDPOINTS, FIT_LOCK_CONFIG_MAP } },
    { "endpoints",
      1,
      { FIT_LOCK_ENDPOINTS, FIT_LOCK_LEASE, FIT_LOCK_CONFIG_MAP } },
    { "configmaps",
      1,
      { FIT_LOCK_CONFIG_MAP, FIT_LOCK_LEASE, FIT_LOCK_ENDPOINTS } },
    { "endpointsleases",
      2,
      { FIT_LOCK_ENDPOINTS, FIT_LOCK_LEASE, FIT_LOCK_CONFIG_MAP } },
    { "configmapsleases",
      2,
      { FIT_LOCK_CONFIG_MAP, FIT_LOCK_LEASE, FIT_LOCK_ENDPOINTS } },
  };
  FitLockKind kinds[FIT_LOCK_KIND_LAST];

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      assert_int_equal (fit_lock_kinds (cases[i].name, kinds), cases[i].n);
      for (guint k = 0; k < FIT_LOCK_KIND_LAST; k++)
        assert_int_equal (kinds[k], cases[i].kinds[k]);
    }
  assert_int_equal (fit_lock_kinds ("secrets", kinds), 0);
}

static void
test_a_lease_is_read_and_changed (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *object
      = fit_json_parse (arena, LEASE, strlen (LEASE), NULL, NULL, NULL);
  g_autofree char *raw = NULL;
  g_autofree char *json = NULL;
  FitLockRecord read;

  assert_true (
      fit_lock_object_read (FIT_LOCK_LEASE, object, arena, &read, &raw, NULL));
  assert_string_equal (read.holder, "a_1");
  assert_int_equal (read.lease_seconds, 15);
  assert_int_equal (read.transitions, 3);
  assert_int_equal (read.acquired_us, NOW + 622000);
  assert_non_null (strstr (raw, "05:39:29.649140Z"));
  json = fit_lock_object_write (FIT_LOCK_LEASE, object, "kube-system",
                                "kube-scheduler", &record, NOW);
  assert_string_equal (
      json, "{\"kind\":\"Lease\",\"apiVersion\":\"coordination.k8s.io/v1\","
            "\"metadata\":{\"name\":\"kube-scheduler\","
            "\"namespace\":\"kube-system\",\"resourceVersion\":\"199\","
            "\"labels\":{\"kept\":\"yes\"}},"
            "\"spec\":{\"holderIdentity\":\"b_2\",\"leaseDurationSeconds\":3,"
            "\"acquireTime\":\"2026-11-21T05:39:27.000763Z\","
            "\"renewTime\":\"2026-11-21T05:39:27.000763Z\","
            "\"leaseTransitions\":4,\"strategy\":\"OldestEmulationVersion\"}}");
}

static void
test_an_annotation_is_written_and_read (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autofree char *json = fit_lock_object_write (
      FIT_LOCK_ENDPOINTS, NULL, "kube-system", "kube-scheduler", &record, NOW);
  g_autoptr (GString) stored = NULL;
  const FitValue *object;
  g_autofree char *raw = NULL;
  FitLockRecord read;

  assert_string_equal (
      json,
      "{\"kind\":\"Endpoints\",\"apiVersion\":\"v1\","
      "\"metadata\":{\"name\":\"kube-scheduler\","
      "\"namespace\":\"kube-system\",\"annotations\":{"
      "\"control-plane.alpha.kubernetes.io/leader\":"
      "\"{\\\"holderIdentity\\\":\\\"b_2\\\",\\\"leaseDurationSeconds\\\":3,"
      "\\\"acquireTime\\\":\\\"2026-11-21T05:39:27Z\\\","
      "\\\"renewTime\\\":\\\"2026-11-21T05:39:27Z\\\","
      "\\\"leaderTransitions\\\":4}\"}}}");
  stored = g_string_new (json);
  g_string_replace (stored, "\"metadata\":{",
                    "\"metadata\":{\"resourceVersion\":\"7\",", 1);
  object = fit_json_parse (arena, stored->str, stored->len, NULL, NULL, NULL);
  assert_true (fit_lock_object_read (FIT_LOCK_ENDPOINTS, object, arena, &read,
                                     &raw, NULL));
  assert_string_equal (read.holder, "b_2");
  assert_int_equal (read.transitions, 4);
  assert_int_equal (read.acquired_us, NOW / 1000000 * 1000000);
}

/* Who renews keeps the time since when it has the lock. */
static void
test_a_lease_is_renewed (void **state)
{
  const FitLockRecord kept = { .holder = "b_2",
                               .lease_seconds = 15,
                               .transitions = 4,
                               .acquired_us = NOW - 3600000000 };
  g_autofree char *lease
      = fit_lock_object_write (FIT_LOCK_LEASE, NULL, "n", "l", &kept, NOW);
  g_autofree char *map
      = fit_lock_object_write (FIT_LOCK_CONFIG_MAP, NULL, "n", "l", &kept, NOW);

  assert_string_equal (
      lease, "{\"kind\":\"Lease\",\"apiVersion\":\"coordination.k8s.io/v1\","
             "\"metadata\":{\"name\":\"l\",\"namespace\":\"n\"},"
             "\"spec\":{\"holderIdentity\":\"b_2\",\"leaseDurationSeconds\":15,"
             "\"acquireTime\":\"2026-11-21T04:39:27.000763Z\","
             "\"renewTime\":\"2026-11-21T05:39:27.000763Z\","
             "\"leaseTransitions\":4}}");
  assert_non_null (strstr (
      map, "\\\"acquireTime\\\":\\\"2026-11-21T04:39:27Z\\\",\\\"renewTime\\\":"
           "\\\"2026-11-21T05:39:27Z\\\",\\\"leaderTransitions\\\":4}"));
}

/* Fields that make no sense count as if they were not there. */
static void
test_odd_fields (void **state)
{
  static const struct
  {
    const char *spec;
    gint64 lease_seconds, transitions, acquired_us;
  } cases[] = {
    { "{}", 0, 0, 0 },
    { "null", 0, 0, 0 },
    { "{\"leaseDurationSeconds\":\"15\",\"leaseTransitions\":\"3\","
      "\"acquireTime\":7}",
      0, 0, 0 },
    { "{\"leaseDurationSeconds\":15,\"leaseTransitions\":3,"
      "\"leaderTransitions\":9,\"acquireTime\":\"yesterday\"}",
      15, 3, 0 },
    { "{\"acquireTime\":\"1970-01-01T00:00:01.000002Z\"}", 0, 0, 1000002 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FitArena) arena = fit_arena_new ();
      g_autofree char *raw = NULL;
      g_autofree char *text = g_strdup_printf (
          "{\"kind\":\"Lease\",\"metadata\":{\"resourceVersion\":\"7\"},"
          "\"spec\":%s}",
          cases[i].spec);
      const FitValue *object
          = fit_json_parse (arena, text, strlen (text), NULL, NULL, NULL);
      FitLockRecord read;

      assert_true (fit_lock_object_read (FIT_LOCK_LEASE, object, arena, &read,
                                         &raw, NULL));
      assert_string_equal (raw, cases[i].spec);
      assert_string_equal (read.holder, "");
      assert_int_equal (read.lease_seconds, cases[i].lease_seconds);
      assert_int_equal (read.transitions, cases[i].transitions);
      assert_int_equal (read.acquired_us, cases[i].acquired_us);
    }
}

/* A map with something else, say; and what is no record, or no lock at all. */
#define MAP "{\"kind\":\"ConfigMap\",\"metadata\":{\"resourceVersion\":\"7\""
#define RECORD(text)                                                    \
  MAP ",\"annotations\":{\"control-plane.alpha.kubernetes.io/leader\":" \
      "\"" text "\"}}}"
#define NO_LOCK \
  "found something else, expected a ConfigMap with a resourceVersion"
static void
test_odd_records (void **state)
{
  static const struct
  {
    const char *object;
    const char *problem;
  } cases[] = {
    { MAP "}}", NULL },
    { MAP ",\"annotations\":{\"other\":\"x\"}}}", NULL },
    { RECORD (""), NULL },
    { RECORD ("null"), NULL },
    { RECORD ("{\\\"holderIdentity\\\":null}"), NULL },
    { RECORD ("[]"),
      "the record of its holder: found a list, expected an object" },
    { RECORD ("{\\\"holderIdentity\\\":[]}"),
      "holderIdentity: found a list, expected a string" },
    { RECORD ("{\\\"holder"),
      "annotation control-plane.alpha.kubernetes.io/leader: unexpected end of "
      "JSON input" },
    { "{\"kind\":\"Lease\",\"metadata\":{\"resourceVersion\":\"7\"}}",
      NO_LOCK },
    { "{\"kind\":\"ConfigMap\",\"metadata\":{}}", NO_LOCK },
    { "{}", NO_LOCK },
    { "null", NO_LOCK },
    { "[1]", NO_LOCK },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FitArena) arena = fit_arena_new ();
      g_autoptr (GError) error = NULL;
      g_autofree char *raw = NULL;
      const FitValue *object = fit_json_parse (
          arena, cases[i].object, strlen (cases[i].object), NULL, NULL, NULL);
      FitLockRecord read;

      assert_int_equal (fit_lock_object_read (FIT_LOCK_CONFIG_MAP, object,
                                              arena, &read, &raw, &error),
                        cases[i].problem == NULL);
      if (cases[i].problem == NULL)
        assert_string_equal (read.holder, "");
      else
        assert_true (g_str_has_prefix (error->message, cases[i].problem));
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_names),
    cmocka_unit_test (test_a_lease_is_read_and_changed),
    cmocka_unit_test (test_an_annotation_is_written_and_read),
    cmocka_unit_test (test_a_lease_is_renewed),
    cmocka_unit_test (test_odd_fields),
    cmocka_unit_test (test_odd_records),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
