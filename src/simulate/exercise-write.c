/* exercise-write.c - writes scenes as manifests
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/exercise-private.h"

#include <string.h>

#include "api/syntax.h"
#include "base/each.h"
#include "base/list-gap.h"
#include "formats/value-json.h"

/* Chooses the nodes of a scene. */
#define KEY "fitsched.example/tries"

/* What nodes have unless a scene says otherwise, and what pods ask for: one and
 * a half percent of both. */
#define CPU "10"
#define MEMORY "100000Mi"
#define REQUESTS "cpu: 150m, memory: 1500Mi"

/* Pods that run are small, and no resource is used more than the other. */
#define SMALL "cpu: 1m, memory: 10Mi"

static const FitSceneNode two_nodes[] = { { "a" }, { "b" }, { 0 } };

/* One scene at work. */
typedef struct
{
  const FitSceneWriter *writer;
  const char *name; /* with the prefix */
} Stage;

/* @text with the name of the scene. */
static void
append (const Stage *stage, const char *text)
{
  for (; *text != '\0'; text++)
    if (*text == '@')
      g_string_append (stage->writer->out, stage->name);
    else
      g_string_append_c (stage->writer->out, *text);
}

/* A member of a mapping in flow style. */
static void
append_member (const Stage *stage, const char **separator, const char *text)
{
  if (text == NULL || *text == '\0')
    return;
  append (stage, *separator);
  append (stage, text);
  *separator = ", ";
}

static gboolean
names (const char *list, const char *key)
{
  return list != NULL && strstr (list, key) != NULL;
}

/* Labels of the exercise, except those that the node lacks or has with another
 * value. */
static void
append_labels (const Stage *stage, const FitSceneNode *node)
{
  const FitSceneWriter *writer = stage->writer;
  g_autofree char *host
      = g_strdup_printf ("\"kubernetes.io/hostname\": \"@-%s\"", node->suffix);
  const char *separator = "";

  append_member (stage, &separator, "\"" KEY "\": \"@\"");
  if (!g_hash_table_contains (writer->forbidden, "kubernetes.io/hostname")
      && !names (node->labels, "\"kubernetes.io/hostname\":"))
    append_member (stage, &separator, host);
  FIT_EACH (const char, label, writer->labels)
    {
      g_autofree char *key
          = g_strndup (label, (gsize) (strchr (label, ':') - label) + 1);

      if (!names (node->labels, key) && !names (node->without, key))
        append_member (stage, &separator, label);
    }
  append_member (stage, &separator, node->labels);
}

/* @items: (nullable): of the status */
static void
append_list (const Stage *stage, const char *name, const char *items)
{
  if (items == NULL)
    return;
  g_string_append_printf (stage->writer->out, "  %s: [", name);
  append (stage, items);
  append (stage, "]\n");
}

static void
append_node (const Stage *stage, const FitSceneNode *node)
{
  GString *out = stage->writer->out;
  const char *separator = "";

  g_string_append_printf (out,
                          "---\napiVersion: v1\nkind: Node\nmetadata:\n"
                          "  name: \"%s-%s\"\n  labels: {",
                          stage->name, node->suffix);
  append_labels (stage, node);
  g_string_append (out, "}\n");
  if (node->annotations != NULL)
    {
      append (stage, "  annotations: {");
      append (stage, node->annotations);
      append (stage, "}\n");
    }
  append (stage, "spec: {");
  append_member (stage, &separator, node->spec);
  append (stage, "}\nstatus:\n  allocatable: {");
  separator = "";
  if (!names (node->allocatable, "cpu:"))
    append_member (stage, &separator, "cpu: " CPU);
  append_member (stage, &separator, "memory: " MEMORY ", pods: 110");
  append_member (stage, &separator, node->allocatable);
  append (stage, "}\n  conditions: [");
  append (stage, node->conditions != NULL ? node->conditions
                                          : "{type: Ready, status: \"True\"}");
  append (stage, "]\n");
  append_list (stage, "images", node->images);
  append_list (stage, "declaredFeatures", node->features);
}

