/* options.h - reading the options of a command line
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/option-table.h"

/* fit_options_given: was --@name on the command line, even with its default
 * value? */
gboolean fit_options_given (const FitOptions *options, const char *name);

/* fit_options_forget: treats --@name as not given; keeps its value */
void fit_options_forget (FitOptions *options, const char *name);

/* fit_options_unknown_plugins: how to treat unknown plugins: as
 * --unknown-plugins says for all of them, otherwise @otherwise for those that
 * no release has (@out_only_out_of_tree) */
FitUnknownPlugins fit_options_unknown_plugins (const FitOptions *options,
                                               FitUnknownPlugins otherwise,
                                               gboolean *out_only_out_of_tree);

/* fit_options_text: Returns: (transfer full): the value of @info, as the command
 * line would have it */
char *fit_options_text (const FitOptions *options, const FitOptionInfo *info);

/* fit_options_list: Returns: (transfer full): the names and values of all
 * options of @groups, also those that were not given, as the command line would
 * have them, sorted by name: NAME, VALUE, NAME, ..., NULL */
char **fit_options_list (const FitOptions *options, FitOptionGroups groups);

void fit_options_init (FitOptions *options);
void fit_options_clear (FitOptions *options);

/**
 * fit_options_parse:
 * @options: initialised
 * @groups: accept options of these groups
 * @args: NULL-terminated, without the program and the verb
 * @operands: (out caller-allocates): gets the operands, in order
 *
 * Options and operands may be mixed; "--" ends the options.  As with
 * kube-scheduler, a name may have "_" for "-".
 *
 * Returns: TRUE, or FALSE with FIT_ERROR_USAGE
 */
gboolean fit_options_parse (FitOptions *options, FitOptionGroups groups,
                            char *const *args, GPtrArray *operands,
                            GError **error);
