/* cluster-trust.c - which client certificates the cluster trusts
 *
 * Source: delegated authentication of an aggregated apiserver, by
 * documentation.
 * SPDX-License-Identifier: Apache-2.0 */
#include "serving/cluster-trust.h"

#include "base/monitor.h"
#include "formats/value.h"

#include <string.h>

#define PATH \
  "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication"
#define MAP "ConfigMap kube-system/extension-apiserver-authentication"

#define CLIENT_CA "client-ca-file"
#define PROXY_CA "requestheader-client-ca-file"

#define TIMEOUT_MS 10000

struct _FitClusterTrust
{
  FitClusterTrustOptions options;
  gboolean in_trouble; /* and that was reported; on the thread of the client */
  FitMonitor monitor;  /* of what follows */
  gboolean tried;
  GError *problem; /* (nullable) owned: of the first attempt */
};

static void read_now (gpointer data);

/* -- what it says ---------------------------------------------------------- */

/* @out: unchanged where there is none.  Returns: FALSE with FIT_ERROR_SCHEMA */
static gboolean
take_authorities (const FitValue *data, const char *key, FitLiveFiles **out,
                  GError **error)
{
  const char *text = fit_value_get_string (data, key);
  g_autoptr (GError) problem = NULL;
  g_autoptr (GBytes) pem = NULL;

  if (text == NULL || *text == '\0')
    return TRUE;
  pem = g_bytes_new (text, strlen (text));
  *out = fit_trust_authorities (pem, NULL, &problem);
  if (*out == NULL)
    g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA, MAP ": data.%s: %s", key,
                 problem->message);
  return *out != NULL;
}

/* Returns: (transfer none) (nullable): NULL-terminated, owned by @arena; NULL
 * with FIT_ERROR_SCHEMA */
static const char *const *
take_names (const FitValue *data, const char *key, FitArena *arena,
            GError **error)
{
  const char *text = fit_value_get_string (data, key);
  const FitValue *list = NULL;
  const char **names;
  guint n = 0;

  if (text == NULL || *text == '\0')
    return fit_arena_new0 (arena, const char *, 1);
  list = fit_json_parse (arena, text, strlen (text), NULL, NULL, NULL);
  if (list != NULL && list->type == FIT_VALUE_LIST)
    {
      names = fit_arena_new0 (arena, const char *, list->n + 1);
      while (n < list->n && list->items[n].type == FIT_VALUE_STRING)
        {
          names[n] = list->items[n].text;
          n++;
        }
      if (n == list->n)
        return names;
    }
  return fit_fail_null (error, FIT_ERROR_SCHEMA,
                        MAP ": data.%s: expected a JSON list of strings", key);
}

static const struct
{
  const char *key;
  gsize offset; /* in FitTrustSettings */
} lists[] = {
  { "requestheader-allowed-names",
    G_STRUCT_OFFSET (FitTrustSettings, proxy_names) },
  { "requestheader-username-headers",
    G_STRUCT_OFFSET (FitTrustSettings, user_headers) },
  { "requestheader-uid-headers",
    G_STRUCT_OFFSET (FitTrustSettings, uid_headers) },
  { "requestheader-group-headers",
    G_STRUCT_OFFSET (FitTrustSettings, group_headers) },
  { "requestheader-extra-headers-prefix",
    G_STRUCT_OFFSET (FitTrustSettings, extra_prefixes) },
};

