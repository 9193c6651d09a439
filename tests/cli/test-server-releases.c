/* test-server-releases.c - fitsched run on API servers from 1.16 to 1.36: what it
 * asks of each, and what their release means
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/cli/run-process.h"

#include <pthread.h>
#include <string.h>

#include "client/api-resources.h"

#define POLICY                                                            \
  "{\"kind\":\"Policy\",\"apiVersion\":\"v1\",\"predicates\":[{\"name\":" \
  "\"PodFitsResources\"}],\"priorities\":[]}"

/* -- what servers have ------------------------------------------------------- */

/* As far as it changes from release to release, and some more. */
typedef struct
{
  const char *version;
  const char *groups[24]; /* "GROUP/VERSION RESOURCE..." */
  const char *asked[5];   /* that are listed here and not everywhere */
  const char *events;     /* where they are written */
  const char *missing;    /* (nullable) what a scheduler of 1.34 does without */
} Server;

#define COMMON                                    \
  "apps/v1 deployments replicasets statefulsets", \
      "coordination.k8s.io/v1 leases",            \
      "autoscaling/v1 horizontalpodautoscalers"
#define STORAGE_V1 "storage.k8s.io/v1 storageclasses volumeattachments"
#define DRIVERS " csinodes csidrivers"
#define CAPACITIES " csistoragecapacities"

static const Server servers[] = {
  { .version = "v1.16.15",
    .groups = { COMMON, "policy/v1beta1 poddisruptionbudgets", STORAGE_V1,
                "storage.k8s.io/v1beta1 storageclasses" DRIVERS,
                "events.k8s.io/v1beta1 events" },
    .asked = { "policy/v1beta1/poddisruptionbudgets",
               "storage.k8s.io/v1beta1/csinodes",
               "storage.k8s.io/v1beta1/csidrivers" },
    .events = "events.k8s.io/v1beta1",
    .missing = "csistoragecapacities" },
  { .version = "v1.22.17",
    .groups = { COMMON, "policy/v1 poddisruptionbudgets",
                "policy/v1beta1 poddisruptionbudgets podsecuritypolicies",
                STORAGE_V1 DRIVERS, "storage.k8s.io/v1beta1" CAPACITIES,
                "events.k8s.io/v1 events", "events.k8s.io/v1beta1 events" },
    .asked = { "policy/v1/poddisruptionbudgets", "storage.k8s.io/v1/csinodes",
               "storage.k8s.io/v1/csidrivers",
               "storage.k8s.io/v1beta1/csistoragecapacities" },
    .events = "events.k8s.io/v1" },
  { .version = "v1.25.16-eks-508b6b3",
    .groups
    = { COMMON, "policy/v1 poddisruptionbudgets", STORAGE_V1 DRIVERS CAPACITIES,
        "storage.k8s.io/v1beta1" CAPACITIES, "events.k8s.io/v1 events" },
    .asked = { "policy/v1/poddisruptionbudgets", "storage.k8s.io/v1/csinodes",
               "storage.k8s.io/v1/csidrivers",
               "storage.k8s.io/v1/csistoragecapacities" },
    .events = "events.k8s.io/v1" },
  { .version = "v1.29.15+k3s1",
    .groups = { COMMON, "policy/v1 poddisruptionbudgets",
                STORAGE_V1 DRIVERS CAPACITIES, "events.k8s.io/v1 events",
                "flowcontrol.apiserver.k8s.io/v1 flowschemas" },
    .asked = { "policy/v1/poddisruptionbudgets", "storage.k8s.io/v1/csinodes",
               "storage.k8s.io/v1/csidrivers",
               "storage.k8s.io/v1/csistoragecapacities" },
    .events = "events.k8s.io/v1" },
  { .version = "v1.34.9",
    .groups = { COMMON, "policy/v1 poddisruptionbudgets",
                STORAGE_V1 DRIVERS CAPACITIES " volumeattributesclasses",
                "events.k8s.io/v1 events",
                "resource.k8s.io/v1 deviceclasses resourceclaims "
                "resourceclaimtemplates resourceslices" },
    .asked = { "policy/v1/poddisruptionbudgets", "storage.k8s.io/v1/csinodes",
               "storage.k8s.io/v1/csidrivers",
               "storage.k8s.io/v1/csistoragecapacities" },
    .events = "events.k8s.io/v1" },
  { .version = "v1.36.3",
    .groups = { COMMON, "policy/v1 poddisruptionbudgets",
                STORAGE_V1 DRIVERS CAPACITIES " volumeattributesclasses",
                "events.k8s.io/v1 events",
                "resource.k8s.io/v1 deviceclasses resourceclaims "
                "resourceclaimtemplates resourceslices",
                "scheduling.k8s.io/v1alpha2 podgroups workloads" },
    .asked = { "policy/v1/poddisruptionbudgets", "storage.k8s.io/v1/csinodes",
               "storage.k8s.io/v1/csidrivers",
               "storage.k8s.io/v1/csistoragecapacities" },
    .events = "events.k8s.io/v1" },
};

