/* api-server.c - what the daemon makes of the API server that it finds
 * Tests: tests/cli/test-server-releases.c
 *
 * Before anything is read, the server says which release it is and what it
 * serves.  Then the reflectors of what there is begin.
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/daemon-private.h"

#include "base/list-gap.h"

static void
found (FitServed *served, gpointer data)
{
  fit_daemon_post (
      data, &(const FitMessage){ .type = FIT_MESSAGE_SERVER,
                                 .destroy = (GDestroyNotify) fit_served_free,
                                 .data = served });
}

static void
listed (FitKind kind, GPtrArray *objects, gpointer data)
{
  fit_daemon_post (data, &(const FitMessage){ .type = FIT_MESSAGE_LISTED,
                                              .kind = kind,
                                              .objects = objects });
}

static void
changed (FitKind kind, gconstpointer object, gboolean gone, gpointer data)
{
  fit_daemon_post (data, &(const FitMessage){ .type = FIT_MESSAGE_CHANGED,
                                              .kind = kind,
                                              .object = object,
                                              .gone = gone });
}

static void
trouble (const char *text, gboolean unreachable, gpointer data)
{
  fit_daemon_post (
      data, &(const FitMessage){ .type = unreachable ? FIT_MESSAGE_UNREACHABLE
                                                     : FIT_MESSAGE_NOTE,
                                 .text = g_strdup (text) });
}

static void
recovered (gpointer data)
{
  fit_daemon_post (data, &(const FitMessage){ .type = FIT_MESSAGE_REACHABLE });
}

void
fit_api_server_begin (FitDaemon *daemon)
{
  guint n;
  const FitApiResource *resources = fit_api_resources (daemon->release, &n);

  daemon->discovery
      = fit_discovery_new (daemon->client, resources, n,
                           &(const FitDiscoverySink){ found, trouble, daemon });
  fit_discovery_begin (daemon->discovery);
}

/* -- reading ---------------------------------------------------------------- */

/* What a server does not have is an empty list. */
static void
list_the_missing (FitDaemon *daemon)
{
  for (FitKind kind = 0; kind < FIT_KIND_LAST; kind++)
    if (daemon->missing[kind])
      listed (kind, g_ptr_array_new (), daemon);
}

/* Runs on the client's thread, so nothing read earlier is delivered after this
 * message. */
static void
refresh (gpointer data)
{
  FitDaemon *daemon = data;

  fit_daemon_post (daemon, &(const FitMessage){ .type = FIT_MESSAGE_AFRESH });
  for (guint i = 0; i < daemon->reflectors->len; i++)
    fit_reflector_refresh (daemon->reflectors->pdata[i]);
  list_the_missing (daemon);
}

void
fit_daemon_read_afresh (FitDaemon *daemon)
{
  fit_api_client_call_later (daemon->client, 0, refresh, daemon);
}

/* -- what it is ------------------------------------------------------------- */

/* The rules of v1.16 read objects of other releases as the server means them. */
static void
follow_release (FitDaemon *daemon, const FitServed *served)
{
  const FitModernObjects mode = daemon->modern.mode;
  const FitRelease newest = fit_release_newest ();
  FitRelease release = fit_served_release (served);
  g_autoptr (GString) text = g_string_new (NULL);

  if (served->version != NULL)
    g_string_printf (text, "the API server runs %s", served->version);
  else
    g_string_assign (text, "the API server does not tell its version");
  if (release == 0)
    release = newest;
  if (daemon->modern.configuration == NULL && mode != FIT_MODERN_STRICT_LEGACY)
    {
      daemon->modern.flags &= ~(guint) fit_modern_flags (mode, newest);
      daemon->modern.flags |= fit_modern_flags (mode, release);
      g_string_append_printf (
          text,
          "; what pods have that v1.16 does not know counts as in %s "
          "(--modern-objects)",
          fit_release_name (release));
    }
  fit_daemon_note (daemon, "%s", text->str);
}

static void
make_reflectors (FitDaemon *daemon, const FitServed *served)
{
  const FitReflectorOptions reflecting
      = { .sink = { listed, changed, trouble, recovered, daemon },
          .flags = daemon->modern.flags,
          .room = &daemon->room };
  g_autoptr (GString) missing = g_string_new (NULL);
  guint n;
  const FitApiResource *resources = fit_api_resources (daemon->release, &n);

  for (guint i = 0; i < n; i++)
    {
      FitApiResource resource = resources[i];

      daemon->missing[resource.kind] = !fit_served_choose (served, &resource);
      if (!daemon->missing[resource.kind])
        g_ptr_array_add (
            daemon->reflectors,
            fit_reflector_new (daemon->client, &resource, &reflecting));
      else
        g_string_append_printf (missing, "%s%s", fit_list_gap (missing, ", "),
                                resource.plural);
    }
  if (missing->len > 0)
    fit_daemon_note (daemon, "the API server has no %s", missing->str);
}

void
fit_api_server_meet (FitDaemon *daemon, const FitServed *served)
{
  daemon->outage.since_us = 0;
  follow_release (daemon, served);
  fit_events_choose (daemon, served);
  make_reflectors (daemon, served);
  if (!daemon->options.leader_elect)
    {
      fit_daemon_read_afresh (daemon);
      return;
    }
  for (guint i = 0; i < daemon->reflectors->len; i++)
    fit_reflector_start (daemon->reflectors->pdata[i]);
  list_the_missing (daemon);
}
