/* controllers-decode.c - decoding Deployment, ReplicaSet,
 * ReplicationController, StatefulSet, DaemonSet, Job, CronJob and PodTemplate,
 * as far as creating pods needs it
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/controllers.h"

#include "api/decode-parts.h"
#include "api/kinds-private.h"
#include "api/raw.h"

#include <string.h>

/* -- fields ---------------------------------------------------------------- */

/* A non-negative number. */
static gboolean
decode_count (FitDecoder *decoder, const FitValue *value, gpointer out,
              GError **error)
{
  gint32 count;

  if (value == NULL)
    return TRUE;
  if (!fit_decode (decoder, &fit_type_int32, value, &count, error))
    return FALSE;
  if (count < 0)
    return fit_decode_mismatch (decoder, value, "0 or more", error);
  *(gint32 *) out = count;
  return TRUE;
}

/* Both a CronJob and its Jobs may be suspended. */
static gboolean
decode_suspended (FitDecoder *decoder, const FitValue *value, gpointer out,
                  GError **error)
{
  gboolean suspended = FALSE;

  if (!fit_decode (decoder, &fit_type_bool, value, &suspended, error))
    return FALSE;
  *(gboolean *) out |= suspended;
  return TRUE;
}

/* Decodes the template like a pod, to find errors in it. */
static gboolean
decode_template (FitDecoder *decoder, const FitValue *value, gpointer out,
                 GError **error)
{
  g_autoptr (FitPod) pod = NULL;

  if (value == NULL)
    return TRUE;
  pod = fit_decode_pod_template (decoder, value, error);
  *(gboolean *) out = fit_decode_get (decoder, value, "spec") != NULL;
  return pod != NULL;
}

static gboolean
decode_map_selector (FitDecoder *decoder, const FitValue *value, gpointer out,
                     GError **error)
{
  g_autoptr (FitLabels) map = NULL;

  if (!fit_decode (decoder, &fit_type_labels, value, &map, error))
    return FALSE;
  if (map != NULL)
    *(FitSelector **) out = fit_selector_new_equality (map, FALSE);
  return TRUE;
}

typedef struct
{
  const char *type;
  const char *status;
} Condition;

static const FitField condition_fields[] = {
  FIT_FIELD ("type", &fit_type_text, Condition, type),
  FIT_FIELD ("status", &fit_type_text, Condition, status),
};
static const FitType condition_type
    = FIT_TYPE_FIELDS (Condition, condition_fields);

static gboolean
read_condition (FitDecoder *decoder, const FitValue *value, gpointer out,
                GError **error)
{
  Condition condition = { 0 };

  if (!fit_decode (decoder, &condition_type, value, &condition, error))
    return FALSE;
  *(gboolean *) out |= strcmp (condition.status, "True") == 0
                       && (strcmp (condition.type, "Complete") == 0
                           || strcmp (condition.type, "Failed") == 0);
  return TRUE;
}

static const FitType count_type = FIT_TYPE_FUNC (gint32, decode_count);
static const FitWord completion_modes[]
    = { { "Indexed", TRUE }, { NULL, FALSE } };
static const FitType completion_mode_type = FIT_TYPE_WORDS (completion_modes);
static const FitType suspended_type
    = FIT_TYPE_FUNC (gboolean, decode_suspended);
static const FitType template_type = FIT_TYPE_FUNC (gboolean, decode_template);
static const FitType map_selector_type
    = FIT_TYPE_FUNC (FitSelector *, decode_map_selector);

/* -- kinds ----------------------------------------------------------------- */

#define META FIT_FIELD ("metadata", &fit_type_meta, FitController, meta)
#define REPLICAS FIT_FIELD ("replicas", &count_type, FitController, replicas)
#define TEMPLATE \
  FIT_FIELD ("template", &template_type, FitController, has_template)
#define SELECTOR(type) FIT_FIELD ("selector", type, FitController, selector)
#define SUSPENDED(name) \
  FIT_FIELD (name, &suspended_type, FitController, suspended)

static const FitField deployment_spec[] = {
  REPLICAS,
  SUSPENDED ("paused"),
  SELECTOR (&fit_type_label_selector_or_nil),
  TEMPLATE,
};
static const FitField replica_set_spec[] = {
  REPLICAS,
  SELECTOR (&fit_type_label_selector_or_nil),
  TEMPLATE,
};
static const FitField replication_controller_spec[] = {
  REPLICAS,
  SELECTOR (&map_selector_type),
  TEMPLATE,
};
static const FitField ordinals_fields[] = {
  FIT_FIELD ("start", &count_type, FitController, first_ordinal),
};
static const FitField stateful_set_spec[] = {
  REPLICAS,
  SELECTOR (&fit_type_label_selector_or_nil),
  FIT_FIELD_WHOLE ("ordinals", FIT_STRUCT (FitController, ordinals_fields)),
  TEMPLATE,
};
static const FitField daemon_set_spec[] = {
  SELECTOR (&fit_type_label_selector_or_nil),
  TEMPLATE,
};
static const FitField job_spec[] = {
  FIT_FIELD ("parallelism", &count_type, FitController, parallelism),
  FIT_FIELD_SEEN ("completions", &count_type, FitController, completions,
                  has_completions),
  FIT_FIELD ("completionMode", &completion_mode_type, FitController, indexed),
  SUSPENDED ("suspend"),
  TEMPLATE,
};
static const FitField job_status[] = {
  FIT_FIELD ("succeeded", &count_type, FitController, succeeded),
  FIT_FIELD ("completedIndexes", &fit_type_string, FitController,
             completed_indexes),
  FIT_FIELD_EACH ("conditions", read_condition, &condition_type, FitController,
                  finished),
};
static const FitType job_spec_type = FIT_TYPE_FIELDS (FitController, job_spec);
static const FitField job_template[]
    = { FIT_FIELD_WHOLE ("spec", &job_spec_type) };
