/* Whatever fails on whichever side: a pod whose place was not computed on both is
 * never called the same.
 *
 * Labels of a pod say at which step an attempt to place it fails on the left and
 * on the right; a request of example.com/left or example.com/right brings in an
 * extender that nobody runs, and one of example.com/left-preempt an extender that
 * nobody runs and that preemption has to ask.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/cluster.h"
#include "tests/support/random-objects.h"

#include <string.h>

#include "algorithmprovider/defaults.h"
#include "cli/diff-report.h"
#include "predicates/metadata.h"
#include "tests/support/enabled-plugin.h"

#define NODES 8
#define PODS 25
#define CROWDED 6
#define RUNS 40

static const char *const sides[] = { "left", "right" };

/* -- what fails ------------------------------------------------------------ */

static gboolean
breaks (const FitPod *pod, const char *side, const char *step)
{
  return g_strcmp0 (fit_labels_lookup (pod->meta.labels, side), step) == 0;
}

static gboolean
break_rule (const FitPod *pod, const char *side, const char *step,
            GError **error)
{
  if (!breaks (pod, side, step))
    return FALSE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEDULE, "%s is broken", step);
  return TRUE;
}

static FitStatus
break_plugin (const FitPluginCall *call, const char *side, const char *step)
{
  if (breaks (call->pod, side, step))
    return fit_status (FIT_STATUS_ERROR, "%s is broken", step);
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

#define RULES_OF(side)                                                         \
  static FitAnswer side##_check (const FitPredicateRun *run,                   \
                                 const FitNodeInfo *node, FitReasons *reasons, \
                                 GError **error)                               \
  {                                                                            \
    return break_rule (run->meta->pod, #side, "predicate", error)              \
               ? FIT_ANSWER_ERROR                                              \
               : FIT_ANSWER_YES;                                               \
  }                                                                            \
  static const FitPredicateInfo side##_predicate                               \
      = { .name = "Breaks", .summary = "breaks", .check = side##_check };      \
  static gboolean side##_map (const FitPriorityRun *run,                       \
                              const FitNodeList *nodes, gint64 *scores,        \
                              GError **error)                                  \
  {                                                                            \
    memset (scores, 0, nodes->n * sizeof *scores);                             \
    return !break_rule (run->meta->pod, #side, "map", error);                  \
  }                                                                            \
  static gboolean side##_reduce (const FitPriorityRun *run,                    \
                                 const FitNodeList *nodes, gint64 *scores,     \
                                 GError **error)                               \
  {                                                                            \
    return !break_rule (run->meta->pod, #side, "reduce", error);               \
  }                                                                            \
  static const FitPriorityInfo side##_priority = { .name = "BreaksPriority",   \
                                                   .summary = "breaks",        \
                                                   .weight = 1,                \
                                                   .map = side##_map,          \
                                                   .reduce = side##_reduce };  \
  static FitStatus side##_pre_filter (const FitPluginCall *call)               \
  {                                                                            \
    return break_plugin (call, #side, "pre-filter");                           \
  }                                                                            \
  static FitStatus side##_filter (const FitPluginCall *call,                   \
                                  const FitNodeInfo *node)                     \
  {                                                                            \
    return break_plugin (call, #side, "filter");                               \
  }                                                                            \
  static FitStatus side##_post_filter (const FitPluginCall *call,              \
                                       const FitNodeList *feasible)            \
  {                                                                            \
    return break_plugin (call, #side, "post-filter");                          \
  }                                                                            \
  static FitStatus side##_make_room (const FitPluginCall *call, guint n,       \
                                     const FitNodeRejection *rejections,       \
                                     FitNomination *out_nomination)            \
  {                                                                            \
    return breaks (call->pod, #side, "make-room")                              \
               ? break_plugin (call, #side, "make-room")                       \
               : (FitStatus){ .code = FIT_STATUS_UNSCHEDULABLE };              \
  }                                                                            \
  static FitStatus side##_score (const FitPluginCall *call,                    \
                                 const FitNodeInfo *node, gint64 *out_score)   \
  {                                                                            \
    *out_score = 0;                                                            \
    return break_plugin (call, #side, "score");                                \
  }                                                                            \
  static FitStatus side##_reserve (const FitPluginCall *call,                  \
                                   const char *node_name)                      \
  {                                                                            \
    return break_plugin (call, #side, "reserve");                              \
  }                                                                            \
  static FitStatus side##_permit (const FitPluginCall *call,                   \
                                  const char *node_name, gint64 *out_timeout)  \
  {                                                                            \
    return break_plugin (call, #side, "permit");                               \
  }                                                                            \
  static FitStatus side##_pre_bind (const FitPluginCall *call,                 \
                                    const char *node_name)                     \
  {                                                                            \
    return break_plugin (call, #side, "pre-bind");                             \
  }                                                                            \
  static FitStatus side##_bind (const FitPluginCall *call,                     \
                                const char *node_name)                         \
  {                                                                            \
    return breaks (call->pod, #side, "bind")                                   \
               ? break_plugin (call, #side, "bind")                            \
               : (FitStatus){ .code = FIT_STATUS_SKIP };                       \
  }                                                                            \
  static const FitPluginInfo side##_plugin                                     \
      = { .name = "breaks",                                                    \
          .summary = "breaks",                                                 \
          .pre_filter = side##_pre_filter,                                     \
          .filter = side##_filter,                                             \
          .post_filter = side##_post_filter,                                   \
          .make_room = side##_make_room,                                       \
          .score = side##_score,                                               \
          .reserve = side##_reserve,                                           \
          .permit = side##_permit,                                             \
          .pre_bind = side##_pre_bind,                                         \
          .bind = side##_bind };
/* clang-format off */
RULES_OF (left)
RULES_OF (right)
/* clang-format on */

static const FitPredicateInfo *const predicates[]
    = { &left_predicate, &right_predicate };
static const FitPriorityInfo *const priorities[]
    = { &left_priority, &right_priority };
static const FitPluginInfo *const plugins[] = { &left_plugin, &right_plugin };

/* -- the sides ------------------------------------------------------------- */

typedef struct
{
  FitRegistry *registry;
  FitPluginRegistry *plugins;
  FitPluginLists *lists;
  char *policy;
  FitConfiguration *configuration; /* of a later release: for preemption */
} Side;

#define EXTENDER(verb, resource)                                       \
  "{urlPrefix: 'http://127.0.0.1:1', " verb ": x, managedResources: [" \
  "{name: example.com/" resource ", ignoredByScheduler: true}]}"

static FitConfiguration *
later_rules (guint number, const FitPluginRegistry *plugins_of_program)
{
  g_autofree char *text = g_strdup_printf (
      "---\n{apiVersion: kubescheduler.config.k8s.io/v1beta2, kind: "
      "KubeSchedulerConfiguration, profiles: [{schedulerName: "
      "default-scheduler, plugins: {postFilter: {enabled: [{name: breaks}]}}}]"
      ", extenders: [" EXTENDER ("preemptVerb", "%s-preempt") "]}",
      sides[number]);
  FitConfigurationOptions options = { .registry = plugins_of_program };
  g_autoptr (GError) error = NULL;
  FitConfiguration *configuration;

  assert_true (fit_release_parse ("1.22.6", &options.release, NULL));
  configuration = fit_configuration_read (text, strlen (text), "configuration",
                                          &options, &error);
  if (configuration == NULL)
    fail_msg ("%s", error->message);
  return configuration;
}

static void
side_init (Side *side, guint number, GRand *random)
{
  static const char *const others[]
      = { "", "{name: LeastRequestedPriority, weight: 1}",
          "{name: MostRequestedPriority, weight: 2}",
          "{name: BalancedResourceAllocation, weight: 1}" };

  *side = (Side){
    .registry = fit_registry_new_default (fit_feature_gates_default ()),
    .plugins = fit_plugin_registry_new (),
    .lists = fit_plugin_lists_new (),
  };
  assert_true (fit_registry_add_predicate (side->registry, "Breaks",
                                           predicates[number], NULL, NULL));
  fit_registry_append_order (side->registry, "Breaks");
  assert_true (fit_registry_add_priority (side->registry, "BreaksPriority",
                                          priorities[number], 1, NULL, NULL,
                                          NULL));
  assert_true (fit_plugin_registry_add (side->plugins, plugins[number], NULL));
  enable_at_all_points (side->lists, FIT_RELEASE_LEGACY, plugins[number], 1);
  side->policy = g_strdup_printf (
      "---\n{apiVersion: v1, kind: Policy, predicates: [{name: "
      "PodFitsResources}, {name: MatchNodeSelector}, {name: Breaks}], "
      "priorities: [{name: BreaksPriority, weight: 1}, %s], extenders: "
      "[" EXTENDER ("filterVerb", "%s") ", " EXTENDER ("preemptVerb",
                                                       "%s-preempt") "]}",
      others[g_rand_int_range (random, 0, G_N_ELEMENTS (others))],
      sides[number], sides[number]);
  side->configuration = later_rules (number, side->plugins);
}

static void
side_clear (Side *side)
{
  fit_registry_free (side->registry);
  fit_plugin_registry_free (side->plugins);
  fit_plugin_lists_free (side->lists);
  g_free (side->policy);
  fit_configuration_free (side->configuration);
}

static FitSimulationOptions
options_of (const Side *side)
{
  return (FitSimulationOptions){
    .registry = side->registry,
    .gates = fit_feature_gates_default (),
    .policy = fit_policy_parse (side->policy, strlen (side->policy), "policy",
                                NULL, NULL),
    .hard_pod_affinity_symmetric_weight = 1,
    .scheduler_name = "default-scheduler",
    .ask_extenders = TRUE,
    .plugins = side->plugins,
    .plugin_lists = side->lists,
  };
}

static FitSimulationOptions
later_options_of (const Side *side)
{
  return (FitSimulationOptions){
    .registry = side->registry,
    .gates = fit_feature_gates_default (),
    .configuration = side->configuration,
    .ask_extenders = TRUE,
    .plugins = side->plugins,
    .plugin_lists = side->lists,
  };
}

static FitSimulation *
make (const FitObjects *objects, gpointer side, GError **error)
{
  FitSimulationOptions options = options_of (side);

  return fit_simulation_new (objects, &options, error);
}

/* -- the cluster ----------------------------------------------------------- */

/* Steps after the choice of a node, which only a whole scheduler takes. */
static const char *const late_steps[]
    = { "reserve", "permit", "pre-bind", "bind" };

static gboolean
breaks_late (const FitPod *pod)
{
  for (guint i = 0; i < G_N_ELEMENTS (late_steps); i++)
    for (guint side = 0; side < FIT_DIFF_SIDES; side++)
      if (breaks (pod, sides[side], late_steps[i]))
        return TRUE;
  return FALSE;
}

/* Where an attempt fails, if it does. */
static const char *
random_step (GRand *random)
{
  static const char *const steps[]
      = { "predicate", "map",         "reduce", "pre-filter",
          "filter",    "post-filter", "score" };
  const guint n = G_N_ELEMENTS (steps);
  const guint which
      = (guint) g_rand_int_range (random, 0, n + G_N_ELEMENTS (late_steps));

  if (g_rand_int_range (random, 0, 6) > 0)
    return "nowhere";
  return which < n ? steps[which] : late_steps[which - n];
}

static gboolean
is_late (const char *step)
{
  return g_strv_contains (
      (const char *const[]){ "reserve", "permit", "pre-bind", "bind", NULL },
      step);
}

/* What happens to a pod whose only node is full. */
typedef enum
{
  ROOM_NOBODY_KNOWS_LEFT, /* the extender of the left side does not answer */
  ROOM_NOBODY_KNOWS_RIGHT,
  ROOM_BREAKS_LEFT, /* nobody can be evicted, and a plugin fails, too */
  ROOM_BREAKS_RIGHT,
  ROOM_IS_MADE,
  ROOM_LAST,
} Room;

static const char *const rooms[ROOM_LAST][3]
    = { [ROOM_NOBODY_KNOWS_LEFT]
        = { "nowhere", "nowhere", ", example.com/left-preempt: 1" },
        [ROOM_NOBODY_KNOWS_RIGHT]
        = { "nowhere", "nowhere", ", example.com/right-preempt: 1" },
        [ROOM_BREAKS_LEFT] = { "make-room", "nowhere", "" },
        [ROOM_BREAKS_RIGHT] = { "nowhere", "make-room", "" },
        [ROOM_IS_MADE] = { "nowhere", "nowhere", "" } };

static void
append_crowded (GString *text, guint number, Room room)
{
  const gboolean may_evict
      = room != ROOM_BREAKS_LEFT && room != ROOM_BREAKS_RIGHT;

  g_string_append_printf (text,
                          NODE ("full-%u", "only: full-%u", "cpu: 4, pods: 9"),
                          number, number);
  g_string_append_printf (
      text, POD ("victim-%u", "", "nodeName: full-%u, " REQUESTS ("cpu: 4")),
      number, number, number);
  g_string_append_printf (
      text,
      POD ("c%u", "labels: {left: %s, right: %s}",
           "priority: %d, nodeSelector: {only: full-%u}, " REQUESTS (
               "cpu: 4%s")),
      number, number, rooms[room][FIT_DIFF_LEFT], rooms[room][FIT_DIFF_RIGHT],
      may_evict ? 1000 : 0, number, rooms[room][FIT_DIFF_SIDES]);
}

/* Most pods are as they should be.  One that fails late asks for nothing, so that
 * it gets there on every node. */
static FitObjects *
random_objects (GRand *random)
{
  g_autoptr (GString) text = g_string_new (NULL);
  FitObjects *objects = fit_objects_new ();

  for (guint i = 0; i < NODES; i++)
    g_string_append_printf (text, NODE ("n%u", "", "cpu: %d, pods: 9"), i,
                            g_rand_int_range (random, 0, 8));
  for (guint i = 0; i < PODS; i++)
    {
      const char *at[FIT_DIFF_SIDES];
      gboolean late;

      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        at[side] = random_step (random);
      late = is_late (at[FIT_DIFF_LEFT]) || is_late (at[FIT_DIFF_RIGHT]);
      g_string_append_printf (
          text,
          "---\n{apiVersion: v1, kind: Pod, metadata: {name: p%u, uid: p%u, "
          "labels: {left: %s, right: %s}}, spec: {containers: [{name: c, "
          "resources: {requests: {cpu: %d%s%s}}}]%s}}\n",
          i, i, at[0], at[1], late ? 0 : g_rand_int_range (random, 0, 3),
          !late && g_rand_int_range (random, 0, 12) == 0
              ? ", example.com/left: 1"
              : "",
          !late && g_rand_int_range (random, 0, 12) == 0
              ? ", example.com/right: 1"
              : "",
          g_rand_int_range (random, 0, 16) == 0
              ? ", volumes: [{name: v, persistentVolumeClaim: {claimName: v}}]"
              : "");
    }
  for (guint i = 0; i < CROWDED; i++)
    append_crowded (text, i, (Room) g_rand_int_range (random, 0, ROOM_LAST));
  assert_true (fit_objects_read (objects, text->str, text->len, "manifest",
                                 FIT_DECODE_KEEP_RAW, NULL, NULL));
  return objects;
}

/* -- the comparison -------------------------------------------------------- */

/* Pods whose attempt fails on @side: asked without a comparison. */
static void
add_failing (const FitObjects *objects, Side *side, GHashTable *failing)
{
  g_autoptr (FitSimulation) simulation = make (objects, side, NULL);
  const GPtrArray *pending = fit_simulation_pending (simulation);

  for (guint i = 0; i < pending->len; i++)
    {
      g_auto (FitPlacement) placement = { 0 };
      const FitPod *pod = pending->pdata[i];

      fit_simulation_schedule (simulation, pod, &placement);
      if (placement.error)
        g_hash_table_add (failing, (gpointer) pod->meta.name);
    }
}

/* Steps that no attempt comes past. */
static void
add_hopeless (const FitObjects *objects, GHashTable *failing)
{
  for (guint i = 0; i < objects->of[FIT_KIND_POD]->len; i++)
    {
      const FitPod *pod = objects->of[FIT_KIND_POD]->pdata[i];

      if (pod->spec->n_volumes > 0 || breaks (pod, "left", "pre-filter")
          || breaks (pod, "right", "pre-filter"))
        g_hash_table_add (failing, (gpointer) pod->meta.name);
    }
}

/* Every pod of @failing is not compared; @exactly: and no other. */
static void
check (FitDiff *diff, GHashTable *failing, gboolean exactly)
{
  const FitDiffFinding finding = { .diff = diff };
  g_autofree char *verdict = fit_diff_verdict (&finding);
  guint n = 0;

  for (guint i = 0; i < diff->items->len; i++)
    {
      const FitDiffItem *item = diff->items->pdata[i];
      const gboolean fails = g_hash_table_contains (failing, item->name);

      n += fails;
      if (fails)
        assert_int_equal (item->change, FIT_DIFF_NOT_COMPARED);
      else if (exactly)
        assert_int_not_equal (item->change, FIT_DIFF_NOT_COMPARED);
    }
  assert_int_equal (n, g_hash_table_size (failing));
  if (n == 0)
    return;
  assert_null (strstr (verdict, "identical"));
  assert_true (fit_diff_exit (&finding) >= FIT_EXIT_INPUT);
}

/* In the course of a whole scheduler these fail, too. */
static void
add_late (const FitObjects *objects, GHashTable *failing)
{
  for (guint i = 0; i < objects->of[FIT_KIND_POD]->len; i++)
    {
      const FitPod *pod = objects->of[FIT_KIND_POD]->pdata[i];

      if (breaks_late (pod))
        g_hash_table_add (failing, (gpointer) pod->meta.name);
    }
}

static gboolean
asks_preempting (const FitPod *pod)
{
  for (guint i = 0; i < pod->spec->n_extended; i++)
    if (g_str_has_suffix (pod->spec->extended[i], "-preempt"))
      return TRUE;
  return FALSE;
}

/* Pods for which room cannot be made. */
static void
add_crowded (const FitObjects *objects, gboolean later, GHashTable *failing)
{
  for (guint i = 0; i < objects->of[FIT_KIND_POD]->len; i++)
    {
      const FitPod *pod = objects->of[FIT_KIND_POD]->pdata[i];

      if (asks_preempting (pod))
        g_hash_table_add (failing, (gpointer) pod->meta.name);
      if (later
          && (breaks (pod, "left", "make-room")
              || breaks (pod, "right", "make-room")))
        g_hash_table_add (failing, (gpointer) pod->meta.name);
    }
}

static FitDiffRecord *
record_of (const FitObjects *objects, FitSimulationOptions rules)
{
  FitDiffRecord *record = fit_diff_record_new ();
  FitReplayOptions options = {
    .rules = rules,
    .observer = fit_diff_record_observer (record),
  };
  g_autoptr (FitReplay) replay = fit_replay_new (&options, NULL);

  assert_true (fit_replay_add_objects (replay, objects, NULL));
  /* What fails after the choice of a node may be tried again without end. */
  fit_replay_settle (replay);
  fit_diff_record_end (record, replay);
  return record;
}

static FitDiff *
compare_records (const FitObjects *objects, FitSimulationOptions left,
                 FitSimulationOptions right)
{
  g_autoptr (FitDiffRecord) first = record_of (objects, left);
  g_autoptr (FitDiffRecord) second = record_of (objects, right);

  return fit_diff_of_records (first, second);
}

static void
compare (guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (FitObjects) objects = random_objects (random);
  g_autoptr (GHashTable) failing = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) hopeless = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (FitDiff) diff = NULL;
  g_autoptr (GHashTable) crowded = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (FitDiff) replayed = NULL;
  g_autoptr (FitDiff) later = NULL;
  Side both[FIT_DIFF_SIDES];

  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    side_init (&both[i], i, random);
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    add_failing (objects, &both[i], failing);
  diff = fit_diff_new (
      (const FitDiffSide[]){
          { objects, make, NULL, NULL, &both[FIT_DIFF_LEFT] },
          { objects, make, NULL, NULL, &both[FIT_DIFF_RIGHT] } },
      NULL);
  check (diff, failing, TRUE);
  add_hopeless (objects, hopeless);
  check (diff, hopeless, FALSE);
  replayed = compare_records (objects, options_of (&both[FIT_DIFF_LEFT]),
                              options_of (&both[FIT_DIFF_RIGHT]));
  add_late (objects, hopeless);
  add_crowded (objects, FALSE, hopeless);
  check (replayed, hopeless, FALSE);
  later = compare_records (objects, later_options_of (&both[FIT_DIFF_LEFT]),
                           later_options_of (&both[FIT_DIFF_RIGHT]));
  add_crowded (objects, TRUE, crowded);
  check (later, crowded, FALSE);
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    side_clear (&both[i]);
}

static void
test_errors_are_never_called_the_same (void **state)
{
  const guint n = random_runs (RUNS);

  for (guint run = 0; run < n; run++)
    compare (random_seed (run));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_errors_are_never_called_the_same),
  };

  return cmocka_run_group_tests_name ("diff-errors", tests, NULL, NULL);
}
