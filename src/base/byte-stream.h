/* byte-stream.h - the bytes of a file or pipe, decompressed on the way
 *
 * What begins like gzip or zstd is decompressed, whatever its name is; several
 * members or frames may follow each other.  Everything else is given as it is.
 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

typedef struct _FitByteStream FitByteStream;

/**
 * fit_byte_stream_new:
 * @fd: borrowed; what has been read of it stays read
 * @limit: bytes, both of what is read and of what it becomes
 *
 * Reads the first bytes.  Errors, here and below, for the caller to say where:
 * FIT_ERROR_IO, what the system says; FIT_ERROR_PARSE, "gzip: WHAT";
 * FIT_ERROR_LIMIT, "longer than N bytes"; FIT_ERROR_INTERNAL where no memory is
 * left.
 *
 * Returns: (transfer full) (nullable)
 */
FitByteStream *fit_byte_stream_new (int fd, gsize limit, GError **error);

void fit_byte_stream_free (FitByteStream *stream);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitByteStream, fit_byte_stream_free)

gboolean fit_byte_stream_is_compressed (const FitByteStream *stream);

/* fit_byte_stream_read: @out: room for @size bytes, at least one;
 * *@out_n: 0 at the end only */
gboolean fit_byte_stream_read (FitByteStream *stream, gpointer out, gsize size,
                               gsize *out_n, GError **error);

G_END_DECLS
