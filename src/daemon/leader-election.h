/* leader-election.h - one candidate for the leader, on a real API server
 *
 * leader-election-steps.h decides; this has the requests and the clocks.  It has
 * a client and a thread of its own, so that nothing else delays a renewal.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "client/api-client.h"
#include "daemon/leader-election-steps.h"

typedef struct
{
  const FitApiConfig *api; /* borrowed during the call, as all texts */
  const char *lock;        /* "leases", "endpoints", "configmaps",
                              "endpointsleases", "configmapsleases" */
  const char *namespace_;
  const char *name;
  gint64 lease_us;
  gint64 renew_deadline_us;
  gint64 retry_us;
  gboolean ignore_other_locks; /* lead even if a lock of another kind is held */
  const char *component;       /* the source of events */

  /* All run on the thread of the election. */

  /* It leads until @until_us of the monotonic clock.  Called often, and the
   * first time before changed() says that it leads. */
  void (*renewed) (gint64 until_us, gpointer data);

  /* It leads now, has lost the lock, or has released it.  @text: the same for
   * people */
  void (*changed) (FitElectionState state, const char *text, gpointer data);

  void (*note) (const char *text, gpointer data);

  /* observe: (nullable): its client, before the first request */
  void (*observe) (FitApiClient *client, gpointer data);
  gpointer data; /* borrowed */
} FitCandidateOptions;

typedef struct _FitCandidate FitCandidate;

/* fit_candidate_check: are times, lock and names possible?  Fails with
 * FIT_ERROR_SCHEMA and kube-scheduler's words */
gboolean fit_candidate_check (const FitCandidateOptions *options,
                              GError **error);

/* fit_candidate_new: @options: checked.  Returns: (transfer full)
 * (nullable): NULL where the files of the client cannot be read */
FitCandidate *fit_candidate_new (const FitCandidateOptions *options,
                                 GError **error);
void fit_candidate_free (FitCandidate *candidate);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitCandidate, fit_candidate_free)

/* fit_candidate_start: from now on it is a candidate */
void fit_candidate_start (FitCandidate *candidate);

/* fit_candidate_release: gives up the lock, so that another one can take it at
 * once; changed() tells when that is done.  The caller has closed its clients
 * for writes before. */
void fit_candidate_release (FitCandidate *candidate);
