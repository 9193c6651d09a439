/* output-file.h - files that are whole or not there
 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

/* fit_output_file_write: @path gets @text, all of it or an error; what was
 * there stays until then.  Devices and pipes are written to. */
gboolean fit_output_file_write (const char *path, const char *text, gsize len,
                                GError **error);

G_END_DECLS
