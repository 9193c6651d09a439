/* access.c - who may ask a server for what
 *
 * Source: apiserver authentication and authorization with delegation, by their
 * documentation and behaviour.
 * SPDX-License-Identifier: Apache-2.0 */
#include "serving/access.h"

#include <pthread.h>

#include "formats/value-json.h"
#include "formats/value.h"
#include "client/api-client.h"
#include "base/monitor.h"

#define TOKEN_REVIEWS "/apis/authentication.k8s.io/v1/tokenreviews"
#define ACCESS_REVIEWS "/apis/authorization.k8s.io/v1/subjectaccessreviews"
#define TIMEOUT_MS 10000u

/* The most entries of each of the two caches. */
#define MOST_ENTRIES 1024

/* A question to the API server about a token or a user.
 * Shared by the thread that waits and the one of the client; the last one frees
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

/* Asks the API server, and waits.
 * @body: the object, as JSON.  @arena: owns the result.
 * Not on the thread of @client.  Messages do not repeat what was sent.
 * Returns: (nullable): the status of the object that came back; NULL with
 * FIT_ERROR_REMOTE
 */
static const FitValue *
ask_server (FitApiClient *client, const char *path, const char *body,
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

const char *const fit_access_open_paths[]
    = { "/healthz", "/readyz", "/livez", NULL };

/* What the API server said.  Its keys are hashes: of tokens, which are kept
 * nowhere, and of users with paths, which may be long. */
typedef struct
{
  gint64 end_us; /* of the monotonic clock */
  gboolean yes;
  char *text; /* (nullable) owned: of a token: the user, as JSON members; of an
                 access: the reason */
} Entry;

struct _FitAccess
{
  FitAccessOptions options; /* its open_paths are owned */
  pthread_mutex_t lock;     /* of the next three */
  GHashTable *tokens;       /* owned: hash -> Entry */
  GHashTable *accesses;     /* the same */
  FitTrust *trust;          /* (nullable) owned */
  gint in_trouble;          /* atomic: it was reported that reviews fail */
};

/* -- what is kept ---------------------------------------------------------- */

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free (entry->text);
  g_free (entry);
}

static gboolean
is_over (gpointer key, gpointer value, gpointer now_us)
{
  (void) key;
  return ((const Entry *) value)->end_us <= *(const gint64 *) now_us;
}

static gboolean
recall (FitAccess *access, GHashTable *table, const char *key,
        gboolean *out_yes, char **out_text)
{
  const Entry *entry;
  gboolean found;

  pthread_mutex_lock (&access->lock);
  entry = g_hash_table_lookup (table, key);
  found = entry != NULL && entry->end_us > g_get_monotonic_time ();
  if (found)
    {
      *out_yes = entry->yes;
      *out_text = g_strdup (entry->text);
    }
  pthread_mutex_unlock (&access->lock);
  return found;
}

static void
remember (FitAccess *access, GHashTable *table, const char *key, gboolean yes,
          const char *text, double seconds)
{
  gint64 now = g_get_monotonic_time ();
  Entry *entry = g_new0 (Entry, 1);

  entry->end_us = now + (gint64) (seconds * G_USEC_PER_SEC);
  entry->yes = yes;
  entry->text = g_strdup (text);
  pthread_mutex_lock (&access->lock);
  if (g_hash_table_size (table) >= MOST_ENTRIES)
    g_hash_table_foreach_remove (table, is_over, &now);
  if (g_hash_table_size (table) >= MOST_ENTRIES)
    g_hash_table_remove_all (table);
  g_hash_table_replace (table, g_strdup (key), entry);
  pthread_mutex_unlock (&access->lock);
}

/* -- trouble --------------------------------------------------------------- */

/* Returns: what ask_server() does */
static const FitValue *
review (FitAccess *access, FitApiClient *client, const char *path,
        const char *body, FitArena *arena)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  const FitValue *status = ask_server (client, path, body, arena, &error);

  if (status != NULL)
    g_atomic_int_set (&access->in_trouble, FALSE);
  else if (g_atomic_int_compare_and_exchange (&access->in_trouble, FALSE, TRUE)
           && access->options.note != NULL)
    {
      text = g_strdup_printf ("cannot find out who may see pages: %s",
                              error->message);
      access->options.note (text, access->options.data);
    }
  return status;
}

/* -- who asks -------------------------------------------------------------- */

