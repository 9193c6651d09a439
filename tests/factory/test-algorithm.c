/* test-algorithm.c - what becomes of a Policy or a provider, and why some are rejected
 * SPDX-License-Identifier: Apache-2.0 */
#include "factory/algorithm.h"

#include "algorithmprovider/defaults.h"
#include "factory/name-hints.h"
#include "predicates/predicates.h"
#include "priorities/priorities.h"
#include "tests/support/cluster.h"

#include <string.h>

#define FROM_POLICY "couldn't create scheduler from policy: "

/* A registry, and a cache for what is made from it. */
typedef struct
{
  FitCache *cache;
  FitRegistry *registry;
} Fixture;

static void
fixture_init (Fixture *fixture, const char *gates)
{
  fixture->cache = fit_cache_new (gates_from (gates));
  fixture->registry = fit_registry_new_default (gates_from (gates));
}

static void
fixture_clear (Fixture *fixture)
{
  fit_registry_free (fixture->registry);
  fit_cache_free (fixture->cache);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static FitAlgorithm *
from_policy (const Fixture *fixture, const char *text, GError **error)
{
  const FitAlgorithmOptions options
      = { .cache = fixture->cache, .hard_pod_affinity_symmetric_weight = 1 };
  FitPolicy *policy
      = fit_policy_parse (text, strlen (text), "policy", NULL, error);

  if (policy == NULL)
    fail_msg ("%s", (*error)->message);
  return fit_algorithm_new_from_policy (fixture->registry, policy, &options,
                                        error);
}

#define POLICY(rest) "{\"apiVersion\":\"v1\",\"kind\":\"Policy\"," rest "}"
#define PREDICATES(list) POLICY ("\"predicates\":[" list "],\"priorities\":[]")
#define PRIORITIES(list) POLICY ("\"predicates\":[],\"priorities\":[" list "]")
#define NAMED(name) "{\"name\":\"" name "\"}"
#define WITH(name, argument) \
  "{\"name\":\"" name "\",\"argument\":{" argument "}}"
#define WEIGHTED(name, weight) "{\"name\":\"" name "\",\"weight\":" weight "}"

#define PRESENCE "\"labelsPresence\":{\"labels\":[\"foo\"],\"presence\":true}"
#define SERVICES "\"serviceAffinity\":{\"labels\":[\"region\"]}"

/* Names of FitPredicate or FitPriority, which begin with one. */
static void
expect_names (const GPtrArray *instances, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < instances->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            *(const char *const *) instances->pdata[i]);
  assert_string_equal (text->str, expected);
}

static void
expect_refusal (const char *gates, const char *text, const char *message)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (FitAlgorithm) algorithm = NULL;

  fixture_init (&f, gates);
  algorithm = from_policy (&f, text, &error);
  assert_null (algorithm);
  assert_error (&error, FIT_ERROR_POLICY, message);
}

/* The same, whatever hint follows. */
static void
expect_refusal_and_hint (const char *text, const char *message)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) parts = NULL;

  fixture_init (&f, NULL);
  assert_null (from_policy (&f, text, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_POLICY));
  parts = g_strsplit (error->message, "\nhint: ", 2);
  assert_string_equal (parts[0], message);
  assert_non_null (parts[1]);
}

/* -- from a provider ------------------------------------------------------- */

static FitAlgorithm *
from_provider (const Fixture *fixture, const char *name, GError **error)
{
  const FitAlgorithmOptions options
      = { .cache = fixture->cache, .hard_pod_affinity_symmetric_weight = 7 };

  return fit_algorithm_new_from_provider (fixture->registry, name, &options,
                                          error);
}

static void
test_default_provider (void **state)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (FitAlgorithm) algorithm = NULL;

  fixture_init (&f, NULL);
  algorithm = from_provider (&f, "DefaultProvider", NULL);
  expect_names (algorithm->ordered,
                "CheckNodeUnschedulable GeneralPredicates NoDiskConflict "
                "PodToleratesNodeTaints MaxEBSVolumeCount "
                "MaxGCEPDVolumeCount MaxCSIVolumeCountPred "
                "MaxAzureDiskVolumeCount CheckVolumeBinding "
                "NoVolumeZoneConflict MatchInterPodAffinity");
  expect_names (algorithm->priorities,
                "BalancedResourceAllocation ImageLocalityPriority "
                "InterPodAffinityPriority LeastRequestedPriority "
                "NodeAffinityPriority NodePreferAvoidPodsPriority "
                "SelectorSpreadPriority TaintTolerationPriority");
  assert_int_equal (algorithm->hard_pod_affinity_symmetric_weight, 7);
  assert_false (algorithm->always_check_all_predicates);
  assert_null (algorithm->policy);
  assert_int_equal (algorithm->extenders->len, 0);
}

