/* quantity.c - resource quantities exactly as the v1.16 API parses them
 *
 * Text is split into sign, digits, fraction and suffix.  If mantissa and scale
 * fit, the small form is used; otherwise the big form, a string of digits
 * rounded up to nine decimals.  Conversions overflow like the original's, since
 * the results decide where pods run:
 *
 *   small, scaled up by 10^k     k = 1, 2, 3, 6, 9: wraps around in 64 bits;
 *                                any other k: 0
 *   big                          low 64 bits of the number, or, scaled down,
 *                                of the quotient
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/quantity.h"

#include "formats/decimal.h"

#include <string.h>

/* Maximum digits of a number in the small form. */
#define SMALL_DIGITS 18

/* Number of decimals; smaller parts are rounded up. */
#define DECIMALS 9

#define MILLI 3

#define LARGEST "9223372036854775807"

#define FORMAT_MESSAGE                            \
  "quantities must match the regular expression " \
  "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
#define NUMBER_MESSAGE "unable to parse numeric part of quantity"
#define SUFFIX_MESSAGE "unable to parse quantity's suffix"

/* A part of the text. */
typedef struct
{
  const char *text;
  gsize len;
} Span;

/* The parts of a quantity. */
typedef struct
{
  gboolean negative;
  gboolean has_digits; /* there are digits before the suffix, even zeros */
  Span whole;          /* digits without leading zeros */
  Span fraction;
  Span suffix;
} Parts;

/* The value of a suffix: 2^exponent or 10^exponent. */
typedef struct
{
  const char *text;
  gboolean binary;
  gint32 exponent;
} Suffix;

static const Suffix suffixes[] = {
  { "", FALSE, 0 },   { "n", FALSE, -9 }, { "u", FALSE, -6 },
  { "m", FALSE, -3 }, { "k", FALSE, 3 },  { "M", FALSE, 6 },
  { "G", FALSE, 9 },  { "T", FALSE, 12 }, { "P", FALSE, 15 },
  { "E", FALSE, 18 }, { "Ki", TRUE, 10 }, { "Mi", TRUE, 20 },
  { "Gi", TRUE, 30 }, { "Ti", TRUE, 40 }, { "Pi", TRUE, 50 },
  { "Ei", TRUE, 60 },
};

static gboolean
fail (GError **error, const char *message)
{
  return fit_fail (error, FIT_ERROR_PARSE, "%s", message);
}

/* -- Parsing --------------------------------------------------------------- */

/* Removes the longest run of digits from the start of @rest. */
static Span
take_digits (Span *rest)
{
  Span digits = { rest->text, 0 };

  while (digits.len < rest->len && g_ascii_isdigit (digits.text[digits.len]))
    digits.len++;
  rest->text += digits.len;
  rest->len -= digits.len;
  return digits;
}

/* Removes one character of @set from the start of @rest, if there is one. */
static gboolean
take_char (Span *rest, const char *set)
{
  if (rest->len == 0 || *rest->text == '\0'
      || strchr (set, *rest->text) == NULL)
    return FALSE;
  rest->text++;
  rest->len--;
  return TRUE;
}

static gboolean
split (Span rest, Parts *out, GError **error)
{
  Span end;

  if (rest.len == 0)
    return fail (error, FORMAT_MESSAGE);
  *out = (Parts){ .negative = *rest.text == '-' };
  take_char (&rest, "+-");
  out->whole = take_digits (&rest);
  if (take_char (&rest, "."))
    out->fraction = take_digits (&rest);
  out->has_digits = out->whole.len + out->fraction.len > 0;
  while (out->whole.len > 0 && *out->whole.text == '0')
    {
      out->whole.text++;
      out->whole.len--;
    }
  end = rest;
  while (take_char (&end, "eEinumkKMGTP"))
    ;
  take_char (&end, "+-");
  take_digits (&end);
  if (end.len > 0)
    return fail (error, FORMAT_MESSAGE);
  out->suffix = rest;
  return TRUE;
}

/* Reads a signed integer of 64 bits. */
static gboolean
parse_int64 (Span text, gint64 *out)
{
  gboolean negative = text.len > 0 && *text.text == '-';
  Span digits;
  gint64 sum = 0;

  take_char (&text, "+-");
  digits = take_digits (&text);
  if (digits.len == 0 || text.len > 0)
    return FALSE;
  for (gsize i = 0; i < digits.len; i++)
    {
      gint64 digit = digits.text[i] - '0';

      if (__builtin_mul_overflow (sum, 10, &sum)
          || __builtin_add_overflow (sum, negative ? -digit : digit, &sum))
        return FALSE;
    }
  *out = sum;
  return TRUE;
}

