/* shared-library.c - looks up the functions of a library while the process runs
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/shared-library.h"

#include <dlfcn.h>

char *
fit_load_functions (const char *library, const FitLoadedFunction *functions,
                    gsize n, gpointer out)
{
  /* Never closed: it may be at work until the process ends. */
  gpointer handle = dlopen (library, RTLD_LAZY | RTLD_LOCAL);

  if (handle == NULL)
    return g_strdup (dlerror ());
  for (gsize i = 0; i < n; i++)
    {
      gpointer address = dlsym (handle, functions[i].name);

      if (address == NULL)
        return g_strdup (dlerror ());
      G_STRUCT_MEMBER (gpointer, out, functions[i].offset) = address;
    }
  return NULL;
}
