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

/* fit_inputs_has: is there an input @path, as far as one can tell without
 * opening it? */
gboolean fit_inputs_has (const FitInputs *inputs, const char *path);

/* fit_inputs_keep_files: opens all files of @paths (nullable, NULL-terminated),
 * and keeps them */
gboolean fit_inputs_keep_files (FitInputs *inputs, char **paths,
                                GError **error);

/* fit_inputs_read_ahead: reads the objects of @paths (nullable, NULL-terminated,
 * borrowed) for whoever asks first for them */
gboolean fit_inputs_read_ahead (FitInputs *inputs, char **paths,
                                FitDecodeFlags flags, GError **error);

/* fit_inputs_take_ahead: adds the objects that were read ahead to @objects, if
 * @paths begin with their paths and they were read with @flags.  Returns: how
 * many paths that are */
guint fit_inputs_take_ahead (FitInputs *inputs, char **paths,
                             FitDecodeFlags flags, FitObjects *objects);

/* fit_inputs_seal: from now on nothing is opened: there is only what is kept */
void fit_inputs_seal (FitInputs *inputs);

/* The newest kubelet of an input; the minor version is -1 if there is none. */
typedef struct
{
  gint minor;
  gint patch;
} FitKubelet;

/* fit_inputs_recall_kubelet: @out: (out): what fit_inputs_remember_kubelet() was
 * told about @path, if it was */
gboolean fit_inputs_recall_kubelet (const FitInputs *inputs, const char *path,
                                    FitKubelet *out);
void fit_inputs_remember_kubelet (FitInputs *inputs, const char *path,
                                  const FitKubelet *kubelet);

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
