/* test-live.c - what a snapshot makes of the answers of an API server, right or hostile
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot/live.h"
#include "tests/client/hostile.h"

#include <string.h>

#define V "\"metadata\":{\"resourceVersion\":\"7\""
#define LIST(kind, more, items)                                   \
  "{\"kind\":\"" kind "List\",\"apiVersion\":\"v1\"," V more "}," \
  "\"items\":[" items "]}"
#define SPACES "                                                            "
#define NODE(name) "{\"metadata\":{\"name\":\"" name "\"}}"

/* All other kinds are not served. */
static const HostileFact facts[] = {
  { "continue=second", LIST ("Node", "", NODE ("b")), FALSE },
  { "/api/v1/nodes?", LIST ("Node", ",\"continue\":\"second\"", NODE ("a")),
    FALSE },
  { "/api/v1/pods?", LIST ("Pod", "", ""), FALSE },
};

/* Returns: (transfer full): the names in the snapshot, or what is wrong */
static char *
read_live (HostileServer *server, const FitListLimits *most)
{
  const FitApiConfig config
      = { .source = (char *) "test",
          .server = (char *) replay_server_url (server->server),
          .token = (char *) HOSTILE_TOKEN };
  g_autoptr (FitSnapshot) snapshot = fit_snapshot_new ();
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (NULL);

  if (fit_snapshot_read_live_within (snapshot, &config, most, &error))
    {
      gsize len;
      g_autofree char *json = fit_snapshot_to_json (snapshot, &len);
      const GPtrArray *missing = fit_snapshot_missing (snapshot);

      for (const char *at = json; (at = strstr (at, "\"name\":\"")) != NULL;)
        {
          at += strlen ("\"name\":\"");
          g_string_append_printf (text, "%.1s ", at);
        }
      for (guint i = 0; i < missing->len; i++)
        {
          const FitSnapshotNote *note = missing->pdata[i];

          g_string_append_printf (text, "missing: %s: %s ", note->kind,
                                  note->text);
        }
    }
  else
    {
      assert_int_equal (error->code, FIT_ERROR_REMOTE);
      g_string_append (text, error->message);
      g_string_replace (text, config.server, "SERVER", 0);
    }
  return g_string_free (text, FALSE);
}

static const FitListLimits limits = { 64 * 1024 * 1024, 1000, 3 };

/* Whatever comes for the first page or the second one, nothing is an answer. */
static void
test_hostile (void **state)
{
  static const char *const needles[]
      = { "/api/v1/nodes?limit=500 ", "continue=second", "/api/v1/pods?" };
  guint n;
  const HostileAnswer *answers = hostile_answers (&n);

  (void) state;
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < G_N_ELEMENTS (needles); j++)
      {
        /* A connection that was used before may just have been closed. */
        const guint times = answers[i].answer.status == 0 && j > 0 ? 2 : 1;
        g_auto (HostileServer) server = { .needle = needles[j],
                                          .times = times,
                                          .answer = &answers[i],
                                          .facts = facts,
                                          .n_facts = G_N_ELEMENTS (facts) };
        g_autofree char *wrong = NULL;
        g_autofree char *right = NULL;

        hostile_server_start (&server);
        wrong = read_live (&server, &limits);
        assert_int_equal (hostile_server_given (&server), times);
        assert_clear (answers[i].name, wrong);
        if (!g_str_has_prefix (wrong, "SERVER: cannot list ")
            && !g_str_has_prefix (wrong, "SERVER: cannot read the list of ")
            && !g_str_has_prefix (wrong, "cannot read from SERVER: ")
            && !g_str_has_prefix (wrong, "cannot reach SERVER: "))
          fail_msg ("%s: %s", answers[i].name, wrong);
        right = read_live (&server, &limits);
        assert_string_equal (right, "a b ");
      }
  assert_memory (300);
}

