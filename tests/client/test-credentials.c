/* test-credentials.c - what a client shows to a server, as its files are now
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/credentials.h"

#include "client/exec-credential.h"
#include "tests/support/cmocka.h"

#include <string.h>

#include <glib/gstdio.h>

/* -- one credential -------------------------------------------------------- */

static void
test_tokens (void **state)
{
  static const struct
  {
    const char *token;
    gboolean fits;
  } cases[] = {
    { "a", TRUE },      { "a.b-c_d=~!", TRUE }, { "", FALSE },
    { "a b", FALSE },   { " a", FALSE },        { "a ", FALSE },
    { "a\n", FALSE },   { "a\r\nX: b", FALSE }, { "a\tb", FALSE },
    { "a\x7f", FALSE }, { "\xc3\xa4", FALSE },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FitCredential) credential = fit_credential_new ();
      g_autofree char *expected
          = g_strconcat ("Authorization: Bearer ", cases[i].token, NULL);

      assert_int_equal (fit_credential_set_token (credential, cases[i].token),
                        cases[i].fits);
      if (cases[i].fits)
        assert_string_equal (credential->header, expected);
      else
        assert_null (credential->header);
    }
}

/* A copy may be changed, and does not change what it was made from. */
static void
test_copies (void **state)
{
  g_autoptr (FitCredential) first = fit_credential_new ();
  g_autoptr (FitCredential) empty = fit_credential_copy (first);
  g_autoptr (FitCredential) copy = NULL;

  (void) state;
  assert_true (empty->expires_ns == G_MAXINT64);
  assert_null (empty->cert);
  fit_credential_set_password (first, "jane", "secret");
  first->cert = g_bytes_new_static ("c", 1);
  first->key = g_bytes_new_static ("k", 1);
  first->expires_ns = 7;
  copy = fit_credential_copy (first);
  assert_string_equal (copy->header, "Authorization: Basic amFuZTpzZWNyZXQ=");
  assert_string_equal (copy->password, "secret");
  assert_ptr_equal (copy->cert, first->cert);
  assert_ptr_equal (copy->key, first->key);
  assert_int_equal (copy->expires_ns, 7);
  assert_true (fit_credential_set_token (copy, "other"));
  assert_string_equal (first->header, "Authorization: Basic amFuZTpzZWNyZXQ=");
}

/* The token, the password, and both of them encoded. */
static void
test_secrets (void **state)
{
  static const struct
  {
    const char *token, *user, *password;
    const char *shown;
  } cases[] = {
    { NULL, NULL, NULL,
      "my-token cGFzc3dvcmQ= jane:password amFuZTpwYXNzd29yZA==" },
    { "my-token", NULL, NULL,
      "*** cGFzc3dvcmQ= jane:password amFuZTpwYXNzd29yZA==" },
    { NULL, "jane", "password", "my-token cGFzc3dvcmQ= jane:*** ***" },
    { NULL, "jane", NULL,
      "my-token cGFzc3dvcmQ= jane:password amFuZTpwYXNzd29yZA==" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FitCredential) credential = fit_credential_new ();
      FitSecretSet *secrets = fit_secret_set_new ();
      g_autoptr (GString) text = g_string_new (cases[0].shown);

      if (cases[i].token != NULL)
        fit_credential_set_token (credential, cases[i].token);
      if (cases[i].user != NULL)
        fit_credential_set_password (credential, cases[i].user,
                                     cases[i].password);
      fit_credential_note_secrets (credential, secrets);
      fit_secret_set_hide (secrets, text);
      assert_string_equal (text->str, cases[i].shown);
      fit_secret_set_unref (secrets);
    }
}

/* -- a client's ------------------------------------------------------------ */

static void
ended (gpointer data)
{
  (void) data;
}

/* What is sent now: @header, NULL: nothing. */
static void
assert_sent (FitCredentials *credentials, const char *header)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (FitCredential) now = i == 0
                                          ? fit_credentials_now (credentials)
                                          : fit_credentials_find (credentials);

      if (header == NULL)
        assert_null (now->header);
      else
        assert_string_equal (now->header, header);
    }
}

static void
assert_configured (FitApiConfig config, const char *header)
{
  FitCredentials credentials;
  g_autoptr (FitCredential) rejected = NULL;

  assert_true (fit_credentials_init (&credentials, &config, ended, NULL, NULL));
  assert_sent (&credentials, header);
  /* There will be no others. */
  rejected = fit_credentials_now (&credentials);
  assert_false (fit_credentials_reject (&credentials, rejected));
  assert_sent (&credentials, header);
  assert_null (fit_credentials_end_run (&credentials));
  fit_credentials_stop (&credentials);
  fit_credentials_clear (&credentials);
}

