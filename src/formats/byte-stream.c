/* byte-stream.c - reading input that may be compressed with gzip or zstd
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/byte-stream.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#define CHUNK_BYTES (64 * 1024)

/* 15 bits of window; 16 asks for the header and the checksum of gzip. */
#define GZIP_WINDOW_BITS (15 + 16)

/* Bytes needed to recognise a format: at least as long as any magic number
 * below. */
#define MAGIC_BYTES 6

/* The ratio of compression counts from this many bytes on. */
#define MUCH_BYTES (8 * 1024 * 1024)

typedef struct
{
  const char *name;

  /* How many times longer than compressed a text may be.  Pods of one workload
   * differ in a name, a uid, times and addresses, so a list of them comes to half
   * of that at most; a file that is made to fill the memory comes to more. */
  guint most;

  /* Returns: (nullable): NULL if out of memory */
  gpointer (*open) (void);
  void (*close) (gpointer codec);

  /* Decodes more of the chunk, which may be empty. */
  gboolean (*decode) (FitByteStream *stream, guint8 *out, gsize size,
                      gsize *out_n, GError **error);
} Codec;

struct _FitByteStream
{
  int fd;            /* borrowed */
  const Codec *type; /* (nullable): NULL: not compressed */
  gpointer codec;    /* (nullable) owned */
  gsize limit;
  guint64 total_in;
  guint64 total_out;
  gboolean eof;    /* nothing more can be read */
  gboolean inside; /* inside a member or frame */
  gboolean ended;  /* a member or frame has ended before */
  gsize pos;       /* of the next byte in the chunk */
  gsize len;       /* of the chunk */
  guint8 chunk[CHUNK_BYTES];
};

/* -- failures -------------------------------------------------------------- */

/* Reports @what is wrong with the compressed data. */
static gboolean
fail (const FitByteStream *stream, const char *what, GError **error)
{
  if (stream->ended && !stream->inside)
    what = "something else follows its end";
  return fit_fail (error, FIT_ERROR_PARSE, "%s: %s", stream->type->name, what);
}

static gboolean
fail_memory (GError **error)
{
  return fit_fail (error, FIT_ERROR_INTERNAL,
                   "no memory is left to decompress it");
}

static gboolean
check_limit (const FitByteStream *stream, guint64 total, GError **error)
{
  if (total <= stream->limit)
    return TRUE;
  return fit_fail (error, FIT_ERROR_LIMIT,
                   "longer than %" G_GSIZE_FORMAT " bytes%s", stream->limit,
                   stream->type != NULL ? " when decompressed" : "");
}

/* -- gzip ------------------------------------------------------------------ */

static gpointer
gzip_open (void)
{
  z_stream *gzip = g_new0 (z_stream, 1);

  if (inflateInit2 (gzip, GZIP_WINDOW_BITS) == Z_OK)
    return gzip;
  g_free (gzip);
  return NULL;
}

static void
gzip_close (gpointer codec)
{
  inflateEnd (codec);
  g_free (codec);
}

static gboolean
gzip_decode (FitByteStream *stream, guint8 *out, gsize size, gsize *out_n,
             GError **error)
{
  z_stream *gzip = stream->codec;
  int code;

  if (!stream->inside)
    inflateReset (gzip);
  gzip->next_in = stream->chunk + stream->pos;
  gzip->avail_in = (uInt) (stream->len - stream->pos);
  gzip->next_out = out;
  gzip->avail_out = (uInt) MIN (size, CHUNK_BYTES);
  code = inflate (gzip, Z_NO_FLUSH);
  if (code == Z_MEM_ERROR)
    return fail_memory (error);
  if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
    return fail (stream, gzip->msg != NULL ? gzip->msg : "broken", error);
  stream->pos = stream->len - gzip->avail_in;
  stream->inside = code != Z_STREAM_END;
  *out_n = (gsize) (gzip->next_out - out);
  return TRUE;
}

/* -- zstd ------------------------------------------------------------------ */

static gpointer
zstd_open (void)
{
  return ZSTD_createDCtx ();
}

static void
zstd_close (gpointer codec)
{
  ZSTD_freeDCtx (codec);
}

static gboolean
zstd_decode (FitByteStream *stream, guint8 *out, gsize size, gsize *out_n,
             GError **error)
{
  ZSTD_inBuffer in = { stream->chunk, stream->len, stream->pos };
  ZSTD_outBuffer to = { out, size, 0 };
  const gsize rest = ZSTD_decompressStream (stream->codec, &to, &in);

  if (ZSTD_getErrorCode (rest) == ZSTD_error_memory_allocation)
    return fail_memory (error);
  if (ZSTD_isError (rest))
    return fail (stream, ZSTD_getErrorName (rest), error);
  stream->pos = in.pos;
  stream->inside = rest != 0;
  *out_n = to.pos;
  return TRUE;
}

/* -- formats --------------------------------------------------------------- */

static const Codec gzip = { "gzip", 100, gzip_open, gzip_close, gzip_decode };
static const Codec zstd = { "zstd", 1000, zstd_open, zstd_close, zstd_decode };

