/* test-access.c - who may ask for what, over HTTPS
 *
 * A server of its own stands for the API server that is asked about tokens and
 * users.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/serving/served.h"
#include "tests/support/certificates.h"

#include <glib/gstdio.h>
#include <string.h>

#define TOKEN "canary-token-of-alice"

/* Both servers. */
typedef struct
{
  FitServer *reviewer;
  guint n_tokens;   /* reviews of tokens so far */
  guint n_accesses; /* of users */
  guint n_notes;
  char *note; /* (nullable) owned: the last one */
  gboolean broken;
  const char *said; /* (nullable) what the reviewer says to anything */
  char *last_token; /* owned: the last review of a token */
  char *last;       /* owned: that of a user */
  FitApiConfig config;
  FitApiClient *client;
  FitAccess *access;
  FitServerTLS tls;
  FitServer *server;
  FitHttpTLS trust;
} World;

static void
review_token (const FitServerRequest *request, FitServerAnswer *answer,
              gpointer data)
{
  World *world = data;

  world->n_tokens++;
  g_free (world->last_token);
  world->last_token = g_strdup (request->body);
  answer->type = FIT_SERVER_JSON;
  answer->status = world->broken ? 503 : 201;
  g_string_assign (
      answer->body,
      world->said != NULL ? world->said
      : strstr (request->body, "\"token\":\"" TOKEN "\"")
          ? "{\"status\":{\"authenticated\":true,\"user\":{\"username\":"
            "\"alice\",\"uid\":\"7\",\"groups\":[\"team\\n\\\"a\\\"\","
            "\"system:authenticated\"],\"extra\":{\"k\":[\"v\"]}}}}"
      : strstr (request->body, "nameless")
          ? "{\"status\":{\"authenticated\":true,\"user\":{\"uid\":\"7\"}}}"
          : "{\"status\":{\"authenticated\":false,\"error\":\"no\"}}");
}

static void
review_access (const FitServerRequest *request, FitServerAnswer *answer,
               gpointer data)
{
  World *world = data;

  world->n_accesses++;
  g_free (world->last);
  world->last = g_strdup (request->body);
  answer->type = FIT_SERVER_JSON;
  answer->status = world->broken ? 503 : 201;
  if (world->broken)
    return;
  g_string_assign (
      answer->body,
      world->said != NULL ? world->said
      : strstr (request->body, "\"user\":\"alice\"")
              || strstr (request->body, "\"user\":\"client\"")
          ? "{\"status\":{\"allowed\":true}}"
          : "{\"status\":{\"allowed\":false,\"reason\":\"RBAC\"}}");
}

static void
take_note (const char *text, gpointer data)
{
  World *world = data;

  world->n_notes++;
  g_free (world->note);
  world->note = g_strdup (text);
}

static void
say_ok (const FitServerRequest *request, FitServerAnswer *answer, gpointer data)
{
  (void) request;
  (void) data;
  g_string_assign (answer->body, "ok");
}

/* How long answers about tokens count, and those about users. */
typedef struct
{
  double token, allowed, denied;
} Seconds;

static const Seconds for_long = { 1000, 1000, 1000 };

/* @certificate_suffices: and nobody is asked about users */
static void
world_begin_with (World *world, gboolean certificate_suffices,
                  const Seconds *seconds)
{
  const FitServerRoute reviews[] = {
    { "POST", "/apis/authentication.k8s.io/v1/tokenreviews", 100000,
      review_token, world },
    { "POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", 100000,
      review_access, world },
  };
  static const FitServerRoute pages[] = {
    { "GET", "/metrics", 0, served_greet, NULL },
    { "POST", "/metrics", 10, served_greet, NULL },
    { "GET", "/healthz", 0, say_ok, NULL },
    { "GET", "/open/page", 0, say_ok, NULL },
    { "GET", "/opened", 0, served_greet, NULL },
  };
  static const char *const open_paths[] = { "/healthz", "/open/*", NULL };
  FitAccessOptions options = { .open_paths = open_paths,
                               .token_seconds = seconds->token,
                               .allowed_seconds = seconds->allowed,
                               .denied_seconds = seconds->denied,
                               .note = take_note,
                               .data = world };
  g_autoptr (GError) error = NULL;

  world->reviewer = fit_server_new (
      &(const FitServerOptions){
          .address = "127.0.0.1", .routes = reviews, .n_routes = 2 },
      &error);
  assert_non_null (world->reviewer);
  world->config.server = g_strdup_printf ("http://127.0.0.1:%u",
                                          fit_server_port (world->reviewer));
  world->client = fit_api_client_new (&world->config, 0, 0, &error);
  assert_non_null (world->client);
  options.certificate_suffices = certificate_suffices;
  if (!certificate_suffices)
    options.authentication = options.authorization = world->client;
  world->access = fit_access_new (&options);
  assert_true (fit_server_tls_make (&world->tls, NULL, "127.0.0.1", &error));
  world->server = fit_server_new (
      &(const FitServerOptions){ .address = "127.0.0.1",
                                 .tls = &world->tls,
                                 .access = world->access,
                                 .routes = pages,
                                 .n_routes = G_N_ELEMENTS (pages) },
      &error);
  assert_non_null (world->server);
  world->trust.ca_data = world->tls.certificate;
}

