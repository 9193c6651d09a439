/* test-bodies.c - what is sent to an API server
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/bodies.h"

#include "api/times.h"
#include "tests/support/manifest.h"

#include <string.h>

#define POD(status)                                                   \
  "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": "        \
  "{\"name\": \"web\", \"namespace\": \"shop\", \"uid\": \"u1\", "    \
  "\"resourceVersion\": \"7\"}, \"spec\": {\"new\": {\"x\": 1.50}}, " \
  "\"status\": {" status "}}"

#define READY "{\"type\": \"Ready\", \"status\": \"Unknown\", \"hue\": 3}"
#define SCHEDULED(status)                                         \
  "{\"type\": \"PodScheduled\", \"status\": \"" status            \
  "\", \"reason\": \"Unschedulable\", \"message\": \"no room\", " \
  "\"lastTransitionTime\": \"2020-01-01T00:00:00Z\"}"

#define ONE(objects, KIND) ((objects)->of[FIT_KIND_##KIND]->pdata[0])

static gint64
now (void)
{
  gint64 ns = 0;

  assert_true (fit_time_parse ("2026-11-22T12:00:00Z", &ns));
  return ns;
}

static void
check (char *text, const char *expected)
{
  g_autofree char *owned = text;

  assert_string_equal (owned, expected);
}

static void
test_pods (void **state)
{
  g_autoptr (FitObjects) objects = objects_from (POD (""));

  (void) state;
  check (fit_body_binding (ONE (objects, POD), "node-1"),
         "{\"kind\":\"Binding\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":"
         "\"web\",\"namespace\":\"shop\",\"uid\":\"u1\"},\"target\":{\"kind\":"
         "\"Node\",\"name\":\"node-1\"}}");
  check (fit_body_delete (ONE (objects, POD)),
         "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\","
         "\"preconditions\":{\"uid\":\"u1\"}}");
}

#define DISRUPTED(status)                                                   \
  "\"conditions\": [{\"type\": \"DisruptionTarget\", \"status\": \"" status \
  "\", \"reason\": \"EvictionByEvictionAPI\"}]"
#define VICTIM                                                               \
  "\"message\":\"it goes\",\"reason\":\"PreemptionByScheduler\",\"status\":" \
  "\"True\",\"type\":\"DisruptionTarget\"}]}}"

#define AT_THE_END                                                \
  "\"$setElementOrder/conditions\":[{\"type\":\"PodScheduled\"}," \
  "{\"type\":\"DisruptionTarget\"}],"

/* A condition that is True already keeps its time, and one that is there its
 * place; a new one becomes the last. */
static void
test_victims (void **state)
{
  static const struct
  {
    const char *pod;
    const char *order;
    const char *transition;
  } rows[] = {
    { POD (""), AT_THE_END,
      "\"lastTransitionTime\":\"2026-11-22T12:00:00Z\"," },
    { POD (DISRUPTED ("False")), "",
      "\"lastTransitionTime\":\"2026-11-22T12:00:00Z\"," },
    { POD (DISRUPTED ("True")), "", "" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitObjects) objects = objects_from (rows[i].pod);
      g_autofree char *patch = g_strconcat (
          "{\"metadata\":{\"uid\":\"u1\"},\"status\":{", rows[i].order,
          "\"conditions\":[{\"lastProbeTime\":null,", rows[i].transition,
          VICTIM, NULL);

      check (fit_body_victim_patch (ONE (objects, POD),
                                    FIT_REASON_PREEMPTION_BY_SCHEDULER,
                                    "it goes", 0, now ()),
             patch);
      check (
          fit_body_victim_apply (ONE (objects, POD),
                                 FIT_REASON_PREEMPTION_BY_SCHEDULER, "it goes",
                                 now ()),
          "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":"
          "\"web\",\"namespace\":\"shop\",\"uid\":\"u1\"},\"status\":{"
          "\"conditions\":[{\"lastTransitionTime\":\"2026-11-22T12:00:00Z\"," VICTIM);
    }
}

/* Which generation of the pod a condition is about. */
static void
test_observed_generation (void **state)
{
  g_autoptr (FitObjects) objects = objects_from (POD (""));
  const FitStatusChange change = { .reason = (char *) "Unschedulable",
                                   .message = (char *) "no",
                                   .observed_generation = 4 };

  (void) state;
  check (
      fit_body_victim_patch (ONE (objects, POD), "PreemptionByScheduler",
                             "it goes", 3, now ()),
      "{\"metadata\":{\"uid\":\"u1\"},\"status\":{" AT_THE_END
      "\"conditions\":[{\"lastProbeTime\":null,\"lastTransitionTime\":\"2026-11-22T12:00:"
      "00Z\",\"message\":\"it goes\",\"observedGeneration\":3,\"reason\":"
      "\"PreemptionByScheduler\",\"status\":\"True\",\"type\":"
      "\"DisruptionTarget\"}]}}");
  check (fit_body_status_patch (ONE (objects, POD), &change, now ()),
         "{\"metadata\":{\"uid\":\"u1\"},\"status\":{\"conditions\":[{"
         "\"lastProbeTime\":null,\"lastTransitionTime\":\"2026-11-22T12:00:"
         "00Z\",\"message\":\"no\",\"observedGeneration\":4,\"reason\":"
         "\"Unschedulable\",\"status\":\"False\",\"type\":\"PodScheduled\"}]}"
         "}");
}

