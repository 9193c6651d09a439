/* extender-request.c - the requests to extenders
 *
 * As v1.16 sends them, keys are capitalised and members without a value are
 * null.
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/extender-private.h"

/* Returns: FALSE if the text of @pod was not kept */
static gboolean
append_pod (GString *out, const FitExtender *extender, const FitPod *pod,
            GError **error)
{
  const FitExtenderOptions *options = &extender->options;
  const char *json = options->pod_json (pod, options->data);

  if (json == NULL)
    return fit_fail (error, FIT_ERROR_INTERNAL,
                     "the JSON of pod %s/%s was not kept for extender %s",
                     pod->meta.namespace_, pod->meta.name, extender->name);
  g_string_append (out, json);
  return TRUE;
}

static void
append_separator (GString *out, guint i)
{
  if (i > 0)
    g_string_append_c (out, ',');
}

/* -- filter and prioritize ------------------------------------------------- */

/* Returns: (transfer full): {"Pod":..., without the closing brace */
static GString *
begin_with_pod (const FitExtender *extender, const FitPod *pod, GError **error)
{
  g_autoptr (GString) out = g_string_new ("{\"Pod\":");

  return append_pod (out, extender, pod, error) ? g_steal_pointer (&out) : NULL;
}

GString *
fit_extender_body (const FitExtender *extender, const FitPod *pod,
                   const FitNodeInfo *const *nodes, guint n_nodes,
                   GError **error)
{
  const FitExtenderOptions *options = &extender->options;
  const gboolean only_names = extender->policy->node_cache_capable;
  g_autoptr (GString) out = begin_with_pod (extender, pod, error);

  if (out == NULL)
    return NULL;
  g_string_append (out, only_names ? ",\"Nodes\":null,\"NodeNames\":["
                                   : ",\"Nodes\":{\"metadata\":{},\"items\":[");
  for (guint i = 0; i < n_nodes; i++)
    {
      const char *json;

      append_separator (out, i);
      if (only_names)
        {
          fit_json_append_string (out, nodes[i]->name);
          continue;
        }
      json = options->node_json (nodes[i]->node, options->data);
      if (json == NULL)
        {
          g_set_error (error, FIT_ERROR, FIT_ERROR_INTERNAL,
                       "the JSON of node %s was not kept for extender %s",
                       nodes[i]->node->name, extender->name);
          return NULL;
        }
      g_string_append (out, json);
    }
  g_string_append (out, only_names ? "]}" : "]},\"NodeNames\":null}");
  return g_steal_pointer (&out);
}

/* -- bind ------------------------------------------------------------------ */

GString *
fit_extender_bind_body (const FitPod *pod, const char *node_name)
{
  GString *out = g_string_new ("{\"PodName\":");

  fit_json_append_string (out, pod->meta.name);
  g_string_append (out, ",\"PodNamespace\":");
  fit_json_append_string (out, pod->meta.namespace_);
  g_string_append (out, ",\"PodUID\":");
  fit_json_append_string (out, pod->meta.uid);
  g_string_append (out, ",\"Node\":");
  fit_json_append_string (out, node_name);
  g_string_append_c (out, '}');
  return out;
}

/* -- preempt --------------------------------------------------------------- */

static void
append_violations (GString *out, gint64 n)
{
  g_string_append_printf (out, ",\"NumPDBViolations\":%" G_GINT64_FORMAT "}",
                          n);
}

/* As in v1.16, the list of victims is null if there are none. */
static gboolean
append_victims (GString *out, const FitExtender *extender,
                const FitNodeVictims *victims, GError **error)
{
  g_string_append (out, victims->n_victims > 0 ? "{\"Pods\":[" : "{\"Pods\":");
  for (guint i = 0; i < victims->n_victims; i++)
    {
      append_separator (out, i);
      if (!append_pod (out, extender, victims->victims[i], error))
        return FALSE;
    }
  g_string_append (out, victims->n_victims > 0 ? "]" : "null");
  append_violations (out, victims->n_pdb_violations);
  return TRUE;
}

static gint
by_node_name (gconstpointer a, gconstpointer b)
{
  const FitNodeVictims *const *x = a, *const *y = b;

  return strcmp ((*x)->node->name, (*y)->node->name);
}

/* The candidates are {NAME: victims, ...} sorted by name, as Go writes a map. */
GString *
fit_extender_preempt_body (const FitExtender *extender, const FitPod *pod,
                           const GArray *candidates, GError **error)
{
  const gboolean meta = extender->policy->node_cache_capable;
  g_autoptr (GString) out = begin_with_pod (extender, pod, error);
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();

  if (out == NULL)
    return NULL;
  for (guint i = 0; i < candidates->len; i++)
    g_ptr_array_add (sorted, &g_array_index (candidates, FitNodeVictims, i));
  g_ptr_array_sort (sorted, by_node_name);
  g_string_append (out, meta ? ",\"NodeNameToVictims\":null"
                               ",\"NodeNameToMetaVictims\":{"
                             : ",\"NodeNameToVictims\":{");
  for (guint i = 0; i < sorted->len; i++)
    {
      const FitNodeVictims *victims = sorted->pdata[i];

      append_separator (out, i);
      fit_json_append_string (out, victims->node->name);
      g_string_append_c (out, ':');
      if (meta)
        {
          /* Up to 1.23 the short form loses the number of violations. */
          g_string_append (out, "{\"Pods\":[");
          for (guint j = 0; j < victims->n_victims; j++)
            {
              append_separator (out, j);
              g_string_append (out, "{\"UID\":");
              fit_json_append_string (out, victims->victims[j]->meta.uid);
              g_string_append_c (out, '}');
            }
          g_string_append_c (out, ']');
          append_violations (out, extender->behaviour.extenders_count_violations
                                      ? victims->n_pdb_violations
                                      : 0);
        }
      else if (!append_victims (out, extender, victims, error))
        return NULL;
    }
  g_string_append (out, meta ? "}}" : "},\"NodeNameToMetaVictims\":null}");
  return g_steal_pointer (&out);
}
