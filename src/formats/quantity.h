/* quantity.h - resource quantities exactly as the v1.16 API parses them
 *
 * The original keeps a quantity either as a 64-bit mantissa and a decimal
 * scale ("small form") or as an arbitrary-precision decimal ("big form"); the
 * two overflow differently and both are visible in scheduling decisions.
 * Source of the rules: k8s.io/apimachinery v1.16 resource.Quantity.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

/* A parsed quantity.  Plain data; clear with fit_quantity_clear(). */
typedef struct
{
  union
  {
    gint64 mantissa; /* small form: value = mantissa * 10^scale */
    gint64 zeros;    /* big form: zeros after the digits, not stored */
  };
  gint32 scale;      /* small form */
  gboolean negative; /* big form */
  guint8 decimals;   /* big form: digits after the point, 9 or 0 */
  char *digits;      /* owned; big form: decimal digits, NULL in small form */
} FitQuantity;

/**
 * fit_quantity_parse:
 * @text: e.g. "100m", "1.5Gi", "1e3"
 * @len: its bytes
 * @out: (out): untouched on failure
 *
 * Errors have the original's text: "quantities must match the regular
 * expression '...'", "unable to parse numeric part of quantity", "unable to
 * parse quantity's suffix".
 *
 * Returns: TRUE on success, otherwise FIT_ERROR_PARSE
 */
gboolean fit_quantity_parse (const char *text, gsize len, FitQuantity *out,
                             GError **error);

/* fit_quantity_clear: frees what @quantity owns; its value is 0 afterwards */
void fit_quantity_clear (FitQuantity *quantity);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitQuantity, fit_quantity_clear)

/* fit_quantity_copy: @out is independent of @quantity */
void fit_quantity_copy (const FitQuantity *quantity, FitQuantity *out);

/**
 * fit_quantity_value:
 *
 * Returns: the quantity in whole units, rounded up (away from zero), with
 *   v1.16's overflow behaviour: Quantity.Value()
 */
gint64 fit_quantity_value (const FitQuantity *quantity);

/**
 * fit_quantity_milli_value:
 *
 * Returns: the quantity in thousandths, rounded up: Quantity.MilliValue()
 */
gint64 fit_quantity_milli_value (const FitQuantity *quantity);

/**
 * fit_quantity_cmp:
 *
 * Exact comparison, never rounded: Quantity.Cmp().
 *
 * Returns: <0, 0 or >0
 */
gint fit_quantity_cmp (const FitQuantity *a, const FitQuantity *b);

/* fit_quantity_sign: Returns: -1, 0 or 1 */
gint fit_quantity_sign (const FitQuantity *quantity);

G_END_DECLS
