/* decimal.c - integers too long for 64 bits
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/decimal.h"

#include <string.h>

/* 10^64 is divisible by 2^64. */
#define ZEROS_IN_64_BITS 64

FitDecimal
fit_decimal_init (const char *digits, gsize len, gint64 exponent)
{
  while (len > 0 && *digits == '0')
    {
      digits++;
      len--;
    }
  return (FitDecimal){ digits, len, exponent };
}

static gboolean
all_zeros (const char *digits, gsize len)
{
  for (gsize i = 0; i < len; i++)
    if (digits[i] != '0')
      return FALSE;
  return TRUE;
}

gint
fit_decimal_cmp (FitDecimal a, FitDecimal b)
{
  gint64 places_a = (gint64) a.len + a.exponent;
  gint64 places_b = (gint64) b.len + b.exponent;
  gsize common = MIN (a.len, b.len);
  gint order;

  if (a.len == 0 || b.len == 0)
    return (a.len > 0) - (b.len > 0);
  if (places_a != places_b)
    return places_a < places_b ? -1 : 1;
  order = memcmp (a.digits, b.digits, common);
  if (order != 0)
    return order;
  return !all_zeros (a.digits + common, a.len - common)
         - !all_zeros (b.digits + common, b.len - common);
}

guint64
fit_decimal_low_bits (FitDecimal number)
{
  guint64 bits = 0;

  for (gsize i = 0; i < number.len; i++)
    bits = bits * 10 + (guint64) (number.digits[i] - '0');
  for (gint64 i = 0; i < MIN (number.exponent, ZEROS_IN_64_BITS); i++)
    bits *= 10;
  return bits;
}

FitDecimal
fit_decimal_cut (FitDecimal number, gint64 places, gboolean *out_exact)
{
  gint64 from_exponent = MIN (places, number.exponent);
  gsize from_digits = (gsize) MIN (places - from_exponent, (gint64) number.len);

  number.exponent -= from_exponent;
  number.len -= from_digits;
  if (out_exact != NULL)
    *out_exact = all_zeros (number.digits + number.len, from_digits);
  return number;
}

void
fit_decimal_shift_digits (GString *digits, guint bits)
{
  guint64 carry = 0;

  /* carry < 2^bits throughout, so the sum stays below 10 * 2^60 < 2^64 */
  for (gsize i = digits->len; i-- > 0;)
    {
      guint64 sum = ((guint64) (digits->str[i] - '0') << bits) + carry;

      digits->str[i] = (char) ('0' + sum % 10);
      carry = sum / 10;
    }
  if (carry > 0)
    {
      g_autofree char *front = g_strdup_printf ("%" G_GUINT64_FORMAT, carry);

      g_string_prepend (digits, front);
    }
}

void
fit_decimal_increment_digits (GString *digits)
{
  gsize i = digits->len;

  while (i > 0 && digits->str[i - 1] == '9')
    digits->str[--i] = '0';
  if (i == 0)
    g_string_prepend_c (digits, '1');
  else
    digits->str[i - 1]++;
}
