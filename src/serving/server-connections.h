/* server-connections.h - connections that take too long are cut
 *
 * libmicrohttpd ends connections that are idle.  A client that sends or reads
 * a byte now and then is never idle, so each step (a request, an answer) also
 * has a time by which it must be over.
 */
#pragma once

#include <glib.h>

typedef struct _FitConnections FitConnections;
typedef struct _FitConnection FitConnection;

FitConnections *fit_connections_new (guint seconds);

/* fit_connections_free: all have been removed */
void fit_connections_free (FitConnections *connections);

/* fit_connections_add: Returns: (transfer none).  @socket is shut down, not
 * closed, when its time is over. */
FitConnection *fit_connections_add (FitConnections *connections, int socket);

/* fit_connections_remove: before its socket is closed */
void fit_connections_remove (FitConnections *connections,
                             FitConnection *connection);

/* fit_connections_restart: a step is over, and the time of the next one
 * begins */
void fit_connections_restart (FitConnections *connections,
                              FitConnection *connection);
