/* output-file.h - files that are whole or not there
 *
 * A file grows under another name beside its own and gets its own when it is
 * complete, so that what is there under its name is always whole.  Devices and
 * pipes are written to as they are.  What cannot be written is
 * FIT_ERROR_OUTPUT.
 */
#pragma once

#include "base/error.h"
#include "cli/temporaries.h"

G_BEGIN_DECLS

typedef struct
{
  FitTemporaries *temporaries; /* borrowed */
  char *path;                  /* owned: links followed */
  char *temporary;             /* (nullable) owned: where it grows; NULL: under
                                  its own name, since that is no regular file */
} FitOutputFile;

/**
 * fit_output_file_open:
 * @out_file: (out): to be cleared even on failure
 * @private_: it holds what not everybody may read
 *
 * A file that is there already keeps its permissions; of a new one, others may
 * read what is not private, as the umask says.
 *
 * Returns: (transfer none) (nullable): the name under which it is to be written
 */
const char *fit_output_file_open (FitOutputFile *out_file,
                                  FitTemporaries *temporaries, const char *path,
                                  gboolean private_, GError **error);

/* fit_output_file_finish: everything is written: it gets its name */
gboolean fit_output_file_finish (FitOutputFile *file, GError **error);

/* fit_output_file_clear: what was not finished is removed */
void fit_output_file_clear (FitOutputFile *file);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitOutputFile, fit_output_file_clear)

/* fit_output_file_write: @path gets @text, all of it or an error; what was
 * there stays until then */
gboolean fit_output_file_write (FitTemporaries *temporaries, const char *path,
                                gboolean private_, const char *text, gsize len,
                                GError **error);

G_END_DECLS
