/* kwok-recording.c - what the documents of a recording of kwok mean as events
 * of a trace
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/kwok-recording.h"

#include <string.h>

#include "api/decode.h"
#include "api/strategic-patch.h"
#include "formats/value-json.h"

#define API_VERSION "action.kwok.x-k8s.io/v1alpha1"

struct _FitKwokRecording
{
  GHashTable *alive; /* owned: key_of() -> JSON text of the object */
  gboolean patched;  /* a ResourcePatch was read */
};

FitKwokRecording *
fit_kwok_recording_new (void)
{
  FitKwokRecording *recording = g_new0 (FitKwokRecording, 1);

  recording->alive
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return recording;
}

void
fit_kwok_recording_free (FitKwokRecording *recording)
{
  if (recording == NULL)
    return;
  g_hash_table_unref (recording->alive);
  g_free (recording);
}

gboolean
fit_kwok_recording_begins (const char *line, gsize len)
{
  gsize n = 0;

  if (len >= 3 && strncmp (line, "---", 3) == 0)
    return TRUE;
  while (n < len && g_ascii_isalpha (line[n]))
    n++;
  return n > 0 && n < len && line[n] == ':'
         && (n + 1 == len || g_ascii_isspace (line[n + 1]));
}

/* -- objects that are alive ------------------------------------------------ */

/* The object that a document is about; strings are borrowed. */
typedef struct
{
  FitKind kind;
  const char *namespace_; /* "" for kinds without namespaces */
  const char *name;
} Target;

/* Returns: (transfer full): "Pod default/web" */
static char *
key_of (const Target *target)
{
  return fit_object_text (target->kind, target->namespace_, target->name);
}

static void
set_namespace (Target *target, const char *namespace_)
{
  if (!fit_kind_namespaced (target->kind))
    target->namespace_ = "";
  else
    target->namespace_
        = namespace_ != NULL && *namespace_ != '\0' ? namespace_ : "default";
}

static gboolean
keep (FitKwokRecording *recording, const Target *target, const FitValue *object,
      GError **error)
{
  char *text = fit_value_to_json (object, NULL, error);

  if (text != NULL)
    g_hash_table_insert (recording->alive, key_of (target), text);
  return text != NULL;
}

/* -- patches --------------------------------------------------------------- */

typedef enum
{
  METHOD_CREATE,
  METHOD_UPDATE,
  METHOD_PATCH,
  METHOD_DELETE,
  METHOD_LAST,
} Method;

static const struct
{
  const char *name;
  FitTraceVerb verb;
} methods[] = {
  [METHOD_CREATE] = { "create", FIT_TRACE_ADD },
  [METHOD_UPDATE] = { "update", FIT_TRACE_UPDATE },
  [METHOD_PATCH] = { "patch", FIT_TRACE_UPDATE },
  [METHOD_DELETE] = { "delete", FIT_TRACE_DELETE },
};
G_STATIC_ASSERT (G_N_ELEMENTS (methods) == METHOD_LAST);

static gboolean
read_method (const FitValue *document, Method *out_method, GError **error)
{
  const FitValue *found = fit_value_get (document, "method");
  const char *text = fit_value_get_string (document, "method");

  for (guint i = 0; text != NULL && i < METHOD_LAST; i++)
    if (strcmp (methods[i].name, text) == 0)
      {
        *out_method = (Method) i;
        return TRUE;
      }
  return fit_decode_refuse ("method", found, "create, update, patch or delete",
                            error);
}

static gboolean
read_time (const FitValue *document, gint64 *out_ns, GError **error)
{
  const FitValue *found = fit_value_get (document, "durationNanosecond");

  if (found != NULL && found->type == FIT_VALUE_NUMBER
      && g_ascii_string_to_signed (found->text, 10, 0, FIT_TRACE_MAX_TIME_NS,
                                   out_ns, NULL))
    return TRUE;
  return fit_decode_refuse ("durationNanosecond", found,
                            "nanoseconds since the start of the recording",
                            error);
}

