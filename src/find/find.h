/* find.h - looks for a cluster that two sets of rules decide differently
 *
 * Small clusters are made at random of what the rules of both sides read, each
 * of few kinds of things, so that these decide.  Of those for which the sides
 * place a pod differently, everything is taken away without which they still do.
 * What is tried depends on the rules and the seed alone.
 *
 * That nothing is found proves nothing: rules may differ about clusters that
 * were not tried.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "find/side.h"

typedef struct
{
  guint32 seed;
  const char *scheduler_name; /* of all pods; borrowed */
  /* may_try: may the cluster @number be tried? */
  gboolean (*may_try) (guint64 number, gpointer data);
  gpointer data;
} FitFindOptions;

/* A cluster where the sides differ. */
typedef struct
{
  FitDiffCause cause; /* of the first pod that differs */
  char *rule;         /* (nullable) owned: that makes the difference */
  char *manifests;    /* owned: YAML */
  guint n_nodes;
  guint n_pods;  /* with those that run */
  guint n_tries; /* private: clusters made smaller for it */
  guint size;    /* private */
} FitFoundCluster;

typedef struct
{
  guint32 seed;
  guint64 n_clusters; /* tried */
  guint64 n_pods;     /* pending in them */
  guint64 n_failed;   /* of these pods: those that a side could not try */
  char *failure;      /* (nullable) owned: why, for the first of them */
  guint n_covered;    /* of the clusters: those that @coverage is about */
  FitCoverage *coverage[FIT_DIFF_SIDES]; /* owned */
  GPtrArray
      *clusters; /* owned, of FitFoundCluster: one for each cause and rule,
                          the smallest first */
} FitFound;

void fit_found_clear (FitFound *found);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitFound, fit_found_clear)

typedef struct _FitSearch FitSearch;

/* fit_search_new: @sides: two, borrowed, with what they have.  Returns: (transfer
 * full) (nullable): a search that has tried nothing */
FitSearch *fit_search_new (const FitFindSide *sides,
                           const FitFindOptions *options, GError **error);
void fit_search_free (FitSearch *search);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitSearch, fit_search_free)

/* Clusters are tried in blocks of so many, by any process that has the search. */
#define FIT_SEARCH_BLOCK 100

/* fit_search_try: tries the clusters of @block that may be tried, and adds what came
 * of them to @out, as JSON in one line; nothing, if none may */
gboolean fit_search_try (FitSearch *search, guint block, GString *out,
                         GError **error);

/* fit_search_take: learns what came of a block; the blocks in order.  Returns: FALSE
 * if that is nothing that fit_search_try() writes */
gboolean fit_search_take (FitSearch *search, const char *text, gsize len,
                          GError **error);

/* fit_search_end: makes clusters smaller, and tells what was found.
 * @out_found: (out): must be cleared even after a failure */
gboolean fit_search_end (FitSearch *search, FitFound *out_found,
                         GError **error);
