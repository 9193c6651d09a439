/* test-filter-phase.c - what a release makes of the answers of plugins
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-scene.h"

static void
test_error_text (void **state)
{
  const FitBehaviour before = fit_behaviour (FIT_RELEASE (20, 15)),
                     after = fit_behaviour (FIT_RELEASE (21, 9));
  g_autofree char *early = fit_filter_error_text (&before, "P", "pod", "why");
  g_autofree char *late = fit_filter_error_text (&after, "P", "pod", "why");

  assert_string_equal (early,
                       "running \"P\" filter plugin for pod \"pod\": why");
  assert_string_equal (late, "running \"P\" filter plugin: why");
}

static void
test_fit_error (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitBehaviour before = fit_behaviour (FIT_RELEASE (25, 2)),
                     after = fit_behaviour (FIT_RELEASE (26, 4));
  g_autofree char *early = NULL, *late = NULL;
  FitReasons reasons;

  fit_reasons_init (&reasons, arena);
  fit_reasons_add_text (&reasons, FIT_REASON_CLAIM_NOT_FOUND, "c");
  early = fit_pre_filter_fit_error (&before, 3, &reasons);
  late = fit_pre_filter_fit_error (&after, 3, &reasons);
  assert_string_equal (early,
                       "0/3 nodes are available: 3 persistentvolumeclaim "
                       "\"c\" not found.");
  assert_string_equal (late, "0/3 nodes are available: persistentvolumeclaim "
                             "\"c\" not found.");
}

#define NAMED(name)                                                     \
  "affinity: {nodeAffinity: {" REQUIRED                                 \
  "{nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: " \
  "In, values: [" name "]}]}]}}}"
#define LOCAL_VOLUME(host) LOCAL ("v", "c", host)
#define LOCAL(volume, claim, host)                                         \
  "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: " volume \
  "}, "                                                                    \
  "spec: {nodeAffinity: {required: {nodeSelectorTerms: "                   \
  "[{matchExpressions: [{key: kubernetes.io/hostname, operator: In, "      \
  "values: [" host "]}]}]}}}}\n"                                           \
  "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: "          \
  "{namespace: ns, name: " claim ", annotations: "                         \
  "{pv.kubernetes.io/bind-completed: 'yes'}}, spec: {volumeName: " volume  \
  "}}\n"
#define CLAIM "volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]"
#define TWO NODE ("a", HOST "a", "") NODE ("b", HOST "b", "")

/* The nodes that both leave. */
static void
test_lists_of_nodes (void **state)
{
  FilterScene scene = {
    .plugins = "NodeAffinity VolumeBinding",
    .manifest = TWO LOCAL_VOLUME ("a, b") PENDING ("", NAMED ("b") ", " CLAIM),
  };

  filter_scene_in (&scene, "1.27.1", "b: fits\n");
  scene.manifest = TWO LOCAL_VOLUME ("a") PENDING ("", NAMED ("b") ", " CLAIM);
  filter_scene_in (&scene, "1.27.1",
                   "rejected by VolumeBinding: !node(s) didn't satisfy "
                   "plugin(s) [NodeAffinity VolumeBinding] simultaneously\n");
  filter_scene_in (&scene, "1.26.4",
                   "b: !node(s) had volume node affinity conflict\n");
}

/* The nodes where all volumes are. */
static void
test_hosts_of_several_volumes (void **state)
{
  const FilterScene scene = {
    .plugins = "VolumeBinding",
    .manifest = TWO NODE ("c", HOST "c", "") LOCAL ("v", "c", "a, b")
        LOCAL ("w", "d", "b, c")
            PENDING ("", "volumes: [{name: v, persistentVolumeClaim: "
                         "{claimName: c}}, {name: w, persistentVolumeClaim: "
                         "{claimName: d}}]"),
  };

  filter_scene_in (&scene, "1.27.1", "b: fits\n");
  filter_scene_in (&scene, "1.26.4",
                   "a: !node(s) had volume node affinity conflict\n"
                   "b: fits\n"
                   "c: !node(s) had volume node affinity conflict\n");
}

