/* kubeconfig.c - kubeconfig files, merged as kubectl merges them
 *
 * Source: client-go tools/clientcmd, by its documentation and behaviour.
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/credentials.h"
#include "base/each.h"
#include "client/kubeconfig-private.h"

#include "net/secrets.h"
#include "formats/source.h"
#include "net/tls-material.h"

#include <string.h>
#include <sys/stat.h>

#define KUBECONFIG_BYTES ((gsize) 16 * 1024 * 1024)
#define ACCOUNT "/var/run/secrets/kubernetes.io/serviceaccount"

/* One file, as it was read. */
typedef struct
{
  char *path;            /* owned */
  const FitValue *value; /* in the arena */
} File;

/* All of them. */
typedef struct
{
  FitArena *arena; /* owned */
  GArray *files;   /* owned, of File */
} Files;

static void
clear_file (gpointer data)
{
  g_free (((File *) data)->path);
}

static void
files_clear (Files *files)
{
  g_clear_pointer (&files->files, g_array_unref);
  g_clear_pointer (&files->arena, fit_arena_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Files, files_clear)

static void
entry_clear (FitKubeconfigEntry *entry)
{
  g_clear_pointer (&entry->place, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitKubeconfigEntry, entry_clear)

FitApiConfig *
fit_api_config_new (void)
{
  FitApiConfig *config = g_new0 (FitApiConfig, 1);

  config->secrets = fit_secret_set_new ();
  return config;
}

void
fit_api_config_share_secrets (FitApiConfig *config, FitSecretSet *secrets)
{
  fit_secret_set_unref (config->secrets);
  config->secrets = fit_secret_set_ref (secrets);
}

static void
tell (FitLiveFiles *files, void (*note) (const char *text, gpointer data),
      gpointer data)
{
  if (files != NULL)
    fit_live_files_set_note (files, note, data);
}

void
fit_api_config_share_files (FitApiConfig *config,
                            void (*note) (const char *text, gpointer data),
                            gpointer data)
{
  fit_live_files_unref (config->token_now);
  fit_live_files_unref (config->pair_now);
  config->token_now = fit_credentials_token_files (config);
  config->pair_now = fit_credentials_pair_files (config);
  tell (config->token_now, note, data);
  tell (config->pair_now, note, data);
}

void
fit_api_config_free (FitApiConfig *config)
{
  if (config == NULL)
    return;
  g_free (config->source);
  g_free (config->server);
  g_free (config->namespace_);
  g_free ((char *) config->tls.server_name);
  g_free ((char *) config->tls.ca_file);
  g_free ((char *) config->tls.cert_file);
  g_free ((char *) config->tls.key_file);
  g_clear_pointer (&config->tls.ca_data, g_bytes_unref);
  g_clear_pointer (&config->tls.cert_data, g_bytes_unref);
  g_clear_pointer (&config->tls.key_data, g_bytes_unref);
  g_free (config->token);
  g_free (config->token_file);
  g_free (config->username);
  g_free (config->password);
  g_clear_pointer (&config->exec, fit_exec_plugin_unref);
  g_strfreev (config->headers);
  g_free (config->proxy);
  fit_live_files_unref (config->token_now);
  fit_live_files_unref (config->pair_now);
  fit_secret_set_unref (config->secrets);
  g_strfreev (config->warnings);
  g_free (config);
}

/* -- files ----------------------------------------------------------------- */

char **
fit_kubeconfig_paths (const char *path)
{
  const char *list = g_getenv ("KUBECONFIG");
  GStrvBuilder *paths = g_strv_builder_new ();
  char **out;

  if (path != NULL && *path != '\0')
    g_strv_builder_add (paths, path);
  else if (list != NULL && *list != '\0')
    {
      g_auto (GStrv) parts = g_strsplit (list, ":", 0);

      for (guint i = 0; parts[i] != NULL; i++)
        if (*parts[i] != '\0')
          g_strv_builder_add (paths, parts[i]);
    }
  else
    {
      g_autofree char *own
          = g_build_filename (g_get_home_dir (), ".kube", "config", NULL);

      g_strv_builder_add (paths, own);
    }
  out = g_strv_builder_end (paths);
  g_strv_builder_unref (paths);
  return out;
}

static gboolean
read_files (Files *files, const char *const *paths, GError **error)
{
  g_autofree char *all = g_strjoinv (", ", (char **) paths);

  files->arena = fit_arena_new ();
  files->files = g_array_new (FALSE, FALSE, sizeof (File));
  g_array_set_clear_func (files->files, clear_file);
  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autoptr (FitSource) source = NULL;
      File file = { 0 };
      const char *kind;

      if (!g_file_test (paths[i], G_FILE_TEST_EXISTS))
        continue;
      source = fit_source_open (paths[i], KUBECONFIG_BYTES, error);
      if (source == NULL)
        return FALSE;
      file.value = fit_yaml_parse (files->arena, source->bytes, source->len,
                                   NULL, error);
      if (file.value == NULL)
        return fit_blame (error, "%s: ", paths[i]);
      if (file.value->type != FIT_VALUE_MAP
          && file.value->type != FIT_VALUE_NULL)
        return fit_fail (error, FIT_ERROR_SCHEMA,
                         "%s: found %s, expected a kubeconfig", paths[i],
                         fit_value_type_text (file.value->type));
      kind = fit_value_get_string (file.value, "kind");
      if (kind != NULL && strcmp (kind, "Config") != 0)
        return fit_fail (error, FIT_ERROR_SCHEMA,
                         "%s: kind: found %s, expected Config", paths[i], kind);
      file.path = g_strdup (paths[i]);
      g_array_append_val (files->files, file);
    }
  if (files->files->len > 0)
    return TRUE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND, "no kubeconfig: %s",
               *all != '\0' ? all : "none is named");
  fit_error_add_hint (error, "give one with --kubeconfig FILE or $KUBECONFIG");
  return FALSE;
}

