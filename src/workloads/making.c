/* making.c - trees of pods, and pods from trees
 * SPDX-License-Identifier: Apache-2.0 */
#include "workloads/workloads-private.h"

#include <string.h>

#include "api/raw.h"
#include "formats/value-json.h"
#include "workloads/inferred.h"

/* The letters for generated names: without vowels, so that they do not form
 * words. */
static const char letters[] = "bcdfghjklmnpqrstvwxz2456789";
#define N_LETTERS (sizeof letters - 1)

/* generateName: five letters, and at most 63 in all. */
#define N_SUFFIX 5
#define N_SUFFIXES (27 * 27 * 27 * 27 * 27)
G_STATIC_ASSERT (N_LETTERS == 27);
#define MAX_BASE 58

/* -- existing pods --------------------------------------------------------- */

GPtrArray *
fit_making_active (const FitMaking *making, const FitController *controller)
{
  return fit_workload_active_pods (making->owners, controller->kind,
                                   controller->meta.namespace_,
                                   controller->meta.name);
}

guint
fit_making_lacks (const FitMaking *making, const FitController *controller,
                  guint wanted)
{
  g_autoptr (GPtrArray) active = fit_making_active (making, controller);

  if (making->given && making->options->one_each)
    return MIN (wanted, 1);
  if (!making->given && !controller->scaled && active->len > 0)
    return 0;
  return wanted - MIN (wanted, active->len);
}

/* -- trees ----------------------------------------------------------------- */

const FitValue *
fit_making_object (const FitMaking *making, const FitController *controller)
{
  return fit_raw_read (making->arena, controller->meta.raw);
}

static guint64
fnv (const char *text)
{
  guint64 hash = G_GUINT64_CONSTANT (14695981039346656037);

  for (; *text != '\0'; text++)
    hash = (hash ^ (guchar) *text) * G_GUINT64_CONSTANT (1099511628211);
  return hash;
}

const char *
fit_making_hash (const FitMaking *making, const FitValue *value)
{
  g_autoptr (GString) json = g_string_new (NULL);
  char digits[16];

  fit_value_append_json (json, value, G_MAXSIZE, NULL);
  g_snprintf (digits, sizeof digits, "%u", (guint32) fnv (json->str));
  for (char *c = digits; *c != '\0'; c++)
    *c = letters[(guchar) *c % N_LETTERS];
  return fit_arena_strndup (making->arena, digits, strlen (digits));
}

/* Derived from the name of @controller, in the form of a version 5 UID. */
const char *
fit_making_uid (const FitMaking *making, const FitController *controller)
{
  g_autofree char *text = g_strconcat (
      fit_controller_kind_name (controller->kind), "/",
      controller->meta.namespace_, "/", controller->meta.name, NULL);
  g_autofree char *sum
      = g_compute_checksum_for_string (G_CHECKSUM_SHA1, text, -1);
  g_autofree char *uid
      = g_strdup_printf ("%.8s-%.4s-5%.3s-a%.3s-%.12s", sum, sum + 8, sum + 13,
                         sum + 17, sum + 20);

  if (controller->meta.uid[0] != '\0')
    return controller->meta.uid;
  return fit_arena_strndup (making->arena, uid, strlen (uid));
}

FitValue
fit_making_owned (const FitMaking *making, const FitController *controller,
                  const FitValue *metadata)
{
  const FitValue yes = fit_value_of_bool (TRUE);
  FitArena *arena = making->arena;
  FitValue owner, owners, result;

  owner = fit_value_with_text (arena, NULL, "apiVersion",
                               controller->api_version);
  owner = fit_value_with_text (arena, &owner, "kind",
                               fit_controller_kind_name (controller->kind));
  owner = fit_value_with_text (arena, &owner, "name", controller->meta.name);
  owner = fit_value_with_text (arena, &owner, "uid",
                               fit_making_uid (making, controller));
  owner = fit_value_with (arena, &owner, "controller", &yes);
  owner = fit_value_with (arena, &owner, "blockOwnerDeletion", &yes);
  owners = fit_value_with_item (arena, NULL, &owner);
  result = fit_value_with_text (arena, metadata, "namespace",
                                controller->meta.namespace_);
  return fit_value_with (arena, &result, "ownerReferences", &owners);
}

