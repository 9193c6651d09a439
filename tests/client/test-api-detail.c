/* test-api-detail.c - what a log may show of an exchange
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "client/api-detail.h"
#include "tests/support/cmocka.h"

#define TOKEN "canary-token-0123456789"

static const FitApiDetail everything = { .headers = TRUE, .body_bytes = 20 };

static void
begin (FitApiHeard *heard, const FitApiDetail *detail, const char *path,
       const char *body)
{
  struct curl_slist *headers = NULL;

  headers = curl_slist_append (headers, "Accept: application/json");
  headers = curl_slist_append (headers, "Expect:");
  headers = curl_slist_append (headers, "Authorization: Bearer " TOKEN);
  headers = curl_slist_append (headers, "Impersonate-User: jane");
  fit_api_heard_begin (heard, detail, headers, path, body);
  curl_slist_free_all (headers);
}

static void
hide (FitApiHeard *heard, const FitApiDetail *detail)
{
  FitSecretSet *secrets = fit_secret_set_new ();

  fit_secret_set_add (secrets, TOKEN);
  fit_api_heard_hide (heard, detail, secrets);
  fit_secret_set_unref (secrets);
}

/* Of headers that say who somebody is, only the kind is left. */
static void
test_headers (void **state)
{
  FitApiHeard heard = { 0 };

  (void) state;
  begin (&heard, &everything, "/api/v1/nodes", NULL);
  fit_api_heard_header (&heard, "HTTP/1.1 100 Continue");
  fit_api_heard_header (&heard, "X-Old: 1");
  fit_api_heard_header (&heard, "HTTP/1.1 200 OK");
  fit_api_heard_header (&heard, "SET-COOKIE: canary; path=/");
  fit_api_heard_header (&heard, "X-Echo: " TOKEN);
  fit_api_heard_header (&heard, "proxy-authorization: canary");
  fit_api_heard_header (&heard, "");
  hide (&heard, &everything);
  assert_string_equal (heard.sent_headers->str,
                       "Accept: application/json\n"
                       "Authorization: Bearer <masked>\n"
                       "Impersonate-User: jane\n");
  assert_string_equal (heard.heard_headers->str,
                       "SET-COOKIE: <masked>\nX-Echo: ***\n"
                       "proxy-authorization: <masked>\n");
  fit_api_heard_clear (&heard);
}

/* A body is cut after secrets are hidden: no part of one is left. */
static void
test_bodies (void **state)
{
  FitApiHeard heard = { 0 };

  (void) state;
  begin (&heard, &everything, "/api/v1/nodes", "{\"a\":\"" TOKEN "\"}");
  fit_api_heard_body (&heard, &everything, "/api/v1/nodes", "0123456789abcdef",
                      16);
  fit_api_heard_body (&heard, &everything, "/api/v1/nodes", TOKEN, 10);
  fit_api_heard_body (&heard, &everything, "/api/v1/nodes", &TOKEN[10],
                      strlen (&TOKEN[10]));
  hide (&heard, &everything);
  assert_string_equal (heard.sent_body->str, "{\"a\":\"***\"}");
  assert_string_equal (heard.heard_body->str, "0123456789abcdef***");
  fit_api_heard_clear (&heard);
}

static void
test_where_bodies_end (void **state)
{
  static const struct
  {
    gsize most;
    const char *body;
    const char *shown;
  } cases[] = {
    { 1, "abc", "a" },
    { 3, "abc", "abc" },
    { 4, "abc", "abc" },
    { 2, "abc", "ab" },
    { 2, "", "" },
    { 5, "abc" TOKEN "def", "abc**" },
    { 8, "abc" TOKEN "def", "abc***de" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const FitApiDetail detail = { .body_bytes = cases[i].most };
      FitApiHeard heard = { 0 };

      begin (&heard, &detail, "/", cases[i].body);
      fit_api_heard_body (&heard, &detail, "/", cases[i].body,
                          strlen (cases[i].body));
      hide (&heard, &detail);
      assert_null (heard.sent_headers);
      assert_string_equal (heard.sent_body->str, cases[i].shown);
      assert_string_equal (heard.heard_body->str, cases[i].shown);
      fit_api_heard_clear (&heard);
    }
}

/* As servers write them. */
static void
test_lines_of_headers (void **state)
{
  static const struct
  {
    const char *line;
    const char *shown;
  } cases[] = {
    { "A: b", "A: b\n" },
    { "A:b", "A:b\n" },
    { "A:  b c", "A:  b c\n" },
    { "A:", "" },
    { "A: ", "" },
    { "A", "" },
    { "", "" },
    { "Authorization:Basic canary", "Authorization: Basic <masked>\n" },
    { "Authorization: canary", "Authorization: <masked>\n" },
    { "authorization:   Bearer canary more",
      "authorization: Bearer <masked>\n" },
    { "Cookie: a b", "Cookie: <masked>\n" },
    { "Cookies: a b", "Cookies: a b\n" },
    { "Cooki: a b", "Cooki: a b\n" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FitApiHeard heard = { 0 };

      begin (&heard, &everything, "/", NULL);
      fit_api_heard_header (&heard, cases[i].line);
      assert_string_equal (heard.heard_headers->str, cases[i].shown);
      fit_api_heard_clear (&heard);
    }
}

/* Reviews are about a token of somebody else, which nobody knows here. */
static void
test_reviews (void **state)
{
  static const char *const paths[]
      = { "https://h/apis/authentication.k8s.io/v1/tokenreviews",
          "https://h/api/v1/namespaces/kube-system/configmaps/policy",
          "https://h/api/v1/namespaces/a/secrets/b" };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      FitApiHeard heard = { 0 };

      begin (&heard, &everything, paths[i], "{\"token\":\"canary\"}");
      fit_api_heard_body (&heard, &everything, paths[i], "canary", 6);
      fit_api_heard_body (&heard, &everything, paths[i], "canary", 6);
      hide (&heard, &everything);
      assert_string_equal (heard.sent_body->str, "<masked>");
      assert_string_equal (heard.heard_body->str, "<masked>");
      fit_api_heard_clear (&heard);
    }
}

static void
test_nothing_asked (void **state)
{
  const FitApiDetail nothing = { 0 };
  FitApiHeard heard = { 0 };

  (void) state;
  begin (&heard, &nothing, "/", "body");
  fit_api_heard_header (&heard, "A: b");
  fit_api_heard_body (&heard, &nothing, "/", "body", 4);
  hide (&heard, &nothing);
  assert_null (heard.sent_headers);
  assert_null (heard.heard_headers);
  assert_null (heard.sent_body);
  assert_null (heard.heard_body);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_headers),
    cmocka_unit_test (test_bodies),
    cmocka_unit_test (test_where_bodies_end),
    cmocka_unit_test (test_lines_of_headers),
    cmocka_unit_test (test_reviews),
    cmocka_unit_test (test_nothing_asked),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
