/* test-rule-times.c - what is measured of the plugins of an attempt, and that
 * measuring changes nothing
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/rule-times.h"
#include "tests/support/random-objects.h"
#include "tests/support/simulated.h"

#include <string.h>

#define DEFAULTS(version)                            \
  "apiVersion: kubescheduler.config.k8s.io/" version \
  "\nkind: KubeSchedulerConfiguration\n"

/* NodeName is not at PreFilter, and ImageLocality not at PreScore. */
#define FEW                                                                    \
  DEFAULTS ("v1")                                                              \
  "profiles: [{plugins: {multiPoint: {disabled: [{name: '*'}]}, "              \
  "queueSort: {enabled: [{name: PrioritySort}]}, "                             \
  "bind: {enabled: [{name: DefaultBinder}]}, "                                 \
  "preFilter: {enabled: [{name: NodeResourcesFit}, {name: NodeAffinity}, "     \
  "{name: InterPodAffinity}]}, "                                               \
  "filter: {enabled: [{name: NodeName}, {name: NodeResourcesFit}, "            \
  "{name: NodeAffinity}, {name: InterPodAffinity}]}, "                         \
  "preScore: {enabled: [{name: TaintToleration}, {name: InterPodAffinity}]}, " \
  "score: {enabled: [{name: TaintToleration}, {name: ImageLocality}, "         \
  "{name: InterPodAffinity}]}}}]\n"

/* TaintToleration prepares a score that nobody asks for. */
#define PREPARED                                                  \
  DEFAULTS ("v1")                                                 \
  "profiles: [{plugins: {multiPoint: {disabled: [{name: '*'}]}, " \
  "queueSort: {enabled: [{name: PrioritySort}]}, "                \
  "bind: {enabled: [{name: DefaultBinder}]}, "                    \
  "filter: {enabled: [{name: NodeName}]}, "                       \
  "preScore: {enabled: [{name: TaintToleration}]}, "              \
  "score: {enabled: [{name: ImageLocality}]}}}]\n"

/* NodeResourceLimits is at Score without anything to prepare. */
#define UNPREPARED                                                          \
  DEFAULTS ("v1alpha2")                                                     \
  "profiles: [{plugins: {preFilter: {disabled: [{name: '*'}]}, "            \
  "filter: {enabled: [{name: NodeName}], disabled: [{name: '*'}]}, "        \
  "preScore: {disabled: [{name: '*'}]}, "                                   \
  "score: {enabled: [{name: NodeResourceLimits}], disabled: [{name: '*'}]}" \
  "}}]\n"

#define TWO_NODES                           \
  NODE ("n1", HOST "n1", "cpu: 2, pods: 9") \
  NODE ("n2", HOST "n2", "cpu: 2, pods: 9")

#define WANTS(cpu, spec)                         \
  POD ("p", "namespace: ns",                     \
       "schedulerName: default-scheduler, " spec \
       "containers: [{name: c, resources: {requests: {cpu: " cpu "}}}]")

/* Requirements of one term. */
#define AT(fields)                      \
  "affinity: {nodeAffinity: {" REQUIRED \
  "{nodeSelectorTerms: [{matchFields: [" fields "]}]}}}, "
#define AVOIDS_OTHERS                                              \
  "affinity: {podAntiAffinity: {" PREFERRED                        \
  "[{weight: 1, podAffinityTerm: " TERM ("kubernetes.io/hostname", \
                                         "a: b") "}]}}, "
#define NAMED(node) "{key: metadata.name, operator: In, values: [" node "]}"

/* -- what is measured ------------------------------------------------------ */

typedef struct
{
  GString *text;
  gint64 now;
  gint64 step;
} Listener;

/* Each time later by one more: so what is measured first takes 2, the next 4. */
static gint64
look_at_clock (gpointer data)
{
  Listener *listener = data;

  return listener->now += ++listener->step;
}

static void
took (const char *plugin, const char *point, FitStatusCode status, gint64 ns,
      gpointer data)
{
  Listener *listener = data;

  g_string_append_printf (listener->text, "%s %s %s %" G_GINT64_FORMAT "\n",
                          point, plugin, fit_status_code_name (status), ns);
}

static void
listen (const FitGenericScheduler *scheduler, FitAttemptStage stage,
        gpointer data)
{
  const FitStopwatch watch = { look_at_clock, took, data };

  if (stage == FIT_STAGE_DECIDED)
    fit_generic_scheduler_time_rules (scheduler, &watch);
}

static void
measure (const FitConfiguration *configuration, const char *manifest,
         const char *placement, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Listener listener = { .text = text };
  const SimulationSetup setup
      = { .manifest = manifest,
          .configuration = configuration,
          .scheduling = { .stage_ended = listen, .stage_data = &listener } };

  simulate (&setup, placement);
  assert_string_equal (text->str, expected);
}

