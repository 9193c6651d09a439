/* kubeconfig-user.c - the users of kubeconfig files: how a client authenticates
 *
 * Source: client-go tools/clientcmd (validation.go), as observed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/kubeconfig-private.h"

#include "net/tls-material.h"
#include "formats/value-json.h"
#include "client/credential.h"
#include "client/exec-credential.h"

#include <string.h>

#define MOST_INFO_BYTES ((gsize) 4 * 1024 * 1024)

/* The extension of a cluster that plugins get. */
#define EXTENSION "client.authentication.k8s.io/exec"

/* -- what a plugin may be told of the cluster ------------------------------ */

/* Returns: (transfer full) (nullable) */
static char *
cluster_info (const FitKubeconfigEntry *cluster, const FitApiConfig *config,
              GError **error)
{
  const FitHttpTLS *tls = &config->tls;
  const FitValue *all = fit_value_get (cluster->value, "extensions");
  const guint n = fit_value_n_items (all);
  const FitValue *extension = NULL;
  g_autoptr (GString) json = g_string_new ("{");
  g_autoptr (GBytes) ca = NULL;

  if (!fit_tls_obtain (tls->ca_data, tls->ca_file, &ca, error))
    return fit_blame_null (error, "%s: ", cluster->path);
  fit_json_append_member (json, "server", config->server);
  if (tls->server_name != NULL)
    fit_json_append_member (json, "tls-server-name", tls->server_name);
  if (tls->insecure)
    g_string_append (json, ",\"insecure-skip-tls-verify\":true");
  if (ca != NULL)
    {
      gsize len;
      gconstpointer data = g_bytes_get_data (ca, &len);
      g_autofree char *encoded = g_base64_encode (data, len);

      fit_json_append_member (json, "certificate-authority-data", encoded);
    }
  if (config->proxy != NULL)
    fit_json_append_member (json, "proxy-url", config->proxy);
  for (guint i = 0; i < n && extension == NULL; i++)
    if (g_strcmp0 (fit_value_get_string (&all->items[i], "name"), EXTENSION)
        == 0)
      extension = &all->items[i];
  extension = fit_value_get (extension, "extension");
  if (extension != NULL)
    {
      g_string_append (json, ",\"config\":");
      if (!fit_value_append_json (json, extension, MOST_INFO_BYTES, error))
        return NULL;
    }
  g_string_append_c (json, '}');
  return g_string_free (g_steal_pointer (&json), FALSE);
}

/* -- credential plugins ---------------------------------------------------- */

/* What an exec entry says, owned. */
typedef struct
{
  char *api_version;
  char *command;
  char *mode;
  char *install_hint;
  char *cluster;
  gboolean provide_cluster;
  GStrvBuilder *args;
  GStrvBuilder *env;
} Exec;

static void
exec_clear (Exec *exec)
{
  g_free (exec->api_version);
  g_free (exec->command);
  g_free (exec->mode);
  g_free (exec->install_hint);
  g_free (exec->cluster);
  g_strv_builder_unref (exec->args);
  g_strv_builder_unref (exec->env);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Exec, exec_clear)

/* Returns: FALSE with @error if the field is no list */
static gboolean
read_list (const FitKubeconfigEntry *entry, const char *name,
           const FitValue **out, GError **error)
{
  const FitValue *list = fit_value_get (entry->value, name);

  *out = list;
  if (list == NULL || list->type == FIT_VALUE_NULL)
    *out = NULL;
  else if (list->type != FIT_VALUE_LIST)
    return fit_kubeconfig_fail (entry, name, error, "found %s, expected a list",
                                fit_value_type_text (list->type));
  return TRUE;
}

