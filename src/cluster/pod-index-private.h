/* pod-index-private.h - the internals of the pod index (private to cluster/)
 *
 * pod-index.c: classes.  pod-query.c: queries.  pod-term.c: the terms of
 * running pods.  pod-index-sweep.c: dropping unused entries.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/pair-buckets.h"
#include "cluster/place-set.h"
#include "cluster/pod-index.h"

typedef struct
{
  FitPodClass pub;
  guint hash;
  GPtrArray *queries;  /* of FitPodQuery that match, borrowed */
  GPtrArray *terms;    /* of FitPodTerm that match, borrowed */
  guint64 terms_seen;  /* terms from this sequence number on are new to it */
  guint64 terms_epoch; /* index->epoch from when @terms was started */
  guint64 last_used;   /* index->clock */
} FitIndexedClass;

typedef struct
{
  guint slot;
  guint room;
  guint32 *counts; /* owned, by value id */
  guint64 total;
  FitPlaceSet places; /* of nodes with a count, if they share no values */
} FitQueryCounter;

/* What fit_pod_query_on_nodes() returns. */
typedef struct
{
  guint room;
  gint32 *counts; /* (nullable) owned: by node index */
  FitPlaceSet places;
} FitNodeCounter;

struct _FitPodQuery
{
  guint n;
  FitPodCondition *conditions; /* owned, with their namespace arrays */
  guint hash;
  GPtrArray *classes; /* of FitIndexedClass, borrowed, in order of creation */
  GArray *counters;   /* of FitQueryCounter */
  FitNodeCounter on_nodes[FIT_COUNT_LAST];
  guint64 sequence; /* increases with every new query */
  guint64 last_used;
};

typedef struct
{
  FitPodTerm pub;
  guint n_namespaces;
  guint64 sequence; /* increases with every new term */
  const char *
      *namespaces;       /* owned array of interned strings, references held */
  FitSelector *selector; /* owned reference */
  FitSelector *namespace_selector; /* (nullable) owned reference; if set, an
                                      empty @namespaces means none, not all */
  guint hash;
  guint n_pods;                          /* pods with the term, on any node */
  FitPlaceSet places[FIT_TERM_USE_LAST]; /* if nodes share no values */
} FitIndexedTerm;

/* A class on a node, and the position of the node in the class. */
typedef struct
{
  FitIndexedClass *class;
  guint position; /* in class->pub.on_nodes */
} FitClassHere;

/* The classes on a node. */
typedef struct
{
  guint n;
  guint room;
  FitClassHere of[];
} FitClassesHere;

/* How many classes are found by the address of their labels. */
#define FIT_RECENT_CLASSES 256

struct _FitPodIndex
{
  FitTopology *topology;      /* borrowed */
  FitNodeTree *tree;          /* borrowed */
  const FitListers *listers;  /* (nullable) borrowed */
  guint64 namespaces_version; /* of the listers at the last refresh */
  GHashTable *classes;        /* set of FitIndexedClass */
  GPtrArray *all_classes;     /* owned, in order of creation */
  FitIndexedClass *recent[FIT_RECENT_CLASSES]; /* (nullable) borrowed: some that
                                                  were asked for lately */
  FitPairBuckets *classes_in; /* (nullable) owned: the classes by namespace;
                                 made when first asked for */
  FitPairBuckets *classes_anywhere; /* (nullable) owned: regardless of it */
  GHashTable *queries;              /* set of FitPodQuery */
  GPtrArray *all_queries;           /* owned, in order of creation */
  FitPairBuckets *query_buckets;    /* owned: of @all_queries */
  GHashTable *term_set;             /* set of FitIndexedTerm */
  GPtrArray *terms;                 /* owned, in order of creation */
  FitPairBuckets *term_buckets;     /* owned: of @terms */
  GArray *found;                    /* of FitBucketEntry: for one search */
  GPtrArray *on_node; /* by node index: owned FitClassesHere, or NULL */
  guint n_pods;
  guint n_empty_classes;
  guint n_unused_terms;
  guint64 clock; /* number of cycles, counted by sweep() */
  guint64 epoch; /* increases when terms are dropped */
  guint64 n_terms_made;
  guint64 n_queries_made;
  FitInvalidTerms invalid;
};

/* Namespaces and conditions. */
guint fit_hash_mix (guint hash, guint value);
guint fit_namespaces_hash (guint n, const char *const *namespaces);
gboolean fit_namespaces_equal (guint n, const char *const *a, guint m,
                               const char *const *b);
const char **fit_namespaces_dup (guint n, const char *const *namespaces);
void fit_namespaces_free (guint n, const char **namespaces);
gboolean fit_pod_condition_holds (guint n_namespaces,
                                  const char *const *namespaces,
                                  const FitSelector *selector,
                                  const FitPodClass *class);

/* Hashing, comparing and freeing the contents of the index. */
guint fit_indexed_class_hash (gconstpointer key);
gboolean fit_indexed_class_equal (gconstpointer a, gconstpointer b);
void fit_indexed_class_free (gpointer data, gpointer unused);
guint fit_pod_query_hash (gconstpointer key);
gboolean fit_pod_query_equal (gconstpointer a, gconstpointer b);
void fit_pod_query_free (gpointer data, gpointer unused);
guint fit_indexed_term_hash (gconstpointer key);
gboolean fit_indexed_term_equal (gconstpointer a, gconstpointer b);
void fit_indexed_term_free (gpointer data, gpointer unused);

/* Do all conditions hold for the pods of @class? */
gboolean fit_pod_query_holds (const FitPodQuery *query,
                              const FitPodClass *class);

/* Put a new class, query or term into its buckets. */
void fit_pod_index_file_class (FitPodIndex *index, FitIndexedClass *class);
void fit_pod_query_file (FitPodIndex *index, FitPodQuery *query);
void fit_indexed_term_file (FitPodIndex *index, FitIndexedTerm *term);

/* A pod of @class was added to node number @node (@delta 1) or removed from it
 * (-1). */
void fit_pod_index_count_in_queries (FitPodIndex *index,
                                     const FitIndexedClass *class, guint node,
                                     gboolean terminating, gint delta);
void fit_pod_index_count_terms (FitPodIndex *index, const FitPod *pod,
                                guint node, gint delta);
