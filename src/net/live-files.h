/* live-files.h - files that are read again when they have changed
 *
 * For certificates, keys and tokens, which may be replaced while they are in
 * use.  Files are checked whenever their contents are asked for.  If new
 * contents cannot be read or used, the old ones stay in effect, and one note
 * says why.
 *
 * Internal to the library.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"

#include <glib/gstdio.h>

/* The most files that belong together: a certificate and its key. */
#define FIT_LIVE_FILES 2

/* One of them: @data, or else the contents of @file.  Both are borrowed. */
typedef struct
{
  GBytes *data;
  const char *file;
} FitLivePart;

/* FitLiveCheck: can @contents be used?  They are not empty.  Returns: FALSE
 * with FIT_ERROR_PARSE; the message names no file */
typedef gboolean (*FitLiveCheck) (GBytes *const *contents, GError **error);

/* Reference counted, thread-safe. */
typedef struct _FitLiveFiles FitLiveFiles;

/* fit_live_files_new: @n: FIT_LIVE_FILES at most.  Nothing is read yet.
 * Returns: (transfer full) */
FitLiveFiles *fit_live_files_new (const FitLivePart *parts, guint n,
                                  FitLiveCheck check);
FitLiveFiles *fit_live_files_ref (FitLiveFiles *files);
void fit_live_files_unref (FitLiveFiles *files);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitLiveFiles, fit_live_files_unref)

/* fit_live_files_set_note: @note is called when the files have changed, or can
 * no longer be used, on the thread that asks for them.  Set it before the first
 * use. */
void fit_live_files_set_note (FitLiveFiles *files,
                              void (*note) (const char *text, gpointer data),
                              gpointer data);

/* fit_live_files_load: reads the files for the first time; again, it does
 * nothing.  Returns: FALSE with FIT_ERROR_IO, "open FILE: no such file or
 * directory", FIT_ERROR_LIMIT or FIT_ERROR_PARSE, "FILE: ..." */
gboolean fit_live_files_load (FitLiveFiles *files, GError **error);

/**
 * fit_live_files_get:
 * @out: (out): room for FIT_LIVE_FILES: the contents (transfer full), and NULLs
 *   after them
 *
 * After fit_live_files_load().
 *
 * Returns: a number that changes with the contents; never 0
 */
guint fit_live_files_get (FitLiveFiles *files, GBytes **out);

/* fit_file_is_unchanged: was the file neither written nor replaced in
 * between? */
gboolean fit_file_is_unchanged (const GStatBuf *before, const GStatBuf *after);