/* The first of them in the alphabet becomes an error, later none does. */
static void
test_names_of_no_nodes (void **state)
{
  static const struct
  {
    const char *names;
    const char *early, *late; /* in 1.27, in 1.34 */
  } rows[] = {
    { "a", "a: fits\n",
      "a: fits\nb: -node(s) didn't satisfy plugin(s) [NodeAffinity]\n" },
    { "a, gone", "error: nodeinfo not found for node name \"gone\"\n",
      "a: fits\nb: -node(s) didn't satisfy plugin(s) [NodeAffinity]\n" },
    { "lost, gone", "error: nodeinfo not found for node name \"gone\"\n",
      "a: -node(s) didn't satisfy plugin(s) [NodeAffinity]\n"
      "b: -node(s) didn't satisfy plugin(s) [NodeAffinity]\n" },
    { "gone, lost", "error: nodeinfo not found for node name \"gone\"\n",
      "a: -node(s) didn't satisfy plugin(s) [NodeAffinity]\n"
      "b: -node(s) didn't satisfy plugin(s) [NodeAffinity]\n" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *names = g_strdup_printf (
          TWO PENDING ("", "affinity: {nodeAffinity: {" REQUIRED
                           "{nodeSelectorTerms: [%s]}}}"),
          "%s");
      g_autoptr (GString) terms = g_string_new (NULL);
      g_auto (GStrv) each = g_strsplit (rows[i].names, ", ", -1);
      g_autofree char *manifest = NULL;
      FilterScene scene = { .plugins = "NodeAffinity" };

      for (guint k = 0; each[k]; k++)
        g_string_append_printf (
            terms,
            "%s{matchFields: [{key: metadata.name, operator: In, values: "
            "[%s]}]}",
            k > 0 ? ", " : "", each[k]);
      manifest = g_strdup_printf (names, terms->str);
      scene.manifest = manifest;
      filter_scene_in (&scene, "1.27.1", rows[i].early);
      filter_scene_in (&scene, "1.34.1", rows[i].late);
    }
}

#define HOSTS "kubernetes.io/hostname"
#define EXPRESSION(key, op, values) \
  "{key: " key ", operator: " op ", values: [" values "]}"
#define OF_HOSTS(terms)                                                   \
  "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: v}, "   \
  "spec: {nodeAffinity: {required: {nodeSelectorTerms: [" terms "]}}}}\n" \
  "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: "         \
  "{namespace: ns, name: c, annotations: "                                \
  "{pv.kubernetes.io/bind-completed: 'yes'}}, spec: {volumeName: v}}\n"
#define TERM_OF(expressions) "{matchExpressions: [" expressions "]}"

/* A volume narrows the nodes to the hosts that it names with In. */
static void
test_hosts_of_a_volume (void **state)
{
  static const struct
  {
    const char *volume;
    const char *expected;
  } rows[] = {
    { OF_HOSTS (TERM_OF (EXPRESSION (HOSTS, "In", "a, b"))),
      "a: fits\nb: fits\n" },
    { OF_HOSTS (TERM_OF (EXPRESSION (HOSTS, "In", "a, b") ", " EXPRESSION (
          HOSTS, "In", "b, c"))),
      "b: fits\n" },
    { OF_HOSTS (TERM_OF (
          EXPRESSION (HOSTS, "In", "a") ", " EXPRESSION (HOSTS, "In", "b"))),
      "a: NOT\nb: NOT\nc: NOT\n" },
    { OF_HOSTS (TERM_OF (EXPRESSION (HOSTS, "NotIn", "a"))),
      "a: NOT\nb: fits\nc: fits\n" },
    { OF_HOSTS (TERM_OF (EXPRESSION (HOSTS, "NotIn", "a") ", " EXPRESSION (
          HOSTS, "In", "a, b"))),
      "a: NOT\nb: fits\n" },
    { OF_HOSTS (TERM_OF (EXPRESSION ("disk", "In", "ssd") ", " EXPRESSION (
          HOSTS, "In", "a, b"))),
      "a: fits\nb: NOT\n" },
    { OF_HOSTS (TERM_OF (EXPRESSION ("disk", "In", "ssd"))),
      "a: fits\nb: NOT\nc: NOT\n" },
    { OF_HOSTS (TERM_OF (EXPRESSION (HOSTS, "In", "a")) ", " TERM_OF (
          EXPRESSION (HOSTS, "In", "b, a"))),
      "a: fits\nb: fits\n" },
    { OF_HOSTS (TERM_OF (EXPRESSION (HOSTS, "In", "a")) ", " TERM_OF (
          EXPRESSION ("disk", "DoesNotExist", ""))),
      "a: fits\n" },
    { OF_HOSTS (TERM_OF (EXPRESSION (HOSTS, "In", "a")) ", {}"), "a: fits\n" },
    /* The second volume names none. */
    { LOCAL ("w", "d", "a, b")
          OF_HOSTS (TERM_OF (EXPRESSION ("disk", "In", "ssd")))
              PENDING ("", "volumes: [{name: w, persistentVolumeClaim: "
                           "{claimName: d}}, {name: v, persistentVolumeClaim: "
                           "{claimName: c}}]"),
      "a: fits\nb: NOT\n" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *manifest = g_strconcat (
          NODE ("a", HOST "a, disk: ssd", "") NODE ("b", HOST "b", "")
              NODE ("c", HOST "c", "") PENDING ("", CLAIM),
          rows[i].volume, NULL);
      g_auto (GStrv) parts = g_strsplit (rows[i].expected, "NOT", -1);
      g_autofree char *expected
          = g_strjoinv ("!node(s) had volume node affinity conflict", parts);
      FilterScene scene = { .plugins = "VolumeBinding", .manifest = manifest };

      filter_scene_in (&scene, "1.27.1", expected);
    }
}

/* The first plugin that rejects the pod has the word. */
static void
test_first_rejection (void **state)
{
  FilterScene scene = {
    .plugins = "VolumeBinding VolumeRestrictions",
    .manifest = TWO PENDING ("", CLAIM),
  };

  filter_scene_in (&scene, "1.34.1",
                   "rejected by VolumeBinding: !persistentvolumeclaim \"c\" "
                   "not found\n");
  scene.pre_filters = "VolumeRestrictions VolumeBinding";
  filter_scene_in (&scene, "1.34.1",
                   "rejected by VolumeRestrictions: !persistentvolumeclaim "
                   "\"c\" not found\n");
}

static void
test_unknown_plugin (void **state)
{
  const FitProfilePluginArgs given = { .release = FIT_RELEASE (34, 1) };
  g_autoptr (GError) error = NULL;

  assert_null (fit_profile_filter_new ("ImageLocality", &given, &error));
  assert_error (&error, FIT_ERROR_NOT_FOUND,
                "plugin \"ImageLocality\" does not filter in this release");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_error_text),
    cmocka_unit_test (test_fit_error),
    cmocka_unit_test (test_lists_of_nodes),
    cmocka_unit_test (test_hosts_of_several_volumes),
    cmocka_unit_test (test_names_of_no_nodes),
    cmocka_unit_test (test_hosts_of_a_volume),
    cmocka_unit_test (test_first_rejection),
    cmocka_unit_test (test_unknown_plugin),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
