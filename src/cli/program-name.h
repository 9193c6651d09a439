/* program-name.h - how the program was called: fitsched, or kubectl fitsched
 *
 * kubectl runs a plugin as kubectl-NAME, and asks kubectl_complete-NAME what
 * could come next.  Texts name the program as the user typed it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* fit_program_set_name: @path argv[0]; call it once, before anything is
 * printed */
void fit_program_set_name (const char *path);

/* fit_program_is: was it called by this name? */
gboolean fit_program_is (const char *name);

/* fit_program_is_plugin: does kubectl run it? */
gboolean fit_program_is_plugin (void);

/* fit_program_name: Returns: (transfer none): "kubectl fitsched" as a plugin,
 * else "fitsched" */
const char *fit_program_name (void);

/* fit_program_text: Returns: (transfer full): @text with the commands in it as
 * the user types them: "fitsched list" becomes "kubectl fitsched list" */
char *fit_program_text (const char *text);
