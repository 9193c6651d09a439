/* yaml-text.h - a tree of values as YAML (private) */
#pragma once

#include "base/value.h"

G_BEGIN_DECLS

/* fit_value_to_yaml: in block style, members as they stand.  Returns: (transfer
 * full): ends with a line end */
char *fit_value_to_yaml (const FitValue *map);

G_END_DECLS
