/* test-hostile.c - all who read answers of an API server, and one that means harm
 *
 * Each gets each hostile answer once or twice, says clearly what is wrong, goes on
 * trying, and gets there.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/server-policy.h"
#include "client/api-client-private.h"
#include "client/reflector.h"
#include "daemon/daemon-private.h"
#include "daemon/leader-election.h"
#include "serving/cluster-trust.h"
#include "tests/client/api-patience.h"
#include "tests/client/hostile.h"

#include <string.h>

#define WAIT_SECONDS 120
#define MS G_GINT64_CONSTANT (1000)
#define DONE "done"

#define NODE(name)                                                          \
  "{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" name \
  "\",\"resourceVersion\":\"8\"}}"
#define NODES                                                   \
  "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"metadata\":{" \
  "\"resourceVersion\":\"7\"},\"items\":[" NODE ("a") "]}"
#define POD(node)                                                           \
  "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"web\"," \
  "\"namespace\":\"shop\",\"uid\":\"u1\"},\"spec\":{\"nodeName\":\"" node   \
  "\"}}"

typedef struct
{
  HostileServer server;
  const char *lock; /* (nullable) its kind, and whether there is one */
  const char *lock_name;
  FitApiConfig api;
  FitMailbox *told; /* of char *, owned: what is wrong; DONE at the end */
} Trial;

static void
tell (Trial *trial, const char *text)
{
  fit_mailbox_put (trial->told, g_strdup (text));
}

/* Was it hostile as often as it is to be? */
static gboolean
all_given (Trial *trial)
{
  return hostile_server_given (&trial->server) == trial->server.times;
}

/* Until it is there.  Returns: (transfer full): all that was said before */
static char *
await_done (Trial *trial, const char *name)
{
  GString *said = g_string_new (NULL);
  const gint64 end
      = g_get_monotonic_time () + WAIT_SECONDS * (gint64) G_USEC_PER_SEC;

  for (;;)
    {
      g_autofree char *text = fit_mailbox_take (trial->told, end);

      if (text == NULL)
        fail_msg ("%s: it is not there, after: %s", name, said->str);
      if (strcmp (text, DONE) == 0)
        return g_string_free (said, FALSE);
      assert_clear (name, text);
      g_string_append_printf (said, "%s%s", said->len > 0 ? "\n" : "", text);
    }
}

/* -- lists and watches ----------------------------------------------------- */

static void
listed (FitKind kind, GPtrArray *objects, gpointer data)
{
  const gboolean is_right
      = objects->len == 1
        && strcmp (fit_object_meta (objects->pdata[0])->name, "a") == 0;

  g_ptr_array_unref (objects);
  if (!is_right)
    tell (data, "\033listed something else");
  else if (strstr (((Trial *) data)->server.needle, "nodes?limit") != NULL)
    tell (data, DONE);
}

static void
changed (FitKind kind, gconstpointer object, gboolean gone, gpointer data)
{
  const gboolean is_right
      = !gone && strcmp (fit_object_meta (object)->name, "b") == 0;

  fit_object_unref ((gpointer) object);
  if (!is_right)
    tell (data, "\033changed something else");
  else if (all_given (data))
    tell (data, DONE);
}

static void
trouble (const char *text, gboolean unreachable, gpointer data)
{
  (void) unreachable;
  tell (data, text);
}

static char *
reflect (Trial *trial, const char *name)
{
  static const FitApiResource nodes
      = { .kind = FIT_KIND_NODE, .path = "/api/v1/nodes", .plural = "nodes" };
  static const FitListLimits limits
      = { .bytes = 64 * 1024 * 1024, .objects = 1000, .pages = 3 };
  const FitReflectorPatience patience
      = { .delay = { .first_ms = 1, .longest_ms = 1, .forget_us = 0 },
          .short_watch_ms = 60 * 1000 };
  /* A server is asked for a sign of life when its watches are silent. */
  static const FitApiPatience little
      = { .silent_ms = 100, .answer_ms = WAIT_SECONDS * 1000 };
  FitApiClient *client = fit_api_client_new (&trial->api, 0, 1, NULL);
  const FitReflectorOptions options = { .sink = { .listed = listed,
                                                  .changed = changed,
                                                  .trouble = trouble,
                                                  .data = trial },
                                        .flags = FIT_DECODE_AS_IS,
                                        .limits = &limits,
                                        .patience = &patience };
  FitReflector *reflector = fit_reflector_new (client, &nodes, &options);
  char *said;

  if (strstr (trial->server.needle, "/version") != NULL)
    api_set_patience (client, &little);
  fit_reflector_start (reflector);
  said = await_done (trial, name);
  fit_api_client_free (client);
  fit_reflector_free (reflector);
  return said;
}