static void
test_unknown_provider (void **state)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (GError) error = NULL;

  fixture_init (&f, NULL);
  assert_null (from_provider (&f, "ClusterAutoscalarProvider", &error));
  assert_error (&error, FIT_ERROR_POLICY,
                "couldn't create scheduler using provider "
                "\"ClusterAutoscalarProvider\": plugin "
                "\"ClusterAutoscalarProvider\" has not been registered\n"
                "hint: did you mean ClusterAutoscalerProvider?");
}

static void
test_provider_with_unregistered_keys (void **state)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (GError) error = NULL;
  FitProvider *provider;

  fixture_init (&f, NULL);
  provider = fit_registry_add_provider (f.registry, "mine");
  fit_provider_add_priority (provider, "NoSuchPriority");
  assert_null (from_provider (&f, "mine", &error));
  assert_error (&error, FIT_ERROR_POLICY,
                "couldn't create scheduler using provider \"mine\": invalid "
                "priority name NoSuchPriority specified - no corresponding "
                "function found");
  fit_provider_add_predicate (provider, "NoSuchPredicate");
  assert_null (from_provider (&f, "mine", &error));
  assert_error (&error, FIT_ERROR_POLICY,
                "couldn't create scheduler using provider \"mine\": invalid "
                "predicate name \"NoSuchPredicate\" specified - no "
                "corresponding function found");
}

static void
test_options_of_the_command_line (void **state)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (FitAlgorithm) algorithm = NULL;
  FitAlgorithmOptions options = { .hard_pod_affinity_symmetric_weight = 0,
                                  .always_check_all_predicates = TRUE };

  fixture_init (&f, NULL);
  options.cache = f.cache;
  assert_null (fit_algorithm_new_from_provider (f.registry, "DefaultProvider",
                                                &options, &error));
  assert_error (&error, FIT_ERROR_POLICY,
                "couldn't create scheduler using provider "
                "\"DefaultProvider\": invalid "
                "hardPodAffinitySymmetricWeight: 0, must be in the range "
                "1-100");
  options.hard_pod_affinity_symmetric_weight = 100;
  algorithm = fit_algorithm_new_from_provider (f.registry, "DefaultProvider",
                                               &options, &error);
  assert_non_null (algorithm);
  assert_true (algorithm->always_check_all_predicates);
}

/* -- lists of a Policy ----------------------------------------------------- */

static void
test_absent_lists_are_the_default_providers (void **state)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (FitAlgorithm) algorithm = NULL, provider = NULL;

  fixture_init (&f, NULL);
  algorithm = from_policy (&f, POLICY ("\"predicates\":null"), NULL);
  provider = from_provider (&f, "DefaultProvider", NULL);
  assert_int_equal (algorithm->predicates->len, provider->predicates->len);
  for (guint i = 0; i < provider->ordered->len; i++)
    assert_ptr_equal (((FitPredicate *) algorithm->ordered->pdata[i])->name,
                      ((FitPredicate *) provider->ordered->pdata[i])->name);
  assert_int_equal (algorithm->priorities->len, 8);
}

static void
test_empty_lists_leave_what_is_mandatory (void **state)
{
  g_auto (Fixture) f = { 0 }, old = { 0 };
  g_autoptr (FitAlgorithm) algorithm = NULL, before = NULL;

  fixture_init (&f, NULL);
  algorithm = from_policy (&f, PREDICATES (""), NULL);
  expect_names (algorithm->ordered,
                "CheckNodeUnschedulable PodToleratesNodeTaints");
  assert_int_equal (algorithm->priorities->len, 0);
  fixture_init (&old, "TaintNodesByCondition=false");
  before = from_policy (&old, PREDICATES (""), NULL);
  expect_names (before->ordered, "CheckNodeCondition");
}