static void
world_begin_as (World *world, gboolean certificate_suffices)
{
  world_begin_with (world, certificate_suffices, &for_long);
}

static void
world_begin (World *world)
{
  world_begin_as (world, FALSE);
}

static void
world_end (World *world)
{
  fit_server_free (world->server);
  fit_api_client_free (world->client);
  fit_access_free (world->access);
  fit_server_free (world->reviewer);
  fit_server_tls_clear (&world->tls);
  g_free (world->config.server);
  g_free (world->last_token);
  g_free (world->last);
  g_free (world->note);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (World, world_end)

static void
trust (World *world, const FitTrustSettings *settings)
{
  g_autoptr (FitTrust) trust = fit_trust_new (settings);

  fit_access_set_trust (world->access, trust);
}

static void
assert_page (World *world, const FitHttpTLS *tls, const char *path,
             const char *header, guint status, const char *text)
{
  g_autoptr (FitHttpResponse) response
      = served_ask (fit_server_port (world->server), tls ? tls : &world->trust,
                    "GET", path, header, NULL);
  g_autofree char *body = served_text (response);

  assert_string_equal (body, text);
  assert_int_equal (response->status, status);
}

#define STATUS(message, reason, code)                                       \
  "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"             \
  "\"status\":\"Failure\",\"message\":\"" message "\",\"reason\":\"" reason \
  "\",\"code\":" code "}\n"

#define ANONYMOUS_IS_FORBIDDEN_BY(reason)                             \
  STATUS ("forbidden: User \\\"system:anonymous\\\" cannot get path " \
          "\\\"/metrics\\\"" reason,                                  \
          "Forbidden", "403")
#define ANONYMOUS_IS_FORBIDDEN ANONYMOUS_IS_FORBIDDEN_BY (": RBAC")

static void
test_without_a_name (void **state)
{
  g_auto (World) world = { 0 };

  (void) state;
  world_begin (&world);
  assert_page (&world, NULL, "/metrics", NULL, 403, ANONYMOUS_IS_FORBIDDEN);
  assert_string_equal (
      world.last,
      "{\"apiVersion\":\"authorization.k8s.io/v1\","
      "\"kind\":\"SubjectAccessReview\",\"spec\":{\"user\":"
      "\"system:anonymous\",\"groups\":[\"system:unauthenticated\"],"
      "\"nonResourceAttributes\":{\"path\":\"/metrics\",\"verb\":\"get\"}}}");
  assert_page (&world, NULL, "/healthz", NULL, 200, "ok");
  assert_page (&world, NULL, "/nothing", NULL, 404, "404 page not found\n");
  assert_int_equal (world.n_accesses, 1);
  assert_int_equal (world.n_tokens, 0);
}

/* A server that knows the token, but not whose it is, has not said anything. */
static void
test_a_token_without_a_name (void **state)
{
  g_auto (World) world = { 0 };

  (void) state;
  world_begin (&world);
  assert_page (&world, NULL, "/metrics", "Authorization: Bearer nameless", 401,
               STATUS ("Unauthorized", "Unauthorized", "401"));
  assert_int_equal (world.n_tokens, 1);
  assert_int_equal (world.n_accesses, 0);
}

/* A star stands for all that begins so, and for nothing else. */
static void
test_paths_that_begin_so_are_open (void **state)
{
  g_auto (World) world = { 0 };

  (void) state;
  world_begin (&world);
  assert_page (&world, NULL, "/open/page", NULL, 200, "ok");
  assert_page (&world, NULL, "/open/nothing", NULL, 404,
               "404 page not found\n");
  assert_int_equal (world.n_accesses, 0);
  assert_page (&world, NULL, "/opened", NULL, 403,
               STATUS ("forbidden: User \\\"system:anonymous\\\" cannot get "
                       "path \\\"/opened\\\": RBAC",
                       "Forbidden", "403"));
  assert_int_equal (world.n_accesses, 1);
}

static void
test_a_token_names_its_user (void **state)
{
  g_auto (World) world = { 0 };

  (void) state;
  world_begin (&world);
  assert_page (&world, NULL, "/metrics", "Authorization: Bearer " TOKEN, 200,
               "for alice");
  assert_string_equal (world.last_token,
                       "{\"apiVersion\":\"authentication.k8s.io/v1\","
                       "\"kind\":\"TokenReview\",\"spec\":{\"token\":\"" TOKEN
                       "\"}}");
  assert_string_equal (
      world.last,
      "{\"apiVersion\":\"authorization.k8s.io/v1\","
      "\"kind\":\"SubjectAccessReview\",\"spec\":{\"user\":\"alice\","
      "\"groups\":[\"team\\n\\\"a\\\"\",\"system:authenticated\"],"
      "\"uid\":\"7\",\"extra\":{\"k\":[\"v\"]},"
      "\"nonResourceAttributes\":{\"path\":\"/metrics\",\"verb\":\"get\"}}}");
  assert_null (strstr (world.last, TOKEN));

  /* The answers are kept. */
  assert_page (&world, NULL, "/metrics", "Authorization: bearer " TOKEN, 200,
               "for alice");
  assert_int_equal (world.n_tokens, 1);
  assert_int_equal (world.n_accesses, 1);
}

static void
test_a_token_of_nobody (void **state)
{
  g_auto (World) world = { 0 };

  (void) state;
  world_begin (&world);
  for (guint i = 0; i < 2; i++)
    assert_page (&world, NULL, "/metrics", "Authorization: Bearer wrong", 401,
                 STATUS ("Unauthorized", "Unauthorized", "401"));
  assert_page (&world, NULL, "/metrics", "Authorization: Bearer \xff", 401,
               STATUS ("Unauthorized", "Unauthorized", "401"));
  assert_page (&world, NULL, "/metrics", "Authorization: Basic eDp5", 403,
               ANONYMOUS_IS_FORBIDDEN);
  assert_int_equal (world.n_tokens, 1);
}

/* What was not said is not taken for a yes, and is not kept.  Why is said to the
 * operator alone, and once. */
static void
test_without_an_answer (void **state)
{
  g_auto (World) world = { .broken = TRUE };

  (void) state;
  world_begin (&world);
  assert_page (&world, NULL, "/metrics", "Authorization: Bearer " TOKEN, 401,
               STATUS ("Unauthorized", "Unauthorized", "401"));
  assert_page (
      &world, NULL, "/metrics", NULL, 500,
      STATUS ("cannot find out whether user \\\"system:anonymous\\\" may get "
              "path \\\"/metrics\\\"",
              "InternalError", "500"));
  assert_string_equal (world.note,
                       "cannot find out who may see pages: "
                       "Post /apis/authentication.k8s.io/v1/tokenreviews: the "
                       "API server answered 503");
  assert_int_equal (world.n_notes, 1);
  world.broken = FALSE;
  assert_page (&world, NULL, "/metrics", "Authorization: Bearer " TOKEN, 200,
               "for alice");
  assert_int_equal (world.n_notes, 1);
  /* It is said of each outage. */
  world.broken = TRUE;
  assert_page (&world, NULL, "/metrics", "Authorization: Bearer another", 401,
               STATUS ("Unauthorized", "Unauthorized", "401"));
  assert_int_equal (world.n_notes, 2);
}

/* -- how long answers count ------------------------------------------------ */

static void
test_how_long_answers_count (void **state)
{
  static const struct
  {
    Seconds seconds;
    guint n_tokens;  /* how often the server is asked about a token */
    guint n_allowed; /* about somebody who may */
    guint n_denied;  /* and somebody who may not */
  } cases[] = {
    { { 1000, 1000, 1000 }, 1, 1, 1 },
    { { 0, 1000, 1000 }, 3, 1, 1 },
    { { 1000, 0, 1000 }, 1, 3, 1 },
    { { 1000, 1000, 0 }, 1, 1, 3 },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (World) world = { 0 };

      world_begin_with (&world, FALSE, &cases[i].seconds);
      for (guint k = 0; k < 3; k++)
        assert_page (&world, NULL, "/metrics", "Authorization: Bearer " TOKEN,
                     200, "for alice");
      assert_int_equal (world.n_tokens, cases[i].n_tokens);
      assert_int_equal (world.n_accesses, cases[i].n_allowed);
      for (guint k = 0; k < 3; k++)
        assert_page (&world, NULL, "/metrics", NULL, 403,
                     ANONYMOUS_IS_FORBIDDEN);
      assert_int_equal (world.n_tokens, cases[i].n_tokens);
      assert_int_equal (world.n_accesses,
                        cases[i].n_allowed + cases[i].n_denied);
    }
}

/* -- odd answers ----------------------------------------------------------- */

#define UNAUTHORIZED STATUS ("Unauthorized", "Unauthorized", "401")
#define FORBIDDEN ANONYMOUS_IS_FORBIDDEN_BY ("")
#define UNKNOWN                                                            \
  STATUS ("cannot find out whether user \\\"system:anonymous\\\" may get " \
          "path \\\"/metrics\\\"",                                         \
          "InternalError", "500")
#define AUTHENTICATED(value, user)                                           \
  "{\"status\":{\"allowed\":true,\"authenticated\":" value ",\"user\":" user \
  "}}"

/* Only a clear yes is one. */
static void
test_odd_answers (void **state)
{
  static const struct
  {
    const char *token; /* (nullable) */
    const char *said;
    guint status;
    const char *text;
    const char *groups; /* (nullable) that are then asked for */
  } cases[] = {
    { NULL, "{\"status\":{\"allowed\":true}}", 200, "for system:anonymous",
      "[\"system:unauthenticated\"]" },
    { NULL, "{\"status\":{\"allowed\":\"true\"}}", 403, FORBIDDEN, NULL },
    { NULL, "{\"status\":{\"allowed\":false}}", 403, FORBIDDEN, NULL },
    { NULL, "{\"status\":{\"reason\":7}}", 403, FORBIDDEN, NULL },
    { NULL, "{\"status\":{\"reason\":\"\"}}", 403, FORBIDDEN, NULL },
    { NULL, "{\"status\":{\"reason\":\"why\"}}", 403,
      ANONYMOUS_IS_FORBIDDEN_BY (": why"), NULL },
    { NULL, "{}", 500, UNKNOWN, NULL },
    { NULL, "{\"status\"", 500, UNKNOWN, NULL },
    { "t", AUTHENTICATED ("true", "{\"username\":\"u\"}"), 200, "for u",
      "[\"system:authenticated\"]" },
    { "t",
      AUTHENTICATED ("true", "{\"username\":\"u\",\"groups\":[1,\"g\"],"
                             "\"extra\":[]}"),
      200, "for u", "[\"g\",\"system:authenticated\"]" },
    { "t", AUTHENTICATED ("true", "{\"username\":\"u\",\"groups\":\"g\"}"), 200,
      "for u", "[\"system:authenticated\"]" },
    { "t", AUTHENTICATED ("false", "{\"username\":\"u\"}"), 401, UNAUTHORIZED,
      NULL },
    { "t", AUTHENTICATED ("\"true\"", "{\"username\":\"u\"}"), 401,
      UNAUTHORIZED, NULL },
    { "t", AUTHENTICATED ("true", "{\"username\":7}"), 401, UNAUTHORIZED,
      NULL },
    { "t", AUTHENTICATED ("true", "null"), 401, UNAUTHORIZED, NULL },
    { "t", "{\"status\":{}}", 401, UNAUTHORIZED, NULL },
    { "t", "[]", 401, UNAUTHORIZED, NULL },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (World) world = { 0 };
      g_autofree char *header
          = cases[i].token != NULL
                ? g_strconcat ("Authorization: Bearer ", cases[i].token, NULL)
                : NULL;

      world_begin (&world);
      world.said = cases[i].said;
      assert_page (&world, NULL, "/metrics", header, cases[i].status,
                   cases[i].text);
      if (cases[i].groups != NULL)
        {
          g_autofree char *groups
              = g_strconcat ("\"groups\":", cases[i].groups,
                             ",\"nonResourceAttributes\"", NULL);

          assert_non_null (strstr (world.last, groups));
        }
    }
}

/* -- users ----------------------------------------------------------------- */

/* As an API server: who has a name is one of those that have. */
static void
test_members_of_users (void **state)
{
  static const char *const none[] = { NULL };
  static const char *const one[] = { "a\"b", NULL };
  static const char *const two[] = { "a", "b", NULL };
  static const char *const known[] = { "a", "system:authenticated", NULL };
  static const char *const nobody[] = { "system:unauthenticated", "a", NULL };
  static const struct
  {
    const char *name;
    const char *const *groups;
    const char *uid, *extra;
    const char *members;
  } cases[] = {
    { "u", NULL, NULL, NULL, "\"groups\":[\"system:authenticated\"]" },
    { "u", none, "", NULL, "\"groups\":[\"system:authenticated\"]" },
    { "u", one, "7", NULL,
      "\"groups\":[\"a\\\"b\",\"system:authenticated\"],\"uid\":\"7\"" },
    { "u", two, NULL, "{}",
      "\"groups\":[\"a\",\"b\",\"system:authenticated\"],\"extra\":{}" },
    { "u", known, "7", "{}",
      "\"groups\":[\"a\",\"system:authenticated\"],\"uid\":\"7\","
      "\"extra\":{}" },
    { "u", nobody, NULL, NULL,
      "\"groups\":[\"system:unauthenticated\",\"a\"]" },
    { "system:anonymous", NULL, NULL, NULL, "\"groups\":[]" },
    { "system:anonymous", two, NULL, NULL, "\"groups\":[\"a\",\"b\"]" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FitServerUser user = { 0 };
      g_autofree char *expected = g_strdup_printf (
          "\"user\":\"%s\",%s", cases[i].name, cases[i].members);

      fit_server_user_describe (&user, cases[i].name, cases[i].groups,
                                cases[i].uid, cases[i].extra);
      assert_string_equal (user.name, cases[i].name);
      assert_string_equal (user.members, expected);
      fit_server_user_clear (&user);
    }
}

/* -- certificates of clients ----------------------------------------------- */

/* From now on this client has that one. */
static void
show (FitHttpTLS *tls, const char *cert, const char *key)
{
  tls->cert_file = cert;
  tls->key_file = key;
}

static void
trust_clients_of (World *world, const char *ca_file)
{
  g_autoptr (FitLiveFiles) ca = fit_trust_authorities (NULL, ca_file, NULL);

  trust (world, &(const FitTrustSettings){ .client_ca = ca });
}

/* A client that believes the server, whose certificates of clients count.
 * @suffices: and are all that counts */
static void
begin_with_clients (World *world, const Certificates *certificates,
                    gboolean suffices, FitHttpTLS *tls)
{
  world_begin_as (world, suffices);
  trust_clients_of (world, certificates->ca);
  tls->ca_data = world->tls.certificate;
}

static void
test_a_certificate_names_its_user (void **state)
{
  const Certificates *certificates = certificates_of (state);
  g_auto (World) world = { 0 };
  FitHttpTLS tls = { 0 };

  begin_with_clients (&world, certificates, FALSE, &tls);
  show (&tls, certificates->client_cert, certificates->client_key);
  assert_page (&world, &tls, "/metrics", NULL, 200, "for client");
  assert_non_null (strstr (world.last,
                           "\"user\":\"client\",\"groups\":[\"dev\",\"ops\","
                           "\"system:authenticated\"],\"nonResource"));

  /* Without one, or with one of somebody else's authority. */
  assert_page (&world, NULL, "/metrics", NULL, 403, ANONYMOUS_IS_FORBIDDEN);
  show (&tls, certificates->stranger_cert, certificates->stranger_key);
  assert_page (&world, &tls, "/metrics", NULL, 401,
               STATUS ("Unauthorized", "Unauthorized", "401"));
  /* A certificate of a server is no name of a client. */
  show (&tls, certificates->local_cert, certificates->local_key);
  assert_page (&world, &tls, "/metrics", NULL, 401,
               STATUS ("Unauthorized", "Unauthorized", "401"));
}

/* Whoever has shown one may see everything, and nobody else may: also not with a
 * token that an API server would know. */
static void
test_a_certificate_suffices (void **state)
{
  const Certificates *certificates = certificates_of (state);
  g_auto (World) world = { 0 };
  FitHttpTLS tls = { 0 };

  begin_with_clients (&world, certificates, TRUE, &tls);
  assert_page (&world, NULL, "/metrics", NULL, 403,
               ANONYMOUS_IS_FORBIDDEN_BY (""));
  assert_page (&world, NULL, "/metrics", "Authorization: Bearer " TOKEN, 403,
               ANONYMOUS_IS_FORBIDDEN_BY (""));
  assert_page (&world, NULL, "/healthz", NULL, 200, "ok");
  show (&tls, certificates->stranger_cert, certificates->stranger_key);
  assert_page (&world, &tls, "/metrics", NULL, 401,
               STATUS ("Unauthorized", "Unauthorized", "401"));
  show (&tls, certificates->client_cert, certificates->client_key);
  assert_page (&world, &tls, "/metrics", NULL, 200, "for client");
  assert_int_equal (world.n_tokens + world.n_accesses, 0);
}

/* As kube-scheduler: who shows a token of theirs may show any certificate. */
static void
test_a_token_beside_a_strange_certificate (void **state)
{
  const Certificates *certificates = certificates_of (state);
  g_auto (World) world = { 0 };
  FitHttpTLS tls = { 0 };

  world_begin (&world);
  tls.ca_data = world.tls.certificate;
  show (&tls, certificates->stranger_cert, certificates->stranger_key);
  /* Nobody looks at certificates. */
  assert_page (&world, &tls, "/metrics", NULL, 403, ANONYMOUS_IS_FORBIDDEN);
  trust_clients_of (&world, certificates->ca);
  assert_page (&world, &tls, "/metrics", NULL, 401,
               STATUS ("Unauthorized", "Unauthorized", "401"));
  assert_page (&world, &tls, "/metrics", "Authorization: Bearer " TOKEN, 200,
               "for alice");
  show (&tls, certificates->client_cert, certificates->client_key);
  assert_page (&world, &tls, "/metrics", "Authorization: Bearer " TOKEN, 200,
               "for client");
}

/* -- proxies --------------------------------------------------------------- */

/* The authority "other" is that of proxies, "ca" that of clients. */
static void
begin_with_proxy (World *world, const Certificates *certificates,
                  const char *proxy_name, FitHttpTLS *tls)
{
  static const char *const user[] = { "X-Remote-User", "x-other-user", NULL };
  static const char *const uid[] = { "x-remote-uid", NULL };
  static const char *const group[] = { "x-remote-group", "X-More", NULL };
  static const char *const extra[] = { "X-Remote-Extra-", NULL };
  const char *const names[] = { "someone", proxy_name, NULL };
  g_autoptr (FitLiveFiles) ca
      = fit_trust_authorities (NULL, certificates->ca, NULL);
  g_autoptr (FitLiveFiles) other_ca
      = fit_trust_authorities (NULL, certificates->other_ca, NULL);

  world_begin (world);
  trust (world,
         &(const FitTrustSettings){ .client_ca = ca,
                                    .proxy_ca = other_ca,
                                    .proxy_names = proxy_name ? names : NULL,
                                    .user_headers = user,
                                    .uid_headers = uid,
                                    .group_headers = group,
                                    .extra_prefixes = extra });
  tls->ca_data = world->tls.certificate;
  show (tls, certificates->stranger_cert, certificates->stranger_key);
}

static void
test_a_proxy_names_the_user (void **state)
{
  g_auto (World) world = { 0 };
  FitHttpTLS tls = { 0 };

  begin_with_proxy (&world, certificates_of (state), "stranger", &tls);
  assert_page (&world, &tls, "/metrics",
               "X-Remote-User:\nX-Other-User: alice\nX-Remote-Uid: 7\n"
               "X-More: c\nx-remote-group: a\nX-Remote-Group: b\n"
               "X-Remote-Extra-Acme.com%2FProject: one\n"
               "X-Remote-Extra-Scopes: view\nX-Remote-Extra-scopes: \xff\n"
               "X-Remote-Extra-%ff: odd\nX-Remote-Groups: no",
               200, "for alice");
  assert_string_equal (
      world.last,
      "{\"apiVersion\":\"authorization.k8s.io/v1\","
      "\"kind\":\"SubjectAccessReview\",\"spec\":{\"user\":\"alice\","
      "\"groups\":[\"a\",\"b\",\"c\",\"system:authenticated\"],"
      "\"uid\":\"7\",\"extra\":{\"acme.com/project\":[\"one\"],"
      "\"scopes\":[\"view\",\"\xef\xbf\xbd\"],\"%ff\":[\"odd\"]},"
      "\"nonResourceAttributes\":{\"path\":\"/metrics\",\"verb\":\"get\"}}}");
  assert_page (&world, &tls, "/metrics",
               "X-Remote-User: alice\nX-Remote-Extra-Scopes: view", 200,
               "for alice");
  assert_non_null (
      strstr (world.last, "\"groups\":[\"system:authenticated\"],"));
  assert_non_null (strstr (world.last, "\"extra\":{\"scopes\":[\"view\"]},"));
  assert_page (&world, &tls, "/metrics", "X-Remote-User: alice", 200,
               "for alice");
  assert_null (strstr (world.last, "extra"));
  /* It may say that it does not know. */
  assert_page (&world, &tls, "/healthz",
               "X-Remote-User: system:anonymous\n"
               "X-Remote-Group: system:unauthenticated",
               200, "ok");
  /* Its own name is not one of a client. */
  assert_page (&world, &tls, "/metrics", "X-Remote-Group: a", 401,
               STATUS ("Unauthorized", "Unauthorized", "401"));
  assert_page (&world, &tls, "/metrics", "Authorization: Bearer " TOKEN, 200,
               "for alice");
}

static void
test_any_proxy_of_the_authority (void **state)
{
  g_auto (World) world = { 0 };
  FitHttpTLS tls = { 0 };

  begin_with_proxy (&world, certificates_of (state), NULL, &tls);
  assert_page (&world, &tls, "/metrics", "X-Remote-User: alice", 200,
               "for alice");
}

/* Where certificates name no clients, those of proxies still count. */
static void
test_a_proxy_and_no_clients (void **state)
{
  static const char *const user[] = { "X-Remote-User", NULL };
  const Certificates *certificates = certificates_of (state);
  g_autoptr (FitLiveFiles) ca
      = fit_trust_authorities (NULL, certificates->other_ca, NULL);
  g_auto (World) world = { 0 };
  FitHttpTLS tls = { 0 };

  world_begin (&world);
  trust (&world,
         &(const FitTrustSettings){ .proxy_ca = ca, .user_headers = user });
  tls.ca_data = world.tls.certificate;
  show (&tls, certificates->stranger_cert, certificates->stranger_key);
  assert_page (&world, &tls, "/metrics", "X-Remote-User: alice", 200,
               "for alice");
  assert_page (&world, &tls, "/metrics", NULL, 403, ANONYMOUS_IS_FORBIDDEN);
  show (&tls, certificates->client_cert, certificates->client_key);
  assert_page (&world, &tls, "/metrics", "X-Remote-User: alice", 401,
               STATUS ("Unauthorized", "Unauthorized", "401"));
}

/* Headers mean nothing from anybody else. */
static void
test_others_cannot_name_a_user (void **state)
{
  const Certificates *certificates = certificates_of (state);
  g_auto (World) world = { 0 };
  FitHttpTLS tls = { 0 };

  begin_with_proxy (&world, certificates, "proxy", &tls);
  assert_page (&world, &tls, "/metrics", "X-Remote-User: alice", 401,
               STATUS ("Unauthorized", "Unauthorized", "401"));
  assert_page (&world, NULL, "/metrics", "X-Remote-User: alice", 403,
               ANONYMOUS_IS_FORBIDDEN);
  show (&tls, certificates->client_cert, certificates->client_key);
  assert_page (&world, &tls, "/metrics", "X-Remote-User: alice", 200,
               "for client");
}

/* A body is refused before it is read. */
static void
test_bodies_need_rights (void **state)
{
  g_auto (World) world = { 0 };
  g_autoptr (FitHttpResponse) response = NULL;

  (void) state;
  world_begin (&world);
  response = served_ask (fit_server_port (world.server), &world.trust, "POST",
                         "/metrics", NULL, "0123456789x");
  assert_int_equal (response->status, 403);
}

/* -- the certificate of the server ----------------------------------------- */

static void
test_a_directory_keeps_the_pair (void **state)
{
  g_autofree char *parent = g_dir_make_tmp ("fitsched-XXXXXX", NULL);
  g_autofree char *directory = g_build_filename (parent, "a", "b", NULL);
  g_autofree char *cert
      = g_build_filename (directory, "kube-scheduler.crt", NULL);
  g_autofree char *key
      = g_build_filename (directory, "kube-scheduler.key", NULL);
  g_autofree char *above = g_build_filename (parent, "a", NULL);
  g_autofree char *expected
      = g_strdup_printf ("open %s: no such file or directory", cert);
  g_auto (FitServerTLS) first = { 0 };
  g_auto (FitServerTLS) second = { 0 };
  g_auto (FitServerTLS) third = { 0 };
  g_autoptr (GError) error = NULL;
  GStatBuf about;

  (void) state;
  assert_true (fit_server_tls_make (&first, directory, "127.0.0.1", &error));
  assert_true (fit_server_tls_make (&second, directory, "127.0.0.1", &error));
  assert_true (g_bytes_equal (first.certificate, second.certificate));
  assert_true (g_bytes_equal (first.key, second.key));
  assert_int_equal (g_stat (key, &about), 0);
  assert_int_equal (about.st_mode & 0777, 0600);

  /* One of them alone is not overwritten. */
  assert_int_equal (g_unlink (cert), 0);
  assert_false (fit_server_tls_make (&third, directory, "127.0.0.1", &error));
  assert_string_equal (error->message, expected);
  g_unlink (key);
  g_rmdir (directory);
  g_rmdir (above);
  g_rmdir (parent);
}

static void
test_a_pair_must_belong_together (void **state)
{
  const Certificates *certificates = certificates_of (state);
  g_auto (FitServerTLS) tls = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *expected = NULL;

  assert_false (fit_server_tls_load (&tls, certificates->local_cert,
                                     certificates->client_key, &error));
  expected = g_strdup_printf (
      "%s, %s: The certificate and the given key do not match.",
      certificates->local_cert, certificates->client_key);
  assert_string_equal (error->message, expected);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_without_a_name),
    cmocka_unit_test (test_a_token_without_a_name),
    cmocka_unit_test (test_paths_that_begin_so_are_open),
    cmocka_unit_test (test_a_token_names_its_user),
    cmocka_unit_test (test_a_token_of_nobody),
    cmocka_unit_test (test_without_an_answer),
    cmocka_unit_test (test_how_long_answers_count),
    cmocka_unit_test (test_odd_answers),
    cmocka_unit_test (test_members_of_users),
    cmocka_unit_test (test_a_certificate_names_its_user),
    cmocka_unit_test (test_a_certificate_suffices),
    cmocka_unit_test (test_a_token_beside_a_strange_certificate),
    cmocka_unit_test (test_a_proxy_names_the_user),
    cmocka_unit_test (test_any_proxy_of_the_authority),
    cmocka_unit_test (test_a_proxy_and_no_clients),
    cmocka_unit_test (test_others_cannot_name_a_user),
    cmocka_unit_test (test_bodies_need_rights),
    cmocka_unit_test (test_a_directory_keeps_the_pair),
    cmocka_unit_test (test_a_pair_must_belong_together),
  };

  return cmocka_run_group_tests (tests, certificates_setup,
                                 certificates_teardown);
}
