/* test-kubeconfig.c - kubeconfig files, one or several
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/kubeconfig-private.h"
#include "tests/support/cmocka.h"

#include <glib/gstdio.h>

#include <string.h>

#define CLUSTER(name, rest) \
  "clusters:\n- name: " name "\n  cluster: {" rest "}\n"
#define USER(name, rest) "users:\n- name: " name "\n  user: {" rest "}\n"
#define CONTEXT(name, rest) \
  "contexts:\n- name: " name "\n  context: {" rest "}\n"
#define CURRENT(name) "current-context: " name "\n"

/* "-----BEGIN PRIVATE KEY-----", "MAA=", and so on. */
#define KEY                                      \
  "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1BQT0K" \
  "LS0tLS1FTkQgUFJJVkFURSBLRVktLS0tLQo="

#define CERTIFICATE                                  \
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1BQT0KLS0t" \
  "LS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo="

#define PLAIN                                   \
  CLUSTER ("c", "server: 'https://host:6443/'") \
  USER ("u", "token: secret") CONTEXT ("x", "cluster: c, user: u") CURRENT ("x")

/* One user u, and all that belongs to it. */
#define OF(user)   \
  USER ("u", user) \
  CLUSTER ("c", "server: s") CONTEXT ("x", "cluster: c, user: u") CURRENT ("x")

/* One cluster c, and nobody in particular. */
#define IN(cluster) \
  CLUSTER ("c", cluster) CONTEXT ("x", "cluster: c") CURRENT ("x")

#define V1 "client.authentication.k8s.io/v1"
#define SECRET "canary-77"

/* A directory with files. */
typedef struct
{
  char *directory;
  GPtrArray *paths; /* NULL-terminated once all are there */
} Files;

static void
begin (Files *files)
{
  files->directory = g_dir_make_tmp ("fitsched-XXXXXX", NULL);
  files->paths = g_ptr_array_new_with_free_func (g_free);
}

static void
add (Files *files, const char *text)
{
  char *path
      = g_strdup_printf ("%s/config-%u", files->directory, files->paths->len);

  assert_true (g_file_set_contents (path, text, -1, NULL));
  assert_int_equal (g_chmod (path, 0600), 0);
  g_ptr_array_add (files->paths, path);
}

static FitApiConfig *
load (Files *files, const char *context, GError **error)
{
  g_ptr_array_add (files->paths, NULL);
  return fit_kubeconfig_load ((const char *const *) files->paths->pdata,
                              context, error);
}

static void
end (Files *files)
{
  for (guint i = 0; i < files->paths->len; i++)
    if (files->paths->pdata[i] != NULL)
      g_remove (files->paths->pdata[i]);
  g_ptr_array_unref (files->paths);
  g_rmdir (files->directory);
  g_free (files->directory);
}

static void
test_one_file (void **state)
{
  Files files;
  g_autoptr (GError) error = NULL;
  g_autoptr (FitApiConfig) config = NULL;

  (void) state;
  begin (&files);
  add (&files, PLAIN);
  config = load (&files, NULL, &error);
  assert_null (error);
  assert_string_equal (config->server, "https://host:6443");
  assert_string_equal (config->token, "secret");
  assert_string_equal (config->namespace_, "default");
  assert_string_equal (config->source, files.paths->pdata[0]);
  assert_false (config->tls.insecure);
  end (&files);
}

/* Paths are relative to the file that has them, whatever the working
 * directory. */
static void
test_paths (void **state)
{
  Files files;
  g_autoptr (FitApiConfig) config = NULL;
  g_autofree char *relative = NULL;

  (void) state;
  begin (&files);
  add (&files,
       CLUSTER ("c", "server: s, certificate-authority: pki/ca.crt, "
                     "tls-server-name: name, proxy-url: 'http://p:1'")
           USER ("u", "client-certificate: /a/b.crt, client-key-data: " KEY)
               CONTEXT ("x", "cluster: c, user: u, namespace: shop")
                   CURRENT ("x"));
  config = load (&files, NULL, NULL);
  relative = g_build_filename (files.directory, "pki", "ca.crt", NULL);
  assert_string_equal (config->tls.ca_file, relative);
  assert_string_equal (config->tls.cert_file, "/a/b.crt");
  assert_non_null (config->tls.key_data);
  assert_string_equal (config->tls.server_name, "name");
  assert_string_equal (config->proxy, "http://p:1");
  assert_string_equal (config->namespace_, "shop");
  end (&files);
}