static void
test_listed_predicates_come_in_order_of_evaluation (void **state)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (FitAlgorithm) algorithm = NULL;

  fixture_init (&f, NULL);
  algorithm = from_policy (
      &f,
      PREDICATES (NAMED ("MatchInterPodAffinity") "," NAMED (
          "HostName") "," NAMED ("PodFitsResources") "," NAMED ("HostName")),
      NULL);
  expect_names (algorithm->ordered,
                "CheckNodeUnschedulable HostName PodFitsResources "
                "PodToleratesNodeTaints MatchInterPodAffinity");
  expect_names (algorithm->predicates,
                "CheckNodeUnschedulable HostName MatchInterPodAffinity "
                "PodFitsResources PodToleratesNodeTaints");
}

/* Names that v1.16 never evaluates are accepted all the same. */
static void
test_names_out_of_order_are_never_evaluated (void **state)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (FitAlgorithm) algorithm = NULL;

  fixture_init (&f, NULL);
  algorithm
      = from_policy (&f,
                     PREDICATES (NAMED ("PodFitsPorts") "," WITH (
                         "TestServiceAffinity",
                         SERVICES) "," WITH ("TestLabelsPresence", PRESENCE)),
                     NULL);
  expect_names (algorithm->ordered,
                "CheckNodeUnschedulable PodToleratesNodeTaints");
  expect_names (algorithm->predicates,
                "CheckNodeUnschedulable PodFitsPorts PodToleratesNodeTaints "
                "TestLabelsPresence TestServiceAffinity");
}

static const FitPredicate *
find (const GPtrArray *predicates, const char *name)
{
  for (guint i = 0; i < predicates->len; i++)
    if (strcmp (((FitPredicate *) predicates->pdata[i])->name, name) == 0)
      return predicates->pdata[i];
  fail_msg ("no %s", name);
  return NULL;
}

/* A custom predicate may take the place of a built-in one. */
static void
test_argument_replaces_a_predicate (void **state)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (FitAlgorithm) algorithm = NULL;

  fixture_init (&f, NULL);
  algorithm = from_policy (&f,
                           PREDICATES (WITH ("HostName", PRESENCE) "," WITH (
                               "CheckServiceAffinity", SERVICES)),
                           NULL);
  expect_names (algorithm->ordered,
                "CheckNodeUnschedulable HostName PodToleratesNodeTaints "
                "CheckServiceAffinity");
  assert_ptr_equal (find (algorithm->ordered, "HostName")->info,
                    &fit_check_node_label_presence);
  /* The registry itself stays as it was. */
  assert_ptr_equal (fit_registry_predicate (f.registry, "HostName")->info,
                    &fit_host_name);
  assert_null (fit_registry_predicate (f.registry, "CheckServiceAffinity"));
}

static void
test_last_of_several_entries_counts (void **state)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (FitAlgorithm) algorithm = NULL;

  fixture_init (&f, NULL);
  algorithm = from_policy (
      &f,
      POLICY ("\"predicates\":[" WITH ("CheckServiceAffinity", SERVICES) "," WITH ("CheckServiceAffinity", PRESENCE) "," NAMED (
          "CheckServiceAffinity") "],\"priorities\":[" WEIGHTED ("EqualPriority",
                                                                 "3") "," WEIGHTED ("EqualPriority",
                                                                                    "5") "]"),
      NULL);
  assert_ptr_equal (find (algorithm->ordered, "CheckServiceAffinity")->info,
                    &fit_check_node_label_presence);
  assert_int_equal (algorithm->priorities->len, 1);
  assert_int_equal (((FitPriority *) algorithm->priorities->pdata[0])->weight,
                    5);
  assert_int_equal (fit_registry_priority (f.registry, "EqualPriority")->weight,
                    1);
}

static void
test_custom_priorities_take_any_name (void **state)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (FitAlgorithm) algorithm = NULL;
  GError *error = NULL;

  fixture_init (&f, NULL);
  algorithm = from_policy (
      &f,
      PRIORITIES (
          "{\"name\":\"zz\",\"weight\":2,\"argument\":{\"labelPreference\":"
          "{\"label\":\"a\",\"presence\":true}}},"
          "{\"name\":\"aa\",\"weight\":3,\"argument\":{\"labelPreference\":"
          "{\"label\":\"b\",\"presence\":false}}},"
          "{\"name\":\"mm\",\"weight\":4,\"argument\":"
          "{\"serviceAntiAffinity\":{\"label\":\"zone\"}}},"
          "{\"name\":\"kk\",\"weight\":5,\"argument\":"
          "{\"requestedToCapacityRatioArguments\":{\"shape\":"
          "[{\"utilization\":0,\"score\":0}]}}}"),
      &error);
  assert_null (error);
  expect_names (algorithm->priorities, "aa kk mm zz");
  assert_int_equal (((FitPriority *) algorithm->priorities->pdata[0])->weight,
                    3);
  assert_ptr_equal (((FitPriority *) algorithm->priorities->pdata[3])->info,
                    &fit_label_preference);
}

