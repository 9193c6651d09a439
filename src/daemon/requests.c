/* requests.c - what the requests of the daemon have in common
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/daemon-private.h"

void
fit_daemon_observe (const FitDaemon *daemon, FitApiClient *client)
{
  if (daemon->options.requested == NULL)
    return;
  fit_api_client_observe (client, daemon->options.requested,
                          daemon->options.data);
  fit_api_client_set_detail (client, &daemon->options.detail);
}

GError *
fit_answer_problem (const FitApiAnswer *answer, const GError *problem)
{
  g_autofree char *text = NULL;

  if (problem != NULL)
    return g_error_copy (problem);
  if (fit_api_is_done (answer))
    return NULL;
  text = fit_api_status_text (answer);
  return g_error_new_literal (FIT_ERROR,
                              answer->status == 404 || answer->status == 409
                                  ? FIT_ERROR_NOT_FOUND
                                  : FIT_ERROR_REMOTE,
                              text);
}

char *
fit_pod_path (const FitPod *pod, const char *rest)
{
  return g_strdup_printf ("/api/v1/namespaces/%s/pods/%s%s",
                          pod->meta.namespace_, pod->meta.name, rest);
}

char *
fit_daemon_hide_secrets (const FitDaemon *daemon, const char *text)
{
  GString *shown = g_string_new (text);

  fit_secret_set_hide (fit_api_client_secrets (daemon->client), shown);
  return g_string_free (shown, FALSE);
}
