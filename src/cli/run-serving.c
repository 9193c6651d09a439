/* run-serving.c - what the flags about ports, certificates and rights mean
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/run-serving.h"

#include <string.h>

#include "cli/console.h"
#include "cli/verbs.h"
#include "config/componentconfig.h"
#include "serving/tls-priorities.h"

/* The port that kube-scheduler listens on by default, on all addresses. */
#define KUBE_PLAIN_PORT 10251
#define KUBE_PLAIN_ADDRESS "0.0.0.0:10251"

#define LOOPBACK "127.0.0.1"

#define NS_PER_SECOND 1e9

/* -- plain ports ----------------------------------------------------------- */

gboolean
fit_run_serving_split (const char *text, const char *field, char **out_address,
                       FitListener *out, GError **error)
{
  const char *colon = strrchr (text, ':');
  const gboolean brackets = *text == '[' && colon > text && colon[-1] == ']';
  guint64 port;

  if (colon == NULL
      || !g_ascii_string_to_unsigned (colon + 1, 10, 0, 65535, &port, NULL))
    return fit_fail (error, FIT_ERROR_SCHEMA,
                     "%s: found \"%s\", expected ADDRESS:PORT", field, text);
  *out_address
      = g_strndup (text + brackets, (gsize) (colon - text) - 2 * brackets);
  if (**out_address == '\0')
    {
      g_free (*out_address);
      *out_address = g_strdup ("0.0.0.0");
    }
  *out = (FitListener){ *out_address, (guint) port, field };
  return TRUE;
}

/* With --config, kube-scheduler reads the file and not the flags. */
static gboolean
choose_plain (FitRunServing *out, const FitRunSettings *settings,
              GError **error)
{
  const char *const texts[] = { settings->file.healthz_bind_address,
                                settings->file.metrics_bind_address };
  static const char *const fields[]
      = { "healthzBindAddress", "metricsBindAddress" };
  const gboolean as_kube = settings->invocation.as_kube_scheduler;
  const FitOptions *options = &settings->invocation.options;
  const gboolean flags = fit_options_given (options, "port")
                         || fit_options_given (options, "address");

  if (settings->configuration == NULL || (flags && !as_kube))
    {
      const FitRunOptions *run = &options->run;

      /* The listener that flags ask for.  Only under the name kube-
       * scheduler, which is v1.16's without --config, is a plain port open
       * by default, and on all addresses unless --address says otherwise. */
      out->serving.plain[0].source = "--port";
      out->serving.plain[0].address = run->address;
      if (!fit_options_given (options, "address"))
        out->serving.plain[0].address = as_kube ? "0.0.0.0" : LOOPBACK;
      out->serving.plain[0].port = (guint) run->port;
      if (!fit_options_given (options, "port"))
        out->serving.plain[0].port = as_kube ? KUBE_PLAIN_PORT : 0;
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      if (texts[i] == NULL || *texts[i] == '\0'
          || (i == 1 && g_strcmp0 (texts[0], texts[1]) == 0)
          || (!as_kube && strcmp (texts[i], KUBE_PLAIN_ADDRESS) == 0))
        continue;
      /* Only the user can have written an address that is not the default. */
      if (!fit_run_serving_split (texts[i], fields[i], &out->addresses[i],
                                  &out->serving.plain[i], error))
        return fit_blame (error, "%s: ", settings->text.name);
    }
  return TRUE;
}

/* -- the secure port ------------------------------------------------------- */

gboolean
fit_run_serving_load_tls (FitServerTLS *out, const FitRunOptions *run,
                          GError **error)
{
  if ((run->tls_cert_file == NULL) != (run->tls_private_key_file == NULL))
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--tls-cert-file and --tls-private-key-file must be "
                     "given together");
  if (run->tls_sni_cert_key != NULL && *run->tls_sni_cert_key != '\0')
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--tls-sni-cert-key cannot be used: fitsched shows "
                     "the same certificate under every name; give it "
                     "with --tls-cert-file");
  out->priorities = fit_tls_priorities (run->tls_min_version,
                                        run->tls_cipher_suites, error);
  if (out->priorities == NULL)
    return FALSE;
  if (run->tls_cert_file != NULL)
    return fit_server_tls_load (out, run->tls_cert_file,
                                run->tls_private_key_file, error);
  return fit_server_tls_make (
      out, run->cert_dir != NULL && *run->cert_dir ? run->cert_dir : NULL,
      run->bind_address, error);
}

