/* network.c - loads the libraries for HTTP and TLS
 * SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "net/network.h"

#include <dlfcn.h>

FitNet fit_net;

typedef struct
{
  const char *name;
  gsize offset; /* of its address in FitNet */
} Function;

#define FUNCTION(name) { #name, G_STRUCT_OFFSET (FitNet, name) },

static const Function curl[] = { FIT_NET_CURL (FUNCTION) };
static const Function mhd[] = { FIT_NET_MHD (FUNCTION) };
static const Function gnutls[] = { FIT_NET_GNUTLS (FUNCTION) };

/* The build finds their file names. */
static const struct
{
  const char *name;
  const Function *functions;
  gsize n;
} libraries[] = {
  { FIT_LIBRARY_CURL, curl, G_N_ELEMENTS (curl) },
  { FIT_LIBRARY_MICROHTTPD, mhd, G_N_ELEMENTS (mhd) },
  { FIT_LIBRARY_GNUTLS, gnutls, G_N_ELEMENTS (gnutls) },
};

/* Returns: (nullable) (transfer full): what is wrong, as dlerror() says it */
static char *
load_all (void)
{
  if (fit_net_left_out != NULL)
    return g_strdup (fit_net_left_out);
  for (guint i = 0; i < G_N_ELEMENTS (libraries); i++)
    {
      /* Never closed: they may be at work until the process ends. */
      gpointer library = dlopen (libraries[i].name, RTLD_LAZY | RTLD_LOCAL);

      fit_net.library = libraries[i].name;
      for (gsize k = 0; library != NULL && k < libraries[i].n; k++)
        {
          const Function *function = &libraries[i].functions[k];
          gpointer address = dlsym (library, function->name);

          if (address == NULL)
            return g_strdup (dlerror ());
          G_STRUCT_MEMBER (gpointer, &fit_net, function->offset) = address;
        }
      if (library == NULL)
        return g_strdup (dlerror ());
    }
  return NULL;
}

gboolean
fit_net_load (GError **error)
{
  g_auto (GStrv) parts = NULL;
  g_autofree char *package = NULL;

  if (g_once_init_enter (&fit_net.tried))
    {
      fit_net.problem = load_all ();
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
