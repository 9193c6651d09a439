/* credentials.c - who a client is, now
 *
 * A file of tokens is read again for every request, since tokens rotate.  While it
 * cannot be read, or has nothing in it, the last token counts.
 */
#include "client/credentials.h"

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
                      GError **error)
{
  *credentials = (FitCredentials){ .fixed = fit_credential_new () };
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
