/* profile-halves.h - warns of plugins that a profile runs only half of
 */
#pragma once

#include "config/configuration.h"

/* fit_configuration_note_halves: adds a sentence to @notes (of char *, owned)
 * for each plugin that fails every pod, because the profile enables it at
 * Filter without PreFilter, or at Score without PreScore.  Returns: how many */
guint fit_configuration_note_halves (const FitConfiguration *configuration,
                                     GPtrArray *notes);
