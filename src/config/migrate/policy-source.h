/* policy-source.h - reads a Policy as a given release does (private) */
#pragma once

#include "policy/policy.h"

/* A Policy to read. */
typedef struct
{
  const char *bytes;
  gsize len;
  const char *name;        /* for messages */
  FitRelease release;      /* the release whose rules apply: FIT_RELEASE (8, 0)
                              and later */
  const FitLimits *limits; /* (nullable) */
} FitPolicyText;

/**
 * fit_policy_text_read:
 *
 * Up to 1.17 like fit_policy_parse_as().  From 1.18 on strictly: unknown and
 * repeated fields and numbers out of range are errors, except for field names
 * in extenders.
 *
 * Returns: (transfer full) (nullable)
 */
FitPolicy *fit_policy_text_read (const FitPolicyText *text, GError **error);
