/* test-tls-material.c - where certificates and keys come from, and what looks like one
 * SPDX-License-Identifier: Apache-2.0 */
#include "net/tls-material.h"
#include "tests/support/cmocka.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#define BLOCK(label, body) \
  "-----BEGIN " label "-----\n" body "\n-----END " label "-----\n"
/* A sequence, and something else. */
#define DER "MAMCAQU="
#define TEXT "AAAA"

static void
test_blocks (void **state)
{
  static const struct
  {
    const char *text;
    gboolean certificate;
    gboolean key;
  } rows[] = {
    { "", FALSE, FALSE },
    { "CERTIFICATE", FALSE, FALSE },
    { BLOCK ("CERTIFICATE", DER), TRUE, FALSE },
    { "before\n" BLOCK ("CERTIFICATE", DER) "behind\n", TRUE, FALSE },
    { BLOCK ("TRUSTED CERTIFICATE", DER), FALSE, FALSE },
    { BLOCK ("CERTIFICATE REQUEST", DER), FALSE, FALSE },
    { BLOCK ("PRIVATE KEY", DER), FALSE, TRUE },
    { BLOCK ("RSA PRIVATE KEY", DER), FALSE, TRUE },
    { BLOCK ("PUBLIC KEY", DER), FALSE, FALSE },
    { BLOCK ("KEY", DER), FALSE, FALSE },
    { BLOCK ("", DER), FALSE, FALSE },
    /* what is between the markers */
    { BLOCK ("CERTIFICATE", ""), FALSE, FALSE },
    { BLOCK ("CERTIFICATE", TEXT), FALSE, FALSE },
    { BLOCK ("CERTIFICATE", "MA=="), TRUE, FALSE },
    { BLOCK ("PRIVATE KEY", TEXT), FALSE, FALSE },
    { BLOCK ("RSA PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\n\n" TEXT), FALSE,
      TRUE },
    { BLOCK ("RSA PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\n\n"), FALSE, FALSE },
    /* several */
    { BLOCK ("PRIVATE KEY", DER) BLOCK ("CERTIFICATE", DER), TRUE, TRUE },
    { BLOCK ("CERTIFICATE", TEXT) BLOCK ("CERTIFICATE", DER), TRUE, FALSE },
    /* markers that are missing */
    { "-----BEGIN CERTIFICATE", FALSE, FALSE },
    { "-----BEGIN CERTIFICATE-----\n" DER "\n", FALSE, FALSE },
    { DER "\n-----END CERTIFICATE-----\n", FALSE, FALSE },
    { "-----END CERTIFICATE-----\n-----BEGIN CERTIFICATE-----\n" DER, FALSE,
      FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GBytes) bytes
          = g_bytes_new_static (rows[i].text, strlen (rows[i].text));

      print_message ("row %u\n", i);
      assert_int_equal (fit_pem_has (bytes, FIT_PEM_CERTIFICATE),
                        rows[i].certificate);
      assert_int_equal (fit_pem_has (bytes, FIT_PEM_PRIVATE_KEY), rows[i].key);
    }
}

static void
test_only_the_bytes_count (void **state)
{
  static const char text[] = BLOCK ("CERTIFICATE", DER);
  g_autoptr (GBytes) none = g_bytes_new (NULL, 0);
  g_autoptr (GBytes) cut = g_bytes_new_static (text, strlen (text) - 26);

  assert_false (fit_pem_has (none, FIT_PEM_CERTIFICATE));
  assert_false (fit_pem_has (cut, FIT_PEM_CERTIFICATE));
}

