/* recognise.h - recognises an input: rules, objects that hold rules, or
 * manifests
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/source.h"

typedef enum
{
  FIT_INPUT_MANIFESTS, /* or unknown contents */
  FIT_INPUT_POLICY,
  FIT_INPUT_CONFIGURATION, /* a KubeSchedulerConfiguration */
} FitInputType;

/* fit_input_type_name: "a Policy", "a KubeSchedulerConfiguration",
 * "manifests" */
const char *fit_input_type_name (FitInputType type);

/* The Policy that a v1alpha1 configuration names: a file, or a ConfigMap.
 * Strings are owned. */
typedef struct
{
  char *path;       /* (nullable) */
  char *namespace_; /* (nullable): kube-system */
  char *name;       /* (nullable) */
} FitPolicyName;

/* A Policy or a configuration under a key of a ConfigMap, or in a field of
 * another kind: AKS' SchedulerConfiguration, OpenShift's Scheduler. */
typedef struct
{
  FitInputType type;
  const char *kind;     /* of the object */
  char *api_version;    /* (nullable) owned: for a CONFIGURATION */
  char *namespace_;     /* (nullable) owned: if the object has one */
  char *name;           /* owned: of the object; "" if it has none */
  char *key;            /* owned: of a ConfigMap, or the path of the field */
  GBytes *text;         /* (nullable) owned; NULL if the value is an object */
  FitPolicyName policy; /* for a CONFIGURATION: the Policy that it names */
  char *profile;        /* (nullable) owned: OpenShift's: the release that reads
                           it decides the text */
  char *note;           /* (nullable) owned: about the object */
  char *node_selector;  /* (nullable) owned: of OpenShift's Scheduler; "" if it
                           has none */
} FitConfigMapRules;

/* fit_config_map_rules_place: Returns: (transfer full):
 * "ConfigMap NAMESPACE/NAME, key KEY", "Scheduler NAME, spec.profile" */
char *fit_config_map_rules_place (const FitConfigMapRules *rules);

typedef struct
{
  FitInputType type;      /* of the first object; a ConfigMap counts as
                             manifests */
  char *api_version;      /* (nullable) owned: for a CONFIGURATION, if it can be
                             determined */
  char *kind;             /* (nullable) owned: of the first object */
  gboolean has_documents; /* it is not empty */
  FitPolicyName policy;   /* for a CONFIGURATION: the Policy that it names */
  GPtrArray *config_maps; /* owned, of FitConfigMapRules, in input order */
  char *problem;          /* (nullable) owned: why the first object without
                             rules that could hold some has none */
  GError *broken;         /* (nullable) owned: why even the first object cannot
                             be read */
} FitInput;

void fit_input_clear (FitInput *input);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitInput, fit_input_clear)

/**
 * fit_recognise:
 * @source: JSON or YAML
 *
 * Checks the first object, and all that hold rules in any document or List.  Text
 * that cannot be parsed counts as a Policy or a configuration if it contains
 * the kind anywhere.
 *
 * Returns: must be cleared
 */
FitInput fit_recognise (const FitSource *source);

/* fit_recognise_manifests: is there an object of a cluster, a List of them, or
 * invalid text that may be meant as one? */
gboolean fit_recognise_manifests (const FitSource *source);

/* fit_recognise_is_manifest: is @kind (nullable) a kind in clusters, or a
 * List? */
gboolean fit_recognise_is_manifest (const char *kind);

/* fit_recognise_nearest: Returns: (nullable): the known kind that is most
 * similar to the unknown @kind (nullable) */
const char *fit_recognise_nearest (const char *kind);
