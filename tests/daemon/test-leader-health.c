/* test-leader-health.c - when a leader that does not renew its lock is unhealthy
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/daemon-private.h"

#include "serving/health.h"
#include "tests/serving/served.h"

#define SECOND G_USEC_PER_SEC

/* What /healthz is served from, with a clock of its own. */
typedef struct
{
  gint64 lease_end_us;
  gint64 now_us;
} World;

static char *
check (gpointer data)
{
  const World *world = data;

  return fit_leader_unhealthy ("kube-scheduler", world->lease_end_us,
                               world->now_us);
}

static void
test_a_lease_and_twenty_seconds (void **state)
{
  World world = { .lease_end_us = G_MAXINT64, .now_us = 1000 * SECOND };
  const FitHealthCheck checks[]
      = { { "leaderElection", TRUE, TRUE, check, &world } };
  g_autoptr (FitHealth) health = fit_health_new (checks, 1);
  g_autoptr (GArray) routes
      = g_array_new (FALSE, FALSE, sizeof (FitServerRoute));
  g_autoptr (FitServer) server = NULL;
  guint port;

  (void) state;
  fit_health_add_routes (health, routes);
  server = fit_server_new (
      &(const FitServerOptions){
          .address = "127.0.0.1",
          .routes = (const FitServerRoute *) (gpointer) routes->data,
          .n_routes = routes->len },
      NULL);
  port = fit_server_port (server);

  /* Who waits to lead is healthy. */
  served_assert (port, "/healthz", 200, "ok");
  world.lease_end_us = world.now_us + 15 * SECOND;
  world.now_us += 35 * SECOND;
  served_assert (port, "/healthz", 200, "ok");
  world.now_us += 1;
  served_assert (port, "/healthz", 500,
                 "[-]leaderElection failed: failed election to renew "
                 "leadership on lease kube-scheduler\nhealthz check failed\n");
  served_assert (port, "/livez", 500,
                 "[-]leaderElection failed: failed election to renew "
                 "leadership on lease kube-scheduler\nlivez check failed\n");

  /* It may still succeed, or somebody else leads. */
  world.lease_end_us = world.now_us + 15 * SECOND;
  served_assert (port, "/healthz", 200, "ok");
  world.now_us += 1000 * SECOND;
  world.lease_end_us = G_MAXINT64;
  served_assert (port, "/healthz", 200, "ok");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_a_lease_and_twenty_seconds),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
