/* source.c - inputs that are opened and read once
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/source.h"

#include "formats/byte-stream.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK_BYTES (64 * 1024)

/* Up to this size, input is copied to memory.  Longer input that is not a file
 * is copied to a temporary file. */
#define MEMORY_BYTES (1024 * 1024)

/* Names of standard input. */
static const char *const stdin_names[]
    = { "-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0" };

gboolean
fit_source_is_stdin (const char *path)
{
  for (guint i = 0; path != NULL && i < G_N_ELEMENTS (stdin_names); i++)
    if (strcmp (path, stdin_names[i]) == 0)
      return TRUE;
  return FALSE;
}

/* -- failures -------------------------------------------------------------- */

static gboolean
fail (const char *what, const char *name, GError **error)
{
  const int code = errno;

  return fit_fail (error,
                   code == ENOENT   ? FIT_ERROR_NOT_FOUND
                   : code == ENOMEM ? FIT_ERROR_INTERNAL
                                    : FIT_ERROR_IO,
                   "cannot %s \"%s\": %s", what, name, g_strerror (code));
}

/* Adds the name of the stream that failed. */
static gboolean
fail_stream (const FitSource *source, GError **error)
{
  if (error != NULL && g_error_matches (*error, FIT_ERROR, FIT_ERROR_IO))
    g_prefix_error (error, "cannot read \"%s\": ", source->name);
  else
    g_prefix_error (error, "%s: ", source->name);
  return FALSE;
}

static gboolean
check_length (const FitSource *source, guint64 len, gsize limit, GError **error)
{
  if (len <= limit)
    return TRUE;
  return fit_fail (error, FIT_ERROR_LIMIT,
                   "%s: longer than %" G_GSIZE_FORMAT " bytes", source->name,
                   limit);
}

gboolean
fit_source_check_length (const FitSource *source, gsize limit, GError **error)
{
  return check_length (source, source->len, limit, error);
}

/* -- files ----------------------------------------------------------------- */

static gboolean
map (FitSource *source, int fd, gsize len, GError **error)
{
  source->mapped = mmap (NULL, len, PROT_READ, MAP_PRIVATE, fd, 0);
  if (source->mapped == MAP_FAILED)
    {
      source->mapped = NULL;
      return fail ("map", source->name, error);
    }
  madvise (source->mapped, len, MADV_SEQUENTIAL);
  source->bytes = source->mapped;
  source->len = len;
  return TRUE;
}

void
fit_source_drop_pages (FitSource *source)
{
  if (source->mapped != NULL)
    madvise (source->mapped, source->len, MADV_DONTNEED);
}

/* -- copies ---------------------------------------------------------------- */

/* The data read so far of an input that cannot be mapped. */
typedef struct
{
  FitSource *source;  /* borrowed */
  GByteArray *memory; /* owned: data that is not in the file */
  int spool;          /* owned: an unnamed temporary file, or -1 */
  guint64 total;
} Copy;

static gboolean
spool_memory (Copy *copy, GError **error)
{
  const guint8 *bytes;
  gsize left;

  if (copy->spool < 0)
    {
      g_autofree char *path
          = g_build_filename (g_get_tmp_dir (), "fitsched-XXXXXX", NULL);

      copy->spool = g_mkstemp_full (path, O_RDWR | O_CLOEXEC, 0600);
      if (copy->spool < 0)
        return fail ("create", path, error);
      g_unlink (path);
    }
  bytes = copy->memory->data;
  left = copy->memory->len;
  while (left > 0)
    {
      const gssize n = write (copy->spool, bytes, left);

      if (n < 0 && errno != EINTR)
        return fail ("spool", copy->source->name, error);
      if (n > 0)
        {
          bytes += n;
          left -= (gsize) n;
        }
    }
  g_byte_array_set_size (copy->memory, 0);
  return TRUE;
}

