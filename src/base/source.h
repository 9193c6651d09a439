/* source.h - an input that was opened and read once
 *
 * The one room that opens what comes from outside.  A large file is mapped,
 * and its pages can be given back while it is read; everything else (pipes,
 * terminals, small files) is copied, what is large into a file without a name.
 * So the bytes can be looked at as often as needed, whatever they come from.
 * What is compressed with gzip or zstd is decompressed on the way.
 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

/* So much is copied at most: of a pipe, and of what is compressed. */
#define FIT_SOURCE_COPY_BYTES ((gsize) 1024 * 1024 * 1024)

typedef struct
{
  char *name;        /* owned: for messages: the path, or "stdin" */
  const char *bytes; /* owned, never NULL */
  gsize len;
  gboolean once; /* from a pipe or the like: opening it again would find nothing
                    or something else */

  /* private */
  gpointer mapped; /* (nullable): what @bytes are mapped to */
  gint refs;
} FitSource;

/* fit_source_is_stdin: whether @path (nullable) is "-" or another name of
 * standard input */
gboolean fit_source_is_stdin (const char *path);

/**
 * fit_source_open:
 * @path: a file, a pipe, or "-" for standard input, which is read from where
 *   it stands
 * @limit: bytes; what is copied may have FIT_SOURCE_COPY_BYTES at most
 *
 * Errors: FIT_ERROR_NOT_FOUND and FIT_ERROR_IO, `cannot open "PATH": REASON`;
 * FIT_ERROR_LIMIT, "PATH: longer than N bytes"; FIT_ERROR_PARSE where
 * compressed text is broken, "PATH: gzip: WHAT".
 *
 * Returns: (transfer full) (nullable)
 */
FitSource *fit_source_open (const char *path, gsize limit, GError **error);

/* fit_source_check_length: Returns: FALSE with FIT_ERROR_LIMIT when @source is
 * longer than @limit */
gboolean fit_source_check_length (const FitSource *source, gsize limit,
                                  GError **error);

/* fit_source_ref, fit_source_unref: not thread-safe */
FitSource *fit_source_ref (FitSource *source);
void fit_source_unref (FitSource *source);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitSource, fit_source_unref)

/* fit_source_drop_pages: gives back memory of what was read so far; what is
 * still needed comes back from the file */
void fit_source_drop_pages (FitSource *source);

G_END_DECLS
