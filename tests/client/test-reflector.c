/* test-reflector.c - what becomes of the answers that a reflector gets
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/client/reflector-story.h"

#include <string.h>

/* -- lists ----------------------------------------------------------------- */

static void
test_recorded (void **state)
{
  const ReplayAnswer answers[]
      = { replay_load ("list-nodes"), replay_load ("watch-nodes-lifecycle"),
          OPEN };
  STORY (story, &story_nodes, answers);

  (void) state;
  assert_told (&story, "listed node-00003 node-00000 node-00004 node-00001 "
                       "node-00002");
  assert_told (&story, "changed nw-1 336");
  assert_told (&story, "changed nw-1 337");
  assert_told (&story, "changed nw-1 338");
  assert_told (&story, "gone nw-1 339");
  assert_asked (&story, LISTS ("limit=500&resourceVersion=0"));
  assert_asked (&story, WATCH ("209"));
  /* The last version that was seen, of a bookmark too. */
  assert_asked (&story, WATCH ("339"));
}

static void
test_pages (void **state)
{
  const ReplayAnswer answers[] = {
    ANSWER (200, LIST ("\"resourceVersion\":\"7\",\"continue\":\"a/b=\"",
                       ITEM ("a") "," ITEM ("b"))),
    ANSWER (200, LIST ("\"resourceVersion\":\"7\"", ITEM ("c"))),
    OPEN,
  };
  STORY (story, &story_nodes, answers);

  (void) state;
  assert_told (&story, "listed a b c");
  assert_asked (&story, LISTS ("limit=500&resourceVersion=0"));
  assert_asked (&story, LISTS ("limit=500&continue=a%2Fb%3D"));
  assert_asked (&story, WATCH ("7"));
}

/* It comes in pieces that are no items. */
static void
test_list_in_pieces (void **state)
{
  const ReplayAnswer answers[] = {
    ANSWER (200,
            "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"metadata\":{"
            "\"resourceVersion\":\"7\"},\"items\":[" ITEM ("a") ",{\"meta",
            "data\":{\"name\":\"b\"}},", ITEM ("c"), "]", "}"),
    OPEN,
  };
  STORY (story, &story_nodes, answers);

  (void) state;
  assert_told (&story, "listed a b c");
}

/* What came before an expired page does not count. */
static void
test_page_expired (void **state)
{
  const ReplayAnswer answers[] = {
    ANSWER (200,
            LIST ("\"resourceVersion\":\"7\",\"continue\":\"x\"", ITEM ("a"))),
    replay_load ("list-continue-expired-410"),
    ANSWER (200, LIST ("\"resourceVersion\":\"9\"", ITEM ("b"))),
    OPEN,
  };
  STORY (story, &story_nodes, answers);

  (void) state;
  assert_told (&story, "listed b");
  assert_asked (&story, LISTS ("limit=500&resourceVersion=0"));
  assert_asked (&story, LISTS ("limit=500&continue=x"));
  assert_asked (&story, LISTS ("resourceVersion="));
  assert_asked (&story, WATCH ("9"));
}

/* A chain of pages ends, whatever the server says; and the list is tried again. */
static void
test_too_many_pages (void **state)
{
#define MORE(version, items) \
  LIST ("\"resourceVersion\":\"" version "\",\"continue\":\"x\"", items)
  const ReplayAnswer answers[] = {
    ANSWER (200, MORE ("7", ITEM ("a"))),
    ANSWER (200, MORE ("7", "")),
    ANSWER (200, MORE ("7", "")),
    ANSWER (200, MORE ("8", ITEM ("b"))),
    ANSWER (200, MORE ("8", ITEM ("c"))),
    ANSWER (200, MORE ("8", ITEM ("d"))),
    ANSWER (200, MORE ("9", ITEM ("e"))),
    ANSWER (200, MORE ("9", "")),
    ANSWER (200, LIST ("\"resourceVersion\":\"9\"", ITEM ("f"))),
    OPEN,
  };
  const StorySetup setup
      = { .backoff_ms = 1,
          .limits = { .bytes = 600, .objects = 2, .pages = 3 } };
  g_auto (Story) story = { 0 };

  (void) state;
  story_init_with (&story, &story_nodes, &setup, answers,
                   G_N_ELEMENTS (answers));
  assert_told (&story,
               "trouble: cannot read the list of nodes: found a list of "
               "more than 3 pages");
  assert_told (&story, "recovered");
  assert_told (&story, "listed e f");
}

