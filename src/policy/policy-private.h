/* policy-private.h - shared by the files of this directory only */
#pragma once

#include "base/value.h"
#include "policy/policy.h"

G_BEGIN_DECLS

/* The parts of a Policy, made and freed; gpointer so that the tables of
 * policy-fields.c can name them. */
void fit_predicate_policy_free (gpointer predicate);
void fit_priority_policy_free (gpointer priority);
void fit_extender_policy_free (gpointer extender);
gpointer fit_extender_tls_new (void);
void fit_extender_tls_free (gpointer tls);
gpointer fit_managed_resource_new (void);
void fit_managed_resource_free (gpointer resource);

/* How a document is to be read. */
typedef struct
{
  const char *source;       /* name for messages, may be "" */
  FitLegacyRelease release; /* by whose rules */
  gboolean internal;        /* Go's field names instead of those of v1 */
  gboolean yaml; /* was converted from YAML: v1.16's conversion sorts the
                         members of an object by name */
} FitPolicyForm;

/**
 * fit_policy_decode:
 * @policy: as fit_policy_new() returns it
 * @map: a MAP, the document
 *
 * Fills in @policy from the members of @map.  A member that is repeated is
 * decoded over what the earlier one left, as v1.16's decoder does.
 *
 * Returns: FALSE with FIT_ERROR_SCHEMA; @policy is then half filled in
 */
gboolean fit_policy_decode (FitPolicy *policy, const FitValue *map,
                            const FitPolicyForm *form, GError **error);

/* fit_policy_members: Returns: (transfer container): the members of @map in
 * the order in which v1.16 reads them */
GPtrArray *fit_policy_members (const FitValue *map, const FitPolicyForm *form);

/* fit_policy_same_name: whether Go's encoding/json would read @key as the
 * field @name (ASCII): letter case is ignored, and so are the two letters
 * outside of ASCII that fold to k and s */
gboolean fit_policy_same_name (const char *key, const char *name);

/* fit_policy_member_path: Returns: (transfer full): "PATH.KEY", for messages;
 * a key that is no plain word is quoted and cut */
char *fit_policy_member_path (const char *path, const char *key);

/* fit_policy_describe: Returns: (transfer full): what was found, for messages:
 * "number 1.5", "string \"5s\"", "a list" */
char *fit_policy_describe (const FitValue *value);

/* fit_policy_set_error: FIT_ERROR_SCHEMA "invalid policy: SOURCE: line L,
 * column C: PATH: found FOUND, expected EXPECTED"; @path may be "" */
void fit_policy_set_error (GError **error, const char *source, const char *path,
                           const FitValue *value, const char *expected);

G_END_DECLS
