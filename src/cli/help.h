/* help.h - help text from the tables of verbs and options
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/verbs.h"

/* fit_help_intro: Returns: (transfer full): what the program does, in one
 * paragraph */
char *fit_help_intro (void);

/* fit_help_append_program, _verb: append help with at most @width columns;
 * @all: everything about a verb, not only what fits on a screen */
void fit_help_append_program (guint width, GString *out);
void fit_help_append_verb (const FitVerb *verb, gboolean all, guint width,
                           GString *out);

/* fit_help_append_wrapped: appends @text in lines of at most @width columns,
 * indented by @indent except for the first, which continues the current line of
 * @out */
void fit_help_append_wrapped (const char *text, guint indent, guint width,
                              GString *out);
