/* ServiceSpreadingPriority: spreads the pods of a service over nodes and zones.
 *
 * v1.16 creates it as SelectorSpreadPriority with services as the only source
 * of selectors, but then takes the selectors from the metadata, which include
 * those of controllers.  So it is SelectorSpreadPriority under another name,
 * and is described there.
 */
#include "priorities/priorities.h"
#include "priorities/selector-spread.h"

const FitPriorityInfo fit_service_spreading_priority = {
  .name = "ServiceSpreadingPriority",
  .summary = "the same as SelectorSpreadPriority, for old policies",
  .weight = 1,
  .map = fit_selector_spread_map,
  .reduce = fit_selector_spread_reduce,
  .prepare = fit_selector_spread_prepare,
  .constant_early = TRUE,
};