static void
test_pem_data (void **state)
{
  Files files;
  g_autoptr (GError) error = NULL;
  g_autoptr (FitApiConfig) config = NULL;

  (void) state;
  begin (&files);
  add (&files,
       OF ("client-certificate-data: " CERTIFICATE ", client-key: /a/b.key"));
  config = load (&files, NULL, &error);
  if (error != NULL)
    fail_msg ("%s", error->message);
  assert_true (g_str_has_prefix (g_bytes_get_data (config->tls.cert_data, NULL),
                                 "-----BEGIN CERTIFICATE-----"));
  assert_string_equal (config->tls.key_file, "/a/b.key");
  end (&files);
}

/* As kubectl does: of a name the first file counts, and a file that is not there
 * does not. */
static void
test_merged (void **state)
{
  Files files;
  g_autoptr (FitApiConfig) config = NULL;

  (void) state;
  begin (&files);
  add (&files, CURRENT ("b") USER ("u", "token: first"));
  add (&files, PLAIN);
  add (&files, CLUSTER ("d", "server: other")
                   CONTEXT ("b", "cluster: d, user: u") CURRENT ("x"));
  g_ptr_array_add (files.paths, g_strdup ("/nonexistent/config"));
  config = load (&files, NULL, NULL);
  assert_string_equal (config->server, "other");
  assert_string_equal (config->token, "first");
  end (&files);
}

static void
test_context (void **state)
{
  Files files;
  g_autoptr (FitApiConfig) config = NULL;

  (void) state;
  begin (&files);
  add (&files, PLAIN);
  add (&files, CLUSTER ("d", "server: other") CONTEXT ("b", "cluster: d"));
  config = load (&files, "b", NULL);
  assert_string_equal (config->server, "other");
  assert_null (config->token);
  end (&files);
}

static void
test_impersonation (void **state)
{
  Files files;
  g_autoptr (FitApiConfig) config = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *headers = NULL;

  (void) state;
  begin (&files);
  add (&files, OF ("as: jane, as-uid: '7', as-groups: [a, 'b c'], "
                   "as-user-extra: {a/b: [x, z]}"));
  config = load (&files, NULL, &error);
  if (error != NULL)
    fail_msg ("%s", error->message);
  headers = g_strjoinv ("\n", config->headers);
  assert_string_equal (
      headers, "Impersonate-User: jane\nImpersonate-Uid: 7\n"
               "Impersonate-Group: a\nImpersonate-Group: b c\n"
               "Impersonate-Extra-a%2Fb: x\nImpersonate-Extra-a%2Fb: z");
  end (&files);
}

/* Others could take what is in it. */
static void
test_readers (void **state)
{
  static const struct
  {
    int mode;
    const char *said;
  } modes[] = { { 0600, NULL },
                { 0640, "kubeconfig FILE can be read by its group; "
                        "chmod 600 FILE" },
                { 0644, "kubeconfig FILE can be read by others; "
                        "chmod 600 FILE" } };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      Files files;
      g_autoptr (FitApiConfig) config = NULL;
      g_autoptr (GString) said = NULL;

      begin (&files);
      add (&files, PLAIN);
      g_chmod (files.paths->pdata[0], modes[i].mode);
      config = load (&files, NULL, NULL);
      assert_true ((config->warnings[0] == NULL) == (modes[i].said == NULL));
      said = g_string_new (config->warnings[0]);
      g_string_replace (said, files.paths->pdata[0], "FILE", 0);
      if (modes[i].said != NULL)
        assert_string_equal (said->str, modes[i].said);
      end (&files);
    }
}

