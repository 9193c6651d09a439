/* output-file.h - files that are complete or do not exist
 *
 * A file is written under a temporary name in the same directory, and renamed
 * when it is complete.  So the file under its own name is always complete.
 * Devices, pipes and open files (/dev/stdout, /dev/fd/3) are written directly.
 * Failures are FIT_ERROR_OUTPUT.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"
#include "cli/signals.h"

typedef struct
{
  FitSignals *signals; /* borrowed */
  char *name;          /* owned: as given, for messages */
  char *path;          /* (nullable) owned: with links resolved; NULL:
                                  it is an open file */
  char *temporary;     /* (nullable) owned: the temporary name; NULL:
                                  the file is written directly */
} FitOutputFile;

/* fit_output_file_is_stdout: does @path mean standard output?  NULL, "-" and
 * "/dev/stdout" do. */
gboolean fit_output_file_is_stdout (const char *path);

/**
 * fit_output_file_open:
 * @out_file: (out): must be cleared even after a failure
 * @private_: only the owner may read the file
 *
 * An existing file keeps its permissions.  A new one gets those of the umask,
 * or is readable only by its owner if it is private.
 *
 * Returns: (transfer full): the file to write to, to be closed; -1 on failure
 */
int fit_output_file_open (FitOutputFile *out_file, FitSignals *signals,
                          const char *path, gboolean private_, GError **error);

/* fit_output_file_finish: everything is written: renames the file */
gboolean fit_output_file_finish (FitOutputFile *file, GError **error);

/* fit_output_file_clear: removes the file if it was not finished */
void fit_output_file_clear (FitOutputFile *file);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitOutputFile, fit_output_file_clear)

/* fit_output_file_write: writes all of @text to @path, which may mean standard
 * output, or fails; an existing file stays until then */
gboolean fit_output_file_write (FitSignals *signals, const char *path,
                                gboolean private_, const char *text, gsize len,
                                GError **error);
