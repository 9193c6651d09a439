/* http.h - HTTP and HTTPS requests
 *
 * A client is for one peer (an extender, an API server).  It has the CA,
 * certificate and key for it, and keeps connections for the next request.
 * Several threads may use it at once.  Each request blocks its thread until the
 * response is there, the timeout is over, or the exchange has failed.
 *
 * Redirects are returned, not followed.  Proxies come from the environment
 * (http_proxy, https_proxy, no_proxy), except for requests to this machine.
 *
 * With libcurl before 7.84, no other thread may use libcurl while the first
 * client of a process is created.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"
#include "net/tls-material.h"

/* The maximum sizes of the body and of the headers. */
#define FIT_HTTP_MAX_RESPONSE_BYTES ((gsize) 256 * 1024 * 1024)
#define FIT_HTTP_MAX_HEADER_BYTES ((gsize) 256 * 1024)

#define FIT_HTTP_DEFAULT_TIMEOUT_MS 30000

typedef struct _FitHttpClient FitHttpClient;

/**
 * fit_http_client_new:
 * @tls: (nullable): copied; its files are read now
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_IO, "open FILE: no
 *   such file or directory", or FIT_ERROR_LIMIT
 */
FitHttpClient *fit_http_client_new (const FitHttpTLS *tls, GError **error);

/* fit_http_client_free: no request may be running; accepts NULL */
void fit_http_client_free (FitHttpClient *client);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitHttpClient, fit_http_client_free)

/* All borrowed. */
typedef struct
{
  const char *method; /* "GET", "POST", ... */
  const char *url;
  const char *const *headers; /* (nullable) "Name: value", NULL-terminated */
  const char *body;           /* (nullable) sent in one piece with its length */
  gsize body_len;
  guint timeout_ms;         /* for the whole exchange; 0: the default */
  gsize max_response_bytes; /* 0: FIT_HTTP_MAX_RESPONSE_BYTES */
  gboolean repeatable;      /* may be sent again on a new connection if a kept
                               connection broke before any response; otherwise
                               that is a failure */
  gboolean *lost; /* (nullable) set if that or another failure leaves open
                     whether the peer has got the body */
} FitHttpRequest;

typedef struct
{
  guint status;
  GBytes *body;       /* owned; decompressed if necessary */
  GPtrArray *headers; /* owned, of char*: "Name: value" */
} FitHttpResponse;

void fit_http_response_free (FitHttpResponse *response);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitHttpResponse, fit_http_response_free)

/**
 * fit_http_client_request:
 *
 * Any status is a response; everything else is a failure.  Messages: "Post URL:
 * what went wrong", without user and password in the URL.  The same failure
 * always has the same text.
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_REMOTE, or
 *   FIT_ERROR_LIMIT if the response is too large
 */
FitHttpResponse *fit_http_client_request (FitHttpClient *client,
                                          const FitHttpRequest *request,
                                          GError **error);