static void
test_recorded_pages (void **state)
{
  static const FitApiResource pods = { FIT_KIND_POD, "/api/v1/pods", "pods",
                                       "a=b",        NULL,           FALSE,
                                       FIT_ALWAYS };
  const ReplayAnswer answers[]
      = { replay_load ("list-pods-page1"), replay_load ("list-pods-page2"),
          ANSWER (200, "{\"kind\":\"PodList\",\"apiVersion\":\"v1\","
                       "\"metadata\":{\"resourceVersion\":\"303\"},"
                       "\"items\":null}"),
          OPEN };
  STORY (story, &pods, answers);

  (void) state;
  assert_told (&story,
               "listed filler-10 filler-9 pod-000000 pod-000001 pod-000002 "
               "pod-000003 pod-000100 pod-000101 pod-000102 pod-000200");
  assert_asked (&story, "GET /api/v1/pods?a=b&limit=500&resourceVersion=0");
}

/* -- watches --------------------------------------------------------------- */

static void
test_pieces (void **state)
{
  const ReplayAnswer answers[] = {
    LISTED,
    { .status = 200,
      .end = REPLAY_SILENT,
      BODY ("{\"type\":\"ADD", "ED\",\"object\":" NODE ("b", "6"), "}", "\n",
            "\n" EVENT ("MODIFIED", NODE ("b", "7"))
                EVENT ("DELETED", NODE ("b", "8")) "{\"typ") },
  };
  STORY (story, &story_nodes, answers);

  (void) state;
  assert_told (&story, "listed a");
  assert_told (&story, "changed b 6");
  assert_told (&story, "changed b 7");
  assert_told (&story, "gone b 8");
}

/* A bookmark moves the version; half a line counts for nothing. */
static void
test_cut (void **state)
{
  const ReplayAnswer answers[] = {
    LISTED,
    { .status = 200,
      .end = REPLAY_CUT,
      BODY (EVENT ("BOOKMARK", NODE ("", "20")),
            "{\"type\":\"ADDED\",\"object\":") },
    ANSWER (200, EVENT ("ADDED", NODE ("b", "21"))),
    OPEN,
  };
  STORY (story, &story_nodes, answers);

  (void) state;
  assert_told (&story, "listed a");
  assert_told (&story, "changed b 21");
  assert_asked (&story, LISTS ("limit=500&resourceVersion=0"));
  assert_asked (&story, WATCH ("5"));
  assert_asked (&story, WATCH ("20"));
  assert_asked (&story, WATCH ("21"));
}

/* On a busy machine it may be too late, and be asked for again. */
#define AFTER_B                                             \
  {                                                         \
    .to = WATCH ("6"), .status = 200, .end = REPLAY_SILENT, \
    BODY (EVENT ("ADDED", NODE ("c", "7")))                 \
  }

/* Nothing comes any more, not even a bookmark, while the server answers others: what
 * that watch has not brought, the next one does. */
static void
test_stalled (void **state)
{
  static const StorySetup setup
      = { .backoff_ms = 1, .silent_ms = 2000, .limits = FIT_LIST_LIMITS_INIT };
  const ReplayAnswer answers[] = {
    ANSWER (200, LIST ("\"resourceVersion\":\"5\"", ITEM ("a"))),
    { .to = WATCH ("5"),
      .status = 200,
      .end = REPLAY_SILENT,
      BODY (EVENT ("ADDED", NODE ("b", "6"))) },
    AFTER_B,
    AFTER_B,
    AFTER_B,
    { .to = "/version", .status = 200 },
    { .to = "/version", .status = 200 },
    { .to = "/version", .status = 200 },
    { .to = "/version", .status = 200 },
  };
  g_auto (Story) story = { 0 };

  (void) state;
  story_init_with (&story, &story_nodes, &setup, answers,
                   G_N_ELEMENTS (answers));
  assert_told (&story, "listed a");
  assert_told (&story, "changed b 6");
  assert_told (&story, "changed c 7");
}

