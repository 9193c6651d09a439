/* write.h - writes a plan as a configuration file (private) */
#pragma once

#include "config/migrate/move.h"

/* fit_move_write: Returns: (transfer full): YAML */
char *fit_move_write (FitMove *move);

/* fit_move_read_back: Returns: (transfer full) (nullable): the configuration
 * that the target reads from @yaml; FIT_ERROR_INTERNAL if it does not match the
 * plan */
FitConfiguration *fit_move_read_back (FitMove *move, const char *yaml,
                                      GError **error);

/* -- parts of it ----------------------------------------------------------- */

/* fit_write_plugins (write-lists.c): writes the lists of @profile */
void fit_write_plugins (FitMove *move, const FitPlanProfile *profile,
                        FitPluginSets *out);

/* fit_write_one_queue_sort (write-lists.c): if one of @files, which are those of
 * the plan's profiles, has lists at queueSort, gives the same lists to all */
void fit_write_one_queue_sort (FitMove *move, FitProfileFile *files);

/* fit_write_args (write-args.c): writes the pluginConfig of @profile */
void fit_write_args (FitMove *move, const FitPlanProfile *profile,
                     FitProfileFile *out);

/* fit_write_wanted_args (write-args.c): Returns: (nullable): the effective
 * arguments of @plugin as a tree; NULL if it takes none */
const FitValue *fit_write_wanted_args (FitMove *move,
                                       const FitPlanProfile *profile,
                                       const char *plugin);

/* fit_write_prune: Returns: the members of the map @value that differ from
 * @defaults or @others (each nullable) */
const FitValue *fit_write_prune (FitArena *arena, const FitValue *value,
                                 const FitValue *defaults,
                                 const FitValue *others);

/* fit_write_same: are the trees the same? */
gboolean fit_write_same (const FitValue *one, const FitValue *other);
