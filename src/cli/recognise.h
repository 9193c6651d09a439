/* recognise.h - what an input holds: rules, ConfigMaps with rules, or manifests
 */
#pragma once

#include "base/source.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_INPUT_MANIFESTS, /* or nothing that is known */
  FIT_INPUT_POLICY,
  FIT_INPUT_CONFIGURATION, /* a KubeSchedulerConfiguration */
} FitInputType;

/* fit_input_type_name: "a Policy", "a KubeSchedulerConfiguration",
 * "manifests" */
const char *fit_input_type_name (FitInputType type);

/* A Policy or a configuration under a key of a ConfigMap. */
typedef struct
{
  FitInputType type;
  char *api_version; /* (nullable) owned: of a CONFIGURATION */
  char *namespace_;  /* (nullable) owned: where the ConfigMap names one */
  char *name;        /* owned: of the ConfigMap, "" where it has none */
  char *key;         /* owned */
  GBytes *text;      /* (nullable) owned: NULL where the value is an object */
} FitConfigMapRules;

/* fit_config_map_rules_place: Returns: (transfer full):
 * "ConfigMap NAMESPACE/NAME, key KEY" */
char *fit_config_map_rules_place (const FitConfigMapRules *rules);

typedef struct
{
  FitInputType type;      /* of the first object, a ConfigMap being manifests */
  char *api_version;      /* (nullable) owned: of a CONFIGURATION, as far as it
                             can be told */
  char *kind;             /* (nullable) owned: of the first object */
  gboolean has_documents; /* it is not empty */
  GPtrArray *config_maps; /* owned, of FitConfigMapRules: in order of input */
  char *problem;          /* (nullable) owned: why the first ConfigMap without
                             rules has none */
  GError *broken;         /* (nullable) owned: why not even the first object can
                             be read */
} FitInput;

void fit_input_clear (FitInput *input);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitInput, fit_input_clear)

/**
 * fit_recognise:
 * @source: JSON or YAML
 *
 * Looks at the first object, and into all ConfigMaps in any document or List.
 * Text that cannot be parsed counts as a Policy or a configuration when it says
 * so somewhere.
 *
 * Returns: to be cleared
 */
FitInput fit_recognise (const FitSource *source);

/* fit_recognise_manifests: is there an object that clusters are read from, or a
 * List of them, or broken text that may be meant as one? */
gboolean fit_recognise_manifests (const FitSource *source);

/* fit_recognise_is_manifest: is @kind (nullable) one that clusters are read
 * from, or a List? */
gboolean fit_recognise_is_manifest (const char *kind);

/* fit_recognise_nearest: Returns: (nullable): the kind that was probably meant
 * by @kind (nullable), which is none of ours */
const char *fit_recognise_nearest (const char *kind);

G_END_DECLS
