/* test-health.c - the pages /healthz, /livez and /readyz */
#include "tests/serving/served.h"

#include "serving/health.h"

static char *
be_ill (gpointer data)
{
  return g_strdup (data);
}

static void
test_health (void **state)
{
  const FitHealthCheck checks[] = {
    { "ping", TRUE, TRUE, NULL, NULL },
    { "lists", FALSE, TRUE, be_ill, (gpointer) "not yet" },
  };
  g_autoptr (FitHealth) health = fit_health_new (checks, G_N_ELEMENTS (checks));
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
  assert_non_null (server);
  port = fit_server_port (server);
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

int
main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_health) };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