/* A server that always names another page. */
static void
test_endless_pages (void **state)
{
#define AGAIN ",\"continue\":\"again\""
  static const struct
  {
    HostileFact fact;
    const char *wrong;
  } cases[] = {
    { { "/nodes?", LIST ("Node", AGAIN, ""), FALSE },
      "found a list of more than 3 pages" },
    { { "/nodes?", LIST ("Node", AGAIN, NODE ("a") "," NODE ("b")), FALSE },
      "found a list of more than 3 objects" },
    { { "/nodes?",
        LIST ("Node", AGAIN ",\"x\":\"" SPACES SPACES SPACES "\"", ""), FALSE },
      "found a list of more than 500 bytes" },
  };
  static const FitListLimits few = { 500, 3, 3 };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (HostileServer) server = { .facts = &cases[i].fact, .n_facts = 1 };
      g_autofree char *wrong = NULL;
      g_autofree char *expected = g_strconcat (
          "SERVER: cannot read the list of nodes: ", cases[i].wrong, NULL);

      hostile_server_start (&server);
      wrong = read_live (&server, &few);
      assert_string_equal (wrong, expected);
    }
}

/* The limits are for each list, and not for all of them together. */
static void
test_limits_of_each (void **state)
{
  static const HostileFact all[] = {
    { "/nodes?", LIST ("Node", "", NODE ("a") "," NODE ("b")), FALSE },
    { "/pods?", LIST ("Pod", "", NODE ("c") "," NODE ("d")), FALSE },
  };
  static const FitListLimits few = { 500, 2, 1 };
  g_auto (HostileServer) server
      = { .facts = all, .n_facts = G_N_ELEMENTS (all) };
  g_autofree char *read = NULL;

  (void) state;
  hostile_server_start (&server);
  read = read_live (&server, &few);
  assert_string_equal (read, "a b c d ");
}

/* What a page had that came in part, or that the server forgot, does not count. */
static void
test_page_again (void **state)
{
  const HostileAnswer partly
      = { .name = "partly",
          .answer
          = { .status = 200,
              .end = REPLAY_CUT,
              .pieces = (const char *const[]){
                  "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"items\":[" NODE (
                      "x") "," NODE ("y"),
                  NULL } } };
  static const HostileAnswer forgotten
      = { .name = "forgotten", .answer = { .status = 410 } };
  g_auto (HostileServer) server = { .needle = "continue=second",
                                    .times = 1,
                                    .answer = &forgotten,
                                    .facts = facts,
                                    .n_facts = G_N_ELEMENTS (facts) };
  g_auto (HostileServer) other = { .needle = "continue=second",
                                   .times = 1,
                                   .answer = &partly,
                                   .facts = facts,
                                   .n_facts = G_N_ELEMENTS (facts) };
  g_autofree char *text = NULL;
  g_autofree char *wrong = NULL;

  (void) state;
  hostile_server_start (&server);
  text = read_live (&server, &limits);
  assert_string_equal (text, "a b ");
  hostile_server_start (&other);
  wrong = read_live (&other, &limits);
  assert_string_equal (wrong, "cannot read from SERVER: transfer closed with "
                              "outstanding read data remaining");
}

#define STATUS(text) \
  "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"message\":\"" text "\"}"

