/* http.h - requests over HTTP and HTTPS, one answer each
 *
 * A client belongs to one kind of peer (one extender, one API server): it
 * holds what is trusted and how to identify to it, and keeps connections for
 * the next request.  It may be used by several threads at once; each request
 * occupies its thread until the answer is there, the time is over, or the
 * exchange has failed.
 *
 * Redirects are answers, not followed.  Proxies are those of the environment
 * (http_proxy, https_proxy, no_proxy), except for this machine itself.
 *
 * libcurl before 7.84 wants the first client of a process to be made while no
 * other thread uses libcurl.
 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

/* A longer body, and more bytes of headers, are refused. */
#define FIT_HTTP_MAX_RESPONSE_BYTES ((gsize) 256 * 1024 * 1024)
#define FIT_HTTP_MAX_HEADER_BYTES ((gsize) 256 * 1024)

#define FIT_HTTP_DEFAULT_TIMEOUT_MS 30000

/* Whom to trust and who to be over HTTPS.  Strings may be NULL or "" where
 * absent; data (PEM) goes before the file of the same name. */
typedef struct
{
  gboolean insecure;       /* do not verify the server at all */
  const char *server_name; /* asked for (SNI) and verified in place of the
                              host in the URL */
  const char *ca_file;     /* trusted instead of what the system trusts */
  const char *cert_file;   /* shown to the server; needs a key */
  const char *key_file;
  GBytes *ca_data;   /* (nullable) */
  GBytes *cert_data; /* (nullable) */
  GBytes *key_data;  /* (nullable) */
} FitHttpTLS;

typedef struct _FitHttpClient FitHttpClient;

/**
 * fit_http_client_new:
 * @tls: (nullable): copied; its files are read now
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_IO, "open FILE: no
 *   such file or directory", or FIT_ERROR_LIMIT
 */
FitHttpClient *fit_http_client_new (const FitHttpTLS *tls, GError **error);

/* fit_http_client_free: no request may be under way; NULL is fine */
void fit_http_client_free (FitHttpClient *client);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitHttpClient, fit_http_client_free)

/* All borrowed. */
typedef struct
{
  const char *method; /* "GET", "POST", ... */
  const char *url;
  const char *const *headers; /* (nullable) "Name: value", NULL-terminated */
  const char *body; /* (nullable) sent with its length, in one piece */
  gsize body_len;
  guint timeout_ms;         /* for the whole exchange; 0: the default */
  gsize max_response_bytes; /* 0: FIT_HTTP_MAX_RESPONSE_BYTES */
  gboolean repeatable;      /* may be sent a second time, on a new connection,
                               where a kept one broke before any answer came;
                               otherwise that is a failure */
} FitHttpRequest;

typedef struct
{
  guint status;
  GBytes *body;       /* owned, unpacked where it was sent compressed */
  GPtrArray *headers; /* owned, of char*: "Name: value" */
} FitHttpResponse;

void fit_http_response_free (FitHttpResponse *response);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitHttpResponse, fit_http_response_free)

/**
 * fit_http_client_request:
 *
 * Any status is a response; failures are all else.  Messages: "Post URL: what
 * went wrong", a user and a password
 * in the URL left out; the same failure always reads
 * the same.
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_REMOTE, or
 *   FIT_ERROR_LIMIT when the answer is too large
 */
FitHttpResponse *fit_http_client_request (FitHttpClient *client,
                                          const FitHttpRequest *request,
                                          GError **error);

/* fit_http_response_header: Returns: (transfer none) (nullable): the value of
 * the first header @name, in any letter case */
const char *fit_http_response_header (const FitHttpResponse *response,
                                      const char *name);

G_END_DECLS