gboolean
fit_run_serving_load_authorities (const char *file, FitLiveFiles **out,
                                  GError **error)
{
  if (file == NULL || *file == '\0')
    return TRUE;
  *out = fit_trust_authorities (NULL, file, error);
  return *out != NULL;
}

static void
note (const char *text, gpointer log)
{
  fit_run_log_note (log, text);
}

void
fit_run_serving_tell (FitLiveFiles *files, FitRunLog *log)
{
  if (files != NULL)
    fit_live_files_set_note (files, note, log);
}

/* @list: names, separated by commas; "": none */
static gboolean
split_names (const char *flag, const char *list, char ***out, GError **error)
{
  *out = g_strsplit (list, ",", 0);
  for (guint i = 0; (*out)[i] != NULL; i++)
    if (*g_strstrip ((*out)[i]) == '\0')
      return fit_fail (error, FIT_ERROR_USAGE,
                       "option --%s: found \"%s\", expected names separated by "
                       "commas",
                       flag, list);
  return TRUE;
}

/* Which authorities certify users, and which proxies may name them in
 * headers. */
static gboolean
choose_trust (FitRunServing *out, const FitRunOptions *run, GError **error)
{
  FitTrustSettings *trust = &out->serving.trust;

  if (!fit_run_serving_load_authorities (run->client_ca_file, &out->client_ca,
                                         error)
      || !fit_run_serving_load_authorities (run->requestheader_client_ca_file,
                                            &out->proxy_ca, error)
      || !split_names ("requestheader-allowed-names",
                       run->requestheader_allowed_names, &out->names[0], error)
      || !split_names ("requestheader-username-headers",
                       run->requestheader_username_headers, &out->names[1],
                       error)
      || !split_names ("requestheader-uid-headers",
                       run->requestheader_uid_headers, &out->names[2], error)
      || !split_names ("requestheader-group-headers",
                       run->requestheader_group_headers, &out->names[3], error)
      || !split_names ("requestheader-extra-headers-prefix",
                       run->requestheader_extra_headers_prefix, &out->names[4],
                       error))
    return FALSE;
  *trust = (FitTrustSettings){
    .client_ca = out->client_ca,
    .proxy_ca = out->proxy_ca,
    .proxy_names = (const char *const *) out->names[0],
    .user_headers = (const char *const *) out->names[1],
    .uid_headers = (const char *const *) out->names[2],
    .group_headers = (const char *const *) out->names[3],
    .extra_prefixes = (const char *const *) out->names[4],
  };
  return TRUE;
}

/* @flag (nullable): a kubeconfig.  Without one, kube-scheduler asks only inside
 * of a cluster; fitsched asks the server that it schedules for. */
static gboolean
find_reviewer (const FitRunSettings *settings, const char *flag,
               const FitApiConfig *api, FitApiConfig **out_own,
               const FitApiConfig **out, GError **error)
{
  const char *const paths[] = { flag, NULL };

  if (flag != NULL && *flag != '\0')
    {
      *out_own = fit_kubeconfig_load (paths, NULL, error);
      if (*out_own == NULL)
        return FALSE;
    }
  else if (settings->invocation.as_kube_scheduler)
    *out_own = fit_api_config_in_cluster (NULL);
  else
    {
      *out = api;
      return TRUE;
    }
  *out = *out_own;
  if (*out_own != NULL)
    fit_api_config_share_secrets (*out_own, api->secrets);
  return TRUE;
}

