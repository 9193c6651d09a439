/* registry.h - which predicates and priorities exist, and named sets of them
 *
 * A registry is a value: a program may have several, and what one scheduler
 * registers never affects another.  fit_registry_new_default() in
 * algorithmprovider/ creates the registry of v1.16 or an earlier release.  A
 * program that links the library adds its own descriptors.
 *
 * Source: kube-scheduler v1.16 factory/plugins.go.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "predicates/predicate.h"
#include "priorities/priority.h"

G_BEGIN_DECLS

/* The provider used for lists that a Policy omits. */
#define FIT_DEFAULT_PROVIDER "DefaultProvider"

typedef struct _FitRegistry FitRegistry;

/* A named AlgorithmProvider: the keys of predicates and priorities. */
typedef struct
{
  char *name;
  GPtrArray *predicates; /* owned strings, in order of registration */
  GPtrArray *priorities; /* owned strings */
} FitProvider;

/* A predicate under its registered name. */
typedef struct
{
  char *name;
  const FitPredicateInfo *info;
  gboolean mandatory;
  FitLabelsArgument *argument; /* (nullable) owned */
} FitPredicateEntry;

/* A priority under its registered name. */
typedef struct
{
  char *name;
  const FitPriorityInfo *info;
  gint64 weight;
  FitLabelArgument *label;         /* (nullable) owned */
  FitCapacityRatioArgument *ratio; /* (nullable) owned */
} FitPriorityEntry;

/* fit_registry_new: Returns: (transfer full): an empty registry */
FitRegistry *fit_registry_new (void);

/* fit_registry_copy: Returns: (transfer full): an independent copy */
FitRegistry *fit_registry_copy (const FitRegistry *registry);

void fit_registry_free (FitRegistry *registry);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitRegistry, fit_registry_free)

/* fit_registry_set_release: sets the release whose rules apply when an
 * algorithm is created; default v1.16 */
void fit_registry_set_release (FitRegistry *registry, FitRelease release);
FitRelease fit_registry_release (const FitRegistry *registry);

/**
 * fit_registry_add_predicate:
 * @name: registered name; at least two letters, digits and inner hyphens
 * @info: (transfer none): static storage, must outlive @registry
 * @argument: (nullable): for a custom predicate; copied
 *
 * Registers or replaces a predicate.  It is evaluated only if its name is in
 * the evaluation order.
 *
 * Returns: TRUE, or FALSE with FIT_ERROR_POLICY "Algorithm name NAME does not
 *   match the name validation regexp ..."
 */
gboolean fit_registry_add_predicate (FitRegistry *registry, const char *name,
                                     const FitPredicateInfo *info,
                                     const FitLabelsArgument *argument,
                                     GError **error);

/* fit_registry_set_mandatory: makes the predicate @name part of every
 * algorithm */
void fit_registry_set_mandatory (FitRegistry *registry, const char *name);

/* fit_registry_remove_predicate: removes a predicate from the registry and from
 * all providers */
void fit_registry_remove_predicate (FitRegistry *registry, const char *name);

/* fit_registry_append_order: puts @name at the end of the evaluation order:
 * v1.16 SetPredicatesOrdering().  See fit_legacy_release_runs_all() */
void fit_registry_append_order (FitRegistry *registry, const char *name);

/* fit_registry_add_priority: @label and @ratio (nullable) are copied.  Returns
 * and fails like fit_registry_add_predicate() */
gboolean fit_registry_add_priority (FitRegistry *registry, const char *name,
                                    const FitPriorityInfo *info, gint64 weight,
                                    const FitLabelArgument *label,
                                    const FitCapacityRatioArgument *ratio,
                                    GError **error);

/* fit_registry_add_provider: adds an empty provider, to be filled with the
 * calls below.  Returns: (transfer none) */
FitProvider *fit_registry_add_provider (FitRegistry *registry,
                                        const char *name);

/* fit_registry_insert_predicate_key, _priority_key: adds @name to every
 * provider */
void fit_registry_insert_predicate_key (FitRegistry *registry,
                                        const char *name);
void fit_registry_insert_priority_key (FitRegistry *registry, const char *name);

/* fit_provider_add_predicate, _priority: adds @name unless it is there */
void fit_provider_add_predicate (FitProvider *provider, const char *name);
void fit_provider_add_priority (FitProvider *provider, const char *name);

/* Lookups.  Returns: (transfer none) (nullable) */
const FitPredicateEntry *fit_registry_predicate (const FitRegistry *registry,
                                                 const char *name);
const FitPriorityEntry *fit_registry_priority (const FitRegistry *registry,
                                               const char *name);

/* fit_registry_provider: fails with FIT_ERROR_POLICY `plugin "NAME" has not
 * been registered` and a hint */
const FitProvider *fit_registry_provider (const FitRegistry *registry,
                                          const char *name, GError **error);

/* All entries, in order of registration.  Returns: (transfer none): arrays of
 * FitPredicateEntry, FitPriorityEntry, FitProvider, and names (char *) */
const GPtrArray *fit_registry_predicates (const FitRegistry *registry);
const GPtrArray *fit_registry_priorities (const FitRegistry *registry);
const GPtrArray *fit_registry_providers (const FitRegistry *registry);
const GPtrArray *fit_registry_order (const FitRegistry *registry);

/* fit_registry_similar: Returns: (nullable): the name in @entries (array of
 * structs that begin with char *name) most similar to @name, for hints */
const char *fit_registry_similar (const GPtrArray *entries, const char *name);

G_END_DECLS
