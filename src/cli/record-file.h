/* record-file.h - a trace that is recorded while a simulation runs
 *
 * The file is private: it contains the whole pods, including their environment.
 */
#pragma once

#include "cli/output-file.h"
#include "simulate/trace.h"

typedef struct
{
  FitTraceWriter *writer; /* (nullable) owned */
  FitOutputFile file;
} FitRecordFile;

/* fit_record_file_open: @path (nullable): NULL records nothing; @out_file:
 * (out): must be cleared even after a failure */
gboolean fit_record_file_open (FitRecordFile *out_file,
                               FitTemporaries *temporaries, const char *path,
                               GError **error);

/* fit_record_file_finish: everything is written: renames the file */
gboolean fit_record_file_finish (FitRecordFile *file, GError **error);

/* fit_record_file_clear: removes the file if it was not finished */
void fit_record_file_clear (FitRecordFile *file);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitRecordFile, fit_record_file_clear)
