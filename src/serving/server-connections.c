/* server-connections.c - connections that take too long are cut */
#include "serving/server-connections.h"

#include <sys/socket.h>

struct _FitConnection
{
  int socket;
  gint64 end_us; /* of the monotonic clock */
};

struct _FitConnections
{
  gint64 step_us;
  GThread *thread;
  GMutex lock; /* of what follows */
  GCond changed;
  gboolean stopping;
  GHashTable *all; /* set of FitConnection, owned */
};

/* Returns: when the first step must be over */
static gint64
cut_late_ones (FitConnections *connections)
{
  const gint64 now = g_get_monotonic_time ();
  gint64 next = now + connections->step_us;
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, connections->all);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      FitConnection *connection = key;

      if (connection->end_us <= now)
        {
          shutdown (connection->socket, SHUT_RDWR);
          connection->end_us = now + connections->step_us;
        }
      next = MIN (next, connection->end_us);
    }
  return next;
}

static gpointer
run (gpointer data)
{
  FitConnections *connections = data;

  g_mutex_lock (&connections->lock);
  while (!connections->stopping)
    if (g_hash_table_size (connections->all) == 0)
      g_cond_wait (&connections->changed, &connections->lock);
    else
      g_cond_wait_until (&connections->changed, &connections->lock,
                         cut_late_ones (connections));
  g_mutex_unlock (&connections->lock);
  return NULL;
}

FitConnections *
fit_connections_new (guint seconds)
{
  FitConnections *connections = g_new0 (FitConnections, 1);

  connections->step_us = (gint64) seconds * G_USEC_PER_SEC;
  connections->all = g_hash_table_new_full (NULL, NULL, g_free, NULL);
  g_mutex_init (&connections->lock);
  g_cond_init (&connections->changed);
  connections->thread = g_thread_new ("connections", run, connections);
  return connections;
}

void
fit_connections_free (FitConnections *connections)
{
  g_mutex_lock (&connections->lock);
  connections->stopping = TRUE;
  g_cond_signal (&connections->changed);
  g_mutex_unlock (&connections->lock);
  g_thread_join (connections->thread);
  g_hash_table_unref (connections->all);
  g_mutex_clear (&connections->lock);
  g_cond_clear (&connections->changed);
  g_free (connections);
}

FitConnection *
fit_connections_add (FitConnections *connections, int socket)
{
  FitConnection *connection = g_new0 (FitConnection, 1);

  connection->socket = socket;
  connection->end_us = g_get_monotonic_time () + connections->step_us;
  g_mutex_lock (&connections->lock);
  g_hash_table_add (connections->all, connection);
  if (g_hash_table_size (connections->all) == 1)
    g_cond_signal (&connections->changed);
  g_mutex_unlock (&connections->lock);
  return connection;
}

void
fit_connections_remove (FitConnections *connections, FitConnection *connection)
{
  g_mutex_lock (&connections->lock);
  g_hash_table_remove (connections->all, connection);
  g_mutex_unlock (&connections->lock);
}

void
fit_connections_restart (FitConnections *connections, FitConnection *connection)
{
  g_mutex_lock (&connections->lock);
  connection->end_us = g_get_monotonic_time () + connections->step_us;
  g_mutex_unlock (&connections->lock);
}