/* In every server, and a scheduler of 1.34 lists them. */
static const char *const everywhere[] = {
  "/api/v1/nodes",
  "/api/v1/pods",
  "/api/v1/services",
  "/api/v1/replicationcontrollers",
  "/apis/apps/v1/replicasets",
  "/apis/apps/v1/statefulsets",
  "/api/v1/persistentvolumes",
  "/api/v1/persistentvolumeclaims",
  "/apis/storage.k8s.io/v1/storageclasses",
  "/api/v1/namespaces",
  "/apis/storage.k8s.io/v1/volumeattachments",
};

/* -- a server ---------------------------------------------------------------- */

/* A pod that runs and has been given more than its spec says, and two that wait. */
#define POD(name, cpu, spec, status)                                                    \
  "{\"metadata\":{\"name\":\"" name                                                     \
  "\",\"namespace\":\"shop\",\"uid\":\"" name                                           \
  "\",\"resourceVersion\":\"2\"},\"spec\":{" spec                                       \
  "\"schedulerName\":\"default-scheduler\",\"containers\":[{\"name\":\"c\"," REQUESTS ( \
      cpu) "}]},\"status\":{\"phase\":\"Pending\"" status "}}"
#define PODS                                                              \
  POD ("grown", "100m", "\"nodeName\":\"a\",",                            \
       ",\"containerStatuses\":[{\"name\":\"c\",\"allocatedResources\":{" \
       "\"cpu\":\"1\"}," REQUESTS ("3") "}]")                             \
  "," POD ("large", "2", "", "") "," POD ("small", "100m", "", "")

typedef struct
{
  const Server *server;
  guint refuses;        /* the status of what tells about it; 0: it does */
  pthread_mutex_t lock; /* the thread sanitizer does not see a GMutex */
  GPtrArray *asked;     /* owned, of char *: "GET PATH", without queries */
} Story;

/* Returns: (transfer full) */
static char *
groups_text (const Server *server)
{
  g_autoptr (GString) text
      = g_string_new ("{\"kind\":\"APIGroupList\",\"groups\":[");

  for (guint i = 0; server->groups[i] != NULL; i++)
    {
      const gsize n = strcspn (server->groups[i], " ");

      g_string_append_printf (
          text,
          "%s{\"name\":\"%.*s\",\"versions\":[{\"groupVersion\":\"%.*s\"}]}",
          i > 0 ? "," : "", (int) strcspn (server->groups[i], "/"),
          server->groups[i], (int) n, server->groups[i]);
    }
  g_string_append (text, "]}");
  return g_strdup (text->str);
}

/* Returns: (transfer full): the names in a group */
static GStrv
resources_of (const char *group)
{
  return g_strsplit (group + strcspn (group, " ") + 1, " ", -1);
}

/* Returns: (transfer full) (nullable): what a server says of @path */
static char *
describe (const Server *server, const char *path)
{
  if (strcmp (path, "/version") == 0)
    return g_strdup_printf ("{\"gitVersion\":\"%s\"}", server->version);
  if (strcmp (path, "/apis") == 0)
    return groups_text (server);
  for (guint i = 0; server->groups[i] != NULL; i++)
    {
      const gsize n = strcspn (server->groups[i], " ");
      g_auto (GStrv) names = resources_of (server->groups[i]);
      g_autofree char *list = g_strjoinv ("\"},{\"name\":\"", names);

      if (g_str_has_prefix (path, "/apis/")
          && strlen (path) == strlen ("/apis/") + n
          && strncmp (path + strlen ("/apis/"), server->groups[i], n) == 0)
        return g_strdup_printf (
            "{\"kind\":\"APIResourceList\",\"resources\":[{\"name\":\"%s\"}]}",
            list);
    }
  return NULL;
}

