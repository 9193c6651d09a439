/* test-extender-replay.c - traffic of a real kube-scheduler, over again
 *
 * data/extender holds requests that kube-scheduler sent to an extender which
 * rejected node-00000 and favoured node-00003, and the Policies that it ran
 * with.  Ours sends the same to the same extender, and understands the
 * answers in the same way.
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/value-json.h"
#include "core/extenders.h"
#include "tests/support-extender/extender-process.h"
#include "tests/support/cluster.h"

#include <json-c/json.h>

/* One recorded exchange, and the cluster that it speaks of. */
typedef struct
{
  json_object *record;
  json_object *request;
  json_object *response;
  Cluster cluster;
  GPtrArray *nodes; /* those asked about, in order */
  FitPolicy *policy;
  GPtrArray *extenders;
} Replay;

static json_object *
get (json_object *object, const char *key)
{
  return json_object_object_get (object, key);
}

static const char *
text_of (json_object *object)
{
  return json_object_to_json_string_ext (object, JSON_C_TO_STRING_PLAIN);
}

static char *
load_text (const char *name)
{
  const char *source = g_getenv ("FIT_TEST_SRCDIR");
  g_autofree char *path
      = g_strdup_printf ("%s/tests/core/data/extender/%s.json",
                         source != NULL ? source : ".", name);
  char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    fail_msg ("cannot read %s", path);
  return text;
}

static json_object *
load (const char *name)
{
  g_autofree char *text = load_text (name);

  return json_tokener_parse (text);
}

/* The members of a recorded object, with what a manifest needs besides. */
static void
add_manifest (GString *manifest, const char *kind, json_object *object)
{
  g_string_append_printf (manifest, "{\"apiVersion\":\"v1\",\"kind\":\"%s\",%s",
                          kind, text_of (object) + 1);
}

static json_object *
nodes_of (const Replay *replay)
{
  return get (get (replay->request, "Nodes"), "items");
}

static const char *
pod_json (const FitPod *pod, gpointer data)
{
  const Replay *replay = data;

  return text_of (get (replay->request, "Pod"));
}

static const char *
node_json (const FitNode *node, gpointer data)
{
  const Replay *replay = data;
  json_object *items = nodes_of (replay);

  for (gsize i = 0; i < json_object_array_length (items); i++)
    {
      json_object *item = json_object_array_get_idx (items, i);
      json_object *name = get (get (item, "metadata"), "name");

      if (strcmp (json_object_get_string (name), node->name) == 0)
        return text_of (item);
    }
  return NULL;
}

/* All nodes of the record, as objects or made up from their names. */
static void
find_nodes (Replay *replay, GString *manifest, GPtrArray *names)
{
  json_object *items = nodes_of (replay);
  json_object *list = get (replay->request, "NodeNames");
  const gsize n = json_object_array_length (items != NULL ? items : list);

  for (gsize i = 0; i < n; i++)
    if (items != NULL)
      {
        json_object *item = json_object_array_get_idx (items, i);

        add_manifest (manifest, "Node", item);
        g_ptr_array_add (names, (gpointer) json_object_get_string (
                                    get (get (item, "metadata"), "name")));
      }
    else
      {
        const char *name
            = json_object_get_string (json_object_array_get_idx (list, i));

        g_string_append_printf (
            manifest,
            "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":"
            "{\"name\":\"%s\"}}",
            name);
        g_ptr_array_add (names, (gpointer) name);
      }
}

static void
make_extenders (Replay *replay, const char *policy, ExtenderProcess *process)
{
  const FitExtenderOptions options
      = { .pod_json = pod_json, .node_json = node_json, .data = replay };
  g_autofree char *text = load_text (policy);
  g_autofree char *url = extender_process_url (process, "ext");
  g_auto (GStrv) parts = g_strsplit (text, "http://127.0.0.1:9999/ext", -1);
  g_autofree char *here = g_strjoinv (url, parts);

  replay->policy = fit_policy_parse (here, strlen (here), policy, NULL, NULL);
  assert_non_null (replay->policy);
  assert_int_equal (replay->policy->extenders->len, 1);
  replay->extenders = fit_extenders_new (replay->policy->extenders, &options);
}

