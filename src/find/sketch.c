/* sketch.c - makes clusters at random, and writes them
 * SPDX-License-Identifier: Apache-2.0 */
#include "find/sketch.h"

#include <string.h>

#include "formats/json-build.h"
#include "formats/value-json.h"

/* -- at random ------------------------------------------------------------- */

static guint
below (GRand *random, guint n)
{
  return (guint) g_rand_int_range (random, 0, (gint32) n);
}

/* Half of the objects have what the cluster is about. */
static void
choose (FitSketched *object, FitTraitOwner owner, const GArray *traits,
        const gboolean *about, GRand *random)
{
  for (guint i = 0; i < traits->len; i++)
    {
      const FitTrait *trait = &g_array_index (traits, FitTrait, i);

      if (trait->owner == owner && about[i] && below (random, 2) == 0)
        object->choices[i] = (guint8) (1 + below (random, trait->n - 1));
    }
}

/* Claims are in one namespace, and so are the pods that name one. */
static void
stay_at_home (FitSketched *pod, const GArray *traits)
{
  gint elsewhere = -1;
  gboolean claims = FALSE;

  for (guint i = 0; i < traits->len; i++)
    {
      const FitTrait *trait = &g_array_index (traits, FitTrait, i);

      if (trait->owner != FIT_OF_POD)
        continue;
      if (g_str_has_prefix (trait->texts[pod->choices[i]], "'namespace':"))
        elsewhere = (gint) i;
      claims |= strstr (trait->texts[pod->choices[i]], "'claimName':") != NULL;
    }
  if (claims && elsewhere >= 0)
    pod->choices[elsewhere] = 0;
}

void
fit_sketch_fill (FitSketch *sketch, const GArray *traits, guint32 seed,
                 guint64 number)
{
  const guint32 seeds[] = { seed, (guint32) number, (guint32) (number >> 32) };
  GRand *random = g_rand_new_with_seed_array (seeds, G_N_ELEMENTS (seeds));
  gboolean about[FIT_MOST_TRAITS];
  guint n_running;

  memset (sketch, 0, sizeof *sketch);
  /* A few things decide better than all of them together. */
  for (guint i = 0; i < traits->len; i++)
    about[i] = below (random, 4) == 0
               || (g_array_index (traits, FitTrait, i).usual
                   && below (random, 2) == 0);
  sketch->n_nodes = 2 + below (random, FIT_SKETCH_NODES - 1);
  n_running = below (random, 5);
  sketch->n_pods = n_running + 1 + below (random, FIT_SKETCH_PODS - n_running);
  for (guint i = 0; i < sketch->n_nodes; i++)
    choose (&sketch->nodes[i], FIT_OF_NODE, traits, about, random);
  for (guint i = 0; i < sketch->n_pods; i++)
    {
      FitSketched *pod = &sketch->pods[i];

      choose (pod, FIT_OF_POD, traits, about, random);
      stay_at_home (pod, traits);
      pod->node = -1;
      if (i < n_running)
        pod->node = (gint8) below (random, sketch->n_nodes);
    }
  choose (&sketch->rest, FIT_OF_CLUSTER, traits, about, random);
  g_rand_free (random);
}

/* -- as JSON --------------------------------------------------------------- */

typedef struct
{
  GString *out;
  const GArray *traits;
  const char *scheduler_name;
} Writer;

static void
append (const Writer *writer, const char *text)
{
  const gsize from = writer->out->len;

  g_string_append (writer->out, text);
  for (char *at = writer->out->str + from; *at != '\0'; at++)
    if (*at == '\'')
      *at = '"';
}

/* The traits of @place between @open and @close; nothing if there are none.
 * Returns: are there any? */
static gboolean
append_place (const Writer *writer, const FitSketched *object,
              FitTraitOwner owner, FitTraitPlace place, const char *open,
              const char *close)
{
  gboolean any = FALSE;

  for (guint i = 0; i < writer->traits->len; i++)
    {
      const FitTrait *trait = &g_array_index (writer->traits, FitTrait, i);
      const char *text = trait->texts[object->choices[i]];

      if (trait->owner != owner || trait->place != place || *text == '\0')
        continue;
      append (writer, any ? "," : open);
      append (writer, text);
      any = TRUE;
    }
  if (any)
    append (writer, close);
  return any;
}

