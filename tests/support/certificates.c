/* certificates.c - makes keys and certificates for tests with TLS
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/certificates.h"
#include "tests/support/cmocka.h"

#include <unistd.h>

static const char config[] = "[req]\n"
                             "distinguished_name = name\n"
                             "prompt = no\n"
                             "[name]\n"
                             "CN = fitsched test\n"
                             "[ca]\n"
                             "basicConstraints = critical, CA:TRUE\n"
                             "keyUsage = critical, keyCertSign\n"
                             "subjectKeyIdentifier = hash\n"
                             "[local]\n"
                             "subjectAltName = DNS:localhost, IP:127.0.0.1\n"
                             "extendedKeyUsage = serverAuth\n"
                             "[named]\n"
                             "subjectAltName = DNS:extender.example\n"
                             "extendedKeyUsage = serverAuth\n"
                             "[client]\n"
                             "extendedKeyUsage = clientAuth\n";

/* Runs openssl in @directory with the words of @format. */
static void openssl (const char *directory, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

static void
openssl (const char *directory, const char *format, ...)
{
  g_autofree char *words = NULL;
  g_autofree char *command = NULL;
  g_autofree char *errors = NULL;
  g_auto (GStrv) argv = NULL;
  g_autoptr (GError) error = NULL;
  int status;
  va_list args;

  va_start (args, format);
  words = g_strdup_vprintf (format, args);
  va_end (args);
  command = g_strconcat ("openssl ", words, NULL);
  argv = g_strsplit (command, " ", -1);
  if (!g_spawn_sync (directory, argv, NULL,
                     G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL,
                     NULL, NULL, &errors, &status, &error))
    fail_msg ("%s: %s", command, error->message);
  if (status != 0)
    fail_msg ("%s: %s", command, errors);
}

#define NEW_KEY \
  "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -config config"

static void
make_ca (const char *directory, const char *name)
{
  openssl (directory,
           "req -x509 " NEW_KEY " -keyout %s.key -out %s.pem -days 2 "
           "-subj /CN=%s -extensions ca",
           name, name, name);
}

/* @groups: "/O=a/O=b", or "" */
static void
make_cert (const char *directory, const char *name, const char *groups,
           const char *section, const char *ca)
{
  openssl (directory,
           "req -new " NEW_KEY " -keyout %s.key -out %s.csr -subj %s/CN=%s",
           name, name, groups, name);
  openssl (directory,
           "x509 -req -in %s.csr -out %s.pem -CA %s.pem -CAkey %s.key "
           "-CAcreateserial -days 2 -extfile config -extensions %s",
           name, name, ca, ca, section);
}

static char *
path (const Certificates *certificates, const char *name)
{
  return g_build_filename (certificates->directory, name, NULL);
}

static Certificates *
certificates_new (void)
{
  g_autofree char *program = g_find_program_in_path ("openssl");
  Certificates *new;
  g_autofree char *config_path = NULL;

  if (program == NULL)
    return NULL;
  new = g_new0 (Certificates, 1);
  new->directory = g_dir_make_tmp ("fitsched-certificates-XXXXXX", NULL);
  assert_non_null (new->directory);
  config_path = path (new, "config");
  assert_true (g_file_set_contents (config_path, config, -1, NULL));
  make_ca (new->directory, "ca");
  make_ca (new->directory, "other");
  make_cert (new->directory, "local", "", "local", "ca");
  make_cert (new->directory, "named", "", "named", "ca");
  make_cert (new->directory, "client", "/O=dev/O=ops", "client", "ca");
  make_cert (new->directory, "stranger", "", "client", "other");
  openssl (new->directory,
           "ec -in client.key -out locked.key -aes128 -passout pass:secret");
  new->ca = path (new, "ca.pem");
  new->other_ca = path (new, "other.pem");
  new->local_cert = path (new, "local.pem");
  new->local_key = path (new, "local.key");
  new->named_cert = path (new, "named.pem");
  new->named_key = path (new, "named.key");
  new->client_cert = path (new, "client.pem");
  new->client_key = path (new, "client.key");
  new->stranger_cert = path (new, "stranger.pem");
  new->stranger_key = path (new, "stranger.key");
  new->locked_key = path (new, "locked.key");
  return new;
}

static void
remove_directory (const char *directory)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (directory, name, NULL);

      unlink (file);
    }
  rmdir (directory);
}

static void
certificates_free (Certificates *certificates)
{
  char **paths[] = {
    &certificates->ca,
    &certificates->other_ca,
    &certificates->local_cert,
    &certificates->local_key,
    &certificates->named_cert,
    &certificates->named_key,
    &certificates->client_cert,
    &certificates->client_key,
    &certificates->stranger_cert,
    &certificates->stranger_key,
    &certificates->locked_key,
  };

  remove_directory (certificates->directory);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    g_free (*paths[i]);
  g_free (certificates->directory);
  g_free (certificates);
}

int
certificates_setup (void **state)
{
  *state = certificates_new ();
  return 0;
}

int
certificates_teardown (void **state)
{
  if (*state != NULL)
    certificates_free (*state);
  return 0;
}

const Certificates *
certificates_of (void **state)
{
  if (*state == NULL)
    skip ();
  return *state;
}
