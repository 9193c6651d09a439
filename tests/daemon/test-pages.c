/* test-pages.c - what fitsched run shows to everybody who reaches its ports */
#include "tests/serving/served.h"

#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

#include "daemon/daemon-private.h"

/* Returns: a port that nobody used just now */
static guint
find_port (void)
{
  struct sockaddr_in address
      = { .sin_family = AF_INET, .sin_addr = { htonl (INADDR_LOOPBACK) } };
  socklen_t len = sizeof address;
  const int fd = socket (AF_INET, SOCK_STREAM, 0);

  assert_int_equal (bind (fd, (struct sockaddr *) &address, len), 0);
  assert_int_equal (getsockname (fd, (struct sockaddr *) &address, &len), 0);
  close (fd);
  return ntohs (address.sin_port);
}

/* Somebody else may take a port before it is listened on. */
static FitPages *
open_pages (FitDaemon *daemon, const char *configuration, guint *out_port)
{
  for (guint i = 0; i < 100; i++)
    {
      const guint port = find_port ();
      const FitServing serving = { .plain = { { "127.0.0.1", port, "test" } },
                                   .configuration = configuration };
      FitPages *pages = fit_pages_new (daemon, &serving, NULL);

      *out_port = port;
      if (pages != NULL)
        return pages;
    }
  fail_msg ("no port can be used");
  return NULL;
}

static char *
ask (guint port, const char *method, const char *path)
{
  g_autoptr (FitHttpResponse) response
      = served_ask (port, NULL, method, path, NULL, NULL);

  assert_int_equal (response->status, 200);
  return served_text (response);
}

static void
assert_closed (guint port)
{
  const struct sockaddr_in address = { .sin_family = AF_INET,
                                       .sin_addr = { htonl (INADDR_LOOPBACK) },
                                       .sin_port = htons ((guint16) port) };
  const int fd = socket (AF_INET, SOCK_STREAM, 0);

  assert_int_equal (
      connect (fd, (const struct sockaddr *) &address, sizeof address), -1);
  assert_int_equal (errno, ECONNREFUSED);
  close (fd);
}

static void
test_pages (void **state)
{
  FitDaemon daemon = { 0 };
  g_autofree char *metrics = NULL;
  g_autofree char *reset = NULL;
  FitPages *pages;
  guint port;

  (void) state;
  daemon.metrics = fit_metrics_new (0, NULL);
  pages = open_pages (&daemon, "{\"a\":1}", &port);
  served_assert (port, "/healthz", 200, "ok");
  served_assert (port, "/readyz/ping", 200, "ok");
  metrics = ask (port, "GET", "/metrics");
  assert_non_null (strstr (metrics, "\nfitsched_build_info{"));
  reset = ask (port, "DELETE", "/metrics");
  assert_string_equal (reset, "metrics reset\n");
  served_assert (port, "/configz", 200, "{\"componentconfig\":{\"a\":1}}");
  served_assert (port, "/", 404, "404 page not found\n");
  fit_pages_free (pages);
  assert_closed (port);

  pages = open_pages (&daemon, NULL, &port);
  served_assert (port, "/configz", 404, "404 page not found\n");
  fit_pages_free (pages);
  fit_metrics_free (daemon.metrics);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_pages),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