/* Nobody loses the verification of the server by accident. */
static void
test_insecure (void **state)
{
  static const struct
  {
    const char *cluster;
    gboolean insecure;
  } cases[] = {
    { "server: 'https://s'", FALSE },
    { "server: 'https://s', certificate-authority: f", FALSE },
    { "server: 'https://s', insecure-skip-tls-verify: false", FALSE },
    { "server: 'https://s', insecure-skip-tls-verify: null", FALSE },
    { "server: 'https://s', INSECURE-SKIP-TLS-VERIFY: true", FALSE },
    { "server: 'https://a:" SECRET "@s', insecure-skip-tls-verify: true",
      TRUE },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Files files;
      g_autoptr (FitApiConfig) config = NULL;
      g_autofree char *text = g_strdup_printf (
          CURRENT ("x") CONTEXT ("x", "cluster: c") CLUSTER ("c", "%s"),
          cases[i].cluster);

      begin (&files);
      add (&files, text);
      config = load (&files, NULL, NULL);
      assert_non_null (config);
      assert_int_equal (config->tls.insecure, cases[i].insecure);
      if (!cases[i].insecure)
        assert_null (config->warnings[0]);
      else
        {
          g_autoptr (GString) said = g_string_new (config->warnings[0]);

          g_string_replace (said, files.paths->pdata[0], "FILE", 0);
          assert_string_equal (
              said->str, "kubeconfig FILE: insecure-skip-tls-verify: whoever "
                         "answers at https://***@s is believed, and gets the "
                         "credentials; certificate-authority tells who is "
                         "right");
        }
      end (&files);
    }
}

