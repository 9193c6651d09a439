/* trust.c - which client certificates a server trusts, and the users that they
 * name
 *
 * Source: apiserver authentication by client certificates and request headers,
 * by documentation and behaviour.
 * SPDX-License-Identifier: Apache-2.0 */
#include "serving/trust.h"

#include "net/network.h"
#include "net/tls-material.h"
#include "formats/value-json.h"

#include <pthread.h>
#include <string.h>

#define MOST_CERTIFICATES 16
#define MOST_GROUPS 64

/* The certificates of authorities; counted, since they may be replaced while a
 * thread uses them. */
typedef struct
{
  gnutls_x509_trust_list_t list; /* owned */
} Signers;

typedef struct
{
  FitLiveFiles *files; /* (nullable) owned reference */
  guint version;       /* of @files, which @signers are from */
  Signers *signers;    /* (nullable) owned reference */
} Authorities;

struct _FitTrust
{
  gint refs;            /* atomic */
  pthread_mutex_t lock; /* of what may change in the next two */
  Authorities clients;
  Authorities proxies;
  char **proxy_names; /* owned, like the rest */
  char **user_headers;
  char **uid_headers;
  char **group_headers;
  char **extra_prefixes;
};

/* -- authorities ----------------------------------------------------------- */

static void
clear_signers (gpointer data)
{
  Signers *signers = data;

  if (signers->list != NULL)
    fit_net.gnutls_x509_trust_list_deinit (signers->list, 1);
}

static void
signers_unref (Signers *signers)
{
  if (signers != NULL)
    g_atomic_rc_box_release_full (signers, clear_signers);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Signers, signers_unref)

/* Returns: (transfer full) (nullable): NULL if there are no such authorities */
static Signers *
signers_now (FitTrust *trust, Authorities *authorities)
{
  GBytes *pem[FIT_LIVE_FILES] = { NULL };
  gnutls_datum_t datum;
  Signers *signers;
  guint version;
  gsize len;

  if (authorities->files == NULL)
    return NULL;
  pthread_mutex_lock (&trust->lock);
  version = fit_live_files_get (authorities->files, pem);
  if (version != authorities->version)
    {
      datum.data = (guchar *) g_bytes_get_data (pem[0], &len);
      datum.size = (guint) len;
      signers_unref (authorities->signers);
      authorities->signers = signers = g_atomic_rc_box_new0 (Signers);
      /* The files have been checked; without a list, no certificate is
       * trusted. */
      if (fit_net.gnutls_x509_trust_list_init (&signers->list, 0) == 0)
        fit_net.gnutls_x509_trust_list_add_trust_mem (
            signers->list, &datum, NULL, GNUTLS_X509_FMT_PEM, 0, 0);
      authorities->version = version;
    }
  signers = g_atomic_rc_box_acquire (authorities->signers);
  pthread_mutex_unlock (&trust->lock);
  g_bytes_unref (pem[0]);
  return signers;
}

FitLiveFiles *
fit_trust_authorities (GBytes *data, const char *file, GError **error)
{
  g_autoptr (FitLiveFiles) files = fit_live_files_new (
      &(const FitLivePart){ data, file }, 1, fit_tls_check_authorities);

  return fit_live_files_load (files, error) ? g_steal_pointer (&files) : NULL;
}

/* -- settings -------------------------------------------------------------- */

static char **
copy_list (const char *const *list)
{
  static const char *const none[] = { NULL };

  return g_strdupv ((char **) (list != NULL ? list : none));
}

static FitLiveFiles *
copy_files (FitLiveFiles *files)
{
  return files != NULL ? fit_live_files_ref (files) : NULL;
}

FitTrust *
fit_trust_new (const FitTrustSettings *settings)
{
  FitTrust *trust = g_new0 (FitTrust, 1);

  trust->refs = 1;
  pthread_mutex_init (&trust->lock, NULL);
  trust->clients.files = copy_files (settings->client_ca);
  trust->proxies.files = copy_files (settings->proxy_ca);
  trust->proxy_names = copy_list (settings->proxy_names);
  trust->user_headers = copy_list (settings->user_headers);
  trust->uid_headers = copy_list (settings->uid_headers);
  trust->group_headers = copy_list (settings->group_headers);
  trust->extra_prefixes = copy_list (settings->extra_prefixes);
  return trust;
}