static gboolean
choose_secure (FitRunServing *out, const FitRunSettings *settings,
               const FitApiConfig *api, GError **error)
{
  const FitRunOptions *run = &settings->invocation.options.run;
  FitServing *serving = &out->serving;
  const char *paths = run->authorization_always_allow_paths;

  serving->secure = (FitListener){ run->bind_address, (guint) run->secure_port,
                                   "--secure-port" };
  if (run->secure_port == 0)
    return TRUE;
  if (!fit_run_serving_load_tls (&out->tls, run, error)
      || !choose_trust (out, run, error))
    return FALSE;
  serving->tls = &out->tls;
  serving->look_up_trust = !run->authentication_skip_lookup;
  serving->trust_needed = !run->authentication_tolerate_lookup_failure;
  out->open_paths = g_strsplit (paths, ",", 0);
  serving->access = (FitAccessOptions){
    .open_paths = (const char *const *) out->open_paths,
    .token_seconds = (double) run->token_cache_ttl / NS_PER_SECOND,
    .allowed_seconds = (double) run->authorized_cache_ttl / NS_PER_SECOND,
    .denied_seconds = (double) run->unauthorized_cache_ttl / NS_PER_SECOND,
  };
  if (!find_reviewer (settings, run->authentication_kubeconfig, api,
                      &out->authentication, &serving->authentication, error)
      || !find_reviewer (settings, run->authorization_kubeconfig, api,
                         &out->authorization, &serving->authorization, error))
    return FALSE;
  if (serving->authentication == NULL || serving->authorization == NULL)
    fit_console_note ("nobody can prove who they are on the secure port: "
                      "--authentication-kubeconfig and "
                      "--authorization-kubeconfig are not given");
  return TRUE;
}

/* -- the whole ------------------------------------------------------------- */

gboolean
fit_run_serving_init (FitRunServing *out, const FitRunSettings *settings,
                      const FitApiConfig *api, FitRunLog *log, GError **error)
{
  const FitConfiguration *read;
  FitConfigTarget flags;

  *out = (FitRunServing){ 0 };
  if (!choose_plain (out, settings, error)
      || !choose_secure (out, settings, api, error))
    return FALSE;
  fit_run_serving_tell (out->tls.files, log);
  fit_run_serving_tell (out->client_ca, log);
  fit_run_serving_tell (out->proxy_ca, log);
  if (out->authentication != NULL)
    fit_api_config_share_files (out->authentication, note, log);
  if (out->authorization != NULL)
    fit_api_config_share_files (out->authorization, note, log);
  read = settings->configuration;
  flags = (FitConfigTarget){ .version = settings->version,
                             .release = settings->release,
                             .gates = fit_feature_gates_of_release (
                                 settings->release) };
  out->configuration = fit_componentconfig_json (
      read != NULL ? &read->target : &flags, &settings->file, read,
      settings->invocation.options.run.verbosity >= 2);
  out->serving.configuration = out->configuration;
  out->flags = fit_options_list (&settings->invocation.options,
                                 settings->invocation.verb->groups);
  for (char **flag = out->flags; *flag != NULL; flag++)
    {
      GString *shown = g_string_new (*flag);

      fit_secret_set_hide (api != NULL ? api->secrets : NULL, shown);
      g_free (*flag);
      *flag = g_string_free (shown, FALSE);
    }
  out->serving.flags = (const char *const *) out->flags;
  return TRUE;
}

void
fit_run_serving_clear (FitRunServing *serving)
{
  for (guint i = 0; i < G_N_ELEMENTS (serving->addresses); i++)
    g_free (serving->addresses[i]);
  fit_server_tls_clear (&serving->tls);
  fit_live_files_unref (serving->client_ca);
  fit_live_files_unref (serving->proxy_ca);
  for (guint i = 0; i < G_N_ELEMENTS (serving->names); i++)
    g_strfreev (serving->names[i]);
  fit_api_config_free (serving->authentication);
  fit_api_config_free (serving->authorization);
  g_strfreev (serving->open_paths);
  g_free (serving->configuration);
  g_strfreev (serving->flags);
}
