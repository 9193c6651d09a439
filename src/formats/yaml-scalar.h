/* yaml-scalar.h - the value of a YAML 1.1 scalar
 *
 * Internal to base/.  The rules are those of gopkg.in/yaml.v2 v2.2.8 built with
 * Go 1.13, which v1.16 uses.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value.h"

/* Long enough for any 64-bit integer and any double, NUL included. */
#define FIT_YAML_NUMBER_SIZE 32

typedef struct
{
  FitValueType type;  /* NULL, BOOL, NUMBER or STRING (then: the text) */
  gboolean boolean;   /* of a BOOL */
  gboolean is_binary; /* of a STRING: the text is base64 */
  gboolean is_float;  /* of a NUMBER */
  gboolean is_uint64; /* of a NUMBER: an integer above the int64 range */
  double number;      /* of a float; may be infinite or not a number */
  char literal[FIT_YAML_NUMBER_SIZE]; /* of a finite NUMBER: Go's JSON for it */
} FitYamlScalar;

/**
 * fit_yaml_scalar_resolve:
 * @out: (out)
 * @tag: (nullable): the explicit tag, in its long form
 * @plain: written without quotes
 * @text: the value; may have NULs inside, and ends with one if there is a @tag
 *
 * Returns: FALSE with FIT_ERROR_PARSE if the value does not match its tag
 */
gboolean fit_yaml_scalar_resolve (FitYamlScalar *out, const char *tag,
                                  gboolean plain, const char *text, gsize len,
                                  GError **error);

/**
 * fit_yaml_scalar_key:
 * @scalar: anything but a STRING
 * @out: room for FIT_YAML_NUMBER_SIZE bytes
 *
 * Writes the string that a map key becomes in JSON.
 *
 * Returns: FALSE with FIT_ERROR_PARSE for null and for integers above the int64
 *   range, which v1.16 rejects as keys
 */
gboolean fit_yaml_scalar_key (const FitYamlScalar *scalar, char *out,
                              GError **error);

/* fit_yaml_binary_decode: decodes the base64 @text and appends it to @out as
 * UTF-8.  Returns: FALSE with FIT_ERROR_PARSE */
gboolean fit_yaml_binary_decode (const char *text, gsize len, GString *out,
                                 GError **error);
