/* bed-bind.c - how fast pods are bound: by plain requests, or by a scheduler
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/e2e/bed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PODS "/api/v1/namespaces/default/pods"

/* -- bind ------------------------------------------------------------------ */

static void
names_of (guint status, const char *body, gpointer data)
{
  GPtrArray *names = data;
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *list
      = fit_json_parse (arena, body, strlen (body), NULL, NULL, NULL);
  const FitValue *items = fit_value_get (list, "items");

  for (guint i = 0; items != NULL && i < items->n; i++)
    g_ptr_array_add (names,
                     g_strdup (bed_get (&items->items[i], "metadata.name")));
}

static void
count_failed (guint status, const char *body, gpointer data)
{
  guint *n_failed = data;

  if (status != 201)
    (*n_failed)++;
}

/* What a scheduler tells of a binding. */
static void
send_event (BedSender *sender, const char *name, const char *node,
            guint *n_failed)
{
  g_autofree char *body = g_strdup_printf (
      "{\"kind\":\"Event\",\"apiVersion\":\"events.k8s.io/v1\",\"metadata\":{"
      "\"name\":\"%s.bound\",\"namespace\":\"default\"},\"eventTime\":"
      "\"2026-11-22T12:00:00.000000Z\",\"reportingController\":\"bed\","
      "\"reportingInstance\":\"bed-1\",\"action\":\"Binding\",\"reason\":"
      "\"Scheduled\",\"regarding\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\","
      "\"namespace\":\"default\",\"name\":\"%s\"},\"note\":\"Successfully "
      "assigned default/%s to %s\",\"type\":\"Normal\"}",
      name, name, name, node);

  bed_send (sender, "POST", "/apis/events.k8s.io/v1/namespaces/default/events",
            body, count_failed, n_failed);
}

int
bed_bind (FitApiClient *client, int argc, char **argv)
{
  static guint n_failed;
  gboolean events = FALSE;
  const GOptionEntry entries[]
      = { { "events", 0, 0, G_OPTION_ARG_NONE, &events, NULL, NULL },
          { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };
  BedSender *sender = bed_sender_new (client);
  GPtrArray *pods = g_ptr_array_new ();
  GPtrArray *nodes = g_ptr_array_new ();
  gint64 began;

  if (!bed_options (entries, &argc, &argv))
    return 2;
  bed_send (sender, "GET", PODS "?fieldSelector=spec.nodeName%3D", NULL,
            names_of, pods);
  bed_send (sender, "GET", "/api/v1/nodes", NULL, names_of, nodes);
  bed_drain (sender);
  if (pods->len == 0 || nodes->len == 0)
    {
      fprintf (stderr, "bed: no pods that wait, or no nodes\n");
      return 1;
    }
  began = g_get_monotonic_time ();
  for (guint i = 0; i < pods->len; i++)
    {
      const char *name = pods->pdata[i];
      const char *node = nodes->pdata[i % nodes->len];
      g_autofree char *path = g_strconcat (PODS "/", name, "/binding", NULL);
      g_autofree char *body = g_strdup_printf (
          "{\"kind\":\"Binding\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":"
          "\"%s\"},\"target\":{\"kind\":\"Node\",\"name\":\"%s\"}}",
          name, node);

      bed_send (sender, "POST", path, body, count_failed, &n_failed);
      if (events)
        send_event (sender, name, node, &n_failed);
    }
  bed_drain (sender);
  printf ("bound %u failed %u pods/s %.0f\n", pods->len - n_failed, n_failed,
          (pods->len - n_failed)
              / ((double) (g_get_monotonic_time () - began) / G_USEC_PER_SEC));
  return n_failed > 0;
}

/* -- await ----------------------------------------------------------------- */

typedef struct
{
  GMutex lock; /* of what follows */
  GCond changed;
  GHashTable *bound; /* set of uids */
  guint n_before;    /* of them when it was listed first */
  gboolean listed;
  gint64 first_us; /* of the wall clock */
  gint64 last_us;
} Bound;

static void
see (Bound *bound, const FitValue *pod)
{
  const char *uid = bed_get (pod, "metadata.uid");

  if (*bed_get (pod, "spec.nodeName") == '\0'
      || g_hash_table_contains (bound->bound, uid))
    return;
  g_hash_table_add (bound->bound, g_strdup (uid));
  if (!bound->listed)
    {
      bound->n_before++;
      return;
    }
  bound->last_us = g_get_real_time ();
  if (bound->first_us == 0)
    bound->first_us = bound->last_us;
}

static void
listed (const FitValue *list, const char *raw, gsize len, gpointer data)
{
  Bound *bound = data;
  const FitValue *items = fit_value_get (list, "items");

  g_mutex_lock (&bound->lock);
  for (guint i = 0; items != NULL && i < items->n; i++)
    see (bound, &items->items[i]);
  if (!bound->listed)
    {
      puts ("watching");
      fflush (stdout);
    }
  bound->listed = TRUE;
  g_cond_broadcast (&bound->changed);
  g_mutex_unlock (&bound->lock);
}

static void
event (const char *type, const FitValue *object, const char *raw, gsize len,
       gpointer data)
{
  Bound *bound = data;

  g_mutex_lock (&bound->lock);
  see (bound, object);
  g_cond_broadcast (&bound->changed);
  g_mutex_unlock (&bound->lock);
}

int
bed_await (FitApiClient *client, int argc, char **argv)
{
  static Bound bound;
  int seconds = 600;
  const GOptionEntry entries[]
      = { { "seconds", 0, 0, G_OPTION_ARG_INT, &seconds, NULL, NULL },
          { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };
  gint64 until;
  guint wanted;
  guint n;

  if (!bed_options (entries, &argc, &argv))
    return 2;
  wanted = (guint) (argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 0);
  until = g_get_monotonic_time () + seconds * G_USEC_PER_SEC;
  bound.bound = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  bed_watch (client, "/api/v1/pods",
             &(const BedWatchFuncs){ listed, event, &bound });
  g_mutex_lock (&bound.lock);
  while (g_hash_table_size (bound.bound) < wanted)
    if (!g_cond_wait_until (&bound.changed, &bound.lock, until))
      break;
  n = g_hash_table_size (bound.bound);
  /* The wall clock, to compare with when a process was started. */
  printf ("bound %u before %u first %" G_GINT64_FORMAT " last %" G_GINT64_FORMAT
          "\n",
          n, bound.n_before, bound.first_us, bound.last_us);
  g_mutex_unlock (&bound.lock);
  return n < wanted;
}
