/* server-connections.c - closes connections that take too long */
#include "serving/server-connections.h"

#include "base/monitor.h"

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
  FitMonitor monitor; /* of what follows */
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

  fit_monitor_lock (&connections->monitor);
  while (!connections->stopping)
    if (g_hash_table_size (connections->all) == 0)
      fit_monitor_wait (&connections->monitor, G_MAXINT64);
    else
      fit_monitor_wait (&connections->monitor, cut_late_ones (connections));
  fit_monitor_unlock (&connections->monitor);
  return NULL;
}

FitConnections *
fit_connections_new (guint seconds)
{
  FitConnections *connections = g_new0 (FitConnections, 1);

  connections->step_us = (gint64) seconds * G_USEC_PER_SEC;
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

FitConnection *
fit_connections_add (FitConnections *connections, int socket)
{
  FitConnection *connection = g_new0 (FitConnection, 1);

  connection->socket = socket;
  connection->end_us = g_get_monotonic_time () + connections->step_us;
  fit_monitor_lock (&connections->monitor);
  g_hash_table_add (connections->all, connection);
  if (g_hash_table_size (connections->all) == 1)
    fit_monitor_changed (&connections->monitor);
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
fit_connections_restart (FitConnections *connections, FitConnection *connection)
{
  fit_monitor_lock (&connections->monitor);
  connection->end_us = g_get_monotonic_time () + connections->step_us;
  fit_monitor_unlock (&connections->monitor);
}