/* @out_passed: (nullable): the resource, if schedulers do not read it */
static gboolean
read_target (FitArena *arena, const FitValue *document, Target *out_target,
             const char **out_passed, GError **error)
{
  const FitValue *resource = fit_value_get (document, "resource");
  const FitValue *target = fit_value_get (document, "target");
  const char *group = fit_value_get_string (resource, "group");
  const char *version = fit_value_get_string (resource, "version");
  const char *plural = fit_value_get_string (resource, "resource");
  const char *slash = group != NULL && *group != '\0' ? "/" : "";
  g_autofree char *passed = NULL;

  if (version == NULL)
    return fit_decode_refuse ("resource.version",
                              fit_value_get (resource, "version"),
                              "a version like v1", error);
  if (plural == NULL)
    return fit_decode_refuse ("resource.resource",
                              fit_value_get (resource, "resource"),
                              "a resource like pods", error);
  out_target->name = fit_value_get_string (target, "name");
  if (out_target->name == NULL || *out_target->name == '\0')
    return fit_decode_refuse ("target.name", fit_value_get (target, "name"),
                              "a name", error);
  *out_passed = NULL;
  if (fit_kind_of_resource (group, plural, &out_target->kind))
    {
      set_namespace (out_target, fit_value_get_string (target, "namespace"));
      return TRUE;
    }
  passed = g_strdup_printf ("%s%s%s/%s", group != NULL ? group : "", slash,
                            version, plural);
  *out_passed = fit_arena_strndup (arena, passed, strlen (passed));
  return TRUE;
}

static FitMember
text_member (FitArena *arena, const char *key, const char *text)
{
  const gsize len = strlen (text);

  return (FitMember){
    .key = key,
    .key_len = (guint32) strlen (key),
    .value = { .type = FIT_VALUE_STRING,
               .n = (guint32) len,
               .text = fit_arena_strndup (arena, text, len) },
  };
}

/* The object that a trace names in a deletion. */
static const FitValue *
name_object (FitArena *arena, const Target *target)
{
  FitValue *object = fit_arena_newn (arena, FitValue, 1);
  FitMember *metadata = fit_arena_newn (arena, FitMember, 2),
            *members = fit_arena_newn (arena, FitMember, 2);

  metadata[0] = text_member (arena, "name", target->name);
  metadata[1] = text_member (arena, "namespace", target->namespace_);
  members[0] = text_member (arena, "kind", fit_kind_name (target->kind));
  members[1] = (FitMember){ .key = "metadata",
                            .key_len = strlen ("metadata"),
                            .value = { .type = FIT_VALUE_MAP,
                                       .n = *target->namespace_ != '\0' ? 2 : 1,
                                       .members = metadata } };
  *object = (FitValue){ .type = FIT_VALUE_MAP, .n = 2, .members = members };
  return object;
}

/* Is @object the one that the document names? */
static gboolean
check_name (const FitValue *object, const Target *target, GError **error)
{
  const FitValue *metadata = fit_value_get (object, "metadata");
  const char *kind = fit_value_get_string (object, "kind");
  const char *name = fit_value_get_string (metadata, "name");
  Target named = { .kind = target->kind };

  set_namespace (&named, fit_value_get_string (metadata, "namespace"));
  if (g_strcmp0 (kind, fit_kind_name (target->kind)) != 0)
    return fit_decode_refuse ("template.kind", fit_value_get (object, "kind"),
                              fit_kind_name (target->kind), error);
  if (g_strcmp0 (name, target->name) != 0)
    return fit_decode_refuse ("template.metadata.name",
                              fit_value_get (metadata, "name"), target->name,
                              error);
  if (strcmp (named.namespace_, target->namespace_) != 0)
    return fit_decode_refuse ("template.metadata.namespace",
                              fit_value_get (metadata, "namespace"),
                              target->namespace_, error);
  return TRUE;
}