/* The @member of the entry @name of the list @list_name: the first file that
 * has it counts. */
static gboolean
find_entry (const Files *files, const char *list_name, const char *member,
            const char *name, FitKubeconfigEntry *out, GError **error)
{
  FIT_EACH_OF (const File, file, files->files)
    {
      const FitValue *list = fit_value_get (file->value, list_name);
      const guint n = fit_value_n_items (list);
      const FitValue *found = NULL;

      for (guint k = 0; k < n; k++)
        {
          const FitValue *item = &list->items[k];

          if (g_strcmp0 (fit_value_get_string (item, "name"), name) != 0)
            continue;
          if (found != NULL)
            return fit_fail (
                error, FIT_ERROR_SCHEMA,
                "%s: %s: found \"%s\" twice, expected each name once",
                file->path, list_name, name);
          found = item;
        }
      if (found == NULL)
        continue;
      out->path = file->path;
      out->value = fit_value_get (found, member);
      out->place = g_strdup_printf ("%s[%s].%s", list_name, name, member);
      return TRUE;
    }
  return fit_fail (error, FIT_ERROR_NOT_FOUND,
                   "%s: %s: no entry with the name \"%s\"",
                   g_array_index (files->files, File, 0).path, list_name, name);
}

/* -- fields ---------------------------------------------------------------- */

static gboolean
read_cluster (const FitKubeconfigEntry *entry, FitApiConfig *out,
              GError **error)
{
  FitHttpTLS *tls = &out->tls;

  if (!fit_kubeconfig_text (entry, "server", &out->server, error)
      || !fit_kubeconfig_path (entry, "certificate-authority", &tls->ca_file,
                               error)
      || !fit_kubeconfig_pem (entry, "certificate-authority-data",
                              "certificate", &tls->ca_data, error)
      || !fit_kubeconfig_flag (entry, "insecure-skip-tls-verify",
                               &tls->insecure, error)
      || !fit_kubeconfig_text (entry, "tls-server-name",
                               (char **) &tls->server_name, error)
      || !fit_kubeconfig_text (entry, "proxy-url", &out->proxy, error))
    return FALSE;
  if (out->server == NULL)
    return fit_kubeconfig_fail (entry, "server", error,
                                "found nothing, expected a URL");
  if (out->proxy != NULL && !g_str_has_prefix (out->proxy, "http://")
      && !g_str_has_prefix (out->proxy, "https://")
      && !g_str_has_prefix (out->proxy, "socks5://"))
    return fit_kubeconfig_fail (entry, "proxy-url", error,
                                "found something else, expected a URL with "
                                "http, https or socks5");
  if (tls->insecure && (tls->ca_file != NULL || tls->ca_data != NULL))
    return fit_kubeconfig_fail (entry, NULL, error,
                                "specifying a root certificates file with the "
                                "insecure flag is not allowed");
  return TRUE;
}

/* -- a configuration ------------------------------------------------------- */

