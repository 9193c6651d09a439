/* credentials.c - who a client is, now
 *
 * A file of tokens is read again for every request, since tokens rotate.  While it
 * cannot be read, or has nothing in it, the last token counts.
 */
#include "client/credentials.h"

#include <signal.h>
#include <string.h>

/* Far more than a token; a file that grows is none. */
#define MOST_TOKEN_BYTES 65536

static gboolean
read_token (FitCredentials *credentials, GError **error)
{
  g_autofree char *text = NULL;
  g_autofree char *header = NULL;
  gsize len;
  FitCredential *read;

  if (!g_file_get_contents (credentials->token_file, &text, &len, NULL))
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_IO,
                   "%s: cannot read the token in it", credentials->token_file);
      return FALSE;
    }
  g_strstrip (text);
  header = g_strconcat ("Authorization: Bearer ", text, NULL);
  if (g_strcmp0 (header, credentials->fixed->header) == 0)
    return TRUE;
  read = fit_credential_new ();
  if (len <= MOST_TOKEN_BYTES && fit_credential_set_token (read, text))
    {
      fit_credential_unref (credentials->fixed);
      credentials->fixed = read;
      return TRUE;
    }
  fit_credential_unref (read);
  g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
               "%s: found something else, expected a token",
               credentials->token_file);
  return FALSE;
}

gboolean
fit_credentials_init (FitCredentials *credentials, const FitApiConfig *config,
                      void (*ended) (gpointer data), gpointer data,
                      GError **error)
{
  *credentials = (FitCredentials){ .fixed = fit_credential_new (),
                                   .ended = ended,
                                   .data = data };
  pthread_mutex_init (&credentials->lock, NULL);
  credentials->token_file = g_strdup (config->token_file);
  if (config->exec != NULL)
    credentials->exec = fit_exec_plugin_ref (config->exec);
  if (config->username != NULL)
    fit_credential_set_password (credentials->fixed, config->username,
                                 config->password);
  if ((config->token_file == NULL || read_token (credentials, error))
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
  g_clear_pointer (&credentials->token_file, g_free);
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
  if (credentials->token_file != NULL)
    read_token (credentials, NULL);
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