static gboolean
read_strings (const FitKubeconfigEntry *entry, const char *name,
              GStrvBuilder *out, GError **error)
{
  const FitValue *list;

  if (!read_list (entry, name, &list, error))
    return FALSE;
  for (guint i = 0; list != NULL && i < list->n; i++)
    {
      const FitValue *item = &list->items[i];

      if (item->type != FIT_VALUE_STRING)
        return fit_kubeconfig_fail (entry, name, error,
                                    "found %s at %u, expected a string",
                                    fit_value_type_text (item->type), i);
      g_strv_builder_add (out, item->text);
    }
  return TRUE;
}

static gboolean
read_env (const FitKubeconfigEntry *entry, GStrvBuilder *out, GError **error)
{
  const FitValue *list;

  if (!read_list (entry, "env", &list, error))
    return FALSE;
  for (guint i = 0; list != NULL && i < list->n; i++)
    {
      const char *name = fit_value_get_string (&list->items[i], "name");
      const char *value = fit_value_get_string (&list->items[i], "value");
      g_autofree char *pair = g_strconcat (name != NULL ? name : "", "=",
                                           value != NULL ? value : "", NULL);

      if (name == NULL || *name == '\0' || strchr (name, '=') != NULL)
        return fit_kubeconfig_fail (
            entry, "env", error,
            "found no name at %u, expected that of a variable", i);
      g_strv_builder_add (out, pair);
    }
  return TRUE;
}

static gboolean
check_exec (const FitKubeconfigEntry *entry, const Exec *exec,
            FitExecInteractive *out_mode, GError **error)
{
  static const char *const modes[] = { [FIT_EXEC_NEVER] = "Never",
                                       [FIT_EXEC_IF_AVAILABLE] = "IfAvailable",
                                       [FIT_EXEC_ALWAYS] = "Always" };

  if (exec->command == NULL)
    return fit_kubeconfig_fail (entry, "command", error,
                                "found nothing, expected a program");
  if (exec->api_version == NULL
      || !fit_exec_version_is_known (exec->api_version))
    return fit_kubeconfig_fail (
        entry, "apiVersion", error,
        "found %s, expected client.authentication.k8s.io/v1 or "
        "client.authentication.k8s.io/v1beta1",
        exec->api_version != NULL ? exec->api_version : "nothing");
  if (exec->mode == NULL && g_str_has_suffix (exec->api_version, "/v1"))
    return fit_kubeconfig_fail (
        entry, "interactiveMode", error,
        "found nothing, expected Never, IfAvailable or Always");
  for (guint i = 0; exec->mode != NULL && i <= G_N_ELEMENTS (modes); i++)
    {
      if (i == G_N_ELEMENTS (modes))
        return fit_kubeconfig_fail (
            entry, "interactiveMode", error,
            "found %s, expected Never, IfAvailable or Always", exec->mode);
      *out_mode = (FitExecInteractive) i;
      if (strcmp (exec->mode, modes[i]) == 0)
        break;
    }
  return TRUE;
}

