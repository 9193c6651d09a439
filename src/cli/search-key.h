/* search-key.h - a sum of everything that decides what comes of a search, but not
 * of where its parts are made
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/chosen-rules.h"
#include "cli/inputs.h"
#include "cli/options.h"

/* fit_search_key_new: begins with the version of the program and the options of
 * @groups.  Returns: (transfer full) */
GChecksum *fit_search_key_new (const FitOptions *options,
                               FitOptionGroups groups);

/* fit_search_key_add: @text: (nullable): adds it, and where it ends */
void fit_search_key_add (GChecksum *key, const char *text);

/* fit_search_key_add_rules: adds what @rules were chosen */
void fit_search_key_add_rules (GChecksum *key, const FitChosenRules *rules);

/* fit_search_key_add_file, _files: add the bytes of a file, and of all that @paths
 * (nullable, NULL-terminated) stand for */
gboolean fit_search_key_add_file (GChecksum *key, FitInputs *inputs,
                                  const char *path, GError **error);
gboolean fit_search_key_add_files (GChecksum *key, FitInputs *inputs,
                                   char **paths, GError **error);

/* fit_search_key_add_what_ifs: adds @what_ifs (nullable), and the bytes of files
 * that they name */
gboolean fit_search_key_add_what_ifs (GChecksum *key, FitInputs *inputs,
                                      char **what_ifs, GError **error);

/* fit_search_key_add_extenders: adds --extenders, and the bytes of a file that it
 * names */
gboolean fit_search_key_add_extenders (GChecksum *key, FitInputs *inputs,
                                       const FitOptions *options,
                                       GError **error);
