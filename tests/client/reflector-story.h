/* reflector-story.h - a reflector of a server that plays, and what it tells
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/mailbox.h"
#include "client/api-client-private.h"
#include "client/reflector.h"
#include "tests/client/replay-server.h"

/* -- what the server says -------------------------------------------------- */

/* One watch that stays open, to end a story. */
#define OPEN                            \
  {                                     \
    .status = 200, .end = REPLAY_SILENT \
  }
#define BODY(...) \
  .pieces = (const char *const[]) { __VA_ARGS__, NULL }
#define ANSWER(code, ...)                \
  {                                      \
    .status = (code), BODY (__VA_ARGS__) \
  }

#define NODE(name, version)                                                 \
  "{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" name \
  "\",\"resourceVersion\":\"" version "\"}}"
#define ITEM(name) "{\"metadata\":{\"name\":\"" name "\"}}"
#define LIST(metadata, items)                                            \
  "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"metadata\":{" metadata \
  "},\"items\":[" items "]}"
#define EVENT(type, object) "{\"type\":\"" type "\",\"object\":" object "}\n"
#define STATUS(code, message)                                         \
  "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"message\":\"" message \
  "\",\"code\":" #code "}"

#define LISTED ANSWER (200, LIST ("\"resourceVersion\":\"5\"", ITEM ("a")))

/* -- what it is asked ------------------------------------------------------ */

#define WATCH(version) \
  "GET /api/v1/nodes?allowWatchBookmarks=true&resourceVersion=" version
#define LISTS(rest) "GET /api/v1/nodes?" rest

/* -- the story ------------------------------------------------------------- */

extern const FitApiResource story_nodes;

/* A reflector of nodes, and what it tells. */
typedef struct
{
  ReplayServer *server;
  FitApiClient *client;
  FitReflector *reflector;
  FitMailbox *told; /* of char *, owned */
} Story;

typedef struct
{
  guint backoff_ms; /* how long it waits after trouble */
  guint longest_ms; /* and after more and more of it; 0: as long */
  guint silent_ms;  /* how long a watch may be silent; 0: as ever */
  guint short_ms;   /* a watch without events that ends before is trouble */
  FitListLimits limits;
} StorySetup;

void story_init (Story *story, const FitApiResource *resource,
                 const ReplayAnswer *answers, guint n);
void story_init_with (Story *story, const FitApiResource *resource,
                      const StorySetup *setup, const ReplayAnswer *answers,
                      guint n);
void story_clear (Story *story);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Story, story_clear)

#define STORY(name, resource, answers) \
  g_auto (Story) name = { 0 };         \
  story_init (&name, resource, answers, G_N_ELEMENTS (answers))

/* What it tells next: "listed a b", "changed a 7", "gone a 8", "trouble: WHY",
 * "unreachable: WHY", "recovered". */
void assert_told (Story *story, const char *expected);

/* The next request begins so; what is random in it stands for itself. */
void assert_asked (Story *story, const char *expected);
