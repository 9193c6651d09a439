/* access.h - who may ask a server for what
 *
 * As kube-scheduler does it: the API server says whose a token is (TokenReview)
 * and who may see which path (SubjectAccessReview).  A client certificate of a
 * trusted authority names its user, too.  Whoever shows neither is
 * system:anonymous.  What the API server said is kept for some seconds.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "client/api-client.h"
#include "serving/answer.h"
#include "serving/trust.h"

typedef struct
{
  FitApiClient *authentication; /* (nullable) borrowed: asked about tokens;
                                   NULL: they are not looked at */
  FitApiClient *authorization;  /* (nullable) borrowed: asked about users; NULL:
                                   nobody may see more than @open_paths */
  const char *const *open_paths; /* NULL-terminated, copied: for everybody; with
                                    "*" at its end: all that begin like it */
  gboolean certificate_suffices; /* whoever has shown a certificate of a trusted
                                    authority may see everything */
  double token_seconds;          /* how long answers are kept */
  double allowed_seconds;
  double denied_seconds;

  /* (nullable) why the API server could not be asked; once, until it could.
   * Runs on threads of the server. */
  void (*note) (const char *text, gpointer data);
  gpointer data; /* borrowed */
} FitAccessOptions;

/* Requests per second of each client that asks the API server, as
 * kube-scheduler's. */
#define FIT_ACCESS_QPS 50
#define FIT_ACCESS_BURST 100

/* The open paths of kube-scheduler. */
extern const char *const fit_access_open_paths[];

typedef struct _FitAccess FitAccess;

/* fit_access_new: Returns: (transfer full) */
FitAccess *fit_access_new (const FitAccessOptions *options);

/* fit_access_free: after its clients and all checks have ended */
void fit_access_free (FitAccess *access);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitAccess, fit_access_free)

/* fit_access_set_trust: from any thread.  @trust: (nullable): referenced; NULL,
 * as in the beginning: no certificate is looked at */
void fit_access_set_trust (FitAccess *access, FitTrust *trust);

/**
 * fit_access_check:
 * @method: of HTTP
 * @answer: untouched if they may; otherwise 401, 403 or 500 with a Status.  It
 *   does not say why the API server could not be asked: anybody may read it
 *
 * From any thread; waits for the API server, ten seconds at most.
 *
 * Returns: (transfer full) (nullable): the user, if they may
 */
char *fit_access_check (FitAccess *access,
                        const FitShownCredentials *credentials,
                        const char *method, const char *path,
                        FitServerAnswer *answer);
