/* server-policy.c - reads the Policy of kube-scheduler's --policy-configmap
 * from the API server
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/server-policy.h"

#include <string.h>

#include "base/monitor.h"
#include "cli/options.h"
#include "formats/value.h"

#define TIMEOUT_MS 30000

/* Requests are at least a second apart, so these limits never apply. */
#define QPS 5
#define BURST 10

/* How many keys of a ConfigMap a message shows. */
#define KEYS_SHOWN 10

struct _FitServerPolicy
{
  FitApiClient *client; /* owned */
  char *path;           /* owned: of requests */
  char *map;            /* owned: "ConfigMap NAMESPACE/NAME" */
  char *name;           /* owned: the same with the key */

  FitMonitor monitor; /* what follows is under the lock */
  gboolean answered;
  guint status;
  char *body;      /* (nullable) owned */
  GError *problem; /* (nullable) owned */
  gboolean cancelled;
};

FitServerPolicy *
fit_server_policy_new (const FitApiConfig *api, const char *namespace_,
                       const char *name, GError **error)
{
  g_autofree char *in = g_uri_escape_string (namespace_, NULL, FALSE);
  g_autofree char *of = g_uri_escape_string (name, NULL, FALSE);
  FitApiClient *client = fit_api_client_new (api, QPS, BURST, error);
  FitServerPolicy *policy;

  if (client == NULL)
    return NULL;
  policy = g_new0 (FitServerPolicy, 1);
  policy->client = client;
  policy->path
      = g_strdup_printf ("/api/v1/namespaces/%s/configmaps/%s", in, of);
  policy->map = g_strdup_printf ("ConfigMap %s/%s", namespace_, name);
  policy->name = g_strconcat (policy->map, ", key " FIT_POLICY_KEY, NULL);
  fit_monitor_init (&policy->monitor);
  return policy;
}

void
fit_server_policy_observe (FitServerPolicy *policy, FitApiObserver observer,
                           gpointer data, const FitApiDetail *detail)
{
  fit_api_client_observe (policy->client, observer, data);
  fit_api_client_set_detail (policy->client, detail);
}

void
fit_server_policy_free (FitServerPolicy *policy)
{
  if (policy == NULL)
    return;
  fit_api_client_free (policy->client);
  g_free (policy->path);
  g_free (policy->map);
  g_free (policy->name);
  g_free (policy->body);
  g_clear_error (&policy->problem);
  fit_monitor_clear (&policy->monitor);
  g_free (policy);
}

const char *
fit_server_policy_name (const FitServerPolicy *policy)
{
  return policy->name;
}

/* -- waiting --------------------------------------------------------------- */

static void
answered (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  FitServerPolicy *policy = data;

  fit_monitor_lock (&policy->monitor);
  g_free (policy->body);
  g_clear_error (&policy->problem);
  policy->answered = TRUE;
  policy->status = answer->status;
  policy->body = g_strndup (answer->body, answer->body_len);
  policy->problem = problem != NULL ? g_error_copy (problem) : NULL;
  if (problem == NULL && answer->status != 200)
    {
      g_free (policy->body);
      policy->body = fit_api_status_text (answer);
    }
  fit_monitor_changed (&policy->monitor);
  fit_monitor_unlock (&policy->monitor);
}

/* Returns: FALSE if it was cancelled */
static gboolean
wait_for_answer (FitServerPolicy *policy)
{
  const FitApiRequest request = { .method = "GET",
                                  .path = policy->path,
                                  .timeout_ms = TIMEOUT_MS,
                                  .done = answered,
                                  .data = policy };
  gboolean cancelled;

  fit_monitor_lock (&policy->monitor);
  policy->answered = FALSE;
  fit_monitor_unlock (&policy->monitor);
  fit_api_client_send (policy->client, &request);
  fit_monitor_lock (&policy->monitor);
  while (!policy->answered && !policy->cancelled)
    fit_monitor_wait (&policy->monitor, G_MAXINT64);
  cancelled = policy->cancelled;
  fit_monitor_unlock (&policy->monitor);
  return !cancelled;
}

gboolean
fit_server_policy_sleep (FitServerPolicy *policy, guint ms)
{
  const gint64 end = g_get_monotonic_time () + (gint64) ms * 1000;
  gboolean cancelled;

  fit_monitor_lock (&policy->monitor);
  while (!policy->cancelled && fit_monitor_wait (&policy->monitor, end))
    ;
  cancelled = policy->cancelled;
  fit_monitor_unlock (&policy->monitor);
  return !cancelled;
}

void
fit_server_policy_cancel (FitServerPolicy *policy)
{
  fit_monitor_lock (&policy->monitor);
  policy->cancelled = TRUE;
  fit_monitor_changed (&policy->monitor);
  fit_monitor_unlock (&policy->monitor);
}

/* -- answers --------------------------------------------------------------- */

char *
fit_server_policy_read (FitServerPolicy *policy, GError **error)
{
  if (!wait_for_answer (policy))
    return fit_fail_null (error, FIT_ERROR_INCOMPLETE, "%s was not read",
                          policy->map);
  if (policy->problem != NULL)
    return fit_fail_null (error, FIT_ERROR_REMOTE, "cannot reach %s",
                          policy->problem->message);
  if (policy->status == 200)
    {
      g_autoptr (FitArena) arena = fit_arena_new ();
      const FitValue *root = fit_json_parse (
          arena, policy->body, strlen (policy->body), NULL, NULL, error);
      const FitValue *data, *text;

      if (root == NULL)
        return fit_blame_null (error, "%s: ", policy->map);
      data = root->type == FIT_VALUE_MAP ? fit_value_get (root, "data") : NULL;
      if (data == NULL || data->type != FIT_VALUE_MAP)
        return fit_fail_null (
            error, FIT_ERROR_SCHEMA,
            "%s: it has no data, expected the key " FIT_POLICY_KEY,
            policy->map);
      text = fit_value_get (data, FIT_POLICY_KEY);
      if (text != NULL && text->type != FIT_VALUE_STRING)
        return fit_fail_null (error, FIT_ERROR_SCHEMA,
                              "%s: data: " FIT_POLICY_KEY
                              ": found %s, expected a string",
                              policy->map, fit_value_type_text (text->type));
      if (text == NULL)
        {
          GString *list = g_string_new (NULL);
          g_autofree char *keys = NULL;

          for (guint i = 0; i < MIN (data->n, KEYS_SHOWN); i++)
            g_string_append_printf (list, "%s%s", i > 0 ? ", " : "",
                                    data->members[i].key);
          if (data->n > KEYS_SHOWN)
            g_string_append_printf (list, " and %u more", data->n - KEYS_SHOWN);
          keys = g_string_free (list, FALSE);
          return fit_fail_null (
              error, FIT_ERROR_SCHEMA,
              "%s: data: found the keys %s, expected " FIT_POLICY_KEY,
              policy->map, keys);
        }
      return g_strndup (text->text, text->n);
    }
  return fit_fail_null (error, fit_api_error_code (policy->status),
                        "cannot read %s: %s", policy->map, policy->body);
}
