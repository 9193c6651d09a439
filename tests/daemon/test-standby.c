/* test-standby.c - what a candidate says while it waits, leads and loses
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/leader-election.h"
#include "tests/client/replay-server.h"

#include <string.h>

#define MS 1000
#define SECOND_US G_GINT64_CONSTANT (1000000)
#define RECORD(holder)                               \
  "\"holderIdentity\":\"" holder                     \
  "\",\"leaseDurationSeconds\":900,\"acquireTime\":" \
  "\"2026-01-02T03:04:05.000000Z\",\"renewTime\":"   \
  "\"2026-01-02T03:04:05.000000Z\""
#define LEASE(holder)                                                      \
  "{\"kind\":\"Lease\",\"apiVersion\":\"coordination.k8s.io/v1\","         \
  "\"metadata\":{\"name\":\"lock\",\"namespace\":\"kube-system\",\"uid\":" \
  "\"u7\",\"resourceVersion\":\"3\"},\"spec\":{" RECORD (                  \
      holder) ",\"leaseTransitions\":1}}"
/* The record of another kind of lock is JSON in a string. */
#define CONFIG_MAP                                                          \
  "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":"   \
  "\"lock\",\"namespace\":\"kube-system\",\"resourceVersion\":\"3\","       \
  "\"annotations\":{\"control-plane.alpha.kubernetes.io/leader\":"          \
  "\"{\\\"holderIdentity\\\":\\\"old\\\",\\\"leaseDurationSeconds\\\":900," \
  "\\\"acquireTime\\\":\\\"2026-01-02T03:04:05Z\\\",\\\"renewTime\\\":"     \
  "\\\"2026-01-02T03:04:05Z\\\",\\\"leaderTransitions\\\":1}\"}}}"
#define ANSWER_TO(question, code, text)                             \
  {                                                                 \
    .to = question, .status = code, .pieces = (const char *const[]) \
    {                                                               \
      text, NULL                                                    \
    }                                                               \
  }
#define ANSWER(holder) ANSWER_TO (NULL, 200, LEASE (holder))
#define BUSY ANSWER_TO ("GET ", 503, "{\"message\":\"etcd is slow\"}")
#define SILENCE                                \
  {                                            \
    .end = REPLAY_SILENT, .without_head = TRUE \
  }
#define THE_LEASE \
  "GET /apis/coordination.k8s.io/v1/namespaces/kube-system/leases/lock?timeout="

typedef struct
{
  ReplayServer *server;
  FitCandidate *candidate;
  GString *said;
  GAsyncQueue *ends; /* the candidate has lost the lock, or released it */
  gint64 until_us;   /* what it was told last; 0: it never led */
  gboolean told_twice;
  const char *lock; /* (nullable): leases */
} Story;

static void
renewed (gint64 until_us, gpointer data)
{
  Story *story = data;

  story->told_twice |= until_us == story->until_us;
  story->until_us = until_us;
}

static void
note (const char *text, gpointer data)
{
  Story *story = data;

  g_string_append_printf (story->said, "%s\n", text);
}

/* What it is called is made up. */
static void
changed (FitElectionState state, const char *text, gpointer data)
{
  Story *story = data;

  note (state == FIT_ELECTION_LEADING ? strstr (text, " holds ") : text, data);
  if (state == FIT_ELECTION_LOST || state == FIT_ELECTION_RELEASED)
    g_async_queue_push (story->ends, story);
}

static void
begin_with (Story *story, ReplayServer *server, gboolean ignore_other_locks,
            gint64 renew_deadline_us)
{
  FitApiConfig api = { .source = (char *) "test" };
  FitCandidateOptions options
      = { .api = &api,
          .lock = story->lock != NULL ? story->lock : "leases",
          .namespace_ = "kube-system",
          .name = "lock",
          .lease_us = 900 * SECOND_US,
          .renew_deadline_us = renew_deadline_us,
          .retry_us = 10 * MS,
          .ignore_other_locks = ignore_other_locks,
          .component = "test",
          .renewed = renewed,
          .changed = changed,
          .note = note,
          .data = story };
  g_autoptr (GError) error = NULL;

  story->server = server;
  api.server = (char *) replay_server_url (story->server);
  story->said = g_string_new (NULL);
  story->ends = g_async_queue_new ();
  story->candidate = fit_candidate_new (&options, &error);
  assert_non_null (story->candidate);
  fit_candidate_start (story->candidate);
}

