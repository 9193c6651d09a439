/* limits.h - the maximum size of input
 *
 * All outside input is checked against a FitLimits before memory is allocated
 * for it.  The defaults are far above what a v1.16 cluster can hold; a program
 * that reads untrusted input may lower them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  gsize document_bytes; /* bytes of one file or stream (4 GiB)                */
  gsize rules_bytes;    /* bytes of a Policy or configuration (64 MiB)        */
  gsize object_bytes;   /* memory that the tree of one object may take        */
  guint depth;          /* nesting of lists and maps (100)                    */
  gsize string_bytes;   /* bytes of one string or number literal (4 MiB)      */
  guint yaml_aliases;   /* nodes that YAML aliases may add to one document    */
  guint objects;        /* objects in one input (a million)                   */
} FitLimits;

/**
 * fit_limits_default:
 *
 * Returns: (transfer none): the limits that apply if a caller passes NULL
 */
const FitLimits *fit_limits_default (void);

G_END_DECLS
