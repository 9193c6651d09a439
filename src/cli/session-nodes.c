/* session-nodes.c - nodes that a user wants to add to the cluster of a
 * session
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/session-private.h"

#include "api/kinds.h"
#include "cli/console.h"

#include <string.h>

#include "base/each.h"

/* -- reading --------------------------------------------------------------- */

static FitDecodeFlags
node_flags (const FitSession *session)
{
  return fit_session_cluster_flags (session) | FIT_DECODE_KEEP_RAW;
}

FitObjects *
fit_session_load_nodes (const FitSession *session, const char *option,
                        const char *path, GError **error)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_auto (FitTally) others = { 0 };
  g_autofree char *examples = NULL;

  if (!fit_inputs_load_objects (session->invocation->inputs, path, objects,
                                node_flags (session), error))
    return NULL;
  if (objects->of[FIT_KIND_NODE]->len == 0)
    return fit_fail_null (error, FIT_ERROR_SCHEMA,
                          "%s: found no Node in \"%s\", expected one or more",
                          option, path);
  for (guint kind = 0; kind < FIT_KIND_LAST; kind++)
    for (guint i = 0; kind != FIT_KIND_NODE && kind != FIT_KIND_CSI_NODE
                      && i < objects->of[kind]->len;
         i++)
      {
        const FitObjectMeta *meta
            = fit_object_meta (objects->of[kind]->pdata[i]);
        g_autofree char *text
            = fit_object_text (kind, meta->namespace_, meta->name);

        fit_tally_add (&others, "%s", text);
      }
  if (others.n == 0)
    return g_steal_pointer (&objects);
  examples = fit_tally_text (&others);
  fit_console_note ("\"%s\": only Nodes and CSINodes count here, not %s",
                    fit_source_is_stdin (path) ? "stdin" : path, examples);
  fit_console_hint ("-f FILE reads what the cluster has");
  return g_steal_pointer (&objects);
}

FitSimulation *
fit_session_make (const FitObjects *objects, gpointer session, GError **error)
{
  return fit_session_simulate (session, objects, error);
}

FitNewNodes *
fit_session_new_nodes (FitSession *session, const FitObjects *nodes,
                       GError **error)
{
  const FitWorkloadsOptions how = fit_session_workloads_options (session);

  return fit_new_nodes_new (
      &(const FitNewNodesOptions){ .cluster = session->objects,
                                   .nodes = nodes,
                                   .flags = node_flags (session),
                                   .workloads = &how,
                                   .priorities
                                   = fit_session_has_priorities (session),
                                   .admission = session->admission,
                                   .make = fit_session_make,
                                   .data = session },
      error);
}

/* -- notes ----------------------------------------------------------------- */

static void note (GPtrArray *out, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
note (GPtrArray *out, const char *format, ...)
{
  va_list args;
  char *text;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  fit_console_note ("%s", text);
  g_ptr_array_add (out, text);
}

static gboolean
has_volumes (const GPtrArray *pods)
{
  FIT_EACH (const FitPod, pod, pods)
    {
      if (*pod->node_name != '\0' || fit_pod_terminal (pod))
        continue;
      for (guint j = 0; j < pod->spec->n_volumes; j++)
        if (pod->spec->volumes[j].type != FIT_VOLUME_OTHER)
          return TRUE;
    }
  return FALSE;
}

static void
note_csi_node (const FitSession *session, const FitNodeTemplate *template,
               GPtrArray *out)
{
  const GPtrArray *csi_nodes = session->objects->of[FIT_KIND_CSI_NODE];
  guint n_limited = 0;

  FIT_EACH (const FitCSINode, csi_node, csi_nodes)
    {
      gboolean limited = FALSE;

      for (guint j = 0; j < csi_node->n_drivers; j++)
        limited |= csi_node->drivers[j].has_count;
      n_limited += limited;
    }
  if (template->csi_given || n_limited == 0
      || (template->csi_node != NULL
          && strcmp (template->csi_node->meta.name, template->node->name) == 0))
    return;
  if (template->csi_node != NULL)
    note (out,
          "there is no CSINode for %s: its copies get that of %s, with the "
          "limits for volumes",
          template->node->name, template->csi_node->meta.name);
  else
    note (out,
          "there is no CSINode for %s, nor for a node of its instance type: "
          "volumes of its copies are not limited, while %u %s limits",
          template->node->name, n_limited,
          n_limited == 1 ? "node has" : "nodes have");
}

gboolean
fit_session_note_refused_daemons (FitNewNodes *new_nodes,
                                  const FitNodesNeeded *needed, GPtrArray *out,
                                  GError **error)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  guint n;

  fit_new_nodes_begin (new_nodes);
  for (guint i = 0; i < needed->n_templates; i++)
    if (!fit_new_nodes_add (new_nodes, i, needed->of[i].nodes, objects, error))
      return FALSE;
  n = new_nodes->n_refused;
  if (n > 0)
    note (out,
          "admission refuses %u of %u pods of DaemonSets on these nodes, which "
          "therefore lack them: %s",
          n, n + objects->of[FIT_KIND_POD]->len, new_nodes->refusal);
  return TRUE;
}

void
fit_session_note_new_nodes (const FitSession *session,
                            const FitNewNodes *new_nodes, GPtrArray *out)
{
  const gboolean volumes = has_volumes (session->objects->of[FIT_KIND_POD])
                           || has_volumes (session->templates);
  g_auto (FitTally) inferred = { 0 };
  g_autofree char *examples = NULL;

  FIT_EACH (const FitDaemonSet, set, new_nodes->sets)
    if (set->seen != NULL)
      fit_tally_add (&inferred, "%s/%s from %s%s", set->seen->meta.namespace_,
                     set->pod->meta.controller->name,
                     set->differ ? "the newest of its different pods, " : "",
                     set->seen->meta.name);
  examples = fit_tally_text (&inferred);
  if (inferred.n > 0)
    note (out, "%u %s not read; %s inferred from %s pods: %s", inferred.n,
          inferred.n == 1 ? "DaemonSet was" : "DaemonSets were",
          inferred.n == 1 ? "it is" : "they are",
          inferred.n == 1 ? "its" : "their", examples);
  FIT_EACH (const FitNodeTemplate, template, new_nodes->templates)
    {
      FIT_EACH (const FitDaemonSet, set, new_nodes->sets)
        {
          const FitNode *like;
          const gboolean wants
              = fit_daemon_set_wants (set, template->node, &like);

          if (like != NULL)
            note (out,
                  "DaemonSet %s/%s has pods on %u of the %u nodes that its "
                  "pods allow: nodes like %s get %s, like %s, which has the "
                  "most labels in common with them",
                  set->pod->meta.namespace_, set->pod->meta.controller->name,
                  set->with->len, set->with->len + set->without->len,
                  template->node->name, wants ? "one" : "none", like->name);
        }
      if (volumes)
        note_csi_node (session, template, out);
    }
}