/* Without nodes or pods there is no snapshot; any other kind may be missing. */
static void
test_refusals (void **state)
{
  static const struct
  {
    HostileFact fact;
    const char *read;
  } cases[] = {
    { { "/api/v1/nodes?", STATUS ("no, never"), FALSE, 403 },
      "SERVER: cannot list nodes: 403: no, never" },
    { { "/api/v1/pods?", STATUS ("no, never"), FALSE, 403 },
      "SERVER: cannot list pods: 403: no, never" },
    { { "/api/v1/nodes?", STATUS ("none here"), FALSE, 404 },
      "SERVER: cannot list nodes: 404: none here" },
    { { "/api/v1/services?", STATUS ("no, never"), FALSE, 403 },
      "a b missing: Service: forbidden " },
    { { "/api/v1/services?", STATUS ("none here"), FALSE, 404 }, "a b " },
    { { "/api/v1/services?", STATUS ("broken"), FALSE, 400 },
      "SERVER: cannot list services: 400: broken" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const HostileFact all[] = { cases[i].fact, facts[0], facts[1], facts[2] };
      g_auto (HostileServer) server
          = { .facts = all, .n_facts = G_N_ELEMENTS (all) };
      g_autofree char *read = NULL;

      hostile_server_start (&server);
      read = read_live (&server, &limits);
      assert_string_equal (read, cases[i].read);
    }
}

/* What it had on its first page does not count either. */
static void
test_refusal_of_a_later_page (void **state)
{
  static const struct
  {
    guint status;
    const char *read;
  } cases[] = { { 403, "a b missing: Service: forbidden " }, { 404, "a b " } };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const HostileFact all[] = {
        { "continue=services", STATUS ("no, never"), FALSE, cases[i].status },
        { "/api/v1/services?",
          LIST ("Service", ",\"continue\":\"services\"", NODE ("s")), FALSE },
        facts[0],
        facts[1],
        facts[2],
      };
      g_auto (HostileServer) server
          = { .facts = all, .n_facts = G_N_ELEMENTS (all) };
      g_autofree char *read = NULL;

      hostile_server_start (&server);
      read = read_live (&server, &limits);
      assert_string_equal (read, cases[i].read);
    }
}

/* -- a whole snapshot ------------------------------------------------------ */

#define OF(kind, version, more, name) OF_GROUP ("v1", kind, version, more, name)
#define OF_GROUP(group, kind, version, more, name)                         \
  "{\"kind\":\"" kind "List\",\"apiVersion\":\"" group "\",\"metadata\":{" \
  "\"resourceVersion\":\"" version "\"" more "},\"items\":["               \
  "{\"metadata\":{\"name\":\"" name "\"}}]}"

typedef struct
{
  const char *needle; /* in the first line */
  guint status;
  const char *body;
} Right;

typedef struct
{
  const Right *rights; /* the first one that fits; then an empty list */
  GString *asked;      /* what for, a line each */
} Whole;

static ReplayAnswer
answer_whole (const char *request, gpointer data)
{
  const Whole *whole = data;
  g_autofree char *line
      = g_strndup (request, strcspn (request, "\r\n") - strlen (" HTTP/1.1"));
  ReplayAnswer answer = { .status = 404, .owned = g_new0 (char *, 2) };

  g_string_append_printf (whole->asked, "%s\n", line);
  for (const Right *right = whole->rights; right->needle != NULL; right++)
    if (strstr (line, right->needle) != NULL)
      {
        answer.status = right->status;
        answer.owned[0] = g_strdup (right->body);
        break;
      }
  answer.pieces = (const char *const *) answer.owned;
  return answer;
}

/* Returns: (transfer full): what was asked for, and the document or the error */
static char *
read_whole (const Right *rights)
{
  Whole whole = { rights, g_string_new (NULL) };
  ReplayServer *server = replay_server_new_for (answer_whole, &whole);
  const FitApiConfig config = { .source = (char *) "test",
                                .server = (char *) replay_server_url (server) };
  g_autoptr (FitSnapshot) snapshot = fit_snapshot_new ();
  g_autoptr (GError) error = NULL;
  const gboolean done = fit_snapshot_read_live (snapshot, &config, &error);
  gsize len;
  g_autofree char *json = fit_snapshot_to_json (snapshot, &len);

  g_string_append (whole.asked, done ? json : error->message);
  g_string_replace (whole.asked, replay_server_url (server), "SERVER", 0);
  replay_server_free (server);
  return g_string_free (whole.asked, FALSE);
}

/* All lists are of the version of the first one where the server has it, and are
 * asked for where they are served. */
