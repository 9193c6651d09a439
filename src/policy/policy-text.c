/* policy-text.c - names and messages of the Policy decoder */
#include <string.h>

#include "api/syntax.h"
#include "base/secrets.h"
#include "policy/policy-private.h"

/* How many bytes of a value a message quotes at most. */
#define SHOWN_BYTES 60

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  const FitMember *const *one = a;
  const FitMember *const *other = b;

  return strcmp ((*one)->key, (*other)->key);
}

GPtrArray *
fit_policy_members (const FitValue *map, const FitPolicyForm *form)
{
  GPtrArray *members = g_ptr_array_sized_new (map->n);

  for (guint i = 0; i < map->n; i++)
    g_ptr_array_add (members, (gpointer) &map->members[i]);
  if (form->yaml)
    g_ptr_array_sort (members, compare_keys);
  return members;
}

/* U+212A KELVIN SIGN and U+017F LATIN SMALL LETTER LONG S are the only letters
 * outside of ASCII whose simple folding lies in it. */
static gunichar
fold (gunichar c)
{
  if (c == 0x212A)
    return 'k';
  if (c == 0x017F)
    return 's';
  return c < 0x80 ? (gunichar) g_ascii_tolower ((char) c) : c;
}

gboolean
fit_policy_same_name (const char *key, const char *name)
{
  for (; *key != '\0' && *name != '\0'; key = g_utf8_next_char (key), name++)
    if (fold (g_utf8_get_char (key)) != (gunichar) g_ascii_tolower (*name))
      return FALSE;
  return *key == '\0' && *name == '\0';
}

/* At most SHOWN_BYTES of @text, without splitting a character. */
static char *
shorten (const char *text)
{
  gsize len = strlen (text);

  if (len <= SHOWN_BYTES)
    return g_strdup (text);
  len = SHOWN_BYTES;
  while (((guchar) text[len] & 0xC0) == 0x80)
    len--;
  return g_strdup_printf ("%.*s...", (int) len, text);
}

char *
fit_policy_member_path (const char *path, const char *key)
{
  const char *dot = *path != '\0' ? "." : "";
  g_autofree char *shown = shorten (key);
  g_autofree char *quoted = NULL;

  if (*key != '\0' && strcmp (shown, key) == 0
      && strspn (key, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                      "abcdefghijklmnopqrstuvwxyz0123456789-_")
             == strlen (key))
    return g_strconcat (path, dot, key, NULL);
  quoted = fit_quote (shown);
  return g_strconcat (path, dot, quoted, NULL);
}

char *
fit_policy_describe (const FitValue *value)
{
  g_autofree char *open = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *quoted = NULL;

  switch (value->type)
    {
    case FIT_VALUE_BOOL:
      return g_strdup_printf ("boolean %s", value->boolean ? "true" : "false");
    case FIT_VALUE_NUMBER:
      shown = shorten (value->text);
      return g_strdup_printf ("number %s", shown);
    case FIT_VALUE_STRING:
      open = fit_secrets_hide (value->text);
      shown = shorten (open);
      quoted = fit_quote (shown);
      return g_strdup_printf ("string %s", quoted);
    case FIT_VALUE_LIST:
      return g_strdup ("a list");
    case FIT_VALUE_MAP:
      return g_strdup ("an object");
    case FIT_VALUE_NULL:
    case FIT_VALUE_LAST:
    default:
      return g_strdup ("null");
    }
}

void
fit_policy_set_error (GError **error, const char *source, const char *path,
                      const FitValue *value, const char *expected)
{
  g_autofree char *found = fit_policy_describe (value);

  g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
               "invalid policy: %s%sline %u, column %u: %s%sfound %s, "
               "expected %s",
               source, *source != '\0' ? ": " : "", value->line, value->column,
               path, *path != '\0' ? ": " : "", found, expected);
}
