/* config-load.c - reading the file of a configuration */
#include "config/configuration.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define CHUNK_BYTES 65536

/* No configuration is longer, by far. */
#define MAX_BYTES (64 * 1024 * 1024)

static gboolean
fail_read (const char *path, int code, GError **error)
{
  g_set_error (error, FIT_ERROR, FIT_ERROR_IO, "%s: %s", path,
               g_strerror (code));
  return FALSE;
}

static gboolean
read_all (int fd, const char *path, GByteArray *out, GError **error)
{
  for (;;)
    {
      const guint used = out->len;
      gssize got;

      g_byte_array_set_size (out, used + CHUNK_BYTES);
      got = read (fd, out->data + used, CHUNK_BYTES);
      g_byte_array_set_size (out, used + (guint) MAX (got, 0));
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return fail_read (path, errno, error);
      if (got == 0)
        return TRUE;
      if (out->len > MAX_BYTES)
        {
          g_set_error (error, FIT_ERROR, FIT_ERROR_LIMIT,
                       "%s: more than %d bytes", path, MAX_BYTES);
          return FALSE;
        }
    }
}

FitConfiguration *
fit_configuration_load (const char *path,
                        const FitConfigurationOptions *options, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const gboolean is_stdin = g_str_equal (path, "-");
  const char *source = is_stdin ? "stdin" : path;
  const int fd = is_stdin ? STDIN_FILENO : open (path, O_RDONLY | O_CLOEXEC);
  gboolean done;

  if (fd < 0)
    {
      fail_read (path, errno, error);
      return NULL;
    }
  done = read_all (fd, source, bytes, error);
  if (!is_stdin)
    close (fd);
  if (!done)
    return NULL;
  return fit_configuration_read (bytes->len > 0 ? (const char *) bytes->data
                                                : "",
                                 bytes->len, source, options, error);
}
