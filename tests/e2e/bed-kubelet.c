/* bed-kubelet.c - what kubelets and the collector of orphaned pods do
 *
 * Nothing here depends on one event or one answer: what is not as it should be
 * is looked at again and again.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/e2e/bed.h"

#include <string.h>
#include <unistd.h>

#define SWEEP_MS 500

typedef struct
{
  BedSender *sender;
  FitApiClient *client; /* borrowed */
  GHashTable *pods;     /* key -> Pod, owned */
  GHashTable *nodes;    /* set of names */
  gboolean nodes_known;
} Kubelet;

typedef struct
{
  char *key; /* owned: NAMESPACE/pods/NAME */
  char *uid;
  char *node; /* "": not bound */
  gboolean running;
  gboolean deleting;
  gboolean busy; /* a request is under way */
} Pod;

typedef struct
{
  Kubelet *kubelet;
  char *key;
} Errand;

static void
pod_free (gpointer data)
{
  Pod *pod = data;

  g_free (pod->key);
  g_free (pod->uid);
  g_free (pod->node);
  g_free (pod);
}

static void
errand_done (guint status, const char *body, gpointer data)
{
  Errand *errand = data;
  Pod *pod = g_hash_table_lookup (errand->kubelet->pods, errand->key);

  if (pod != NULL)
    pod->busy = FALSE;
  g_free (errand->key);
  g_free (errand);
}

static void
send (Kubelet *kubelet, Pod *pod, const char *method, const char *rest,
      const char *body)
{
  g_autofree char *path
      = g_strconcat ("/api/v1/namespaces/", pod->key, rest, NULL);
  Errand *errand = g_new0 (Errand, 1);

  errand->kubelet = kubelet;
  errand->key = g_strdup (pod->key);
  pod->busy = TRUE;
  bed_send (kubelet->sender, method, path, body, errand_done, errand);
}

static void
remove_pod (Kubelet *kubelet, Pod *pod)
{
  g_autofree char *body = g_strdup_printf (
      "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\","
      "\"gracePeriodSeconds\":0,\"preconditions\":{\"uid\":\"%s\"}}",
      pod->uid);

  send (kubelet, pod, "DELETE", "", body);
}

static void
run_pod (Kubelet *kubelet, Pod *pod)
{
  const guint n = g_str_hash (pod->uid);
  g_autofree char *body = g_strdup_printf (
      "{\"metadata\":{\"uid\":\"%s\"},\"status\":{\"phase\":\"Running\","
      "\"podIP\":\"10.%u.%u.%u\",\"conditions\":["
      "{\"type\":\"Initialized\",\"status\":\"True\"},"
      "{\"type\":\"ContainersReady\",\"status\":\"True\"},"
      "{\"type\":\"Ready\",\"status\":\"True\"}]}}",
      pod->uid, n & 0xff, (n >> 8) & 0xff, (n >> 16) & 0xff);

  send (kubelet, pod, "PATCH", "/status", body);
}

static void
tend (Kubelet *kubelet, Pod *pod)
{
  if (pod->busy || *pod->node == '\0')
    return;
  if (pod->deleting)
    remove_pod (kubelet, pod);
  else if (!pod->running)
    run_pod (kubelet, pod);
}

/* Pods of nodes that are gone would wait for ever. */
static void
sweep (gpointer data)
{
  Kubelet *kubelet = data;
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, kubelet->pods);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Pod *pod = value;

      if (kubelet->nodes_known && *pod->node != '\0' && !pod->busy
          && !g_hash_table_contains (kubelet->nodes, pod->node))
        remove_pod (kubelet, pod);
      else
        tend (kubelet, pod);
    }
  fit_api_client_call_later (kubelet->client, SWEEP_MS, sweep, kubelet);
}

/* -- what it sees ---------------------------------------------------------- */

static void
see_pod (Kubelet *kubelet, const FitValue *object, gboolean gone)
{
  g_autofree char *key
      = g_strdup_printf ("%s/pods/%s", bed_get (object, "metadata.namespace"),
                         bed_get (object, "metadata.name"));
  const char *phase = bed_get (object, "status.phase");
  Pod *pod = g_hash_table_lookup (kubelet->pods, key);

  if (gone)
    {
      g_hash_table_remove (kubelet->pods, key);
      return;
    }
  if (pod == NULL)
    {
      pod = g_new0 (Pod, 1);
      pod->key = g_strdup (key);
      g_hash_table_insert (kubelet->pods, pod->key, pod);
    }
  g_free (pod->uid);
  g_free (pod->node);
  pod->uid = g_strdup (bed_get (object, "metadata.uid"));
  pod->node = g_strdup (bed_get (object, "spec.nodeName"));
  pod->running = strcmp (phase, "Pending") != 0;
  pod->deleting = *bed_get (object, "metadata.deletionTimestamp") != '\0';
  tend (kubelet, pod);
}

static void
pods_listed (const FitValue *list, const char *raw, gsize len, gpointer data)
{
  Kubelet *kubelet = data;
  const FitValue *items = fit_value_get (list, "items");

  g_hash_table_remove_all (kubelet->pods);
  for (guint i = 0; items != NULL && i < items->n; i++)
    see_pod (kubelet, &items->items[i], FALSE);
}

static void
pod_event (const char *type, const FitValue *object, const char *raw, gsize len,
           gpointer data)
{
  see_pod (data, object, strcmp (type, "DELETED") == 0);
}

static void
nodes_listed (const FitValue *list, const char *raw, gsize len, gpointer data)
{
  Kubelet *kubelet = data;
  const FitValue *items = fit_value_get (list, "items");

  g_hash_table_remove_all (kubelet->nodes);
  for (guint i = 0; items != NULL && i < items->n; i++)
    g_hash_table_add (kubelet->nodes,
                      g_strdup (bed_get (&items->items[i], "metadata.name")));
  kubelet->nodes_known = TRUE;
}

static void
node_event (const char *type, const FitValue *object, const char *raw,
            gsize len, gpointer data)
{
  Kubelet *kubelet = data;
  const char *name = bed_get (object, "metadata.name");

  if (strcmp (type, "DELETED") == 0)
    g_hash_table_remove (kubelet->nodes, name);
  else
    g_hash_table_add (kubelet->nodes, g_strdup (name));
}

int
bed_kubelet (FitApiClient *client, int argc, char **argv)
{
  static Kubelet kubelet;

  kubelet.client = client;
  kubelet.sender = bed_sender_new (client);
  kubelet.pods
      = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, pod_free);
  kubelet.nodes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  bed_watch (client, "/api/v1/nodes",
             &(const BedWatchFuncs){ nodes_listed, node_event, &kubelet });
  bed_watch (client, "/api/v1/pods",
             &(const BedWatchFuncs){ pods_listed, pod_event, &kubelet });
  fit_api_client_call_later (client, SWEEP_MS, sweep, &kubelet);
  for (;;)
    pause ();
}
