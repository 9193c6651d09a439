/* test-health.c - the pages /healthz, /livez and /readyz
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/serving/served.h"

#include "serving/health.h"

static char *
be_ill (gpointer data)
{
  return g_strdup (data);
}

/* Returns: (transfer full): a server of the pages of @health */
static FitServer *
serve (FitHealth *health)
{
  g_autoptr (GArray) routes
      = g_array_new (FALSE, FALSE, sizeof (FitServerRoute));
  FitServer *server;

  fit_health_add_routes (health, routes);
  server = fit_server_new (
      &(const FitServerOptions){
          .address = "127.0.0.1",
          .routes = (const FitServerRoute *) (gpointer) routes->data,
          .n_routes = routes->len },
      NULL);
  assert_non_null (server);
  return server;
}

static void
test_health (void **state)
{
  const FitHealthCheck checks[] = {
    { "ping", TRUE, TRUE, NULL, NULL },
    { "lists", FALSE, TRUE, be_ill, (gpointer) "not yet" },
  };
  g_autoptr (FitHealth) health = fit_health_new (checks, G_N_ELEMENTS (checks));
  g_autoptr (FitServer) server = serve (health);
  const guint port = fit_server_port (server);

  (void) state;
  served_assert (port, "/healthz", 200, "ok");
  served_assert (port, "/livez", 200, "ok");
  served_assert (port, "/healthz?verbose", 200,
                 "[+]ping ok\nhealthz check passed\n");
  served_assert (port, "/readyz", 500,
                 "[+]ping ok\n[-]lists failed: not yet\nreadyz check failed\n");
  served_assert (port, "/readyz?exclude=lists", 200, "ok");
  served_assert (port, "/readyz?exclude=lists&verbose&exclude=x", 200,
                 "[+]ping ok\n[+]lists excluded: ok\n"
                 "warn: some health checks cannot be excluded: no matches for "
                 "\"x\"\nreadyz check passed\n");
  served_assert (port, "/healthz/ping", 200, "ok");
  served_assert (port, "/readyz/lists", 500, "not yet\n");
  served_assert (port, "/healthz/lists", 404, "404 page not found\n");
  served_assert (port, "/healthz/", 404, "404 page not found\n");
}

/* One that fails is not made up for by those after it. */
static void
test_several_checks (void **state)
{
  const FitHealthCheck checks[] = {
    { "first", TRUE, TRUE, be_ill, (gpointer) "worn out" },
    { "second", FALSE, TRUE, be_ill, (gpointer) "asleep" },
    { "third", TRUE, FALSE, NULL, NULL },
  };
  g_autoptr (FitHealth) health = fit_health_new (checks, G_N_ELEMENTS (checks));
  g_autoptr (FitServer) server = serve (health);
  const guint port = fit_server_port (server);

  (void) state;
  served_assert (port, "/livez", 500,
                 "[-]first failed: worn out\n[+]third ok\n"
                 "livez check failed\n");
  served_assert (port, "/livez?exclude=first", 200, "ok");
  served_assert (port, "/readyz", 500,
                 "[-]first failed: worn out\n[-]second failed: asleep\n"
                 "readyz check failed\n");
  served_assert (port, "/readyz?exclude=second", 500,
                 "[-]first failed: worn out\n[+]second excluded: ok\n"
                 "readyz check failed\n");
  served_assert (port, "/readyz?exclude=second&exclude=first", 200, "ok");
  /* A page does not know the checks of another one. */
  served_assert (port, "/livez?exclude=second", 500,
                 "[-]first failed: worn out\n[+]third ok\n"
                 "warn: some health checks cannot be excluded: no matches for "
                 "\"second\"\nlivez check failed\n");
  served_assert (port, "/readyz?exclude=third&exclude=first", 500,
                 "[+]first excluded: ok\n[-]second failed: asleep\n"
                 "warn: some health checks cannot be excluded: no matches for "
                 "\"third\"\nreadyz check failed\n");
  served_assert (port, "/readyz/third", 404, "404 page not found\n");
  served_assert (port, "/healthz/third", 200, "ok");
}

/* The cluster has to be read once. */
static void
test_lists (void **state)
{
  g_autofree char *problem = fit_health_of_lists (FALSE);

  (void) state;
  assert_string_equal (problem, "the cluster is not read yet");
  assert_null (fit_health_of_lists (TRUE));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_health),
    cmocka_unit_test (test_several_checks),
    cmocka_unit_test (test_lists),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
