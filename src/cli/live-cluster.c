/* live-cluster.c - the cluster of --kubeconfig and --context
 *
 * It is read as a snapshot, and the snapshot is read like a file: both give the
 * same answers.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/live-cluster.h"

#include "net/secrets.h"
#include "cli/console.h"
#include "snapshot/live.h"

FitApiConfig *
fit_find_server (const FitOptions *options, GError **error)
{
  g_auto (GStrv) paths = fit_kubeconfig_paths (options->kubeconfig);

  if (options->kubeconfig == NULL && options->context == NULL
      && g_getenv ("KUBERNETES_SERVICE_HOST") != NULL)
    return fit_api_config_in_cluster (error);
  return fit_kubeconfig_load ((const char *const *) paths, options->context,
                              error);
}

void
fit_live_cluster_choose (FitOptions *options, gboolean always)
{
  g_autoptr (GStrvBuilder) files = g_strv_builder_new ();

  if (!always && options->kubeconfig == NULL && options->context == NULL)
    return;
  g_strv_builder_add (files, FIT_LIVE_CLUSTER);
  if (options->files != NULL)
    g_strv_builder_addv (files, (const char **) options->files);
  g_strfreev (options->files);
  options->files = g_strv_builder_end (files);
}

FitSource *
fit_live_cluster_read (const FitOptions *options, char **out_namespace,
                       GError **error)
{
  g_autoptr (FitApiConfig) config = fit_find_server (options, error);
  g_autoptr (FitSnapshot) snapshot = fit_snapshot_new ();
  g_autofree char *server = NULL;
  g_autoptr (GError) problem = NULL;
  char *text;
  gsize len;

  if (config == NULL)
    return NULL;
  for (char **warning = config->warnings; warning != NULL && *warning != NULL;
       warning++)
    fit_console_warning ("%s", *warning);
  if (!fit_snapshot_read_live (snapshot, config, &problem))
    {
      fit_secret_set_hide_error (config->secrets, problem);
      g_propagate_error (error, g_steal_pointer (&problem));
      return NULL;
    }
  g_free (*out_namespace);
  *out_namespace = g_strdup (config->namespace_);
  server = fit_url_hide (config->server);
  text = fit_snapshot_to_json (snapshot, &len);
  return fit_source_of_text (server, text, len);
}
