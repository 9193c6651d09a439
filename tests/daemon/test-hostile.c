/* test-hostile.c - all who read answers of an API server, and one that means harm
 *
 * Each gets each hostile answer once or twice, says clearly what is wrong, goes on
 * trying, and gets there.
 */
#include "cli/server-policy.h"
#include "client/reflector-private.h"
#include "daemon/daemon-private.h"
#include "daemon/leader-election.h"
#include "serving/review.h"
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
  FitApiConfig api;
  FitMailbox *told; /* of char *, owned: what is wrong; DONE at the end */
} Trial;

static void
tell (Trial *trial, const char *text)
{
  fit_mailbox_put (trial->told, g_strdup (text));
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
      g_string_append_printf (said, "%s%s", said->len > 0 ? "\n" : "", text);
    }
}

/* -- lists and watches ----------------------------------------------------- */

static void
listed (FitKind kind, GPtrArray *objects, gpointer data)
{
  const gboolean is_right
      = objects->len == 1
        && strcmp (fit_object_meta (kind, objects->pdata[0])->name, "a") == 0;

  g_ptr_array_unref (objects);
  if (!is_right)
    tell (data, "\033listed something else");
  else if (strcmp (((Trial *) data)->server.needle, "watch=") != 0)
    tell (data, DONE);
}

static void
changed (FitKind kind, gconstpointer object, gboolean gone, gpointer data)
{
  const gboolean is_right
      = !gone && strcmp (fit_object_meta (kind, object)->name, "b") == 0;

  fit_object_unref (kind, object);
  tell (data, is_right ? DONE : "\033changed something else");
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
  const FitReflectorSink sink = {
    .listed = listed, .changed = changed, .trouble = trouble, .data = trial
  };
  const FitReflectorPatience patience
      = { .backoff = { .first_ms = 1, .longest_ms = 1, .forget_us = 0 },
          .short_watch_ms = 60 * 1000 };
  FitApiClient *client = fit_api_client_new (&trial->api, 0, 1, NULL);
  FitReflector *reflector
      = fit_reflector_new (client, &nodes, FIT_DECODE_AS_IS, &sink);
  char *said;

  fit_reflector_set_patience (reflector, &patience);
  fit_reflector_set_list_limits (reflector, &limits);
  fit_reflector_start (reflector);
  said = await_done (trial, name);
  fit_api_client_free (client);
  fit_reflector_free (reflector);
  return said;
}

/* -- reviews --------------------------------------------------------------- */

static char *
review (Trial *trial, const char *name)
{
  g_autoptr (FitApiClient) client
      = fit_api_client_new (&trial->api, 0, 1, NULL);

  (void) name;
  for (;;)
    {
      g_autoptr (FitArena) arena = fit_arena_new ();
      g_autoptr (GError) error = NULL;
      const FitValue *status
          = fit_review (client, "/apis/tokenreviews", "{}", arena, &error);
      const char *user
          = fit_value_get_string (fit_value_get (status, "user"), "username");

      if (g_strcmp0 (user, "ann") == 0)
        {
          tell (trial, DONE);
          return await_done (trial, name);
        }
      /* A status without a user is the answer to somebody unknown. */
      tell (trial, error != NULL ? error->message : "nobody");
    }
}

/* -- the Policy of a ConfigMap --------------------------------------------- */

static char *
read_policy (Trial *trial, const char *name)
{
  FitServerPolicy *policy
      = fit_server_policy_new (&trial->api, "kube-system", "policy", NULL);
  g_autofree char *text = NULL;
  char *said;

  while (text == NULL)
    {
      g_autoptr (GError) error = NULL;

      text = fit_server_policy_read (policy, &error);
      tell (trial, text != NULL ? DONE : error->message);
    }
  assert_string_equal (text, "{}");
  said = await_done (trial, name);
  fit_server_policy_free (policy);
  return said;
}

/* -- the lock -------------------------------------------------------------- */

static void
note (const char *text, gpointer data)
{
  tell (data, text);
}

static void
elected (FitElectionState state, const char *text, gpointer data)
{
  Trial *trial = data;

  if (state == FIT_ELECTION_LEADING
      && strcmp (trial->server.needle, "PUT") != 0)
    tell (trial, DONE);
  else if (state == FIT_ELECTION_LOST)
    tell (trial, text);
}

static void
renewed (gint64 until_us, gpointer data)
{
  Trial *trial = data;

  (void) until_us;
  if (strcmp (trial->server.needle, "PUT") == 0
      && hostile_server_given (&trial->server) == trial->server.times)
    tell (trial, DONE);
}

static char *
elect (Trial *trial, const char *name)
{
  const FitCandidateOptions options = { .api = &trial->api,
                                        .lock = "leases",
                                        .namespace_ = "kube-system",
                                        .name = "lock",
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

#define LEASES "/leases"
#define LEASE                                                                                          \
  "{\"kind\":\"Lease\",\"apiVersion\":\"coordination.k8s.io/v1\","                                     \
  "\"metadata\":{\"name\":\"lock\",\"namespace\":\"kube-system\",\"resourceVersion\":\"3\"},\"spec\":" \
  "{\"holderIdentity\":\"\",\"leaseDurationSeconds\":1}}"

static const HostileFact facts[] = {
  { "watch=", "{\"type\":\"ADDED\",\"object\":" NODE ("b") "}\n", TRUE },
  { "GET /api/v1/nodes?", NODES, FALSE },
  { "/tokenreviews", "{\"status\":{\"user\":{\"username\":\"ann\"}}}", FALSE },
  { "/configmaps/policy", "{\"data\":{\"policy.cfg\":\"{}\"}}", FALSE },
  { "PUT /apis/coordination.k8s.io", NULL, FALSE },
  { "POST /apis/coordination.k8s.io", NULL, FALSE },
  { "GET /apis/coordination.k8s.io", LEASE, FALSE },
  { "/events", "{}", FALSE },
};

static const struct
{
  const char *name;
  const char *needle;
  char *(*read) (Trial *trial, const char *name);
} readers[] = {
  { "list", "GET /api/v1/nodes?limit", reflect },
  { "watch", "watch=", reflect },
  { "review", "/tokenreviews", review },
  { "policy", "/configmaps/policy", read_policy },
  { "lock, read", "GET /apis/coordination", elect },
  { "lock, renewed", "PUT", elect },
};

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
        Trial trial = { .server = { .needle = readers[i].needle,
                                    .times = 2,
                                    .answer = &answers[j],
                                    .facts = facts,
                                    .n_facts = G_N_ELEMENTS (facts) } };
        g_autofree char *said = NULL;

        trial.told = fit_mailbox_new (g_free);
        hostile_server_start (&trial.server);
        trial.api.source = (char *) "test";
        trial.api.server = (char *) replay_server_url (trial.server.server);
        trial.api.token = (char *) HOSTILE_TOKEN;
        said = readers[i].read (&trial, name);
        /* A watch may end as it likes, if it ends. */
        if (*said != '\0' || answers[j].answer.end == REPLAY_ENDLESS
            || strcmp (readers[i].name, "watch") != 0)
          assert_clear (name, said);
        assert_int_equal (hostile_server_given (&trial.server), 2);
        hostile_server_stop (&trial.server);
        fit_mailbox_free (trial.told);
      }
  assert_memory (400);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_readers),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
