/* secret-set.c - secrets that a process shows to a server, and to no one
 * else
 * SPDX-License-Identifier: Apache-2.0 */
#include "net/secret-set.h"

#include "net/secrets.h"

#include <pthread.h>
#include <string.h>

#define MOST 16

struct _FitSecretSet
{
  gint refs; /* atomic */
  pthread_mutex_t lock;
  char *secrets[MOST]; /* (nullable) owned, under the lock */
  guint next;          /* index of the next one to replace */
};

FitSecretSet *
fit_secret_set_new (void)
{
  FitSecretSet *set = g_new0 (FitSecretSet, 1);

  set->refs = 1;
  pthread_mutex_init (&set->lock, NULL);
  return set;
}

FitSecretSet *
fit_secret_set_ref (FitSecretSet *set)
{
  g_atomic_int_inc (&set->refs);
  return set;
}

void
fit_secret_set_unref (FitSecretSet *set)
{
  if (set == NULL || !g_atomic_int_dec_and_test (&set->refs))
    return;
  for (guint i = 0; i < MOST; i++)
    g_free (set->secrets[i]);
  pthread_mutex_destroy (&set->lock);
  g_free (set);
}

void
fit_secret_set_add (FitSecretSet *set, const char *secret)
{
  gboolean known = FALSE;

  if (strlen (secret) < FIT_SECRET_LEAST_BYTES)
    return;
  pthread_mutex_lock (&set->lock);
  for (guint i = 0; i < MOST && !known; i++)
    known = g_strcmp0 (set->secrets[i], secret) == 0;
  if (!known)
    {
      g_free (set->secrets[set->next]);
      set->secrets[set->next] = g_strdup (secret);
      set->next = (set->next + 1) % MOST;
    }
  pthread_mutex_unlock (&set->lock);
}

void
fit_secret_set_hide (FitSecretSet *set, GString *text)
{
  if (set == NULL)
    return;
  pthread_mutex_lock (&set->lock);
  /* The slots are filled in order, and never emptied. */
  for (guint i = 0; i < MOST && set->secrets[i] != NULL; i++)
    g_string_replace (text, set->secrets[i], FIT_SECRET, 0);
  pthread_mutex_unlock (&set->lock);
}

void
fit_secret_set_hide_error (FitSecretSet *set, GError *error)
{
  GString *text;

  if (error == NULL)
    return;
  text = g_string_new (error->message);
  fit_secret_set_hide (set, text);
  g_free (error->message);
  error->message = g_string_free (text, FALSE);
}