static void
append_pod (const Stage *stage, const FitScenePod *pod)
{
  GString *out = stage->writer->out;
  const char *separator = "";
  const char *requests = pod->requests != NULL ? pod->requests
                         : pod->node != NULL   ? SMALL
                                               : REQUESTS;

  g_string_append_printf (out,
                          "---\napiVersion: v1\nkind: Pod\nmetadata:\n"
                          "  name: \"%s-%s\"\n",
                          stage->name, pod->suffix);
  if (pod->metadata != NULL)
    {
      append (stage, "  ");
      append (stage, pod->metadata);
      append (stage, "\n");
    }
  append (stage, "spec:\n");
  if (pod->node != NULL)
    g_string_append_printf (out, "  nodeName: \"%s-%s\"\n", stage->name,
                            pod->node);
  g_string_append (out, "  schedulerName: ");
  fit_json_append_string (out, stage->writer->scheduler_name);
  append (stage, "\n  nodeSelector: {");
  append_member (stage, &separator, KEY ": \"@\"");
  append_member (stage, &separator, pod->selector);
  append (stage, "}\n");
  append (stage, "  containers: [{name: main");
  if (*requests != '\0')
    {
      append (stage, ", resources: {requests: {");
      append (stage, requests);
      append (stage, "}}");
    }
  separator = ", ";
  append_member (stage, &separator, pod->container);
  append (stage, "}]\n");
  if (pod->spec != NULL)
    {
      append (stage, "  ");
      append (stage, pod->spec);
      append (stage, "\n");
    }
  if (pod->node != NULL)
    append (stage, "status: {phase: Running}\n");
}

void
fit_scene_write (const FitSceneWriter *writer, const FitScene *scene,
                 guint number)
{
  g_autofree char *name
      = number > 0
            ? g_strdup_printf ("%s%s-%u", writer->prefix, scene->name, number)
            : g_strdup_printf ("%s%s", writer->prefix, scene->name);
  const Stage stage = { writer, name };
  const FitSceneNode *nodes = scene->nodes != NULL ? scene->nodes : two_nodes;

  for (guint i = 0; nodes[i].suffix != NULL; i++)
    append_node (&stage, &nodes[i]);
  if (scene->objects != NULL)
    {
      append (&stage, "---\n");
      append (&stage, scene->objects);
    }
  for (guint i = 0; scene->pods[i].suffix != NULL; i++)
    append_pod (&stage, &scene->pods[i]);
}

/* -- labels ---------------------------------------------------------------- */

char *
fit_scene_label (const char *key, const char *value)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);

  fit_qualified_name_problems (key, problems);
  fit_label_value_problems (value, problems);
  return problems->len == 0 ? g_strdup_printf ("\"%s\": \"%s\"", key, value)
                            : NULL;
}

/* -- use ------------------------------------------------------------------- */

#define ALL_PARTS 10000
#define PARTS_ASKED 150

static void
append_amount (GString *list, const char *resource, guint parts)
{
  g_autofree char *text = NULL;

  /* Nodes have 10,000 parts of everything, of which the pod that waits asks
   * for 150; resources other than cpu and memory are counted in whole
   * numbers. */
  if (strcmp (resource, "cpu") == 0)
    text = g_strdup_printf ("cpu: %um", parts);
  else if (strcmp (resource, "memory") == 0)
    text = g_strdup_printf ("memory: %uMi", parts * 10);
  else
    text = g_strdup_printf ("\"%s\": %u", resource, parts);
  g_string_append_printf (list, "%s%s", fit_list_gap (list, ", "), text);
}

void
fit_scene_write_use (const FitSceneWriter *writer, const char *name,
                     guint number, const FitSceneUse *uses, guint n)
{
  g_autoptr (GString) room = g_string_new (NULL);
  g_autoptr (GString) asked = g_string_new (NULL);
  g_autoptr (GString) less = g_string_new (NULL);
  g_autoptr (GString) more = g_string_new (NULL);
  GString *const used[] = { less, more };

  for (guint i = 0; i < MIN (n, FIT_SCENE_MAX_USES); i++)
    {
      if (strcmp (uses[i].name, "cpu") != 0
          && strcmp (uses[i].name, "memory") != 0)
        append_amount (room, uses[i].name, ALL_PARTS);
      append_amount (asked, uses[i].name, PARTS_ASKED);
      for (guint node = 0; node < G_N_ELEMENTS (used); node++)
        {
          const guint parts = uses[i].percent[node] * ALL_PARTS / 100;

          append_amount (used[node], uses[i].name,
                         parts > PARTS_ASKED ? parts - PARTS_ASKED : 1);
        }
    }
  fit_scene_write (
      writer,
      &(const FitScene){
          .name = name,
          .nodes = (const FitSceneNode[]){ { "a", .allocatable = room->str },
                                           { "b", .allocatable = room->str },
                                           { 0 } },
          .pods = (const FitScenePod[]){ { "q", "a", .requests = less->str },
                                         { "r", "b", .requests = more->str },
                                         { "p", .requests = asked->str },
                                         { 0 } } },
      number);
}
