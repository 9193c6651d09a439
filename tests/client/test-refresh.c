/* test-refresh.c - a reflector that is to list anew, whatever it is doing
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/client/reflector-story.h"

static void
run_refresh (gpointer reflector)
{
  fit_reflector_refresh (reflector);
}

static void
refresh (const Story *story)
{
  fit_api_client_call_later (story->client, 0, run_refresh, story->reflector);
}

#define FRESH ANSWER (200, LIST ("\"resourceVersion\":\"9\"", ITEM ("b")))
/* What the new watch says, and the old one would have said before. */
#define LATER_C                                        \
  {                                                    \
    .status = 200, .end = REPLAY_SILENT, .held = TRUE, \
    BODY (EVENT ("ADDED", NODE ("c", "10")))           \
  }
#define FRESH_LIST LISTS ("limit=500&resourceVersion=")

/* Once it has listed a, and watches. */
static void
refresh_in_watch (Story *story)
{
  assert_told (story, "listed a");
  assert_asked (story, LISTS ("limit=500&resourceVersion=0"));
  assert_asked (story, WATCH ("5"));
  refresh (story);
}

/* What was held is said only now. */
static void
assert_goes_on (Story *story)
{
  assert_asked (story, FRESH_LIST);
  assert_asked (story, WATCH ("9"));
  replay_server_release (story->server);
  assert_told (story, "changed c 10");
}

/* What the old watch says later counts for nothing. */
static void
test_in_watch (void **state)
{
  const ReplayAnswer answers[] = {
    LISTED,
    { .status = 200,
      .end = REPLAY_SILENT,
      .held = TRUE,
      BODY (EVENT ("ADDED", NODE ("late", "6"))) },
    FRESH,
    LATER_C,
  };
  STORY (story, &story_nodes, answers);

  (void) state;
  refresh_in_watch (&story);
  assert_told (&story, "listed b");
  assert_goes_on (&story);
}

/* The watch has brought something, and then nothing more, for ever. */
static void
test_in_stalled_watch (void **state)
{
  const ReplayAnswer answers[] = {
    LISTED,
    { .status = 200,
      .end = REPLAY_SILENT,
      BODY (EVENT ("ADDED", NODE ("b", "6")), "{\"type\":\"ADD") },
    FRESH,
    { .status = 200,
      .end = REPLAY_SILENT,
      BODY (EVENT ("ADDED", NODE ("c", "10"))) },
  };
  STORY (story, &story_nodes, answers);

  (void) state;
  assert_told (&story, "listed a");
  assert_told (&story, "changed b 6");
  refresh (&story);
  assert_told (&story, "listed b");
  assert_told (&story, "changed c 10");
}

/* A list from before is not handed over, neither whole nor in part. */
static void
test_in_list (void **state)
{
  const ReplayAnswer answers[] = {
    ANSWER (200,
            LIST ("\"resourceVersion\":\"7\",\"continue\":\"x\"", ITEM ("p"))),
    { .status = 200,
      .held = TRUE,
      BODY (LIST ("\"resourceVersion\":\"7\"", ITEM ("q"))) },
    { .status = 200,
      .end = REPLAY_SILENT,
      BODY ("{\"kind\":\"NodeList\",\"items\":[" ITEM ("r")) },
    FRESH,
    LATER_C,
  };
  STORY (story, &story_nodes, answers);

  (void) state;
  assert_asked (&story, LISTS ("limit=500&resourceVersion=0"));
  assert_asked (&story, LISTS ("limit=500&continue=x"));
  refresh (&story);
  assert_asked (&story, FRESH_LIST);
  refresh (&story);
  assert_told (&story, "listed b");
  assert_goes_on (&story);
}

/* It does not wait. */
static void
test_in_backoff (void **state)
{
  const ReplayAnswer answers[] = {
    ANSWER (500, STATUS (500, "etcd is ill")),
    FRESH,
    OPEN,
  };
  static const StorySetup setup
      = { .backoff_ms = 600 * 1000, .limits = FIT_LIST_LIMITS_INIT };
  g_auto (Story) story = { 0 };

  (void) state;
  story_init_with (&story, &story_nodes, &setup, answers,
                   G_N_ELEMENTS (answers));
  assert_told (&story, "trouble: cannot list nodes: 500: etcd is ill");
  assert_asked (&story, LISTS ("limit=500&resourceVersion=0"));
  refresh (&story);
  assert_told (&story, "recovered");
  assert_told (&story, "listed b");
  assert_asked (&story, FRESH_LIST);
  assert_asked (&story, WATCH ("9"));
  assert_int_equal (replay_server_count (story.server), 0);
}

/* The server has asked for a minute. */
static void
test_in_retry (void **state)
{
  const ReplayAnswer answers[] = {
    { .status = 429, .headers = "Retry-After: 60\r\n" },
    FRESH,
    OPEN,
  };
  STORY (story, &story_nodes, answers);

  (void) state;
  assert_asked (&story, LISTS ("limit=500&resourceVersion=0"));
  refresh (&story);
  assert_told (&story, "listed b");
}

/* It is tried again until it is done, and is never less than what is stored. */
static void
test_fails (void **state)
{
  const ReplayAnswer answers[] = {
    LISTED,
    OPEN,
    ANSWER (500, STATUS (500, "etcd is ill")),
    { .status = 0 },
    { .status = 200, .end = REPLAY_CUT, BODY ("{\"kind\":\"NodeList\",") },
    FRESH,
    OPEN,
  };
  STORY (story, &story_nodes, answers);

  (void) state;
  refresh_in_watch (&story);
  assert_told (&story, "trouble: cannot list nodes: 500: etcd is ill");
  assert_told (&story, "recovered");
  assert_told (&story, "listed b");
  for (guint i = 0; i < 4; i++)
    assert_asked (&story, FRESH_LIST);
  assert_asked (&story, WATCH ("9"));
}

/* As at the start: whoever waits for the list of a kind that is not for us any more
 * does not wait for ever. */
static void
test_refused (void **state)
{
  const ReplayAnswer answers[] = {
    LISTED, OPEN, ANSWER (403, STATUS (403, "no more")), FRESH, OPEN,
  };
  STORY (story, &story_nodes, answers);

  (void) state;
  refresh_in_watch (&story);
  assert_told (&story, "trouble: cannot list nodes: 403: no more");
  assert_told (&story, "listed");
  assert_told (&story, "recovered");
  assert_told (&story, "listed b");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_in_watch), cmocka_unit_test (test_in_stalled_watch),
    cmocka_unit_test (test_in_list),  cmocka_unit_test (test_in_backoff),
    cmocka_unit_test (test_in_retry), cmocka_unit_test (test_fails),
    cmocka_unit_test (test_refused),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
