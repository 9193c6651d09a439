/* source.h - an input that is opened and read once
 *
 * The only place that opens outside input.  A large file is mapped, and its
 * pages can be released while it is read.  Everything else (pipes, terminals,
 * small files) is copied, to an unnamed temporary file if it is large.  So the
 * bytes can be read as often as needed, whatever the source.  Input compressed
 * with gzip or zstd is decompressed.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"

/* The maximum number of bytes to copy: for pipes and compressed input. */
#define FIT_SOURCE_COPY_BYTES ((gsize) 1024 * 1024 * 1024)

typedef struct
{
  char *name;        /* owned: for messages: the path, or "stdin" */
  const char *bytes; /* owned, never NULL */
  gsize len;
  gboolean once; /* from a pipe or the like: it cannot be opened and read
                    again */

  /* private */
  gpointer mapped; /* (nullable): the mapping of @bytes */
  gint refs;
} FitSource;

/* fit_source_is_stdin: is @path (nullable) "-" or another name of standard
 * input? */
gboolean fit_source_is_stdin (const char *path);

/**
 * fit_source_open:
 * @path: a file, a pipe, or "-" for standard input, which is read from its
 *   current position
 * @limit: maximum bytes; copied input is also limited to FIT_SOURCE_COPY_BYTES
 *
 * Errors: FIT_ERROR_NOT_FOUND and FIT_ERROR_IO, `cannot open "PATH": REASON`;
 * FIT_ERROR_LIMIT, "PATH: longer than N bytes"; FIT_ERROR_PARSE if compressed
 * input is corrupt, "PATH: gzip: WHAT".
 *
 * Returns: (transfer full) (nullable)
 */
FitSource *fit_source_open (const char *path, gsize limit, GError **error);

/* fit_source_of_text: @text (transfer full), as if it had come from a pipe.
 * Returns: (transfer full) */
FitSource *fit_source_of_text (const char *name, char *text, gsize len);

/* fit_source_check_length: Returns: FALSE with FIT_ERROR_LIMIT if @source is
 * longer than @limit */
gboolean fit_source_check_length (const FitSource *source, gsize limit,
                                  GError **error);

/* fit_source_ref, fit_source_unref: not thread-safe */
FitSource *fit_source_ref (FitSource *source);
void fit_source_unref (FitSource *source);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitSource, fit_source_unref)

/* fit_source_drop_pages: releases the pages read so far; if needed again they
 * are read from the file */
void fit_source_drop_pages (FitSource *source);
