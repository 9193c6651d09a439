/* traits.h - what the nodes and pods of a tried cluster may have (private to
 * find/)
 *
 * Texts are members of JSON objects, or items of lists, with ' for ".
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "find/side.h"

typedef enum
{
  FIT_OF_NODE,
  FIT_OF_POD,
  FIT_OF_CLUSTER, /* documents of their own */
  FIT_TRAIT_OWNERS,
} FitTraitOwner;

/* Where the text stands in an object. */
typedef enum
{
  FIT_IN_METADATA,
  FIT_IN_LABELS,
  FIT_IN_SPEC,
  FIT_IN_NODE_SELECTOR,
  FIT_IN_AFFINITY,
  FIT_IN_CONTAINER,
  FIT_IN_REQUESTS,
  FIT_IN_LIMITS,
  FIT_IN_ALLOCATABLE,
  FIT_IN_STATUS,
  FIT_TRAIT_PLACES,
} FitTraitPlace;

typedef struct
{
  const char *rules; /* (nullable): those that read it, with blanks around each;
                        NULL: chosen in another way */
  FitTraitOwner owner;
  FitTraitPlace place;
  gboolean usual; /* every object has it */
  guint n;
  const char *const *texts; /* the simplest first; without @usual that is "" */
} FitTrait;

/* Traits are numbers in objects. */
#define FIT_MOST_TRAITS 128

/* fit_traits_new: what the rules of @sides read.
 * @coverage: of each side, begun: its rules.
 * Returns: (transfer full): of FitTrait, at most FIT_MOST_TRAITS; the texts are
 * in @arena */
GArray *fit_traits_new (const FitFindSide *sides, FitCoverage *const *coverage,
                        FitArena *arena);

/* Documents that a pod needs. */
typedef struct
{
  const char *named; /* in the JSON of the pod */
  const char *text;
} FitCompanion;

/* fit_companions: Returns: (transfer none): the table */
const FitCompanion *fit_companions (guint *out_n);
