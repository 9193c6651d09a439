/* list-rules.h - the tables of 'fitsched list'
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "report/table-text.h"
#include "cli/verbs.h"

typedef struct
{
  const FitInvocation *invocation; /* borrowed */
  FitFeatureGates gates;
  FitRegistry *registry; /* owned: the rules that exist with @gates */
} FitCatalog;

/* Returns: (transfer full) */
FitTable *fit_list_predicates (const FitCatalog *catalog);
FitTable *fit_list_priorities (const FitCatalog *catalog);
FitTable *fit_list_providers (const FitCatalog *catalog);
FitTable *fit_list_feature_gates (const FitCatalog *catalog);
FitTable *fit_list_releases (const FitCatalog *catalog);