static void
begin (Story *story, const ReplayAnswer *answers, guint n,
       gboolean ignore_other_locks, gint64 renew_deadline_us)
{
  begin_with (story, replay_server_new (answers, n), ignore_other_locks,
              renew_deadline_us);
}

/* No more is said afterwards.  Who held the lock was told until when, once for each
 * time. */
static void
end (Story *story, const char *expected)
{
  fit_candidate_free (story->candidate);
  assert_string_equal (story->said->str, expected);
  assert_int_equal (story->until_us != 0, strstr (expected, " holds ") != NULL);
  assert_false (story->told_twice);
  replay_server_free (story->server);
  g_async_queue_unref (story->ends);
  g_string_free (story->said, TRUE);
}

static void
await_end (const Story *story)
{
  assert_non_null (g_async_queue_timeout_pop (story->ends, 60 * SECOND_US));
}

/* The last question, which gets no answer, comes when what the others were told
 * has been said. */
static void
check_said (const ReplayAnswer *answers, guint n, gboolean ignore_other_locks,
            const char *expected)
{
  Story story = { 0 };

  begin (&story, answers, n, ignore_other_locks, 600 * SECOND_US);
  for (guint i = 0; i < n; i++)
    g_free (replay_server_next (story.server));
  end (&story, expected);
}

/* However often it looks, each holder is named once. */
static void
test_each_holder_is_named_once (void **state)
{
  const ReplayAnswer answers[]
      = { ANSWER ("a"), ANSWER ("a"), ANSWER ("a"), ANSWER ("b"),
          ANSWER ("b"), ANSWER ("a"), ANSWER ("a"), SILENCE };

  (void) state;
  check_said (answers, G_N_ELEMENTS (answers), TRUE,
              "waiting to lead: Lease kube-system/lock is held by a\n"
              "waiting to lead: Lease kube-system/lock is held by b\n"
              "waiting to lead: Lease kube-system/lock is held by a\n");
}

/* Once for each period of trouble. */
static void
test_trouble (void **state)
{
  const ReplayAnswer answers[]
      = { BUSY, BUSY, ANSWER ("a"), ANSWER ("a"), BUSY, BUSY, SILENCE };

  (void) state;
  check_said (answers, G_N_ELEMENTS (answers), TRUE,
              "cannot take Lease kube-system/lock: 503: etcd is slow; trying "
              "again\n"
              "waiting to lead: Lease kube-system/lock is held by a\n"
              "cannot take Lease kube-system/lock: 503: etcd is slow; trying "
              "again\n");
}

