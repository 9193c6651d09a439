/* test-secrets.c - passwords and keys are masked, wherever they stand in a text */
#include "base/secrets.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

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
  EXPECT (fit_url_hide, "http://host:80/a@b", "http://host:80/a@b");
  EXPECT (fit_url_hide, "", "");
  EXPECT (fit_url_hide, "http://u:p@host:80/a@b", "http://***@host:80/a@b");
  EXPECT (fit_url_hide, "http://u@host", "http://***@host");
  EXPECT (fit_url_hide, "http://u:p@q@host/", "http://***@host/");
  EXPECT (fit_url_hide, "u:p@host", "***@host");
  EXPECT (fit_url_hide, "http:/u:p@host", "***@host");
  EXPECT (fit_url_hide, "http://u:p/q@host", "http://***@host");
  EXPECT (fit_url_hide, "http://u:1/q@host", "http://u:1/q@host");
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
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_urls),
    cmocka_unit_test (test_values),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
