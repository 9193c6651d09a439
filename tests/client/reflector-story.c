/* reflector-story.c - a reflector of a server that plays, and what it tells
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/client/reflector-story.h"

#include "scheduler/live-objects.h"
#include "tests/client/api-patience.h"

#include <string.h>

#define WAIT_SECONDS 120

const FitApiResource story_nodes = {
  FIT_KIND_NODE, "/api/v1/nodes", "nodes", NULL, NULL, FALSE, FIT_ALWAYS
};

static void
tell (Story *story, char *text)
{
  fit_mailbox_put (story->told, text);
}

static void
listed (FitKind kind, GPtrArray *objects, gpointer data)
{
  GString *text = g_string_new ("listed");

  for (guint i = 0; i < objects->len; i++)
    g_string_append_printf (text, " %s",
                            fit_object_meta (objects->pdata[i])->name);
  g_ptr_array_unref (objects);
  tell (data, g_string_free (text, FALSE));
}

static void
changed (FitKind kind, gconstpointer object, gboolean gone, gpointer data)
{
  const FitObjectMeta *meta = fit_object_meta (object);

  tell (data, g_strdup_printf ("%s %s %s", gone ? "gone" : "changed",
                               meta->name, meta->resource_version));
  fit_object_unref ((gpointer) object);
}

static void
trouble (const char *text, gboolean unreachable, gpointer data)
{
  tell (data, g_strdup_printf ("%s: %s",
                               unreachable ? "unreachable" : "trouble", text));
}

static void
recovered (gpointer data)
{
  tell (data, g_strdup ("recovered"));
}

void
story_init_with (Story *story, const FitApiResource *resource,
                 const StorySetup *setup, const ReplayAnswer *answers, guint n)
{
  const FitReflectorSink sink = { listed, changed, trouble, recovered, story };
  const guint longest_ms = MAX (setup->longest_ms, setup->backoff_ms);
  const FitReflectorPatience patience
      = { .delay = { .first_ms = setup->backoff_ms,
                     .longest_ms = longest_ms,
                     .forget_us = 120 * G_USEC_PER_SEC },
          .short_watch_ms = setup->short_ms };
  const FitApiPatience silence
      = { .silent_ms = setup->silent_ms, .answer_ms = WAIT_SECONDS * 1000 };
  FitApiConfig config = { .source = "test" };

  story->told = fit_mailbox_new (g_free);
  story->server = replay_server_new (answers, n);
  config.server = (char *) replay_server_url (story->server);
  story->client = fit_api_client_new (&config, 0, 1, NULL);
  if (setup->silent_ms > 0)
    api_set_patience (story->client, &silence);
  story->reflector = fit_reflector_new (
      story->client, resource,
      &(const FitReflectorOptions){ .sink = sink,
                                    .flags = FIT_DECODE_AS_IS,
                                    .limits = &setup->limits,
                                    .patience = &patience });
  fit_reflector_start (story->reflector);
}

void
story_init (Story *story, const FitApiResource *resource,
            const ReplayAnswer *answers, guint n)
{
  static const StorySetup setup
      = { .backoff_ms = 1, .limits = FIT_LIST_LIMITS_INIT };

  story_init_with (story, resource, &setup, answers, n);
}

void
story_clear (Story *story)
{
  fit_api_client_free (story->client);
  fit_reflector_free (story->reflector);
  replay_server_free (story->server);
  fit_mailbox_free (story->told);
}

void
assert_told (Story *story, const char *expected)
{
  g_autofree char *text = fit_mailbox_take (
      story->told, g_get_monotonic_time () + WAIT_SECONDS * G_USEC_PER_SEC);
  g_autoptr (GString) shown = g_string_new (text);

  g_string_replace (shown, replay_server_url (story->server), "SERVER", 0);
  assert_string_equal (shown->str, expected);
}

void
assert_asked (Story *story, const char *expected)
{
  g_autofree char *request = replay_server_next (story->server);
  char *end = strstr (request, " HTTP/1.1");
  char *random = strstr (request, "&timeoutSeconds=");

  assert_non_null (end);
  *(random != NULL ? random : end) = '\0';
  assert_string_equal (request, expected);
}