/* Data goes before a file; what is empty is absent. */
static void
test_obtain (void **state)
{
  g_autofree char *path = NULL;
  const int fd = g_file_open_tmp ("fitsched-XXXXXX", &path, NULL);
  g_autoptr (GBytes) data = g_bytes_new_static ("data", 4);
  g_autoptr (GBytes) empty = g_bytes_new (NULL, 0);
  const struct
  {
    GBytes *data;
    const char *path;
    const char *expected; /* NULL: nothing */
  } rows[] = {
    { NULL, NULL, NULL },   { NULL, "", NULL },
    { empty, NULL, NULL },  { data, NULL, "data" },
    { data, path, "data" }, { data, "/nowhere/ca.pem", "data" },
    { NULL, path, "file" }, { empty, path, "file" },
  };

  assert_true (g_close (fd, NULL));
  assert_true (g_file_set_contents (path, "file", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GBytes) out = NULL;

      assert_true (fit_tls_obtain (rows[i].data, rows[i].path, &out, NULL));
      if (rows[i].expected == NULL)
        assert_null (out);
      else
        {
          assert_int_equal (g_bytes_get_size (out), 4);
          assert_memory_equal (g_bytes_get_data (out, NULL), rows[i].expected,
                               4);
        }
    }
  assert_int_equal (g_remove (path), 0);
}

/* A pipe without a writer could block forever. */
static void
test_what_is_no_file (void **state)
{
  g_autofree char *dir = g_dir_make_tmp ("fitsched-XXXXXX", NULL);
  g_autofree char *pipe = g_build_filename (dir, "pipe", NULL);
  const struct
  {
    const char *path;
    const char *why;
  } rows[] = {
    { "/nowhere/ca.pem", "no such file or directory" },
    { "/", "not a file" },
    { "/dev/null", "not a file" },
    { pipe, "not a file" },
  };

  assert_int_equal (mkfifo (pipe, 0600), 0);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GBytes) out = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *expected
          = g_strdup_printf ("open %s: %s", rows[i].path, rows[i].why);

      assert_false (fit_tls_obtain (NULL, rows[i].path, &out, &error));
      assert_string_equal (error->message, expected);
      assert_int_equal (error->code, FIT_ERROR_IO);
      assert_null (out);
    }
  assert_int_equal (g_remove (pipe), 0);
  assert_int_equal (g_rmdir (dir), 0);
}

static int
next_descriptor (void)
{
  const int fd = g_open ("/dev/null", O_RDONLY | O_CLOEXEC, 0);

  assert_true (g_close (fd, NULL));
  return fd;
}

/* A daemon reads its files again and again. */
static void
test_files_are_closed (void **state)
{
  const int next = next_descriptor ();

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GBytes) out = NULL;

      assert_int_equal (
          fit_tls_obtain (NULL, i == 0 ? "/proc/self/status" : "/", &out, NULL),
          i == 0);
      assert_int_equal (next_descriptor (), next);
    }
}

/* A file of 4 MiB is read whole; one byte more is too much. */
static void
test_large_files (void **state)
{
  static const gsize most = 4 * 1024 * 1024;
  g_autofree char *path = NULL;
  const int fd = g_file_open_tmp ("fitsched-XXXXXX", &path, NULL);
  g_autofree char *too_long
      = g_strdup_printf ("open %s: more than 4194304 bytes", path);
  g_autoptr (GBytes) out = NULL, none = NULL;
  g_autoptr (GError) error = NULL;

  assert_int_equal (pwrite (fd, "end", 3, (off_t) most - 3), 3);
  assert_true (fit_tls_obtain (NULL, path, &out, NULL));
  assert_int_equal (g_bytes_get_size (out), most);
  assert_memory_equal ((const char *) g_bytes_get_data (out, NULL) + most - 3,
                       "end", 3);
  assert_int_equal (ftruncate (fd, (off_t) most + 1), 0);
  assert_false (fit_tls_obtain (NULL, path, &none, &error));
  assert_string_equal (error->message, too_long);
  assert_int_equal (error->code, FIT_ERROR_LIMIT);
  assert_true (g_close (fd, NULL));
  assert_int_equal (g_remove (path), 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_blocks),
    cmocka_unit_test (test_only_the_bytes_count),
    cmocka_unit_test (test_obtain),
    cmocka_unit_test (test_what_is_no_file),
    cmocka_unit_test (test_files_are_closed),
    cmocka_unit_test (test_large_files),
  };

  return cmocka_run_group_tests_name ("tls-material", tests, NULL, NULL);
}