/* Returns: (nullable): the object of @target with @template */
static const FitValue *
patch_object (const FitKwokRecording *recording, FitArena *arena,
              const Target *target, const FitValue *template, GError **error)
{
  g_autofree char *key = key_of (target);
  const char *text = g_hash_table_lookup (recording->alive, key);
  const FitValue *object, *patched;

  if (text == NULL)
    return fit_fail_null (error, FIT_ERROR_SCHEMA, "patch: %s is not there",
                          key);
  object = fit_json_parse (arena, text, strlen (text), NULL, NULL, error);
  if (object == NULL)
    return NULL;
  patched = fit_strategic_patch (arena, object, template, error);
  if (patched == NULL)
    g_prefix_error (error, "template: ");
  return patched;
}

static gboolean
apply (FitKwokRecording *recording, FitArena *arena, const Target *target,
       Method method, const FitValue *document, FitKwokStep *step,
       GError **error)
{
  const FitValue *template = fit_value_get (document, "template");

  step->is_event = TRUE;
  step->verb = methods[method].verb;
  if (method == METHOD_DELETE)
    {
      g_autofree char *key = key_of (target);

      g_hash_table_remove (recording->alive, key);
      step->object = name_object (arena, target);
      return TRUE;
    }
  if (template == NULL || template->type != FIT_VALUE_MAP)
    return fit_decode_refuse ("template", template, "an object", error);
  step->object = method == METHOD_PATCH
                     ? patch_object (recording, arena, target, template, error)
                     : template;
  return step->object != NULL && check_name (step->object, target, error)
         && keep (recording, target, step->object, error);
}

static gboolean
read_patch (FitKwokRecording *recording, FitArena *arena,
            const FitValue *document, FitKwokStep *out_step, GError **error)
{
  Target target = { 0 };
  Method method = METHOD_CREATE;

  recording->patched = TRUE;
  *out_step = (FitKwokStep){ 0 };
  if (!read_time (document, &out_step->time_ns, error)
      || !read_method (document, &method, error)
      || !read_target (arena, document, &target, &out_step->passed, error))
    return FALSE;
  return out_step->passed != NULL
         || apply (recording, arena, &target, method, document, out_step,
                   error);
}

/* -- documents ------------------------------------------------------------- */

gboolean
fit_kwok_recording_read (FitKwokRecording *recording, FitArena *arena,
                         const FitValue *document, FitKwokStep *out_step,
                         GError **error)
{
  const char *version = fit_value_get_string (document, "apiVersion");
  const char *kind = fit_value_get_string (document, "kind");

  if (document->type == FIT_VALUE_NULL)
    {
      *out_step = (FitKwokStep){ 0 };
      return TRUE;
    }
  if (kind == NULL)
    return fit_decode_refuse ("kind", fit_value_get (document, "kind"),
                              "an object or a ResourcePatch", error);
  if (strcmp (kind, "ResourcePatch") != 0)
    {
      const FitValue *metadata = fit_value_get (document, "metadata");
      Target target = { .name = fit_value_get_string (metadata, "name") };

      if (recording->patched)
        return fit_decode_refuse ("kind", fit_value_get (document, "kind"),
                                  "ResourcePatch, as in the documents before",
                                  error);
      *out_step = (FitKwokStep){ .is_event = TRUE,
                                 .verb = FIT_TRACE_ADD,
                                 .object = document };
      if (!fit_kind_of_object (fit_value_get_string (document, "apiVersion"),
                               fit_value_get_string (document, "kind"),
                               &target.kind))
        return TRUE;
      if (target.name == NULL || *target.name == '\0')
        return fit_decode_refuse (
            "metadata.name", fit_value_get (metadata, "name"), "a name", error);
      set_namespace (&target, fit_value_get_string (metadata, "namespace"));
      return keep (recording, &target, document, error);
    }
  if (g_strcmp0 (version, API_VERSION) != 0)
    return fit_decode_refuse ("apiVersion",
                              fit_value_get (document, "apiVersion"),
                              API_VERSION, error);
  return read_patch (recording, arena, document, out_step, error);
}