/* As the TokenReview names the user.  What it says beyond that is passed on. */
static gboolean
describe_reviewed (FitServerUser *user, const FitValue *reviewed)
{
  const char *name = fit_value_get_string (reviewed, "username");
  const char *uid = fit_value_get_string (reviewed, "uid");
  const FitValue *extra = fit_value_get (reviewed, "extra");
  const FitValue *listed = fit_value_get (reviewed, "groups");
  g_autoptr (GPtrArray) groups = g_ptr_array_new ();
  g_autofree char *extra_text = NULL;

  if (name == NULL)
    return FALSE;
  for (guint i = 0; i < fit_value_n_items (listed); i++)
    if (listed->items[i].type == FIT_VALUE_STRING)
      g_ptr_array_add (groups, (gpointer) listed->items[i].text);
  g_ptr_array_add (groups, NULL);
  if (extra != NULL && extra->type == FIT_VALUE_MAP)
    extra_text = fit_value_to_json (extra, NULL, NULL);
  fit_server_user_describe (user, name, (const char *const *) groups->pdata,
                            uid, extra_text);
  return TRUE;
}

/* Returns: FALSE: it is nobody's, or that cannot be found out */
static gboolean
find_owner (FitAccess *access, const char *token, FitServerUser *user)
{
  g_autofree char *key
      = g_compute_checksum_for_string (G_CHECKSUM_SHA256, token, -1);
  g_autoptr (FitArena) arena = NULL;
  g_autoptr (GString) body = NULL;
  g_autofree char *text = NULL;
  const FitValue *status;
  const FitValue *authenticated;
  gboolean yes = FALSE;

  if (!recall (access, access->tokens, key, &yes, &text))
    {
      arena = fit_arena_new ();
      body = g_string_new (NULL);
      fit_json_append_printf (body,
                              "{'apiVersion':'authentication.k8s.io/v1',"
                              "'kind':'TokenReview','spec':{'token':%s}}",
                              token);
      status = review (access, access->options.authentication, TOKEN_REVIEWS,
                       body->str, arena);
      if (status == NULL)
        return FALSE;
      authenticated = fit_value_get (status, "authenticated");
      yes = authenticated != NULL && authenticated->type == FIT_VALUE_BOOL
            && authenticated->boolean
            && describe_reviewed (user, fit_value_get (status, "user"));
      /* The name and the members are kept in one text. */
      if (yes)
        text = g_strconcat (user->name, "\n", user->members, NULL);
      remember (access, access->tokens, key, yes, text,
                access->options.token_seconds);
      return yes;
    }
  if (yes)
    {
      /* Members of JSON have no line breaks; a name may. */
      const char *line = strrchr (text, '\n');

      user->name = g_strndup (text, (gsize) (line - text));
      user->members = g_strdup (line + 1);
    }
  return yes;
}

/* As kube-scheduler: a certificate goes before a token.  One that is refused
 * does no harm if there is also a token. */
static gboolean
authenticate (FitAccess *access, const FitShownCredentials *credentials,
              FitServerUser *user, gboolean *out_by_certificate)
{
  g_autoptr (FitTrust) trust = NULL;
  FitTrustAnswer answer = FIT_TRUST_NOBODY;

  pthread_mutex_lock (&access->lock);
  trust = access->trust != NULL ? fit_trust_ref (access->trust) : NULL;
  pthread_mutex_unlock (&access->lock);
  if (trust != NULL)
    answer = fit_trust_find_user (trust, credentials, user);
  *out_by_certificate = answer == FIT_TRUST_USER;
  if (answer == FIT_TRUST_USER)
    return TRUE;
  if (credentials->token != NULL && access->options.authentication != NULL)
    return g_utf8_validate (credentials->token, -1, NULL)
           && find_owner (access, credentials->token, user);
  if (answer == FIT_TRUST_REFUSED)
    return FALSE;
  fit_server_user_describe (user, FIT_SERVER_ANONYMOUS,
                            (const char *const[]){ FIT_SERVER_NOBODY, NULL },
                            NULL, NULL);
  return TRUE;
}

/* -- what they may see ----------------------------------------------------- */

