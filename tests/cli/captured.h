/* captured.h - what a call prints on standard error
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* captured_stderr: calls @print.  Returns: (transfer full) */
char *captured_stderr (void (*print) (gpointer data), gpointer data);
