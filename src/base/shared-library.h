/* shared-library.h - libraries that are loaded when they are first needed
 *
 * Internal to the library.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* A function of such a library. */
typedef struct
{
  const char *name;
  gsize offset; /* of its address in a struct of addresses */
} FitLoadedFunction;

/* fit_load_functions: loads @library, which stays until the process ends, and
 * puts the addresses of its @n @functions into the struct @out.
 * Returns: (nullable) (transfer full): what is wrong, as dlerror() says it */
char *fit_load_functions (const char *library,
                          const FitLoadedFunction *functions, gsize n,
                          gpointer out);