static void
test_whole (void **state)
{
  static const Right rights[] = {
    { "/nodes?limit=500&continue=more", 200, OF ("Node", "7", "", "b") },
    { "/nodes?", 200, OF ("Node", "7", ",\"continue\":\"more\"", "a") },
    { "/pods?limit=500&resourceVersion", 410, "{}" },
    { "/pods?", 200, OF ("Pod", "9", "", "p") },
    { "/services?limit=500&resourceVersion", 504, "{}" },
    { "/services?", 200, OF ("Service", "8", "", "s") },
    { "/replicationcontrollers?limit=500&resourceVersion", 400, "{}" },
    { "/replicationcontrollers?", 200,
      OF ("ReplicationController", "7", "", "r") },
    { "/replicasets?", 403, "{}" },
    { "/policy/v1/", 404, "{}" },
    { "/policy/v1beta1/", 200,
      OF_GROUP ("policy/v1beta1", "PodDisruptionBudget", "7", "", "d") },
    { "/v1/priorityclasses?", 200,
      OF_GROUP ("scheduling.k8s.io/v1", "PriorityClass", "7", "", "c") },
    { "/limitranges?", 403, "{}" },
    { "/resourcequotas?", 200, OF ("ResourceQuota", "7", "", "q") },
    { NULL, 0, NULL },
  };
  g_autofree char *text = read_whole (rights);

  (void) state;
  assert_string_equal (
      text,
      "GET /api/v1/nodes?limit=500\n"
      "GET /api/v1/nodes?limit=500&continue=more\n"
      "GET /api/v1/pods?limit=500&resourceVersion=7&resourceVersionMatch="
      "Exact&fieldSelector=status.phase%21%3DSucceeded%2Cstatus.phase%21%"
      "3DFailed\n"
      "GET /api/v1/pods?limit=500&fieldSelector=status.phase%21%3DSucceed"
      "ed%2Cstatus.phase%21%3DFailed\n"
      "GET /api/v1/services?limit=500&resourceVersion=7&resourceVersionMatch=Exact\n"
      "GET /api/v1/services?limit=500\n"
      "GET /api/v1/replicationcontrollers?limit=500&resourceVersion=7&resourceVersionMatch=Exact\n"
      "GET /api/v1/replicationcontrollers?limit=500\n"
      "GET /apis/apps/v1/replicasets?limit=500&resourceVersion=7&resourceVersionMatch=Exact\n"
      "GET /apis/apps/v1/statefulsets?limit=500&resourceVersion=7&resourceVersionMatch=Exact\n"
      "GET /apis/policy/v1/poddisruptionbudgets?limit=500&resourceVersion"
      "=7&resourceVersionMatch=Exact\n"
      "GET /apis/policy/v1beta1/poddisruptionbudgets?limit=500&resourceVe"
      "rsion=7&resourceVersionMatch=Exact\n"
      "GET /api/v1/persistentvolumes?limit=500&resourceVersion=7&resourceVersionMatch=Exact\n"
      "GET /api/v1/persistentvolumeclaims?limit=500&resourceVersion=7&resourceVersionMatch=Exact\n"
      "GET /apis/storage.k8s.io/v1/storageclasses?limit=500&resourceVersi"
      "on=7&resourceVersionMatch=Exact\n"
      "GET /apis/storage.k8s.io/v1/csinodes?limit=500&resourceVersion=7&r"
      "esourceVersionMatch=Exact\n"
      "GET /apis/storage.k8s.io/v1beta1/csinodes?limit=500&resourceVersio"
      "n=7&resourceVersionMatch=Exact\n"
      "GET /apis/storage.k8s.io/v1/csidrivers?limit=500&resourceVersion=7"
      "&resourceVersionMatch=Exact\n"
      "GET /apis/storage.k8s.io/v1beta1/csidrivers?limit=500&resourceVers"
      "ion=7&resourceVersionMatch=Exact\n"
      "GET /apis/storage.k8s.io/v1/csistoragecapacities?limit=500&resourc"
      "eVersion=7&resourceVersionMatch=Exact\n"
      "GET /apis/storage.k8s.io/v1beta1/csistoragecapacities?limit=500&re"
      "sourceVersion=7&resourceVersionMatch=Exact\n"
      "GET /api/v1/namespaces?limit=500&resourceVersion=7&resourceVersionMatch=Exact\n"
      "GET /apis/storage.k8s.io/v1/volumeattachments?limit=500&resourceVe"
      "rsion=7&resourceVersionMatch=Exact\n"
      "GET /apis/scheduling.k8s.io/v1/priorityclasses?limit=500&resourceV"
      "ersion=7&resourceVersionMatch=Exact\n"
      "GET /api/v1/limitranges?limit=500&resourceVersion=7&resourceVersionMatch=Exact\n"
      "GET /api/v1/resourcequotas?limit=500&resourceVersion=7&resourceVersionMatch=Exact\n"
      "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[\n"
      "{\"apiVersion\":\"fitsched/v1\",\"kind\":\"Snapshot\",\"server\":\""
      "SERVER\",\"resourceVersion\":\"7\",\"otherVersions\":[{\"kind\":\""
      "Pod\",\"resourceVersion\":\"9\"},{\"kind\":\"Service\",\"resourceV"
      "ersion\":\"8\"}],\"missing\":[{\"kind\":\"ReplicaSet\",\"reason\":"
      "\"forbidden\"},{\"kind\":\"LimitRange\",\"reason\":\"forbidden\"}]"
      "},\n"
      "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"a\"}},\n"
      "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"b\"}},\n"
      "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\"}},\n"
      "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{\"name\":\"s\"}},\n"
      "{\"apiVersion\":\"v1\",\"kind\":\"ReplicationController\",\"metadata\":{\"name\":\"r\"}},\n"
      "{\"apiVersion\":\"policy/v1beta1\",\"kind\":\"PodDisruptionBudget\""
      ",\"metadata\":{\"name\":\"d\"}},\n"
      "{\"apiVersion\":\"scheduling.k8s.io/v1\",\"kind\":\"PriorityClass\""
      ",\"metadata\":{\"name\":\"c\"}},\n"
      "{\"apiVersion\":\"v1\",\"kind\":\"ResourceQuota\",\"metadata\":{\"name\":\"q\"}}\n"
      "]}\n");
}

