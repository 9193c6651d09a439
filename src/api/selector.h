/* selector.h - label selectors and node selectors, compiled once
 *
 * Selectors are built at decode time and matched by comparing interned
 * pointers.  Immutable, reference counted, thread-safe.
 * Source: apimachinery v1.16 labels.Selector, component helpers for node
 * selector terms.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/labels.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_OPERATOR_IN,
  FIT_OPERATOR_NOT_IN,
  FIT_OPERATOR_EXISTS,
  FIT_OPERATOR_DOES_NOT_EXIST,
  FIT_OPERATOR_GT,
  FIT_OPERATOR_LT,
  FIT_OPERATOR_LAST,
} FitOperator;

typedef struct
{
  const char *key; /* interned */
  FitOperator op;
  guint n_values;
  const char **values; /* owned array of interned strings */
  gint64 number;       /* operand of Gt and Lt */
} FitRequirement;

/* All requirements must hold.  Without requirements it matches everything,
 * unless @nothing is set.  An invalid selector has @error and matches
 * nothing. */
typedef struct
{
  gatomicrefcount refs;
  gboolean nothing; /* absent selector, matches nothing */
  char *error;      /* (nullable) owned: v1.16's error for it */
  guint bad;        /* with @error: index of the invalid expression... */
  char *bad_value;  /* (nullable) owned: ...and its value, if that should be an
                       integer */
  guint n;
  FitRequirement *requirements; /* owned */
} FitSelector;

FitSelector *fit_selector_ref (FitSelector *selector);
void fit_selector_unref (FitSelector *selector);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitSelector, fit_selector_unref)

/**
 * fit_selector_new_everything, fit_selector_new_nothing:
 *
 * Returns: (transfer full)
 */
FitSelector *fit_selector_new_everything (void);
FitSelector *fit_selector_new_nothing (void);

/**
 * fit_selector_new_equality:
 * @map: (nullable): the required pairs
 * @validate: like v1.16's SelectorFromSet: if a key or value is syntactically
 *   invalid, the selector matches everything
 *
 * Returns: (transfer full)
 */
FitSelector *fit_selector_new_equality (const FitLabels *map,
                                        gboolean validate);

/* One expression of the input, to build selectors from. */
typedef struct
{
  const char *key;
  const char *op; /* "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt" */
  guint n_values;
  const char *const *values;
} FitExpression;

/* The operators that a list of expressions may use. */
typedef enum
{
  FIT_SELECTOR_POD,  /* LabelSelector: no Gt, Lt */
  FIT_SELECTOR_NODE, /* NodeSelectorTerm.matchExpressions */
} FitSelectorDialect;

/**
 * fit_selector_new_expressions:
 * @map: (nullable): matchLabels, validated as requirements of one value
 *
 * Never fails: an invalid expression gives a selector with v1.16's text in
 * @error, e.g. `for 'in', 'notin' operators, values set can't be empty`.  A
 * NODE selector without expressions matches nothing.
 *
 * Returns: (transfer full)
 */
FitSelector *fit_selector_new_expressions (const FitLabels *map,
                                           const FitExpression *expressions,
                                           guint n, FitSelectorDialect dialect);

/* fit_requirement_matches: @value: (nullable) (interned): of the label that
 * @requirement is about */
gboolean fit_requirement_matches (const FitRequirement *requirement,
                                  const char *value);

/* fit_selector_matches: hot path; FALSE for an invalid selector */
gboolean fit_selector_matches (const FitSelector *selector,
                               const FitLabels *labels);

/* fit_selector_equal, fit_selector_hash: selectors are equal if they have the
 * same requirements in the same order; invalid ones, if the same is wrong with
 * them */
gboolean fit_selector_equal (const FitSelector *a, const FitSelector *b);
guint fit_selector_hash (const FitSelector *selector);

/* One term of a node selector: expressions and fields, ANDed. */
typedef struct
{
  FitSelector *expressions; /* (nullable) owned; NULL if there are none */
  FitSelector *fields;      /* (nullable) owned; over {metadata.name: NODE} */
  gboolean names_nodes;     /* a field requirement is metadata.name In */
  guint n_names;            /* if so: number of nodes that are in all these
                         lists, even if @fields is invalid because a list
                         has several values */
  const char **names;       /* owned array of interned strings */
} FitNodeSelectorTerm;

/* Terms are ORed; no term matches no node. */
typedef struct
{
  gatomicrefcount refs;
  guint n;
  FitNodeSelectorTerm terms[];
} FitNodeSelector;

FitNodeSelector *fit_node_selector_new (guint n);
FitNodeSelector *fit_node_selector_ref (FitNodeSelector *selector);
void fit_node_selector_unref (FitNodeSelector *selector);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitNodeSelector, fit_node_selector_unref)

/**
 * fit_selector_new_fields:
 *
 * Builds the field part of a node selector term from its matchFields.  Only In
 * and NotIn with exactly one value are valid.  Returns: (transfer full)
 */
FitSelector *fit_selector_new_fields (const FitExpression *expressions,
                                      guint n);

/* fit_selector_named_nodes: finds the nodes that the matchFields of a term
 * name, for FitNodeSelectorTerm.  Returns: FALSE if no requirement is
 * metadata.name In */
gboolean fit_selector_named_nodes (const FitExpression *expressions, guint n,
                                   const char ***out_names, guint *out_n);

/* fit_field_selector_matches: @node_name: as for fit_node_selector_matches() */
gboolean fit_field_selector_matches (const FitSelector *fields,
                                     const char *node_name);

/**
 * fit_node_selector_matches:
 * @labels: (nullable)
 * @node_name: (nullable): interned value of the field metadata.name; NULL: no
 *   fields are known (PV node affinity), and every field reads as ""
 *
 * An invalid term does not match; there is no error.
 */
gboolean fit_node_selector_matches (const FitNodeSelector *selector,
                                    const FitLabels *labels,
                                    const char *node_name);

G_END_DECLS