static void
test_expired (void **state)
{
  const ReplayAnswer answers[] = {
    LISTED,
    replay_load ("watch-expired-410-cache"),
    ANSWER (200, LIST ("\"resourceVersion\":\"9\"", ITEM ("b"))),
    OPEN,
  };
  STORY (story, &story_nodes, answers);

  (void) state;
  assert_told (&story, "listed a");
  assert_told (&story, "listed b");
  assert_asked (&story, LISTS ("limit=500&resourceVersion=0"));
  assert_asked (&story, WATCH ("5"));
  /* No older than what was seen; from the cache of the server, so in one. */
  assert_asked (&story, LISTS ("resourceVersion=5"));
  assert_asked (&story, WATCH ("9"));
}

/* The server does not have even that version: whatever it has. */
static void
test_list_expired (void **state)
{
  const ReplayAnswer answers[] = {
    LISTED,
    replay_load ("watch-expired-410-cache"),
    replay_load ("list-exact-old-rv-410"),
    ANSWER (200, LIST ("\"resourceVersion\":\"9\"", "")),
    OPEN,
  };
  STORY (story, &story_nodes, answers);

  (void) state;
  assert_told (&story, "listed a");
  assert_told (&story, "listed");
  for (guint i = 0; i < 3; i++)
    g_free (replay_server_next (story.server));
  assert_asked (&story, LISTS ("limit=500&resourceVersion="));
  assert_asked (&story, WATCH ("9"));
}

/* A server that was set back: its versions are lower than those seen. */
static void
test_list_too_new (void **state)
{
  const ReplayAnswer answers[] = {
    LISTED,
    replay_load ("watch-expired-410-cache"),
    replay_load ("list-future-rv-504"),
    ANSWER (200, LIST ("\"resourceVersion\":\"3\"", "")),
    OPEN,
  };
  STORY (story, &story_nodes, answers);

  (void) state;
  assert_told (&story, "listed a");
  assert_told (&story, "listed");
}

/* -- refusals -------------------------------------------------------------- */

static void
test_forbidden_at_first (void **state)
{
  const ReplayAnswer answers[] = {
    replay_load ("scheduler-forbidden-403"),
    replay_load ("scheduler-forbidden-403"),
    LISTED,
    OPEN,
  };
  STORY (story, &story_nodes, answers);

  (void) state;
  assert_told (&story, "trouble: cannot list nodes: 403: secrets is forbidden: "
                       "User \"system:kube-scheduler\" cannot list resource "
                       "\"secrets\" in API group \"\" at the cluster scope");
  assert_told (&story, "listed");
  assert_told (&story, "listed");
  assert_told (&story, "recovered");
  assert_told (&story, "listed a");
}

/* A server that starts answers 403 until it has read the roles. */
static void
test_forbidden_later (void **state)
{
  const ReplayAnswer answers[] = {
    LISTED,
    ANSWER (403, STATUS (403, "not yet")),
    ANSWER (403, STATUS (403, "not yet")),
    LISTED,
    OPEN,
  };
  STORY (story, &story_nodes, answers);

  (void) state;
  assert_told (&story, "listed a");
  assert_told (&story, "trouble: cannot watch nodes: 403: not yet");
  assert_told (&story, "recovered");
  assert_told (&story, "listed a");
}

static void
test_needed (void **state)
{
  static const FitApiResource needed = {
    FIT_KIND_NODE, "/api/v1/nodes", "nodes", NULL, NULL, TRUE, FIT_ALWAYS
  };
  const ReplayAnswer answers[]
      = { ANSWER (403, STATUS (403, "no")), LISTED, OPEN };
  STORY (story, &needed, answers);

  (void) state;
  assert_told (&story, "trouble: cannot list nodes: 403: no");
  assert_told (&story, "recovered");
  assert_told (&story, "listed a");
}

/* Of two versions the server has one, and later the other. */
static void
test_versions (void **state)
{
  static const FitApiResource either
      = { FIT_KIND_NODE, "/v2/nodes", "nodes",   NULL,
          "/v1/nodes",   FALSE,       FIT_ALWAYS };
  const ReplayAnswer answers[] = { replay_load ("unknown-group-404"),
                                   LISTED,
                                   replay_load ("unknown-group-404"),
                                   replay_load ("unknown-group-404"),
                                   LISTED,
                                   OPEN };
  STORY (story, &either, answers);

  (void) state;
  assert_told (&story, "listed a");
  assert_asked (&story, "GET /v2/nodes?limit=500&resourceVersion=0");
  assert_asked (&story, "GET /v1/nodes?limit=500&resourceVersion=0");
  assert_told (&story, "trouble: cannot watch nodes: 404: 404 page not found");
  assert_asked (&story,
                "GET /v1/nodes?allowWatchBookmarks=true&resourceVersion=5");
  assert_asked (&story, "GET /v1/nodes?resourceVersion=5");
  assert_asked (&story, "GET /v2/nodes?resourceVersion=5");
}