/* Does the server have what a request for @path is about? */
static gboolean
has (const Server *server, const char *path)
{
  if (g_str_has_prefix (path, "/api/v1/"))
    return TRUE;
  for (guint i = 0; server->groups[i] != NULL; i++)
    {
      const gsize n = strcspn (server->groups[i], " ");
      g_auto (GStrv) names = resources_of (server->groups[i]);
      const char *name = strrchr (path, '/') + 1;

      if (g_str_has_prefix (path, "/apis/")
          && strncmp (path + strlen ("/apis/"), server->groups[i], n) == 0
          && g_strv_contains ((const char *const *) names, name))
        return TRUE;
    }
  return FALSE;
}

static ReplayAnswer
answer_list (const char *path)
{
  guint n;
  const FitApiResource *resources = fit_api_resources (FIT_RELEASE (34, 1), &n);

  for (guint i = 0; i < n; i++)
    if (g_str_has_suffix (path, strrchr (resources[i].path, '/')))
      {
        g_autofree char *list = g_strdup_printf (
            "{\"kind\":\"%sList\",\"apiVersion\":\"v1\",\"metadata\":{"
            "\"resourceVersion\":\"7\"},\"items\":[%s]}",
            fit_kind_name (resources[i].kind),
            resources[i].kind == FIT_KIND_NODE  ? RUN_NODE
            : resources[i].kind == FIT_KIND_POD ? PODS
                                                : "");

        return run_answer (200, list);
      }
  return run_answer (200, "{}");
}

static ReplayAnswer
choose (const char *request, gpointer data)
{
  Story *story = data;
  const char *begin = strchr (request, '/');
  g_autofree char *path = g_strndup (begin, strcspn (begin, "? "));
  g_autofree char *said
      = *request == 'G' ? describe (story->server, path) : NULL;

  if (strstr (request, "watch=true") != NULL)
    return (ReplayAnswer){ .status = 200, .end = REPLAY_SILENT };
  pthread_mutex_lock (&story->lock);
  g_ptr_array_add (
      story->asked,
      g_strdup_printf ("%.*s %s", (int) strcspn (request, " "), request, path));
  pthread_mutex_unlock (&story->lock);
  if (said != NULL)
    return story->refuses != 0 ? run_answer (story->refuses, "{}")
                               : run_answer (200, said);
  if (!has (story->server, path) && !g_str_has_prefix (path, "/api/v1/"))
    return run_answer (404, "{}");
  return *request == 'G' ? answer_list (path)
                         : run_answer (*request == 'P' ? 201 : 200, "{}");
}

static void
story_init (Story *story, const Server *server)
{
  story->server = server;
  pthread_mutex_init (&story->lock, NULL);
  story->asked = g_ptr_array_new_with_free_func (g_free);
}

static void
story_clear (Story *story)
{
  pthread_mutex_destroy (&story->lock);
  g_ptr_array_unref (story->asked);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Story, story_clear)

static gboolean
was_asked (Story *story, const char *what)
{
  gboolean was;

  pthread_mutex_lock (&story->lock);
  was = g_ptr_array_find_with_equal_func (story->asked, what, g_str_equal,
                                          NULL);
  pthread_mutex_unlock (&story->lock);
  return was;
}

static void
assert_asked (Story *story, const char *what)
{
  if (!was_asked (story, what))
    fail_msg ("%s was not asked for %s", story->server->version, what);
}

/* -- what is asked ----------------------------------------------------------- */

static void
assert_all_is_there (Story *story)
{
  pthread_mutex_lock (&story->lock);
  for (guint i = 0; i < story->asked->len; i++)
    {
      const char *asked = story->asked->pdata[i];
      const char *path = strchr (asked, '/');
      g_autofree char *said = describe (story->server, path);

      if (said == NULL && !has (story->server, path))
        fail_msg ("%s: %s", story->server->version, asked);
    }
  pthread_mutex_unlock (&story->lock);
}