static void
test_what_is_measured (void **state)
{
  g_autoptr (FitConfiguration) few = configuration_from ("1.30", "", FEW);
  g_autoptr (FitConfiguration) prepared
      = configuration_from ("1.30", "", PREPARED);
  g_autoptr (FitConfiguration) unprepared = configuration_from (
      "1.18", "ResourceLimitsPriorityFunction=true", UNPREPARED);

  (void) state;
  measure (few, TWO_NODES PLACED ("x", "n1", "a: b") WANTS ("1", AVOIDS_OTHERS),
           "p: n2 200 2/2\n",
           "PreFilter NodeResourcesFit Success 2\n"
           "PreFilter NodeAffinity Skip 4\n"
           "PreFilter InterPodAffinity Skip 6\n"
           "Filter NodeName Success 8\n"
           "Filter NodeResourcesFit Success 10\n"
           "PreScore TaintToleration Success 12\n"
           "Score TaintToleration Success 14\n"
           "Score ImageLocality Success 18\n"
           "PreScore InterPodAffinity Success 20\n"
           "Score InterPodAffinity Success 22\n");
  /* A plugin that is only at PreScore gives no score. */
  measure (prepared, TWO_NODES WANTS ("1", ""), "p: n1 0 2/2\n",
           "Filter NodeName Success 2\n"
           "PreScore TaintToleration Success 4\n"
           "Score ImageLocality Success 8\n");
  measure (unprepared, TWO_NODES WANTS ("1", ""), "p: n1 0 2/2\n",
           "Filter NodeName Success 2\n"
           "Score NodeResourceLimits Success 4\n");
  /* Only one node is left: nothing is scored. */
  measure (few, TWO_NODES WANTS ("1", AT (NAMED ("n2"))), "p: n2 - 2/1\n",
           "PreFilter NodeResourcesFit Success 2\n"
           "PreFilter NodeAffinity Success 4\n"
           "PreFilter InterPodAffinity Skip 6\n"
           "Filter NodeName Success 8\n"
           "Filter NodeResourcesFit Success 10\n"
           "Filter NodeAffinity Success 12\n");
  /* No node fits: the first that was checked, up to the plugin that rejects
   * it. */
  measure (few, TWO_NODES WANTS ("3", ""),
           "p: 0/2 nodes are available: 2 Insufficient cpu.\n",
           "PreFilter NodeResourcesFit Success 2\n"
           "PreFilter NodeAffinity Skip 4\n"
           "PreFilter InterPodAffinity Skip 6\n"
           "Filter NodeName Success 8\n"
           "Filter NodeResourcesFit Unschedulable 10\n");
  /* PreFilter rejects the pod: no node was checked. */
  measure (few, TWO_NODES WANTS ("3", AT (NAMED ("n1") ", " NAMED ("n2"))),
           "p: 0/2 nodes are available: pod affinity terms conflict.\n",
           "PreFilter NodeResourcesFit Success 2\n"
           "PreFilter NodeAffinity UnschedulableAndUnresolvable 4\n");
  /* PreFilter leaves no node that there is: none was checked. */
  measure (
      few, TWO_NODES WANTS ("1", AT (NAMED ("n9"))),
      "p: 0/2 nodes are available: 2 node is filtered out by the prefilter "
      "result.\n",
      "PreFilter NodeResourcesFit Success 2\n"
      "PreFilter NodeAffinity Success 4\n"
      "PreFilter InterPodAffinity Skip 6\n");
  /* An error; no profile. */
  measure (few, WANTS ("3", ""), "p: no nodes available to schedule pods\n",
           "");
  measure (NULL, TWO_NODES WANTS ("1", ""), "p: n1 100022 2/2\n", "");
}

/* -- and nothing else ------------------------------------------------------ */

typedef struct
{
  FitCache *cache;
  guint n_attempts;
  guint n_measured;
} Meddler;

static gint64
stand_still (gpointer unused)
{
  (void) unused;
  return 0;
}

static void
count (const char *plugin, const char *point, FitStatusCode status, gint64 ns,
       gpointer data)
{
  Meddler *meddler = data;

  (void) plugin;
  (void) point;
  assert_int_not_equal (status, FIT_STATUS_ERROR);
  assert_int_equal (ns, 0);
  meddler->n_measured++;
}

/* All attempts are measured. */
static void
meddle (const FitGenericScheduler *scheduler, FitAttemptStage stage,
        gpointer data)
{
  Meddler *meddler = data;
  const FitStopwatch watch = { stand_still, count, data };
  const gsize size
      = sizeof (FitNodeVolumes) * fit_cache_n_slots (meddler->cache);
  FitNodeVolumes *volumes = fit_cache_node_volumes (meddler->cache);
  g_autofree FitNodeVolumes *before = g_memdup2 (volumes, size);

  if (stage != FIT_STAGE_DECIDED)
    return;
  meddler->n_attempts++;
  fit_generic_scheduler_time_rules (scheduler, &watch);
  if (before != NULL)
    assert_memory_equal (volumes, before, size);
}

static void
test_measuring_changes_nothing (void **state)
{
  static const struct
  {
    const char *release, *gates, *text;
  } rows[] = {
    { "1.18", "", DEFAULTS ("v1alpha2") },
    { "1.20", "BalanceAttachedNodeVolumes=true", DEFAULTS ("v1beta1") },
    { "1.24", "", DEFAULTS ("v1beta3") },
    { "1.30", "", DEFAULTS ("v1") },
    { "1.34.1", "", DEFAULTS ("v1") },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (RandomCluster) cluster = { 0 };
      g_autoptr (FitConfiguration) configuration
          = configuration_from (rows[i].release, rows[i].gates, rows[i].text);
      Meddler meddler = { 0 };
      SimulationSetup setup = { .configuration = configuration };
      g_autoptr (FitSimulation) plain = NULL, measured = NULL;
      g_autofree char *list = NULL, *expected = NULL, *got = NULL;

      random_cluster_init (&cluster, random_seed (i), 130, 200, 300);
      list = random_cluster_list (&cluster, 0);
      setup.manifest = list;
      plain = simulation_from (&setup);
      setup.scheduling = (FitSchedulerOptions){ .stage_ended = meddle,
                                                .stage_data = &meddler };
      measured = simulation_from (&setup);
      meddler.cache = fit_simulation_cache (measured);
      expected = simulation_run (plain);
      got = simulation_run (measured);
      assert_string_equal (got, expected);
      assert_int_equal (meddler.n_attempts, 300);
      assert_true (meddler.n_measured > 10 * meddler.n_attempts);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_what_is_measured),
    cmocka_unit_test (test_measuring_changes_nothing),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
