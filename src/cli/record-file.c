/* record-file.c - the file of --record, which exists only if the simulation succeeds */
#include "cli/record-file.h"

gboolean
fit_record_file_open (FitRecordFile *out_file, FitTemporaries *temporaries,
                      const char *path, GError **error)
{
  const char *name;

  *out_file = (FitRecordFile){ 0 };
  if (path == NULL)
    return TRUE;
  name = fit_output_file_open (&out_file->file, temporaries, path, TRUE, error);
  if (name == NULL)
    return FALSE;
  out_file->writer = fit_trace_writer_new (name, error);
  return out_file->writer != NULL;
}

gboolean
fit_record_file_finish (FitRecordFile *file, GError **error)
{
  return file->writer == NULL
         || (fit_trace_writer_close (file->writer, error)
             && fit_output_file_finish (&file->file, error));
}

void
fit_record_file_clear (FitRecordFile *file)
{
  g_clear_pointer (&file->writer, fit_trace_writer_free);
  fit_output_file_clear (&file->file);
}
