/* review.c - asks an API server about a token or a user, and waits
 * SPDX-License-Identifier: Apache-2.0 */
#include "serving/review.h"

#include "base/monitor.h"

#define TIMEOUT_MS 10000u

/* Shared by the thread that waits and the one of the client; the last one frees
 * it. */
typedef struct
{
  gint refs; /* atomic */
  FitMonitor monitor;
  gboolean over;
  guint status;
  char *body;    /* owned */
  char *trouble; /* (nullable) owned */
} Review;

static void
review_unref (Review *review)
{
  if (!g_atomic_int_dec_and_test (&review->refs))
    return;
  fit_monitor_clear (&review->monitor);
  g_free (review->body);
  g_free (review->trouble);
  g_free (review);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Review, review_unref)

static void
answered (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  g_autoptr (Review) review = data;

  fit_monitor_lock (&review->monitor);
  review->status = answer->status;
  review->body = g_strndup (answer->body, answer->body_len);
  review->trouble = problem != NULL ? g_strdup (problem->message) : NULL;
  review->over = TRUE;
  fit_monitor_changed (&review->monitor);
  fit_monitor_unlock (&review->monitor);
}

const FitValue *
fit_review (FitApiClient *client, const char *path, const char *body,
            FitArena *arena, GError **error)
{
  g_autoptr (Review) review = g_new0 (Review, 1);
  const FitValue *object = NULL;
  const FitValue *status;
  gint64 end;
  gboolean over;

  review->refs = 2; /* ours, and that of the answer */
  fit_monitor_init (&review->monitor);
  fit_api_client_send (client, &(const FitApiRequest){ .method = "POST",
                                                       .path = path,
                                                       .body = body,
                                                       .timeout_ms = TIMEOUT_MS,
                                                       .done = answered,
                                                       .data = review });
  end = g_get_monotonic_time () + (gint64) TIMEOUT_MS * 1000;
  fit_monitor_lock (&review->monitor);
  while (!review->over && fit_monitor_wait (&review->monitor, end))
    ;
  over = review->over;
  fit_monitor_unlock (&review->monitor);
  if (!over)
    return fit_fail_null (error, FIT_ERROR_REMOTE, "Post %s: no answer in %u s",
                          path, TIMEOUT_MS / 1000);
  if (review->trouble == NULL && review->status / 100 == 2)
    object = fit_json_parse (arena, review->body, strlen (review->body), NULL,
                             NULL, NULL);
  status = fit_value_get (object, "status");
  if (status != NULL)
    return status;
  if (review->trouble != NULL)
    g_set_error (error, FIT_ERROR, FIT_ERROR_REMOTE, "Post %s: %s", path,
                 review->trouble);
  else
    g_set_error (error, FIT_ERROR, FIT_ERROR_REMOTE,
                 "Post %s: the API server answered %u", path, review->status);
  return NULL;
}
