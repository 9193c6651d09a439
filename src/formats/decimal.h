/* decimal.h - integers too long for 64 bits
 *
 * Internal to base/.  Only what big quantities need: a number is a string of
 * decimal digits and a power of ten, so "1e2000000000" takes few bytes and no
 * operation ever writes out the zeros.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* digits * 10^exponent, never negative.  The digits are borrowed. */
typedef struct
{
  const char *digits; /* no leading zeros; empty: the number is 0 */
  gsize len;
  gint64 exponent;
} FitDecimal;

/* fit_decimal_init: strips leading zeros from @digits (borrowed) */
FitDecimal fit_decimal_init (const char *digits, gsize len, gint64 exponent);

/* fit_decimal_cmp: Returns: <0, 0 or >0, exactly */
gint fit_decimal_cmp (FitDecimal a, FitDecimal b);

/* fit_decimal_low_bits: Returns: @number, which must be an integer (exponent >=
 * 0), modulo 2^64 */
guint64 fit_decimal_low_bits (FitDecimal number);

/**
 * fit_decimal_cut:
 * @places: how many digits to drop at the right end, not negative
 * @out_exact: (out) (optional): FALSE if they were not all zeros
 *
 * Returns: @number, which must be an integer, divided by 10^@places, rounded
 *   down
 */
FitDecimal fit_decimal_cut (FitDecimal number, gint64 places,
                            gboolean *out_exact);

/* fit_decimal_shift_digits: replaces a string of digits by the digits of the
 * number times 2^@bits (at most 60) */
void fit_decimal_shift_digits (GString *digits, guint bits);

/* fit_decimal_increment_digits: adds 1 to a string of digits */
void fit_decimal_increment_digits (GString *digits);