static gboolean
read_exec (const FitKubeconfigEntry *user, const FitKubeconfigEntry *cluster,
           FitApiConfig *out, GError **error)
{
  g_autofree char *place = g_strconcat (user->place, ".exec", NULL);
  const FitKubeconfigEntry entry
      = { user->path, fit_value_get (user->value, "exec"), place };
  g_auto (Exec) exec
      = { .args = g_strv_builder_new (), .env = g_strv_builder_new () };
  g_auto (GStrv) args = NULL;
  g_auto (GStrv) env = NULL;
  FitExecInteractive mode = FIT_EXEC_IF_AVAILABLE;

  if (entry.value->type != FIT_VALUE_MAP)
    return fit_kubeconfig_fail (&entry, NULL, error,
                                "found %s, expected an object",
                                fit_value_type_text (entry.value->type));
  if (!fit_kubeconfig_text (&entry, "apiVersion", &exec.api_version, error)
      || !fit_kubeconfig_text (&entry, "command", &exec.command, error)
      || !fit_kubeconfig_text (&entry, "interactiveMode", &exec.mode, error)
      || !fit_kubeconfig_text (&entry, "installHint", &exec.install_hint, error)
      || !fit_kubeconfig_flag (&entry, "provideClusterInfo",
                               &exec.provide_cluster, error)
      || !read_strings (&entry, "args", exec.args, error)
      || !read_env (&entry, exec.env, error)
      || !check_exec (&entry, &exec, &mode, error))
    return FALSE;
  /* A command with a slash is relative to the file, others are found in
   * $PATH. */
  if (strchr (exec.command, '/') != NULL && !g_path_is_absolute (exec.command))
    {
      g_autofree char *parent = g_path_get_dirname (entry.path);
      g_autofree char *directory = g_canonicalize_filename (parent, NULL);
      g_autofree char *command = g_steal_pointer (&exec.command);

      exec.command = g_canonicalize_filename (command, directory);
    }
  if (exec.provide_cluster)
    {
      exec.cluster = cluster_info (cluster, out, error);
      if (exec.cluster == NULL)
        return FALSE;
    }
  args = g_strv_builder_end (exec.args);
  env = g_strv_builder_end (exec.env);
  out->exec = fit_exec_plugin_new (
      &(const FitExecOptions){ .api_version = exec.api_version,
                               .command = exec.command,
                               .args = (const char *const *) args,
                               .env = (const char *const *) env,
                               .install_hint = exec.install_hint,
                               .cluster = exec.cluster,
                               .interactive = mode });
  return TRUE;
}

/* -- impersonation --------------------------------------------------------- */

static gboolean
add_header (const FitKubeconfigEntry *user, const char *field, const char *name,
            const char *value, GStrvBuilder *out, GError **error)
{
  g_autofree char *line = g_strdup_printf ("%s: %s", name, value);

  for (const char *c = line; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      return fit_kubeconfig_fail (user, field, error,
                                  "found a line end, expected a name");
  g_strv_builder_add (out, line);
  return TRUE;
}

/* A map of lists; its keys are names of headers. */
static gboolean
add_extra (const FitKubeconfigEntry *user, GStrvBuilder *out, GError **error)
{
  static const char field[] = "as-user-extra";
  const FitValue *extra = fit_value_get (user->value, field);
  g_autofree char *place = g_strconcat (user->place, ".", field, NULL);
  const FitKubeconfigEntry entry = { user->path, extra, place };

  if (extra == NULL || extra->type == FIT_VALUE_NULL)
    return TRUE;
  if (extra->type != FIT_VALUE_MAP)
    return fit_kubeconfig_fail (user, field, error,
                                "found %s, expected an object",
                                fit_value_type_text (extra->type));
  for (guint i = 0; i < extra->n; i++)
    {
      const FitMember *member = &extra->members[i];
      g_autofree char *key = g_uri_escape_string (member->key, NULL, FALSE);
      g_autofree char *name = g_strconcat ("Impersonate-Extra-", key, NULL);
      g_autoptr (GStrvBuilder) all = g_strv_builder_new ();
      g_auto (GStrv) values = NULL;

      if (!read_strings (&entry, member->key, all, error))
        return FALSE;
      values = g_strv_builder_end (all);
      for (char **value = values; *value != NULL; value++)
        if (!add_header (user, field, name, *value, out, error))
          return FALSE;
    }
  return TRUE;
}

static gboolean
read_impersonation (const FitKubeconfigEntry *user, FitApiConfig *out,
                    GError **error)
{
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) groups = NULL;
  g_auto (GStrv) headers = NULL;
  g_autofree char *as = NULL;
  g_autofree char *uid = NULL;

  if (!fit_kubeconfig_text (user, "as", &as, error)
      || !fit_kubeconfig_text (user, "as-uid", &uid, error)
      || (as != NULL
          && !add_header (user, "as", "Impersonate-User", as, lines, error))
      || (uid != NULL
          && !add_header (user, "as-uid", "Impersonate-Uid", uid, lines, error))
      || !read_strings (user, "as-groups", names, error))
    return FALSE;
  groups = g_strv_builder_end (names);
  for (char **group = groups; *group != NULL; group++)
    if (!add_header (user, "as-groups", "Impersonate-Group", *group, lines,
                     error))
      return FALSE;
  if (!add_extra (user, lines, error))
    return FALSE;
  headers = g_strv_builder_end (lines);
  if (as == NULL && headers[0] != NULL)
    return fit_kubeconfig_fail (user, "as", error,
                                "found nothing, expected a user to impersonate "
                                "with the groups, the UID or the extra");
  if (as != NULL)
    out->headers = g_steal_pointer (&headers);
  return TRUE;
}

