/* selector-text.h - label selectors as kubectl takes them after -l
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/selector.h"

/* fit_selector_text_is_one: can @text only be a selector, not a list of
 * names? */
gboolean fit_selector_text_is_one (const char *text);

/**
 * fit_selector_parse:
 * @text: requirements separated by commas: "KEY", "!KEY", "KEY=VALUE",
 *   "KEY==VALUE", "KEY!=VALUE", "KEY in (A,B)", "KEY notin (A,B)", "KEY>1",
 *   "KEY<1"
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_USAGE
 */
FitSelector *fit_selector_parse (const char *text, GError **error);