/* -- numbers and extenders ------------------------------------------------- */

static void
test_hard_weight_of_the_policy_goes_before_the_option (void **state)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (FitAlgorithm) given = NULL, absent = NULL;

  fixture_init (&f, NULL);
  given = from_policy (&f, POLICY ("\"hardPodAffinitySymmetricWeight\":42"),
                       NULL);
  assert_int_equal (given->hard_pod_affinity_symmetric_weight, 42);
  assert_int_equal (((FitPriority *) given->priorities->pdata[0])
                        ->hard_pod_affinity_symmetric_weight,
                    42);
  absent
      = from_policy (&f, POLICY ("\"hardPodAffinitySymmetricWeight\":0"), NULL);
  assert_int_equal (absent->hard_pod_affinity_symmetric_weight, 1);
  expect_refusal (NULL, POLICY ("\"hardPodAffinitySymmetricWeight\":101"),
                  FROM_POLICY "invalid hardPodAffinitySymmetricWeight: 101, "
                              "must be in the range 1-100");
  expect_refusal (NULL, POLICY ("\"hardPodAffinitySymmetricWeight\":-1"),
                  FROM_POLICY "invalid hardPodAffinitySymmetricWeight: -1, "
                              "must be in the range 1-100");
}

static void
test_check_all_may_be_switched_on (void **state)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (FitAlgorithm) on = NULL, off = NULL;

  fixture_init (&f, NULL);
  on = from_policy (&f, POLICY ("\"alwaysCheckAllPredicates\":true"), NULL);
  off = from_policy (&f, POLICY ("\"alwaysCheckAllPredicates\":false"), NULL);
  assert_true (on->always_check_all_predicates);
  assert_false (off->always_check_all_predicates);
}

#define EXTENDER(url, rest) "{\"urlPrefix\":\"" url "\"" rest "}"

static void
test_ignorable_extenders_come_last (void **state)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (FitAlgorithm) algorithm = NULL;

  fixture_init (&f, NULL);
  algorithm = from_policy (
      &f,
      POLICY (
          "\"extenders\":[" EXTENDER ("http://1", ",\"ignorable\":true") "," EXTENDER (
              "http://2",
              "") "," EXTENDER ("http://3",
                                ",\"ignorable\":true") "," EXTENDER ("http://4",
                                                                     "") "]"),
      NULL);
  expect_names (algorithm->extenders, "http://2 http://4 http://1 http://3");
}

static void
test_resources_ignored_by_the_scheduler (void **state)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (FitAlgorithm) algorithm = NULL;

  fixture_init (&f, NULL);
  algorithm = from_policy (
      &f,
      POLICY ("\"extenders\":[" EXTENDER (
          "http://1", ",\"managedResources\":[{\"name\":\"example.com/a\","
                      "\"ignoredByScheduler\":true},"
                      "{\"name\":\"example.com/b\"}]") "]"),
      NULL);
  assert_int_equal (algorithm->ignored_resources->len, 1);
  assert_string_equal (algorithm->ignored_resources->pdata[0], "example.com/a");
}

/* -- what is refused ------------------------------------------------------- */

#define NO_PREDICATE "Invalid configuration: Predicate type not found for "
#define NO_PRIORITY "Invalid configuration: Priority type not found for "
#define BY_TAINTS(name)                                                      \
  NO_PREDICATE name "\nhint: the gate TaintNodesByCondition (on by default " \
                    "since 1.12) removes " name                              \
                    ", because taints do its work: leave it out, use "       \
                    "--feature-gates TaintNodesByCondition=false, or name "  \
                    "the release that the file is for with --emulate-release"