static const FitField cron_job_spec[] = {
  SUSPENDED ("suspend"),
  FIT_FIELD_WHOLE ("jobTemplate", FIT_STRUCT (FitController, job_template)),
};

#define SPEC_TYPE(name)                               \
  static const FitType name##_spec_type               \
      = FIT_TYPE_FIELDS (FitController, name##_spec); \
  static const FitField name##_fields[]               \
      = { META, FIT_FIELD_WHOLE ("spec", &name##_spec_type) }

SPEC_TYPE (deployment);
SPEC_TYPE (replica_set);
SPEC_TYPE (replication_controller);
SPEC_TYPE (stateful_set);
SPEC_TYPE (daemon_set);
SPEC_TYPE (cron_job);

static const FitField job_fields[] = {
  META,
  FIT_FIELD_WHOLE ("spec", &job_spec_type),
  FIT_FIELD_WHOLE ("status", FIT_STRUCT (FitController, job_status)),
};
static const FitField pod_template_fields[] = { META, TEMPLATE };

#define MAX_VERSIONS 4
#define FIELDS(name) FIT_TYPE_FIELDS (FitController, name##_fields)

/* clang-format off */
static const struct
{
  const char *name;
  FitType type;
  const char *versions[MAX_VERSIONS];
} kinds[] = {
  [FIT_CONTROLLER_DEPLOYMENT] = {
    "Deployment", FIELDS (deployment),
    { "apps/v1", "apps/v1beta1", "apps/v1beta2", "extensions/v1beta1" },
  },
  [FIT_CONTROLLER_REPLICA_SET] = {
    "ReplicaSet", FIELDS (replica_set),
    { "apps/v1", "apps/v1beta2", "extensions/v1beta1" },
  },
  [FIT_CONTROLLER_REPLICATION_CONTROLLER] = {
    "ReplicationController", FIELDS (replication_controller),
    { "v1" },
  },
  [FIT_CONTROLLER_STATEFUL_SET] = {
    "StatefulSet", FIELDS (stateful_set),
    { "apps/v1", "apps/v1beta1", "apps/v1beta2" },
  },
  [FIT_CONTROLLER_DAEMON_SET] = {
    "DaemonSet", FIELDS (daemon_set),
    { "apps/v1", "apps/v1beta2", "extensions/v1beta1" },
  },
  [FIT_CONTROLLER_JOB] = {
    "Job", FIELDS (job),
    { "batch/v1" },
  },
  [FIT_CONTROLLER_CRON_JOB] = {
    "CronJob", FIELDS (cron_job),
    { "batch/v1", "batch/v1beta1", "batch/v2alpha1" },
  },
  [FIT_CONTROLLER_POD_TEMPLATE] = {
    "PodTemplate", FIELDS (pod_template),
    { "v1" },
  },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (kinds) == FIT_CONTROLLER_LAST);

const char *
fit_controller_kind_name (FitControllerKind kind)
{
  return (guint) kind < FIT_CONTROLLER_LAST ? kinds[kind].name : "";
}

FitControllerKind
fit_controller_kind_find (const char *kind, const char *api_version)
{
  for (guint i = 0; i < FIT_CONTROLLER_LAST; i++)
    if (strcmp (kinds[i].name, kind) == 0)
      for (guint j = 0; j < MAX_VERSIONS && kinds[i].versions[j] != NULL; j++)
        if (strcmp (kinds[i].versions[j], api_version) == 0)
          return (FitControllerKind) i;
  return FIT_CONTROLLER_LAST;
}

/* -- objects --------------------------------------------------------------- */

void
fit_controller_free (FitController *controller)
{
  if (controller == NULL)
    return;
  fit_object_meta_clear (&controller->meta);
  g_free (controller->api_version);
  g_free (controller->place);
  fit_selector_unref (controller->selector);
  g_free (controller->completed_indexes);
  g_free (controller);
}

FitController *
fit_decode_controller (FitDecoder *decoder, FitControllerKind kind,
                       const FitValue *object, GError **error)
{
  const FitDecodeFlags flags = decoder->flags;
  g_autoptr (FitController) controller = g_new0 (FitController, 1);
  gboolean kept;

  controller->kind = kind;
  controller->replicas = 1;
  controller->parallelism = 1;
  controller->api_version = g_strdup (decoder->api_version);
  if (!fit_decode (decoder, &kinds[kind].type, object, controller, error)
      || !fit_decode_complete_meta (decoder, &controller->meta, TRUE, error))
    return NULL;
  decoder->flags |= FIT_DECODE_KEEP_RAW;
  kept = fit_raw_keep_written (decoder, kinds[kind].name, object,
                               &controller->meta, error);
  decoder->flags = flags;
  return kept ? g_steal_pointer (&controller) : NULL;
}
