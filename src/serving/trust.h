/* trust.h - whose client certificates a server believes, and what they say
 *
 * A certificate of a client names its user.  A certificate of a proxy in front
 * of the server says that the proxy has found out who asks, and names the user
 * in headers.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "net/live-files.h"
#include "serving/server-user.h"

/* All borrowed, lists NULL-terminated.  Authorities are those that the files
 * have when somebody shows a certificate. */
typedef struct
{
  FitLiveFiles *client_ca; /* (nullable) loaded, PEM: authorities that sign
                              certificates of clients */
  FitLiveFiles *proxy_ca;  /* (nullable) the same: that sign those of proxies */
  const char *const *proxy_names;   /* (nullable) common names of proxies; none:
                                        all of that authority */
  const char *const *user_headers;  /* (nullable) headers of proxies; the first
                                        with a value counts */
  const char *const *uid_headers;   /* (nullable) the same */
  const char *const *group_headers; /* (nullable) all values count */
  const char *const *extra_prefixes; /* (nullable) of headers about the user */
} FitTrustSettings;

typedef struct
{
  const char *name; /* UTF-8, like its value */
  const char *value;
} FitServerHeader;

/* What a client shows.  All borrowed. */
typedef struct
{
  const char *token; /* (nullable) of "Authorization: Bearer" */
  gpointer session;  /* (nullable) a gnutls_session_t after its handshake */
  const FitServerHeader *headers;
  guint n_headers;
} FitShownCredentials;

typedef enum
{
  FIT_TRUST_NOBODY,  /* no certificate was shown, or none is looked at */
  FIT_TRUST_USER,    /* it names a user */
  FIT_TRUST_REFUSED, /* no trusted authority has signed it for that, or it is
                        not valid now */
} FitTrustAnswer;

/* For any number of threads. */
typedef struct _FitTrust FitTrust;

/* fit_trust_authorities: Returns: (transfer full) (nullable): loaded, from
 * @data (nullable), or otherwise from @file, for FitTrustSettings; NULL with
 * FIT_ERROR_IO or FIT_ERROR_PARSE, "FILE: found no certificate, expected one in
 * PEM" */
FitLiveFiles *fit_trust_authorities (GBytes *data, const char *file,
                                     GError **error);

/* fit_trust_new: Returns: (transfer full) */
FitTrust *fit_trust_new (const FitTrustSettings *settings);
FitTrust *fit_trust_ref (FitTrust *trust);
void fit_trust_unref (FitTrust *trust);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitTrust, fit_trust_unref)

/* fit_trust_find_user: which user does the certificate name?  @user: (out):
 * zero; filled for FIT_TRUST_USER */
FitTrustAnswer fit_trust_find_user (FitTrust *trust,
                                    const FitShownCredentials *credentials,
                                    FitServerUser *user);