/* The patch of @change of a pod with @status. */
static void
check_patch (const char *pod, const FitStatusChange *change,
             const char *expected)
{
  g_autoptr (FitObjects) objects = objects_from (pod);

  check (fit_body_status_patch (ONE (objects, POD), change, now ()), expected);
}

#define PATCH(status) "{\"metadata\":{\"uid\":\"u1\"},\"status\":{" status "}}"
#define NEW_CONDITION                                           \
  "\"message\":\"0/1 nodes are \\\"available\\\"\",\"reason\":" \
  "\"Unschedulable\",\"status\":\"False\",\"type\":\"PodScheduled\"}]"
#define AT_NOW "\"lastTransitionTime\":\"2026-11-22T12:00:00Z\","

static const FitStatusChange no_room
    = { .reason = (char *) "Unschedulable",
        .message = (char *) "0/1 nodes are \"available\"" };

static void
test_patch (void **state)
{
  FitStatusChange both = no_room;

  (void) state;
  both.nominated_node_name = (char *) "n1";
  check_patch (
      POD (""), &no_room,
      PATCH ("\"conditions\":[{\"lastProbeTime\":null," AT_NOW NEW_CONDITION));
  check_patch (
      POD (""), &both,
      PATCH ("\"conditions\":[{\"lastProbeTime\":null," AT_NOW NEW_CONDITION
             ",\"nominatedNodeName\":\"n1\""));
  check_patch (
      POD ("\"conditions\": [" SCHEDULED ("True") "]"), &no_room,
      PATCH ("\"conditions\":[{\"lastProbeTime\":null," AT_NOW NEW_CONDITION));
  check_patch (
      POD ("\"conditions\": [" SCHEDULED ("False") "]"), &no_room,
      PATCH ("\"conditions\":[{\"lastProbeTime\":null," NEW_CONDITION));
  check_patch (POD (""),
               &(FitStatusChange){ .nominated_node_name = (char *) "" },
               PATCH ("\"nominatedNodeName\":null"));
}

static void
test_nothing_new (void **state)
{
  g_autoptr (FitObjects) objects = objects_from (
      POD ("\"nominatedNodeName\": \"n1\", \"conditions\": [" SCHEDULED (
          "False") "]"));
  g_auto (FitStatusChange) same
      = { g_strdup ("Unschedulable"), g_strdup ("no room"), g_strdup ("n1") };
  g_auto (FitStatusChange) other
      = { g_strdup ("Unschedulable"), g_strdup ("no rooms"), g_strdup ("") };

  g_autoptr (FitPod) copy = fit_pod_with_node_name (ONE (objects, POD), "n2");

  (void) state;
  assert_string_equal (copy->unscheduled_message, "no room");
  fit_status_change_reduce (&same, ONE (objects, POD));
  assert_false (fit_status_change_any (&same));
  fit_status_change_reduce (&other, ONE (objects, POD));
  assert_string_equal (other.message, "no rooms");
  assert_string_equal (other.nominated_node_name, "");
}

/* What the whole pod is with @change; "": the same. */
static void
check_put (const char *pod, const FitStatusChange *change, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *body
      = fit_body_status_put (pod, strlen (pod), "u1", change, now (), &error);

  assert_null (error);
  assert_string_equal (body ? body : "", expected);
}

#define PUT(status)                                                        \
  "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"web\"" \
  ",\"namespace\":\"shop\",\"uid\":\"u1\",\"resourceVersion\":\"7\"},"     \
  "\"spec\":{\"new\":{\"x\":1.50}},\"status\":{" status "}}"

static void
test_put (void **state)
{
  FitStatusChange same = no_room;

  (void) state;
  same.message = (char *) "no room";
  check_put (
      POD (""), &no_room,
      PUT ("\"conditions\":[{\"lastProbeTime\":null," AT_NOW NEW_CONDITION));
  check_put (
      POD ("\"conditions\": [" READY ", " SCHEDULED ("False") "], \"a\": 1"),
      &no_room,
      PUT ("\"conditions\":[{\"type\":\"Ready\",\"status\":\"Unknown\","
           "\"hue\":3},{\"type\":\"PodScheduled\",\"status\":\"False\","
           "\"reason\":\"Unschedulable\",\"message\":\"0/1 nodes are "
           "\\\"available\\\"\",\"lastTransitionTime\":\"2020-01-01T00:00:"
           "00Z\",\"lastProbeTime\":null}],\"a\":1"));
  check_put (POD ("\"conditions\": [" SCHEDULED ("False") "]"), &same, "");
  check_put (POD (""),
             &(FitStatusChange){ .nominated_node_name = (char *) "n" },
             PUT ("\"nominatedNodeName\":\"n\""));
  check_put (POD ("\"nominatedNodeName\": \"n\", \"phase\": \"Pending\""),
             &(FitStatusChange){ .nominated_node_name = (char *) "" },
             PUT ("\"phase\":\"Pending\""));
}

