/* stage.c - plugins that follow a script and write down their calls
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/framework/stage.h"

#include <string.h>

#define N_NODES 200

/* -- the plugins ----------------------------------------------------------- */

/* What create() makes of arguments: the name of the plugin and what it is to
 * do. */
typedef struct
{
  const char *name;
  const FitValue *args; /* (nullable) */
  GString *log;
} Actor;

/* Of the stage that is open: create() and destroy() have no cycle. */
static GString *open_log;

static gpointer
actor_new (const char *name, const FitValue *args, GError **error)
{
  const char *problem = fit_value_get_string (args, "create");
  Actor *actor;

  if (problem != NULL)
    {
      g_set_error_literal (error, FIT_ERROR, FIT_ERROR_INTERNAL, problem);
      return NULL;
    }
  g_string_append_printf (open_log, "%s create\n", name);
  actor = g_new (Actor, 1);
  *actor = (Actor){ name, args, open_log };
  return actor;
}

static void
destroy (gpointer plugin)
{
  Actor *actor = plugin;

  g_string_append_printf (actor->log, "%s destroy\n", actor->name);
  g_free (actor);
}

static gint64
number (const FitValue *map, const char *key, gint64 otherwise)
{
  const FitValue *value = fit_value_get (map, key);

  return value != NULL ? g_ascii_strtoll (value->text, NULL, 10) : otherwise;
}

static FitStatusCode
code_from (const char *name)
{
  for (guint code = 0; name != NULL && code < FIT_STATUS_LAST; code++)
    if (strcmp (name, fit_status_code_name (code)) == 0)
      return code;
  return FIT_STATUS_SUCCESS;
}

static FitStatus
answer (const FitPluginCall *call, const char *key)
{
  const Actor *actor = call->plugin;
  const FitValue *said = fit_value_get (actor->args, key);
  const char *message = fit_value_get_string (said, "message");

  return (FitStatus){ .code = code_from (fit_value_get_string (said, "code")),
                      .message = g_strdup (message) };
}

static void
note (const FitPluginCall *call, const char *what, const char *node_name)
{
  const Actor *actor = call->plugin;

  fit_cycle_state_lock (call->state);
  g_string_append_printf (actor->log, "%s %s%s%s\n", actor->name, what,
                          *node_name != '\0' ? " " : "", node_name);
  fit_cycle_state_unlock (call->state);
}

static FitStatus
pre_filter (const FitPluginCall *call)
{
  note (call, "prefilter", "");
  return answer (call, "prefilter");
}

static FitStatus
filter (const FitPluginCall *call, const FitNodeInfo *node)
{
  note (call, "filter", node->name);
  return answer (call, "filter");
}

static FitStatus
post_filter (const FitPluginCall *call, const FitNodeList *feasible)
{
  note (call, "post-filter", feasible->n > 0 ? feasible->nodes[0]->name : "");
  return answer (call, "post-filter");
}

static FitStatus
score (const FitPluginCall *call, const FitNodeInfo *node, gint64 *out_score)
{
  const Actor *actor = call->plugin;
  const char *problem
      = fit_value_get_string (fit_value_get (actor->args, "fail"), node->name);

  if (problem != NULL)
    return fit_status (FIT_STATUS_UNSCHEDULABLE, "%s", problem);
  *out_score = number (fit_value_get (actor->args, "score"), node->name, 5);
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

static FitStatus
normalize_score (const FitPluginCall *call, const FitNodeList *nodes,
                 gint64 *scores)
{
  const Actor *actor = call->plugin;

  note (call, "normalize", "");
  for (guint i = 0; i < nodes->n; i++)
    scores[i] /= number (actor->args, "divide", 1);
  return answer (call, "normalize");
}

static FitStatus
reserve (const FitPluginCall *call, const char *node_name)
{
  note (call, "reserve", node_name);
  return answer (call, "reserve");
}

static FitStatus
permit (const FitPluginCall *call, const char *node_name,
        gint64 *out_timeout_ns)
{
  const Actor *actor = call->plugin;

  note (call, "permit", node_name);
  *out_timeout_ns
      = number (fit_value_get (actor->args, "permit"), "timeout", 0);
  return answer (call, "permit");
}

static FitStatus
pre_bind (const FitPluginCall *call, const char *node_name)
{
  note (call, "prebind", node_name);
  return answer (call, "prebind");
}

static FitStatus
bind (const FitPluginCall *call, const char *node_name)
{
  note (call, "bind", node_name);
  return answer (call, "bind");
}

static void
post_bind (const FitPluginCall *call, const char *node_name)
{
  note (call, "postbind", node_name);
}

static void
unreserve (const FitPluginCall *call, const char *node_name)
{
  note (call, "unreserve", node_name);
}

/* -- of later releases ----------------------------------------------------- */

static FitStatus
pre_enqueue (gpointer plugin, const FitPod *pod)
{
  const FitPluginCall call = { .plugin = plugin };

  return answer (&call, "preenqueue");
}

static FitStatus
pre_filter_nodes (const FitPluginCall *call, GPtrArray **out_names)
{
  const Actor *actor = call->plugin;
  const FitValue *nodes = fit_value_get (actor->args, "nodes");

  note (call, "prefilter", "");
  if (nodes != NULL)
    *out_names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; nodes != NULL && i < nodes->n; i++)
    g_ptr_array_add (*out_names, g_strdup (nodes->items[i].text));
  return answer (call, "prefilter");
}