/* Reads all of @stream. */
static gboolean
read_all (Copy *copy, FitByteStream *stream, GError **error)
{
  for (;;)
    {
      const guint used = copy->memory->len;
      gsize n;

      g_byte_array_set_size (copy->memory, used + CHUNK_BYTES);
      if (!fit_byte_stream_read (stream, copy->memory->data + used, CHUNK_BYTES,
                                 &n, error))
        return fail_stream (copy->source, error);
      g_byte_array_set_size (copy->memory, used + (guint) n);
      if (n == 0)
        return copy->spool < 0 || spool_memory (copy, error);
      copy->total += n;
      if (copy->memory->len >= MEMORY_BYTES && !spool_memory (copy, error))
        return FALSE;
    }
}

static gboolean
copy_all (FitSource *source, FitByteStream *stream, GError **error)
{
  Copy copy = { .source = source, .memory = g_byte_array_new (), .spool = -1 };
  gboolean done = read_all (&copy, stream, error);

  if (done && copy.spool >= 0)
    done = map (source, copy.spool, copy.total, error);
  else if (done)
    {
      source->len = copy.memory->len;
      source->bytes = g_memdup2 (copy.memory->data, copy.memory->len);
    }
  g_byte_array_unref (copy.memory);
  if (copy.spool >= 0)
    g_close (copy.spool, NULL);
  return done;
}

/* -- opening --------------------------------------------------------------- */

/* Some kernel files claim to be empty but are not. */
static gboolean
read_fd (FitSource *source, int fd, gsize limit, GError **error)
{
  const gsize copied = MIN (limit, FIT_SOURCE_COPY_BYTES);
  g_autoptr (FitByteStream) stream = NULL;
  gboolean mappable;
  struct stat info;

  if (fstat (fd, &info) != 0)
    return fail ("read", source->name, error);
  source->once = !S_ISREG (info.st_mode);
  mappable = !source->once && info.st_size > MEMORY_BYTES
             && lseek (fd, 0, SEEK_CUR) == 0;
  stream = fit_byte_stream_new (fd, copied, error);
  if (stream == NULL)
    return fail_stream (source, error);
  if (mappable && !fit_byte_stream_is_compressed (stream))
    return check_length (source, (guint64) info.st_size, limit, error)
           && map (source, fd, (gsize) info.st_size, error);
  if (copy_all (source, stream, error))
    return TRUE;
  if (copied < limit && error != NULL
      && g_error_matches (*error, FIT_ERROR, FIT_ERROR_LIMIT))
    fit_error_add_hint (
        error,
        "a file that is not compressed may have %" G_GSIZE_FORMAT
        " bytes: write the input to one",
        limit);
  return FALSE;
}

FitSource *
fit_source_open (const char *path, gsize limit, GError **error)
{
  const gboolean is_stdin = fit_source_is_stdin (path);
  g_autoptr (FitSource) source = g_new0 (FitSource, 1);
  const int fd
      = is_stdin ? STDIN_FILENO : g_open (path, O_RDONLY | O_CLOEXEC, 0);
  gboolean done;

  source->refs = 1;
  source->name = g_strdup (is_stdin ? "stdin" : path);
  if (fd < 0)
    {
      fail ("open", path, error);
      return NULL;
    }
  done = read_fd (source, fd, limit, error);
  source->once |= is_stdin;
  if (source->bytes == NULL)
    source->bytes = g_strdup ("");
  if (!is_stdin)
    g_close (fd, NULL);
  return done ? g_steal_pointer (&source) : NULL;
}

FitSource *
fit_source_of_text (const char *name, char *text, gsize len)
{
  FitSource *source = g_new0 (FitSource, 1);

  source->refs = 1;
  source->name = g_strdup (name);
  source->bytes = text;
  source->len = len;
  source->once = TRUE;
  return source;
}

FitSource *
fit_source_ref (FitSource *source)
{
  source->refs++;
  return source;
}

void
fit_source_unref (FitSource *source)
{
  if (source == NULL || --source->refs > 0)
    return;
  if (source->mapped != NULL)
    munmap (source->mapped, source->len);
  else
    g_free ((char *) source->bytes);
  g_free (source->name);
  g_free (source);
}
