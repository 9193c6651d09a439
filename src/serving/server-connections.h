/* server-connections.h - which connections may stay, and for how long
 *
 * libmicrohttpd ends connections that are idle.  A client that sends or reads
 * a byte now and then is never idle, so each step (a handshake with the headers
 * of a request, a body, an answer) also has a time by which it must be over.
 *
 * Nobody can shut others out.  A connection is busy from the headers of a
 * request to the end of its answer.  When there are too many connections, of
 * all clients or of one, the one that has not been busy for the longest time
 * gives way.  A part of the room is never given to requests, so that there is
 * always one that can give way, and a probe gets its answer.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

typedef struct _FitConnections FitConnections;
typedef struct _FitConnection FitConnection;

/* The part of all connections that one client may have, and the part of these
 * that is kept free of requests. */
#define FIT_CONNECTIONS_SHARE 2
#define FIT_CONNECTIONS_ROOM 8

/* fit_connections_new: @most: how many at once; @header_seconds: for the
 * handshake and the headers; @seconds: for a body, for an answer, and between
 * two requests */
FitConnections *fit_connections_new (guint most, guint header_seconds,
                                     guint seconds);

/* fit_connections_free: all have been removed */
void fit_connections_free (FitConnections *connections);

/* fit_connections_add: makes room for it.  If that is impossible, because all
 * are busy, the new one is cut.  Returns: (transfer none).  @socket is shut
 * down, not closed, when it has to go.  @client: equal for the same one */
FitConnection *fit_connections_add (FitConnections *connections, int socket,
                                    guint64 client);

/* fit_connections_remove: before its socket is closed */
void fit_connections_remove (FitConnections *connections,
                             FitConnection *connection);

/* fit_connections_hurry: a request begins to come in; its headers must be there
 * soon */
void fit_connections_hurry (FitConnections *connections,
                            FitConnection *connection);

/* fit_connections_begin: the headers are there.  Returns: FALSE: there are too
 * many requests at once, or too many of its client */
gboolean fit_connections_begin (FitConnections *connections,
                                FitConnection *connection);

/* fit_connections_restart: a step is over, and the time of the next one
 * begins */
void fit_connections_restart (FitConnections *connections,
                              FitConnection *connection);

/* fit_connections_end: the request is over; there may be another one later */
void fit_connections_end (FitConnections *connections,
                          FitConnection *connection);