static void
test_without_files (void **state)
{
  (void) state;
  assert_configured ((FitApiConfig){ 0 }, NULL);
  assert_configured ((FitApiConfig){ .token = (char *) "x" },
                     "Authorization: Bearer x");
  assert_configured ((FitApiConfig){ .username = (char *) "jane",
                                     .password = (char *) "secret" },
                     "Authorization: Basic amFuZTpzZWNyZXQ=");
  assert_configured ((FitApiConfig){ .username = (char *) "jane" },
                     "Authorization: Basic amFuZTo=");
}

typedef struct
{
  char *directory;
  char *path;
  FitApiConfig config;
} Scene;

static void
scene_init (Scene *scene)
{
  scene->directory = g_dir_make_tmp ("fitsched-XXXXXX", NULL);
  scene->path = g_build_filename (scene->directory, "token", NULL);
  scene->config
      = (FitApiConfig){ .token = (char *) "other", .token_file = scene->path };
}

static void
scene_clear (Scene *scene)
{
  g_remove (scene->path);
  assert_int_equal (g_rmdir (scene->directory), 0);
  g_free (scene->path);
  g_free (scene->directory);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

static void
write_token (const Scene *scene, const char *text)
{
  assert_true (g_file_set_contents (scene->path, text, -1, NULL));
}

/* The file counts, not the token beside it.  While there is none in it, the last
 * one does. */
static void
test_a_token_file (void **state)
{
  g_auto (Scene) scene = { 0 };
  FitCredentials credentials;

  (void) state;
  scene_init (&scene);
  write_token (&scene, " first\n");
  assert_true (
      fit_credentials_init (&credentials, &scene.config, ended, NULL, NULL));
  assert_sent (&credentials, "Authorization: Bearer first");
  write_token (&scene, "second");
  assert_sent (&credentials, "Authorization: Bearer second");
  write_token (&scene, "two words");
  assert_sent (&credentials, "Authorization: Bearer second");
  g_remove (scene.path);
  assert_sent (&credentials, "Authorization: Bearer second");
  write_token (&scene, "\r\nthird\r\n\r\n");
  assert_sent (&credentials, "Authorization: Bearer third");
  fit_credentials_clear (&credentials);
}

static void
assert_refused (const Scene *scene, const char *why)
{
  FitCredentials credentials;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) said = NULL;

  assert_false (
      fit_credentials_init (&credentials, &scene->config, ended, NULL, &error));
  said = g_string_new (error->message);
  g_string_replace (said, scene->path, "FILE", 0);
  assert_string_equal (said->str, why);
}

static void
test_no_token_in_the_file (void **state)
{
  static const gsize most = 65536;
  g_auto (Scene) scene = { 0 };
  g_autofree char *longest = g_strnfill (most, 'x');
  g_autofree char *longer = g_strnfill (most + 1, 'x');
  FitCredentials credentials;

  (void) state;
  scene_init (&scene);
  assert_refused (&scene, "open FILE: no such file or directory");
  write_token (&scene, "a b");
  assert_refused (&scene, "FILE: found something else, expected a token");
  write_token (&scene, " \n");
  assert_refused (&scene, "FILE: found something else, expected a token");
  write_token (&scene, longer);
  assert_refused (&scene, "FILE: found something else, expected a token");
  write_token (&scene, longest);
  assert_true (
      fit_credentials_init (&credentials, &scene.config, ended, NULL, NULL));
  fit_credentials_clear (&credentials);
}

/* -- which files ----------------------------------------------------------- */

/* As v1.16 does: a certificate alone is ignored, and so is a key. */
static void
test_pairs_of_files (void **state)
{
  static const struct
  {
    const char *cert_data, *cert_file, *key_data, *key_file;
    gboolean files; /* there are some to be read again */
  } cases[] = {
    { NULL, NULL, NULL, NULL, FALSE }, { NULL, "c", NULL, NULL, FALSE },
    { NULL, NULL, NULL, "k", FALSE },  { NULL, "c", NULL, "", FALSE },
    { NULL, "", NULL, "k", FALSE },    { NULL, "c", NULL, "k", TRUE },
    { "c", NULL, NULL, "k", TRUE },    { NULL, "c", "k", NULL, TRUE },
    { "c", NULL, "k", NULL, FALSE },   { "c", "c", "k", "k", FALSE },
    { "c", NULL, NULL, NULL, FALSE },  { NULL, NULL, "k", NULL, FALSE },
    { "c", "c", NULL, "k", TRUE },     { NULL, "c", "k", "k", TRUE },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) cert
          = cases[i].cert_data != NULL ? g_bytes_new_static ("c", 1) : NULL;
      g_autoptr (GBytes) key
          = cases[i].key_data != NULL ? g_bytes_new_static ("k", 1) : NULL;
      const FitApiConfig config = { .tls = { .cert_data = cert,
                                             .cert_file = cases[i].cert_file,
                                             .key_data = key,
                                             .key_file = cases[i].key_file } };
      g_autoptr (FitLiveFiles) files = fit_credentials_pair_files (&config);

      assert_int_equal (files != NULL, cases[i].files);
    }
}