/* What is refused, and in which words; FILE stands for the path. */
static const struct
{
  const char *text;
  const char *message;
} refused[] = {
  { "[1]", "FILE: found a list, expected a kubeconfig" },
  { "{", "FILE: did not find expected node content" },
  { "a: b", "FILE: current-context: found nothing, expected a name\nhint: "
            "choose one with --context NAME" },
  { CURRENT ("z"), "FILE: contexts: no entry with the name \"z\"" },
  { CURRENT ("x") CONTEXT ("x", "cluster: q"),
    "FILE: clusters: no entry with the name \"q\"" },
  { CURRENT ("x") CONTEXT ("x", "cluster: [q]"),
    "FILE: contexts[x].context.cluster: found a list, expected a string" },
  { CURRENT ("x") CONTEXT ("x", "cluster: c, user: v")
        CLUSTER ("c", "server: s"),
    "FILE: users: no entry with the name \"v\"" },
  { CURRENT ("x") CONTEXT ("x", "cluster: c") CLUSTER ("c", "a: b"),
    "FILE: clusters[c].cluster.server: found nothing, expected a URL" },
  { CURRENT ("x") CONTEXT ("x", "cluster: c")
        CLUSTER ("c", "server: s, insecure-skip-tls-verify: 'yes'"),
    "FILE: clusters[c].cluster.insecure-skip-tls-verify: found a string, "
    "expected true or false" },
  { CURRENT ("x") CONTEXT ("x", "cluster: c") CLUSTER (
        "c",
        "server: s, insecure-skip-tls-verify: true, certificate-authority: f"),
    "FILE: clusters[c].cluster: specifying a root certificates file with the "
    "insecure flag is not allowed" },
  { CURRENT ("x") CONTEXT ("x", "cluster: c")
        CLUSTER ("c", "server: s, certificate-authority-data: '-'"),
    "FILE: clusters[c].cluster.certificate-authority-data: found something "
    "else, expected base64" },
  { "kind: Pod", "FILE: kind: found Pod, expected Config" },
  { "current-context: x\nusers: [{name: u}, {name: u}]\n" CONTEXT (
        "x", "cluster: c, user: u") CLUSTER ("c", "server: s"),
    "FILE: users: found \"u\" twice, expected each name once" },
  { CURRENT ("x") CONTEXT ("x", "cluster: c")
        CLUSTER ("c", "server: s, proxy-url: 'ftp://user:" SECRET "@p'"),
    "FILE: clusters[c].cluster.proxy-url: found something else, expected a URL "
    "with http, https or socks5" },
  { CURRENT ("x") CONTEXT ("x", "cluster: c")
        CLUSTER ("c", "server: s, certificate-authority-data: " KEY),
    "FILE: clusters[c].cluster.certificate-authority-data: found something "
    "else, expected a PEM certificate in base64" },
  { OF ("client-key-data: " SECRET),
    "FILE: users[u].user.client-key-data: found something else, expected "
    "base64" },
  { OF ("client-key-data: YWJj"),
    "FILE: users[u].user.client-key-data: found something else, expected a PEM "
    "key in base64" },
  { OF ("client-certificate: a"),
    "FILE: users[u].user: found a client certificate alone, expected "
    "client-key or client-key-data with it" },
  { OF ("client-key: a"),
    "FILE: users[u].user.client-key: found a key alone, expected "
    "client-certificate or client-certificate-data with it" },
  { OF ("client-key-data: " KEY),
    "FILE: users[u].user.client-key-data: found a key alone, expected "
    "client-certificate or client-certificate-data with it" },
  { OF ("password: " SECRET),
    "FILE: users[u].user.password: found a password alone, expected username "
    "with it" },
  { OF ("token: a, password: " SECRET),
    "FILE: users[u].user: found a token and a password, expected one of them" },
  { OF ("token: [" SECRET "]"),
    "FILE: users[u].user.token: found a list, expected a string" },
  { OF ("token: 'a " SECRET "'"), "FILE: users[u].user.token: found blanks or "
                                  "line ends in it, expected a token" },
  { OF ("token: " SECRET ", username: a"),
    "FILE: users[u].user: found a token and a username, expected one of them" },
  { OF ("auth-provider: {name: gcp}"),
    "FILE: users[u].user.auth-provider: found an object, expected an exec plugin "
    "in its place" },
  { OF ("as-groups: [a]"),
    "FILE: users[u].user.as: found nothing, expected a user to impersonate "
    "with the groups, the UID or the extra" },
  { OF ("as: \"a\\r\\nX: " SECRET "\""),
    "FILE: users[u].user.as: found a line end, expected a name" },
  { OF ("as: a, as-groups: b"),
    "FILE: users[u].user.as-groups: found a string, expected a list" },
  { OF ("exec: [" SECRET "]"),
    "FILE: users[u].user.exec: found a list, expected an object" },
  { OF ("exec: {apiVersion: " V1 "}"),
    "FILE: users[u].user.exec.command: found nothing, expected a program" },
  { OF ("exec: {command: a, apiVersion: client.authentication.k8s.io/v1alpha1}"),
    "FILE: users[u].user.exec.apiVersion: found "
    "client.authentication.k8s.io/v1alpha1, expected "
    "client.authentication.k8s.io/v1 or client.authentication.k8s.io/v1beta1" },
  { OF ("exec: {command: a, apiVersion: " V1 "}"),
    "FILE: users[u].user.exec.interactiveMode: found nothing, expected Never, "
    "IfAvailable or Always" },
  { OF ("exec: {command: a, apiVersion: " V1 ", interactiveMode: Perhaps}"),
    "FILE: users[u].user.exec.interactiveMode: found Perhaps, expected Never, "
    "IfAvailable or Always" },
  { OF ("exec: {command: a, apiVersion: " V1 ", args: [1]}"),
    "FILE: users[u].user.exec.args: found a number at 0, expected a string" },
  { OF ("exec: {command: a, apiVersion: " V1 ", env: [{value: " SECRET "}]}"),
    "FILE: users[u].user.exec.env: found no name at 0, expected that of a "
    "variable" },
  { CONTEXT ("x", "cluster: c, user: [u]") CLUSTER ("c", "server: s")
        CURRENT ("x"),
    "FILE: contexts[x].context.user: found a list, expected a string" },
  { CONTEXT ("x", "cluster: c, namespace: 1") CLUSTER ("c", "server: s")
        CURRENT ("x"),
    "FILE: contexts[x].context.namespace: found a number, expected a string" },
  { CONTEXT ("x", "user: u") CLUSTER ("c", "server: s") CURRENT ("x"),
    "FILE: clusters: no entry with the name \"\"" },
  { "current-context: ''\n", "FILE: current-context: found nothing, expected a "
                             "name\nhint: choose one with --context NAME" },
  { "contexts: x\n" CURRENT ("x"),
    "FILE: contexts: no entry with the name \"x\"" },
  { IN ("server: [s]"),
    "FILE: clusters[c].cluster.server: found a list, expected a string" },
  { IN ("server: s, certificate-authority: [s]"),
    "FILE: clusters[c].cluster.certificate-authority: found a list, expected a "
    "string" },
  { IN ("server: s, certificate-authority-data: [s]"),
    "FILE: clusters[c].cluster.certificate-authority-data: found a list, "
    "expected a string" },
  { IN ("server: s, tls-server-name: [s]"),
    "FILE: clusters[c].cluster.tls-server-name: found a list, expected a "
    "string" },
  { IN ("server: s, proxy-url: [s]"),
    "FILE: clusters[c].cluster.proxy-url: found a list, expected a string" },
  { IN ("server: s, insecure-skip-tls-verify: true, "
        "certificate-authority-data: " CERTIFICATE),
    "FILE: clusters[c].cluster: specifying a root certificates file with the "
    "insecure flag is not allowed" },
  { IN ("server: s, certificate-authority-data: YWJ"),
    "FILE: clusters[c].cluster.certificate-authority-data: found something "
    "else, expected base64" },
  { IN ("server: s, certificate-authority-data: \"\\n\""),
    "FILE: clusters[c].cluster.certificate-authority-data: found something "
    "else, expected base64" },
  { IN ("server: s, certificate-authority-data: 'YWJj Y'"),
    "FILE: clusters[c].cluster.certificate-authority-data: found something "
    "else, expected base64" },
  { OF ("client-certificate: 1"),
    "FILE: users[u].user.client-certificate: found "
    "a number, expected a string" },
  { OF ("client-certificate-data: 1"),
    "FILE: users[u].user.client-certificate-data: found a number, expected a "
    "string" },
  { OF ("client-certificate-data: " CERTIFICATE),
    "FILE: users[u].user: found a client certificate alone, expected "
    "client-key or client-key-data with it" },
  { OF ("client-key: 1"),
    "FILE: users[u].user.client-key: found a number, expected a string" },
  { OF ("tokenFile: 1"),
    "FILE: users[u].user.tokenFile: found a number, expected a string" },
  { OF ("username: 1"),
    "FILE: users[u].user.username: found a number, expected a string" },
  { OF ("username: a, password: 1"),
    "FILE: users[u].user.password: found a number, expected a string" },
  { OF ("as: 1"), "FILE: users[u].user.as: found a number, expected a string" },
  { OF ("as: a, as-uid: 1"),
    "FILE: users[u].user.as-uid: found a number, expected a string" },
  { OF ("as: a, as-uid: \"a\\n\""),
    "FILE: users[u].user.as-uid: found a line end, expected a name" },
  { OF ("as: a, as-groups: [b, \"a\\n\"]"),
    "FILE: users[u].user.as-groups: found a line end, expected a name" },
  { OF ("as: a, as-groups: [b, 1]"),
    "FILE: users[u].user.as-groups: found a number at 1, expected a string" },
  { OF ("as: a, as-user-extra: [b]"),
    "FILE: users[u].user.as-user-extra: found a list, expected an object" },
  { OF ("as: a, as-user-extra: {b: c}"),
    "FILE: users[u].user.as-user-extra.b: found a string, expected a list" },
  { OF ("as: a, as-user-extra: {b: [c, \"d\\n\"]}"),
    "FILE: users[u].user.as-user-extra: found a line end, expected a name" },
  { OF ("as-uid: '7'"),
    "FILE: users[u].user.as: found nothing, expected a user "
    "to impersonate with the groups, the UID or the "
    "extra" },
  { OF ("as-user-extra: {b: [c]}"),
    "FILE: users[u].user.as: found nothing, expected a user to impersonate "
    "with the groups, the UID or the extra" },
  { OF ("exec: {command: a}"),
    "FILE: users[u].user.exec.apiVersion: found nothing, expected "
    "client.authentication.k8s.io/v1 or client.authentication.k8s.io/v1beta1" },
  { OF ("exec: {apiVersion: 1}"),
    "FILE: users[u].user.exec.apiVersion: found a number, expected a string" },
  { OF ("exec: {command: [a]}"),
    "FILE: users[u].user.exec.command: found a list, expected a string" },
  { OF ("exec: {command: a, interactiveMode: 1}"),
    "FILE: users[u].user.exec.interactiveMode: found a number, expected a "
    "string" },
  { OF ("exec: {command: a, installHint: 1}"),
    "FILE: users[u].user.exec.installHint: found a number, expected a string" },
  { OF ("exec: {command: a, provideClusterInfo: 1}"),
    "FILE: users[u].user.exec.provideClusterInfo: found a number, expected "
    "true or false" },
  { OF ("exec: {command: a, args: b}"),
    "FILE: users[u].user.exec.args: found a string, expected a list" },
  { OF ("exec: {command: a, env: b}"),
    "FILE: users[u].user.exec.env: found a string, expected a list" },
  { OF ("exec: {command: a, env: [{name: b}, {name: ''}]}"),
    "FILE: users[u].user.exec.env: found no name at 1, expected that of a "
    "variable" },
  { OF ("exec: {command: a, env: [{name: a=b}]}"),
    "FILE: users[u].user.exec.env: found no name at 0, expected that of a "
    "variable" },
};

