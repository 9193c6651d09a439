/* debugger.c - prints the cache and the queue, and compares them with the API
 * server's objects
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/debugger.h"

#include "scheduler/scheduler-private.h"
#include "base/sort.h"

#include <string.h>

/* -- dump ------------------------------------------------------------------ */

static void
dump_resources (GString *text, const char *title, const FitResources *resources)
{
  g_string_append_printf (text,
                          "  %s: cpu %" G_GINT64_FORMAT
                          "m, memory %" G_GINT64_FORMAT
                          ", ephemeral-storage %" G_GINT64_FORMAT,
                          title, resources->milli_cpu, resources->memory,
                          resources->ephemeral_storage);
  for (guint i = 0; i < resources->n_scalars; i++)
    g_string_append_printf (text, ", %s %" G_GINT64_FORMAT,
                            resources->scalars[i].name,
                            resources->scalars[i].value);
  g_string_append_c (text, '\n');
}

static void
dump_pod (GString *text, const FitPod *pod, const char *note)
{
  g_string_append_printf (text, "    %s/%s uid %s phase %s%s%s%s\n",
                          pod->meta.namespace_, pod->meta.name, pod->meta.uid,
                          *pod->phase ? pod->phase : "-",
                          *pod->nominated_node_name ? " nominated to " : "",
                          pod->nominated_node_name, note);
}

/* Nodes that exist, or still have pods. */
static gboolean
in_use (const FitNodeInfo *node)
{
  return node->node != NULL || node->n_pods > 0;
}

void
fit_scheduler_append_nodes (FitScheduler *scheduler, GString *out)
{
  const FitCache *cache = scheduler->cache;
  const guint n = fit_cache_n_slots (cache);

  for (guint i = 0; i < n; i++)
    {
      const FitNodeInfo *node = fit_cache_node (cache, i);
      const GPtrArray *nominated;

      if (!in_use (node))
        continue;
      g_string_append_printf (out, "node %s%s\n", node->name,
                              node->node != NULL ? ""
                                                 : " (without Node object)");
      dump_resources (out, "requested", &node->requested);
      dump_resources (out, "allocatable", &node->traits->allocatable);
      g_string_append_printf (out, "  pods: %u of %" G_GINT64_FORMAT "\n",
                              node->n_pods, node->traits->allowed_pods);
      for (guint p = 0; p < node->n_pods; p++)
        dump_pod (out, node->pods[p],
                  fit_cache_is_assumed (cache, node->pods[p]) ? " (assumed)"
                                                              : "");
      nominated = fit_nominated_pods_for_node (
          fit_cache_nominated_pods (scheduler->cache), node->name);
      if (nominated == NULL || nominated->len == 0)
        continue;
      g_string_append_printf (out, "  nominated pods: %u\n", nominated->len);
      for (guint p = 0; p < nominated->len; p++)
        dump_pod (out, nominated->pdata[p], "");
    }
}

char *
fit_scheduler_dump (FitScheduler *scheduler)
{
  GString *text = g_string_new (NULL);

  fit_scheduler_append_nodes (scheduler, text);
  for (guint name = FIT_QUEUE_ACTIVE; name < FIT_QUEUE_LAST; name++)
    {
      g_autoptr (GPtrArray) entries
          = fit_scheduling_queue_list (scheduler->queue, (FitQueueName) name);

      g_string_append_printf (
          text, "%s: %u\n", fit_queue_name ((FitQueueName) name), entries->len);
      for (guint i = 0; i < entries->len; i++)
        dump_pod (text, ((const FitQueueEntry *) entries->pdata[i])->pod, "");
    }
  return g_string_free (text, FALSE);
}

/* -- compare --------------------------------------------------------------- */

/* Returns: (transfer full): "[a b]": the members of @set that @other lacks */
static char *
list_rest (GHashTable *set, GHashTable *other)
{
  g_autoptr (GPtrArray) rest = g_ptr_array_new ();
  g_autofree char *words = NULL;
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, set);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (!g_hash_table_contains (other, key))
      g_ptr_array_add (rest, key);
  g_ptr_array_sort (rest, fit_compare_texts);
  g_ptr_array_add (rest, NULL);
  words = g_strjoinv (" ", (char **) rest->pdata);
  return g_strdup_printf ("[%s]", words);
}

/* @actual: what the source has; @held: what the scheduler holds; both are sets
 * of names or UIDs */
static void
report_differences (GHashTable *actual, GHashTable *held, const char *what,
                    GString *text)
{
  g_autofree char *missed = list_rest (actual, held);
  g_autofree char *redundant = list_rest (held, actual);

  if (strcmp (missed, "[]") != 0 || strcmp (redundant, "[]") != 0)
    g_string_append_printf (text,
                            "cache mismatch: missed %s: %s; redundant %s: %s\n",
                            what, missed, what, redundant);
}

/* Should the scheduler hold @pod right now?  Not if it is being refetched,
 * belongs to another scheduler, or is being deleted and was skipped. */
static gboolean
expected (FitScheduler *scheduler, const FitPod *pod)
{
  FitPodPlace place;

  if (fit_pod_terminal (pod))
    return FALSE;
  if (*pod->node_name)
    return TRUE;
  if (fit_scheduler_profile_of (scheduler, pod) == NULL)
    return FALSE;
  place = fit_scheduler_place (scheduler, pod);
  return place != FIT_POD_REFETCHED
         && (place != FIT_POD_UNKNOWN
             || !fit_object_meta_deleting (&pod->meta));
}

char *
fit_scheduler_compare (FitScheduler *scheduler, const GPtrArray *nodes,
                       const GPtrArray *pods)
{
  const guint n_slots = fit_cache_n_slots (scheduler->cache);
  g_autoptr (GHashTable) actual_nodes
      = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) actual_pods
      = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) held_nodes
      = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) held_pods = g_hash_table_new (g_str_hash, g_str_equal);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < nodes->len; i++)
    g_hash_table_add (actual_nodes,
                      (gpointer) ((const FitNode *) nodes->pdata[i])->name);
  for (guint i = 0; i < pods->len; i++)
    if (expected (scheduler, pods->pdata[i]))
      g_hash_table_add (actual_pods,
                        ((const FitPod *) pods->pdata[i])->meta.uid);

  for (guint i = 0; i < n_slots; i++)
    {
      const FitNodeInfo *node = fit_cache_node (scheduler->cache, i);

      if (in_use (node))
        g_hash_table_add (held_nodes, (gpointer) node->name);
      for (guint p = 0; p < node->n_pods; p++)
        g_hash_table_add (held_pods, (gpointer) node->pods[p]->meta.uid);
    }
  for (guint name = FIT_QUEUE_ACTIVE; name < FIT_QUEUE_LAST; name++)
    {
      g_autoptr (GPtrArray) entries
          = fit_scheduling_queue_list (scheduler->queue, (FitQueueName) name);

      for (guint i = 0; i < entries->len; i++)
        {
          const FitQueueEntry *entry = entries->pdata[i];

          g_hash_table_add (held_pods, (gpointer) entry->pod->meta.uid);
        }
    }

  report_differences (actual_nodes, held_nodes, "nodes", text);
  report_differences (actual_pods, held_pods, "pods", text);
  if (text->len > 0)
    return g_string_free (text, FALSE);
  g_string_free (text, TRUE);
  return NULL;
}