static gboolean
find_suffix (Span text, Suffix *out, GError **error)
{
  gint64 exponent;

  for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (strlen (suffixes[i].text) == text.len
        && memcmp (suffixes[i].text, text.text, text.len) == 0)
      {
        *out = suffixes[i];
        return TRUE;
      }
  if (*text.text != 'e' && *text.text != 'E')
    return fail (error, SUFFIX_MESSAGE);
  if (!parse_int64 ((Span){ text.text + 1, text.len - 1 }, &exponent))
    return fail (error, SUFFIX_MESSAGE);
  /* The original truncates the exponent to 32 bits without a check. */
  *out = (Suffix){ NULL, FALSE, (gint32) (guint32) exponent };
  return TRUE;
}

/* a - b as the original computes it: in 32 bits, wrapping around. */
static gint32
wrapping_difference (gint32 a, gint64 b)
{
  return (gint32) ((guint32) a - (guint32) b);
}

/* Tries the small form.  Returns: FALSE if it does not fit */
static gboolean
make_small (const Parts *parts, const Suffix *suffix, FitQuantity *out)
{
  gint64 whole = (gint64) MAX (parts->whole.len, 1); /* no digits read as "0" */
  gint64 fraction = (gint64) parts->fraction.len;
  gint64 spare = SMALL_DIGITS - whole - fraction;
  gint32 scale = wrapping_difference (suffix->exponent, fraction);
  gint64 mantissa = 0;

  if (suffix->binary)
    {
      if (fraction > 0)
        return FALSE;
      scale = 0;
      spare = 15 - whole - suffix->exponent * 3 / 10 - 1;
    }
  if (spare < 0 || scale < -DECIMALS)
    return FALSE;
  for (gsize i = 0; i < parts->whole.len; i++)
    mantissa = mantissa * 10 + (parts->whole.text[i] - '0');
  for (gsize i = 0; i < parts->fraction.len; i++)
    mantissa = mantissa * 10 + (parts->fraction.text[i] - '0');
  /* The spare digits computed above guarantee that no shift overflows. */
  if (suffix->binary)
    mantissa <<= suffix->exponent;
  *out = (FitQuantity){
    .mantissa = parts->negative ? -mantissa : mantissa,
    .scale = scale,
  };
  return TRUE;
}

static gboolean
make_big (const Parts *parts, const Suffix *suffix, FitQuantity *out,
          GError **error)
{
  g_autoptr (GString) digits = NULL;
  FitDecimal largest = { LARGEST, strlen (LARGEST), DECIMALS };
  gint32 scale = (gint32) parts->fraction.len;
  FitDecimal number;
  gint64 zeros;
  FitDecimal kept;
  gboolean exact;

  if (!parts->has_digits)
    return fail (error, NUMBER_MESSAGE);
  digits = g_string_new_len (parts->whole.text, (gssize) parts->whole.len);
  g_string_append_len (digits, parts->fraction.text,
                       (gssize) parts->fraction.len);
  number = fit_decimal_init (digits->str, digits->len, 0);
  g_string_erase (digits, 0, (gssize) (digits->len - number.len));
  if (suffix->binary)
    fit_decimal_shift_digits (digits, (guint) suffix->exponent);
  else
    scale = wrapping_difference (scale, suffix->exponent);
  /* Rounds digits * 10^-scale up to nine decimals. */
  if (scale <= DECIMALS)
    zeros = (gint64) DECIMALS - scale;
  else
    {
      kept = fit_decimal_cut ((FitDecimal){ digits->str, digits->len, 0 },
                              (gint64) scale - DECIMALS, &exact);
      g_string_truncate (digits, kept.len);
      if (!exact)
        fit_decimal_increment_digits (digits);
      zeros = 0;
    }
  number = fit_decimal_init (digits->str, digits->len, zeros);
  *out = (FitQuantity){ .negative = parts->negative && number.len > 0 };
  if (suffix->binary && fit_decimal_cmp (number, largest) > 0)
    {
      out->digits = g_strdup (LARGEST);
      return TRUE;
    }
  out->decimals = DECIMALS;
  out->zeros = zeros;
  out->digits = g_strdup (digits->str);
  return TRUE;
}

gboolean
fit_quantity_parse (const char *text, gsize len, FitQuantity *out,
                    GError **error)
{
  Parts parts = { 0 };
  Suffix suffix = { 0 };

  return split ((Span){ text, len }, &parts, error)
         && find_suffix (parts.suffix, &suffix, error)
         && (make_small (&parts, &suffix, out)
             || make_big (&parts, &suffix, out, error));
}

void
fit_quantity_clear (FitQuantity *quantity)
{
  g_free (quantity->digits);
  *quantity = (FitQuantity){ 0 };
}

void
fit_quantity_copy (const FitQuantity *quantity, FitQuantity *out)
{
  *out = *quantity;
  out->digits = g_strdup (quantity->digits);
}

/* -- Conversion ------------------------------------------------------------ */

