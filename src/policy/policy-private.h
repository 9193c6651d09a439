/* policy-private.h - shared by the files of this directory only */
#pragma once

#include "base/value.h"
#include "policy/policy.h"

/* How to read a document. */
typedef struct
{
  const char *source; /* name for messages, may be "" */
  FitRelease release; /* the release whose rules apply */
  gboolean internal;  /* Go's field names instead of those of v1 */
  gboolean yaml; /* converted from YAML; v1.16's conversion sorts the keys of an
                    object */
} FitPolicyForm;

/**
 * fit_policy_decode:
 * @policy: from fit_policy_new()
 * @map: a MAP, the document
 *
 * Fills in @policy from the fields of @map.  Like v1.16's decoder, decodes a
 * repeated field on top of the earlier value.
 *
 * Returns: FALSE with FIT_ERROR_SCHEMA; @policy is then partly filled in
 */
gboolean fit_policy_decode (FitPolicy *policy, const FitValue *map,
                            const FitPolicyForm *form, GError **error);

/* fit_policy_members: Returns: (transfer container): the members of @map in
 * the order in which v1.16 reads them */
GPtrArray *fit_policy_members (const FitValue *map, const FitPolicyForm *form);

/* fit_policy_prefix_error: puts "invalid policy: SOURCE: line L, column C: ",
 * the place of @value, before the message */
void fit_policy_prefix_error (GError **error, const char *source,
                              const FitValue *value);

/* fit_policy_set_error: FIT_ERROR_SCHEMA "invalid policy: SOURCE: line L,
 * column C: PATH: found FOUND, expected EXPECTED"; @path may be "" */
void fit_policy_set_error (GError **error, const char *source, const char *path,
                           const FitValue *value, const char *expected);
