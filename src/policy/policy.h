/* policy.h - the legacy scheduler Policy file (apiVersion v1, kind Policy)
 *
 * A FitPolicy is what kube-scheduler v1.16 or earlier has in memory after
 * reading a --policy-config-file: without defaults and lookups.  A registry
 * (factory/) knows whether the names in it exist.
 *
 * Source of the rules: kube-scheduler v1.16 pkg/scheduler/api (v1 and
 * internal), api/validation.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "releases/legacy-release.h"
#include "base/limits.h"
#include "formats/source.h"
#include "formats/value.h"
#include "cluster/factory-args.h"

/* A predicate or a priority.  Strings that the other kind has are NULL, all others
 * never.  The memory of everything belongs to the arena of the Policy. */
typedef struct
{
  const char *name;
  gint64 weight;         /* of a priority */
  gboolean has_argument; /* `argument` present and not null */
  guint members;         /* FitPredicateArgumentMembers or
                            FitPriorityArgumentMembers that are not null */

  /* The argument of a predicate. */
  guint n_service_affinity_labels;
  const char *const *service_affinity_labels; /* NULL-terminated */
  guint n_presence_labels;
  const char *const *presence_labels; /* NULL-terminated */
  gboolean presence;

  /* The argument of a priority. */
  const char *anti_affinity_label; /* serviceAntiAffinity.label */
  const char *preference_label;    /* labelPreference.label */
  gboolean preference_presence;    /* labelPreference.presence */
  FitCapacityRatioArgument ratio;  /* requestedToCapacityRatioArguments */

  FitPlace presence_place; /* 0 if it is not in the file */
  FitPlace place;
} FitRulePolicy;

typedef FitRulePolicy FitPredicatePolicy;
typedef FitRulePolicy FitPriorityPolicy;

/* The labels of an argument of either kind. */
typedef struct
{
  guint n;
  const char *const *items; /* of predicates: NULL-terminated */
  gboolean presence;
} FitPolicyLabels;

/* fit_policy_labels: @scores: it is a priority.  Returns: none if its argument has
 * none */
FitPolicyLabels fit_policy_labels (const FitRulePolicy *entry, gboolean scores);

typedef struct
{
  gboolean insecure;
  const char *server_name;
  const char *cert_file;
  const char *key_file;
  const char *ca_file;
  const char *cert_data; /* base64 */
  const char *key_data;
  const char *ca_data;
} FitExtenderTLS;

typedef struct
{
  const char *name;
  gboolean ignored_by_scheduler;
} FitManagedResource;

/* An extender of a Policy, or of a configuration. */
typedef struct
{
  const char *url_prefix;
  const char *filter_verb;
  const char *preempt_verb;
  const char *prioritize_verb;
  gint64 weight;
  const char *bind_verb;
  gboolean enable_https;
  const char *https_key;  /* (nullable): what the file calls that field; NULL:
                            it does not have it */
  FitExtenderTLS *tls;    /* (nullable) */
  gint64 http_timeout_ns; /* as written; 0 means 5 s */
  gboolean node_cache_capable;
  guint n_managed_resources;
  FitManagedResource *managed_resources;
  gboolean ignorable;
  FitPlace place;
} FitExtenderPolicy;

/* A field of the file that was ignored. */
typedef struct
{
  const char *path;  /* "extenders[0].filterverbs" */
  const char *meant; /* (nullable) static: a field with a similar name */
  FitRelease since;  /* the first release that reads it; 0: none */
  FitPlace place;    /* of its value */
} FitIgnoredField;

/* A field that is in the file more than once. */
typedef struct
{
  const char *path; /* "predicates[0].name" */
  gboolean merged;  /* the later value was decoded on top of the earlier
                           one */
  FitPlace place;   /* of its last value */
} FitRepeatedField;

typedef struct
{
  GPtrArray *predicates; /* of FitPredicatePolicy; NULL = absent = defaults */
  GPtrArray *priorities; /* of FitPriorityPolicy; NULL = absent = defaults */
  GPtrArray *extenders;  /* of FitExtenderPolicy, never NULL, in file order */
  gint32 hard_pod_affinity_symmetric_weight; /* 0 = keep the option */
  gboolean always_check_all_predicates;
  gboolean internal_form; /* read as the internal form (no apiVersion), which
                               does not have the field names of v1 */
  FitRelease release;     /* the release whose rules were used */

  /* The place in the file; 0 if absent or null. */
  FitPlace predicates_place;
  FitPlace priorities_place;
  FitPlace hard_weight_place;
  FitPlace check_all_place;
  GPtrArray *ignored_fields;  /* of FitIgnoredField, never NULL */
  GPtrArray *repeated_fields; /* of FitRepeatedField, never NULL */
  const char *source;         /* name for messages; "" if created by hand */
  FitArena *arena;            /* memory of everything but the lists */
} FitPolicy;

/* fit_policy_new: Returns: (transfer full): a Policy that configures nothing,
 * so all defaults apply */
FitPolicy *fit_policy_new (void);

void fit_policy_free (FitPolicy *policy);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitPolicy, fit_policy_free)

/* fit_extender_policy_name: Returns: (transfer full): its URL prefix as
 * printed, with *** in place of user and password */
char *fit_extender_policy_name (const FitExtenderPolicy *extender);

/**
 * fit_policy_parse:
 * @text: JSON or YAML, distinguished as in v1.16
 * @source: name for messages, e.g. the path
 * @limits: (nullable)
 *
 * Decodes by the rules of v1.16: field names, types, null, repeated keys,
 * apiVersion and kind, the internal form.  Errors begin with "invalid policy: "
 * and give line, column, field path, what was found and what was expected.
 * Only "no kind ... is registered for version ..." is the original's text.
 *
 * Returns: (transfer full) (nullable): the policy, or NULL with
 *   FIT_ERROR_PARSE, FIT_ERROR_SCHEMA or FIT_ERROR_LIMIT
 */
FitPolicy *fit_policy_parse (const char *text, gsize len, const char *source,
                             const FitLimits *limits, GError **error);

/* The last minor release that reads Policies. */
#define FIT_POLICY_RELEASE_LAST FIT_LINE_END (22)

/**
 * fit_policy_parse_as:
 * @release: the release whose rules apply, 1.8 to FIT_POLICY_RELEASE_LAST
 *
 * The same by the rules of @release: up to 1.10 all names are case-insensitive,
 * up to 1.9 a missing list reads as an empty one, and fields that were added
 * later are unknown and therefore ignored.  From 1.18 on unknown fields are
 * errors, except in extenders, and so are repeated fields, and numbers of more
 * than 32 bits, except weights.
 */
FitPolicy *fit_policy_parse_as (const char *text, gsize len, const char *source,
                                FitRelease release, const FitLimits *limits,
                                GError **error);

/* fit_policy_explain_unread: turns the error from opening or reading the file
 * of a Policy into v1.16's: "missing policy config file PATH", "couldn't read
 * policy config: ..." */
void fit_policy_explain_unread (const char *path, GError **error);

/**
 * fit_policy_validate:
 *
 * Checks weights, extenders and managed resources: v1.16 ValidatePolicy.
 * Collects all problems: one message as it is, several different ones as "[a,
 * b]" in file order.
 *
 * Returns: FALSE with FIT_ERROR_POLICY if invalid
 */
gboolean fit_policy_validate (const FitPolicy *policy, GError **error);
