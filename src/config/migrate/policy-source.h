/* policy-source.h - a Policy as the release reads it (private) */
#pragma once

#include "config/migrate/migration.h"

G_BEGIN_DECLS

/* A Policy to be read. */
typedef struct
{
  const char *bytes;
  gsize len;
  const char *name;        /* for messages */
  FitRelease release;      /* by whose rules: FIT_RELEASE (8, 0) and later */
  const FitLimits *limits; /* (nullable) */
} FitPolicyText;

/**
 * fit_policy_text_read:
 *
 * Up to 1.17 as fit_policy_parse_as(); from 1.18 on strictly: what is unknown,
 * repeated or out of range is an error, but for the names of fields in
 * extenders.  A ConfigMap with the key policy.cfg is opened.
 *
 * Returns: (transfer full) (nullable)
 */
FitPolicy *fit_policy_text_read (const FitPolicyText *text, GError **error);

G_END_DECLS
