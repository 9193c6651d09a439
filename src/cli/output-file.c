/* output-file.c - writes a file under a temporary name and renames it when it
 * is complete */
#include "cli/output-file.h"

#include "cli/console.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MODE 0666 /* minus the umask */
#define PRIVATE_MODE 0600
#define PERMISSIONS 07777

static gboolean
fail (const char *path, int code, GError **error)
{
  return fit_fail (error, FIT_ERROR_OUTPUT, "cannot write \"%s\": %s", path,
                   g_strerror (code));
}

gboolean
fit_output_file_is_stdout (const char *path)
{
  return path == NULL || strcmp (path, "-") == 0;
}

/* -- files that grow ------------------------------------------------------- */

/* Renaming to a link would replace it, so resolve it first. */
static char *
follow (const char *path)
{
  char *real = realpath (path, NULL);
  char *copy = g_strdup (real != NULL ? real : path);

  free (real);
  return copy;
}

const char *
fit_output_file_open (FitOutputFile *out_file, FitTemporaries *temporaries,
                      const char *path, gboolean private_, GError **error)
{
  struct stat info;
  gboolean exists;

  if (fit_output_file_is_stdout (path))
    path = "/dev/stdout";
  *out_file
      = (FitOutputFile){ .temporaries = temporaries, .path = follow (path) };
  exists = stat (out_file->path, &info) == 0;
  if (exists && !S_ISREG (info.st_mode))
    return out_file->path;
  if (exists && access (out_file->path, W_OK) != 0)
    {
      fail (path, errno, error);
      return NULL;
    }
  out_file->temporary = fit_temporaries_create (
      temporaries, out_file->path, exists || private_ ? PRIVATE_MODE : MODE);
  if (out_file->temporary != NULL
      && (!exists
          || chmod (out_file->temporary, info.st_mode & PERMISSIONS) == 0))
    return out_file->temporary;
  fail (path, errno, error);
  return NULL;
}

gboolean
fit_output_file_finish (FitOutputFile *file, GError **error)
{
  if (file->temporary == NULL)
    return TRUE;
  if (!fit_temporaries_rename (file->temporaries, file->temporary, file->path))
    return fail (file->path, errno, error);
  g_clear_pointer (&file->temporary, g_free);
  return TRUE;
}

void
fit_output_file_clear (FitOutputFile *file)
{
  if (file->temporary != NULL)
    fit_temporaries_remove (file->temporaries, file->temporary);
  g_clear_pointer (&file->temporary, g_free);
  g_clear_pointer (&file->path, g_free);
}

/* -- files written at once ------------------------------------------------- */

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

gboolean
fit_output_file_write (FitTemporaries *temporaries, const char *path,
                       gboolean private_, const char *text, gsize len,
                       GError **error)
{
  g_auto (FitOutputFile) file = { 0 };
  const char *name;
  int fd, code;

  if (fit_output_file_is_stdout (path))
    return fit_console_write (text, len, error);
  name = fit_output_file_open (&file, temporaries, path, private_, error);
  if (name == NULL)
    return FALSE;
  fd = open (name, O_WRONLY | O_CLOEXEC);
  code = fd < 0 ? errno : write_all (fd, text, len);
  return code == 0 ? fit_output_file_finish (&file, error)
                   : fail (path, code, error);
}
