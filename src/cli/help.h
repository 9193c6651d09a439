/* help.h - the tables of verbs and options as help
 */
#pragma once

#include "cli/verbs.h"

G_BEGIN_DECLS

/* What the program is for, in one paragraph. */
extern const char fit_help_intro[];

/* fit_help_append_program, _verb: as text of at most @width columns; @all: of a
 * verb everything, not only what fits a screen */
void fit_help_append_program (guint width, GString *out);
void fit_help_append_verb (const FitVerb *verb, gboolean all, guint width,
                           GString *out);

/* fit_help_append_wrapped: @text in lines of at most @width columns, @indent
 * blanks before all but the first, which goes on where @out stands */
void fit_help_append_wrapped (const char *text, guint indent, guint width,
                              GString *out);

G_END_DECLS
