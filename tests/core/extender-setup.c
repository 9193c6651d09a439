/* extender-setup.c - a small cluster, a Policy with extenders, and calls to them
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/extender-setup.h"

#include "formats/value-json.h"

static const char *
text_of (const Setup *setup, const char *name)
{
  return g_hash_table_lookup (setup->texts, name);
}

static const char *
pod_json (const FitPod *pod, gpointer data)
{
  return text_of (data, pod->meta.name);
}

static const char *
node_json (const FitNode *node, gpointer data)
{
  return text_of (data, node->name);
}

static void
add_text (Setup *setup, const FitObjectMeta *meta)
{
  g_hash_table_insert (
      setup->texts, g_strdup (meta->name),
      g_strdup_printf ("{\"metadata\":{\"name\":\"%s\",\"uid\":\"%s\"},"
                       "\"spec\":{},\"status\":{}}",
                       meta->name, meta->uid));
}

static void
free_policy (gpointer data)
{
  fit_policy_free (data);
}

static void
free_extender (gpointer data)
{
  fit_extender_free (data);
}

void
setup_init (Setup *setup, const char *manifest)
{
  g_autoptr (FitObjects) objects = objects_from (manifest);

  *setup = (Setup){ 0 };
  cluster_init (&setup->cluster, manifest, NULL);
  setup->texts
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  setup->policies = g_ptr_array_new_with_free_func (free_policy);
  setup->extenders = g_ptr_array_new_with_free_func (free_extender);
  for (guint i = 0; i < objects->of[FIT_KIND_NODE]->len; i++)
    add_text (setup, &((FitNode *) objects->of[FIT_KIND_NODE]->pdata[i])->meta);
  for (guint i = 0; i < objects->of[FIT_KIND_POD]->len; i++)
    add_text (setup, &((FitPod *) objects->of[FIT_KIND_POD]->pdata[i])->meta);
}

void
setup_clear (Setup *setup)
{
  g_ptr_array_unref (setup->extenders);
  g_ptr_array_unref (setup->policies);
  g_hash_table_unref (setup->texts);
  cluster_clear (&setup->cluster);
}

FitExtender *
setup_add (Setup *setup, const char *url, const char *more)
{
  g_autofree char *text = g_strdup_printf (
      "{\"kind\":\"Policy\",\"apiVersion\":\"v1\",\"extenders\":"
      "[{\"urlPrefix\":\"%s\",%s}]}",
      url, more);
  const FitExtenderOptions options
      = { .pod_json = pod_json,
          .node_json = node_json,
          .data = setup,
          .release = setup->release,
          .calls = setup->calls,
          .observer = setup->observer,
          .max_reply_bytes = setup->max_reply_bytes };
  g_autoptr (GError) error = NULL;
  FitPolicy *policy
      = fit_policy_parse (text, strlen (text), "test", NULL, &error);
  FitExtender *extender;

  if (policy == NULL)
    fail_msg ("%s", error->message);
  g_ptr_array_add (setup->policies, policy);
  extender = fit_extender_new (policy->extenders->pdata[0], &options);
  g_ptr_array_add (setup->extenders, extender);
  return extender;
}

GPtrArray *
setup_nodes (const Setup *setup, const char *names)
{
  g_auto (GStrv) words = g_strsplit (names, " ", -1);
  GPtrArray *nodes = g_ptr_array_new ();

  for (char **word = words; *word != NULL; word++)
    g_ptr_array_add (nodes, (gpointer) cluster_node (&setup->cluster, *word));
  return nodes;
}

FitExtender *
setup_add_at (Setup *setup, ExtenderProcess *process, const char *behaviour,
              const char *more)
{
  g_autofree char *url = extender_process_url (process, behaviour);

  return setup_add (setup, url, more);
}

int
setup_forget (void **state)
{
  json_object_put (extender_process_take_log (*state));
  extender_process_set (*state, "reject", "");
  extender_process_set (*state, "favourite", "");
  extender_process_set (*state, "spare", "");
  return 0;
}

char *
node_names (const FitNodeInfo *const *nodes, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", nodes[i]->name);
  return g_strdup (text->str);
}

void
assert_same_json (json_object *found, json_object *expected)
{
  if (!json_object_equal (found, expected))
    fail_msg (
        "%s\n  is not\n%s",
        json_object_to_json_string_ext (found, JSON_C_TO_STRING_PLAIN),
        json_object_to_json_string_ext (expected, JSON_C_TO_STRING_PLAIN));
}

void
assert_last_request (ExtenderProcess *process, const char *path,
                     const char *body)
{
  json_object *log = extender_process_take_log (process);
  json_object *requests = json_object_object_get (log, "requests");
  json_object *request = json_object_array_get_idx (requests, 0);
  json_object *found, *expected = json_tokener_parse (body);

  assert_int_equal (json_object_array_length (requests), 1);
  assert_string_equal (
      json_object_get_string (json_object_object_get (request, "path")), path);
  found = json_tokener_parse (
      json_object_get_string (json_object_object_get (request, "body")));
  assert_same_json (found, expected);
  json_object_put (found);
  json_object_put (expected);
  json_object_put (log);
}

char *
with_url (const char *text, const char *url)
{
  g_auto (GStrv) parts = g_strsplit (text, "@", -1);

  return g_strjoinv (url, parts);
}
