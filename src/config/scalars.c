/* scalars.c - durations and binary data in files */
#include "config/fields.h"

#include <string.h>

typedef struct
{
  const char *name;
  gint64 ns;
} Unit;

/* A unit that is a prefix of another comes after it. */
static const Unit units[] = {
  { "ns", 1 },
  { "us", 1000 },
  { "\302\265s", 1000 },
  { "\316\274s", 1000 },
  { "ms", 1000000 },
  { "s", G_GINT64_CONSTANT (1000000000) },
  { "m", G_GINT64_CONSTANT (60000000000) },
  { "h", G_GINT64_CONSTANT (3600000000000) },
};

static const Unit *
find_unit (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_has_prefix (text, units[i].name))
      return &units[i];
  return NULL;
}

/* What is before the sign: the smallest duration is one greater than the greatest
 * there. */
#define LONGEST_NS (G_GUINT64_CONSTANT (1) << 63)

static gboolean
add_digit (guint64 *number, char digit)
{
  return !__builtin_mul_overflow (*number, 10, number)
         && !__builtin_add_overflow (*number, (guint64) (digit - '0'), number);
}

/* Reads "12.5h" at *@text.  Digits beyond nanoseconds are ignored. */
static gboolean
read_part (const char **text, guint64 *out_ns)
{
  const char *c = *text;
  guint64 whole = 0;
  guint64 decimals = 0;
  gint64 scale = 1;
  gboolean any = FALSE;
  const Unit *unit;

  for (; g_ascii_isdigit (*c); c++, any = TRUE)
    if (!add_digit (&whole, *c))
      return FALSE;
  if (*c == '.')
    for (c++; g_ascii_isdigit (*c); c++, any = TRUE)
      if (scale < G_GINT64_CONSTANT (1000000000000000))
        {
          add_digit (&decimals, *c);
          scale *= 10;
        }
  unit = any ? find_unit (c) : NULL;
  if (unit == NULL || __builtin_mul_overflow (whole, unit->ns, &whole)
      || __builtin_add_overflow (
          whole,
          (guint64) ((gdouble) decimals
                     * ((gdouble) unit->ns / (gdouble) scale)),
          out_ns))
    return FALSE;
  *text = c + strlen (unit->name);
  return TRUE;
}

gboolean
fit_config_duration_parse (const char *text, gint64 *out_ns)
{
  const gboolean negative = *text == '-';
  guint64 total = 0;

  if (*text == '-' || *text == '+')
    text++;
  if (strcmp (text, "0") == 0)
    {
      *out_ns = 0;
      return TRUE;
    }
  if (*text == '\0')
    return FALSE;
  while (*text != '\0')
    {
      guint64 part;

      if (!read_part (&text, &part)
          || __builtin_add_overflow (total, part, &total))
        return FALSE;
    }
  if (total > LONGEST_NS - !negative)
    return FALSE;
  *out_ns = negative ? (gint64) (0 - total) : (gint64) total;
  return TRUE;
}

gboolean
fit_config_base64_is_valid (const char *text)
{
  gsize digits = 0;
  gsize padding = 0;

  for (const char *c = text; *c != '\0'; c++)
    {
      if (*c == '\n' || *c == '\r')
        continue;
      if (*c == '=')
        padding++;
      else if (padding > 0 || (!g_ascii_isalnum (*c) && *c != '+' && *c != '/'))
        return FALSE;
      else
        digits++;
    }
  return padding <= 2 && (digits + padding) % 4 == 0;
}
