/* shards.h - numbered pieces of work, which any process of any machine may do
 *
 * What comes of a piece depends on its number alone, so it does not matter who does
 * it, when, and how often.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/console.h"
#include "cli/invocation.h"
#include "formats/source.h"

typedef struct
{
  const FitInvocation *invocation;
  gboolean alone;     /* it is for one process: it has connections */
  guint n_processes;  /* 0: one for each processor */
  const char *called; /* what messages call a piece: "trial" */
  /* make: does piece @number and adds what comes of it to @out, which is new;
   * nothing: there is no time left for it, and for no later one.
   * Returns: FALSE if there is no answer */
  gboolean (*make) (guint number, GString *out, gpointer data, GError **error);
  gpointer data;
} FitShardWork;

/* Which of them are to be done here: those whose number leaves the remainder
 * @shard when it is divided by @n. */
typedef struct
{
  guint shard;
  guint n;
} FitShardPart;

/* fit_shard_part_parse: reads --shard; @text: (nullable): NULL: the whole */
gboolean fit_shard_part_parse (const char *text, FitShardPart *out_part,
                               GError **error);

/* fit_shard_check_options: do --shard, --directory and --merge go together? */
gboolean fit_shard_check_options (const FitOptions *options, GError **error);

/* fit_shard_results_new: Returns: (transfer full): of GBytes (nullable): for @n
 * pieces, none of which is done */
GPtrArray *fit_shard_results_new (guint n);

/* fit_shards_run: does the pieces of @part that @results lacks, on all processors
 * of this machine.  @progress: told about each */
gboolean fit_shards_run (const FitShardWork *work, const FitShardPart *part,
                         GPtrArray *results, FitProgress *progress,
                         GError **error);

/* -- the directory that processes of one search share ----------------------
 *
 * It has a file for each generation, "generation-0002.json", and files with what
 * came of its pieces, "trials-0002-3-of-7.json".  A file appears when it is
 * complete.  It does not matter who writes one, or how often. */

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

/* -- work all of whose pieces may be done at the same time -------------------
 *
 * All of it here, or a part for --directory, or what --merge finds of all
 * parts. */

typedef struct
{
  FitShardWork work; /* what comes of a piece is one line of JSON */
  guint n;           /* number of pieces */
  gboolean endless;  /* it ends before they do */
  const char *kind;  /* of the files of parts */
  const char *key;   /* of the job: equal for two that do the same */
} FitShardJob;

/* fit_shard_check_done: @what: "the sweep": says which pieces @results lacks.
 * Returns: FALSE with FIT_ERROR_INCOMPLETE, unless it lacks none */
gboolean fit_shard_check_done (const char *what, const char *called,
                               const GPtrArray *results, GError **error);

/**
 * fit_shard_job_run:
 * @out_results: (out) (nullable) (transfer full): of GBytes (nullable), by number;
 *   NULL: only a part was asked for, and it is said that it is done
 */
gboolean fit_shard_job_run (const FitShardJob *job, GPtrArray **out_results,
                            GError **error);