/* What is there already is not written, but each difference is. */
static void
test_put_if_different (void **state)
{
  static const struct
  {
    const char *status;
    const char *reason, *message, *node; /* (nullable) what is wanted */
    gboolean written;
  } rows[] = {
    { "False", "Unschedulable", "no room", NULL, FALSE },
    { "False", "Unschedulable", "no room", "n", FALSE },
    { "False", NULL, NULL, "n", FALSE },
    { "True", "Unschedulable", "no room", "n", TRUE },
    { "False", "SchedulerError", "no room", "n", TRUE },
    { "False", "Unschedulable", "no nodes", "n", TRUE },
    { "False", "Unschedulable", "no room", "m", TRUE },
    { "False", "Unschedulable", "no room", "", TRUE },
    { "True", NULL, NULL, "n", FALSE },
    { "False", NULL, NULL, "m", TRUE },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *pod = g_strdup_printf (
          POD ("\"nominatedNodeName\": \"n\", \"conditions\": [" SCHEDULED (
              "%s") "]"),
          rows[i].status);
      const FitStatusChange change
          = { .reason = (char *) rows[i].reason,
              .message = (char *) rows[i].message,
              .nominated_node_name = (char *) rows[i].node };
      g_autofree char *body = fit_body_status_put (pod, strlen (pod), "u1",
                                                   &change, now (), NULL);

      assert_int_equal (body != NULL, rows[i].written);
    }
}

static void
check_refused (const char *pod, const char *message)
{
  g_autoptr (GError) error = NULL;

  assert_null (
      fit_body_status_put (pod, strlen (pod), "u1", &no_room, now (), &error));
  assert_string_equal (error->message, message);
}

static void
test_refused (void **state)
{
  (void) state;
  check_refused ("{\"metadata\": {\"uid\": \"u2\"}}",
                 "there is another pod of this name now");
  check_refused ("[]", "there is another pod of this name now");
  check_refused (
      "{\"metadata\": {\"uid\": \"u1\"}, \"spec\": {\"nodeName\": \"n3\"}}",
      "it has been bound to n3");
  check_refused ("{\"metadata\"",
                 "unexpected end of JSON input (line 1, column 12)");
}

#define VOLUME(spec)                                                    \
  "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: pv, " \
  "resourceVersion: '4'}, spec: {" spec "}}\n"
#define CLAIM                                                               \
  "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: c, " \
  "namespace: shop, uid: u9, resourceVersion: '5'}}\n"

static void
check_volume (const char *spec, const char *annotations)
{
  g_autofree char *text = g_strconcat (spec, CLAIM, NULL);
  g_autofree char *expected = g_strdup_printf (
      "{\"metadata\":{\"resourceVersion\":\"4\"%s},\"spec\":{\"claimRef\":{"
      "\"kind\":\"PersistentVolumeClaim\",\"apiVersion\":\"v1\","
      "\"namespace\":\"shop\",\"name\":\"c\",\"uid\":\"u9\","
      "\"resourceVersion\":\"5\"}}}",
      annotations);
  g_autoptr (FitObjects) objects = objects_from (text);
  const FitPersistentVolumeClaim *claim
      = ONE (objects, PERSISTENT_VOLUME_CLAIM);
  const FitPersistentVolume *known = ONE (objects, PERSISTENT_VOLUME);
  g_autoptr (FitPersistentVolume) volume = fit_pv_with_claim_ref (known, claim);

  check (fit_body_volume_patch (volume, known, claim), expected);
}

static void
test_volumes (void **state)
{
  g_autoptr (FitObjects) objects = objects_from (CLAIM);
  g_autoptr (FitPersistentVolumeClaim) claim = fit_pvc_with_selected_node (
      ONE (objects, PERSISTENT_VOLUME_CLAIM), "n1");
  const char *by_controller = ",\"annotations\":{\"pv.kubernetes.io/"
                              "bound-by-controller\":\"yes\"}";

  (void) state;
  check_volume (VOLUME (""), by_controller);
  check_volume (VOLUME ("claimRef: {name: c, namespace: shop}"), "");
  check_volume (VOLUME ("claimRef: {name: d, namespace: shop}"), by_controller);
  check_volume (VOLUME ("claimRef: {name: c, namespace: d}"), by_controller);
  check_volume (VOLUME ("claimRef: {name: c, namespace: shop, uid: u9}"), "");
  check_volume (VOLUME ("claimRef: {name: c, namespace: shop, uid: u8}"),
                by_controller);
  check (fit_body_claim_patch (claim),
         "{\"metadata\":{\"resourceVersion\":\"5\",\"annotations\":{"
         "\"volume.kubernetes.io/selected-node\":\"n1\"}}}");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_pods),
    cmocka_unit_test (test_victims),
    cmocka_unit_test (test_observed_generation),
    cmocka_unit_test (test_patch),
    cmocka_unit_test (test_nothing_new),
    cmocka_unit_test (test_put),
    cmocka_unit_test (test_put_if_different),
    cmocka_unit_test (test_refused),
    cmocka_unit_test (test_volumes),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