static void
test_not_served (void **state)
{
  static const FitApiResource either
      = { FIT_KIND_NODE, "/v2/nodes", "nodes",   NULL,
          "/v1/nodes",   FALSE,       FIT_ALWAYS };
  const ReplayAnswer answers[]
      = { replay_load ("unknown-group-404"), replay_load ("unknown-group-404"),
          LISTED, OPEN };
  STORY (story, &either, answers);

  (void) state;
  assert_told (&story, "trouble: cannot list nodes: 404: 404 page not found");
  assert_told (&story, "listed");
  assert_told (&story, "recovered");
  assert_told (&story, "listed a");
}

/* -- a server in trouble --------------------------------------------------- */

static void
test_errors (void **state)
{
  const ReplayAnswer answers[] = {
    ANSWER (500, STATUS (500, "etcd is ill")),
    { .status = 0 },
    LISTED,
    ANSWER (503, "not ready"),
    OPEN,
  };
  STORY (story, &story_nodes, answers);

  (void) state;
  assert_told (&story, "trouble: cannot list nodes: 500: etcd is ill");
  assert_told (&story, "recovered");
  assert_told (&story, "listed a");
  assert_told (&story, "trouble: cannot watch nodes: 503: not ready");
  assert_told (&story, "recovered");
  for (guint i = 0; i < 3; i++)
    g_free (replay_server_next (story.server));
  /* It was busy: nothing has to be listed again. */
  assert_asked (&story, WATCH ("5"));
  assert_asked (&story, WATCH ("5"));
}

/* A watch that was refused for now goes on where the last one was; after other
 * refusals everything is listed again. */
static void
test_refused_watches (void **state)
{
  static const struct
  {
    guint status;
    gboolean goes_on;
  } rows[] = {
    { 0, TRUE },    { 400, FALSE }, { 404, FALSE }, { 410, FALSE },
    { 428, FALSE }, { 429, TRUE },  { 430, FALSE }, { 500, FALSE },
    { 501, TRUE },  { 503, TRUE },  { 504, TRUE },  { 599, TRUE },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const ReplayAnswer answers[] = {
        LISTED,
        { .status = rows[i].status, BODY ("no") },
        { .to = "watch=true", .status = 200, .end = REPLAY_SILENT },
        { .to = "limit=500",
          .status = 200,
          BODY (LIST ("\"resourceVersion\":"
                      "\"5\"",
                      ITEM ("b"))) },
        { .to = "watch=true", .status = 200, .end = REPLAY_SILENT },
      };
      STORY (story, &story_nodes, answers);
      g_autofree char *next = NULL;

      assert_asked (&story, LISTS ("limit=500&resourceVersion=0"));
      assert_asked (&story, WATCH ("5"));
      next = replay_server_next (story.server);
      assert_int_equal (strstr (next, "watch=true") != NULL, rows[i].goes_on);
    }
}

static void
test_unreachable (void **state)
{
  const ReplayAnswer answers[]
      = { { .status = 0 }, { .status = 0 }, LISTED, OPEN };
  STORY (story, &story_nodes, answers);

  (void) state;
  assert_told (&story, "unreachable: SERVER: Empty reply from server");
  assert_told (&story, "recovered");
  assert_told (&story, "listed a");
}

/* On the thread of the client, between two calls of the reflector. */
static void
tell_wait (gpointer data)
{
  Story *story = data;
  const FitApiTimer *timer;

  fit_api_take_over (story->client);
  timer = g_queue_peek_tail (&story->client->timers);
  fit_mailbox_put (
      story->told,
      g_strdup_printf ("waits %s",
                       timer != NULL
                               && timer->due_us
                                      > g_get_monotonic_time () + G_USEC_PER_SEC
                           ? "long"
                           : "not"));
}

