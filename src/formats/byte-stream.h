/* byte-stream.h - the bytes of a file or pipe, decompressed while reading
 *
 * Input that begins like gzip or zstd is decompressed, whatever its name.
 * There may be several members or frames.  Everything else is passed through
 * unchanged.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"

typedef struct _FitByteStream FitByteStream;

/**
 * fit_byte_stream_new:
 * @fd: borrowed; its file position moves
 * @limit: maximum bytes, both before and after decompression
 *
 * Reads the first bytes.  Errors, here and below, to which the caller adds the
 * name of the input: FIT_ERROR_IO, the system's text; FIT_ERROR_PARSE, "gzip:
 * WHAT"; FIT_ERROR_LIMIT, "longer than N bytes"; FIT_ERROR_INTERNAL if out of
 * memory.
 *
 * Returns: (transfer full) (nullable)
 */
FitByteStream *fit_byte_stream_new (int fd, gsize limit, GError **error);

void fit_byte_stream_free (FitByteStream *stream);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitByteStream, fit_byte_stream_free)

gboolean fit_byte_stream_is_compressed (const FitByteStream *stream);

/* fit_byte_stream_read: @out: room for @size bytes, at least one; *@out_n is 0
 * only at the end */
gboolean fit_byte_stream_read (FitByteStream *stream, gpointer out, gsize size,
                               gsize *out_n, GError **error);
