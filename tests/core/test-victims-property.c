/* Where only the requests of the other pods can matter, victims are found with
 * sums in place of copies of the nodes.  A predicate of the program's own, which
 * says yes to everything but might look at any pod, makes it copies again: the
 * nodes and the victims have to be the same.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/assisted.h"
#include "tests/core/rules.h"
#include "tests/support/random-objects.h"

#include <string.h>

#define RUNS 150
#define NODES 6

#define RULES                                                          \
  "{name: CheckNodeUnschedulable}, {name: GeneralPredicates}, {name: " \
  "NoDiskConflict}, {name: PodToleratesNodeTaints}, {name: "           \
  "MaxGCEPDVolumeCount}, {name: CheckVolumeBinding}, {name: "          \
  "MatchInterPodAffinity}"

static const char *const numbers = POLICY (RULES, "");
static const char *const copies = POLICY (RULES ", {name: Reader}", "");

typedef struct
{
  GRand *random;
  GString *text;
  gboolean plain; /* nothing but requests */
} Maker;

static guint
below (Maker *maker, guint n)
{
  return (guint) g_rand_int_range (maker->random, 0, (gint32) n);
}

static gboolean
chance (Maker *maker, guint percent)
{
  return below (maker, 100) < percent;
}

static void
add_node (Maker *maker, guint i)
{
  g_string_append_printf (
      maker->text,
      "---\n{apiVersion: v1, kind: Node, metadata: {name: n%u, labels: {zone: "
      "z%u}}, spec: {%s}, status: {allocatable: {cpu: 1, memory: %uGi, pods: "
      "%u%s}}}\n",
      i, i % 2,
      chance (maker, 10) ? "taints: [{key: k, effect: NoSchedule}]" : "",
      1 + below (maker, 3), 2 + below (maker, 6),
      chance (maker, 50) ? ", example.com/gpu: 2" : "");
}

/* What makes a pod more than its requests. */
static const char *
any_rule (Maker *maker)
{
  static const char *const rules[] = {
    "volumes: [{name: v, gcePersistentDisk: {pdName: d}}], ",
    "volumes: [{name: v, emptyDir: {}}], ",
    "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
    "[{labelSelector: {matchLabels: {app: a0}}, topologyKey: zone}]}}, ",
    "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
    "[{labelSelector: {matchLabels: {app: a1}}, topologyKey: zone}]}}, ",
  };

  return maker->plain || chance (maker, 80)
             ? ""
             : rules[below (maker, G_N_ELEMENTS (rules))];
}

static void
add_pod (Maker *maker, guint i, const char *node, guint cpu, gint priority)
{
  const gboolean nominated = i > 0 && !*node;

  g_string_append_printf (
      maker->text,
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: p%u, uid: u%u, "
      "namespace: ns, labels: {app: a%u}}, spec: {schedulerName: "
      "default-scheduler, %s%s%s priority: %d, containers: [{name: c, %sresources: {requests: {%s",
      i, i, below (maker, 3), *node ? "nodeName: " : "", node,
      *node ? ", " : "", priority,
      !maker->plain && chance (maker, 10) ? "ports: [{hostPort: 80}], " : "",
      chance (maker, 90) ? "" : "memory: 1Gi, ");
  if (cpu > 0)
    g_string_append_printf (maker->text, "cpu: %um, ", cpu);
  if (chance (maker, 20))
    g_string_append (maker->text, "example.com/gpu: 1, ");
  g_string_append_printf (maker->text, "}}}], %s}, status: {",
                          any_rule (maker));
  if (nominated)
    g_string_append_printf (maker->text, "nominatedNodeName: n%u",
                            below (maker, NODES));
  else if (chance (maker, 70))
    g_string_append_printf (maker->text, "startTime: '2020-01-0%uT00:00:00Z'",
                            1 + below (maker, 2));
  g_string_append (maker->text, "}}\n");
}

static void
add_budget (Maker *maker, guint i)
{
  g_string_append_printf (
      maker->text,
      "---\n{apiVersion: policy/v1beta1, kind: PodDisruptionBudget, metadata: "
      "{name: b%u, namespace: ns}, spec: {selector: {%s}}, status: "
      "{disruptionsAllowed: %u}}\n",
      i,
      chance (maker, 80) ? "matchLabels: {app: a1}"
                         : "matchExpressions: [{key: app, operator: Exists}]",
      below (maker, 2));
}

static char *
make (guint32 seed)
{
  Maker maker
      = { .random = g_rand_new_with_seed (seed), .text = g_string_new (NULL) };
  const guint n_budgets = below (&maker, 3), n_pods = 20 + below (&maker, 30),
              n_nominated = below (&maker, 4);

  maker.plain = chance (&maker, 50);
  for (guint i = 0; i < NODES; i++)
    add_node (&maker, i);
  for (guint i = 0; i < n_budgets; i++)
    add_budget (&maker, i);
  add_pod (&maker, 0, "", 1000, 2 + (gint) below (&maker, 2));
  for (guint i = 1; i < n_pods; i++)
    {
      g_autofree char *node = g_strdup_printf ("n%u", below (&maker, NODES));

      add_pod (&maker, i, node, 100 * below (&maker, 5),
               (gint) below (&maker, 4));
    }
  for (guint i = n_pods; i < n_pods + n_nominated; i++)
    add_pod (&maker, i, "", 100 * below (&maker, 5),
             1 + (gint) below (&maker, 3));
  g_rand_free (maker.random);
  return g_string_free (maker.text, FALSE);
}

/* Returns: (transfer full): what is found by the rules @policy */
static char *
found_by (const char *manifest, const char *policy)
{
  const AssistedSetup setup = { .simulation = { .manifest = manifest,
                                                .policy = policy,
                                                .extend = rules_register } };
  g_auto (Assisted) assisted = { 0 };
  g_autofree char *text = NULL;

  assisted_init (&assisted, &setup);
  text = assisted_schedule (&assisted, NULL);
  return g_str_has_prefix (text, "0/") ? assisted_preempt (&assisted)
                                       : g_strdup (text);
}

static void
test_numbers_say_what_copies_say (void **state)
{
  const guint runs = random_runs (RUNS);
  guint n_candidates = 0;

  for (guint run = 0; run < runs; run++)
    {
      g_autofree char *manifest = make (random_seed (run));
      g_autofree char *by_numbers = found_by (manifest, numbers);
      g_autofree char *by_copies = found_by (manifest, copies);

      assert_string_equal (by_numbers, by_copies);
      n_candidates += strchr (by_numbers, '*') != NULL;
    }
  assert_true (n_candidates > runs / 4);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_numbers_say_what_copies_say),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
