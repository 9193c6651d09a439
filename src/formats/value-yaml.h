/* value-yaml.h - writes value trees as YAML
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value.h"

/* fit_value_append_yaml: block style, with members in order, and a line end */
void fit_value_append_yaml (GString *out, const FitValue *value);

/* fit_value_to_yaml: the same.  Returns: (transfer full) */
char *fit_value_to_yaml (const FitValue *value);
