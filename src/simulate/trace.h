/* trace.h - the events of a cluster over time, one per line
 *
 * A trace is text with one JSON object per line
 * (docs/schema/trace.schema.json):
 *
 *   {"time": 12.5, "verb": "add", "object": {"apiVersion": "v1", ...}}
 *
 * The time is a number of seconds since the start of the trace, or an RFC 3339
 * time with up to nine decimals; a trace uses only one of the two.  Time never
 * goes backwards.  The verb is add, update or delete; for delete, kind,
 * namespace and name of the object are enough.  Blank lines are skipped.
 *
 * A recording of kwok (kwokctl snapshot record) is read as a trace, too.  Each
 * of its documents counts as a line.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"

/* The maximum length of a line, or of a document of a recording. */
#define FIT_TRACE_MAX_LINE_BYTES (64 * 1024 * 1024)

/* Times are in the years 1970 to 2099, and no trace is longer. */
#define FIT_TRACE_MAX_TIME_NS (G_GINT64_CONSTANT (4102444800) * 1000000000)

typedef enum
{
  FIT_TRACE_ADD,
  FIT_TRACE_UPDATE,
  FIT_TRACE_DELETE,
  FIT_TRACE_LAST,
} FitTraceVerb;

/* fit_trace_verb_name: "add", "update", "delete" */
const char *fit_trace_verb_name (FitTraceVerb verb);

/* One line.  The reader owns everything; it is valid until the next line is
 * read. */
typedef struct
{
  const char *source; /* (nullable) name of the trace, for messages */
  const char *unit;   /* static: "line", or "document" in a recording */
  guint64 line;       /* number of the line or document, counted from 1 */
  gint64 time_ns;     /* since 1970 UTC, or since the start of the trace */
  gboolean relative;  /* the latter */
  FitTraceVerb verb;
  FitKind kind;
  const char *namespace_; /* interned; "" for kinds without namespaces */
  const char *name;
  gconstpointer object; /* FitPod, FitNode...; NULL for delete */
  const char *json;     /* (nullable) the object as in the input, including kind
                           and apiVersion; with FIT_DECODE_KEEP_RAW */
} FitTraceEvent;

/* -- reading --------------------------------------------------------------- */

typedef struct _FitTraceReader FitTraceReader;

/**
 * fit_trace_reader_new:
 * @path: a file, a pipe, or "-" for standard input
 * @flags: as for manifests; FIT_DECODE_KEEP_RAW if events are recorded or
 *   extenders are called
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_IO or
 *   FIT_ERROR_NOT_FOUND
 */
FitTraceReader *fit_trace_reader_new (const char *path, FitDecodeFlags flags,
                                      GError **error);

/* fit_trace_reader_new_for_bytes: @bytes and @source (its name in messages) are
 * borrowed.  Returns: (transfer full) */
FitTraceReader *fit_trace_reader_new_for_bytes (const char *bytes, gsize len,
                                                const char *source,
                                                FitDecodeFlags flags);

void fit_trace_reader_free (FitTraceReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitTraceReader, fit_trace_reader_free)

/**
 * fit_trace_reader_next:
 * @out_event: (out): (nullable): NULL at the end
 *
 * Skips events of kinds that schedulers do not read.  The longest line limits
 * memory use, for recordings also the objects that are alive.  Errors are
 * FIT_ERROR_PARSE, FIT_ERROR_SCHEMA, FIT_ERROR_LIMIT or FIT_ERROR_IO: "FILE:
 * line N: ..." or "FILE: document N: ...", or "FILE: ..." if nothing can be
 * read.  After an error nothing more can be read.
 */
gboolean fit_trace_reader_next (FitTraceReader *reader,
                                const FitTraceEvent **out_event,
                                GError **error);

/* fit_trace_reader_start: peeks at the first event; fit_trace_reader_next()
 * still returns it.  @out_ns: its time, or FIT_TIME_NONE if the trace is empty
 * or its times are relative */
gboolean fit_trace_reader_start (FitTraceReader *reader, gint64 *out_ns,
                                 GError **error);

/* fit_trace_reader_keep: reads all events now and keeps them, for traces that are
 * replayed often; afterwards the reader stands at their beginning again.
 * fit_trace_reader_rewind: so does it then.  Replays complete the pods of events,
 * which is the same each time. */
gboolean fit_trace_reader_keep (FitTraceReader *reader, GError **error);
void fit_trace_reader_rewind (FitTraceReader *reader);

/* fit_trace_reader_seen: Returns: (transfer none): the bytes of the trace that
 * were read before the first event, or more; until the reader reads on */
const char *fit_trace_reader_seen (const FitTraceReader *reader,
                                   gsize *out_len);

/* fit_trace_reader_unknown: Returns: (transfer none): the kinds that were
 * skipped: "apiVersion/kind" -> count; for deletions "kind" */
GHashTable *fit_trace_reader_unknown (const FitTraceReader *reader);

/* fit_trace_reader_objects: Returns: (transfer none): has no objects between
 * two lines, but the counts of the reader */
const FitObjects *fit_trace_reader_objects (const FitTraceReader *reader);

/* -- writing --------------------------------------------------------------- */

/* fit_trace_append: the line of @event, which has an absolute time, and its
 * json except for delete.  Returns: FALSE with FIT_ERROR_USAGE if that is
 * missing */
gboolean fit_trace_append (GString *text, const FitTraceEvent *event,
                           GError **error);

typedef struct _FitTraceWriter FitTraceWriter;

/* fit_trace_writer_new: @fd: an open file, which the writer closes; @name: what
 * messages call it */
FitTraceWriter *fit_trace_writer_new (int fd, const char *name);

/* fit_trace_writer_free: unless the writer was closed, data may be lost */
void fit_trace_writer_free (FitTraceWriter *writer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitTraceWriter, fit_trace_writer_free)

/* fit_trace_writer_write: @event: as for fit_trace_append() */
gboolean fit_trace_writer_write (FitTraceWriter *writer,
                                 const FitTraceEvent *event, GError **error);

/* fit_trace_writer_close: FALSE with FIT_ERROR_IO if not everything could be
 * written */
gboolean fit_trace_writer_close (FitTraceWriter *writer, GError **error);
