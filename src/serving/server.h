/* server.h - a small server for HTTP and HTTPS
 *
 * Routes lead to functions that answer.  Each connection has a thread of its
 * own, so these functions may wait, and several of them run at once.
 *
 * Nothing grows with what clients do: there are limits for the number of
 * connections, for the headers, for the body (of each route), and for the time
 * that a client takes to send a request and to read the answer.  Clients that
 * take all they can get do not keep others out (server-connections.h).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "serving/access.h"
#include "serving/server-tls.h"

/* A complete request, valid during the call. */
typedef struct
{
  const char *method; /* "GET", "HEAD", "POST", ... */
  const char *path;   /* percent-decoded, without host and query */
  const char *body;   /* NUL-terminated; "" */
  gsize body_len;
  const char *user;  /* (nullable) who asks; NULL if anybody may ask */
  gpointer exchange; /* private */
} FitServerRequest;

/* fit_server_request_arguments: Returns: (transfer full): the values of all
 * parameters @name of the query, percent-decoded, in order; "?verbose" has the
 * value "" */
char **fit_server_request_arguments (const FitServerRequest *request,
                                     const char *name);

/* fit_server_request_header: Returns: (transfer none) (nullable): the value of
 * the first header @name, ignoring letter case */
const char *fit_server_request_header (const FitServerRequest *request,
                                       const char *name);

typedef struct
{
  const char *method; /* "GET" also answers HEAD */
  const char *path;   /* "/healthz"; nothing below it */
  gsize body_bytes;   /* the largest body that is taken; 0: none */

  /* Fills @answer, which is 200 with an empty text.  Runs on the thread of the
   * connection. */
  void (*answer) (const FitServerRequest *request, FitServerAnswer *answer,
                  gpointer data);
  gpointer data; /* borrowed */

  gboolean is_probe; /* answered also where there are too many requests */
} FitServerRoute;

typedef struct
{
  const char *address;          /* "127.0.0.1", "::1"; "0.0.0.0", "::": all */
  guint port;                   /* 0: any that is free */
  const FitServerTLS *tls;      /* (nullable): NULL: plain HTTP.  Copied */
  FitAccess *access;            /* (nullable) borrowed: NULL: anybody may ask */
  const FitServerRoute *routes; /* copied; their strings are borrowed */
  guint n_routes;
  gsize
      all_bodies_bytes; /* of all bodies that are here at once, at most; 0: only
                             those of each route count */
  guint connections;    /* at most; 0: FIT_SERVER_CONNECTIONS */
  guint header_seconds; /* that a client may take for the handshake and the
                           headers; 0: FIT_SERVER_HEADER_SECONDS */
  guint seconds; /* that it may take for a body, for an answer, and between two
                    requests; 0: FIT_SERVER_SECONDS */
} FitServerOptions;

#define FIT_SERVER_CONNECTIONS 128
#define FIT_SERVER_HEADER_SECONDS 10
#define FIT_SERVER_SECONDS 60

/* The largest request line and headers, together with what is kept of them. */
#define FIT_SERVER_HEADER_BYTES 32768

typedef struct _FitServer FitServer;

/* fit_server_new: listens and answers from now on.  Returns: (transfer full)
 * (nullable): NULL with FIT_ERROR_IO, "listen on ADDRESS:PORT: address already
 * in use", or FIT_ERROR_USAGE for what is no address */
FitServer *fit_server_new (const FitServerOptions *options, GError **error);

/* fit_server_free: ends all connections.  Answers that are being computed are
 * waited for. */
void fit_server_free (FitServer *server);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitServer, fit_server_free)

guint fit_server_port (const FitServer *server);
