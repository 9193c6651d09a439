/* shards.h - numbered pieces of work, which any process of any machine may do
 *
 * What comes of a piece depends on its number alone, so it does not matter who does
 * it, when, and how often.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/console.h"
#include "cli/invocation.h"

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
