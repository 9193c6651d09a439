/* yaml-keys.h - finds repeated keys in YAML mappings (private)
 *
 * A value tree keeps only the last one, like v1.16, but strict decoding must
 * report them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"

/**
 * fit_yaml_check_keys:
 * @bytes: YAML that was read before, so it is valid and within limits
 * @source: name for messages
 *
 * Returns: FALSE with FIT_ERROR_SCHEMA "SOURCE: line L, column C: PATH: found
 *   field NAME again" if the first document has a repeated key
 */
gboolean fit_yaml_check_keys (const char *bytes, gsize len, const char *source,
                              GError **error);
