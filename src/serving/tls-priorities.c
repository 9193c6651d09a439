/* tls-priorities.c - versions of TLS and cipher suites, in the words of GnuTLS
 *
 * GnuTLS does not take suites, but their parts: key exchanges, ciphers and
 * MACs.  It offers every suite that is made of these parts.
 * SPDX-License-Identifier: Apache-2.0 */
#include "serving/tls-priorities.h"

#include <string.h>

#include "net/network.h"

#define ONLY_1_3 "NORMAL:-VERS-ALL:+VERS-TLS1.3"

typedef struct
{
  const char *name; /* as GnuTLS writes it */
  gnutls_kx_algorithm_t kx;
  gnutls_cipher_algorithm_t cipher;
  gnutls_mac_algorithm_t mac;
  gnutls_protocol_t version; /* the first that has it */
} Suite;

static gboolean
get_suite (gsize index, Suite *out)
{
  guchar id[2];

  out->name = fit_net.gnutls_cipher_suite_info (
      index, id, &out->kx, &out->cipher, &out->mac, &out->version);
  return out->name != NULL;
}

/* "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA" is TLS_ECDHE_RSA_AES_128_CBC_SHA1, and
 * ChaCha20 has no hash in its name.  Returns: (transfer full) */
static char *
own_name (const char *iana)
{
  g_autoptr (GString) name = g_string_new (iana);

  g_string_replace (name, "_WITH_", "_", 1);
  g_string_replace (name, "CHACHA20_POLY1305_SHA256", "CHACHA20_POLY1305", 1);
  if (g_str_has_suffix (name->str, "_SHA"))
    g_string_append_c (name, '1');
  return g_strdup (name->str);
}

static void
add_part (GString *priorities, const char *part)
{
  g_autofree char *text = g_strconcat (":+", part, NULL);
  const char *found = strstr (priorities->str, text);
  const char after = found != NULL ? found[strlen (text)] : 'x';

  if (after != ':' && after != '\0')
    g_string_append (priorities, text);
}

/* Suites of TLS 1.3 are not chosen, as in Go; where there are no others, there
 * is only TLS 1.3.  Returns: FALSE for a name that is not known */
static gboolean
add_suites (GString *priorities, char **names, GError **error)
{
  static const char none[] = ":-KX-ALL:-CIPHER-ALL:-MAC-ALL";
  const gsize before = priorities->len;

  g_string_append (priorities, none);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *name = own_name (g_strstrip (names[i]));
      Suite suite;
      gsize k = 0;

      while (get_suite (k, &suite) && strcmp (suite.name, name) != 0)
        k++;
      if (suite.name == NULL)
        return fit_fail (error, FIT_ERROR_USAGE,
                         "option --tls-cipher-suites: \"%s\" is not a cipher "
                         "suite like TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                         names[i]);
      if (suite.version == GNUTLS_TLS1_3)
        continue;
      add_part (priorities, fit_net.gnutls_kx_get_name (suite.kx));
      add_part (priorities, fit_net.gnutls_cipher_get_name (suite.cipher));
      add_part (priorities, fit_net.gnutls_mac_get_name (suite.mac));
    }
  if (priorities->len == before + strlen (none))
    g_string_assign (priorities, ONLY_1_3);
  return TRUE;
}

/* Fails if a suite that was left out on purpose would be offered. */
static gboolean
check_offer (const char *priorities, char **names, GError **error)
{
  gnutls_priority_t cache;
  guint index;
  int code = fit_net.gnutls_priority_init (&cache, priorities, NULL);
  gboolean fine = TRUE;

  if (code != 0)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "option --tls-cipher-suites: GnuTLS cannot offer them: %s",
                     fit_net.gnutls_strerror (code));
  for (guint i = 0; fine; i++)
    {
      gboolean listed = FALSE;
      Suite suite;

      code = fit_net.gnutls_priority_get_cipher_suite_index (cache, i, &index);
      if (code == GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE)
        break;
      if (code != 0 || !get_suite (index, &suite)
          || suite.version == GNUTLS_TLS1_3)
        continue;
      for (guint k = 0; !listed && names[k] != NULL; k++)
        {
          g_autofree char *name = own_name (names[k]);

          listed = strcmp (suite.name, name) == 0;
        }
      if (listed)
        continue;
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "option --tls-cipher-suites: with these, GnuTLS would also "
                   "offer %s: add it, or leave out one of its neighbours",
                   suite.name);
      fine = FALSE;
    }
  fit_net.gnutls_priority_deinit (cache);
  return fine;
}

/* Returns: (nullable): the versions of @least and later */
static const char *
find_versions (const char *least, GError **error)
{
  static const struct
  {
    const char *name;
    const char *priorities;
  } versions[] = {
    { "", FIT_TLS_PRIORITIES },
    { "VersionTLS10", FIT_TLS_PRIORITIES },
    { "VersionTLS11", FIT_TLS_PRIORITIES },
    { "VersionTLS12", FIT_TLS_PRIORITIES },
    { "VersionTLS13", ONLY_1_3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    if (strcmp (versions[i].name, least) == 0)
      return versions[i].priorities;
  g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
               "option --tls-min-version: \"%s\" is not one of VersionTLS10, "
               "VersionTLS11, VersionTLS12, VersionTLS13",
               least);
  return NULL;
}

char *
fit_tls_priorities (const char *least, const char *suites, GError **error)
{
  const char *versions = find_versions (least != NULL ? least : "", error);
  g_auto (GStrv) names = NULL;
  g_autoptr (GString) priorities = NULL;

  if (versions == NULL || !fit_net_load (error))
    return NULL;
  priorities = g_string_new (versions);
  /* As in Go, TLS 1.3 alone has no suites to choose from. */
  if (suites != NULL && *suites != '\0'
      && strcmp (versions, FIT_TLS_PRIORITIES) == 0)
    {
      names = g_strsplit (suites, ",", 0);
      if (!add_suites (priorities, names, error)
          || !check_offer (priorities->str, names, error))
        return NULL;
    }
  return g_strdup (priorities->str);
}
