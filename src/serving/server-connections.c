/* server-connections.c - cuts connections that take too long or give way
 * SPDX-License-Identifier: Apache-2.0 */
#include "serving/server-connections.h"

#include "base/monitor.h"

#include <sys/socket.h>

struct _FitConnection
{
  int socket;
  guint64 client;
  gboolean busy;
  gboolean cut;    /* shut down; its thread is about to notice, or computes */
  gint64 since_us; /* of the monotonic clock: when it was last busy */
  gint64 end_us;
};

struct _FitConnections
{
  guint most;
  gint64 step_us;
  gint64 header_us;
  GThread *thread;
  FitMonitor monitor; /* of what follows */
  gboolean stopping;
  gint64 next_us;  /* when @thread wakes up by itself */
  GHashTable *all; /* set of FitConnection, owned */
};

static void
cut (FitConnection *connection)
{
  shutdown (connection->socket, SHUT_RDWR);
  connection->cut = TRUE;
}

/* Cuts those whose step takes too long. */
static gpointer
run (gpointer data)
{
  FitConnections *connections = data;

  fit_monitor_lock (&connections->monitor);
  while (!connections->stopping)
    {
      const gint64 now = g_get_monotonic_time ();
      GHashTableIter iter;
      gpointer key;

      connections->next_us = G_MAXINT64;
      g_hash_table_iter_init (&iter, connections->all);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        {
          FitConnection *connection = key;

          if (connection->end_us <= now)
            {
              cut (connection);
              connection->end_us = now + connections->step_us;
            }
          connections->next_us = MIN (connections->next_us, connection->end_us);
        }
      fit_monitor_wait (&connections->monitor, connections->next_us);
    }
  fit_monitor_unlock (&connections->monitor);
  return NULL;
}

FitConnections *
fit_connections_new (guint most, guint header_seconds, guint seconds)
{
  FitConnections *connections = g_new0 (FitConnections, 1);

  connections->most = most;
  connections->step_us = (gint64) seconds * G_USEC_PER_SEC;
  connections->header_us = (gint64) header_seconds * G_USEC_PER_SEC;
  connections->all = g_hash_table_new_full (NULL, NULL, g_free, NULL);
  fit_monitor_init (&connections->monitor);
  connections->thread = g_thread_new ("connections", run, connections);
  return connections;
}

void
fit_connections_free (FitConnections *connections)
{
  fit_monitor_lock (&connections->monitor);
  connections->stopping = TRUE;
  fit_monitor_changed (&connections->monitor);
  fit_monitor_unlock (&connections->monitor);
  g_thread_join (connections->thread);
  g_hash_table_unref (connections->all);
  fit_monitor_clear (&connections->monitor);
  g_free (connections);
}

/* -- room ------------------------------------------------------------------ */

/* Connections of all clients, or of one. */
typedef struct
{
  guint n;
  guint n_busy;
  FitConnection *oldest; /* (nullable): of those that are not busy */
} Count;

static void
count_one (Count *count, FitConnection *connection)
{
  count->n++;
  if (connection->busy)
    count->n_busy++;
  else if (count->oldest == NULL
           || connection->since_us < count->oldest->since_us)
    count->oldest = connection;
}

static void
count_all (const FitConnections *connections, guint64 client, Count *all,
           Count *own)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, connections->all);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      FitConnection *connection = key;

      if (connection->cut)
        continue;
      count_one (all, connection);
      if (connection->client == client)
        count_one (own, connection);
    }
}

static guint
share (const FitConnections *connections)
{
  return MAX (1, connections->most / FIT_CONNECTIONS_SHARE);
}

/* How many of @n may be busy. */
static guint
without_room (guint n)
{
  return MAX (1, n - (n + FIT_CONNECTIONS_ROOM - 1) / FIT_CONNECTIONS_ROOM);
}

/* -- the life of a connection ---------------------------------------------- */

static void
set_end (FitConnections *connections, FitConnection *connection, gint64 end_us)
{
  connection->end_us = end_us;
  if (end_us < connections->next_us)
    fit_monitor_changed (&connections->monitor);
}

FitConnection *
fit_connections_add (FitConnections *connections, int socket, guint64 client)
{
  FitConnection *connection = g_new0 (FitConnection, 1);
  const Count *full = NULL;
  Count all = { 0 };
  Count own = { 0 };

  connection->socket = socket;
  connection->client = client;
  connection->since_us = g_get_monotonic_time ();
  fit_monitor_lock (&connections->monitor);
  count_all (connections, client, &all, &own);
  if (own.n >= share (connections))
    full = &own;
  else if (all.n >= connections->most)
    full = &all;
  if (full != NULL)
    cut (full->oldest != NULL ? full->oldest : connection);
  g_hash_table_add (connections->all, connection);
  set_end (connections, connection,
           connection->since_us + connections->header_us);
  fit_monitor_unlock (&connections->monitor);
  return connection;
}

void
fit_connections_remove (FitConnections *connections, FitConnection *connection)
{
  fit_monitor_lock (&connections->monitor);
  g_hash_table_remove (connections->all, connection);
  fit_monitor_unlock (&connections->monitor);
}

void
fit_connections_hurry (FitConnections *connections, FitConnection *connection)
{
  const gint64 end_us = g_get_monotonic_time () + connections->header_us;

  fit_monitor_lock (&connections->monitor);
  set_end (connections, connection, MIN (end_us, connection->end_us));
  fit_monitor_unlock (&connections->monitor);
}

gboolean
fit_connections_begin (FitConnections *connections, FitConnection *connection)
{
  Count all = { 0 };
  Count own = { 0 };

  fit_monitor_lock (&connections->monitor);
  count_all (connections, connection->client, &all, &own);
  connection->busy = all.n_busy < without_room (connections->most)
                     && own.n_busy < without_room (share (connections));
  fit_monitor_unlock (&connections->monitor);
  return connection->busy;
}

void
fit_connections_restart (FitConnections *connections, FitConnection *connection)
{
  fit_monitor_lock (&connections->monitor);
  connection->end_us = g_get_monotonic_time () + connections->step_us;
  fit_monitor_unlock (&connections->monitor);
}

void
fit_connections_end (FitConnections *connections, FitConnection *connection)
{
  fit_monitor_lock (&connections->monitor);
  connection->busy = FALSE;
  connection->since_us = g_get_monotonic_time ();
  connection->end_us = connection->since_us + connections->step_us;
  fit_monitor_unlock (&connections->monitor);
}