/* The process of v1.16 ends with these: no prefix. */
static const struct
{
  const char *policy;
  const char *message;
} fatal[] = {
  /* clang-format off */
  { PREDICATES (NAMED ("CheckNodeCondition")), BY_TAINTS ("CheckNodeCondition") },
  { PREDICATES (NAMED ("CheckNodeMemoryPressure")), BY_TAINTS ("CheckNodeMemoryPressure") },
  { PREDICATES (NAMED ("CheckNodeDiskPressure")), BY_TAINTS ("CheckNodeDiskPressure") },
  { PREDICATES (NAMED ("CheckNodePIDPressure")), BY_TAINTS ("CheckNodePIDPressure") },
  { PREDICATES (NAMED ("EvenPodsSpread")), NO_PREDICATE "EvenPodsSpread\nhint: EvenPodsSpread needs --feature-gates EvenPodsSpread=true" },
  { PREDICATES (NAMED ("NoVolumeNodeConflict")), NO_PREDICATE "NoVolumeNodeConflict\nhint: NoVolumeNodeConflict was replaced by CheckVolumeBinding in 1.9" },
  { PREDICATES (NAMED ("CheckServiceAffinity")), NO_PREDICATE "CheckServiceAffinity\nhint: CheckServiceAffinity exists only with an argument" },
  { PREDICATES (NAMED ("CheckNodeLabelPresence")), NO_PREDICATE "CheckNodeLabelPresence\nhint: CheckNodeLabelPresence exists only with an argument" },
  { PREDICATES (NAMED ("PodFitsResource")), NO_PREDICATE "PodFitsResource\nhint: did you mean PodFitsResources?" },
  { PREDICATES (NAMED ("Whatever")), NO_PREDICATE "Whatever\nhint: 'fitsched list predicates' shows the names" },
  { PREDICATES ("{}"), NO_PREDICATE "\nhint: 'fitsched list predicates' shows the names" },
  { PREDICATES (WITH ("HostName", "")), "Exactly 1 predicate argument is required, numArgs: 0, Predicate: HostName" },
  { PREDICATES (WITH ("HostName", PRESENCE "," SERVICES)), "Exactly 1 predicate argument is required, numArgs: 2, Predicate: HostName" },
  { PREDICATES (WITH ("Test_Presence", PRESENCE)), "Algorithm name Test_Presence does not match the name validation regexp \"^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])$\"." },
  { PRIORITIES (WEIGHTED ("EvenPodsSpreadPriority", "1")), NO_PRIORITY "EvenPodsSpreadPriority\nhint: EvenPodsSpreadPriority needs --feature-gates EvenPodsSpread=true" },
  { PRIORITIES (WEIGHTED ("ResourceLimitsPriority", "1")), NO_PRIORITY "ResourceLimitsPriority\nhint: ResourceLimitsPriority needs --feature-gates ResourceLimitsPriorityFunction=true" },
  { PRIORITIES (WEIGHTED ("LeastRequestedPriorty", "1")), NO_PRIORITY "LeastRequestedPriorty\nhint: did you mean LeastRequestedPriority?" },
  { PRIORITIES (WEIGHTED ("Whatever", "1")), NO_PRIORITY "Whatever\nhint: 'fitsched list priorities' shows the names" },
  { PRIORITIES ("{\"name\":\"aa\",\"weight\":1,\"argument\":{}}"), "Exactly 1 priority argument is required, numArgs: 0, Priority: aa" },
  { PRIORITIES ("{\"name\":\"aa\",\"weight\":1,\"argument\":{\"labelPreference\":{},\"serviceAntiAffinity\":{}}}"), "Exactly 1 priority argument is required, numArgs: 2, Priority: aa" },
  { PRIORITIES ("{\"name\":\"a_a\",\"weight\":1,\"argument\":{\"labelPreference\":{}}}"), "Algorithm name a_a does not match the name validation regexp \"^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])$\"." },
  { PRIORITIES ("{\"name\":\"_aa\",\"weight\":1,\"argument\":{\"labelPreference\":{}}}"), "Algorithm name _aa does not match the name validation regexp \"^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])$\"." },
  { PRIORITIES ("{\"name\":\"aa_\",\"weight\":1,\"argument\":{\"labelPreference\":{}}}"), "Algorithm name aa_ does not match the name validation regexp \"^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])$\"." },
  { PRIORITIES ("{\"name\":\"-aa\",\"weight\":1,\"argument\":{\"labelPreference\":{}}}"), "Algorithm name -aa does not match the name validation regexp \"^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])$\"." },
  { PRIORITIES ("{\"name\":\"aa\",\"weight\":1,\"argument\":{\"requestedToCapacityRatioArguments\":{}}}"), "invalid RequestedToCapacityRatioPriority arguments: at least one point must be specified" },
  /* clang-format on */
};