/* Returns: FALSE: the API server did not say */
static gboolean
authorize (FitAccess *access, const FitServerUser *user, const char *verb,
           const char *path, gboolean *out_yes, char **out_reason)
{
  g_autoptr (GString) body
      = g_string_new ("{\"apiVersion\":\"authorization.k8s.io/v1\","
                      "\"kind\":\"SubjectAccessReview\",\"spec\":{");
  g_autofree char *key = NULL;
  g_autoptr (FitArena) arena = NULL;
  const FitValue *status;
  const FitValue *allowed;
  const char *reason;

  if (access->options.authorization == NULL)
    {
      *out_yes = FALSE;
      return TRUE;
    }
  g_string_append (body, user->members);
  fit_json_append_printf (
      body, ",'nonResourceAttributes':{'path':%s,'verb':%s}}}", path, verb);
  key = g_compute_checksum_for_string (G_CHECKSUM_SHA256, body->str, -1);
  if (recall (access, access->accesses, key, out_yes, out_reason))
    return TRUE;
  arena = fit_arena_new ();
  status = review (access, access->options.authorization, ACCESS_REVIEWS,
                   body->str, arena);
  if (status == NULL)
    return FALSE;
  allowed = fit_value_get (status, "allowed");
  *out_yes
      = allowed != NULL && allowed->type == FIT_VALUE_BOOL && allowed->boolean;
  reason = fit_value_get_string (status, "reason");
  *out_reason
      = fit_api_words (reason != NULL ? reason : "", FIT_API_MOST_WORDS,
                       fit_api_client_secrets (access->options.authorization));
  remember (access, access->accesses, key, *out_yes, *out_reason,
            *out_yes ? access->options.allowed_seconds
                     : access->options.denied_seconds);
  return TRUE;
}

char *
fit_access_check (FitAccess *access, const FitShownCredentials *credentials,
                  const char *method, const char *path, FitServerAnswer *answer)
{
  g_autofree char *verb = g_ascii_strdown (method, -1);
  g_autofree char *reason = NULL;
  g_autofree char *message = NULL;
  g_auto (FitServerUser) user = { 0 };
  const char *const *open = access->options.open_paths;
  gboolean by_certificate = FALSE;
  gboolean yes = FALSE;

  if (!authenticate (access, credentials, &user, &by_certificate))
    {
      fit_server_answer_refuse (answer, 401, "Unauthorized", "Unauthorized");
      return NULL;
    }
  yes = access->options.certificate_suffices && by_certificate;
  for (guint i = 0; !yes && open[i] != NULL; i++)
    {
      const gsize len = strlen (open[i]);

      yes = g_str_equal (open[i], path)
            || (len > 0 && open[i][len - 1] == '*'
                && strncmp (open[i], path, len - 1) == 0);
    }
  if (yes)
    return g_steal_pointer (&user.name);
  if (!authorize (access, &user, verb, path, &yes, &reason))
    {
      message = g_strdup_printf ("cannot find out whether user \"%s\" may %s "
                                 "path \"%s\"",
                                 user.name, verb, path);
      fit_server_answer_refuse (answer, 500, "InternalError", message);
      return NULL;
    }
  if (yes)
    return g_steal_pointer (&user.name);
  message = g_strdup_printf ("forbidden: User \"%s\" cannot %s path \"%s\"%s%s",
                             user.name, verb, path,
                             reason != NULL && *reason != '\0' ? ": " : "",
                             reason != NULL ? reason : "");
  fit_server_answer_refuse (answer, 403, "Forbidden", message);
  return NULL;
}

/* -- access ---------------------------------------------------------------- */

FitAccess *
fit_access_new (const FitAccessOptions *options)
{
  FitAccess *access = g_new0 (FitAccess, 1);

  access->options = *options;
  access->options.open_paths
      = (const char *const *) g_strdupv ((char **) options->open_paths);
  pthread_mutex_init (&access->lock, NULL);
  access->tokens
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, entry_free);
  access->accesses
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, entry_free);
  return access;
}

void
fit_access_set_trust (FitAccess *access, FitTrust *trust)
{
  g_autoptr (FitTrust) old = NULL;

  pthread_mutex_lock (&access->lock);
  old = access->trust;
  access->trust = trust != NULL ? fit_trust_ref (trust) : NULL;
  pthread_mutex_unlock (&access->lock);
}

void
fit_access_free (FitAccess *access)
{
  if (access == NULL)
    return;
  fit_trust_unref (access->trust);
  g_strfreev ((char **) access->options.open_paths);
  g_hash_table_unref (access->tokens);
  g_hash_table_unref (access->accesses);
  pthread_mutex_destroy (&access->lock);
  g_free (access);
}
