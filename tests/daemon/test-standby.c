/* test-standby.c - what a candidate says while another one leads */
#include "daemon/leader-election.h"
#include "tests/client/replay-server.h"

#define MS 1000
#define LEASE(holder)                                                 \
  "{\"kind\":\"Lease\",\"apiVersion\":\"coordination.k8s.io/v1\","    \
  "\"metadata\":{\"name\":\"lock\",\"namespace\":\"kube-system\","    \
  "\"resourceVersion\":\"3\"},\"spec\":{\"holderIdentity\":\"" holder \
  "\",\"leaseDurationSeconds\":900,\"acquireTime\":"                  \
  "\"2026-01-02T03:04:05.000000Z\",\"renewTime\":"                    \
  "\"2026-01-02T03:04:05.000000Z\",\"leaseTransitions\":1}}"
#define ANSWER(holder)                                                      \
  {                                                                         \
    .status = 200, .pieces = (const char *const[]) { LEASE (holder), NULL } \
  }

static void
renewed (gint64 until_us, gpointer data)
{
  (void) until_us;
  (void) data;
}

static void
changed (FitElectionState state, const char *text, gpointer data)
{
  (void) state;
  g_string_append_printf (data, "%s\n", text);
}

static void
note (const char *text, gpointer data)
{
  g_string_append_printf (data, "%s\n", text);
}

/* However often it looks, each holder is named once. */
static void
test_each_holder_is_named_once (void **state)
{
  const ReplayAnswer answers[] = {
    ANSWER ("a"), ANSWER ("a"),
    ANSWER ("a"), ANSWER ("b"),
    ANSWER ("b"), ANSWER ("a"),
    ANSWER ("a"), { .end = REPLAY_SILENT, .without_head = TRUE },
  };
  g_autoptr (ReplayServer) server
      = replay_server_new (answers, G_N_ELEMENTS (answers));
  const FitApiConfig api = { .source = (char *) "test",
                             .server = (char *) replay_server_url (server) };
  g_autoptr (GString) said = g_string_new (NULL);
  const FitCandidateOptions options = { .api = &api,
                                        .lock = "leases",
                                        .namespace_ = "kube-system",
                                        .name = "lock",
                                        .lease_us = 900000 * MS,
                                        .renew_deadline_us = 600000 * MS,
                                        .retry_us = 10 * MS,
                                        .ignore_other_locks = TRUE,
                                        .component = "test",
                                        .renewed = renewed,
                                        .changed = changed,
                                        .note = note,
                                        .data = said };
  g_autoptr (GError) error = NULL;
  FitCandidate *candidate = fit_candidate_new (&options, &error);

  (void) state;
  assert_non_null (candidate);
  fit_candidate_start (candidate);
  /* The last question comes when what the others were told has been said. */
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    g_free (replay_server_next (server));
  fit_candidate_free (candidate);
  assert_string_equal (
      said->str, "waiting to lead: Lease kube-system/lock is held by a\n"
                 "waiting to lead: Lease kube-system/lock is held by b\n"
                 "waiting to lead: Lease kube-system/lock is held by a\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_each_holder_is_named_once),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
