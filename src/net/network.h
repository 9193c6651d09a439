/* network.h - the libraries for HTTP and TLS, loaded when they are first needed
 *
 * libcurl, libmicrohttpd and GnuTLS bring some thirty libraries, which take
 * longer to load than most commands take to run.  So nothing is linked with
 * them.  Call fit_net_load() before their first use; then their functions are
 * members of fit_net, under their own names.
 *
 * Internal to the library.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <curl/curl.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <microhttpd.h>

#include "base/error.h"

/* libcurl checks their arguments with macros, which call them by name. */
#undef curl_easy_setopt
#undef curl_easy_getinfo

/* clang-format off */
#define FIT_NET_CURL(X)                                                        \
  X (curl_easy_cleanup) X (curl_easy_getinfo) X (curl_easy_init)               \
  X (curl_easy_perform) X (curl_easy_reset) X (curl_easy_setopt)               \
  X (curl_easy_strerror) X (curl_free) X (curl_getdate)                        \
  X (curl_global_cleanup) X (curl_global_init) X (curl_multi_add_handle)       \
  X (curl_multi_cleanup) X (curl_multi_info_read) X (curl_multi_init)          \
  X (curl_multi_perform) X (curl_multi_poll) X (curl_multi_remove_handle)      \
  X (curl_multi_wakeup) X (curl_slist_append) X (curl_slist_free_all)          \
  X (curl_url) X (curl_url_cleanup) X (curl_url_get) X (curl_url_set)          \
  X (curl_version_info)

#define FIT_NET_MHD(X)                                                         \
  X (MHD_add_response_header) X (MHD_create_response_from_buffer)              \
  X (MHD_destroy_response) X (MHD_get_connection_info)                         \
  X (MHD_get_connection_values) X (MHD_get_version)                            \
  X (MHD_lookup_connection_value) X (MHD_queue_response)                       \
  X (MHD_start_daemon) X (MHD_stop_daemon)

#define FIT_NET_GNUTLS(X)                                                      \
  X (gnutls_certificate_allocate_credentials)                                  \
  X (gnutls_certificate_free_credentials) X (gnutls_certificate_get_peers)     \
  X (gnutls_certificate_server_set_request)                                    \
  X (gnutls_certificate_set_x509_key_mem2) X (gnutls_check_version)            \
  X (gnutls_cipher_get_name) X (gnutls_cipher_suite_info)                      \
  X (gnutls_credentials_set) X (gnutls_free) X (gnutls_kx_get_name)            \
  X (gnutls_mac_get_name) X (gnutls_priority_deinit)                           \
  X (gnutls_priority_get_cipher_suite_index) X (gnutls_priority_init)          \
  X (gnutls_rnd) X (gnutls_strerror) X (gnutls_x509_crt_deinit)                \
  X (gnutls_x509_crt_export2) X (gnutls_x509_crt_get_dn_by_oid)                \
  X (gnutls_x509_crt_import) X (gnutls_x509_crt_init)                          \
  X (gnutls_x509_crt_list_import2) X (gnutls_x509_crt_set_activation_time)     \
  X (gnutls_x509_crt_set_basic_constraints)                                    \
  X (gnutls_x509_crt_set_dn_by_oid) X (gnutls_x509_crt_set_expiration_time)    \
  X (gnutls_x509_crt_set_key) X (gnutls_x509_crt_set_key_purpose_oid)          \
  X (gnutls_x509_crt_set_key_usage) X (gnutls_x509_crt_set_serial)             \
  X (gnutls_x509_crt_set_subject_alt_name) X (gnutls_x509_crt_set_version)     \
  X (gnutls_x509_crt_sign2) X (gnutls_x509_privkey_deinit)                     \
  X (gnutls_x509_privkey_export2) X (gnutls_x509_privkey_generate)             \
  X (gnutls_x509_privkey_init) X (gnutls_x509_trust_list_add_trust_mem)        \
  X (gnutls_x509_trust_list_deinit) X (gnutls_x509_trust_list_init)            \
  X (gnutls_x509_trust_list_verify_crt2)
/* clang-format on */

/* gnutls_free is a variable: (*fit_net.gnutls_free) (data) */
#define FIT_NET_MEMBER(name) __typeof__ (name) *name;

typedef struct
{
  gsize tried;         /* of fit_net_load() */
  char *problem;       /* (nullable): why it failed; kept for the process */
  const char *library; /* (nullable): of which library: libcurl.so.4 */
  FIT_NET_CURL (FIT_NET_MEMBER)
  FIT_NET_MHD (FIT_NET_MEMBER)
  FIT_NET_GNUTLS (FIT_NET_MEMBER)
} FitNet;

/* All NULL before fit_net_load(), and unchanged after it. */
extern FitNet fit_net;

/* (nullable) why the program has none of them: only the portable program says so,
 * which is linked with portable.c */
extern const char fit_net_left_out[] __attribute__ ((weak));

/* fit_net_load: any thread may call it, any number of times.
 * Returns: FALSE with FIT_ERROR_IO if a library is missing or too old */
gboolean fit_net_load (GError **error);