FitValue
fit_making_pod (const FitMaking *making, const FitController *controller,
                const FitValue *template)
{
  static const char *const copied[] = { "labels", "annotations", "finalizers" };
  const FitValue *from = fit_value_get (template, "metadata");
  FitValue metadata = { .type = FIT_VALUE_MAP }, spec, pod;

  for (guint i = 0; i < G_N_ELEMENTS (copied); i++)
    metadata = fit_value_with (making->arena, &metadata, copied[i],
                               fit_value_get (from, copied[i]));
  if (controller->kind == FIT_CONTROLLER_POD_TEMPLATE)
    metadata = fit_value_with_text (making->arena, &metadata, "namespace",
                                    controller->meta.namespace_);
  else
    metadata = fit_making_owned (making, controller, &metadata);
  spec = *fit_value_get (template, "spec");
  if (making->given)
    spec = fit_value_with (making->arena, &spec, "nodeName", NULL);
  pod = fit_value_with (making->arena, NULL, "metadata", &metadata);
  pod = fit_value_with (making->arena, &pod, "spec", &spec);
  return making->options->admission == NULL
             ? pod
             : fit_admission_set_defaults (making->options->admission,
                                           making->arena,
                                           controller->meta.namespace_, &pod);
}

FitValue
fit_making_set (const FitMaking *making, const FitValue *object,
                const char *map, const char *key, const char *text)
{
  const FitValue *metadata = fit_value_get (object, "metadata");
  const FitValue members = fit_value_with_text (
      making->arena, fit_value_get (metadata, map), key, text);
  const FitValue changed
      = fit_value_with (making->arena, metadata, map, &members);

  return fit_value_with (making->arena, object, "metadata", &changed);
}

/* -- adding ---------------------------------------------------------------- */

gboolean
fit_making_reserve (FitMaking *making, guint n, GError **error)
{
  const guint most = making->options->max_pods > 0 ? making->options->max_pods
                                                   : FIT_WORKLOADS_MAX_PODS;

  if (n <= most - making->made->n_pods)
    {
      making->made->n_pods += n;
      making->n_pods += n;
      return TRUE;
    }
  return fit_fail (error, FIT_ERROR_LIMIT,
                   "%u pods would be created, but at most %u are created from "
                   "all workloads",
                   n, most);
}

gboolean
fit_making_add_object (FitMaking *making, const FitValue *object,
                       const char *kind, const char *api_version,
                       GError **error)
{
  return fit_objects_add_value (making->objects, object, kind, api_version,
                                making->options->flags, error);
}

gboolean
fit_making_add_pod (FitMaking *making, const FitValue *pod, const char *name,
                    GError **error)
{
  const FitValue metadata = fit_value_with_text (
      making->arena, fit_value_get (pod, "metadata"), "name", name);
  const FitValue named
      = fit_value_with (making->arena, pod, "metadata", &metadata);

  return fit_making_add_object (making, &named, "Pod", "v1", error);
}

/* Not if the spec has a generic ephemeral volume, whose claim is named after
 * the pod. */
static gboolean
shares_spec (const FitPod *pod)
{
  for (guint i = 0; i < pod->spec->n_volumes; i++)
    if (pod->spec->volumes[i].type == FIT_VOLUME_EPHEMERAL_CLAIM)
      return FALSE;
  return TRUE;
}

gboolean
fit_making_add_generated (FitMaking *making, const FitValue *pod,
                          const char *base, guint n, GError **error)
{
  GPtrArray *pods = making->objects->of[FIT_KIND_POD];
  const FitPod *first = NULL;
  guint64 number = making->n_pods;

  if (!fit_making_reserve (making, n, error))
    return FALSE;
  if (making->given && making->options->one_each)
    return fit_making_add_pod (making, pod, making->root->meta.name, error);
  for (guint i = 0; i < n; number++)
    {
      guint64 rest = (fnv (base) % N_SUFFIXES + number * 5381237) % N_SUFFIXES;
      char suffix[N_SUFFIX + 1] = "";
      g_autofree char *name = NULL;

      /* Each number below N_SUFFIXES gives different letters, because the
       * factor is coprime to it. */
      for (guint j = 0; j < N_SUFFIX; j++, rest /= N_LETTERS)
        suffix[j] = letters[rest % N_LETTERS];
      name = g_strdup_printf ("%.*s%s", MAX_BASE, base, suffix);
      if (fit_owners_has_pod (making->owners, making->root->meta.namespace_,
                              name))
        continue;
      if (first != NULL)
        g_ptr_array_add (pods, fit_pod_with_name (first, name));
      else if (!fit_making_add_pod (making, pod, name, error))
        return FALSE;
      else if (shares_spec (pods->pdata[pods->len - 1]))
        first = pods->pdata[pods->len - 1];
      i++;
    }
  return TRUE;
}