static void
test_refused (void **state)
{
  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      Files files;
      g_autoptr (GError) error = NULL;
      g_autoptr (GString) said = NULL;

      begin (&files);
      add (&files, refused[i].text);
      assert_null (load (&files, NULL, &error));
      said = g_string_new (error->message);
      g_string_replace (said, files.paths->pdata[0], "FILE", 0);
      assert_null (strstr (said->str, SECRET));
      if (!g_str_has_prefix (said->str, refused[i].message))
        fail_msg ("%s\nis refused with: %s", refused[i].text, said->str);
      end (&files);
    }
}

/* What is taken: every field once, and what may stand beside what.  Empty is as
 * absent. */
static const struct
{
  const char *text;
  const char *shown;
} taken[] = {
  { PLAIN, "https://host:6443 default token=secret" },
  { PLAIN "kind: Config\n", "https://host:6443 default token=secret" },
  { IN ("server: s"), "s default" },
  { IN ("server: 's//', certificate-authority-data: " CERTIFICATE),
    "s default ca-data" },
  { IN ("server: '/', proxy-url: 'https://p'"), " default proxy=https://p" },
  { IN ("server: s, proxy-url: 'socks5://p', tls-server-name: ''"),
    "s default proxy=socks5://p" },
  { IN ("server: s, insecure-skip-tls-verify: true, certificate-authority: ''"),
    "s default insecure" },
  { OF ("tokenFile: /t, token: a"), "s default token=a token-file=/t" },
  { OF ("username: a, password: b"), "s default username=a password=b" },
  { OF ("username: a"), "s default username=a" },
  { OF ("username: '', token: null"), "s default" },
  { OF ("client-certificate: /c, client-key: /k"), "s default cert=/c key=/k" },
  { OF ("client-certificate: /c, client-key: /k, password: a"),
    "s default cert=/c key=/k password=a" },
  { OF ("client-key: /k, token: a"), "s default key=/k token=a" },
  { OF ("client-key: /k, tokenFile: /t"), "s default key=/k token-file=/t" },
  { OF ("client-key: /k, username: a"), "s default key=/k username=a" },
  { OF ("client-key: /k, exec: {command: a, apiVersion: " V1 "beta1}"),
    "s default key=/k exec" },
  { OF ("password: b, tokenFile: /t"), "s default token-file=/t password=b" },
  { OF ("password: b, exec: {command: a, apiVersion: " V1 "beta1}"),
    "s default password=b exec" },
  { OF ("token: a, exec: null, auth-provider: null, as-user-extra: null, "
        "as-groups: null"),
    "s default token=a" },
  { OF ("as: a, as-user-extra: {}, as-groups: []"),
    "s default Impersonate-User: a" },
  { OF ("exec: {command: a, apiVersion: " V1
        ", interactiveMode: Never, args: null, env: null, installHint: null}"),
    "s default exec" },
};