/* A watch that is cut off at its beginning is no better. */
static void
test_cut_at_the_beginning (void **state)
{
  static const StorySetup setup = { .backoff_ms = 3600000,
                                    .short_ms = 60000,
                                    .limits = FIT_LIST_LIMITS_INIT };
  const ReplayAnswer answers[]
      = { LISTED, { .status = 200, .end = REPLAY_CUT, BODY ("{\"typ") }, OPEN };
  g_auto (Story) story = { 0 };

  (void) state;
  story_init_with (&story, &story_nodes, &setup, answers,
                   G_N_ELEMENTS (answers));
  assert_told (&story, "listed a");
  assert_told (&story,
               "unreachable: SERVER: transfer closed with outstanding read "
               "data remaining");
  fit_api_client_call_later (story.client, 0, tell_wait, &story);
  assert_told (&story, "waits long");
}

/* One whose time is over is followed by the next at once, without a wait. */
static void
test_next_watch (void **state)
{
  static const StorySetup setup
      = { .backoff_ms = 3600000, .limits = FIT_LIST_LIMITS_INIT };
  const ReplayAnswer answers[]
      = { LISTED, ANSWER (200, EVENT ("ADDED", NODE ("b", "6"))), OPEN };
  g_auto (Story) story = { 0 };

  (void) state;
  story_init_with (&story, &story_nodes, &setup, answers,
                   G_N_ELEMENTS (answers));
  assert_told (&story, "listed a");
  assert_told (&story, "changed b 6");
  assert_asked (&story, LISTS ("limit=500&resourceVersion=0"));
  assert_asked (&story, WATCH ("5"));
  assert_asked (&story, WATCH ("6"));
}

/* How long a watch may take, on the thread of the client, in seconds. */
static void
tell_timeout (gpointer data)
{
  Story *story = data;
  g_autoptr (GList) going = g_hash_table_get_keys (story->client->going);

  for (const GList *link = going; link != NULL; link = link->next)
    {
      const FitExchange *exchange = link->data;

      fit_mailbox_put (story->told,
                       g_strdup_printf ("%u", exchange->timeout_ms / 1000));
    }
}

/* The server ends a watch, and the client only if that does not come. */
static void
test_timeout (void **state)
{
  static const char key[] = "&timeoutSeconds=";
  const ReplayAnswer answers[] = { LISTED, OPEN };
  STORY (story, &story_nodes, answers);
  g_autofree char *request = NULL, *timeout = NULL;
  guint64 seconds;

  (void) state;
  assert_told (&story, "listed a");
  assert_asked (&story, LISTS ("limit=500&resourceVersion=0"));
  request = replay_server_next (story.server);
  assert_non_null (strstr (request, key));
  seconds = g_ascii_strtoull (strstr (request, key) + strlen (key), NULL, 10);
  fit_api_client_call_later (story.client, 0, tell_timeout, &story);
  timeout = fit_mailbox_take (story.told, G_MAXINT64);
  assert_in_range (seconds, 300, 600);
  assert_in_range (g_ascii_strtoull (timeout, NULL, 10), seconds + 5,
                   seconds + 60);
}

/* Each wait would be twice the one before, up to weeks, if the watches between did not
 * count. */
static void
test_trouble_between_watches (void **state)
{
  static const StorySetup setup = { .backoff_ms = 1,
                                    .longest_ms = G_MAXINT32,
                                    .limits = FIT_LIST_LIMITS_INIT };
  const ReplayAnswer list = LISTED;
  const ReplayAnswer watch = { .status = 200,
                               .delay_ms = 40,
                               BODY (EVENT ("ADDED", NODE ("b", "6"))) };
  const ReplayAnswer busy = ANSWER (503, "busy");
  ReplayAnswer answers[1 + 2 * 30];
  g_auto (Story) story = { 0 };

  (void) state;
  answers[0] = list;
  for (guint i = 1; i < G_N_ELEMENTS (answers); i += 2)
    {
      answers[i] = watch;
      answers[i + 1] = busy;
    }
  story_init_with (&story, &story_nodes, &setup, answers,
                   G_N_ELEMENTS (answers));
  assert_told (&story, "listed a");
  assert_told (&story, "changed b 6");
  for (guint i = 1; i < 30; i++)
    {
      assert_told (&story, "trouble: cannot watch nodes: 503: busy");
      assert_told (&story, "recovered");
      assert_told (&story, "changed b 6");
    }
}

/* -- answers that make no sense -------------------------------------------- */

