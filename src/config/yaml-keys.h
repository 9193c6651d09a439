/* yaml-keys.h - names that a YAML text gives twice in one mapping (private)
 *
 * A tree of values keeps the last of them, as v1.16 does; strict decoding needs
 * to know.
 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

/**
 * fit_yaml_check_keys:
 * @bytes: YAML that has been read before, so that it is valid and bounded
 * @source: name for messages
 *
 * Returns: FALSE with FIT_ERROR_SCHEMA "SOURCE: line L, column C: PATH: found
 *   field NAME again" if the first document has any
 */
gboolean fit_yaml_check_keys (const char *bytes, gsize len, const char *source,
                              GError **error);

G_END_DECLS
