/* test-tls-material.c - where certificates and keys come from, and what looks like one */
#include "base/tls-material.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

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

static void
test_what_is_no_file (void **state)
{
  g_autoptr (GBytes) out = NULL;
  g_autoptr (GError) missing = NULL, directory = NULL;

  assert_false (fit_tls_obtain (NULL, "/nowhere/ca.pem", &out, &missing));
  assert_string_equal (missing->message,
                       "open /nowhere/ca.pem: no such file or directory");
  assert_int_equal (missing->code, FIT_ERROR_IO);
  assert_false (fit_tls_obtain (NULL, "/", &out, &directory));
  assert_string_equal (directory->message, "open /: not a file");
  assert_int_equal (directory->code, FIT_ERROR_IO);
  assert_null (out);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_blocks),
    cmocka_unit_test (test_only_the_bytes_count),
    cmocka_unit_test (test_obtain),
    cmocka_unit_test (test_what_is_no_file),
  };

  return cmocka_run_group_tests_name ("tls-material", tests, NULL, NULL);
}