static void
append_node (const Writer *writer, const FitSketched *node, guint number)
{
  g_autofree char *opening = g_strdup_printf (
      "{'apiVersion':'v1','kind':'Node','metadata':{'name':'n%u'", number + 1);
  g_autofree char *labels = g_strdup_printf (
      ",'labels':{'kubernetes.io/hostname':'n%u'", number + 1);

  append (writer, opening);
  append_place (writer, node, FIT_OF_NODE, FIT_IN_METADATA, ",", "");
  append (writer, labels);
  append_place (writer, node, FIT_OF_NODE, FIT_IN_LABELS, ",", "");
  append (writer, "}}");
  append_place (writer, node, FIT_OF_NODE, FIT_IN_SPEC, ",'spec':{", "}");
  append_place (writer, node, FIT_OF_NODE, FIT_IN_ALLOCATABLE,
                ",'status':{'allocatable':{", "}");
  append_place (writer, node, FIT_OF_NODE, FIT_IN_STATUS, ",", "");
  append (writer, "}}");
}

static void
append_pod (const Writer *writer, const FitSketched *pod, guint number)
{
  g_autofree char *opening = g_strdup_printf (
      "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'p%u'", number + 1);
  gboolean resources;

  append (writer, opening);
  append_place (writer, pod, FIT_OF_POD, FIT_IN_METADATA, ",", "");
  append_place (writer, pod, FIT_OF_POD, FIT_IN_LABELS, ",'labels':{", "}");
  append (writer, "},'spec':{'schedulerName':");
  fit_json_append_string (writer->out, writer->scheduler_name);
  if (pod->node >= 0)
    {
      g_autofree char *name
          = g_strdup_printf (",'nodeName':'n%d'", pod->node + 1);

      append (writer, name);
    }
  append_place (writer, pod, FIT_OF_POD, FIT_IN_SPEC, ",", "");
  append_place (writer, pod, FIT_OF_POD, FIT_IN_NODE_SELECTOR,
                ",'nodeSelector':{", "}");
  append_place (writer, pod, FIT_OF_POD, FIT_IN_AFFINITY, ",'affinity':{", "}");
  append (writer, ",'containers':[{'name':'c'");
  append_place (writer, pod, FIT_OF_POD, FIT_IN_CONTAINER, ",", "");
  resources = append_place (writer, pod, FIT_OF_POD, FIT_IN_REQUESTS,
                            ",'resources':{'requests':{", "}");
  if (append_place (writer, pod, FIT_OF_POD, FIT_IN_LIMITS,
                    resources ? ",'limits':{" : ",'resources':{'limits':{", "}")
      || resources)
    append (writer, "}");
  append (writer,
          pod->node >= 0 ? "}]},'status':{'phase':'Running'}}" : "}]}}");
}

void
fit_sketch_write (const FitSketch *sketch, const GArray *traits,
                  const char *scheduler_name, GString *out)
{
  const Writer writer = { out, traits, scheduler_name };
  const FitCompanion *companions;
  const char *separator;
  guint n;

  g_string_truncate (out, 0);
  append (&writer, "{'apiVersion':'v1','kind':'List','items':[");
  separator = "";
  for (guint i = 0; i < sketch->n_nodes; i++)
    {
      g_string_append (out, separator);
      append_node (&writer, &sketch->nodes[i], i);
      separator = ",";
    }
  if (append_place (&writer, &sketch->rest, FIT_OF_CLUSTER, FIT_IN_METADATA,
                    separator, ""))
    separator = ",";
  for (guint i = 0; i < sketch->n_pods; i++)
    {
      g_string_append (out, separator);
      append_pod (&writer, &sketch->pods[i], i);
      separator = ",";
    }
  companions = fit_companions (&n);
  for (guint i = 0; i < n; i++)
    if (strstr (out->str, companions[i].named) != NULL)
      {
        append (&writer, ",");
        append (&writer, companions[i].text);
      }
  g_string_append (out, "]}");
}

char *
fit_sketch_yaml (const FitSketch *sketch, const GArray *traits,
                 const char *scheduler_name)
{
  g_autoptr (GString) json = g_string_new (NULL);
  g_autoptr (FitJson) list = NULL;
  GString *out = g_string_new (NULL);
  const FitJson *items;

  fit_sketch_write (sketch, traits, scheduler_name, json);
  list = fit_json_from_text (json->str);
  items = fit_json_get (list, "items");
  for (guint i = 0; i < fit_json_length (items); i++)
    {
      g_string_append (out, i > 0 ? "---\n" : "");
      fit_yaml_append (fit_json_at (items, i), out);
    }
  return g_string_free (out, FALSE);
}
