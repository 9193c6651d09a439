/* duration.c - reads and writes durations like Go
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/duration.h"

#include <string.h>

#define SECOND G_GUINT64_CONSTANT (1000000000)

gint64
fit_duration_of_seconds (gint64 seconds)
{
  const gint64 longest = FIT_DURATION_LONGEST_NS / (gint64) SECOND;

  return seconds >= longest ? FIT_DURATION_LONGEST_NS
                            : MAX (seconds, 0) * (gint64) SECOND;
}

/* Appends @value / @unit as a decimal number without trailing zeros; @unit is
 * a power of ten. */
static void
append_decimal (GString *out, guint64 value, guint64 unit)
{
  guint64 rest = value % unit;

  g_string_append_printf (out, "%" G_GUINT64_FORMAT, value / unit);
  if (rest > 0)
    g_string_append_c (out, '.');
  for (; rest > 0; rest %= unit)
    {
      unit /= 10;
      g_string_append_c (out, (char) ('0' + rest / unit));
    }
}

char *
fit_duration_text (gint64 ns)
{
  GString *out = g_string_new (ns < 0 ? "-" : "");
  const guint64 magnitude = ns < 0 ? -(guint64) ns : (guint64) ns;

  if (magnitude == 0 || magnitude >= SECOND)
    {
      const guint64 minutes = magnitude / (60 * SECOND);

      if (minutes >= 60)
        g_string_append_printf (out, "%" G_GUINT64_FORMAT "h", minutes / 60);
      if (minutes > 0)
        g_string_append_printf (out, "%" G_GUINT64_FORMAT "m", minutes % 60);
      append_decimal (out, magnitude % (60 * SECOND), SECOND);
      g_string_append_c (out, 's');
    }
  else
    {
      /* Less than a second: uses one unit, the largest that gives at least
       * 1. */
      static const struct
      {
        guint64 ns;
        const char *name;
      } units[] = { { 1000000, "ms" }, { 1000, "\302\265s" }, { 1, "ns" } };
      guint i = 0;

      while (magnitude < units[i].ns)
        i++;
      append_decimal (out, magnitude, units[i].ns);
      g_string_append (out, units[i].name);
    }
  return g_string_free (out, FALSE);
}

/* -- reading --------------------------------------------------------------- */

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

/* The limit without the sign: -2^63 is a duration, 2^63 is not. */
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
fit_duration_parse (const char *text, gint64 *out_ns)
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