/* -- users ----------------------------------------------------------------- */

/* Half of a credential.  client-go leaves out a key or a password alone, so
 * that the client is anonymous; here that is an error, unless something else
 * says who it is. */
static gboolean
check_halves (const FitKubeconfigEntry *user, const FitApiConfig *out,
              GError **error)
{
  const FitHttpTLS *tls = &out->tls;
  const FitValue *exec = fit_value_get (user->value, "exec");
  const gboolean certificate = tls->cert_file != NULL || tls->cert_data != NULL;
  const gboolean key = tls->key_file != NULL || tls->key_data != NULL;
  const gboolean other = out->token != NULL || out->token_file != NULL
                         || (exec != NULL && exec->type == FIT_VALUE_MAP);

  if (certificate && !key)
    return fit_kubeconfig_fail (user, NULL, error,
                                "found a client certificate alone, expected "
                                "client-key or client-key-data with it");
  if (key && !certificate && !other && out->username == NULL)
    return fit_kubeconfig_fail (
        user, tls->key_data != NULL ? "client-key-data" : "client-key", error,
        "found a key alone, expected client-certificate or "
        "client-certificate-data with it");
  if (out->password != NULL && out->username == NULL && !other && !certificate)
    return fit_kubeconfig_fail (user, "password", error,
                                "found a password alone, expected username "
                                "with it");
  return TRUE;
}

gboolean
fit_kubeconfig_user (const FitKubeconfigEntry *user,
                     const FitKubeconfigEntry *cluster, FitApiConfig *out,
                     GError **error)
{
  FitHttpTLS *tls = &out->tls;
  const FitValue *exec = fit_value_get (user->value, "exec");
  const FitValue *provider = fit_value_get (user->value, "auth-provider");
  g_autoptr (FitCredential) credential = fit_credential_new ();

  if (!fit_kubeconfig_path (user, "client-certificate", &tls->cert_file, error)
      || !fit_kubeconfig_pem (user, "client-certificate-data", "certificate",
                              &tls->cert_data, error)
      || !fit_kubeconfig_path (user, "client-key", &tls->key_file, error)
      || !fit_kubeconfig_pem (user, "client-key-data", "key", &tls->key_data,
                              error)
      || !fit_kubeconfig_text (user, "token", &out->token, error)
      || !fit_kubeconfig_path (user, "tokenFile",
                               (const char **) &out->token_file, error)
      || !fit_kubeconfig_text (user, "username", &out->username, error)
      || !fit_kubeconfig_text (user, "password", &out->password, error)
      || !check_halves (user, out, error))
    return FALSE;
  if (provider != NULL && provider->type != FIT_VALUE_NULL)
    return fit_kubeconfig_fail (
        user, "auth-provider", error,
        "found %s, expected an exec plugin in its place",
        fit_value_type_text (provider->type));
  if (out->token != NULL && (out->username != NULL || out->password != NULL))
    return fit_kubeconfig_fail (
        user, NULL, error, "found a token and a %s, expected one of them",
        out->username != NULL ? "username" : "password");
  if (out->token != NULL && !fit_credential_set_token (credential, out->token))
    return fit_kubeconfig_fail (user, "token", error,
                                "found blanks or line ends in it, expected a "
                                "token");
  if (!read_impersonation (user, out, error))
    return FALSE;
  return exec == NULL || exec->type == FIT_VALUE_NULL
         || read_exec (user, cluster, out, error);
}