FitApiConfig *
fit_kubeconfig_load (const char *const *paths, const char *context,
                     GError **error)
{
  g_autoptr (FitApiConfig) config = fit_api_config_new ();
  g_auto (Files) files = { 0 };
  g_auto (FitKubeconfigEntry) entry = { 0 };
  g_auto (FitKubeconfigEntry) cluster = { 0 };
  g_auto (FitKubeconfigEntry) user = { 0 };
  g_autofree char *cluster_name = NULL;
  g_autofree char *user_name = NULL;
  gsize len;
  g_autoptr (GStrvBuilder) warnings = g_strv_builder_new ();

  if (!read_files (&files, paths, error))
    return NULL;
  /* The first file that has a current context counts. */
  for (guint i = 0;
       i < files.files->len && (context == NULL || *context == '\0'); i++)
    context = fit_value_get_string (g_array_index (files.files, File, i).value,
                                    "current-context");
  if (context == NULL || *context == '\0')
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
                   "%s: current-context: found nothing, expected a name",
                   g_array_index (files.files, File, 0).path);
      fit_error_add_hint (error, "choose one with --context NAME");
      return NULL;
    }
  if (!find_entry (&files, "contexts", "context", context, &entry, error)
      || !fit_kubeconfig_text (&entry, "cluster", &cluster_name, error)
      || !fit_kubeconfig_text (&entry, "user", &user_name, error)
      || !fit_kubeconfig_text (&entry, "namespace", &config->namespace_, error)
      || !find_entry (&files, "clusters", "cluster",
                      cluster_name != NULL ? cluster_name : "", &cluster, error)
      || !read_cluster (&cluster, config, error))
    return NULL;
  if (user_name != NULL
      && (!find_entry (&files, "users", "user", user_name, &user, error)
          || !fit_kubeconfig_user (&user, &cluster, config, error)))
    return NULL;
  if (config->namespace_ == NULL)
    config->namespace_ = g_strdup ("default");
  len = strlen (config->server);
  while (len > 0 && config->server[len - 1] == '/')
    config->server[--len] = '\0';
  config->source = g_strdup (cluster.path);
  for (guint i = 0; i < files.files->len; i++)
    {
      const char *path = g_array_index (files.files, File, i).path;
      struct stat about;

      /* Reading the file is enough to act as the user. */
      if (stat (path, &about) == 0 && S_ISREG (about.st_mode)
          && (about.st_mode & (S_IRGRP | S_IROTH)) != 0)
        {
          g_autofree char *text = g_strdup_printf (
              "kubeconfig %s can be read by %s; chmod 600 %s", path,
              about.st_mode & S_IROTH ? "others" : "its group", path);

          g_strv_builder_add (warnings, text);
          break;
        }
    }
  if (config->tls.insecure)
    {
      g_autofree char *shown = fit_url_hide (config->server);
      g_autofree char *text = g_strdup_printf (
          "kubeconfig %s: insecure-skip-tls-verify: whoever answers at %s is "
          "believed, and gets the credentials; certificate-authority tells who "
          "is right",
          config->source, shown);

      g_strv_builder_add (warnings, text);
    }
  config->warnings = g_strv_builder_end (warnings);
  return g_steal_pointer (&config);
}

FitApiConfig *
fit_api_config_of_account (const char *directory, GError **error)
{
  g_autoptr (FitApiConfig) config = NULL;
  const char *host = g_getenv ("KUBERNETES_SERVICE_HOST");
  const char *port = g_getenv ("KUBERNETES_SERVICE_PORT");
  g_autofree char *token = g_build_filename (directory, "token", NULL);
  g_autofree char *namespace_ = g_build_filename (directory, "namespace", NULL);

  if (host == NULL || *host == '\0' || port == NULL || *port == '\0'
      || !g_file_test (token, G_FILE_TEST_EXISTS))
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
                   "not in a cluster: KUBERNETES_SERVICE_HOST, "
                   "KUBERNETES_SERVICE_PORT or the token of a service account "
                   "is missing");
      return NULL;
    }
  config = fit_api_config_new ();
  config->source = g_strdup ("the service account");
  config->server = strchr (host, ':') != NULL
                       ? g_strdup_printf ("https://[%s]:%s", host, port)
                       : g_strdup_printf ("https://%s:%s", host, port);
  config->token_file = g_steal_pointer (&token);
  config->tls.ca_file = g_build_filename (directory, "ca.crt", NULL);
  if (g_file_get_contents (namespace_, &config->namespace_, NULL, NULL))
    g_strstrip (config->namespace_);
  else
    config->namespace_ = g_strdup ("default");
  return g_steal_pointer (&config);
}

FitApiConfig *
fit_api_config_in_cluster (GError **error)
{
  return fit_api_config_of_account (ACCOUNT, error);
}