/* -- who may see pages ----------------------------------------------------- */

static void
note (const char *text, gpointer data)
{
  tell (data, text);
}

/* Whoever asks with a token is ann, who may see the page.  As long as the API server
 * does not say so, nobody sees it. */
static char *
check_access (Trial *trial, const char *name)
{
  static const char *const open_paths[] = { NULL };
  static const FitShownCredentials credentials = { .token = "of-ann" };
  FitApiClient *client = fit_api_client_new (&trial->api, 0, 1, NULL);
  const FitAccessOptions options = { .authentication = client,
                                     .authorization = client,
                                     .open_paths = open_paths,
                                     .note = note,
                                     .data = trial };
  FitAccess *access = fit_access_new (&options);
  gboolean is_ann = FALSE;
  char *said;

  while (!is_ann)
    {
      g_auto (FitServerAnswer) answer = { 0 };
      g_autofree char *user = NULL;

      fit_server_answer_init (&answer);
      user
          = fit_access_check (access, &credentials, "GET", "/metrics", &answer);
      is_ann = g_strcmp0 (user, "ann") == 0;
      tell (trial, is_ann         ? DONE
                   : user != NULL ? "somebody else is let in"
                                  : answer.body->str);
    }
  said = await_done (trial, name);
  fit_api_client_free (client);
  fit_access_free (access);
  return said;
}

static char *
read_trust (Trial *trial, const char *name)
{
  static const char *const open_paths[] = { NULL };
  static const FitTrustSettings settings = { 0 };
  const FitAccessOptions options = { .open_paths = open_paths };
  FitAccess *access = fit_access_new (&options);
  gboolean read = FALSE;
  char *said;

  while (!read || !all_given (trial))
    {
      FitApiClient *client = fit_api_client_new (&trial->api, 0, 1, NULL);
      FitClusterTrust *trust
          = fit_cluster_trust_new (&(const FitClusterTrustOptions){
              .client = client, .access = access, .settings = &settings });
      g_autoptr (GError) error = NULL;

      read = fit_cluster_trust_wait (trust, &error);
      tell (trial, read ? "it says nothing of authorities" : error->message);
      fit_api_client_free (client);
      fit_cluster_trust_free (trust);
    }
  tell (trial, DONE);
  said = await_done (trial, name);
  fit_access_free (access);
  return said;
}

/* -- the Policy of a ConfigMap --------------------------------------------- */

static char *
read_policy (Trial *trial, const char *name)
{
  FitServerPolicy *policy
      = fit_server_policy_new (&trial->api, "kube-system", "policy", NULL);
  g_autofree char *text = NULL;
  char *said;

  while (g_strcmp0 (text, "{}") != 0)
    {
      g_autoptr (GError) error = NULL;

      g_free (text);
      text = fit_server_policy_read (policy, &error);
      tell (trial, error != NULL              ? error->message
                   : strcmp (text, "{}") == 0 ? DONE
                                              : "another Policy");
    }
  said = await_done (trial, name);
  fit_server_policy_free (policy);
  return said;
}

/* -- the lock -------------------------------------------------------------- */

static gboolean
is_about_renewals (const Trial *trial)
{
  return g_str_has_prefix (trial->server.needle, "PUT");
}

static void
elected (FitElectionState state, const char *text, gpointer data)
{
  Trial *trial = data;

  if (state == FIT_ELECTION_LEADING && !is_about_renewals (trial))
    tell (trial, DONE);
  else if (state == FIT_ELECTION_LOST)
    tell (trial, text);
}

static void
renewed (gint64 until_us, gpointer data)
{
  Trial *trial = data;

  (void) until_us;
  if (is_about_renewals (trial) && all_given (trial))
    tell (trial, DONE);
}

static char *
elect (Trial *trial, const char *name)
{
  const FitCandidateOptions options = { .api = &trial->api,
                                        .lock = trial->lock,
                                        .namespace_ = "kube-system",
                                        .name = trial->lock_name,
                                        .lease_us = 20000 * MS,
                                        .renew_deadline_us = 15000 * MS,
                                        .retry_us = 10 * MS,
                                        .component = "test",
                                        .renewed = renewed,
                                        .changed = elected,
                                        .note = note,
                                        .data = trial };
  FitCandidate *candidate = fit_candidate_new (&options, NULL);
  char *said;

  fit_candidate_start (candidate);
  said = await_done (trial, name);
  fit_candidate_free (candidate);
  return said;
}

