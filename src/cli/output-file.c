/* output-file.c - writes a file under a temporary name and renames it when it
 * is complete
 * SPDX-License-Identifier: Apache-2.0 */
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

/* As many as Linux follows. */
#define MOST_LINKS 40

static gboolean
fail (const char *path, int code, GError **error)
{
  return fit_fail (error, FIT_ERROR_OUTPUT, "cannot write \"%s\": %s", path,
                   g_strerror (code));
}

/* Returns: the open file that @path names, such as 3 for "/dev/fd/3"; -1 if it
 * names none */
static int
find_descriptor (const char *path)
{
  static const char *const names[]
      = { "/dev/stdin", "/dev/stdout", "/dev/stderr" };
  static const char *const directories[] = { "/dev/fd/", "/proc/self/fd/" };
  guint64 number;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (path, names[i]) == 0)
      return (int) i;
  for (guint i = 0; i < G_N_ELEMENTS (directories); i++)
    if (g_str_has_prefix (path, directories[i])
        && g_ascii_string_to_unsigned (path + strlen (directories[i]), 10, 0,
                                       G_MAXINT, &number, NULL))
      return (int) number;
  return -1;
}

gboolean
fit_output_file_is_stdout (const char *path)
{
  return path == NULL || strcmp (path, "-") == 0
         || find_descriptor (path) == STDOUT_FILENO;
}

/* -- files that grow ------------------------------------------------------- */

/* Renaming to a link would replace it, so resolve it first, also if there is no
 * file yet where it leads to.  Returns: (transfer full) (nullable): NULL with
 * errno */
static char *
follow (const char *path)
{
  char *real = realpath (path, NULL);
  g_autofree char *end = g_strdup (real != NULL ? real : path);
  struct stat info;

  free (real);
  if (real != NULL || stat (path, &info) == 0)
    return g_steal_pointer (&end);
  for (guint i = 0; i < MOST_LINKS; i++)
    {
      g_autofree char *target = g_file_read_link (end, NULL);
      g_autofree char *directory = g_path_get_dirname (end);
      char *next;

      if (target == NULL || g_path_is_absolute (target))
        next = g_steal_pointer (&target);
      else
        next = g_build_filename (directory, target, NULL);
      if (next == NULL)
        return g_steal_pointer (&end);
      g_free (end);
      end = next;
    }
  errno = ELOOP;
  return NULL;
}

/* Where @file, which is named by a path, is written under the name @path or a
 * temporary one.  Returns: (transfer none) (nullable): that name; NULL with
 * errno */
static const char *
choose_name (FitOutputFile *file, gboolean private_)
{
  struct stat info;
  const gboolean exists = stat (file->path, &info) == 0;

  if (exists && !S_ISREG (info.st_mode))
    return file->path;
  if (exists && access (file->path, W_OK) != 0)
    return NULL;
  file->temporary = fit_signals_create_file (
      file->signals, file->path, exists || private_ ? PRIVATE_MODE : MODE);
  return file->temporary != NULL
                 && (!exists
                     || chmod (file->temporary, info.st_mode & PERMISSIONS)
                            == 0)
             ? file->temporary
             : NULL;
}

/* Returns: -1 with errno */
static int
open_by_name (FitOutputFile *file, gboolean private_)
{
  const char *name;

  file->path = follow (file->name);
  name = file->path != NULL ? choose_name (file, private_) : NULL;
  return name != NULL ? open (name, O_WRONLY | O_CLOEXEC) : -1;
}

int
fit_output_file_open (FitOutputFile *out_file, FitSignals *signals,
                      const char *path, gboolean private_, GError **error)
{
  const int open_file = fit_output_file_is_stdout (path)
                            ? STDOUT_FILENO
                            : find_descriptor (path);
  int fd;

  *out_file = (FitOutputFile){ .signals = signals, .name = g_strdup (path) };
  fd = open_file >= 0 ? fcntl (open_file, F_DUPFD_CLOEXEC, 0)
                      : open_by_name (out_file, private_);
  if (fd < 0)
    fail (path, errno, error);
  return fd;
}

gboolean
fit_output_file_finish (FitOutputFile *file, GError **error)
{
  if (file->temporary == NULL)
    return TRUE;
  if (!fit_signals_rename_file (file->signals, file->temporary, file->path))
    return fail (file->name, errno, error);
  g_clear_pointer (&file->temporary, g_free);
  return TRUE;
}

void
fit_output_file_clear (FitOutputFile *file)
{
  if (file->temporary != NULL)
    fit_signals_remove_file (file->signals, file->temporary);
  g_clear_pointer (&file->temporary, g_free);
  g_clear_pointer (&file->path, g_free);
  g_clear_pointer (&file->name, g_free);
}

/* -- files written at once ------------------------------------------------- */

gboolean
fit_output_file_write (FitSignals *signals, const char *path, gboolean private_,
                       const char *text, gsize len, GError **error)
{
  g_auto (FitOutputFile) file = { 0 };
  int fd, code;
  int failure = 0;

  if (fit_output_file_is_stdout (path))
    return fit_console_write (text, len, error);
  fd = fit_output_file_open (&file, signals, path, private_, error);
  if (fd < 0)
    return FALSE;
  while (len > 0 && failure == 0)
    {
      const gssize n = write (fd, text, len);

      if (n >= 0)
        {
          text += n;
          len -= (gsize) n;
        }
      else if (errno != EINTR)
        failure = errno;
    }
  code = close (fd) != 0 && failure == 0 ? errno : failure;
  return code == 0 ? fit_output_file_finish (&file, error)
                   : fail (path, code, error);
}
