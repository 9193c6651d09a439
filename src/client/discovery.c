/* discovery.c - which Kubernetes an API server is, and what it serves
 * Tests: tests/cli/test-server-releases.c
 *
 * One question after the other.  What comes next follows from what is known:
 * the resources of a group are asked for only if the group is there, and those
 * of an older version only if the newer one does not have the resource.
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/discovery.h"

#include "formats/value.h"

#include <string.h>

#define VERSION "/version"
#define GROUPS "/apis"
#define TIMEOUT_MS 30000

/* A server that is starting refuses everything for a moment. */
#define MOST_TRIES 3

struct _FitDiscovery
{
  FitApiClient *client;            /* borrowed */
  const FitApiResource *resources; /* borrowed */
  guint n;
  FitDiscoverySink sink;

  FitServed *served; /* (nullable) owned: until it is handed over */
  char *question;    /* owned: the path that is asked for */
  gboolean named;    /* the version is known, or will not be */
  gboolean grouped;  /* and the groups */
  guint n_refused;   /* how often the question was */
  FitRetryDelay delay;
};

/* -- what is known --------------------------------------------------------- */

static GHashTable *
new_set (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

FitServed *
fit_served_new (void)
{
  FitServed *served = g_new0 (FitServed, 1);

  served->read = new_set ();
  served->resources = new_set ();
  return served;
}

void
fit_served_free (FitServed *served)
{
  if (served == NULL)
    return;
  g_free (served->version);
  g_clear_pointer (&served->groups, g_hash_table_unref);
  g_hash_table_unref (served->read);
  g_hash_table_unref (served->resources);
  g_free (served);
}

FitRelease
fit_served_release (const FitServed *served)
{
  FitRelease release;
  gint minor, patch;

  if (served->version == NULL
      || !fit_release_split (served->version, &minor, &patch))
    return 0;
  if (fit_release_parse (served->version, &release, NULL))
    return release;
  return FIT_RELEASE (minor, 0) < FIT_RELEASE_LEGACY ? FIT_RELEASE_LEGACY
                                                     : fit_release_newest ();
}

/* "/apis/policy/v1" of "/apis/policy/v1/poddisruptionbudgets".  Returns:
 * (transfer full) (nullable): NULL for the core, which every server has */
static char *
group_of (const char *path)
{
  return g_str_has_prefix (path, GROUPS "/")
             ? g_strndup (path, (gsize) (strrchr (path, '/') - path))
             : NULL;
}

gboolean
fit_served_has (const FitServed *served, const char *path)
{
  g_autofree char *group = group_of (path);

  if (group == NULL || served->groups == NULL)
    return TRUE;
  return g_hash_table_contains (served->groups, group)
         && (!g_hash_table_contains (served->read, group)
             || g_hash_table_contains (served->resources, path));
}

gboolean
fit_served_choose (const FitServed *served, FitApiResource *resource)
{
  const char *first = resource->path;

  if (fit_served_has (served, first))
    return TRUE;
  if (resource->instead == NULL || !fit_served_has (served, resource->instead))
    return FALSE;
  resource->path = resource->instead;
  resource->instead = first;
  return TRUE;
}

/* -- reading answers ------------------------------------------------------- */

/* -- asking ---------------------------------------------------------------- */

/* Is there more to learn about @path?  Returns: (transfer full) (nullable): the
 * group to ask for */
static char *
group_to_ask (const FitServed *served, const char *path)
{
  g_autofree char *group = group_of (path);

  return group != NULL && g_hash_table_contains (served->groups, group)
                 && !g_hash_table_contains (served->read, group)
             ? g_steal_pointer (&group)
             : NULL;
}

/* Returns: (transfer full) (nullable): NULL: nothing is left */
static char *
next_question (const FitDiscovery *discovery)
{
  const FitServed *served = discovery->served;

  if (!discovery->named)
    return g_strdup (VERSION);
  if (!discovery->grouped)
    return g_strdup (GROUPS);
  for (guint i = 0; served->groups != NULL && i < discovery->n; i++)
    {
      const FitApiResource *resource = &discovery->resources[i];
      char *group = group_to_ask (served, resource->path);

      if (group == NULL && resource->instead != NULL
          && !fit_served_has (served, resource->path))
        group = group_to_ask (served, resource->instead);
      if (group != NULL)
        return group;
    }
  return NULL;
}

/* @answer: (nullable) */
static void
take_answer (FitDiscovery *discovery, const FitApiAnswer *answer)
{
  FitServed *served = discovery->served;
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *value
      = answer != NULL && answer->status != 404 ? fit_json_parse (
            arena, answer->body, answer->body_len, NULL, NULL, NULL)
                                                : NULL;

  if (!discovery->named)
    {
      const char *text;
      gint minor, patch;

      discovery->named = TRUE;
      text = fit_value_get_string (value, "gitVersion");
      if (text != NULL && fit_release_split (text, &minor, &patch))
        served->version = g_strdup (text);
    }
  else if (!discovery->grouped)
    {
      const FitValue *groups;

      discovery->grouped = TRUE;
      groups = fit_value_get (value, "groups");
      if (groups != NULL && groups->type == FIT_VALUE_LIST)
        {
          served->groups = new_set ();
          for (guint i = 0; i < groups->n; i++)
            {
              const FitValue *versions
                  = fit_value_get (&groups->items[i], "versions");
              const guint n = fit_value_n_items (versions);

              for (guint j = 0; j < n; j++)
                {
                  const char *name = fit_value_get_string (&versions->items[j],
                                                           "groupVersion");

                  if (name != NULL)
                    g_hash_table_add (served->groups,
                                      g_strconcat (GROUPS "/", name, NULL));
                }
            }
        }
    }
  else
    {
      const char *group = discovery->question;
      GHashTable *there = discovery->served->resources;
      const FitValue *resources = fit_value_get (value, "resources");
      const gboolean told
          = resources != NULL && resources->type == FIT_VALUE_LIST;

      /* A group that does not say what is in it has all that is looked for. */
      g_hash_table_add (discovery->served->read, g_strdup (group));
      for (guint i = 0; told && i < resources->n; i++)
        {
          const char *resource_name
              = fit_value_get_string (&resources->items[i], "name");

          if (resource_name != NULL)
            g_hash_table_add (there,
                              g_strconcat (group, "/", resource_name, NULL));
        }
      for (guint i = 0; !told && i < discovery->n; i++)
        {
          g_hash_table_add (there, g_strdup (discovery->resources[i].path));
          if (discovery->resources[i].instead != NULL)
            g_hash_table_add (there,
                              g_strdup (discovery->resources[i].instead));
        }
    }
}

static void ask (gpointer data);

/* That there is no server is waited for.  One that answers something else is
 * asked again only while it may be starting. */
static void
answered (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  FitDiscovery *discovery = data;
  const gboolean told
      = problem == NULL && (answer->status == 404 || fit_api_is_done (answer));

  if (g_error_matches (problem, FIT_ERROR, FIT_ERROR_INCOMPLETE))
    return;
  if (answer->status == 0)
    discovery->sink.trouble (problem->message, TRUE, discovery->sink.data);
  if (answer->status == 0 || (!told && ++discovery->n_refused < MOST_TRIES))
    {
      const guint ms = fit_retry_delay_next (
          &discovery->delay, g_get_monotonic_time (), g_random_double ());

      fit_api_client_call_later (discovery->client, ms, ask, discovery);
      return;
    }
  if (!told)
    {
      g_autofree char *why = problem != NULL ? g_strdup (problem->message)
                                             : fit_api_status_text (answer);
      g_autofree char *text
          = g_strdup_printf ("cannot find out what the API server has: GET "
                             "%s: %s",
                             discovery->question, why);
      discovery->sink.trouble (text, FALSE, discovery->sink.data);
    }
  discovery->n_refused = 0;
  discovery->delay = (FitRetryDelay) FIT_RETRY_DELAY_INIT;
  take_answer (discovery, told ? answer : NULL);
  ask (discovery);
}

static void
ask (gpointer data)
{
  FitDiscovery *discovery = data;

  g_free (discovery->question);
  discovery->question = next_question (discovery);
  if (discovery->question == NULL)
    {
      discovery->sink.found (g_steal_pointer (&discovery->served),
                             discovery->sink.data);
      return;
    }
  fit_api_client_send (discovery->client, &(const FitApiRequest){
                                              .method = "GET",
                                              .path = discovery->question,
                                              .timeout_ms = TIMEOUT_MS,
                                              .done = answered,
                                              .data = discovery,
                                          });
}

FitDiscovery *
fit_discovery_new (FitApiClient *client, const FitApiResource *resources,
                   guint n, const FitDiscoverySink *sink)
{
  FitDiscovery *discovery = g_new0 (FitDiscovery, 1);

  discovery->client = client;
  discovery->resources = resources;
  discovery->n = n;
  discovery->sink = *sink;
  discovery->served = fit_served_new ();
  discovery->delay = (FitRetryDelay) FIT_RETRY_DELAY_INIT;
  return discovery;
}

void
fit_discovery_free (FitDiscovery *discovery)
{
  if (discovery == NULL)
    return;
  fit_served_free (discovery->served);
  g_free (discovery->question);
  g_free (discovery);
}

void
fit_discovery_begin (FitDiscovery *discovery)
{
  ask (discovery);
}
