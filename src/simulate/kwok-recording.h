/* kwok-recording.h - recordings of kwok as traces (private to simulate/)
 *
 * 'kwokctl snapshot record' writes a YAML stream: first the objects of a
 * cluster, then documents of the kind ResourcePatch that say what happened to
 * them and when.  A patch only has what changed, so a recording keeps all
 * objects that are alive.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"
#include "simulate/trace.h"

typedef struct _FitKwokRecording FitKwokRecording;

FitKwokRecording *fit_kwok_recording_new (void);
void fit_kwok_recording_free (FitKwokRecording *recording);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitKwokRecording, fit_kwok_recording_free)

/* fit_kwok_recording_begins: does a line that is neither blank nor a comment
 * begin YAML documents, in contrast to a line of a trace? */
gboolean fit_kwok_recording_begins (const char *line, gsize len);

/* What one document says. */
typedef struct
{
  gboolean is_event;  /* FALSE: the next is unused */
  const char *passed; /* (nullable): the resource, if schedulers do not
                             read it: "v1/events" */
  FitTraceVerb verb;
  gint64 time_ns;         /* since the start of the recording */
  const FitValue *object; /* in the arena: as in a trace */
} FitKwokStep;

/**
 * fit_kwok_recording_read:
 * @arena: owns @document and what @out_step refers to
 * @document: one document of the stream
 *
 * Errors are FIT_ERROR_SCHEMA or FIT_ERROR_LIMIT, without the number of the
 * document.
 */
gboolean fit_kwok_recording_read (FitKwokRecording *recording, FitArena *arena,
                                  const FitValue *document,
                                  FitKwokStep *out_step, GError **error);