static const struct
{
  const char *magic;
  const Codec *codec; /* NULL: not supported */
  const char *name;   /* name of an unsupported format */
  const char *remedy;
} formats[] = {
  { "\x1F\x8B", &gzip, NULL, NULL },
  { "\x28\xB5\x2F\xFD", &zstd, NULL, NULL },
  { "\x50\x2A\x4D\x18", &zstd, NULL, NULL }, /* pzstd begins with this */
  { "\xFD"
    "7zXZ",
    NULL, "xz", "xz -dc" },
  { "BZh", NULL, "bzip2", "bzip2 -dc" },
  { "\x04\x22\x4D\x18", NULL, "lz4", "lz4 -dc" },
  { "PK\x03\x04", NULL, "zip", "unzip -p" },
};

/* Recognises the format from the first chunk. */
static gboolean
find_codec (FitByteStream *stream, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      const gsize len = strlen (formats[i].magic);

      if (stream->len < len
          || memcmp (stream->chunk, formats[i].magic, len) != 0)
        continue;
      stream->type = formats[i].codec;
      if (stream->type != NULL)
        {
          stream->codec = stream->type->open ();
          return stream->codec != NULL || fail_memory (error);
        }
      g_set_error (error, FIT_ERROR, FIT_ERROR_PARSE,
                   "found %s, expected text, gzip or zstd", formats[i].name);
      fit_error_add_hint (error, "decompress it first: %s FILE",
                          formats[i].remedy);
      return FALSE;
    }
  return TRUE;
}

/* -- reading --------------------------------------------------------------- */

static gboolean
read_fd (FitByteStream *stream, guint8 *out, gsize size, gsize *out_n,
         GError **error)
{
  gssize n;

  do
    n = read (stream->fd, out, size);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    return fit_fail (error, FIT_ERROR_IO, "%s", g_strerror (errno));
  stream->eof = n == 0;
  stream->total_in += (guint64) n;
  *out_n = (gsize) n;
  return check_limit (stream, stream->total_in, error);
}

/* Reads more data into the chunk. */
static gboolean
fill (FitByteStream *stream, GError **error)
{
  gsize n;

  if (stream->pos == stream->len)
    stream->pos = stream->len = 0;
  if (!read_fd (stream, stream->chunk + stream->len, CHUNK_BYTES - stream->len,
                &n, error))
    return FALSE;
  stream->len += n;
  return TRUE;
}

/* Reads the rest of the first chunk, then directly from the file. */
static gboolean
read_plain (FitByteStream *stream, guint8 *out, gsize size, gsize *out_n,
            GError **error)
{
  const gsize n = MIN (size, stream->len - stream->pos);

  if (n == 0)
    return stream->eof || read_fd (stream, out, size, out_n, error);
  memcpy (out, stream->chunk + stream->pos, n);
  stream->pos += n;
  *out_n = n;
  return TRUE;
}

/* Decodes until there is output or no more input. */
static gboolean
read_compressed (FitByteStream *stream, guint8 *out, gsize size, gsize *out_n,
                 GError **error)
{
  guint64 used;

  do
    {
      if (stream->pos == stream->len && !stream->eof && !fill (stream, error))
        return FALSE;
      if (stream->pos == stream->len && !stream->inside)
        continue;
      if (!stream->type->decode (stream, out, size, out_n, error))
        return FALSE;
      stream->ended |= !stream->inside;
    }
  while (*out_n == 0 && (stream->pos < stream->len || !stream->eof));
  if (*out_n == 0 && stream->inside)
    return fail (stream, "it ends too early", error);
  stream->total_out += *out_n;
  if (!check_limit (stream, stream->total_out, error))
    return FALSE;
  used = stream->total_in - (stream->len - stream->pos);
  if (stream->total_out < MUCH_BYTES
      || stream->total_out <= used * stream->type->most)
    return TRUE;
  return fit_fail (error, FIT_ERROR_LIMIT,
                   "%s: more than %u times as long when decompressed",
                   stream->type->name, stream->type->most);
}

gboolean
fit_byte_stream_read (FitByteStream *stream, gpointer out, gsize size,
                      gsize *out_n, GError **error)
{
  *out_n = 0;
  return (stream->type != NULL ? read_compressed
                               : read_plain) (stream, out, size, out_n, error);
}

/* -- the stream ------------------------------------------------------------ */

FitByteStream *
fit_byte_stream_new (int fd, gsize limit, GError **error)
{
  g_autoptr (FitByteStream) stream = g_new (FitByteStream, 1);

  memset (stream, 0, G_STRUCT_OFFSET (FitByteStream, chunk));
  stream->fd = fd;
  stream->limit = limit;
  while (stream->len < MAGIC_BYTES && !stream->eof)
    if (!fill (stream, error))
      return NULL;
  return find_codec (stream, error) ? g_steal_pointer (&stream) : NULL;
}

void
fit_byte_stream_free (FitByteStream *stream)
{
  if (stream == NULL)
    return;
  if (stream->codec != NULL)
    stream->type->close (stream->codec);
  g_free (stream);
}

gboolean
fit_byte_stream_is_compressed (const FitByteStream *stream)
{
  return stream->type != NULL;
}
