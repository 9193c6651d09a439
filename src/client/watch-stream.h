/* watch-stream.h - the body of a watch: one event a line, in any pieces
 *
 * Each object is decoded once, as soon as its line is complete.  Memory is
 * bounded whatever the server sends.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"

/* The JSON reader skips this at the beginning of a text, as in a file.  A part
 * of an answer must not begin with it. */
#define FIT_BYTE_ORDER_MARK "\xEF\xBB\xBF"

/* No event is longer: etcd refuses objects of more than 1.5 MiB, and JSON makes
 * at most a few times as much of them. */
#define FIT_WATCH_LINE_BYTES ((gsize) 16 * 1024 * 1024)

/* The tree of one takes more than its text. */
#define FIT_WATCH_TREE_BYTES ((gsize) 256 * 1024 * 1024)

typedef enum
{
  FIT_WATCH_CHANGED,  /* object: new, or changed */
  FIT_WATCH_GONE,     /* object: as it was */
  FIT_WATCH_BOOKMARK, /* nothing else has happened up to version */
  FIT_WATCH_ERROR,    /* message, code: the watch is over */
} FitWatchType;

typedef struct
{
  FitWatchType type;
  gconstpointer object; /* (nullable) (transfer full) */
  const char *version;  /* (nullable) resourceVersion of the object */
  const char *message;
  guint code; /* of HTTP; 0: none */
} FitWatchEvent;

/* FitWatchFunc: what @event has is valid during the call */
typedef void (*FitWatchFunc) (const FitWatchEvent *event, gpointer data);

typedef struct _FitWatchStream FitWatchStream;

/* fit_watch_stream_new: @data: borrowed */
FitWatchStream *fit_watch_stream_new (FitKind kind, FitDecodeFlags flags,
                                      FitWatchFunc func, gpointer data);
void fit_watch_stream_free (FitWatchStream *stream);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitWatchStream, fit_watch_stream_free)

/* fit_watch_stream_begin: another watch begins; what was incomplete is
 * forgotten */
void fit_watch_stream_begin (FitWatchStream *stream);

/* fit_watch_stream_take: @bytes: as they come.  FALSE: they make no sense, the
 * watch is of no use any more.  FIT_ERROR_REMOTE, FIT_ERROR_LIMIT, or as for
 * manifests */
gboolean fit_watch_stream_take (FitWatchStream *stream, const char *bytes,
                                gsize len, GError **error);
