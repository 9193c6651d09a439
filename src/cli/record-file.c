#include "cli/record-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

#define MODE 0666 /* less the umask */

static gboolean
fail (const char *path, GError **error)
{
  int code = errno;

  g_set_error (error, FIT_ERROR, FIT_ERROR_IO, "cannot write \"%s\": %s", path,
               g_strerror (code));
  return FALSE;
}

/* Renaming onto a device or a pipe would take its place. */
static gboolean
may_be_replaced (const char *path)
{
  return !g_file_test (path, G_FILE_TEST_EXISTS)
         || g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

gboolean
fit_record_file_open (FitRecordFile *out_file, const char *path, GError **error)
{
  int fd;

  *out_file = (FitRecordFile){ 0 };
  if (path == NULL)
    return TRUE;
  out_file->path = g_strdup (path);
  if (may_be_replaced (path))
    {
      g_autofree char *name = g_strconcat (path, ".XXXXXX", NULL);

      fd = g_mkstemp_full (name, O_WRONLY | O_CLOEXEC, MODE);
      if (fd < 0)
        return fail (path, error);
      close (fd);
      out_file->temporary = g_steal_pointer (&name);
    }
  out_file->writer = fit_trace_writer_new (
      out_file->temporary ? out_file->temporary : path, error);
  return out_file->writer != NULL;
}

gboolean
fit_record_file_finish (FitRecordFile *file, GError **error)
{
  if (file->writer == NULL)
    return TRUE;
  if (!fit_trace_writer_close (file->writer, error))
    return FALSE;
  if (file->temporary == NULL)
    return TRUE;
  if (g_rename (file->temporary, file->path) != 0)
    return fail (file->path, error);
  g_clear_pointer (&file->temporary, g_free);
  return TRUE;
}

void
fit_record_file_clear (FitRecordFile *file)
{
  g_clear_pointer (&file->writer, fit_trace_writer_free);
  if (file->temporary != NULL)
    g_unlink (file->temporary);
  g_clear_pointer (&file->temporary, g_free);
  g_clear_pointer (&file->path, g_free);
}
