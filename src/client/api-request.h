/* api-request.h - requests to an API server, and their answers
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "client/api-config.h"

typedef struct _FitApiClient FitApiClient;

/* What the server answered, valid during the call. */
typedef struct
{
  guint status;     /* of HTTP; 0: there was no answer */
  const char *body; /* NUL-terminated; "" where it went to FitApiBytes */
  gsize body_len;
  FitSecretSet
      *secrets; /* (nullable) borrowed: may be in @body, in any encoding:
                            fit_api_words() hides them */
} FitApiAnswer;

/**
 * FitApiDone:
 * @problem: (nullable): FIT_ERROR_REMOTE: there was no complete answer.
 *   FIT_ERROR_INCOMPLETE: the client was freed, or closed for writes
 *
 * Runs on the thread of the client, once for every request.
 */
typedef void (*FitApiDone) (const FitApiAnswer *answer, const GError *problem,
                            gpointer data);

/* FitApiBytes: a piece of the body of an answer with status 200, as it comes;
 * the first has no bytes: the answer begins.  Returns: FALSE to end the
 * exchange */
typedef gboolean (*FitApiBytes) (const char *bytes, gsize len, gpointer data);

/* How urgent a request is.  Even so, those that have waited longest get some of
 * the tokens. */
typedef enum
{
  FIT_API_URGENT,  /* lists, and all requests that do not set another one */
  FIT_API_BINDING, /* of pods */
  FIT_API_CHANGE,  /* of volumes and claims; deletions of victims */
  FIT_API_LOOKUP,  /* reads a pod after a binding */
  FIT_API_STATUS,  /* conditions of pods, which no decision waits for */
  FIT_API_LAST_URGENCY,
} FitApiUrgency;

/* Copied when it is sent. */
typedef struct
{
  const char *method; /* "GET", "POST", ... */
  const char *path;   /* with its query, as in "/api/v1/nodes?limit=500" */
  const char *content_type; /* (nullable) of @body; NULL: JSON */
  const char *body;         /* (nullable) */
  guint timeout_ms;         /* for the whole exchange; 0: none */
  FitApiUrgency urgency;
  gboolean once;     /* never send it again: Retry-After is an answer.
                               Uses HTTP/1.1, so that a connection on which
                               nothing comes back is not used again */
  FitApiBytes bytes; /* (nullable): for a watch; NULL: the body is
                               collected */
  gboolean is_list;  /* the answer may be long: 1 GiB, else 4 MiB; if
                               there are @bytes, they are not of a watch */
  FitApiDone done;   /* (nullable) */
  gpointer data;     /* borrowed, for both */
} FitApiRequest;

/* One exchange that has ended; a request that is sent again has several.  Valid
 * during the call. */
typedef struct
{
  const char *server; /* "https://10.0.0.1:6443", without secrets */
  const char *method;
  const char *path; /* with its query */
  gboolean is_watch;
  guint status;          /* of HTTP; 0: there was no answer */
  double seconds;        /* since it began */
  double waited_seconds; /* before: for a token, or a connection */

  /* As fit_api_client_set_detail() says; without credentials. */
  const char *request_headers;  /* (nullable): lines "Name: value\n" */
  const char *response_headers; /* (nullable) */
  const char *request_body;     /* (nullable): its beginning */
  gsize request_bytes;          /* of all of it */
  const char *response_body;    /* (nullable); never of a watch */
  gsize response_bytes;
} FitApiExchangeEnd;

/* How much of an exchange is kept for its end. */
typedef struct
{
  gboolean headers;
  gsize body_bytes; /* of each body at most */
} FitApiDetail;
