/* times.c - parsing RFC 3339 as strictly as Go's time.Parse(), and writing it
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/times.h"
#include "api/meta.h"

#include <string.h>

#define NANOSECONDS G_GINT64_CONSTANT (1000000000)
#define DAY_SECONDS G_GINT64_CONSTANT (86400)

/* Reads exactly @digits digits. */
static gboolean
read_number (const char **text, guint digits, gint *out)
{
  gint number = 0;

  for (guint i = 0; i < digits; i++)
    {
      if (!g_ascii_isdigit (**text))
        return FALSE;
      number = number * 10 + *(*text)++ - '0';
    }
  *out = number;
  return TRUE;
}

static gboolean
read_char (const char **text, char c)
{
  if (**text != c)
    return FALSE;
  (*text)++;
  return TRUE;
}

static gint
days_in_month (gint year, gint month)
{
  static const guint8 days[]
      = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

  return month == 2 && (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0))
             ? 29
             : days[month - 1];
}

/* Days from 1970-01-01 to the given day of the Gregorian calendar.  Counted in
 * years that begin in March, so that the leap day comes last. */
static gint64
days_since_epoch (gint year, gint month, gint day)
{
  gint64 y = year - (month <= 2 ? 1 : 0) + 400; /* never negative */
  gint64 day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

  return y * 365 + y / 4 - y / 100 + y / 400 + day_of_year
         - 146097 /* the 400 years */ - 719468 /* 0000-03-01 to 1970 */;
}

/* "2019-10-15T09:00:00" in seconds since 1970. */
static gboolean
read_date_time (const char **text, gint64 *seconds)
{
  gint year, month, day, hour, minute, second;

  if (!read_number (text, 4, &year) || !read_char (text, '-')
      || !read_number (text, 2, &month) || !read_char (text, '-')
      || !read_number (text, 2, &day) || !read_char (text, 'T'))
    return FALSE;
  if (month < 1 || month > 12 || day < 1 || day > days_in_month (year, month))
    return FALSE;
  /* Go accepts an hour with one digit. */
  if (!read_number (
          text,
          g_ascii_isdigit ((*text)[0]) && g_ascii_isdigit ((*text)[1]) ? 2 : 1,
          &hour)
      || !read_char (text, ':') || !read_number (text, 2, &minute)
      || !read_char (text, ':') || !read_number (text, 2, &second))
    return FALSE;
  *seconds = days_since_epoch (year, month, day) * DAY_SECONDS + hour * 3600
             + minute * 60 + second;
  return hour < 24 && minute < 60 && second < 60;
}

/* ".123": digits beyond nanoseconds are read and dropped. */
static gboolean
read_fraction (const char **text, gint64 *nanoseconds)
{
  gint64 unit = NANOSECONDS / 10;

  *nanoseconds = 0;
  if (!read_char (text, '.'))
    return TRUE;
  if (!g_ascii_isdigit (**text))
    return FALSE;
  for (; g_ascii_isdigit (**text); (*text)++, unit /= 10)
    *nanoseconds += (**text - '0') * unit;
  return TRUE;
}

/* "Z" or "+02:00" in seconds east of Greenwich. */
static gboolean
read_offset (const char **text, gint64 *offset)
{
  gint sign = **text == '-' ? -1 : 1;
  gint hours, minutes;

  *offset = 0;
  if (read_char (text, 'Z'))
    return TRUE;
  if (!read_char (text, sign < 0 ? '-' : '+') || !read_number (text, 2, &hours)
      || !read_char (text, ':') || !read_number (text, 2, &minutes))
    return FALSE;
  *offset = sign * (hours * 3600 + minutes * 60);
  return TRUE;
}

gboolean
fit_time_parse (const char *text, gint64 *out)
{
  gint64 seconds, nanoseconds, offset, result;

  if (!read_date_time (&text, &seconds) || !read_fraction (&text, &nanoseconds)
      || !read_offset (&text, &offset) || *text != '\0')
    return FALSE;
  seconds -= offset;
  if (__builtin_mul_overflow (seconds, NANOSECONDS, &result)
      || __builtin_add_overflow (result, nanoseconds, &result))
    result = seconds < 0 ? G_MININT64 : G_MAXINT64;
  /* The lowest number is reserved for "no time". */
  *out = MAX (result, FIT_TIME_NONE + 1);
  return TRUE;
}

char *
fit_time_format (gint64 time_ns)
{
  gint64 seconds = time_ns / NANOSECONDS - (time_ns % NANOSECONDS < 0 ? 1 : 0);
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (seconds);

  return g_date_time_format (time, "%Y-%m-%dT%H:%M:%SZ");
}

char *
fit_time_format_micro (gint64 time_ns)
{
  g_autofree char *text = fit_time_format (time_ns);
  gint64 fraction = time_ns % NANOSECONDS;

  if (fraction < 0)
    fraction += NANOSECONDS;
  return g_strdup_printf ("%.*s.%06" G_GINT64_FORMAT "Z",
                          (int) (strlen (text) - strlen ("Z")), text,
                          fraction / 1000);
}