static void
test_fatal_messages_stand_bare (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (fatal); i++)
    expect_refusal (NULL, fatal[i].policy, fatal[i].message);
}

static void
test_gates_bring_names_back (void **state)
{
  g_auto (Fixture) old = { 0 }, even = { 0 };
  g_autoptr (FitAlgorithm) before = NULL, spread = NULL;

  fixture_init (&old, "TaintNodesByCondition=false");
  before = from_policy (&old, PREDICATES (NAMED ("CheckNodeMemoryPressure")),
                        NULL);
  expect_names (before->ordered, "CheckNodeCondition CheckNodeMemoryPressure");
  fixture_init (&even, "EvenPodsSpread=true");
  spread = from_policy (&even, PREDICATES (NAMED ("EvenPodsSpread")), NULL);
  expect_names (spread->ordered,
                "CheckNodeUnschedulable PodToleratesNodeTaints EvenPodsSpread");
}

static void
test_first_offending_entry_is_named (void **state)
{
  expect_refusal (
      NULL,
      POLICY (
          "\"priorities\":[" WEIGHTED ("Whatever", "1") "],\"predicates\":[" NAMED (
              "HostName") "," NAMED ("Foo") "," NAMED ("Bar") "]"),
      NO_PREDICATE "Foo\nhint: 'fitsched list predicates' shows the names");
}

static void
test_weights_are_validated_first (void **state)
{
#define BAD_WEIGHT(name)                                                     \
  "Priority " name " should have a positive weight applied to it or it has " \
  "overflown"
  expect_refusal_and_hint (PRIORITIES (WEIGHTED ("Whatever", "0")),
                           FROM_POLICY BAD_WEIGHT ("Whatever"));
  expect_refusal_and_hint (PRIORITIES (WEIGHTED ("aa", "-1") "," WEIGHTED (
                               "bb", "922337203685477580")),
                           FROM_POLICY
                           "[" BAD_WEIGHT ("aa") ", " BAD_WEIGHT ("bb") "]");
#undef BAD_WEIGHT
}

/* Each weight may be just below the limit; their sum times the greatest score
 * must fit into 64 bits. */
static void
test_sum_of_weights_must_not_overflow (void **state)
{
#define HUGE "922337203685477579"
  g_auto (Fixture) f = { 0 };
  g_autoptr (FitAlgorithm) one = NULL;

  fixture_init (&f, NULL);
  one = from_policy (&f, PRIORITIES (WEIGHTED ("EqualPriority", HUGE)), NULL);
  assert_int_equal (((FitPriority *) one->priorities->pdata[0])->weight,
                    G_GINT64_CONSTANT (922337203685477579));
  expect_refusal (NULL,
                  PRIORITIES (WEIGHTED ("EqualPriority", HUGE) "," WEIGHTED (
                      "LeastRequestedPriority", "2")),
                  FROM_POLICY
                  "total priority of priority functions has overflown");
#undef HUGE
}

/* -- registries of programs ------------------------------------------------ */

static gboolean
create_never (const FitFactoryArgs *args, gconstpointer argument,
              gpointer *out_data, GError **error)
{
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_POLICY, "not today");
  return FALSE;
}

static FitAnswer
say_yes (const FitPredicateRun *run, const FitNodeInfo *node,
         FitReasons *reasons, GError **error)
{
  return FIT_ANSWER_YES;
}

static const FitPredicateInfo never = { .name = "Never",
                                        .summary = "cannot be created",
                                        .cost = FIT_COST_PODS_ON_NODE,
                                        .create = create_never,
                                        .check = say_yes };

/* A predicate that cannot be created, in a Policy and in a provider. */
static void
test_predicate_that_fails (void **state)
{
  g_auto (Fixture) f = { 0 };
  g_autoptr (GError) error = NULL;

  fixture_init (&f, NULL);
  assert_true (
      fit_registry_add_predicate (f.registry, "Never", &never, NULL, NULL));
  fit_registry_append_order (f.registry, "Never");
  assert_null (from_policy (&f, PREDICATES (NAMED ("Never")), &error));
  assert_error (&error, FIT_ERROR_POLICY, FROM_POLICY "not today");
  fit_registry_insert_predicate_key (f.registry, "Never");
  assert_null (from_provider (&f, "DefaultProvider", &error));
  assert_error (
      &error, FIT_ERROR_POLICY,
      "couldn't create scheduler using provider \"DefaultProvider\": not today");
}