/* 10^exponent for 0..18 */
static gint64
power_of_ten (gint32 exponent)
{
  gint64 power = 1;

  while (exponent-- > 0)
    power *= 10;
  return power;
}

/* The number without sign and decimal point. */
static FitDecimal
unscaled (const FitQuantity *quantity)
{
  return fit_decimal_init (quantity->digits, strlen (quantity->digits),
                           quantity->zeros);
}

static gint64
low_bits (const FitQuantity *quantity, FitDecimal number)
{
  guint64 bits = fit_decimal_low_bits (number);

  return (gint64) (quantity->negative ? -bits : bits);
}

/* quantity * 10^shift, rounded up */
static gint64
scaled_value (const FitQuantity *quantity, gint32 shift)
{
  gint32 places;

  if (quantity->digits == NULL)
    {
      gboolean wraps;
      gint64 product;

      if (quantity->scale < -shift)
        {
          const gint64 divisor = power_of_ten (-shift - quantity->scale);
          const gint64 quotient = quantity->mantissa / divisor;

          /* Mantissa / 10^places, rounded away from zero; at most DECIMALS
           * places */
          if (quantity->mantissa % divisor == 0)
            return quotient;
          return quantity->mantissa > 0 ? quotient + 1 : quotient - 1;
        }
      places = wrapping_difference (quantity->scale, -shift);
      /* Mantissa * 10^places with the original's overflow.  If the original
       * has a function for the power of ten, it multiplies at once and wraps
       * around; otherwise it multiplies step by step and returns 0. */
      wraps = places <= 3 || places == 6 || places == 9;
      if (places <= 0)
        return quantity->mantissa;
      if (quantity->mantissa == 0 || places > SMALL_DIGITS)
        return 0;
      if (!__builtin_mul_overflow (quantity->mantissa, power_of_ten (places),
                                   &product)
          || wraps)
        return product;
      return 0;
    }
  places = quantity->decimals - shift;
  if (places > 0)
    {
      FitDecimal largest = { LARGEST, strlen (LARGEST), 0 };
      FitDecimal number = unscaled (quantity);
      gint64 bits, divisor;
      gboolean exact;

      /* Number / 10^places, rounded up */
      if (quantity->negative || fit_decimal_cmp (number, largest) < 0)
        {
          /* The original checks only the upper limit, so it takes a very negative
       * number for a 64-bit one too. */
          bits = low_bits (quantity, number);
          divisor = power_of_ten (places);
          return bits / divisor + (bits % divisor != 0 ? 1 : 0);
        }
      number = fit_decimal_cut (number, places, &exact);
      return (gint64) (fit_decimal_low_bits (number) + (exact ? 0 : 1));
    }
  return (gint64) ((guint64) low_bits (quantity, unscaled (quantity))
                   * (guint64) power_of_ten (-places));
}

gint64
fit_quantity_value (const FitQuantity *quantity)
{
  return scaled_value (quantity, 0);
}

gint64
fit_quantity_milli_value (const FitQuantity *quantity)
{
  return scaled_value (quantity, MILLI);
}

/* -- Comparison ------------------------------------------------------------ */

gint
fit_quantity_sign (const FitQuantity *quantity)
{
  if (quantity->digits == NULL)
    return (quantity->mantissa > 0) - (quantity->mantissa < 0);
  if (unscaled (quantity).len == 0)
    return 0;
  return quantity->negative ? -1 : 1;
}

/* The exact absolute value; @buffer is for the digits of a small one. */
static FitDecimal
magnitude (const FitQuantity *quantity, char *buffer, gsize size)
{
  guint64 mantissa;
  FitDecimal number;

  if (quantity->digits != NULL)
    {
      number = unscaled (quantity);
      number.exponent -= quantity->decimals;
      return number;
    }
  mantissa = (guint64) quantity->mantissa;
  if (quantity->mantissa < 0)
    mantissa = -mantissa;
  g_snprintf (buffer, size, "%" G_GUINT64_FORMAT, mantissa);
  return fit_decimal_init (buffer, strlen (buffer), quantity->scale);
}

gint
fit_quantity_cmp (const FitQuantity *a, const FitQuantity *b)
{
  gint sign_a = fit_quantity_sign (a);
  gint sign_b = fit_quantity_sign (b);
  char buffer_a[24], buffer_b[24];
  gint order;

  if (sign_a != sign_b)
    return sign_a < sign_b ? -1 : 1;
  if (a->digits == NULL && b->digits == NULL && a->scale == b->scale)
    return a->mantissa < b->mantissa ? -1 : a->mantissa > b->mantissa;
  order = fit_decimal_cmp (magnitude (a, buffer_a, sizeof buffer_a),
                           magnitude (b, buffer_b, sizeof buffer_b));
  return sign_a < 0 ? -order : order;
}
