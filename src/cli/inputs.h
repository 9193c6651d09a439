/* inputs.h - the inputs of one call of the program
 *
 * Several parts of a verb use the same input: one to see what it is, one to
 * read it, one for each side of a comparison.  An input that can be read only
 * once is kept for later use.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"
#include "cli/options.h"

typedef struct _FitInputs FitInputs;

/* fit_inputs_new: @options: borrowed: how to read directories */
FitInputs *fit_inputs_new (const FitOptions *options);
void fit_inputs_free (FitInputs *inputs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitInputs, fit_inputs_free)

/* fit_inputs_open: like fit_source_open(), but uses inputs that are kept.
 * Returns: (transfer full) (nullable) */
FitSource *fit_inputs_open (FitInputs *inputs, const char *path, gsize limit,
                            GError **error);

/* fit_inputs_namespace: Returns: (transfer none): that of the context, once the
 * live cluster has been opened; otherwise "default" */
const char *fit_inputs_namespace (const FitInputs *inputs);

/* fit_inputs_keep: from now on the input @path is @text (transfer full), which
 * replaces what was kept of it */
void fit_inputs_keep (FitInputs *inputs, const char *path, char *text,
                      gsize len);

/* fit_inputs_find_kept: Returns: (transfer none) (nullable): NULL if @path was
 * not opened, or can be opened again */
const FitSource *fit_inputs_find_kept (const FitInputs *inputs,
                                       const char *path);

/* fit_inputs_files: like fit_manifest_files(), with the options */
gboolean fit_inputs_files (const FitInputs *inputs, GPtrArray *out,
                           const char *path, FitTally *skipped,
                           FitUnentered *unentered, GError **error);

/* fit_inputs_note_skipped: (nullable): a note about files of directories that
 * were not read */
char *fit_inputs_note_skipped (const FitTally *skipped);

/* fit_inputs_note_unentered: (nullable): a note about directories in
 * directories that were not read */
char *fit_inputs_note_unentered (const FitUnentered *unentered);

/* fit_inputs_fail_skipped: Returns: FALSE with FIT_ERROR_NOT_FOUND: all files
 * in @path were skipped */
gboolean fit_inputs_fail_skipped (const char *path, const FitTally *skipped,
                                  GError **error);

/* fit_inputs_load_objects: adds the objects in the file, directory or pattern
 * @path to @objects */
gboolean fit_inputs_load_objects (FitInputs *inputs, const char *path,
                                  FitObjects *objects, FitDecodeFlags flags,
                                  GError **error);