/* Who may not have the lock is told at once what to do about that. */
static void
test_a_lock_that_is_forbidden (void **state)
{
  static const struct
  {
    const char *lock, *said;
  } cases[] = {
    { "leases",
      "cannot take Lease kube-system/lock: 403: not yours; trying again: this "
      "user needs the right to get, create and update it; "
      "--leader-elect=false goes without a lock\n" },
    { "endpoints",
      "cannot take Endpoints kube-system/lock: 403: not yours; trying again: "
      "kube-scheduler has used a Lease since 1.20, and newer clusters allow it "
      "nothing else; see --leader-elect-resource-lock leases\n" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const ReplayAnswer answers[]
          = { ANSWER_TO ("GET ", 403, "{\"message\":\"not yours\"}"), SILENCE };
      Story story = { .lock = cases[i].lock };

      begin (&story, answers, G_N_ELEMENTS (answers), TRUE, 600 * SECOND_US);
      for (guint k = 0; k < G_N_ELEMENTS (answers); k++)
        g_free (replay_server_next (story.server));
      end (&story, cases[i].said);
    }
}

/* Nothing comes, and then something that is no lock. */
static void
test_other_trouble (void **state)
{
  const ReplayAnswer answers[] = {
    { .status = 0 }, ANSWER ("a"), ANSWER_TO ("GET ", 200, "{}"), SILENCE
  };
  Story story = { 0 };
  g_autofree char *expected = NULL;

  (void) state;
  begin (&story, answers, G_N_ELEMENTS (answers), TRUE, 600 * SECOND_US);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    g_free (replay_server_next (story.server));
  expected = g_strdup_printf (
      "cannot take Lease kube-system/lock: %s: Empty reply from server; trying "
      "again\n"
      "waiting to lead: Lease kube-system/lock is held by a\n"
      "cannot take Lease kube-system/lock: found something else, expected "
      "a Lease with a resourceVersion; trying again\n",
      replay_server_url (story.server));
  end (&story, expected);
}

/* It may not read one of them, and the other one is held. */
static void
test_other_kinds_of_locks (void **state)
{
#define ROUND                                                                \
  ANSWER_TO (THE_LEASE, 404, "{}"),                                          \
      ANSWER_TO ("GET /api/v1/namespaces/kube-system/endpoints/lock?", 403,  \
                 "{}"),                                                      \
      ANSWER_TO ("GET /api/v1/namespaces/kube-system/configmaps/lock?", 200, \
                 CONFIG_MAP)
  const ReplayAnswer answers[] = { ROUND, ROUND, SILENCE };

  (void) state;
  check_said (answers, G_N_ELEMENTS (answers), FALSE,
              "this user may not read Endpoints kube-system/lock: a leader by "
              "that lock is not seen\n"
              "waiting to lead: ConfigMap kube-system/lock, another kind of "
              "lock, is held by old; --ignore-other-locks leads beside it\n");
}

#define TAKEN                                                    \
  ANSWER_TO (THE_LEASE, 404, "{}"),                              \
      ANSWER_TO ("POST /apis/coordination.k8s.io/v1/namespaces/" \
                 "kube-system/leases?timeout=",                  \
                 201, LEASE ("")),                               \
      ANSWER_TO ("POST /api/v1/namespaces/kube-system/events ", 201, "{}")

#define SOURCE \
  " became leader\",\"source\":{\"component\":\"test\"},\"firstTimestamp\":\""

/* It leads, writes an event about that, and finds another one in its place. */
static void
test_another_holder (void **state)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc (), date = NULL;
  const ReplayAnswer answers[]
      = { TAKEN, ANSWER_TO (THE_LEASE, 200, LEASE ("b")) };
  Story story = { 0 };
  g_autofree char *event = NULL, *since = NULL;
  const char *written;

  (void) state;
  begin (&story, answers, G_N_ELEMENTS (answers), TRUE, 600 * SECOND_US);
  while (event == NULL || strstr (event, "/events ") == NULL)
    {
      g_free (event);
      event = replay_server_next (story.server);
    }
  assert_non_null (strstr (
      event, "\"namespace\":\"kube-system\"},\"involvedObject\":{\"kind\":"
             "\"Lease\",\"namespace\":\"kube-system\",\"name\":\"lock\","
             "\"uid\":\"u7\",\"apiVersion\":\"coordination.k8s.io/v1\","
             "\"resourceVersion\":\"3\"},\"reason\":\"LeaderElection\","
             "\"message\":\""));
  written = strstr (event, SOURCE);
  assert_non_null (written);
  since
      = g_strndup (written + strlen (SOURCE), strlen ("2026-01-01T00:00:00Z"));
  date = g_date_time_new_from_iso8601 (since, NULL);
  assert_true (date != NULL
               && ABS (g_date_time_difference (date, now)) < G_TIME_SPAN_HOUR);
  await_end (&story);
  end (&story, " holds Lease kube-system/lock\n"
               "lost Lease kube-system/lock: it is held by b\n");
}

/* The lock is written, but the answer is that it took too long: the next look finds
 * the own name in it.  @data: char *: that name, as it was sent */
static ReplayAnswer
keep_lock (const char *request, gpointer data)
{
  static const char key[] = "\"holderIdentity\":\"";
  char **holder = data;
  const gboolean had_holder = *holder != NULL;
  ReplayAnswer answer = { .status = had_holder ? 200 : 404 };

  if (strstr (request, "/leases") == NULL)
    return (ReplayAnswer){ .status = 201 };
  if (g_str_has_prefix (request, "POST ") && !had_holder)
    {
      const char *name = strstr (request, key) + strlen (key);

      *holder = g_strndup (name, strcspn (name, "\""));
      return (ReplayAnswer){ .status = 504 };
    }
  if (had_holder)
    {
      answer.owned = g_new0 (char *, 2);
      answer.owned[0] = g_strdup_printf (LEASE ("%s"), *holder);
      answer.pieces = (const char *const *) answer.owned;
    }
  return answer;
}

/* It does not wait for itself. */
static void
test_it_holds_the_lock (void **state)
{
  Story story = { 0 };
  g_autofree char *holder = NULL;
  gboolean leads = FALSE;

  (void) state;
  begin_with (&story, replay_server_new_for (keep_lock, &holder), TRUE,
              600 * SECOND_US);
  while (!leads)
    {
      g_autofree char *request = replay_server_next (story.server);

      leads = strstr (request, "/events ") != NULL;
    }
  end (&story,
       "cannot take Lease kube-system/lock: 504: no text; trying again\n"
       " holds Lease kube-system/lock\n");
}

