/* shard-directory.h - the directory that processes of one search share
 *
 * It has a file for each generation, "generation-0002.json", and files with what
 * came of its pieces, "trials-0002-3-of-7.json".  A file appears when it is
 * complete.  It does not matter who writes one, or how often.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/shards.h"
#include "formats/source.h"

/* What the name of a file says. */
typedef struct
{
  char *name; /* owned */
  guint generation;
  gboolean outcomes; /* what came of pieces */
} FitShardFile;

/* fit_shard_directory_list: makes @directory if there is none; @called: what a piece
 * is called.  Returns: (transfer full) (nullable): of FitShardFile: generations
 * before what came of their pieces */
GArray *fit_shard_directory_list (const char *directory, const char *called,
                                  GError **error);

/* FitShardRead: reads the @len bytes of @text in @file; errors are without the name
 * of the file */
typedef gboolean (*FitShardRead) (const FitShardFile *file, const char *text,
                                  gsize len, gpointer data, GError **error);

gboolean fit_shard_directory_read (const char *directory, const GArray *files,
                                   FitShardRead read, gpointer data,
                                   GError **error);

/* fit_shard_directory_write: @text: (transfer full).
 * @part: (nullable): what came of its pieces, or else a generation */
gboolean fit_shard_directory_write (const FitInvocation *invocation,
                                    const char *directory, const char *called,
                                    guint generation, const FitShardPart *part,
                                    char *text, GError **error);
