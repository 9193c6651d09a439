/* test-secrets.c - passwords and keys are masked, wherever they stand in a text
 * SPDX-License-Identifier: Apache-2.0 */
#include "net/secret-set.h"
#include "net/secrets.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define EXPECT(func, text, expected)         \
  do                                         \
    {                                        \
      g_autofree char *shown = func (text);  \
      assert_string_equal (shown, expected); \
    }                                        \
  while (0)

static void
test_urls (void **state)
{
  EXPECT (fit_url_hide, "http://host:80/a", "http://host:80/a");
  EXPECT (fit_url_hide, "host:80", "host:80");
  EXPECT (fit_url_hide, "", "");
  EXPECT (fit_url_hide, "@", "***@");
  EXPECT (fit_url_hide, "http://u@host", "http://***@host");
  EXPECT (fit_url_hide, "u:p@host", "***@host");
  EXPECT (fit_url_hide, "//u:p@host", "***@host");
  EXPECT (fit_url_hide, "http:/u:p@host", "http:/***@host");
  EXPECT (fit_url_hide, "http:///u:p@host/", "http:///***@host/");
  EXPECT (fit_url_hide, "http:////u:p@host", "http:////***@host");
  EXPECT (fit_url_hide, "http://http://u:p@host", "http://***@host");
  EXPECT (fit_url_hide, "http://u:p%40host", "http://***%40host");
  EXPECT (fit_url_hide, "http://u:p%40q@host", "http://***@host");
}

/* A user or password may have anything that belongs to a URL, so that all before
 * the last @ may be secret. */
static void
test_odd_passwords (void **state)
{
  static const char *const odd[]
      = { "PASS",         "PA/SS",  "PA?SS",   "PA#SS",    "PA@SS",
          "PA:SS",        "1/PASS", "12/PASS", "12/@PASS", "/PASS",
          "PA://SS@PASS", "PA SS",  "'PASS",   "\"PASS",   "PA%2FSS",
          "PA%SS",        "PA\\SS", "[PASS]",  "80/x@PASS" };
  static const char *const urls[]
      = { "http://joe:%s@host:80/x", "https://%s@host:80/x", "joe:%s@host:80/x",
          "http:///joe:%s@host:80/x", "socks5://joe:%s@host:80/x" };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    for (guint k = 0; k < G_N_ELEMENTS (urls); k++)
      {
        g_auto (GStrv) parts = g_strsplit (urls[k], "%s", -1);
        g_autofree char *url = g_strjoinv (odd[i], parts);
        g_autofree char *said
            = g_strdup_printf ("Unsupported proxy syntax in '%s'", url);
        g_autofree char *shown = fit_url_hide (url);
        g_autofree char *heard = fit_said_hide (said);

        if (strstr (shown, "SS") != NULL || strstr (heard, "SS") != NULL
            || !g_str_has_suffix (shown, "***@host:80/x")
            || !g_str_has_suffix (heard, "***@host:80/x'"))
          fail_msg ("%s: %s, %s", url, shown, heard);
      }
  EXPECT (fit_said_hide, "Couldn't connect to server",
          "Couldn't connect to server");
  EXPECT (fit_said_hide, "Could not resolve host: p@host", "***@host");
  EXPECT (fit_said_hide, "", "");
}

static void
test_values (void **state)
{
  EXPECT (fit_secrets_hide, "zone-1", "zone-1");
  EXPECT (fit_secrets_hide, "see http://u:p@host", "see http://***@host");
  EXPECT (fit_secrets_hide, "-----BEGIN RSA PRIVATE KEY-----\nMII", "***");
  EXPECT (fit_secrets_hide,
          "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2"
          "d3h5eg==",
          "***");
  /* 63 characters may be a name, and 64 that are not alone something else */
  EXPECT (fit_secrets_hide,
          "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV",
          "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV");
  EXPECT (fit_secrets_hide,
          "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2",
          "***");
  EXPECT (fit_secrets_hide,
          "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2-",
          "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2-");
}