/* A server may call the next page what it wants. */
static void
test_whole_token (void **state)
{
  static const Right rights[] = {
    { "/nodes?limit=500&continue=m%C3%B6re%26%3D", 200,
      OF ("Node", "7", "", "b") },
    { "/nodes?", 200,
      OF ("Node", "7", ",\"continue\":\"m\xc3\xb6re&=\"", "a") },
    { NULL, 0, NULL },
  };
  g_autofree char *text = read_whole (rights);

  (void) state;
  assert_true (g_str_has_prefix (
      text, "GET /api/v1/nodes?limit=500\n"
            "GET /api/v1/nodes?limit=500&continue=m%C3%B6re%26%3D\n"
            "GET /api/v1/pods?"));
}

/* A list that the server forgets again and again ends the reading. */
static void
test_whole_forgotten (void **state)
{
  static const Right rights[] = {
    { "/nodes?", 410, "{\"message\":\"too old\"}" },
    { NULL, 0, NULL },
  };
  g_autofree char *text = read_whole (rights);

  (void) state;
  assert_string_equal (text, "GET /api/v1/nodes?limit=500\n"
                             "GET /api/v1/nodes?limit=500\n"
                             "GET /api/v1/nodes?limit=500\n"
                             "SERVER: cannot list nodes: 410: too old");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_hostile),
    cmocka_unit_test (test_endless_pages),
    cmocka_unit_test (test_limits_of_each),
    cmocka_unit_test (test_page_again),
    cmocka_unit_test (test_refusals),
    cmocka_unit_test (test_refusal_of_a_later_page),
    cmocka_unit_test (test_whole),
    cmocka_unit_test (test_whole_token),
    cmocka_unit_test (test_whole_forgotten),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
