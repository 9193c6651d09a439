/* yaml-text.h - writes value trees as YAML (private) */
#pragma once

#include "base/value.h"

G_BEGIN_DECLS

/* fit_value_to_yaml: writes block style, with members in order.  Returns:
 * (transfer full): text with a final newline */
char *fit_value_to_yaml (const FitValue *map);

G_END_DECLS