/* -- all of them ----------------------------------------------------------- */

/* A lock with the name "new" is not there yet. */
#define COORDINATION "/apis/coordination.k8s.io/v1/namespaces/kube-system"
#define CORE "/api/v1/namespaces/kube-system"
#define LEASE                                                      \
  "{\"kind\":\"Lease\",\"apiVersion\":\"coordination.k8s.io/v1\"," \
  "\"metadata\":{\"name\":\"lock\",\"namespace\":\"kube-system\"," \
  "\"resourceVersion\":\"3\"},\"spec\":{\"holderIdentity\":\"\","  \
  "\"leaseDurationSeconds\":1,\"acquireTime\":"                    \
  "\"2026-01-02T03:04:05.000000Z\",\"renewTime\":"                 \
  "\"2026-01-02T03:04:05.000000Z\",\"leaseTransitions\":1}}"
#define LOCK(kind)                                                       \
  "{\"kind\":\"" kind "\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":" \
  "\"lock\",\"namespace\":\"kube-system\",\"resourceVersion\":\"3\","    \
  "\"annotations\":{\"control-plane.alpha.kubernetes.io/leader\":"       \
  "\"{\\\"holderIdentity\\\":\\\"\\\",\\\"leaseDurationSeconds\\\":1}\"}}}"
#define TOKEN_REVIEW                                                    \
  "{\"status\":{\"authenticated\":true,\"user\":{\"username\":\"ann\"," \
  "\"uid\":\"7\",\"groups\":[\"a\"],\"extra\":{\"k\":[\"v\"]}}}}"
#define ACCESS_REVIEW "{\"status\":{\"allowed\":true,\"reason\":\"RBAC\"}}"
#define POLICY "{\"data\":{\"policy.cfg\":\"{}\"}}"
#define TRUST                                                       \
  "{\"data\":{\"requestheader-allowed-names\":\"[\\\"proxy\\\"]\"," \
  "\"client-ca-file\":\"\",\"requestheader-username-headers\":\"[]\"}}"

static const HostileFact facts[] = {
  { "watch=", "{\"type\":\"ADDED\",\"object\":" NODE ("b") "}\n", TRUE, 0 },
  { "GET /api/v1/nodes?", NODES, FALSE, 0 },
  { "GET /version ", "{}", FALSE, 0 },
  { "/tokenreviews", TOKEN_REVIEW, FALSE, 0 },
  { "/subjectaccessreviews", ACCESS_REVIEW, FALSE, 0 },
  { "/configmaps/policy", POLICY, FALSE, 0 },
  { "/configmaps/extension-apiserver-authentication", TRUST, FALSE, 0 },
  { "/events", "{}", FALSE, 0 },
  { "PUT ", NULL, FALSE, 0 },
  { "POST " COORDINATION, LEASE, FALSE, 0 },
  { "POST " CORE "/endpoints", LOCK ("Endpoints"), FALSE, 0 },
  { "POST " CORE "/configmaps", LOCK ("ConfigMap"), FALSE, 0 },
  { "/leases/lock", LEASE, FALSE, 0 },
  { "/endpoints/lock", LOCK ("Endpoints"), FALSE, 0 },
  { "/configmaps/lock", LOCK ("ConfigMap"), FALSE, 0 },
};