/* In place of a list: an answer is never taken for an empty cluster. */
static const struct
{
  const char *body;
  const char *why;
} no_lists[] = {
  { "", "found something else, expected a NodeList with a resourceVersion" },
  { "<html>", "found something else, expected a NodeList" },
  { "{}", "nodes: document 1" },
  { "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"items\":[]}",
    "found something else, expected a NodeList with a resourceVersion" },
  { "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{"
    "\"resourceVersion\":\"1\"},\"items\":[]}",
    "found something else, expected a NodeList with a resourceVersion" },
  { LIST ("\"resourceVersion\":\"1\"", "")
        LIST ("\"resourceVersion\":\"1\"", ""),
    "found something else, expected a NodeList with a resourceVersion" },
  { LIST ("\"resourceVersion\":\"1\"", "{\"kind\":\"Pod\"}"),
    "nodes: document 1, item 0" },
  { LIST ("\"resourceVersion\":\"1\"", "{\"metadata\":{}}"),
    "metadata.name: found nothing, expected that of a Node" },
  { LIST ("\"resourceVersion\":\"1\"", "{\"spec\":[]}"),
    "nodes: document 1, item 0" },
  { LIST ("\"resourceVersion\":\"1\"", ITEM ("a")) "}", "nodes: document 2" },
};

static void
test_no_list (void **state)
{
  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (no_lists); i++)
    {
      const ReplayAnswer answers[]
          = { ANSWER (200, no_lists[i].body), LISTED, OPEN };
      STORY (story, &story_nodes, answers);
      g_autofree char *told = fit_mailbox_take (story.told, G_MAXINT64);

      if (!g_str_has_prefix (told, "trouble: cannot read the list of nodes: "))
        fail_msg ("%s: %s", no_lists[i].body, told);
      assert_told (&story, "recovered");
      assert_told (&story, "listed a");
    }
}

static const struct
{
  const char *event;
  const char *why;
} no_events[] = {
  { "{}\n", "type: found nothing, expected that of an event" },
  { "[]\n", "type: found nothing, expected that of an event" },
  { "nothing\n", "invalid character 'o' in literal null (expecting 'u') "
                 "(line 1, column 2)" },
  { EVENT ("ADDED", "[]"), "object: found a list, expected Node" },
  { "\xEF\xBB\xBF" EVENT ("BOOKMARK", NODE ("a", "9")),
    "found a byte order mark" },
  { EVENT ("ADDED", "{}"), "object: found no kind, expected Node" },
  { EVENT ("ADDED", "{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}"),
    "object: found another kind, expected Node" },
  { EVENT ("ADDED", "{\"kind\":\"Node\",\"apiVersion\":\"v9\"}"),
    "object: found another apiVersion of Node" },
  { EVENT ("ADDED", "{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"spec\":[]}"),
    "Node (no name): spec: found a list, expected an object" },
  { EVENT ("CHANGED", NODE ("a", "1")),
    "type: found something else, expected ADDED, MODIFIED, DELETED, BOOKMARK "
    "or ERROR" },
};

static void
test_no_event (void **state)
{
  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (no_events); i++)
    {
      const ReplayAnswer answers[]
          = { LISTED, ANSWER (200, no_events[i].event), LISTED, OPEN };
      STORY (story, &story_nodes, answers);
      g_autofree char *expected = g_strconcat (
          "trouble: cannot watch nodes: an event: ", no_events[i].why, NULL);

      assert_told (&story, "listed a");
      assert_told (&story, expected);
      assert_told (&story, "recovered");
      assert_told (&story, "listed a");
    }
}

static void
test_deep_event (void **state)
{
  g_autoptr (GString) deep = g_string_new ("{\"type\":\"ADDED\",\"object\":");

  (void) state;
  for (guint i = 0; i < 100000; i++)
    g_string_append (deep, "[{\"a\":");
  g_string_append_c (deep, '\n');
  {
    const ReplayAnswer answers[]
        = { LISTED, ANSWER (200, deep->str), LISTED, OPEN };
    STORY (story, &story_nodes, answers);

    assert_told (&story, "listed a");
    assert_told (&story,
                 "trouble: cannot watch nodes: an event: lists and "
                 "objects are nested more than 100 deep (line 1, column "
                 "322)");
    assert_told (&story, "recovered");
    assert_told (&story, "listed a");
  }
}

