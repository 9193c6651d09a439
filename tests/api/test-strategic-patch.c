/* test-strategic-patch.c - what a patch makes of an object, and which patches are refused
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "api/strategic-patch.h"
#include "formats/value-json.h"
#include "tests/support/cmocka.h"

typedef struct
{
  const char *object;
  const char *patch;
  const char *result; /* or the message */
} Case;

static char *
apply (const Case *at, GError **error)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *object = fit_json_parse (
                     arena, at->object, strlen (at->object), NULL, NULL, NULL),
                 *patch = fit_json_parse (arena, at->patch, strlen (at->patch),
                                          NULL, NULL, NULL);
  const FitValue *result;

  assert_non_null (object);
  assert_non_null (patch);
  result = fit_strategic_patch (arena, object, patch, error);
  return result != NULL ? fit_value_to_json (result, NULL, NULL) : NULL;
}

static void
check_all (const Case *cases, guint n, gboolean succeed)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *result = apply (&cases[i], &error);

      if (succeed && error != NULL)
        fail_msg ("%s: %s", cases[i].patch, error->message);
      if (!succeed && error == NULL)
        fail_msg ("%s: not refused", cases[i].patch);
      assert_string_equal (succeed ? result : error->message, cases[i].result);
    }
}

static void
test_members_are_replaced_and_removed (void **state)
{
  static const Case cases[] = {
    { "{\"a\":1,\"b\":2}", "{\"b\":3,\"c\":4}", "{\"a\":1,\"b\":3,\"c\":4}" },
    { "{\"a\":1,\"b\":2}", "{\"a\":null,\"x\":null}", "{\"b\":2}" },
    { "{\"a\":{\"b\":{\"c\":1,\"d\":2}}}", "{\"a\":{\"b\":{\"c\":null}}}",
      "{\"a\":{\"b\":{\"d\":2}}}" },
    { "{\"a\":[1,2]}", "{\"a\":[3]}", "{\"a\":[3]}" },
    { "{\"a\":\"text\"}", "{\"a\":{\"b\":1,\"c\":null}}", "{\"a\":{\"b\":1}}" },
    { "{\"a\":{\"b\":1}}", "{\"a\":\"text\"}", "{\"a\":\"text\"}" },
    { "{\"a\":{\"b\":1}}", "{\"a\":{\"$patch\":\"replace\",\"c\":2}}",
      "{\"a\":{\"c\":2}}" },
    { "{\"a\":{\"b\":1}}", "{\"a\":{\"$patch\":\"delete\"}}", "{\"a\":{}}" },
    { "{\"a\":1}", "{\"a\":2,\"a\":3}", "{\"a\":3}" },
    { "{\"s\":{\"type\":\"A\",\"old\":1,\"x\":2}}",
      "{\"s\":{\"$retainKeys\":[\"type\",\"x\"],\"type\":\"B\"}}",
      "{\"s\":{\"type\":\"B\",\"x\":2}}" },
    { "{\"a\":1}", "{}", "{\"a\":1}" },
    { "{\"a\":1,\"b\":2,\"c\":3}", "{\"$retainKeys\":[1,\"b\",\"x\"],\"d\":4}",
      "{\"b\":2,\"d\":4}" },
    { "{\"a\":1,\"a\":2}", "{\"$retainKeys\":[]}", "{}" },
    { "{\"a\":1,\"b\":2}", "{\"a\":null,\"$retainKeys\":[\"b\"],\"a\":5}",
      "{\"b\":2,\"a\":5}" },
  };

  check_all (cases, G_N_ELEMENTS (cases), TRUE);
}

#define CONTAINERS(list) "{\"containers\":[" list "]}"
#define NAMED(name, rest) "{\"name\":\"" name "\"" rest "}"

