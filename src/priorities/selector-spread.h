/* selector-spread.h - the code of SelectorSpreadPriority, which is also that of
 * ServiceSpreadingPriority
 */
#pragma once

#include "priorities/priority.h"

G_BEGIN_DECLS

gboolean fit_selector_spread_prepare (FitPriorityRun *run,
                                      const FitNodeList *feasible,
                                      GError **error);
gboolean fit_selector_spread_map (const FitPriorityRun *run,
                                  const FitNodeList *nodes, gint64 *scores,
                                  GError **error);
gboolean fit_selector_spread_reduce (const FitPriorityRun *run,
                                     const FitNodeList *nodes, gint64 *scores,
                                     GError **error);

G_END_DECLS