FitTrust *
fit_trust_ref (FitTrust *trust)
{
  g_atomic_int_inc (&trust->refs);
  return trust;
}

void
fit_trust_unref (FitTrust *trust)
{
  if (trust == NULL || !g_atomic_int_dec_and_test (&trust->refs))
    return;
  fit_live_files_unref (trust->clients.files);
  fit_live_files_unref (trust->proxies.files);
  signers_unref (trust->clients.signers);
  signers_unref (trust->proxies.signers);
  pthread_mutex_destroy (&trust->lock);
  g_strfreev (trust->proxy_names);
  g_strfreev (trust->user_headers);
  g_strfreev (trust->uid_headers);
  g_strfreev (trust->group_headers);
  g_strfreev (trust->extra_prefixes);
  g_free (trust);
}

/* -- certificates ---------------------------------------------------------- */

/* What a client has shown, its own certificate first. */
typedef struct
{
  gnutls_x509_crt_t certificates[MOST_CERTIFICATES]; /* owned */
  guint n;
} Chain;

static void
chain_clear (Chain *chain)
{
  for (guint i = 0; i < chain->n; i++)
    fit_net.gnutls_x509_crt_deinit (chain->certificates[i]);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Chain, chain_clear)

/* Returns: FALSE: it cannot be read */
static gboolean
read_chain (const gnutls_datum_t *shown, guint n, Chain *chain)
{
  if (n > MOST_CERTIFICATES)
    return FALSE;
  while (chain->n < n)
    {
      gnutls_x509_crt_t *next = &chain->certificates[chain->n];

      if (fit_net.gnutls_x509_crt_init (next) != 0)
        return FALSE;
      chain->n++;
      if (fit_net.gnutls_x509_crt_import (*next, &shown[chain->n - 1],
                                          GNUTLS_X509_FMT_DER)
          != 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_signed (const Chain *chain, const Signers *signers)
{
  gnutls_typed_vdata_st purpose
      = { .type = GNUTLS_DT_KEY_PURPOSE_OID,
          .data = (guchar *) GNUTLS_KP_TLS_WWW_CLIENT };
  guint problems = 0;

  return fit_net.gnutls_x509_trust_list_verify_crt2 (
             signers->list, (gnutls_x509_crt_t *) chain->certificates, chain->n,
             &purpose, 1, 0, &problems, NULL)
             == 0
         && problems == 0;
}

/* Returns: (transfer full) (nullable): the part @index of that kind */
static char *
name_part (const Chain *chain, const char *oid, guint index)
{
  char text[1024];
  gsize len = sizeof text;

  if (fit_net.gnutls_x509_crt_get_dn_by_oid (chain->certificates[0], oid, index,
                                             0, text, &len)
          != 0
      || memchr (text, '\0', len) != NULL
      || !g_utf8_validate (text, (gssize) len, NULL))
    return NULL;
  return g_strndup (text, len);
}

/* The common name, in the groups of its organizations. */
static gboolean
describe_subject (const Chain *chain, FitServerUser *user)
{
  g_autofree char *name = name_part (chain, GNUTLS_OID_X520_COMMON_NAME, 0);
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (g_free);
  char *group;

  if (name == NULL)
    return FALSE;
  while (groups->len < MOST_GROUPS
         && (group = name_part (chain, GNUTLS_OID_X520_ORGANIZATION_NAME,
                                groups->len))
                != NULL)
    g_ptr_array_add (groups, group);
  g_ptr_array_add (groups, NULL);
  fit_server_user_describe (user, name, (const char *const *) groups->pdata,
                            NULL, NULL);
  return TRUE;
}

/* -- headers of a proxy ---------------------------------------------------- */

/* Returns: (nullable): the first that is not empty */
static const char *
first_value (const FitShownCredentials *credentials, char **names)
{
  for (guint i = 0; names[i] != NULL; i++)
    for (guint k = 0; k < credentials->n_headers; k++)
      if (g_ascii_strcasecmp (credentials->headers[k].name, names[i]) == 0
          && *credentials->headers[k].value != '\0')
        return credentials->headers[k].value;
  return NULL;
}

static void
free_text (gpointer text)
{
  g_string_free (text, TRUE);
}

/* Returns: (transfer full) (nullable): a JSON object, in the order of the
 * headers */
static char *
all_extra (const FitShownCredentials *credentials, char **prefixes)
{
  g_autoptr (GHashTable) values
      = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, free_text);
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  GString *text;

  for (guint i = 0; prefixes[i] != NULL; i++)
    for (guint k = 0; k < credentials->n_headers; k++)
      {
        const FitServerHeader *header = &credentials->headers[k];
        const gsize len = strlen (prefixes[i]);

        if (g_ascii_strncasecmp (header->name, prefixes[i], len) == 0)
          {
            g_autofree char *lower = g_ascii_strdown (header->name + len, -1);
            g_autofree char *plain = g_uri_unescape_string (lower, NULL);
            char *key = plain != NULL && g_utf8_validate (plain, -1, NULL)
                            ? g_steal_pointer (&plain)
                            : g_steal_pointer (&lower);
            GString *list = g_hash_table_lookup (values, key);

            if (list == NULL)
              {
                list = g_string_new (NULL);
                g_ptr_array_add (keys, key);
                g_hash_table_insert (values, key, list);
              }
            else
              {
                g_string_append_c (list, ',');
                g_free (key);
              }
            fit_json_append_string (list, header->value);
          }
      }
  if (keys->len == 0)
    return NULL;
  text = g_string_new ("{");
  for (guint i = 0; i < keys->len; i++)
    {
      g_string_append (text, i > 0 ? "," : "");
      fit_json_append_string (text, keys->pdata[i]);
      g_string_append_printf (
          text, ":[%s]",
          ((GString *) g_hash_table_lookup (values, keys->pdata[i]))->str);
    }
  g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
}

/* The user that the headers of a proxy name.  Returns: FALSE if they name
 * none */
static gboolean
describe_headers (const FitTrust *trust, const FitShownCredentials *credentials,
                  FitServerUser *user)
{
  const char *name = first_value (credentials, trust->user_headers);
  g_autoptr (GPtrArray) groups = NULL;
  g_autofree char *extra = NULL;

  if (name == NULL)
    return FALSE;
  groups = g_ptr_array_new ();
  for (guint i = 0; trust->group_headers[i] != NULL; i++)
    for (guint k = 0; k < credentials->n_headers; k++)
      {
        const FitServerHeader *header = &credentials->headers[k];

        if (g_ascii_strcasecmp (header->name, trust->group_headers[i]) == 0
            && *header->value != '\0')
          g_ptr_array_add (groups, (gpointer) header->value);
      }
  g_ptr_array_add (groups, NULL);
  extra = all_extra (credentials, trust->extra_prefixes);
  fit_server_user_describe (user, name, (const char *const *) groups->pdata,
                            first_value (credentials, trust->uid_headers),
                            extra);
  return TRUE;
}

/* -- both ------------------------------------------------------------------ */

FitTrustAnswer
fit_trust_find_user (FitTrust *trust, const FitShownCredentials *credentials,
                     FitServerUser *user)
{
  g_autoptr (Signers) clients = NULL;
  g_autoptr (Signers) proxies = NULL;
  g_auto (Chain) chain = { .n = 0 };
  g_autofree char *proxy = NULL;
  const gnutls_datum_t *shown = NULL;
  FitTrustAnswer otherwise = FIT_TRUST_NOBODY;
  guint n = 0;

  if (credentials->session != NULL)
    shown = fit_net.gnutls_certificate_get_peers (credentials->session, &n);
  if (shown == NULL || n == 0)
    return FIT_TRUST_NOBODY;
  clients = signers_now (trust, &trust->clients);
  proxies = signers_now (trust, &trust->proxies);
  if (clients == NULL && proxies == NULL)
    return FIT_TRUST_NOBODY;
  if (!read_chain (shown, n, &chain))
    return FIT_TRUST_REFUSED;
  if (proxies != NULL)
    {
      if (trust->proxy_names[0] != NULL)
        proxy = name_part (&chain, GNUTLS_OID_X520_COMMON_NAME, 0);
      if (!is_signed (&chain, proxies)
          || (trust->proxy_names[0] != NULL
              && (proxy == NULL
                  || !g_strv_contains ((const char *const *) trust->proxy_names,
                                       proxy))))
        otherwise = FIT_TRUST_REFUSED;
      else if (describe_headers (trust, credentials, user))
        return FIT_TRUST_USER;
    }
  if (clients != NULL)
    {
      if (is_signed (&chain, clients) && describe_subject (&chain, user))
        return FIT_TRUST_USER;
      otherwise = FIT_TRUST_REFUSED;
    }
  return otherwise;
}
