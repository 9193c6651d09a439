/* config-read.h - from bytes to a FitConfigFile (private)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/limits.h"
#include "config/config-file.h"
#include "config/default-profile.h"
#include "policy/fields.h"

/* A file being read. */
typedef struct
{
  const char *bytes;
  gsize len;
  const char *source;
  const FitLimits *limits; /* (nullable) */
  FitRelease release;
} FitConfigText;

/**
 * fit_config_file_read:
 * @reader: the caller sets arena and warnings; the rest is filled in
 *
 * Returns: (transfer none) (nullable): in the arena of @reader; NULL with
 *   FIT_ERROR_PARSE, FIT_ERROR_SCHEMA or FIT_ERROR_LIMIT
 */
FitConfigFile *fit_config_file_read (FitConfigReader *reader,
                                     const FitConfigText *text, GError **error);

/* fit_config_file_default: Returns: the contents of an empty file, for the
 * version and release of @reader */
FitConfigFile *fit_config_file_default (FitConfigReader *reader);

/* fit_config_without_type: Returns: (transfer none): the map @value without
 * apiVersion and kind, which the tables do not have; a second one stays, as a
 * repeated member */
const FitValue *fit_config_without_type (FitConfigReader *reader,
                                         const FitValue *value);

/* fit_config_complete_address: adds what the release adds before it checks
 * @address: the host, the port, or all of it.  From 1.23 on it adds nothing.
 * Returns: (transfer none): @address, or memory of the reader's arena */
const char *fit_config_complete_address (const FitConfigReader *reader,
                                         const char *address);

/* fit_config_check_address: adds problems of @field to @problems */
void fit_config_check_address (const FitConfigTarget *target, const char *field,
                               const char *address, GPtrArray *problems);