static void
show_text (GString *out, const char *name, const char *value)
{
  if (value != NULL)
    g_string_append_printf (out, " %s=%s", name, value);
}

static void
show_flag (GString *out, const char *name, gboolean flag)
{
  if (flag)
    g_string_append_printf (out, " %s", name);
}

/* Returns: (transfer full) */
static char *
show (const FitApiConfig *config)
{
  const FitHttpTLS *tls = &config->tls;
  GString *out = g_string_new (config->server);

  g_string_append_printf (out, " %s", config->namespace_);
  show_flag (out, "ca-data", tls->ca_data != NULL);
  show_text (out, "ca", tls->ca_file);
  show_text (out, "server-name", tls->server_name);
  show_flag (out, "insecure", tls->insecure);
  show_text (out, "proxy", config->proxy);
  show_text (out, "cert", tls->cert_file);
  show_text (out, "key", tls->key_file);
  show_text (out, "token", config->token);
  show_text (out, "token-file", config->token_file);
  show_text (out, "username", config->username);
  show_text (out, "password", config->password);
  show_flag (out, "exec", config->exec != NULL);
  for (guint i = 0; config->headers != NULL && config->headers[i] != NULL; i++)
    show_flag (out, config->headers[i], TRUE);
  return g_string_free (out, FALSE);
}