static const struct
{
  const char *name;
  const char *needle;
  const char *right; /* (nullable): what is sent with wrong types in it, too */
  char *(*read) (Trial *trial, const char *name);
  const char *lock;
  const char *lock_name;
} readers[] = {
  { "list", "GET /api/v1/nodes?limit", NULL, reflect, NULL, NULL },
  { "watch", "watch=", NULL, reflect, NULL, NULL },
  { "sign of life", "GET /version ", NULL, reflect, NULL, NULL },
  { "token", "/tokenreviews", TOKEN_REVIEW, check_access, NULL, NULL },
  { "access", "/subjectaccessreviews", ACCESS_REVIEW, check_access, NULL,
    NULL },
  { "authorities", "/configmaps/extension-", TRUST, read_trust, NULL, NULL },
  { "policy", "/configmaps/policy", POLICY, read_policy, NULL, NULL },
  { "Lease, read", "GET " COORDINATION, LEASE, elect, "leases", "lock" },
  { "Lease, created", "POST " COORDINATION, LEASE, elect, "leases", "new" },
  { "Lease, renewed", "PUT " COORDINATION, LEASE, elect, "leases", "lock" },
  { "Endpoints, read", "GET " CORE "/endpoints", LOCK ("Endpoints"), elect,
    "endpoints", "lock" },
  { "Endpoints, created", "POST " CORE "/endpoints", LOCK ("Endpoints"), elect,
    "endpoints", "new" },
  { "Endpoints, renewed", "PUT " CORE "/endpoints", LOCK ("Endpoints"), elect,
    "endpoints", "lock" },
  { "ConfigMap, read", "GET " CORE "/configmaps", LOCK ("ConfigMap"), elect,
    "configmaps", "lock" },
  { "ConfigMap, created", "POST " CORE "/configmaps", LOCK ("ConfigMap"), elect,
    "configmaps", "new" },
  { "ConfigMap, renewed", "PUT " CORE "/configmaps", LOCK ("ConfigMap"), elect,
    "configmaps", "lock" },
  { "first of two, read", "GET " CORE "/endpoints", LOCK ("Endpoints"), elect,
    "endpointsleases", "lock" },
  { "second of two, read", "GET " COORDINATION, LEASE, elect, "endpointsleases",
    "lock" },
  { "second of two, created", "POST " COORDINATION, LEASE, elect,
    "configmapsleases", "new" },
  { "second of two, renewed", "PUT " COORDINATION, LEASE, elect,
    "configmapsleases", "lock" },
  { "another lock, read", "GET " CORE "/configmaps", LOCK ("ConfigMap"), elect,
    "leases", "lock" },
};

/* Returns: (transfer full): what was said before it was there */
static char *
try_reader (guint i, const HostileAnswer *answer, guint times, const char *name)
{
  Trial trial = { .lock = readers[i].lock,
                  .lock_name = readers[i].lock_name,
                  .server = { .needle = readers[i].needle,
                              .times = times,
                              .answer = answer,
                              .facts = facts,
                              .n_facts = G_N_ELEMENTS (facts) },
                  .told = fit_mailbox_new (g_free) };
  char *said;

  hostile_server_start (&trial.server);
  trial.api.source = (char *) "test";
  trial.api.server = (char *) replay_server_url (trial.server.server);
  trial.api.token = (char *) HOSTILE_TOKEN;
  said = readers[i].read (&trial, name);
  assert_int_equal (hostile_server_given (&trial.server), times);
  hostile_server_stop (&trial.server);
  fit_mailbox_free (trial.told);
  return said;
}

static void
test_readers (void **state)
{
  guint n;
  const HostileAnswer *answers = hostile_answers (&n);

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    for (guint j = 0; j < n; j++)
      {
        g_autofree char *name
            = g_strdup_printf ("%s, %s", readers[i].name, answers[j].name);
        g_autofree char *said = NULL;

        /* Many locks are read by the same code. */
        if (readers[i].lock != NULL && !hostile_is_chosen (j, i))
          continue;
        said = try_reader (i, &answers[j], 2, name);
        /* A watch may end as it likes, if it ends, and any answer is a sign of
         * life. */
        if (*said == '\0'
            && (strcmp (readers[i].name, "watch") == 0
                    ? answers[j].answer.end == REPLAY_ENDLESS
                    : strcmp (readers[i].name, "sign of life") != 0))
          fail_msg ("%s: nothing was said", name);
      }
  assert_memory (400);
}

/* What is not needed may be anything; nothing is said of it then. */
static void
test_wrong_types (void **state)
{
  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    {
      g_autoptr (GPtrArray) misfits
          = hostile_misfits (readers[i].right ? readers[i].right : "0");

      for (guint j = 0; j < misfits->len; j++)
        {
          const char *const pieces[] = { misfits->pdata[j], NULL };
          const HostileAnswer answer
              = { .answer = { .status = 200, .pieces = pieces } };
          g_autofree char *name
              = g_strdup_printf ("%s, %s", readers[i].name, pieces[0]);

          if (readers[i].right != NULL && hostile_is_chosen (j, i))
            g_free (try_reader (i, &answer, 1, name));
        }
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_readers),
    cmocka_unit_test (test_wrong_types),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