static void
replay_init (Replay *replay, const char *name, const char *policy,
             ExtenderProcess *process)
{
  g_autoptr (GString) manifest = g_string_new (NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  json_object *pod;

  *replay = (Replay){ .record = load (name) };
  replay->request = get (replay->record, "request");
  replay->response = get (replay->record, "response");
  pod = get (replay->request, "Pod");
  if (pod != NULL)
    {
      add_manifest (manifest, "Pod", pod);
      find_nodes (replay, manifest, names);
    }
  cluster_init (&replay->cluster, manifest->str, NULL);
  replay->nodes = g_ptr_array_new ();
  for (guint i = 0; i < names->len; i++)
    g_ptr_array_add (replay->nodes, (gpointer) cluster_node (&replay->cluster,
                                                             names->pdata[i]));
  make_extenders (replay, policy, process);
}

static void
replay_clear (Replay *replay)
{
  g_ptr_array_unref (replay->extenders);
  fit_policy_free (replay->policy);
  g_ptr_array_unref (replay->nodes);
  cluster_clear (&replay->cluster);
  json_object_put (replay->record);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Replay, replay_clear)

/* The pod of the record: it is named otherwise than "pending", and has no
 * node. */
static FitPod *
recorded_pod (const Replay *replay)
{
  g_autoptr (GString) manifest = g_string_new (NULL);

  add_manifest (manifest, "Pod", get (replay->request, "Pod"));
  return pod_from (manifest->str);
}

static void
assert_equal (json_object *found, json_object *expected)
{
  if (!json_object_equal (found, expected))
    fail_msg ("%s\n  is not\n%s", text_of (found), text_of (expected));
}

/* What was sent is what was recorded. */
static void
assert_replayed (const Replay *replay, ExtenderProcess *process)
{
  json_object *log = extender_process_take_log (process);
  json_object *requests = get (log, "requests");
  json_object *sent = json_object_array_get_idx (requests, 0);
  json_object *headers = get (sent, "headers");
  json_object *recorded = get (replay->record, "headers");
  const char *body = json_object_get_string (get (sent, "body"));
  json_object *parsed = json_tokener_parse (body);
  g_autofree char *length = g_strdup_printf ("%zu", strlen (body));

  assert_int_equal (json_object_array_length (requests), 1);
  assert_equal (get (sent, "method"), get (replay->record, "method"));
  assert_equal (get (sent, "path"), get (replay->record, "path"));
  assert_equal (get (headers, "Content-Type"), get (recorded, "Content-Type"));
  assert_equal (get (headers, "Accept-Encoding"),
                get (recorded, "Accept-Encoding"));
  assert_string_equal (json_object_get_string (get (headers, "Content-Length")),
                       length);
  assert_null (get (headers, "Transfer-Encoding"));
  assert_equal (parsed, replay->request);
  json_object_put (parsed);
  json_object_put (log);
}

static void
replay_filter (void **state, const char *name, const char *policy)
{
  g_auto (Replay) replay = { 0 };
  g_autoptr (FitPod) pod = NULL;
  g_auto (FitExtenderSelection) selection = { 0 };
  json_object *names, *items, *failed;

  replay_init (&replay, name, policy, *state);
  pod = recorded_pod (&replay);
  assert_true (fit_extender_filter (
      replay.extenders->pdata[0], replay.cluster.cache, pod,
      (const FitNodeInfo *const *) replay.nodes->pdata, replay.nodes->len,
      &selection, NULL));
  names = get (replay.response, "NodeNames");
  items = get (get (replay.response, "Nodes"), "items");
  failed = get (replay.response, "FailedNodes");
  assert_int_equal (selection.n_kept,
                    json_object_array_length (names != NULL ? names : items));
  for (guint i = 0; i < selection.n_kept; i++)
    assert_string_equal (
        selection.kept[i]->name,
        json_object_get_string (
            names != NULL
                ? json_object_array_get_idx (names, i)
                : get (get (json_object_array_get_idx (items, i), "metadata"),
                       "name")));
  assert_int_equal (selection.n_rejected, 1);
  assert_int_equal (json_object_object_length (failed), 1);
  assert_string_equal (
      selection.rejected[0].message,
      json_object_get_string (get (failed, selection.rejected[0].node_name)));
  assert_replayed (&replay, *state);
}

static void
replay_prioritize (void **state, const char *name, const char *policy)
{
  g_auto (Replay) replay = { 0 };
  g_autoptr (FitPod) pod = NULL;
  g_autofree gint64 *scores = NULL;

  replay_init (&replay, name, policy, *state);
  pod = recorded_pod (&replay);
  scores = g_new (gint64, replay.nodes->len);
  assert_true (fit_extender_prioritize (
      replay.extenders->pdata[0], replay.cluster.cache, pod,
      (const FitNodeInfo *const *) replay.nodes->pdata, replay.nodes->len,
      scores, NULL));
  assert_int_equal (fit_extender_weight (replay.extenders->pdata[0]), 5);
  assert_int_equal (replay.nodes->len,
                    json_object_array_length (replay.response));
  for (guint i = 0; i < replay.nodes->len; i++)
    assert_int_equal (
        scores[i],
        json_object_get_int64 (
            get (json_object_array_get_idx (replay.response, i), "Score")));
  assert_replayed (&replay, *state);
}

static void
test_filter (void **state)
{
  replay_filter (state, "filter-full-nodes", "policy-full-nodes");
  replay_filter (state, "filter-node-names", "policy-node-names-bind");
}

static void
test_prioritize (void **state)
{
  replay_prioritize (state, "prioritize-full-nodes", "policy-full-nodes");
  replay_prioritize (state, "prioritize-node-names", "policy-node-names-bind");
}

static void
test_bind (void **state)
{
  g_auto (Replay) replay = { 0 };
  g_autoptr (FitPod) pod = NULL;
  g_autofree char *manifest = NULL;

  replay_init (&replay, "bind-node-names", "policy-node-names-bind", *state);
  manifest = g_strdup_printf (
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: %s, "
      "uid: %s}}",
      json_object_get_string (get (replay.request, "PodName")),
      json_object_get_string (get (replay.request, "PodNamespace")),
      json_object_get_string (get (replay.request, "PodUID")));
  pod = pod_from (manifest);
  assert_ptr_equal (fit_extenders_binder (replay.extenders, pod),
                    replay.extenders->pdata[0]);
  assert_true (fit_extender_bind (
      replay.extenders->pdata[0], pod,
      json_object_get_string (get (replay.request, "Node")), NULL, NULL));
  assert_replayed (&replay, *state);
}

static int
start_process (void **state)
{
  *state = extender_process_new (NULL, NULL, NULL);
  extender_process_set (*state, "reject", "node-00000");
  extender_process_set (*state, "favourite", "node-00003");
  return 0;
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_filter),
    cmocka_unit_test (test_prioritize),
    cmocka_unit_test (test_bind),
  };

  return cmocka_run_group_tests_name ("extender-replay", tests, start_process,
                                      extender_process_teardown);
}