static FitStatus
add_pod (const FitPluginCall *call, const FitPod *other,
         const FitNodeInfo *node)
{
  note (call, "add", other->meta.name);
  return answer (call, "add");
}

static FitStatus
remove_pod (const FitPluginCall *call, const FitPod *other,
            const FitNodeInfo *node)
{
  note (call, "remove", other->meta.name);
  return answer (call, "remove");
}

static FitStatus
make_room (const FitPluginCall *call, guint n,
           const FitNodeRejection *rejections, FitNomination *out_nomination)
{
  const Actor *actor = call->plugin;
  const char *room = fit_value_get_string (actor->args, "room");

  note (call, "postfilter", n > 0 ? rejections[0].node->name : "");
  if (room != NULL)
    *out_nomination
        = (FitNomination){ .decides = TRUE, .node_name = g_strdup (room) };
  return answer (call, "postfilter");
}

static FitStatus
pre_score (const FitPluginCall *call, const FitNodeList *feasible)
{
  note (call, "prescore", feasible->nodes[0]->name);
  return answer (call, "prescore");
}

static gboolean
less (gpointer plugin, const FitQueuedPod *a, const FitQueuedPod *b)
{
  return strcmp (a->pod->meta.name, b->pod->meta.name) > 0;
}

/* create() is not told as what it was registered. */
#define CREATE(actor)                                                      \
  static gpointer create_##actor (                                         \
      const FitValue *args, const FitPluginHandle *handle, GError **error) \
  {                                                                        \
    assert_non_null (handle->cache);                                       \
    assert_non_null (handle->waiting);                                     \
    return actor_new (#actor, args, error);                                \
  }

CREATE (A)
CREATE (B)
CREATE (C)
CREATE (Picky)
CREATE (Rough)
CREATE (Left)
CREATE (Right)
CREATE (Undo)

#define COMPLETE(actor)                                                   \
  {                                                                       \
    .name = #actor, .create = create_##actor, .destroy = destroy,         \
    .less = less, .pre_filter = pre_filter, .filter = filter,             \
    .post_filter = post_filter, .score = score,                           \
    .normalize_score = normalize_score, .reserve = reserve,               \
    .unreserve = unreserve, .permit = permit, .pre_bind = pre_bind,       \
    .bind = bind, .post_bind = post_bind, .pre_enqueue = pre_enqueue,     \
    .add_pod = add_pod, .remove_pod = remove_pod, .make_room = make_room, \
    .pre_score = pre_score                                                \
  }

static const FitPluginInfo infos[] = {
  COMPLETE (A),
  COMPLETE (B),
  COMPLETE (C),
  { .name = "Picky",
    .create = create_Picky,
    .destroy = destroy,
    .filter = filter },
  { .name = "Rough",
    .create = create_Rough,
    .destroy = destroy,
    .score = score },
  { .name = "Bare", .post_bind = post_bind },
  { .name = "Left",
    .create = create_Left,
    .destroy = destroy,
    .pre_filter_nodes = pre_filter_nodes },
  { .name = "Right",
    .create = create_Right,
    .destroy = destroy,
    .pre_filter_nodes = pre_filter_nodes },
  { .name = "Undo",
    .create = create_Undo,
    .destroy = destroy,
    .unreserve = unreserve },
};

/* -- the stage ------------------------------------------------------------- */

void
stage_init (Stage *stage, const char *script)
{
  g_autoptr (GString) manifest = g_string_new (NULL);

  for (guint i = 0; i < N_NODES; i++)
    g_string_append_printf (manifest,
                            "---\n{apiVersion: v1, kind: Node, metadata: "
                            "{name: n%u}}\n",
                            i);
  g_string_append (manifest, POD ("p", "namespace: ns", ""));
  *stage = (Stage){ .state = fit_cycle_state_new (),
                    .log = g_string_new (NULL),
                    .registry = fit_plugin_registry_new (),
                    .lists = fit_plugin_lists_new () };
  cluster_init (&stage->cluster, manifest->str, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    assert_true (fit_plugin_registry_add (stage->registry, &infos[i], NULL));
  stage_read (stage, script);
}

void
stage_clear (Stage *stage)
{
  g_clear_pointer (&stage->framework, fit_framework_free);
  g_clear_pointer (&stage->registry, fit_plugin_registry_free);
  g_clear_pointer (&stage->lists, fit_plugin_lists_free);
  g_clear_pointer (&stage->state, fit_cycle_state_free);
  cluster_clear (&stage->cluster);
  if (stage->log != NULL)
    g_string_free (g_steal_pointer (&stage->log), TRUE);
}

static void
read_list (Stage *stage, FitExtensionPoint point, const FitValue *list)
{
  for (guint i = 0; list != NULL && i < list->n; i++)
    {
      const FitValue *item = &list->items[i];

      if (item->type == FIT_VALUE_STRING)
        fit_plugin_lists_enable (stage->lists, point, item->text, 0);
      else
        fit_plugin_lists_enable (stage->lists, point,
                                 fit_value_get_string (item, "name"),
                                 number (item, "weight", 0));
    }
}

void
stage_read (Stage *stage, const char *script)
{
  g_autoptr (GError) error = NULL;
  const FitValue *tree = fit_yaml_parse (stage->cluster.arena, script,
                                         strlen (script), NULL, &error);
  const FitValue *args;

  if (tree == NULL)
    fail_msg ("%s\n%s", error->message, script);
  for (guint point = 0; point < FIT_POINT_LAST; point++)
    read_list (
        stage, point,
        fit_value_get (tree, fit_extension_point_info (point)->legacy_kind));
  args = fit_value_get (tree, "args");
  for (guint i = 0; args != NULL && i < args->n; i++)
    fit_plugin_lists_set_args (stage->lists, args->members[i].key,
                               &args->members[i].value);
}

gboolean
stage_try (Stage *stage, GError **error)
{
  const FitFrameworkOptions options = {
    .release = stage->release,
    .registry = stage->registry,
    .lists = stage->lists,
    .cache = stage->cluster.cache,
    .in_tree = stage->in_tree,
  };

  open_log = stage->log;
  stage->framework = fit_framework_new_of (&options, error);
  open_log = NULL;
  return stage->framework != NULL;
}

static void
open_stage (Stage *stage, const char *script)
{
  g_autoptr (GError) error = NULL;

  if (!stage_try (stage, &error))
    fail_msg ("%s\n%s", error->message, script);
  g_string_truncate (stage->log, 0);
}

void
stage_open (Stage *stage, const char *script)
{
  stage_init (stage, script);
  open_stage (stage, script);
}

void
stage_open_as (Stage *stage, const char *release, const char *script)
{
  stage_init (stage, script);
  assert_true (fit_release_parse (release, &stage->release, NULL));
  stage->in_tree = 1u << FIT_POINT_QUEUE_SORT | 1u << FIT_POINT_BIND;
  open_stage (stage, script);
}

FitFrameworkCycle
stage_cycle (const Stage *stage)
{
  return (FitFrameworkCycle){ stage->state, stage->cluster.pending };
}

FitNodeList
stage_nodes (const Stage *stage, guint n)
{
  const FitNodeInfo **nodes
      = fit_arena_newn (stage->cluster.arena, const FitNodeInfo *, n);

  for (guint i = 0; i < n; i++)
    nodes[i] = fit_cache_node (stage->cluster.cache, i);
  return (FitNodeList){ n, nodes };
}

FitStatus
stage_ask (Stage *stage, FitExtensionPoint point)
{
  const FitFrameworkCycle cycle = stage_cycle (stage);
  const FitNodeList nodes = stage_nodes (stage, 2);
  FitFramework *framework = stage->framework;

  switch (point)
    {
    case FIT_POINT_PRE_FILTER:
      return fit_framework_pre_filter (framework, &cycle);
    case FIT_POINT_FILTER:
      return fit_framework_filter (framework, &cycle, nodes.nodes[0]);
    case FIT_POINT_POST_FILTER:
      return fit_framework_post_filter (framework, &cycle, &nodes);
    case FIT_POINT_PRE_SCORE:
      return fit_framework_pre_score (framework, &cycle, &nodes);
    case FIT_POINT_RESERVE:
      return fit_framework_reserve (framework, &cycle, "n1");
    case FIT_POINT_PERMIT:
      return fit_framework_permit (framework, &cycle, "n1");
    case FIT_POINT_PRE_BIND:
      return fit_framework_pre_bind (framework, &cycle, "n1");
    default:
      return fit_framework_bind (framework, &cycle, "n1");
    }
}

void
assert_status (FitStatus *status, const char *expected)
{
  g_autofree char *text = g_strdup_printf (
      "%s%s%s", fit_status_code_name (status->code),
      status->message != NULL ? ": " : "", fit_status_message (status));

  assert_string_equal (text, expected);
  fit_status_clear (status);
}

void
assert_log (Stage *stage, const char *expected)
{
  assert_string_equal (stage->log->str, expected);
  g_string_truncate (stage->log, 0);
}