static void
test_taken (void **state)
{
  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (taken); i++)
    {
      Files files;
      g_autoptr (FitApiConfig) config = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *shown = NULL;

      begin (&files);
      add (&files, taken[i].text);
      config = load (&files, "", &error);
      if (config == NULL)
        fail_msg ("%s\nis refused with: %s", taken[i].text, error->message);
      shown = show (config);
      assert_string_equal (shown, taken[i].shown);
      end (&files);
    }
}

/* What a plugin is told of the cluster. */
static void
test_cluster_info (void **state)
{
  static const struct
  {
    const char *cluster;
    const char *told;
  } cases[] = {
    { "server: s/", "\"server\":\"s/\"" },
    { "server: s, tls-server-name: host, proxy-url: 'http://p', "
      "certificate-authority-data: " CERTIFICATE ", extensions: [{name: a, "
      "extension: 1}, {name: client.authentication.k8s.io/exec, extension: "
      "{b: [c]}}]",
      "\"server\":\"s\",\"tls-server-name\":\"host\","
      "\"certificate-authority-data\":\"" CERTIFICATE
      "\",\"proxy-url\":\"http://p\",\"config\":{\"b\":[\"c\"]}" },
    { "server: s, insecure-skip-tls-verify: true, extensions: [{name: a, "
      "extension: 1}]",
      "\"server\":\"s\",\"insecure-skip-tls-verify\":true" },
    { "server: s, extensions: {name: client.authentication.k8s.io/exec}",
      "\"server\":\"s\"" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Files files;
      g_autoptr (FitApiConfig) config = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *info = NULL;
      g_autofree char *text = NULL;
      g_autofree char *told = NULL;
      g_autofree char *expected = g_strdup_printf (
          "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1
          "\",\"spec\":{\"cluster\":{%s},\"interactive\":false}}",
          cases[i].told);

      begin (&files);
      info = g_build_filename (files.directory, "info", NULL);
      text = g_strdup_printf (
          CLUSTER ("c", "%s") CONTEXT ("x", "cluster: c, user: u")
              CURRENT ("x") "users: [{name: u, user: {exec: {command: sh, "
                            "apiVersion: " V1 ", interactiveMode: Never, "
                            "provideClusterInfo: true, args: [-c, 'printf "
                            "%%s \"$KUBERNETES_EXEC_INFO\" >\"$OUT\"'], "
                            "env: [{name: NONE}, {name: OUT, value: '%s'}]}}}]",
          cases[i].cluster, info);
      add (&files, text);
      config = load (&files, NULL, &error);
      if (config == NULL)
        fail_msg ("%s", error->message);
      assert_false (fit_exec_plugin_run (config->exec, NULL, NULL, NULL));
      assert_true (g_file_get_contents (info, &told, NULL, NULL));
      assert_string_equal (told, expected);
      g_remove (info);
      end (&files);
    }
}

/* A plugin cannot be told of authorities that are not there. */
static void
test_no_authorities (void **state)
{
  Files files;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) said = NULL;

  (void) state;
  begin (&files);
  add (&files,
       USER ("u", "exec: {command: a, apiVersion: " V1 ", interactiveMode: "
                  "Never, provideClusterInfo: true}")
           CONTEXT ("x", "cluster: c, user: u") CURRENT ("x")
               CLUSTER ("c", "server: s, certificate-authority: none"));
  assert_null (load (&files, NULL, &error));
  said = g_string_new (error->message);
  g_string_replace (said, files.directory, "DIR", 0);
  assert_string_equal (
      said->str, "DIR/config-0: open DIR/none: no such file or directory");
  end (&files);
}

