/* credential.c - what a client shows to an API server to authenticate
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/credential.h"

#include <string.h>

FitCredential *
fit_credential_new (void)
{
  FitCredential *credential = g_new0 (FitCredential, 1);

  credential->refs = 1;
  credential->expires_ns = G_MAXINT64;
  return credential;
}

FitCredential *
fit_credential_copy (const FitCredential *credential)
{
  FitCredential *copy = fit_credential_new ();

  copy->header = g_strdup (credential->header);
  copy->password = g_strdup (credential->password);
  if (credential->cert != NULL)
    {
      copy->cert = g_bytes_ref (credential->cert);
      copy->key = g_bytes_ref (credential->key);
    }
  copy->expires_ns = credential->expires_ns;
  return copy;
}

FitCredential *
fit_credential_ref (const FitCredential *credential)
{
  FitCredential *counted = (FitCredential *) credential;

  g_atomic_int_inc (&counted->refs);
  return counted;
}

void
fit_credential_unref (FitCredential *credential)
{
  if (credential == NULL || !g_atomic_int_dec_and_test (&credential->refs))
    return;
  g_free (credential->header);
  g_free (credential->password);
  g_clear_pointer (&credential->cert, g_bytes_unref);
  g_clear_pointer (&credential->key, g_bytes_unref);
  g_free (credential);
}

gboolean
fit_credential_set_token (FitCredential *credential, const char *token)
{
  for (const char *c = token; *c != '\0'; c++)
    if (!g_ascii_isgraph (*c))
      return FALSE;
  if (*token == '\0')
    return FALSE;
  g_free (credential->header);
  credential->header = g_strconcat ("Authorization: Bearer ", token, NULL);
  return TRUE;
}

void
fit_credential_set_password (FitCredential *credential, const char *username,
                             const char *password)
{
  g_autofree char *pair
      = g_strconcat (username, ":", password != NULL ? password : "", NULL);
  g_autofree char *encoded
      = g_base64_encode ((const guchar *) pair, strlen (pair));

  g_free (credential->header);
  credential->header = g_strconcat ("Authorization: Basic ", encoded, NULL);
  g_free (credential->password);
  credential->password = g_strdup (password);
}

void
fit_credential_note_secrets (const FitCredential *credential,
                             FitSecretSet *secrets)
{
  if (credential->header != NULL)
    fit_secret_set_add (secrets, strrchr (credential->header, ' ') + 1);
  if (credential->password != NULL)
    fit_secret_set_add (secrets, credential->password);
}