static void
test_lists_of_named_things_are_merged (void **state)
{
  static const Case cases[] = {
    { CONTAINERS (NAMED ("a", ",\"image\":\"1\"") "," NAMED ("b", "")),
      CONTAINERS (NAMED ("a", ",\"image\":\"2\"") "," NAMED ("c", "")),
      CONTAINERS (NAMED ("a", ",\"image\":\"2\"") "," NAMED (
          "b", "") "," NAMED ("c", "")) },
    { CONTAINERS (NAMED ("a", "") "," NAMED ("b", "")),
      CONTAINERS (NAMED ("a", ",\"$patch\":\"delete\"")),
      CONTAINERS (NAMED ("b", "")) },
    { CONTAINERS (NAMED ("a", "") "," NAMED ("b", "")),
      CONTAINERS ("{\"$patch\":\"replace\"}," NAMED ("c", "")),
      CONTAINERS (NAMED ("c", "")) },
    { CONTAINERS (NAMED ("a", "") "," NAMED ("b", "")),
      "{\"$setElementOrder/containers\":[{\"name\":\"c\"},{\"name\":\"b\"},"
      "{\"name\":\"a\"}],\"containers\":[{\"name\":\"c\"}]}",
      CONTAINERS (NAMED ("c", "") "," NAMED ("b", "") "," NAMED ("a", "")) },
    /* only the order changes */
    { CONTAINERS (NAMED ("a", "") "," NAMED ("b", "")),
      "{\"$setElementOrder/containers\":[{\"name\":\"b\"},{\"name\":\"a\"}]}",
      CONTAINERS (NAMED ("b", "") "," NAMED ("a", "")) },
    /* a list that is not there yet */
    { "{}", CONTAINERS (NAMED ("a", ",\"image\":null")),
      CONTAINERS (NAMED ("a", "")) },
    { CONTAINERS (NAMED ("a", "")), "{\"containers\":null}", "{}" },
    { "{\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\"}]}",
      "{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}",
      "{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}" },
    /* ports of containers, and of Services */
    { "{\"ports\":[{\"containerPort\":80},{\"containerPort\":81}]}",
      "{\"ports\":[{\"containerPort\":80,\"hostPort\":8080}]}",
      "{\"ports\":[{\"containerPort\":80,\"hostPort\":8080},"
      "{\"containerPort\":81}]}" },
    { "{\"ports\":[{\"port\":80}]}", "{\"ports\":[{\"port\":81}]}",
      "{\"ports\":[{\"port\":80},{\"port\":81}]}" },
    { "{\"finalizers\":[\"a\",\"b\",\"c\"]}",
      "{\"$deleteFromPrimitiveList/finalizers\":[\"b\"],"
      "\"$setElementOrder/finalizers\":[\"c\",\"a\"]}",
      "{\"finalizers\":[\"c\",\"a\"]}" },
    /* what is to go may be gone already, or come again */
    { CONTAINERS (NAMED ("a", "")),
      CONTAINERS (NAMED ("b", ",\"$patch\":\"delete\"")),
      CONTAINERS (NAMED ("a", "")) },
    { CONTAINERS (NAMED ("a", ",\"image\":\"1\"")),
      CONTAINERS (NAMED ("a", ",\"$patch\":\"delete\"") "," NAMED (
          "a", ",\"tty\":true")),
      CONTAINERS (NAMED ("a", ",\"tty\":true")) },
    { "{\"finalizers\":[\"a\",\"b\"]}",
      "{\"$deleteFromPrimitiveList/finalizers\":[\"c\",{},\"a\"]}",
      "{\"finalizers\":[\"b\"]}" },
    { "{}", "{\"$deleteFromPrimitiveList/finalizers\":[\"c\"]}", "{}" },
    { "{\"finalizers\":[]}", "{\"$deleteFromPrimitiveList/finalizers\":[]}",
      "{\"finalizers\":[]}" },
    /* texts are merged, too */
    { "{\"finalizers\":[\"a\",\"b\"]}", "{\"finalizers\":[\"b\",\"c\"]}",
      "{\"finalizers\":[\"a\",\"b\",\"c\"]}" },
    /* names that the order does not know, twice or not at all */
    { "{\"finalizers\":[\"a\",\"b\",\"c\",\"d\"]}",
      "{\"$setElementOrder/finalizers\":[\"x\",\"d\",{},\"c\",\"d\"]}",
      "{\"finalizers\":[\"d\",\"c\",\"a\",\"b\"]}" },
    /* the first of a name counts, and what has no name stays */
    { CONTAINERS (NAMED ("a", ",\"image\":\"1\"") "," NAMED (
          "a", ",\"image\":\"2\"") ",{\"image\":\"3\"}"),
      CONTAINERS (NAMED ("a", ",\"image\":\"4\"")),
      CONTAINERS (NAMED ("a", ",\"image\":\"4\"") "," NAMED (
          "a", ",\"image\":\"2\"") ",{\"image\":\"3\"}") },
    { CONTAINERS ("{\"name\":true}"), CONTAINERS (NAMED ("true", "")),
      CONTAINERS ("{\"name\":true}," NAMED ("true", "")) },
    /* one element is replaced, not the list */
    { CONTAINERS (NAMED ("a", ",\"image\":\"1\"") "," NAMED ("b", "")),
      CONTAINERS (NAMED ("a", ",\"$patch\":\"replace\",\"tty\":true")),
      CONTAINERS (NAMED ("a", ",\"tty\":true") "," NAMED ("b", "")) },
    { CONTAINERS (NAMED ("a", "")),
      CONTAINERS (NAMED ("b", "") ",{\"$patch\":\"replace\"}"),
      CONTAINERS (NAMED ("b", "")) },
    /* what is no list */
    { "{\"containers\":5}", CONTAINERS (NAMED ("a", "")),
      CONTAINERS (NAMED ("a", "")) },
    { CONTAINERS (NAMED ("a", "")), "{\"containers\":5}",
      "{\"containers\":5}" },
    /* taints and tolerations have no name */
    { "{\"taints\":[{\"key\":\"a\"}]}", "{\"taints\":[{\"key\":\"b\"}]}",
      "{\"taints\":[{\"key\":\"b\"}]}" },
  };

  check_all (cases, G_N_ELEMENTS (cases), TRUE);
}

