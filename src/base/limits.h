/* limits.h - how large input may be before it is refused
 *
 * Everything that comes from outside is held against one FitLimits before
 * memory is taken for it.  The defaults are far above what a cluster of v1.16
 * could hold; a program that reads from strangers may lower them.
 */
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
  guint objects;        /* objects in one input (10 million)                  */
} FitLimits;

/**
 * fit_limits_default:
 *
 * Returns: (transfer none): the limits used where a caller passes NULL
 */
const FitLimits *fit_limits_default (void);

G_END_DECLS
