/* restrictions-decode.c - decodes LimitRanges and ResourceQuotas, with the
 * scopes and quantities that admission needs
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/decode-parts.h"
#include "api/kinds-private.h"
#include "api/restrictions.h"
#include "api/shapes.h"

/* -- what objects own ------------------------------------------------------ */

#define LIMITS(member) \
  FIT_PART_INSIDE (FitLimitRangeItem, member, &fit_shape_resource_list)
static const FitPart limit_parts[] = {
  LIMITS (default_limits),
  LIMITS (default_requests),
  LIMITS (min),
  LIMITS (max),
  LIMITS (max_ratio),
};
static const FitShape shape_limit
    = FIT_SHAPE_OWNED (FitLimitRangeItem, limit_parts);

static const FitPart limit_range_parts[] = {
  FIT_PART_ARRAY (FitLimitRange, n_items, items, &shape_limit),
};
const FitShape fit_owned_by_limit_range
    = FIT_SHAPE_OWNED (FitLimitRange, limit_range_parts);

static const FitShape shape_scope = { .size = sizeof (FitQuotaScope) };
static const FitPart expression_parts[] = {
  FIT_PART_LEAF (FitScopeExpression, values, &fit_leaf_strv),
};
static const FitShape shape_expression
    = FIT_SHAPE_OWNED (FitScopeExpression, expression_parts);

static const FitPart quota_parts[] = {
  FIT_PART_INSIDE (FitResourceQuota, hard, &fit_shape_resource_list),
  FIT_PART_ARRAY (FitResourceQuota, n_scopes, scopes, &shape_scope),
  FIT_PART_ARRAY (FitResourceQuota, n_expressions, expressions,
                  &shape_expression),
};
const FitShape fit_owned_by_resource_quota
    = FIT_SHAPE_OWNED (FitResourceQuota, quota_parts);

/* -- LimitRange ------------------------------------------------------------ */

static const FitWord limit_types[] = {
  { "Container", FIT_LIMIT_TYPE_CONTAINER },
  { "Pod", FIT_LIMIT_TYPE_POD },
  { "PersistentVolumeClaim", FIT_LIMIT_TYPE_PERSISTENT_VOLUME_CLAIM },
  { NULL, FIT_LIMIT_TYPE_OTHER },
};
static const FitType limit_type_type = FIT_TYPE_WORDS (limit_types);

#define AMOUNTS(name, member) \
  FIT_FIELD (name, &fit_type_resource_list, FitLimitRangeItem, member)

static const FitField item_fields[] = {
  FIT_FIELD ("type", &limit_type_type, FitLimitRangeItem, type),
  AMOUNTS ("default", default_limits),
  AMOUNTS ("defaultRequest", default_requests),
  AMOUNTS ("min", min),
  AMOUNTS ("max", max),
  AMOUNTS ("maxLimitRequestRatio", max_ratio),
};
static const FitField limit_range_spec_fields[] = {
  FIT_FIELD_ARRAY (FIT_FIELD_LIST, "limits",
                   FIT_STRUCT (FitLimitRangeItem, item_fields), FitLimitRange,
                   n_items, items),
};
static const FitField limit_range_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, FitLimitRange, meta),
  FIT_FIELD_WHOLE ("spec", FIT_STRUCT (FitLimitRange, limit_range_spec_fields)),
};
const FitType fit_type_limit_range
    = FIT_TYPE_FIELDS (FitLimitRange, limit_range_fields);

void
fit_limit_range_complete (const FitDecoder *decoder, const FitValue *value,
                          gpointer object)
{
  const FitLimitRange *limit_range = object;

  for (guint i = 0; i < limit_range->n_items; i++)
    {
      FitLimitRangeItem *item = &limit_range->items[i];

      if (item->type != FIT_LIMIT_TYPE_CONTAINER)
        continue;
      fit_resource_list_add_missing (&item->default_limits, &item->max);
      fit_resource_list_add_missing (&item->default_requests,
                                     &item->default_limits);
      fit_resource_list_add_missing (&item->default_requests, &item->min);
    }
}

/* -- ResourceQuota --------------------------------------------------------- */

static const FitWord scopes[] = {
  { "Terminating", FIT_QUOTA_SCOPE_TERMINATING },
  { "NotTerminating", FIT_QUOTA_SCOPE_NOT_TERMINATING },
  { "BestEffort", FIT_QUOTA_SCOPE_BEST_EFFORT },
  { "NotBestEffort", FIT_QUOTA_SCOPE_NOT_BEST_EFFORT },
  { "PriorityClass", FIT_QUOTA_SCOPE_PRIORITY_CLASS },
  { "CrossNamespacePodAffinity", FIT_QUOTA_SCOPE_CROSS_NAMESPACE_POD_AFFINITY },
  { NULL, FIT_QUOTA_SCOPE_OTHER },
};
static const FitType scope_type = FIT_TYPE_WORDS (scopes);
static const FitWord operators[] = {
  { "Exists", FIT_SCOPE_OPERATOR_EXISTS },
  { "DoesNotExist", FIT_SCOPE_OPERATOR_DOES_NOT_EXIST },
  { "In", FIT_SCOPE_OPERATOR_IN },
  { "NotIn", FIT_SCOPE_OPERATOR_NOT_IN },
  { NULL, FIT_SCOPE_OPERATOR_OTHER },
};
static const FitType operator_type = FIT_TYPE_WORDS (operators);

static const FitField expression_fields[] = {
  FIT_FIELD ("scopeName", &scope_type, FitScopeExpression, scope),
  FIT_FIELD ("operator", &operator_type, FitScopeExpression, op),
  FIT_FIELD ("values", &fit_type_strv, FitScopeExpression, values,
             FIT_NAMES (CLASS)),
};
static const FitField selector_fields[] = {
  FIT_FIELD_ARRAY (FIT_FIELD_LIST, "matchExpressions",
                   FIT_STRUCT (FitScopeExpression, expression_fields),
                   FitResourceQuota, n_expressions, expressions),
};
static const FitField quota_spec_fields[] = {
  FIT_FIELD ("hard", &fit_type_resource_list, FitResourceQuota, hard),
  FIT_FIELD_ARRAY (FIT_FIELD_LIST, "scopes", &scope_type, FitResourceQuota,
                   n_scopes, scopes),
  FIT_FIELD_WHOLE ("scopeSelector",
                   FIT_STRUCT (FitResourceQuota, selector_fields)),
};
static const FitField quota_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, FitResourceQuota, meta),
  FIT_FIELD_WHOLE ("spec", FIT_STRUCT (FitResourceQuota, quota_spec_fields)),
};
const FitType fit_type_resource_quota
    = FIT_TYPE_FIELDS (FitResourceQuota, quota_fields);