/* Returns: (transfer full) (nullable) */
static FitTrust *
understand (const FitTrustSettings *given, const char *body, GError **error)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *root
      = fit_json_parse (arena, body, strlen (body), NULL, NULL, NULL);
  const FitValue *data = fit_value_get (root, "data");
  g_autoptr (FitLiveFiles) client_ca = NULL;
  g_autoptr (FitLiveFiles) proxy_ca = NULL;
  FitTrustSettings settings = *given;

  if (root == NULL || root->type != FIT_VALUE_MAP)
    return fit_fail_null (error, FIT_ERROR_REMOTE, "%s",
                          MAP ": the answer is no JSON object");
  if (!take_authorities (data, CLIENT_CA, &client_ca, error)
      || !take_authorities (data, PROXY_CA, &proxy_ca, error))
    return NULL;
  if (settings.client_ca == NULL)
    settings.client_ca = client_ca;
  if (settings.proxy_ca != NULL)
    return fit_trust_new (&settings);
  settings.proxy_ca = proxy_ca;
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      const char *const *names = take_names (data, lists[i].key, arena, error);

      if (names == NULL)
        return NULL;
      G_STRUCT_MEMBER (const char *const *, &settings, lists[i].offset) = names;
    }
  return fit_trust_new (&settings);
}

/* -- reading it ------------------------------------------------------------ */

static void
answered (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  FitClusterTrust *trust = data;
  const FitClusterTrustOptions *options = &trust->options;
  g_autoptr (GError) error = NULL;
  g_autoptr (FitTrust) read = NULL;
  g_autofree char *why = NULL;
  g_autofree char *text = NULL;

  if (g_error_matches (problem, FIT_ERROR, FIT_ERROR_INCOMPLETE))
    return;
  if (problem == NULL && answer->status == 200)
    read = understand (options->settings, answer->body, &error);
  else
    {
      why = problem != NULL ? g_strdup (problem->message)
                            : fit_api_status_text (answer);
      g_set_error (&error, FIT_ERROR,
                   problem != NULL ? FIT_ERROR_REMOTE
                                   : fit_api_error_code (answer->status),
                   "cannot read " MAP ": %s", why);
    }
  if (read != NULL)
    {
      trust->in_trouble = FALSE;
      fit_access_set_trust (options->access, read);
    }
  /* Reported once per outage.  What was read before still counts. */
  else if (!trust->in_trouble && options->note != NULL
           && (problem == NULL || options->say_unreachable))
    {
      trust->in_trouble = TRUE;
      text = g_strdup_printf ("which client certificates count may be out of "
                              "date: %s",
                              error->message);
      options->note (text, options->data);
    }
  fit_monitor_lock (&trust->monitor);
  if (!trust->tried)
    trust->problem = g_steal_pointer (&error);
  trust->tried = TRUE;
  fit_monitor_changed (&trust->monitor);
  fit_monitor_unlock (&trust->monitor);
  fit_api_client_call_later (trust->options.client, trust->options.interval_ms,
                             read_now, trust);
}

static void
read_now (gpointer data)
{
  FitClusterTrust *trust = data;

  fit_api_client_send (trust->options.client,
                       &(const FitApiRequest){ .method = "GET",
                                               .path = PATH,
                                               .timeout_ms = TIMEOUT_MS,
                                               .done = answered,
                                               .data = trust });
}

/* -- following it ---------------------------------------------------------- */

FitClusterTrust *
fit_cluster_trust_new (const FitClusterTrustOptions *options)
{
  FitClusterTrust *trust = g_new0 (FitClusterTrust, 1);

  trust->options = *options;
  if (options->interval_ms == 0)
    trust->options.interval_ms = FIT_CLUSTER_TRUST_MS;
  fit_monitor_init (&trust->monitor);
  read_now (trust);
  return trust;
}

void
fit_cluster_trust_free (FitClusterTrust *trust)
{
  if (trust == NULL)
    return;
  fit_monitor_clear (&trust->monitor);
  g_clear_error (&trust->problem);
  g_free (trust);
}

gboolean
fit_cluster_trust_wait (FitClusterTrust *trust, GError **error)
{
  gboolean read;

  fit_monitor_lock (&trust->monitor);
  while (!trust->tried)
    fit_monitor_wait (&trust->monitor, G_MAXINT64);
  read = trust->problem == NULL;
  if (!read)
    g_propagate_error (error, g_error_copy (trust->problem));
  fit_monitor_unlock (&trust->monitor);
  return read;
}
