/* network.c - loads the libraries for HTTP and TLS
 * SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "net/network.h"

#include "base/shared-library.h"

FitNet fit_net;

#define FUNCTION(name) { #name, G_STRUCT_OFFSET (FitNet, name) },

static const FitLoadedFunction curl[] = { FIT_NET_CURL (FUNCTION) };
static const FitLoadedFunction mhd[] = { FIT_NET_MHD (FUNCTION) };
static const FitLoadedFunction gnutls[] = { FIT_NET_GNUTLS (FUNCTION) };

/* The build finds their file names. */
static const struct
{
  const char *name;
  const FitLoadedFunction *functions;
  gsize n;
} libraries[] = {
  { FIT_LIBRARY_CURL, curl, G_N_ELEMENTS (curl) },
  { FIT_LIBRARY_MICROHTTPD, mhd, G_N_ELEMENTS (mhd) },
  { FIT_LIBRARY_GNUTLS, gnutls, G_N_ELEMENTS (gnutls) },
};

gboolean
fit_net_load (GError **error)
{
  g_auto (GStrv) parts = NULL;
  g_autofree char *package = NULL;

  if (g_once_init_enter (&fit_net.tried))
    {
      if (fit_net_left_out != NULL)
        fit_net.problem = g_strdup (fit_net_left_out);
      for (guint i = 0; i < G_N_ELEMENTS (libraries) && fit_net.problem == NULL;
           i++)
        {
          fit_net.library = libraries[i].name;
          fit_net.problem
              = fit_load_functions (libraries[i].name, libraries[i].functions,
                                    libraries[i].n, &fit_net);
        }
      g_once_init_leave (&fit_net.tried, 1);
    }
  if (fit_net.problem == NULL)
    return TRUE;
  if (fit_net_left_out != NULL)
    return fit_fail (error, FIT_ERROR_IO, "%s", fit_net.problem);
  /* Debian's packages of libraries are called so: libcurl4 has libcurl.so.4. */
  parts = g_strsplit (fit_net.library, ".so.", 2);
  package = g_strjoinv ("", parts);
  g_set_error (error, FIT_ERROR, FIT_ERROR_IO, "load a library: %s",
               fit_net.problem);
  fit_error_add_hint (error,
                      "HTTP and TLS need %s, of this architecture and in no "
                      "other version; on Debian: apt-get install %s",
                      fit_net.library, package);
  return FALSE;
}
