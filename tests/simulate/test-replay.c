/* What becomes of pods in the course of time.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/simulate/replayed.h"
#include "tests/support/enabled-plugin.h"

#include <string.h>

#define ONE_NODE NODE ("a", "", "cpu: 1, pods: 10")

#define WORDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

static void
assert_lines (const GString *text, const char *const *words,
              const char *expected)
{
  g_autofree char *lines = replayed_lines (text, words);

  assert_string_equal (lines, expected);
}

static gint64
seconds (const Replayed *replayed)
{
  return (fit_replay_now (replayed->replay) - FIT_REPLAY_START_NS) / 1000000000;
}

/* -- settling -------------------------------------------------------------- */

static void
test_an_empty_cluster_is_settled (void **state)
{
  g_auto (Replayed) replayed;

  replayed_init (&replayed, &(const ReplaySetup){ 0 });
  assert_string_equal (replayed.text->str, "");
  assert_int_equal (seconds (&replayed), 0);
}

static void
test_pods_land_at_once (void **state)
{
  g_auto (Replayed) replayed;

  replayed_init (&replayed,
                 &(const ReplaySetup){
                     .manifest = ONE_NODE POD ("p", "", REQUESTS ("cpu: 600m"))
                         POD ("q", "", REQUESTS ("cpu: 600m")) });
  assert_lines (replayed.text, WORDS ("assumed", "bound", "failed"),
                "0.000 assumed p: a 0 1/1\n"
                "0.000 bound p: a\n"
                "0.000 failed q: Unschedulable 0/1 nodes are available: 1 "
                "Insufficient cpu.\n");
  assert_string_equal (replayed_pod (&replayed, "p")->node_name, "a");
  assert_string_equal (replayed_pod (&replayed, "q")->node_name, "");
  assert_int_equal (seconds (&replayed), 0);
}

static void
test_bindings_take_their_time (void **state)
{
  g_auto (Replayed) replayed;

  replayed_init (&replayed,
                 &(const ReplaySetup){ .manifest = ONE_NODE POD ("p", "", ""),
                                       .bind_latency_ns = 1500 * 1000000 });
  assert_lines (replayed.text, WORDS ("assumed", "bound"),
                "0.000 assumed p: a 0 1/1\n1.500 bound p: a\n");
  assert_int_equal (seconds (&replayed), 1);
}

#define CHANGED_POD(metadata, spec)                                       \
  "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": " \
  "\"p\", \"uid\": \"p\"" metadata "}, \"spec\": {" spec "}}"

