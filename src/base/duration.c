/* duration.c - writes durations like Go, as messages of the scheduler show them */
#include "base/duration.h"

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

/* Less than a second: uses one unit, the largest that gives at least 1. */
static void
append_part_of_second (GString *out, guint64 ns)
{
  static const struct
  {
    guint64 ns;
    const char *name;
  } units[] = { { 1000000, "ms" }, { 1000, "\302\265s" }, { 1, "ns" } };
  guint i = 0;

  while (ns < units[i].ns)
    i++;
  append_decimal (out, ns, units[i].ns);
  g_string_append (out, units[i].name);
}

static void
append_seconds (GString *out, guint64 ns)
{
  const guint64 minutes = ns / (60 * SECOND);

  if (minutes >= 60)
    g_string_append_printf (out, "%" G_GUINT64_FORMAT "h", minutes / 60);
  if (minutes > 0)
    g_string_append_printf (out, "%" G_GUINT64_FORMAT "m", minutes % 60);
  append_decimal (out, ns % (60 * SECOND), SECOND);
  g_string_append_c (out, 's');
}

char *
fit_duration_text (gint64 ns)
{
  GString *out = g_string_new (ns < 0 ? "-" : "");
  const guint64 magnitude = ns < 0 ? -(guint64) ns : (guint64) ns;

  if (magnitude == 0 || magnitude >= SECOND)
    append_seconds (out, magnitude);
  else
    append_part_of_second (out, magnitude);
  return g_string_free (out, FALSE);
}