/* A line that never ends is given up after so many bytes. */
static void
test_endless_line (void **state)
{
  g_autofree char *piece = g_strnfill (1024 * 1024, 'x');
  const ReplayAnswer answers[] = {
    LISTED,
    { .status = 200, .end = REPLAY_ENDLESS, BODY (piece) },
    LISTED,
    OPEN,
  };
  STORY (story, &story_nodes, answers);

  (void) state;
  assert_told (&story, "listed a");
  assert_told (&story, "trouble: cannot watch nodes: an event: longer than "
                       "16777216 bytes");
  assert_told (&story, "recovered");
  assert_told (&story, "listed a");
}

/* -- kinds ----------------------------------------------------------------- */

/* A scheduler asks for what its release reads: its role allows nothing else. */
static void
test_resources (void **state)
{
  static const struct
  {
    FitRelease release;
    guint n;
    FitKind last;
  } releases[] = {
    { FIT_RELEASE_LEGACY, 11, FIT_KIND_CSI_NODE },
    { FIT_RELEASE (20, 0), 11, FIT_KIND_CSI_NODE },
    { FIT_RELEASE (21, 0), 13, FIT_KIND_CSI_STORAGE_CAPACITY },
    { FIT_RELEASE (22, 0), 14, FIT_KIND_NAMESPACE },
    { FIT_RELEASE (34, 0), 15, FIT_KIND_VOLUME_ATTACHMENT },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (releases); i++)
    {
      guint n;
      const FitApiResource *resources
          = fit_api_resources (releases[i].release, &n);

      assert_int_equal (n, releases[i].n);
      assert_int_equal (resources[n - 1].kind, releases[i].last);
    }
}

/* -- patience -------------------------------------------------------------- */

static void
test_backoff (void **state)
{
  static const guint expected[]
      = { 800, 1600, 3200, 6400, 12800, 25600, 30000, 30000 };
  FitRetryDelay backoff = FIT_RETRY_DELAY_INIT;
  gint64 now = 1;

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      assert_int_equal (fit_retry_delay_next (&backoff, now, 0), expected[i]);
      now += 2 * G_USEC_PER_SEC * 30;
    }
  /* After two minutes without trouble it begins anew. */
  now += 120 * G_USEC_PER_SEC;
  assert_int_equal (fit_retry_delay_next (&backoff, now, 0.5), 1200);
  assert_int_equal (fit_retry_delay_next (&backoff, now, 0.5), 2400);
}

/* A short time of work makes up for a short wait only. */
static void
test_worked (void **state)
{
  FitRetryDelay backoff = FIT_RETRY_DELAY_INIT;

  (void) state;
  assert_int_equal (fit_retry_delay_next (&backoff, 1, 0), 800);
  assert_int_equal (fit_retry_delay_next (&backoff, 2, 0), 1600);
  fit_retry_delay_worked (&backoff, 1000 * 1000);
  assert_int_equal (fit_retry_delay_next (&backoff, 3, 0), 3200);
  fit_retry_delay_worked (&backoff, 1000 * 1000);
  fit_retry_delay_worked (&backoff, 2200 * 1000);
  assert_int_equal (fit_retry_delay_next (&backoff, 4, 0), 800);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_recorded),
    cmocka_unit_test (test_pages),
    cmocka_unit_test (test_list_in_pieces),
    cmocka_unit_test (test_page_expired),
    cmocka_unit_test (test_too_many_pages),
    cmocka_unit_test (test_recorded_pages),
    cmocka_unit_test (test_pieces),
    cmocka_unit_test (test_cut),
    cmocka_unit_test (test_stalled),
    cmocka_unit_test (test_expired),
    cmocka_unit_test (test_list_expired),
    cmocka_unit_test (test_list_too_new),
    cmocka_unit_test (test_forbidden_at_first),
    cmocka_unit_test (test_forbidden_later),
    cmocka_unit_test (test_needed),
    cmocka_unit_test (test_versions),
    cmocka_unit_test (test_not_served),
    cmocka_unit_test (test_errors),
    cmocka_unit_test (test_refused_watches),
    cmocka_unit_test (test_unreachable),
    cmocka_unit_test (test_cut_at_the_beginning),
    cmocka_unit_test (test_next_watch),
    cmocka_unit_test (test_timeout),
    cmocka_unit_test (test_trouble_between_watches),
    cmocka_unit_test (test_no_list),
    cmocka_unit_test (test_no_event),
    cmocka_unit_test (test_deep_event),
    cmocka_unit_test (test_endless_line),
    cmocka_unit_test (test_resources),
    cmocka_unit_test (test_backoff),
    cmocka_unit_test (test_worked),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