static void
test_what_is_asked (void **state)
{
  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (servers); i++)
    {
      const Server *server = &servers[i];
      g_auto (Story) story = { 0 };
      g_auto (RunProcess) run = { 0 };
      g_autofree char *version
          = g_strdup_printf ("the API server runs %s\n", server->version);
      g_autofree char *events = g_strdup_printf (
          "POST /apis/%s/namespaces/shop/events", server->events);
      g_autofree char *missing
          = g_strdup_printf ("the API server has no %s\n", server->missing);
      g_autofree char *log = NULL;

      story_init (&story, server);
      run_process_begin (&run, choose, &story, POLICY,
                         "--config config.json --release 1.34.1");
      run_process_await (&run, version);
      run_process_await (&run, "bound shop/small on a");
      for (guint j = 0; j < G_N_ELEMENTS (everywhere); j++)
        {
          g_autofree char *what = g_strconcat ("GET ", everywhere[j], NULL);

          assert_asked (&story, what);
        }
      for (guint j = 0; server->asked[j] != NULL; j++)
        {
          g_autofree char *what
              = g_strconcat ("GET /apis/", server->asked[j], NULL);

          assert_asked (&story, what);
        }
      for (guint j = 0; j < 1000 && !was_asked (&story, events); j++)
        g_usleep (20000);
      assert_asked (&story, events);
      assert_all_is_there (&story);
      log = run_process_log (&run);
      if ((server->missing != NULL) != (strstr (log, missing) != NULL))
        fail_msg ("%s: %s", server->version, log);
    }
}

/* Rules of v1.16 read what their predicates read, wherever the server has it. */
static void
test_a_provider (void **state)
{
  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (servers); i++)
    {
      g_auto (Story) story = { 0 };
      g_auto (RunProcess) run = { 0 };

      story_init (&story, &servers[i]);
      run_process_begin (&run, choose, &story, POLICY,
                         "--provider DefaultProvider");
      run_process_await (&run, "bound shop/small on a");
      assert_all_is_there (&story);
      assert_false (was_asked (&story, "GET /api/v1/namespaces"));
    }
}

/* A server that does not tell is asked for all of it, and answers 404 where it has
 * to. */
static void
test_a_server_that_does_not_tell (void **state)
{
  static const guint statuses[] = { 403, 404 };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      g_auto (Story) story = { .refuses = statuses[i] };
      g_auto (RunProcess) run = { 0 };

      story_init (&story, &servers[0]);
      run_process_begin (&run, choose, &story, POLICY,
                         "--provider DefaultProvider");
      if (statuses[i] == 403)
        run_process_await (
            &run, "cannot find out what the API server has: GET /version: 403");
      run_process_await (&run, "the API server does not tell its version");
      run_process_await (&run, "bound shop/small on a");
      assert_asked (&story, "GET /apis/policy/v1/poddisruptionbudgets");
      assert_asked (&story, "GET /apis/policy/v1beta1/poddisruptionbudgets");
    }
}

/* -- what it means ----------------------------------------------------------- */

static const Server *
find_server (const char *version)
{
  for (guint i = 0; i < G_N_ELEMENTS (servers); i++)
    if (strcmp (servers[i].version, version) == 0)
      return &servers[i];
  return NULL;
}

/* Up to 1.31, what a container was given counts while it is resized, from 1.33 on
 * also what it has. */
static void
test_sizes_count_as_in_the_server (void **state)
{
  static const struct
  {
    const char *version;
    const char *counts;
    const char *end;
  } cases[] = {
    { "v1.29.15+k3s1", "counts as in 1.29.1", "bound shop/large on a" },
    { "v1.34.9", "counts as in 1.34.9", "failed shop/large (Unschedulable)" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Story) story = { 0 };
      g_auto (RunProcess) run = { 0 };

      story_init (&story, find_server (cases[i].version));
      run_process_begin (&run, choose, &story, POLICY, "--policy policy.json");
      run_process_await (&run, cases[i].counts);
      run_process_await (&run, cases[i].end);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_what_is_asked),
    cmocka_unit_test (test_a_provider),
    cmocka_unit_test (test_a_server_that_does_not_tell),
    cmocka_unit_test (test_sizes_count_as_in_the_server),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
