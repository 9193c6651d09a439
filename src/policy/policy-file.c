/* policy-file.c - reading the file of a Policy */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "policy/policy-private.h"

#define CHUNK_BYTES 65536

static gboolean
fail_read (const char *path, int code, GError **error)
{
  g_set_error (error, FIT_ERROR, FIT_ERROR_IO,
               "couldn't read policy config: %s: %s", path, g_strerror (code));
  return FALSE;
}

static gboolean
read_all (int fd, const char *path, gsize limit, GByteArray *out,
          GError **error)
{
  for (;;)
    {
      guint used = out->len;
      gssize got;

      /* One byte beyond the limit is enough to know. */
      g_byte_array_set_size (out, used + CHUNK_BYTES);
      got = read (fd, out->data + used, CHUNK_BYTES);
      g_byte_array_set_size (out, used + (guint) MAX (got, 0));
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return fail_read (path, errno, error);
      if (got == 0)
        return TRUE;
      if (out->len > MIN (limit, (gsize) G_MAXINT - CHUNK_BYTES))
        {
          g_set_error (
              error, FIT_ERROR, FIT_ERROR_LIMIT,
              "couldn't read policy config: %s: more than %" G_GSIZE_FORMAT
              " bytes",
              path, MIN (limit, (gsize) G_MAXINT - CHUNK_BYTES));
          return FALSE;
        }
    }
}

GBytes *
fit_policy_read_file (const char *path, const FitLimits *limits, GError **error)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();
  gboolean is_stdin = g_str_equal (path, "-");
  int fd = is_stdin ? STDIN_FILENO : open (path, O_RDONLY | O_CLOEXEC);
  gboolean ok;

  if (fd < 0 && errno == ENOENT)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_IO,
                   "missing policy config file %s", path);
      return NULL;
    }
  if (fd < 0)
    {
      fail_read (path, errno, error);
      return NULL;
    }
  if (limits == NULL)
    limits = fit_limits_default ();
  ok = read_all (fd, path, limits->document_bytes, out, error);
  if (!is_stdin)
    close (fd);
  return ok ? g_byte_array_free_to_bytes (g_steal_pointer (&out)) : NULL;
}
