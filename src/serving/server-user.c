/* server-user.c - the user behind a request, in the form that the API server
 * takes
 * SPDX-License-Identifier: Apache-2.0 */
#include "serving/server-user.h"

#include "formats/value-json.h"

#define SOMEBODY "system:authenticated"

static gboolean
has (const char *const *groups, const char *group)
{
  return groups != NULL && g_strv_contains (groups, group);
}

void
fit_server_user_describe (FitServerUser *user, const char *name,
                          const char *const *groups, const char *uid,
                          const char *extra)
{
  const gboolean add = !g_str_equal (name, FIT_SERVER_ANONYMOUS)
                       && !has (groups, FIT_SERVER_NOBODY)
                       && !has (groups, SOMEBODY);
  GString *text = g_string_new (NULL);
  guint n = 0;

  fit_json_append_printf (text, "'user':%s,'groups':[", name);
  for (; groups != NULL && groups[n] != NULL; n++)
    {
      g_string_append (text, n > 0 ? "," : "");
      fit_json_append_string (text, groups[n]);
    }
  if (add)
    g_string_append_printf (text, "%s\"" SOMEBODY "\"", n > 0 ? "," : "");
  g_string_append_c (text, ']');
  if (uid != NULL && *uid != '\0')
    fit_json_append_printf (text, ",'uid':%s", uid);
  if (extra != NULL)
    g_string_append_printf (text, ",\"extra\":%s", extra);
  user->name = g_strdup (name);
  user->members = g_string_free (text, FALSE);
}

void
fit_server_user_clear (FitServerUser *user)
{
  g_clear_pointer (&user->name, g_free);
  g_clear_pointer (&user->members, g_free);
}