/* The API server refuses a binding that comes too late. */
static void
test_bindings_may_come_too_late (void **state)
{
  static const struct
  {
    const char *trace; /* one second after the pod was assumed */
    const char *expected;
  } rows[] = {
    /* the scheduler decides, and not the trace */
    { EVENT ("1", "update", CHANGED_POD ("", "\"nodeName\": \"b\"")),
      "2.000 bound p: a\n" },
    { EVENT ("1", "update",
             CHANGED_POD (", \"deletionTimestamp\": \"2020-01-01T00:00:00Z\"",
                          "")),
      "2.000 failed p: SchedulerError Operation cannot be fulfilled on "
      "pods/binding \"p\": pod p is being deleted, cannot be assigned to a "
      "host\n" },
    { EVENT ("1", "delete", NAMED ("Pod", "p")),
      "2.000 failed p: SchedulerError pods \"p\" not found\n"
      "2.000 dropped p: it is gone\n" },
    { EVENT ("1", "delete", NAMED ("Pod", "p"))
          EVENT ("1", "add",
                 "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": "
                 "{\"name\": \"p\", \"uid\": \"other\"}, \"spec\": {}}"),
      "2.000 failed p: SchedulerError Operation cannot be fulfilled on "
      "pods/binding \"p\": Precondition failed: UID in precondition: p, UID in "
      "object meta: other\n3.000 bound p: a\n3.000 dropped p: a it has a node\n" },
    { EVENT ("1", "update", CHANGED_POD (", \"labels\": {\"a\": \"b\"}", "")),
      "1.000 failed p: SchedulerError pod p is in the cache, so can't be "
      "assumed\n2.000 bound p: a\n2.000 dropped p: a it has a node\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *trace
          = g_strconcat (EVENT ("0", "add", NODE_JSON ("a", "1"))
                             EVENT ("0", "add", CHANGED_POD ("", "")),
                         rows[i].trace, NULL);
      g_auto (Replayed) replayed;

      replayed_init (&replayed,
                     &(const ReplaySetup){ .trace = trace,
                                           .bind_latency_ns = 2000 * 1000000 });
      assert_lines (replayed.text, WORDS ("failed", "bound", "dropped"),
                    rows[i].expected);
    }
}

/* A pod that waits for something that never ends. */
static void
test_settling_ends (void **state)
{
  g_auto (Replayed) replayed;
  g_autoptr (GError) error = NULL;

  assert_true (replayed_try (
      &replayed,
      &(const ReplaySetup){
          .manifest
          = ONE_NODE POD ("p", "",
                          "nodeName: a, terminationGracePeriodSeconds: "
                          "1000000, " REQUESTS ("cpu: 1"))
              POD ("q", "", "priority: 1, " REQUESTS ("cpu: 1")),
          .settle_ns = G_GINT64_CONSTANT (600) * 1000000000 },
      &error));
  assert_false (replayed.settled);
  assert_true (seconds (&replayed) <= 600);
  assert_string_equal (replayed_pod (&replayed, "q")->nominated_node_name, "a");
}

/* -- trying again ---------------------------------------------------------- */

/* A pod that has failed is not tried again before its backoff has ended, a
 * second at first, then two; backoffs end when the clock has ticked. */
static void
test_failed_pods_back_off (void **state)
{
  g_auto (Replayed) replayed;

  replayed_init (&replayed,
                 &(const ReplaySetup){
                     .trace = EVENT ("0", "add", NODE_JSON ("a", "1"))
                         EVENT ("0.3", "add", POD_JSON ("p", CPU ("4")))
                             EVENT ("0.5", "add", NODE_JSON ("b", "2"))
                                 EVENT ("2.2", "add", NODE_JSON ("c", "4")) });
  assert_lines (replayed.text, WORDS ("queued", "failed", "assumed"),
                "0.300 queued p: activeQ Add\n"
                "0.300 failed p: Unschedulable 0/1 nodes are available: 1 "
                "Insufficient cpu.\n"
                "0.300 queued p: unschedulableQ "
                "AddUnschedulableIfNotPresent\n"
                "0.500 queued p: podBackoffQ MoveAllToActiveQueue\n"
                "2.000 queued p: activeQ BackoffComplete\n"
                "2.000 failed p: Unschedulable 0/2 nodes are available: 2 "
                "Insufficient cpu.\n"
                "2.000 queued p: unschedulableQ "
                "AddUnschedulableIfNotPresent\n"
                "2.200 queued p: podBackoffQ MoveAllToActiveQueue\n"
                "4.000 queued p: activeQ BackoffComplete\n"
                "4.000 assumed p: c 0 3/1\n");
}

/* Nothing happens to help it, and yet it is tried now and then. */
static void
test_unschedulable_pods_are_tried_every_minute_or_so (void **state)
{
  g_auto (Replayed) replayed;

  replayed_init (&replayed,
                 &(const ReplaySetup){
                     .trace = EVENT ("0", "add", NODE_JSON ("a", "1"))
                         EVENT ("0", "add", POD_JSON ("p", CPU ("2")))
                             EVENT ("200", "add", NAMESPACE_JSON ("x")) });
  assert_lines (replayed.text, WORDS ("queued"),
                "0.000 queued p: activeQ Add\n"
                "0.000 queued p: unschedulableQ AddUnschedulableIfNotPresent\n"
                "90.000 queued p: activeQ UnschedulableTimeout\n"
                "90.000 queued p: unschedulableQ "
                "AddUnschedulableIfNotPresent\n"
                "180.000 queued p: activeQ UnschedulableTimeout\n"
                "180.000 queued p: unschedulableQ "
                "AddUnschedulableIfNotPresent\n"
                "270.000 queued p: activeQ UnschedulableTimeout\n"
                "270.000 queued p: unschedulableQ "
                "AddUnschedulableIfNotPresent\n");
}

static void
test_a_pod_follows_its_partner (void **state)
{
  g_auto (Replayed) replayed;

  replayed_init (
      &replayed,
      &(const ReplaySetup){
          .manifest = NODE ("a", HOST "a", "cpu: 1, pods: 10")
              NODE ("b", HOST "b", "cpu: 1, pods: 10")
                  POD ("follower", "",
                       "affinity: {" POD_AFFINITY (
                           TERM ("kubernetes.io/hostname", "app: web")) "}"),
          .trace = EVENT ("30", "add",
                          "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", "
                          "\"metadata\": {\"name\": \"partner\", \"labels\": "
                          "{\"app\": \"web\"}}, \"spec\": {\"nodeName\": "
                          "\"b\"}}") });
  assert_lines (replayed.text, WORDS ("assumed"),
                "30.000 assumed follower: b 0 2/1\n");
}

/* -- preemption ------------------------------------------------------------ */

static void
assert_victim_dies (const char *grace, const char *when)
{
  g_autofree char *manifest = g_strdup_printf (
      ONE_NODE POD (
          "old", "",
          "nodeName: a, terminationGracePeriodSeconds: %s, " REQUESTS (
              "cpu: 800m")),
      grace);
  g_autofree char *lines = g_strdup_printf (
      "10.000 failed new: Unschedulable 0/1 nodes are available: 1 "
      "Insufficient cpu.\n"
      "10.000 nominated new: a victim old\n"
      "%s assumed new: a 0 1/1\n"
      "%s bound new: a\n",
      when, when);
  g_autofree char *events = g_strdup_printf (
      "10.000 Preempted old: Preempted by default/new on node a\n"
      "%s Scheduled new: Successfully assigned default/new to a\n",
      when);
  g_auto (Replayed) replayed;

  replayed_init (&replayed,
                 &(const ReplaySetup){
                     .manifest = manifest,
                     .trace = EVENT (
                         "10", "add",
                         POD_JSON ("new", "\"priority\": 1, " CPU ("800m"))) });
  assert_lines (replayed.text,
                WORDS ("failed", "nominated", "assumed", "bound"), lines);
  assert_lines (replayed.events, WORDS ("Preempted", "Scheduled"), events);
  assert_null (replayed_pod (&replayed, "old"));
  assert_int_equal (replayed_n_pods (&replayed), 1);
}

/* A pod is tried again a second after it has failed at the earliest. */
static void
test_victims_die_after_their_grace_period (void **state)
{
  assert_victim_dies ("5", "15.000");
  assert_victim_dies ("2", "12.000");
  assert_victim_dies ("1", "11.000");
  assert_victim_dies ("0", "11.000");
}

static void
test_a_victim_may_be_deleted_first (void **state)
{
  g_auto (Replayed) replayed;

  replayed_init (
      &replayed,
      &(const ReplaySetup){
          .manifest
          = ONE_NODE POD ("old", "", "nodeName: a, " REQUESTS ("cpu: 800m"))
              POD ("new", "", "priority: 1, " REQUESTS ("cpu: 800m")),
          .trace = EVENT ("3", "delete", NAMED ("Pod", "old"))
              EVENT ("4", "add", POD_JSON ("old", CPU ("100m"))) });
  assert_lines (replayed.text, WORDS ("nominated", "assumed"),
                "0.000 nominated new: a victim old\n"
                "3.000 assumed new: a 0 1/1\n"
                "4.000 assumed old: a 0 1/1\n");
  assert_int_equal (replayed_n_pods (&replayed), 2);
}

static void
test_preemption_can_be_switched_off (void **state)
{
  g_auto (Replayed) replayed;

  replayed_init (
      &replayed,
      &(const ReplaySetup){
          .manifest
          = ONE_NODE POD ("old", "", "nodeName: a, " REQUESTS ("cpu: 800m"))
              POD ("new", "", "priority: 1, " REQUESTS ("cpu: 800m")),
          .disable_preemption = TRUE });
  assert_lines (replayed.text, WORDS ("nominated"), "");
  assert_non_null (replayed_pod (&replayed, "old"));
}

/* -- volumes --------------------------------------------------------------- */

#define WAITING_CLASS(provisioner)                                      \
  "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: " \
  "{name: slow}, provisioner: " provisioner                             \
  ", volumeBindingMode: WaitForFirstConsumer}\n"
#define CLAIM_OF(name)                                                        \
  "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: " name \
  ", namespace: default}, spec: {storageClassName: slow, accessModes: "       \
  "[ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}\n"
#define VOLUME_OF(name)                                                        \
  "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: " name       \
  "}, spec: {storageClassName: slow, accessModes: [ReadWriteOnce], capacity: " \
  "{storage: 2Gi}}}\n"
#define CLAIM CLAIM_OF ("c")
#define VOLUME VOLUME_OF ("pv")
#define USER \
  POD ("p", "", "volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]")

static const FitPersistentVolumeClaim *
claim_of (const Replayed *replayed)
{
  return replayed_object (replayed, FIT_KIND_PERSISTENT_VOLUME_CLAIM, "c");
}

static const FitPersistentVolume *
volume_of (const Replayed *replayed, const char *name)
{
  return replayed_object (replayed, FIT_KIND_PERSISTENT_VOLUME, name);
}

static void
test_volumes_are_bound (void **state)
{
  g_auto (Replayed) replayed;

  replayed_init (&replayed,
                 &(const ReplaySetup){ .manifest = ONE_NODE WAITING_CLASS (
                                           "kubernetes.io/no-provisioner")
                                           CLAIM VOLUME USER });
  assert_lines (replayed.text, WORDS ("failed", "bound"), "1.000 bound p: a\n");
  assert_string_equal (claim_of (&replayed)->volume_name, "pv");
  assert_true (fit_pvc_fully_bound (claim_of (&replayed)));
  assert_string_equal (volume_of (&replayed, "pv")->claim_name, "c");
  assert_false (volume_of (&replayed, "pv")->available);
}

static void
test_volumes_are_provisioned (void **state)
{
  g_auto (Replayed) replayed;

  replayed_init (&replayed,
                 &(const ReplaySetup){
                     .manifest = NODE ("a", ZONE "z1", "cpu: 1, pods: 10")
                         WAITING_CLASS ("example.com/disk") CLAIM USER });
  assert_lines (replayed.text, WORDS ("failed", "bound"), "1.000 bound p: a\n");
  assert_string_equal (claim_of (&replayed)->volume_name, "pvc-default-c");
  assert_string_equal (volume_of (&replayed, "pvc-default-c")->claim_name, "c");
}

#define USER_OF_TWO                                                     \
  CLAIM_OF ("one")                                                      \
  CLAIM_OF ("two")                                                      \
  POD ("p", "",                                                         \
       "volumes: [{name: v, persistentVolumeClaim: {claimName: one}}, " \
       "{name: w, persistentVolumeClaim: {claimName: two}}]")
#define TWO_BOUND                                                          \
  ONE_NODE WAITING_CLASS ("kubernetes.io/no-provisioner") VOLUME_OF ("pv") \
      VOLUME_OF ("pw") USER_OF_TWO
#define TWO_PROVISIONED ONE_NODE WAITING_CLASS ("example.com/disk") USER_OF_TWO

static void
test_all_volumes_are_bound (void **state)
{
  static const char *const manifests[] = { TWO_BOUND, TWO_PROVISIONED };
  static const char *const claims[] = { "one", "two" };

  for (gsize i = 0; i < G_N_ELEMENTS (manifests); i++)
    {
      g_auto (Replayed) replayed;

      replayed_init (&replayed,
                     &(const ReplaySetup){ .manifest = manifests[i] });
      assert_lines (replayed.text, WORDS ("failed", "bound"),
                    "1.000 bound p: a\n");
      for (gsize c = 0; c < G_N_ELEMENTS (claims); c++)
        assert_true (fit_pvc_fully_bound (replayed_object (
            &replayed, FIT_KIND_PERSISTENT_VOLUME_CLAIM, claims[c])));
    }
}

/* The first one that is gone is reported. */
static void
test_all_volumes_may_go (void **state)
{
  static const struct
  {
    const char *manifest;
    const char *trace;
    const char *missing;
  } rows[] = {
    { TWO_BOUND,
      EVENT ("2", "delete", NAMED ("PersistentVolume", "pv"))
          EVENT ("2", "delete", NAMED ("PersistentVolume", "pw")),
      "persistentvolumes" },
    { TWO_PROVISIONED, EVENT ("2", "delete", NAMED ("Node", "a")),
      "nodes \"a\" not found" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Replayed) replayed;
      g_autofree char *found = NULL, *expected = NULL;

      replayed_init (&replayed, &(const ReplaySetup){
                                    .manifest = rows[i].manifest,
                                    .trace = rows[i].trace,
                                    .bind_latency_ns
                                    = G_GINT64_CONSTANT (5) * 1000000000 });
      found = replayed_lines (replayed.text, WORDS ("failed", "bound"));
      expected = g_strdup_printf ("5.000 failed p: VolumeBindingFailed %s",
                                  rows[i].missing);
      assert_true (g_str_has_prefix (found, expected));
    }
}

/* What is bound may go before that is done. */
static void
test_volumes_may_go (void **state)
{
  static const struct
  {
    const char *objects;
    const char *gone;
    const char *missing;
  } rows[] = {
    { WAITING_CLASS ("kubernetes.io/no-provisioner") CLAIM VOLUME USER,
      NAMED ("PersistentVolume", "pv"), "persistentvolumes \"pv\"" },
    { WAITING_CLASS ("kubernetes.io/no-provisioner") CLAIM VOLUME USER,
      NAMED ("PersistentVolumeClaim", "c"), "persistentvolumeclaims \"c\"" },
    { WAITING_CLASS ("example.com/disk") CLAIM USER,
      NAMED ("PersistentVolumeClaim", "c"), "persistentvolumeclaims \"c\"" },
    { WAITING_CLASS ("example.com/disk") CLAIM USER, NAMED ("Node", "a"),
      "nodes \"a\"" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Replayed) replayed;
      g_autofree char *manifest = g_strconcat (ONE_NODE, rows[i].objects, NULL);
      g_autofree char *trace
          = g_strdup_printf (EVENT ("2", "delete", "%s"), rows[i].gone);
      g_autofree char *found = NULL, *expected = NULL;

      replayed_init (&replayed, &(const ReplaySetup){ .manifest = manifest,
                                                      .trace = trace,
                                                      .bind_latency_ns
                                                      = G_GINT64_CONSTANT (5)
                                                        * 1000000000 });
      found = replayed_lines (replayed.text, WORDS ("failed", "bound"));
      expected = g_strdup_printf (
          "5.000 failed p: VolumeBindingFailed %s not found\n",
          rows[i].missing);
      assert_true (g_str_has_prefix (found, expected));
    }
}

/* -- plugins --------------------------------------------------------------- */

/* Binds pods where nobody sees it. */
static FitStatus
bind (const FitPluginCall *call, const char *node_name)
{
  return fit_status (FIT_STATUS_SUCCESS, "%s", node_name);
}

static FitStatus
wait_long (const FitPluginCall *call, const char *node_name,
           gint64 *out_timeout_ns)
{
  *out_timeout_ns = G_GINT64_CONSTANT (7) * 1000000000;
  return strcmp (call->pod->meta.name, "patient") == 0
             ? fit_status (FIT_STATUS_WAIT, "%s", node_name)
             : (FitStatus){ 0 };
}

static const FitPluginInfo binder = { .name = "binder", .bind = bind };
static const FitPluginInfo guard = { .name = "guard", .permit = wait_long };

static void
replay_with (Replayed *out, const FitPluginInfo *info, const char *trace)
{
  g_autoptr (FitPluginRegistry) plugins = fit_plugin_registry_new ();
  g_autoptr (FitPluginLists) lists = fit_plugin_lists_new ();

  assert_true (fit_plugin_registry_add (plugins, info, NULL));
  enable_at_all_points (lists, FIT_RELEASE_LEGACY, info, 1);
  replayed_init (out, &(const ReplaySetup){ .plugins = plugins,
                                            .plugin_lists = lists,
                                            .trace = trace });
}

static void
test_plugins_may_bind (void **state)
{
  g_auto (Replayed) replayed;

  replay_with (&replayed, &binder,
               EVENT ("0", "add", NODE_JSON ("a", "1"))
                   EVENT ("0", "add", POD_JSON ("p", CPU ("1")))
                       EVENT ("60", "add", POD_JSON ("q", CPU ("1"))));
  assert_lines (replayed.text, WORDS ("bound", "expired", "failed"),
                "0.000 bound p: a\n"
                "60.000 failed q: Unschedulable 0/1 nodes are available: 1 "
                "Insufficient cpu.\n");
  assert_string_equal (replayed_pod (&replayed, "p")->node_name, "a");
}

/* Settling does not end while somebody waits, not even for a pod that is
 * gone. */
static void
test_waiting_pods_are_waited_for (void **state)
{
  g_auto (Replayed) replayed;

  replay_with (&replayed, &guard,
               EVENT ("0", "add", NODE_JSON ("a", "1"))
                   EVENT ("0", "add", POD_JSON ("patient", CPU ("1")))
                       EVENT ("3", "delete", NAMED ("Pod", "patient")));
  assert_lines (replayed.text, WORDS ("waiting", "failed", "dropped"),
                "0.000 waiting patient: a\n"
                "7.000 failed patient: Unschedulable pod \"patient\" rejected "
                "due to timeout after waiting 7s at permit\n"
                "7.000 dropped patient: it is gone\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_an_empty_cluster_is_settled),
    cmocka_unit_test (test_pods_land_at_once),
    cmocka_unit_test (test_bindings_take_their_time),
    cmocka_unit_test (test_bindings_may_come_too_late),
    cmocka_unit_test (test_settling_ends),
    cmocka_unit_test (test_failed_pods_back_off),
    cmocka_unit_test (test_unschedulable_pods_are_tried_every_minute_or_so),
    cmocka_unit_test (test_a_pod_follows_its_partner),
    cmocka_unit_test (test_victims_die_after_their_grace_period),
    cmocka_unit_test (test_a_victim_may_be_deleted_first),
    cmocka_unit_test (test_preemption_can_be_switched_off),
    cmocka_unit_test (test_volumes_are_bound),
    cmocka_unit_test (test_volumes_are_provisioned),
    cmocka_unit_test (test_volumes_may_go),
    cmocka_unit_test (test_all_volumes_are_bound),
    cmocka_unit_test (test_all_volumes_may_go),
    cmocka_unit_test (test_plugins_may_bind),
    cmocka_unit_test (test_waiting_pods_are_waited_for),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
