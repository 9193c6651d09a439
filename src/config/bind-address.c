/* bind-address.c - completing and checking healthzBindAddress and
 * metricsBindAddress
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/config-read.h"

#include "releases/behaviour.h"

#include <string.h>

#define DEFAULT_HOST "0.0.0.0"
#define DEFAULT_PORT "10251"

/* Splits "HOST:PORT" and "[HOST]:PORT", where either part may be empty, as Go's
 * net.SplitHostPort does.  Returns: FALSE if it is neither */
static gboolean
split (const char *text, char **out_host, const char **out_port)
{
  const char *colon = strrchr (text, ':');
  const gboolean in_brackets = *text == '[';
  g_autofree char *host = NULL;
  gsize len;

  if (colon == NULL || strpbrk (colon, "[]") != NULL)
    return FALSE;
  len = (gsize) (colon - text);
  if (in_brackets && (len < 2 || text[len - 1] != ']'))
    return FALSE;
  host = in_brackets ? g_strndup (text + 1, len - 2) : g_strndup (text, len);
  if (strpbrk (host, in_brackets ? "[]" : "[]:") != NULL)
    return FALSE;
  *out_host = g_steal_pointer (&host);
  *out_port = colon + 1;
  return TRUE;
}

static const char *
join (const char *host, const char *port, FitArena *arena)
{
  const gboolean brackets = strchr (host, ':') != NULL;
  g_autofree char *text
      = g_strdup_printf (brackets ? "[%s]:%s" : "%s:%s", host, port);

  return fit_arena_strndup (arena, text, strlen (text));
}

const char *
fit_config_complete_address (const FitConfigReader *reader, const char *address)
{
  g_autofree char *host = NULL;
  const char *port;

  if (fit_behaviour (reader->release).config_serves_nothing
      || reader->version > FIT_CONFIG_V1BETA2)
    return address;
  if (split (address, &host, &port))
    return join (*host != '\0' ? host : DEFAULT_HOST, port, reader->arena);
  if (g_hostname_is_ip_address (address))
    return join (address, DEFAULT_PORT, reader->arena);
  return reader->version < FIT_CONFIG_V1BETA2 ? DEFAULT_HOST ":" DEFAULT_PORT
                                              : address;
}

/* -- checks ---------------------------------------------------------------- */

/* Returns: FALSE if @text is no number up to 65535 */
static gboolean
read_port (const char *text, gint64 *out_port)
{
  return g_ascii_isdigit (*text)
         && g_ascii_string_to_signed (text, 10, 0, 65535, out_port, NULL);
}

void
fit_config_check_address (const FitConfigTarget *target, const char *field,
                          const char *address, GPtrArray *problems)
{
  const gboolean off_only
      = fit_behaviour (target->release).config_serves_nothing;
  g_autofree char *host = NULL;
  const char *text;
  gint64 port = 0;

  if (off_only && *address == '\0')
    return;
  if (!split (address, &host, &text)
      || (off_only
          && (!read_port (text, &port) || !g_hostname_is_ip_address (host))))
    fit_config_problem (problems,
                        "%s: Invalid value: \"%s\": must be a valid socket "
                        "address format, (e.g. 0.0.0.0:10254 or [::]:10254)",
                        field, address);
  else if (!off_only)
    {
      if (!read_port (text, &port) || port < 1)
        fit_config_problem (problems,
                            "%s: Invalid value: \"%s\": must be between 1 and "
                            "65535, inclusive",
                            field, address);
      if (!g_hostname_is_ip_address (host))
        fit_config_problem (problems,
                            "%s: Invalid value: \"%s\": must be a valid IP "
                            "address, (e.g. 10.9.8.7 or 2001:db8::ffff)",
                            field, address);
    }
  else if (port != 0)
    fit_config_problem (problems,
                        "%s: Invalid value: \"%s\": must be empty or with an "
                        "explicit 0 port",
                        field, address);
}
