/* write.h - a plan as the text of a configuration (private) */
#pragma once

#include "config/migrate/move.h"

G_BEGIN_DECLS

/* fit_move_write: Returns: (transfer full): YAML */
char *fit_move_write (FitMove *move);

/* fit_move_read_back: Returns: (transfer full) (nullable): what the target
 * makes of @yaml; FIT_ERROR_INTERNAL if that is not what the plan says */
FitConfiguration *fit_move_read_back (FitMove *move, const char *yaml,
                                      GError **error);

/* -- parts of it ----------------------------------------------------------- */

/* fit_write_plugins (write-lists.c): the lists of @profile */
void fit_write_plugins (FitMove *move, const FitPlanProfile *profile,
                        FitPluginSets *out);

/* fit_write_args (write-args.c): pluginConfig of @profile */
void fit_write_args (FitMove *move, const FitPlanProfile *profile,
                     FitProfileFile *out);

/* fit_write_wanted_args (write-args.c): Returns: (nullable): the effective
 * arguments of @plugin as a tree; NULL where it takes none */
const FitValue *fit_write_wanted_args (FitMove *move,
                                       const FitPlanProfile *profile,
                                       const char *plugin);

/* fit_write_prune: Returns: the members of the map @value that are not the same
 * in one of @defaults (each nullable) */
const FitValue *fit_write_prune (FitArena *arena, const FitValue *value,
                                 const FitValue *defaults,
                                 const FitValue *others);

/* fit_write_same: are the trees the same? */
gboolean fit_write_same (const FitValue *one, const FitValue *other);

G_END_DECLS
