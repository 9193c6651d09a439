/* workloads-scene.h - manifests of workloads, and the pods that are made of them
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/api/read.h"

#include "workloads/owners.h"
#include "workloads/workloads.h"

#define META(name, more) \
  "'metadata':{'name':'" name "','namespace':'shop'" more "}"
#define POD_SPEC "'spec':{'containers':[{'name':'c','image':'i'}]}"
#define TEMPLATE "'template':{'metadata':{'labels':{'app':'web'}}," POD_SPEC "}"
#define SELECTOR "'selector':{'matchLabels':{'app':'web'}}"
#define OBJECT(version, kind, meta, spec) \
  "{'apiVersion':'" version "','kind':'" kind "'," meta ",'spec':{" spec "}}\n"
#define OWNER(kind, name, uid)                                             \
  ",'ownerReferences':[{'apiVersion':'v1','kind':'" kind "','name':'" name \
  "','uid':'" uid "','controller':true}]"
#define NODE(name, more)                                             \
  "{'apiVersion':'v1','kind':'Node','metadata':{'name':'" name "'}," \
  "'spec':{" more "}}\n"

#define JOB(spec, status)                         \
  "{'apiVersion':'batch/v1','kind':'Job'," META ( \
      "import", "") ",'spec':{" spec "," TEMPLATE "},'status':{" status "}}\n"
#define DELETING ",'deletionTimestamp':'2020-01-01T00:00:00Z'"
#define CLAIMS                                           \
  "'volumeClaimTemplates':[{'metadata':{'name':'data'}," \
  "'spec':{'resources':{'requests':{'storage':'1Gi'}}}}]"

typedef struct
{
  FitObjects *objects;
  FitWorkloads *made;
  guint n_before; /* pods that were read */
} Scene;

static inline void
scene_clear (Scene *scene)
{
  fit_objects_free (scene->objects);
  fit_workloads_free (scene->made);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

static inline Scene
make_with (const char *cluster, const char *given, FitRelease release,
           gboolean one_each)
{
  const FitDecodeFlags flags = FIT_DECODE_CONTROLLERS;
  Scene scene = { .objects = read_with (cluster, flags) };
  FitObjects *more = read_with (given, flags);
  g_autoptr (GError) error = NULL;
  const FitWorkloadsOptions options = {
    .flags = flags,
    .release = release,
    .first_given = scene.objects->controllers->len,
    .one_each = one_each,
  };

  fit_objects_move (more, scene.objects);
  fit_objects_free (more);
  scene.n_before = scene.objects->of[FIT_KIND_POD]->len;
  scene.made = fit_workloads_make (scene.objects, &options, &error);
  if (scene.made == NULL)
    fail_msg ("%s", error->message);
  return scene;
}

static inline Scene
make (const char *cluster, const char *given)
{
  return make_with (cluster, given, FIT_RELEASE (16, 7), FALSE);
}

static inline guint
n_made (const Scene *scene)
{
  return scene->objects->of[FIT_KIND_POD]->len - scene->n_before;
}

static inline const FitPod *
made (const Scene *scene, guint i)
{
  assert_true (i < n_made (scene));
  return scene->objects->of[FIT_KIND_POD]->pdata[scene->n_before + i];
}

static inline void
assert_label (const FitPod *pod, const char *key, const char *value)
{
  const char *found = fit_labels_lookup (pod->meta.labels, key);

  if (value == NULL)
    assert_null (found);
  else
    assert_string_equal (found, value);
}

static inline void
assert_owner (const FitPod *pod, const char *kind, const char *name)
{
  assert_string_equal (pod->meta.controller->kind, kind);
  assert_string_equal (pod->meta.controller->name, name);
  assert_true (g_uuid_string_is_valid (pod->meta.controller->uid));
}