/* Clients of one configuration may share them. */
static void
test_shared_files (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (FitLiveFiles) token = NULL;
  g_autoptr (FitLiveFiles) again = NULL;
  g_autoptr (FitLiveFiles) pair = NULL;
  const FitApiConfig nothing = { 0 };

  (void) state;
  scene_init (&scene);
  assert_null (fit_credentials_token_files (&nothing));
  token = fit_credentials_token_files (&scene.config);
  assert_non_null (token);
  scene.config.token_now = token;
  again = fit_credentials_token_files (&scene.config);
  assert_ptr_equal (again, token);
  scene.config.pair_now = token;
  pair = fit_credentials_pair_files (&scene.config);
  assert_ptr_equal (pair, token);
}

/* -- plugins --------------------------------------------------------------- */

#define GROUP "client.authentication.k8s.io/"
#define ANSWER(status)                                   \
  "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" GROUP \
  "v1\",\"status\":{" status "}}"
#define PEM(label) \
  "-----BEGIN " label "-----\\nMAA=\\n-----END " label "-----\\n"
#define PAIR                           \
  "\"clientCertificateData\":\"" PEM ( \
      "CERTIFICATE") "\",\"clientKeyData\":\"" PEM ("PRIVATE KEY") "\""

/* What a plugin may answer. */
static void
test_answers_of_plugins (void **state)
{
  static const struct
  {
    const char *answer;
    const char *header; /* NULL: none */
    gboolean pair;
    gint64 expires_ns;
  } cases[] = {
    { ANSWER ("\"token\":\"t\""), "Authorization: Bearer t", FALSE,
      G_MAXINT64 },
    { ANSWER ("\"token\":\"t\",\"clientKeyData\":\"\",\"expirationTimestamp\":"
              "null"),
      "Authorization: Bearer t", FALSE, G_MAXINT64 },
    { ANSWER (PAIR), NULL, TRUE, G_MAXINT64 },
    { ANSWER ("\"token\":\"\"," PAIR), NULL, TRUE, G_MAXINT64 },
    { ANSWER ("\"token\":\"t\"," PAIR
              ",\"expirationTimestamp\":\"1970-01-01T00:00:02Z\""),
      "Authorization: Bearer t", TRUE, G_GINT64_CONSTANT (2000000000) },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (FitCredential) credential = fit_exec_credential_parse (
          cases[i].answer, strlen (cases[i].answer), GROUP "v1", &error);

      if (credential == NULL)
        fail_msg ("%s", error->message);
      if (cases[i].header != NULL)
        assert_string_equal (credential->header, cases[i].header);
      else
        assert_null (credential->header);
      assert_int_equal (credential->cert != NULL, cases[i].pair);
      assert_int_equal (credential->key != NULL, cases[i].pair);
      if (cases[i].pair)
        {
          assert_true (
              g_str_has_prefix (g_bytes_get_data (credential->cert, NULL),
                                "-----BEGIN CERTIFICATE-----\n"));
          assert_true (
              g_str_has_prefix (g_bytes_get_data (credential->key, NULL),
                                "-----BEGIN PRIVATE KEY-----\n"));
        }
      assert_true (credential->expires_ns == cases[i].expires_ns);
    }
}

static void
test_questions_to_plugins (void **state)
{
  g_autofree char *plain = fit_exec_info (GROUP "v1", NULL, FALSE);
  g_autofree char *more = fit_exec_info (GROUP "v1beta1", "{\"a\":1}", TRUE);

  (void) state;
  assert_string_equal (plain,
                       "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" GROUP
                       "v1\",\"spec\":{\"interactive\":false}}");
  assert_string_equal (more,
                       "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" GROUP
                       "v1beta1\",\"spec\":{\"cluster\":{\"a\":1},"
                       "\"interactive\":true}}");
  assert_true (fit_exec_version_is_known (GROUP "v1"));
  assert_true (fit_exec_version_is_known (GROUP "v1beta1"));
  assert_false (fit_exec_version_is_known (GROUP "v1alpha1"));
  assert_false (fit_exec_version_is_known (""));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_tokens),
    cmocka_unit_test (test_copies),
    cmocka_unit_test (test_secrets),
    cmocka_unit_test (test_without_files),
    cmocka_unit_test (test_a_token_file),
    cmocka_unit_test (test_no_token_in_the_file),
    cmocka_unit_test (test_pairs_of_files),
    cmocka_unit_test (test_shared_files),
    cmocka_unit_test (test_answers_of_plugins),
    cmocka_unit_test (test_questions_to_plugins),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
