/* pages.h - what fitsched run shows over HTTP: health, metrics, its configuration
 * and what its cache and queue hold
 */
#pragma once

#include "api/objects.h"
#include "client/api-config.h"
#include "serving/access.h"
#include "serving/server-tls.h"

typedef struct
{
  const char *address;
  guint port;         /* 0: none */
  const char *source; /* what says so, for messages: "--secure-port" */
} FitListener;

/* What is asked about a pod.  All borrowed. */
typedef struct
{
  FitObjects *objects; /* the cluster as the scheduler sees it now, for the
                          callee alone */
  const char *pod;     /* NAMESPACE/NAME */
  gboolean json;       /* instead of text */
} FitExplainQuestion;

/* All borrowed for as long as the daemon lives. */
typedef struct
{
  FitListener plain[2]; /* everybody who reaches them may ask everything */
  FitListener secure;   /* HTTPS, with @tls */
  const FitServerTLS *tls;
  const FitApiConfig *authentication; /* (nullable) where tokens are reviewed */
  const FitApiConfig *authorization;  /* (nullable) and accesses */
  FitAccessOptions access;            /* its clients are ignored */
  FitTrustRules trust;                /* in certificates of clients */
  gboolean look_up_trust;             /* what @trust does not say, the cluster
                                         says */
  gboolean trust_needed;              /* and without that, nothing is served */
  const char *configuration;          /* (nullable) JSON, for /configz */

  /* (nullable) appends what `fitsched explain` prints.  Runs on threads of the
   * server, one at a time.  Returns: FALSE with FIT_ERROR_NOT_FOUND and
   * others */
  gboolean (*explain) (const FitExplainQuestion *question, GString *out,
                       gpointer data, GError **error);
  gpointer data; /* borrowed */
} FitServing;

typedef struct _FitPages FitPages;
typedef struct _FitDaemon FitDaemon;

/* fit_pages_new: listens from now on.  Returns: (transfer full) (nullable): NULL
 * with FIT_ERROR_IO where an address cannot be used */
FitPages *fit_pages_new (FitDaemon *daemon, const FitServing *serving,
                         GError **error);

/* fit_pages_free: no call of fit_daemon_call() is taken any more */
void fit_pages_free (FitPages *pages);
