/* restrictions.h - LimitRange and ResourceQuota: what a namespace allows
 *
 * Immutable, reference counted, thread-safe; fields are read-only.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/object.h"
#include "api/resources.h"

typedef enum
{
  FIT_LIMIT_TYPE_CONTAINER,
  FIT_LIMIT_TYPE_POD,
  FIT_LIMIT_TYPE_PERSISTENT_VOLUME_CLAIM,
  FIT_LIMIT_TYPE_OTHER, /* any other word */
} FitLimitType;

/* One of spec.limits.  For containers, missing defaults are filled in: the
 * default limit is the maximum; the default request is the default limit, or
 * else the minimum. */
typedef struct
{
  FitLimitType type;
  FitResourceList default_limits;   /* default */
  FitResourceList default_requests; /* defaultRequest */
  FitResourceList min;
  FitResourceList max;
  FitResourceList max_ratio; /* maxLimitRequestRatio */
} FitLimitRangeItem;

typedef struct
{
  FIT_OBJECT_FIELDS
  guint n_items;
  FitLimitRangeItem *items; /* owned */
} FitLimitRange;

typedef enum
{
  FIT_QUOTA_SCOPE_TERMINATING,
  FIT_QUOTA_SCOPE_NOT_TERMINATING,
  FIT_QUOTA_SCOPE_BEST_EFFORT,
  FIT_QUOTA_SCOPE_NOT_BEST_EFFORT,
  FIT_QUOTA_SCOPE_PRIORITY_CLASS,
  FIT_QUOTA_SCOPE_CROSS_NAMESPACE_POD_AFFINITY,
  FIT_QUOTA_SCOPE_OTHER, /* any other word: no pod falls under it */
} FitQuotaScope;

typedef enum
{
  FIT_SCOPE_OPERATOR_EXISTS,
  FIT_SCOPE_OPERATOR_DOES_NOT_EXIST,
  FIT_SCOPE_OPERATOR_IN,
  FIT_SCOPE_OPERATOR_NOT_IN,
  FIT_SCOPE_OPERATOR_OTHER, /* any other word */
} FitScopeOperator;

/* One of spec.scopeSelector.matchExpressions. */
typedef struct
{
  FitQuotaScope scope;
  FitScopeOperator op;
  char **values; /* (nullable) owned: names of PriorityClasses */
} FitScopeExpression;

/* The status is not read: what pods use is counted anew. */
typedef struct
{
  FIT_OBJECT_FIELDS
  FitResourceList hard;
  guint n_scopes;
  FitQuotaScope *scopes; /* owned: spec.scopes */
  guint n_expressions;
  FitScopeExpression *expressions; /* owned: spec.scopeSelector */
} FitResourceQuota;

FIT_OBJECT_TYPE (FitLimitRange, fit_limit_range)

FIT_OBJECT_TYPE (FitResourceQuota, fit_resource_quota)
