/* record-file.h - a trace that is written while a simulation runs
 *
 * It holds whatever the pods say, their environment included.
 */
#pragma once

#include "cli/output-file.h"
#include "simulate/trace.h"

G_BEGIN_DECLS

typedef struct
{
  FitTraceWriter *writer; /* (nullable) owned */
  FitOutputFile file;
} FitRecordFile;

/* fit_record_file_open: @path (nullable): NULL records nothing; @out_file:
 * (out): to be cleared even on failure */
gboolean fit_record_file_open (FitRecordFile *out_file,
                               FitTemporaries *temporaries, const char *path,
                               GError **error);

/* fit_record_file_finish: everything is written: it gets its name */
gboolean fit_record_file_finish (FitRecordFile *file, GError **error);

/* fit_record_file_clear: what was not finished is removed */
void fit_record_file_clear (FitRecordFile *file);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitRecordFile, fit_record_file_clear)

G_END_DECLS
