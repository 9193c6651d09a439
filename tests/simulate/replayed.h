/* replayed.h - replays for tests, and what they decided as text
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simulate/replay.h"
#include "tests/support/cluster.h"

/* What a replay is made of; all may be left out. */
typedef struct
{
  const char *manifest;
  const char *trace;  /* lines of JSON */
  const char *policy; /* text of a Policy; else DefaultProvider */
  const char *gates;  /* "A=true" */
  gint64 bind_latency_ns;
  gint64 settle_ns;
  gboolean disable_preemption;
  gboolean record;
  FitTieBreak tie_break;
  const FitPluginRegistry *plugins;
  const FitPluginLists *plugin_lists;
  gboolean ask_extenders;
} ReplaySetup;

typedef struct
{
  FitReplay *replay;
  FitTraceWriter *writer;
  GString *text;   /* a line per decision: "SECONDS WHAT NAME: ..." */
  GString *events; /* a line per event: "SECONDS REASON NAME: NOTE" */
  int record_fd;
  char *record; /* (nullable): all input */
  gint64 start_ns;
  gboolean settled;
} Replayed;

/* replayed_try: feeds all and settles.  @out is to be cleared even after a
 * failure */
gboolean replayed_try (Replayed *out, const ReplaySetup *setup, GError **error);

/* replayed_init: the same; the test fails when it cannot be made, or does not
 * settle */
void replayed_init (Replayed *out, const ReplaySetup *setup);

void replayed_clear (Replayed *replayed);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Replayed, replayed_clear)

/* replayed_lines: Returns: (transfer full): the lines of @text about one of
 * @words (NULL-terminated) */
char *replayed_lines (const GString *text, const char *const *words);

/* replayed_object: Returns: (transfer none) (nullable): the first object of
 * @kind called @name as it is; replayed_pod: a pod; replayed_n_pods: how many
 * there are */
gconstpointer replayed_object (const Replayed *replayed, FitKind kind,
                               const char *name);
guint replayed_n_pods (const Replayed *replayed);
const FitPod *replayed_pod (const Replayed *replayed, const char *name);

/* One line of a trace. */
#define EVENT(time, verb, object) \
  "{\"time\": " time ", \"verb\": \"" verb "\", \"object\": " object "}\n"
#define POD_JSON(name, spec)                                                     \
  "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"" name \
  "\", \"uid\": \"" name "\"}, \"spec\": {" spec "}}"
#define CPU(amount)                                                                      \
  "\"containers\": [{\"name\": \"c\", \"resources\": {\"requests\": {\"cpu\": \"" amount \
  "\"}}}]"
#define NODE_JSON(name, cpu)                                                      \
  "{\"apiVersion\": \"v1\", \"kind\": \"Node\", \"metadata\": {\"name\": \"" name \
  "\"}, \"status\": {\"allocatable\": {\"cpu\": \"" cpu                           \
  "\", \"pods\": \"110\"}}}"
#define NAMESPACE_JSON(name)                                                           \
  "{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"metadata\": {\"name\": \"" name \
  "\"}}"
#define NAMED(kind, name) \
  "{\"kind\": \"" kind "\", \"metadata\": {\"name\": \"" name "\"}}"
