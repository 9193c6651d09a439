/* credentials.c - the current credentials of a client
 *
 * Tokens and certificates in files rotate.  So the files are checked before
 * every request.  While they cannot be used, their earlier contents count.
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/credentials.h"

#include <signal.h>

#include "net/tls-material.h"

/* Far more than any token has. */
#define MOST_TOKEN_BYTES 65536

/* -- files ----------------------------------------------------------------- */

static char *
token_of (GBytes *contents)
{
  gsize len;
  const char *text = g_bytes_get_data (contents, &len);

  return g_strstrip (g_strndup (text, len));
}

static gboolean
check_token (GBytes *const *contents, GError **error)
{
  g_autoptr (FitCredential) credential = fit_credential_new ();
  g_autofree char *token = token_of (contents[0]);

  if (g_bytes_get_size (contents[0]) <= MOST_TOKEN_BYTES
      && fit_credential_set_token (credential, token))
    return TRUE;
  return fit_fail (error, FIT_ERROR_SCHEMA,
                   "found something else, expected a token");
}

FitLiveFiles *
fit_credentials_token_files (const FitApiConfig *config)
{
  if (config->token_now != NULL)
    return fit_live_files_ref (config->token_now);
  return config->token_file == NULL
             ? NULL
             : fit_live_files_new (
                 &(const FitLivePart){ .file = config->token_file }, 1,
                 check_token);
}

static gboolean
has_text (const char *text)
{
  return text != NULL && *text != '\0';
}

FitLiveFiles *
fit_credentials_pair_files (const FitApiConfig *config)
{
  const FitHttpTLS *tls = &config->tls;
  const FitLivePart parts[] = { { tls->cert_data, tls->cert_file },
                                { tls->key_data, tls->key_file } };

  if (config->pair_now != NULL)
    return fit_live_files_ref (config->pair_now);
  /* As in v1.16, one without the other is ignored. */
  if ((tls->cert_data != NULL && tls->key_data != NULL)
      || (tls->cert_data == NULL && !has_text (tls->cert_file))
      || (tls->key_data == NULL && !has_text (tls->key_file)))
    return NULL;
  return fit_live_files_new (parts, G_N_ELEMENTS (parts), fit_tls_check_pair);
}

/* -- its life -------------------------------------------------------------- */

gboolean
fit_credentials_init (FitCredentials *credentials, const FitApiConfig *config,
                      void (*ended) (gpointer data), gpointer data,
                      GError **error)
{
  *credentials = (FitCredentials){ .fixed = fit_credential_new (),
                                   .ended = ended,
                                   .data = data };
  pthread_mutex_init (&credentials->lock, NULL);
  credentials->token = fit_credentials_token_files (config);
  credentials->pair = fit_credentials_pair_files (config);
  if (config->exec != NULL)
    credentials->exec = fit_exec_plugin_ref (config->exec);
  if (config->username != NULL)
    fit_credential_set_password (credentials->fixed, config->username,
                                 config->password);
  if ((credentials->token == NULL
       || fit_live_files_load (credentials->token, error))
      && (credentials->pair == NULL
          || fit_live_files_load (credentials->pair, error))
      && (config->exec == NULL || fit_exec_plugin_check (config->exec, error)))
    {
      if (config->token_file == NULL && config->token != NULL)
        fit_credential_set_token (credentials->fixed, config->token);
      return TRUE;
    }
  fit_credentials_clear (credentials);
  return FALSE;
}

void
fit_credentials_clear (FitCredentials *credentials)
{
  g_clear_pointer (&credentials->fixed, fit_credential_unref);
  g_clear_pointer (&credentials->token, fit_live_files_unref);
  g_clear_pointer (&credentials->pair, fit_live_files_unref);
  g_clear_pointer (&credentials->exec, fit_exec_plugin_unref);
  g_clear_pointer (&credentials->rejected, fit_credential_unref);
  g_clear_pointer (&credentials->replaced, fit_credential_unref);
  pthread_mutex_destroy (&credentials->lock);
}