static void
test_none (void **state)
{
  static const char *const paths[] = { "/nonexistent/a", NULL };
  g_autoptr (GError) error = NULL;

  (void) state;
  assert_null (fit_kubeconfig_load (paths, NULL, &error));
  assert_string_equal (error->message,
                       "no kubeconfig: /nonexistent/a\n"
                       "hint: give one with --kubeconfig FILE or $KUBECONFIG");
}

static void
test_where (void **state)
{
  g_auto (GStrv) given = NULL;
  g_auto (GStrv) listed = NULL;

  (void) state;
  g_setenv ("KUBECONFIG", "/a::/b", TRUE);
  given = fit_kubeconfig_paths ("/c");
  listed = fit_kubeconfig_paths (NULL);
  assert_int_equal (g_strv_length (given), 1);
  assert_string_equal (given[0], "/c");
  assert_int_equal (g_strv_length (listed), 2);
  assert_string_equal (listed[0], "/a");
  assert_string_equal (listed[1], "/b");
}

/* -- in a pod -------------------------------------------------------------- */

static void
assert_no_account (const char *directory)
{
  g_autoptr (GError) error = NULL;

  assert_null (fit_api_config_of_account (directory, &error));
  assert_string_equal (
      error->message,
      "not in a cluster: KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT or "
      "the token of a service account is missing");
}

static void
test_account (void **state)
{
  g_autofree char *directory = g_dir_make_tmp ("fitsched-XXXXXX", NULL);
  g_autofree char *token = g_build_filename (directory, "token", NULL);
  g_autofree char *ca = g_build_filename (directory, "ca.crt", NULL);
  g_autofree char *namespace_ = g_build_filename (directory, "namespace", NULL);
  FitApiConfig *config;

  (void) state;
  g_setenv ("KUBERNETES_SERVICE_HOST", "10.0.0.1", TRUE);
  g_setenv ("KUBERNETES_SERVICE_PORT", "443", TRUE);
  assert_no_account (directory);
  assert_true (g_file_set_contents (token, SECRET, -1, NULL));
  config = fit_api_config_of_account (directory, NULL);
  assert_string_equal (config->server, "https://10.0.0.1:443");
  assert_string_equal (config->token_file, token);
  assert_string_equal (config->tls.ca_file, ca);
  assert_string_equal (config->namespace_, "default");
  assert_false (config->tls.insecure);
  fit_api_config_free (config);
  /* What editors and templates put at the end of a file is not part of it. */
  assert_true (g_file_set_contents (namespace_, "kube-system\n", -1, NULL));
  g_setenv ("KUBERNETES_SERVICE_HOST", "fd00::1", TRUE);
  config = fit_api_config_of_account (directory, NULL);
  assert_string_equal (config->server, "https://[fd00::1]:443");
  assert_string_equal (config->namespace_, "kube-system");
  fit_api_config_free (config);
  g_setenv ("KUBERNETES_SERVICE_HOST", "", TRUE);
  assert_no_account (directory);
  g_unsetenv ("KUBERNETES_SERVICE_HOST");
  assert_no_account (directory);
  g_unsetenv ("KUBERNETES_SERVICE_PORT");
  g_remove (token);
  g_remove (namespace_);
  assert_int_equal (g_rmdir (directory), 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_one_file),
    cmocka_unit_test (test_paths),
    cmocka_unit_test (test_merged),
    cmocka_unit_test (test_context),
    cmocka_unit_test (test_impersonation),
    cmocka_unit_test (test_readers),
    cmocka_unit_test (test_insecure),
    cmocka_unit_test (test_refused),
    cmocka_unit_test (test_none),
    cmocka_unit_test (test_where),
    cmocka_unit_test (test_account),
    cmocka_unit_test (test_pem_data),
    cmocka_unit_test (test_taken),
    cmocka_unit_test (test_cluster_info),
    cmocka_unit_test (test_no_authorities),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