/* The lists of the API that are merged, each by a member of its own. */
static void
test_every_list_that_is_merged (void **state)
{
  static const struct
  {
    const char *list;
    const char *key;
  } rows[] = {
    { "addresses", "type" },
    { "conditions", "type" },
    { "containers", "name" },
    { "drivers", "name" },
    { "env", "name" },
    { "ephemeralContainers", "name" },
    { "hostAliases", "ip" },
    { "hostIPs", "ip" },
    { "imagePullSecrets", "name" },
    { "initContainers", "name" },
    { "ownerReferences", "uid" },
    { "podIPs", "ip" },
    { "ports", "containerPort" },
    { "ports", "port" },
    { "resourceClaimStatuses", "name" },
    { "resourceClaims", "name" },
    { "schedulingGates", "name" },
    { "topologySpreadConstraints", "topologyKey" },
    { "volumeDevices", "devicePath" },
    { "volumeMounts", "mountPath" },
    { "volumes", "name" },
  };
  static const Case replaced = { "{\"args\":[{\"name\":\"a\",\"x\":1}]}",
                                 "{\"args\":[{\"name\":\"a\",\"y\":2}]}",
                                 "{\"args\":[{\"name\":\"a\",\"y\":2}]}" };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
#define ELEMENT(name, rest) "{\"%s\":\"" name "\"," rest "}"
      const char *list = rows[i].list, *key = rows[i].key;
      g_autofree char *object
          = g_strdup_printf ("{\"%s\":[" ELEMENT ("a", "\"x\":1") "," ELEMENT (
                                 "b", "\"x\":1") "]}",
                             list, key, key);
      g_autofree char *patch
          = g_strdup_printf ("{\"%s\":[" ELEMENT ("b", "\"y\":2") "," ELEMENT (
                                 "c", "\"y\":2") "]}",
                             list, key, key);
      g_autofree char *result = g_strdup_printf (
          "{\"%s\":[" ELEMENT ("a", "\"x\":1") "," ELEMENT (
              "b", "\"x\":1,\"y\":2") "," ELEMENT ("c", "\"y\":2") "]}",
          list, key, key, key);
      const Case one = { object, patch, result };

      check_all (&one, 1, TRUE);
#undef ELEMENT
    }
  check_all (&replaced, 1, TRUE);
}

static void
test_what_has_no_meaning_is_refused (void **state)
{
  static const Case cases[] = {
    { "{}", "{\"$order/a\":[]}",
      "$order/a: unknown directive, expected $patch, $retainKeys, $setElementOrder/FIELD or $deleteFromPrimitiveList/FIELD" },
    { "{}", "{\"$patch\":\"merge\"}", "$patch: expected delete or replace" },
    { "{}", "{\"$retainKeys\":\"a\"}", "$retainKeys: expected a list" },
    { "{}", "{\"$setElementOrder/taints\":[]}",
      "taints: elements of this list have no names to merge by" },
    { "{}", "{\"$setElementOrder/volumes\":{}}",
      "$setElementOrder/volumes: expected a list" },
    { "{}", "{\"$deleteFromPrimitiveList/finalizers\":\"a\"}",
      "$deleteFromPrimitiveList/finalizers: expected a list" },
    { CONTAINERS (NAMED ("a", "")),
      CONTAINERS (NAMED ("a", ",\"$patch\":\"merge\"")),
      "$patch: expected delete or replace" },
    { "{}", CONTAINERS (NAMED ("a", ",\"$order/x\":[]")),
      "$order/x: unknown directive, expected $patch, $retainKeys, $setElementOrder/FIELD or $deleteFromPrimitiveList/FIELD" },
    { CONTAINERS (NAMED ("a", "")), CONTAINERS ("{\"image\":\"2\"}"),
      "containers: an element has no name" },
    { CONTAINERS (NAMED ("a", "")), CONTAINERS ("1"),
      "containers: an element has no name" },
  };

  check_all (cases, G_N_ELEMENTS (cases), FALSE);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_members_are_replaced_and_removed),
    cmocka_unit_test (test_lists_of_named_things_are_merged),
    cmocka_unit_test (test_every_list_that_is_merged),
    cmocka_unit_test (test_what_has_no_meaning_is_refused),
  };

  return cmocka_run_group_tests_name ("strategic-patch", tests, NULL, NULL);
}