/* It leads, and cannot renew that. */
static void
test_a_renewal_fails (void **state)
{
  const ReplayAnswer busy = BUSY;
  ReplayAnswer answers[200] = { TAKEN };
  Story story = { 0 };

  (void) state;
  for (guint i = 3; i < G_N_ELEMENTS (answers); i++)
    answers[i] = busy;
  begin (&story, answers, G_N_ELEMENTS (answers), TRUE, 500 * MS);
  await_end (&story);
  end (&story, " holds Lease kube-system/lock\n"
               "cannot renew Lease kube-system/lock: 503: etcd is slow; trying "
               "again\n"
               "lost Lease kube-system/lock, which was not renewed for 500ms: "
               "503: etcd is slow\n");
}

/* -- what it may be told --------------------------------------------------- */

static void
test_options (void **state)
{
  static const char positive[] = "must be greater than zero";
  static const struct
  {
    gint64 lease_us, renew_deadline_us, retry_us;
    const char *namespace_, *name, *lock;
    const char *field, *value, *why; /* NULL: they are fine */
  } cases[] = {
    { 15000000, 10000000, 2000000, "n", "l", "leases", NULL, NULL, NULL },
    { 10000001, 10000000, 8333333, "n", "l", "endpoints", NULL, NULL, NULL },
    { 3, 2, 1, "n", "l", "configmapsleases", NULL, NULL, NULL },
    { 0, 2, 1, "n", "l", "leases", "leaseDuration", "\"0s\"", positive },
    { 3, 0, 1, "n", "l", "leases", "renewDeadline", "\"0s\"", positive },
    { 3, 2, 0, "n", "l", "leases", "retryPeriod", "\"0s\"", positive },
    { 3, 2, -1000000, "n", "l", "leases", "retryPeriod", "\"-1s\"", positive },
    { 10000000, 10000000, 2000000, "n", "l", "leases", "leaseDuration",
      "\"10s\"", "LeaseDuration must be greater than RenewDeadline" },
    { 15000000, 12000000, 10000000, "n", "l", "leases", "renewDeadline",
      "\"12s\"",
      "RenewDeadline must be greater than RetryPeriod*JitterFactor (1.2)" },
  };
  static const struct
  {
    const char *namespace_, *name, *lock;
    const char *error;
  } texts[] = {
    { "", "l", "leases", "leaderElection.resourceNamespace: Required value" },
    { "n", "", "leases", "leaderElection.resourceName: Required value" },
    { "", "", "leases", "leaderElection.resourceName: Required value" },
    { "n", "l", "locks",
      "leaderElection.resourceLock: found \"locks\", expected one of leases, "
      "endpoints, configmaps, endpointsleases, configmapsleases" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const FitCandidateOptions options
          = { .lock = cases[i].lock,
              .namespace_ = cases[i].namespace_,
              .name = cases[i].name,
              .lease_us = cases[i].lease_us,
              .renew_deadline_us = cases[i].renew_deadline_us,
              .retry_us = cases[i].retry_us };
      g_autoptr (GError) error = NULL;
      g_autofree char *expected
          = g_strdup_printf ("leaderElection.%s: Invalid value: %s: %s",
                             cases[i].field, cases[i].value, cases[i].why);

      assert_int_equal (fit_candidate_check (&options, &error),
                        cases[i].field == NULL);
      if (cases[i].field != NULL)
        assert_string_equal (error->message, expected);
    }
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const FitCandidateOptions options = { .lock = texts[i].lock,
                                            .namespace_ = texts[i].namespace_,
                                            .name = texts[i].name,
                                            .lease_us = 15000000,
                                            .renew_deadline_us = 10000000,
                                            .retry_us = 2000000 };
      g_autoptr (GError) error = NULL;

      assert_false (fit_candidate_check (&options, &error));
      assert_string_equal (error->message, texts[i].error);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_each_holder_is_named_once),
    cmocka_unit_test (test_trouble),
    cmocka_unit_test (test_a_lock_that_is_forbidden),
    cmocka_unit_test (test_other_trouble),
    cmocka_unit_test (test_other_kinds_of_locks),
    cmocka_unit_test (test_another_holder),
    cmocka_unit_test (test_it_holds_the_lock),
    cmocka_unit_test (test_a_renewal_fails),
    cmocka_unit_test (test_options),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