/* Texts and numbers are hidden, and the type stays; other values say nothing. */
static void
test_hidden_values (void **state)
{
  FitValue list = { .type = FIT_VALUE_LIST, .n = 7 };
  FitValue hidden
      = fit_value_hide (&(const FitValue){ FIT_VALUE_STRING, .text = "x" });

  (void) state;
  assert_int_equal (hidden.type, FIT_VALUE_STRING);
  assert_string_equal (hidden.text, "***");
  assert_int_equal (hidden.n, 3);
  hidden = fit_value_hide (&(const FitValue){ FIT_VALUE_NUMBER, .text = "1" });
  assert_int_equal (hidden.type, FIT_VALUE_NUMBER);
  assert_string_equal (hidden.text, "***");
  hidden
      = fit_value_hide (&(const FitValue){ FIT_VALUE_BOOL, .boolean = TRUE });
  assert_int_equal (hidden.type, FIT_VALUE_BOOL);
  assert_true (hidden.boolean);
  hidden = fit_value_hide (&list);
  assert_int_equal (hidden.n, 7);
}

static char *
hide (FitSecretSet *set, const char *text)
{
  GString *shown = g_string_new (text);

  fit_secret_set_hide (set, shown);
  return g_string_free (shown, FALSE);
}

static void
test_only_one (void **state)
{
  g_autoptr (FitSecretSet) set = fit_secret_set_new ();
  g_autofree char *shown = NULL;

  (void) state;
  fit_secret_set_add (set, "secret-1");
  shown = hide (set, "it is secret-1");
  assert_string_equal (shown, "it is ***");
}

/* Tokens rotate: the last sixteen are hidden, and nothing that is in other words. */
static void
test_known (void **state)
{
  g_autoptr (FitSecretSet) set = fit_secret_set_new ();
  g_autoptr (GError) error
      = g_error_new_literal (FIT_ERROR, FIT_ERROR_REMOTE, "no secret-1 here");
  g_autofree char *shown = NULL;
  g_autofree char *nothing = hide (NULL, "secret-1");

  (void) state;
  assert_string_equal (nothing, "secret-1");
  fit_secret_set_add (set, "node");
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *secret = g_strdup_printf ("secret-%u", i % 17);

      fit_secret_set_add (set, secret);
    }
  shown = hide (set, "secret-0! secret-16secret-9, node");
  assert_string_equal (shown, "***! ******, node");
  fit_secret_set_hide_error (set, error);
  assert_string_equal (error->message, "no *** here");
  fit_secret_set_hide_error (set, NULL);
}

/* One that is known already pushes nothing out. */
static void
test_known_again (void **state)
{
  g_autoptr (FitSecretSet) set = fit_secret_set_new ();
  g_autofree char *shown = NULL;

  (void) state;
  for (guint round = 0; round < 2; round++)
    for (char last = 'a'; last < 'a' + 16; last++)
      {
        g_autofree char *secret = g_strdup_printf ("secret-%c", last);

        fit_secret_set_add (set, secret);
      }
  fit_secret_set_add (set, "secret-z");
  shown = hide (set, "secret-a secret-b secret-p secret-z");
  assert_string_equal (shown, "secret-a *** *** ***");
}

/* The first one, too, although others have come since. */
static void
test_first_known_again (void **state)
{
  g_autoptr (FitSecretSet) set = fit_secret_set_new ();
  g_autofree char *shown = NULL;

  (void) state;
  fit_secret_set_add (set, "secret-a");
  fit_secret_set_add (set, "secret-b");
  fit_secret_set_add (set, "secret-a");
  for (char last = 'c'; last < 'c' + 15; last++)
    {
      g_autofree char *secret = g_strdup_printf ("secret-%c", last);

      fit_secret_set_add (set, secret);
    }
  shown = hide (set, "secret-a secret-b secret-c secret-q");
  assert_string_equal (shown, "secret-a *** *** ***");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_urls),
    cmocka_unit_test (test_odd_passwords),
    cmocka_unit_test (test_values),
    cmocka_unit_test (test_hidden_values),
    cmocka_unit_test (test_only_one),
    cmocka_unit_test (test_known),
    cmocka_unit_test (test_known_again),
    cmocka_unit_test (test_first_known_again),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
