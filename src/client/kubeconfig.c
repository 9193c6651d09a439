/* kubeconfig.c - kubeconfig files, merged as kubectl merges them
 *
 * Source: client-go tools/clientcmd, by its documentation and behaviour.
 */
#include "client/api-config.h"

#include "base/source.h"
#include "base/value.h"

#include <string.h>

#define KUBECONFIG_BYTES ((gsize) 16 * 1024 * 1024)
#define ACCOUNT "/var/run/secrets/kubernetes.io/serviceaccount/"

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

/* A named entry of a list, and the file that has it. */
typedef struct
{
  const File *file;
  const FitValue *value; /* its "cluster", "user" or "context" */
  char *place;           /* owned: "clusters[NAME].cluster" */
} Entry;

static void
entry_clear (Entry *entry)
{
  g_clear_pointer (&entry->place, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Entry, entry_clear)

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
  g_free (config->proxy);
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
      g_auto (GStrv) parts = g_strsplit (list, ":", -1);

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
read_file (Files *files, const char *path, GError **error)
{
  g_autoptr (FitSource) source
      = fit_source_open (path, KUBECONFIG_BYTES, error);
  File file = { 0 };

  if (source == NULL)
    return FALSE;
  file.value
      = fit_yaml_parse (files->arena, source->bytes, source->len, NULL, error);
  if (file.value == NULL)
    {
      g_prefix_error (error, "%s: ", path);
      return FALSE;
    }
  if (file.value->type != FIT_VALUE_MAP && file.value->type != FIT_VALUE_NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                   "%s: found %s, expected a kubeconfig", path,
                   fit_value_type_name (file.value->type));
      return FALSE;
    }
  file.path = g_strdup (path);
  g_array_append_val (files->files, file);
  return TRUE;
}

static gboolean
read_files (Files *files, const char *const *paths, GError **error)
{
  g_autofree char *all = g_strjoinv (", ", (char **) paths);

  files->arena = fit_arena_new ();
  files->files = g_array_new (FALSE, FALSE, sizeof (File));
  g_array_set_clear_func (files->files, clear_file);
  for (guint i = 0; paths[i] != NULL; i++)
    if (g_file_test (paths[i], G_FILE_TEST_EXISTS)
        && !read_file (files, paths[i], error))
      return FALSE;
  if (files->files->len > 0)
    return TRUE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND, "no kubeconfig: %s",
               *all != '\0' ? all : "none is named");
  fit_error_add_hint (error, "give one with --kubeconfig FILE or $KUBECONFIG");
  return FALSE;
}

/* Returns: (nullable): the element of @list that is named @name */
static const FitValue *
find_named (const FitValue *list, const char *name)
{
  for (guint i = 0; list != NULL && list->type == FIT_VALUE_LIST && i < list->n;
       i++)
    if (g_strcmp0 (fit_value_get_string (&list->items[i], "name"), name) == 0)
      return &list->items[i];
  return NULL;
}

/* The @member of the entry @name of @list: the first file that has it counts. */
static gboolean
find_entry (const Files *files, const char *list, const char *member,
            const char *name, Entry *out, GError **error)
{
  for (guint i = 0; i < files->files->len; i++)
    {
      const File *file = &g_array_index (files->files, File, i);
      const FitValue *found
          = find_named (fit_value_get (file->value, list), name);

      if (found == NULL)
        continue;
      out->file = file;
      out->value = fit_value_get (found, member);
      out->place = g_strdup_printf ("%s[%s].%s", list, name, member);
      return TRUE;
    }
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
               "%s: %s: no entry with the name \"%s\"",
               g_array_index (files->files, File, 0).path, list, name);
  return FALSE;
}

/* -- fields ---------------------------------------------------------------- */

static gboolean
fail_field (const Entry *entry, const char *name, const FitValue *found,
            const char *expected, GError **error)
{
  g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
               "%s: %s.%s: found %s, expected %s", entry->file->path,
               entry->place, name, fit_value_type_name (found->type), expected);
  return FALSE;
}

/* @out stays NULL where the field is absent or empty. */
static gboolean
read_text (const Entry *entry, const char *name, char **out, GError **error)
{
  const FitValue *value = fit_value_get (entry->value, name);

  if (value == NULL || value->type == FIT_VALUE_NULL)
    return TRUE;
  if (value->type != FIT_VALUE_STRING)
    return fail_field (entry, name, value, "string", error);
  if (*value->text != '\0')
    *out = g_strdup (value->text);
  return TRUE;
}

/* A path, relative to the file that names it. */
static gboolean
read_path (const Entry *entry, const char *name, const char **out,
           GError **error)
{
  g_autofree char *path = NULL;
  g_autofree char *directory = g_path_get_dirname (entry->file->path);

  if (!read_text (entry, name, &path, error))
    return FALSE;
  if (path != NULL)
    *out = g_path_is_absolute (path) ? g_steal_pointer (&path)
                                     : g_build_filename (directory, path, NULL);
  return TRUE;
}

static gboolean
read_flag (const Entry *entry, const char *name, gboolean *out, GError **error)
{
  const FitValue *value = fit_value_get (entry->value, name);

  if (value == NULL || value->type == FIT_VALUE_NULL)
    return TRUE;
  if (value->type != FIT_VALUE_BOOL)
    return fail_field (entry, name, value, "boolean", error);
  *out = value->boolean;
  return TRUE;
}