FitCredential *
fit_credentials_now (FitCredentials *credentials)
{
  if (credentials->exec != NULL)
    return fit_exec_plugin_current (credentials->exec);
  if (credentials->token != NULL)
    {
      GBytes *contents[FIT_LIVE_FILES];
      const guint version = fit_live_files_get (credentials->token, contents);
      g_autoptr (GBytes) token = contents[0];

      if (version != credentials->token_version)
        {
          FitCredential *next = fit_credential_copy (credentials->fixed);
          g_autofree char *text = token_of (token);

          fit_credential_set_token (next, text);
          fit_credential_unref (credentials->fixed);
          credentials->fixed = next;
          credentials->token_version = version;
        }
    }
  if (credentials->pair != NULL)
    {
      GBytes *contents[FIT_LIVE_FILES];
      const guint version = fit_live_files_get (credentials->pair, contents);
      g_autoptr (GBytes) cert = contents[0];
      g_autoptr (GBytes) key = contents[1];

      if (version != credentials->pair_version)
        {
          FitCredential *next = fit_credential_copy (credentials->fixed);

          g_clear_pointer (&next->cert, g_bytes_unref);
          g_clear_pointer (&next->key, g_bytes_unref);
          next->cert = g_steal_pointer (&cert);
          next->key = g_steal_pointer (&key);
          fit_credential_unref (credentials->fixed);
          credentials->fixed = next;
          credentials->pair_version = version;
        }
    }
  return fit_credential_ref (credentials->fixed);
}

/* -- a plugin that runs ---------------------------------------------------- */

static gpointer
run_plugin (gpointer data)
{
  FitCredentials *credentials = data;
  GError *problem = NULL;
  sigset_t pipe_only;

  /* The plugin inherits what is blocked. */
  sigemptyset (&pipe_only);
  sigaddset (&pipe_only, SIGPIPE);
  pthread_sigmask (SIG_UNBLOCK, &pipe_only, NULL);
  fit_exec_plugin_run (credentials->exec, credentials->replaced,
                       &credentials->cancelled, &problem);
  pthread_mutex_lock (&credentials->lock);
  credentials->has_ended = TRUE;
  credentials->problem = problem;
  pthread_mutex_unlock (&credentials->lock);
  credentials->ended (credentials->data);
  return NULL;
}

FitCredential *
fit_credentials_find (FitCredentials *credentials)
{
  FitCredential *credential = NULL;

  if (credentials->runs)
    return NULL;
  credential = fit_credentials_now (credentials);
  if (credential != NULL && credential != credentials->rejected)
    {
      g_clear_pointer (&credentials->rejected, fit_credential_unref);
      return credential;
    }
  fit_credential_unref (credential);
  credentials->replaced = g_steal_pointer (&credentials->rejected);
  credentials->runs
      = pthread_create (&credentials->thread, NULL, run_plugin, credentials)
        == 0;
  return NULL;
}

GError *
fit_credentials_end_run (FitCredentials *credentials)
{
  GError *problem;
  gboolean has_ended;

  pthread_mutex_lock (&credentials->lock);
  has_ended = credentials->has_ended;
  credentials->has_ended = FALSE;
  problem = g_steal_pointer (&credentials->problem);
  pthread_mutex_unlock (&credentials->lock);
  if (!has_ended)
    return NULL;
  credentials->runs = FALSE;
  pthread_join (credentials->thread, NULL);
  g_clear_pointer (&credentials->replaced, fit_credential_unref);
  return problem;
}

gboolean
fit_credentials_reject (FitCredentials *credentials, FitCredential *rejected)
{
  if (credentials->exec == NULL)
    return FALSE;
  fit_credential_unref (credentials->rejected);
  credentials->rejected = fit_credential_ref (rejected);
  return TRUE;
}

void
fit_credentials_stop (FitCredentials *credentials)
{
  if (!credentials->runs)
    return;
  g_atomic_int_set (&credentials->cancelled, 1);
  pthread_join (credentials->thread, NULL);
  credentials->runs = FALSE;
  g_clear_error (&credentials->problem);
}
