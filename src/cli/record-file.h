/* record-file.h - a trace that is written while a simulation runs
 *
 * It grows under another name beside its own and gets its own when it is
 * complete, so that what is there under its name is always whole.
 */
#pragma once

#include "simulate/trace.h"

G_BEGIN_DECLS

typedef struct
{
  FitTraceWriter *writer; /* (nullable) owned */
  char *path;             /* owned */
  char *temporary; /* (nullable) owned: where it grows; NULL: under its name,
                      since that is no regular file */
} FitRecordFile;

/* fit_record_file_open: @path (nullable): NULL records nothing; @out_file:
 * (out): to be cleared even on failure */
gboolean fit_record_file_open (FitRecordFile *out_file, const char *path,
                               GError **error);

/* fit_record_file_finish: everything is written: it gets its name */
gboolean fit_record_file_finish (FitRecordFile *file, GError **error);

/* fit_record_file_clear: what was not finished is removed */
void fit_record_file_clear (FitRecordFile *file);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitRecordFile, fit_record_file_clear)

G_END_DECLS