/* A Policy with only one list needs the default provider, and nobody has to ask
 * why it fails. */
static void
test_no_defaults (void **state)
{
  static const struct
  {
    const char *policy;
    const char *message;
  } rows[] = {
    { POLICY ("\"predicates\":[]"),
      FROM_POLICY "plugin \"DefaultProvider\" has not been registered" },
    { POLICY ("\"priorities\":[]"),
      FROM_POLICY "plugin \"DefaultProvider\" has not been registered" },
    { POLICY ("\"extenders\":[]"),
      FROM_POLICY "plugin \"DefaultProvider\" has not been registered" },
    { PREDICATES (""), NULL },
    { PREDICATES (NAMED ("PodFitsResources")),
      "Invalid configuration: Predicate type not found for PodFitsResources\n"
      "hint: 'fitsched list predicates' shows the names" },
    { PRIORITIES ("{\"name\":\"Ratio\",\"weight\":1,\"argument\":{"
                  "\"requestedToCapacityRatioArguments\":{\"shape\":[]}}}"),
      "invalid RequestedToCapacityRatioPriority arguments: at least one point "
      "must be specified" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint silent = 0; silent < 2; silent++)
      {
        g_autoptr (FitCache) cache
            = fit_cache_new (fit_feature_gates_default ());
        g_autoptr (FitRegistry) registry = fit_registry_new ();
        const FitAlgorithmOptions options
            = { .cache = cache, .hard_pod_affinity_symmetric_weight = 1 };
        g_autoptr (GError) error = NULL;
        g_autoptr (FitAlgorithm) algorithm = fit_algorithm_new_from_policy (
            registry,
            fit_policy_parse (rows[i].policy, strlen (rows[i].policy), "policy",
                              NULL, NULL),
            &options, silent ? NULL : &error);

        assert_int_equal (algorithm == NULL, rows[i].message != NULL);
        if (!silent && rows[i].message != NULL)
          assert_error (&error, FIT_ERROR_POLICY, rows[i].message);
      }
}

/* -- hints about names ----------------------------------------------------- */

static void
test_name_hints (void **state)
{
  static const struct
  {
    guint release;
    FitNameKind kind;
    const char *name;
    const char *hint;
  } rows[] = {
    { 16, FIT_NAME_PREDICATE, "NodeSelector",
      "did you mean MatchNodeSelector?" },
    { 16, FIT_NAME_PRIORITY, "NodeSelector",
      "did you mean NodeAffinityPriority?" },
    { 16, FIT_NAME_PREDICATE, "PodFitsHost", "did you mean HostName?" },
    { 16, FIT_NAME_PRIORITY, "PodFitsHost",
      "did you mean HostName? That is a predicate: list it under predicates" },
    { 16, FIT_NAME_PREDICATE, "VolumeBinding",
      "did you mean CheckVolumeBinding? VolumeBinding is the plugin that took its place in later releases" },
    { 16, FIT_NAME_PRIORITY, "VolumeBinding",
      "did you mean CheckVolumeBinding? That is a predicate: list it under predicates" },
    { 8, FIT_NAME_PREDICATE, "VolumeBinding",
      "'fitsched list predicates' shows the names" },
    { 16, FIT_NAME_PRIORITY, "ImageLocality",
      "did you mean ImageLocalityPriority? ImageLocality is the plugin that took its place in later releases" },
    { 16, FIT_NAME_PREDICATE, "ImageLocality",
      "did you mean ImageLocalityPriority? That is a priority: list it under priorities, with a weight" },
    { 16, FIT_NAME_PREDICATE, "LeastRequested",
      "did you mean LeastRequestedPriority? That is a priority: list it under priorities, with a weight" },
    { 16, FIT_NAME_PRIORITY, "LeastRequested",
      "did you mean LeastRequestedPriority?" },
    { 16, FIT_NAME_PRIORITY, "BalancedResourceAllocationPriority",
      "did you mean BalancedResourceAllocation?" },
    { 16, FIT_NAME_PREDICATE, "LeastRequestedPriority",
      "LeastRequestedPriority is a priority: list it under priorities, with a weight" },
    { 16, FIT_NAME_PRIORITY, "PodFitsResources",
      "PodFitsResources is a predicate: list it under predicates" },
    { 16, FIT_NAME_PREDICATE, "CheckServiceAffinity",
      "CheckServiceAffinity exists only with an argument" },
    { 16, FIT_NAME_PRIORITY, "CheckServiceAffinity",
      "CheckServiceAffinity is a predicate: list it under predicates" },
    { 8, FIT_NAME_PREDICATE, "EvenPodsSpread",
      "EvenPodsSpread came with 1.16" },
    { 16, FIT_NAME_PREDICATE, "EvenPodsSpread",
      "EvenPodsSpread needs --feature-gates EvenPodsSpread=true" },
    { 8, FIT_NAME_PREDICATE, "CheckVolumeBinding",
      "CheckVolumeBinding came with 1.9" },
    { 10, FIT_NAME_PRIORITY, "RequestedToCapacityRatioPriority",
      "RequestedToCapacityRatioPriority came with 1.11" },
    { 16, FIT_NAME_PREDICATE, "PodFitsResorces",
      "did you mean PodFitsResources?" },
    /* The ending does not count when names are compared. */
    { 16, FIT_NAME_PRIORITY, "EvilPriority",
      "'fitsched list priorities' shows the names" },
    { 16, FIT_NAME_PRIORITY, "EqubcdPriority",
      "'fitsched list priorities' shows the names" },
    { 16, FIT_NAME_PRIORITY, "EqulPriority", "did you mean EqualPriority?" },
    { 16, FIT_NAME_PRIORITY, "EqPriority",
      "'fitsched list priorities' shows the names" },
    { 16, FIT_NAME_PRIORITY, "ImageLocaltyPriority",
      "did you mean ImageLocalityPriority?" },
    { 16, FIT_NAME_PRIORITY, "SelectrSpreadPriority",
      "did you mean SelectorSpreadPriority?" },
    { 16, FIT_NAME_PREDICATE, "CheckNodeUnschedulabel",
      "did you mean CheckNodeUnschedulable?" },
    { 16, FIT_NAME_PREDICATE, "Wholly",
      "'fitsched list predicates' shows the names" },
    { 16, FIT_NAME_PRIORITY, "Wholly",
      "'fitsched list priorities' shows the names" },
    { 16, FIT_NAME_PRIORITY, "SelectorSpread",
      "did you mean SelectorSpreadPriority?" },
    { 16, FIT_NAME_PRIORITY, "NodeLabel",
      "'fitsched list priorities' shows the names" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitRegistry) registry = fit_registry_new_default (
          fit_feature_gates_of_release (FIT_RELEASE (rows[i].release, 0)));
      g_autoptr (GError) error
          = g_error_new_literal (FIT_ERROR, FIT_ERROR_POLICY, "unknown");
      g_autofree char *expected
          = g_strconcat ("unknown\nhint: ", rows[i].hint, NULL);

      fit_add_name_hint (&error, rows[i].kind, registry, rows[i].name);
      assert_string_equal (error->message, expected);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_default_provider),
    cmocka_unit_test (test_unknown_provider),
    cmocka_unit_test (test_provider_with_unregistered_keys),
    cmocka_unit_test (test_options_of_the_command_line),
    cmocka_unit_test (test_absent_lists_are_the_default_providers),
    cmocka_unit_test (test_empty_lists_leave_what_is_mandatory),
    cmocka_unit_test (test_listed_predicates_come_in_order_of_evaluation),
    cmocka_unit_test (test_names_out_of_order_are_never_evaluated),
    cmocka_unit_test (test_argument_replaces_a_predicate),
    cmocka_unit_test (test_last_of_several_entries_counts),
    cmocka_unit_test (test_custom_priorities_take_any_name),
    cmocka_unit_test (test_hard_weight_of_the_policy_goes_before_the_option),
    cmocka_unit_test (test_check_all_may_be_switched_on),
    cmocka_unit_test (test_ignorable_extenders_come_last),
    cmocka_unit_test (test_resources_ignored_by_the_scheduler),
    cmocka_unit_test (test_fatal_messages_stand_bare),
    cmocka_unit_test (test_gates_bring_names_back),
    cmocka_unit_test (test_first_offending_entry_is_named),
    cmocka_unit_test (test_weights_are_validated_first),
    cmocka_unit_test (test_sum_of_weights_must_not_overflow),
    cmocka_unit_test (test_predicate_that_fails),
    cmocka_unit_test (test_no_defaults),
    cmocka_unit_test (test_name_hints),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
