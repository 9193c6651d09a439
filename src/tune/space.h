/* space.h - the numbers of a set of rules that can be tuned, and the rules that
 * a choice of them makes
 *
 * The rules are a document in which everything that is tuned is written out: a
 * Policy for v1.16's rules, a KubeSchedulerConfiguration for profiles.  A gene
 * is a place in it and the values that it may have there.  So the rules of a
 * trial are read as any file is.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/configuration.h"
#include "factory/registry.h"
#include "tune/trial.h"

typedef struct
{
  const char *name; /* for people: "LeastRequestedPriority" */
  const char *what; /* "weight", "scoringStrategy.type" */
  gint32 least, most, start;
  const char *const *words; /* (nullable): texts, by value */
  const char *const *path;  /* private: keys and indexes, NULL-terminated */
  gint needs; /* number of the gene without whose value @needed this one says
                 nothing; -1: none */
  gint32 needed;
} FitTuneGene;

typedef struct
{
  GArray *genes;    /* owned, of FitTuneGene: at most FIT_TUNE_MOST_GENES */
  GPtrArray *notes; /* owned, of char: what is left as it is, and why */
  gboolean is_policy;
  FitArena *arena;          /* owned */
  const FitValue *document; /* in @arena: with the values of the start */
} FitTuneSpace;

/**
 * fit_tune_space_new_policy:
 * @policy: (nullable): the rules; without one, @provider
 * @text: of the Policy, @len bytes
 * @registry: has the provider, and its weights
 * @hard_weight: hardPodAffinitySymmetricWeight, where no Policy has it
 *
 * Returns: (transfer full) (nullable)
 */
FitTuneSpace *fit_tune_space_new_policy (const FitPolicy *policy,
                                         const char *text, gsize len,
                                         const FitRegistry *registry,
                                         const char *provider,
                                         gint32 hard_weight, GError **error);

/* fit_tune_space_new_profiles: @text: that @configuration was read from, which
 * must outlive the space.  Returns: (transfer full) (nullable) */
FitTuneSpace *
fit_tune_space_new_profiles (const FitConfiguration *configuration,
                             const char *text, gsize len, GError **error);

void fit_tune_space_free (FitTuneSpace *space);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitTuneSpace, fit_tune_space_free)

/* fit_tune_space_start: sets @genes to the rules as they are */
void fit_tune_space_start (const FitTuneSpace *space, gint32 *genes);

/* fit_tune_space_settle: sets genes that say nothing beside the others to their
 * start, so that equal rules have equal genes */
void fit_tune_space_settle (const FitTuneSpace *space, gint32 *genes);

/* fit_tune_space_text: Returns: (transfer full): the rules, as a file: JSON for a
 * Policy, YAML for a configuration */
char *fit_tune_space_text (const FitTuneSpace *space, const gint32 *genes);

/* fit_tune_gene_text: Returns: (transfer full): @value for people */
char *fit_tune_gene_text (const FitTuneGene *gene, gint32 value);
