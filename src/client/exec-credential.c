/* exec-credential.c - the input and the output of a credential plugin
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/exec-credential.h"

#include "api/times.h"
#include "base/limits.h"
#include "net/tls-material.h"
#include "formats/value-json.h"

#include <string.h>

#define GROUP "client.authentication.k8s.io/"

/* An answer has a token, or a certificate and a key. */
#define MOST_TREE_BYTES ((gsize) 16 * 1024 * 1024)

gboolean
fit_exec_version_is_known (const char *api_version)
{
  return strcmp (api_version, GROUP "v1") == 0
         || strcmp (api_version, GROUP "v1beta1") == 0;
}

char *
fit_exec_info (const char *api_version, const char *cluster,
               gboolean interactive)
{
  GString *json = g_string_new (NULL);

  fit_json_append_printf (
      json, "{'kind':'ExecCredential','apiVersion':%s,'spec':{", api_version);
  if (cluster != NULL)
    g_string_append_printf (json, "\"cluster\":%s,", cluster);
  g_string_append_printf (json, "\"interactive\":%s}}",
                          interactive ? "true" : "false");
  return g_string_free (json, FALSE);
}

/* -- the answer ------------------------------------------------------------ */

/* @out stays NULL where the field is absent, null or empty. */
static gboolean
read_text (const FitValue *map, const char *name, const char **out,
           GError **error)
{
  const FitValue *value = fit_value_get (map, name);

  if (value == NULL || value->type == FIT_VALUE_NULL)
    return TRUE;
  if (value->type != FIT_VALUE_STRING)
    return fit_fail (error, FIT_ERROR_REMOTE,
                     "status.%s: found %s, expected a string", name,
                     fit_value_type_text (value->type));
  if (value->n > 0)
    *out = value->text;
  return TRUE;
}

static gboolean
read_status (FitCredential *credential, const FitValue *status, GError **error)
{
  const char *token = NULL;
  const char *cert = NULL;
  const char *key = NULL;
  const char *expires = NULL;

  if (status == NULL || status->type != FIT_VALUE_MAP)
    return fit_fail (error, FIT_ERROR_REMOTE,
                     "status: found %s, expected an object",
                     status ? fit_value_type_text (status->type) : "nothing");
  if (!read_text (status, "token", &token, error)
      || !read_text (status, "clientCertificateData", &cert, error)
      || !read_text (status, "clientKeyData", &key, error)
      || !read_text (status, "expirationTimestamp", &expires, error))
    return FALSE;
  if (token == NULL && cert == NULL && key == NULL)
    return fit_fail (error, FIT_ERROR_REMOTE,
                     "status: found neither a token nor a certificate with "
                     "its key");
  if (token != NULL && !fit_credential_set_token (credential, token))
    return fit_fail (error, FIT_ERROR_REMOTE,
                     "status.token: found blanks or line ends in it");
  if (expires != NULL && !fit_time_parse (expires, &credential->expires_ns))
    return fit_fail (error, FIT_ERROR_REMOTE,
                     "status.expirationTimestamp: found something else, "
                     "expected a time like 2026-01-31T12:00:00Z");
  if ((cert != NULL) != (key != NULL))
    return fit_fail (error, FIT_ERROR_REMOTE,
                     "status: found only %s, expected both or none of "
                     "clientCertificateData and clientKeyData",
                     cert != NULL ? "clientCertificateData" : "clientKeyData");
  if (cert == NULL)
    return TRUE;
  credential->cert = g_bytes_new (cert, strlen (cert));
  credential->key = g_bytes_new (key, strlen (key));
  if (!fit_pem_has (credential->cert, FIT_PEM_CERTIFICATE))
    return fit_fail (error, FIT_ERROR_REMOTE,
                     "status.clientCertificateData: found something else, "
                     "expected a PEM certificate");
  if (!fit_pem_has (credential->key, FIT_PEM_PRIVATE_KEY))
    return fit_fail (error, FIT_ERROR_REMOTE,
                     "status.clientKeyData: found something else, expected "
                     "a PEM key");
  return TRUE;
}

FitCredential *
fit_exec_credential_parse (const char *bytes, gsize len,
                           const char *api_version, GError **error)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (FitCredential) credential = fit_credential_new ();
  FitLimits limits = *fit_limits_default ();
  const FitValue *answer;
  const char *found;

  limits.object_bytes = MOST_TREE_BYTES;
  answer = fit_json_parse (arena, bytes, len, NULL, &limits, NULL);
  if (answer == NULL)
    return fit_fail_null (error, FIT_ERROR_REMOTE,
                          "found something else, expected JSON");
  if (answer->type != FIT_VALUE_MAP
      || g_strcmp0 (fit_value_get_string (answer, "kind"), "ExecCredential")
             != 0)
    return fit_fail_null (error, FIT_ERROR_REMOTE,
                          "found something else, expected an ExecCredential");
  found = fit_value_get_string (answer, "apiVersion");
  if (g_strcmp0 (found, api_version) != 0)
    return fit_fail_null (
        error, FIT_ERROR_REMOTE, "apiVersion: found %s, expected %s",
        found != NULL && fit_exec_version_is_known (found) ? found
                                                           : "another version",
        api_version);
  return read_status (credential, fit_value_get (answer, "status"), error)
             ? g_steal_pointer (&credential)
             : NULL;
}