static gboolean
read_data (const Entry *entry, const char *name, GBytes **out, GError **error)
{
  g_autofree char *text = NULL;
  guchar *data;
  gsize len;

  if (!read_text (entry, name, &text, error))
    return FALSE;
  if (text == NULL)
    return TRUE;
  data = g_base64_decode (text, &len);
  *out = g_bytes_new_take (data, len);
  if (len > 0)
    return TRUE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
               "%s: %s.%s: found something else, expected base64",
               entry->file->path, entry->place, name);
  return FALSE;
}

static gboolean
read_cluster (const Entry *entry, FitApiConfig *out, GError **error)
{
  FitHttpTLS *tls = &out->tls;

  if (!read_text (entry, "server", &out->server, error)
      || !read_path (entry, "certificate-authority", &tls->ca_file, error)
      || !read_data (entry, "certificate-authority-data", &tls->ca_data, error)
      || !read_flag (entry, "insecure-skip-tls-verify", &tls->insecure, error)
      || !read_text (entry, "tls-server-name", (char **) &tls->server_name,
                     error)
      || !read_text (entry, "proxy-url", &out->proxy, error))
    return FALSE;
  if (out->server == NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                   "%s: %s.server: found nothing, expected a URL",
                   entry->file->path, entry->place);
      return FALSE;
    }
  if (!tls->insecure || (tls->ca_file == NULL && tls->ca_data == NULL))
    return TRUE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
               "%s: %s: specifying a root certificates file with the insecure "
               "flag is not allowed",
               entry->file->path, entry->place);
  return FALSE;
}

static gboolean
read_user (const Entry *entry, FitApiConfig *out, GError **error)
{
  FitHttpTLS *tls = &out->tls;
  const FitValue *exec = fit_value_get (entry->value, "exec");

  if (exec != NULL && exec->type != FIT_VALUE_NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                   "%s: %s.exec: credential plugins are not supported",
                   entry->file->path, entry->place);
      return FALSE;
    }
  return read_path (entry, "client-certificate", &tls->cert_file, error)
         && read_data (entry, "client-certificate-data", &tls->cert_data, error)
         && read_path (entry, "client-key", &tls->key_file, error)
         && read_data (entry, "client-key-data", &tls->key_data, error)
         && read_text (entry, "token", &out->token, error)
         && read_path (entry, "tokenFile", (const char **) &out->token_file,
                       error)
         && read_text (entry, "username", &out->username, error)
         && read_text (entry, "password", &out->password, error);
}

/* -- a configuration ------------------------------------------------------- */

static const char *
current_context (const Files *files)
{
  for (guint i = 0; i < files->files->len; i++)
    {
      const char *name = fit_value_get_string (
          g_array_index (files->files, File, i).value, "current-context");

      if (name != NULL && *name != '\0')
        return name;
    }
  return NULL;
}

static void
trim_slashes (char *url)
{
  gsize len = strlen (url);

  while (len > 0 && url[len - 1] == '/')
    url[--len] = '\0';
}

FitApiConfig *
fit_kubeconfig_load (const char *const *paths, const char *context,
                     GError **error)
{
  g_autoptr (FitApiConfig) config = g_new0 (FitApiConfig, 1);
  g_auto (Files) files = { 0 };
  g_auto (Entry) entry = { 0 };
  g_auto (Entry) cluster = { 0 };
  g_auto (Entry) user = { 0 };
  g_autofree char *cluster_name = NULL;
  g_autofree char *user_name = NULL;

  if (!read_files (&files, paths, error))
    return NULL;
  if (context == NULL || *context == '\0')
    context = current_context (&files);
  if (context == NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
                   "%s: current-context: found nothing, expected a name",
                   g_array_index (files.files, File, 0).path);
      fit_error_add_hint (error, "choose one with --context NAME");
      return NULL;
    }
  if (!find_entry (&files, "contexts", "context", context, &entry, error)
      || !read_text (&entry, "cluster", &cluster_name, error)
      || !read_text (&entry, "user", &user_name, error)
      || !read_text (&entry, "namespace", &config->namespace_, error)
      || !find_entry (&files, "clusters", "cluster",
                      cluster_name ? cluster_name : "", &cluster, error)
      || !read_cluster (&cluster, config, error))
    return NULL;
  if (user_name != NULL
      && (!find_entry (&files, "users", "user", user_name, &user, error)
          || !read_user (&user, config, error)))
    return NULL;
  if (config->namespace_ == NULL)
    config->namespace_ = g_strdup ("default");
  trim_slashes (config->server);
  config->source = g_strdup (cluster.file->path);
  return g_steal_pointer (&config);
}

FitApiConfig *
fit_api_config_in_cluster (GError **error)
{
  g_autoptr (FitApiConfig) config = NULL;
  const char *host = g_getenv ("KUBERNETES_SERVICE_HOST");
  const char *port = g_getenv ("KUBERNETES_SERVICE_PORT");

  if (host == NULL || port == NULL
      || !g_file_test (ACCOUNT "token", G_FILE_TEST_EXISTS))
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
                   "not in a cluster: KUBERNETES_SERVICE_HOST, "
                   "KUBERNETES_SERVICE_PORT or the token of a service account "
                   "is missing");
      return NULL;
    }
  config = g_new0 (FitApiConfig, 1);
  config->source = g_strdup ("the service account");
  config->server = strchr (host, ':') != NULL
                       ? g_strdup_printf ("https://[%s]:%s", host, port)
                       : g_strdup_printf ("https://%s:%s", host, port);
  config->token_file = g_strdup (ACCOUNT "token");
  config->tls.ca_file = g_strdup (ACCOUNT "ca.crt");
  if (!g_file_get_contents (ACCOUNT "namespace", &config->namespace_, NULL,
                            NULL))
    config->namespace_ = g_strdup ("default");
  return g_steal_pointer (&config);
}
