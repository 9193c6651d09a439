#include "cli/output-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

#define MODE 0666 /* less the umask */

static gboolean
fail (const char *path, int code, GError **error)
{
  g_set_error (error, FIT_ERROR, FIT_ERROR_IO, "cannot write \"%s\": %s", path,
               g_strerror (code));
  return FALSE;
}

/* Closes @fd in any case.  Returns: 0 or errno */
static int
write_all (int fd, const char *text, gsize len)
{
  int code = 0;

  while (len > 0 && code == 0)
    {
      const gssize n = write (fd, text, len);

      if (n >= 0)
        {
          text += n;
          len -= (gsize) n;
        }
      else if (errno != EINTR)
        code = errno;
    }
  return close (fd) != 0 && code == 0 ? errno : code;
}

static gboolean
write_in_place (const char *path, const char *text, gsize len, GError **error)
{
  const int fd = open (path, O_WRONLY | O_CLOEXEC);
  const int code = fd < 0 ? errno : write_all (fd, text, len);

  return code == 0 || fail (path, code, error);
}

gboolean
fit_output_file_write (const char *path, const char *text, gsize len,
                       GError **error)
{
  g_autofree char *name = g_strconcat (path, ".XXXXXX", NULL);
  int fd, code;

  /* Renaming onto a device or a pipe would take its place. */
  if (g_file_test (path, G_FILE_TEST_EXISTS)
      && !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return write_in_place (path, text, len, error);
  fd = g_mkstemp_full (name, O_WRONLY | O_CLOEXEC, MODE);
  if (fd < 0)
    return fail (path, errno, error);
  code = write_all (fd, text, len);
  if (code == 0 && g_rename (name, path) != 0)
    code = errno;
  if (code == 0)
    return TRUE;
  g_unlink (name);
  return fail (path, code, error);
}
