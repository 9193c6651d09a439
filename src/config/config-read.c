/* config-read.c - parses the bytes of a configuration and finds its version,
 * with the messages of the release
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/config-read.h"

#include "api/names.h"
#include "formats/value-json.h"
#include "config/file-table.h"
#include "policy/yaml-keys.h"

#include <string.h>

/* -- type of the document -------------------------------------------------- */

/* Returns: apiVersion or kind, which must be a string */
static const FitValue *
type_member (FitConfigReader *reader, const FitValue *root, const char *name,
             const char *expected, GError **error)
{
  const FitValue *value = fit_value_get (root, name);
  const FitStep step = { .name = name };

  reader->decoder.path = &step;
  if (value == NULL)
    fit_config_fail (reader, root, error, "found nothing, expected %s",
                     expected);
  else if (value->type != FIT_VALUE_STRING)
    {
      fit_config_mismatch (reader, value, expected, error);
      value = NULL;
    }
  reader->decoder.path = NULL;
  return value;
}

static gboolean
check_kind (FitConfigReader *reader, const FitValue *root, GError **error)
{
  const FitValue *kind
      = type_member (reader, root, "kind", FIT_CONFIG_KIND, error);
  const FitStep step = { .name = "kind" };

  if (kind == NULL)
    return FALSE;
  if (strcmp (kind->text, FIT_CONFIG_KIND) == 0)
    return TRUE;
  reader->decoder.path = &step;
  fit_config_mismatch (reader, kind, FIT_CONFIG_KIND, error);
  reader->decoder.path = NULL;
  if (strcmp (kind->text, "Policy") == 0)
    fit_error_add_hint (error, "this is a Policy: a configuration names it in "
                               "algorithmSource, or it is read by itself");
  return FALSE;
}

static gboolean
read_version (FitConfigReader *reader, const FitValue *root, GError **error)
{
  const FitValue *value = type_member (reader, root, "apiVersion",
                                       FIT_CONFIG_GROUP "/VERSION", error);
  const FitStep step = { .name = "apiVersion" };
  g_autofree char *known = NULL, *expected = NULL;
  FitConfigVersion version;
  gboolean exists;

  if (value == NULL)
    return FALSE;
  exists = g_str_has_prefix (value->text, FIT_CONFIG_GROUP "/")
           && fit_config_version_parse (value->text, &version, NULL);
  if (exists && fit_config_version_is_read_by (version, reader->release))
    {
      reader->version = version;
      /* If strict decoding of v1alpha1 fails, 1.18 tries again leniently. */
      reader->lenient = version == FIT_CONFIG_V1ALPHA1;
      return TRUE;
    }
  known = fit_config_versions_text (reader->release);
  expected
      = g_strdup_printf ("a version of " FIT_CONFIG_GROUP " that %s reads: %s",
                         fit_release_name (reader->release), known);
  reader->decoder.path = &step;
  fit_config_mismatch (reader, value, expected, error);
  reader->decoder.path = NULL;
  if (exists)
    fit_error_add_hint (
        error, "%s is read by %s to %s", fit_config_version_name (version),
        fit_release_name (fit_config_version_oldest_release (version)),
        fit_release_name (fit_config_version_newest_release (version)));
  else
    fit_error_add_hint (
        error, "write " FIT_CONFIG_GROUP "/%s",
        fit_config_version_name (fit_config_version_newest (reader->release)));
  return FALSE;
}

const FitValue *
fit_config_without_type (FitConfigReader *reader, const FitValue *value)
{
  FitValue *copy = fit_arena_new0 (reader->arena, FitValue, 1);
  FitMember *members
      = fit_arena_new0 (reader->arena, FitMember, MAX (value->n, 1));
  gboolean seen_version = FALSE;
  gboolean seen_kind = FALSE;

  *copy = *value;
  copy->n = 0;
  copy->members = members;
  for (guint i = 0; i < value->n; i++)
    {
      const char *key = value->members[i].key;
      gboolean *seen = strcmp (key, "apiVersion") == 0 ? &seen_version
                       : strcmp (key, "kind") == 0     ? &seen_kind
                                                       : NULL;

      if (seen != NULL && !*seen)
        {
          *seen = TRUE;
          continue;
        }
      members[copy->n] = value->members[i];
      members[copy->n++].repeated = seen != NULL;
    }
  return copy;
}

/* -- differences of v1alpha1 ----------------------------------------------- */

/* lockObject* are the old names of resource*; both may be present if they
 * agree. */
static gboolean
settle_lock (FitConfigReader *reader, const FitValue *root, const char *old,
             const char *name, const char **in_out, GError **error)
{
  const FitValue *election = fit_value_get (root, "leaderElection");
  const FitValue *value = fit_value_get (election, name);
  const FitStep outer = { .name = "leaderElection" };
  const FitStep step = { .name = name, .up = &outer };

  if (old == NULL || *old == '\0')
    return TRUE;
  if (value != NULL && value->type == FIT_VALUE_STRING && *value->text != '\0'
      && strcmp (value->text, old) != 0)
    {
      reader->decoder.path = &step;
      fit_config_fail (reader, value, error,
                       "found \"%s\", expected \"%s\" as in lockObject%s",
                       value->text, old, name + strlen ("resource"));
      reader->decoder.path = NULL;
      return FALSE;
    }
  *in_out = old;
  return TRUE;
}

/* Converts the single profile of v1alpha1 to a profile as in later versions. */
static void
settle_profiles (FitConfigReader *reader, FitConfigFile *file)
{
  FitAlgorithmSource *source = &file->algorithm_source;

  if (reader->version == FIT_CONFIG_V1ALPHA1)
    {
      if (source->policy == NULL
          && (source->provider == NULL || *source->provider == '\0'))
        source->provider = "DefaultProvider";
      file->n_profiles = 1;
      file->profiles = &file->top;
    }
  if (file->n_profiles == 0)
    {
      file->n_profiles = 1;
      file->profiles = fit_arena_new0 (reader->arena, FitProfileFile, 1);
    }
  /* A single profile needs no name. */
  if (file->n_profiles == 1 && file->profiles->scheduler_name == NULL)
    file->profiles->scheduler_name = FIT_DEFAULT_SCHEDULER_NAME;
}

FitConfigFile *
fit_config_file_default (FitConfigReader *reader)
{
  FitConfigFile *file = fit_arena_new0 (reader->arena, FitConfigFile, 1);

  fit_config_fill (reader, &fit_config_file_table, file);
  settle_profiles (reader, file);
  return file;
}

FitConfigFile *
fit_config_file_read (FitConfigReader *reader, const FitConfigText *text,
                      GError **error)
{
  FitConfigFile *file = fit_arena_new0 (reader->arena, FitConfigFile, 1);
  FitLeaderElection *election = &file->leader_election;
  const gboolean json = fit_is_json (text->bytes, text->len);
  const FitValue *root
      = json ? fit_json_parse (reader->arena, text->bytes, text->len, NULL,
                               text->limits, error)
             : fit_yaml_parse (reader->arena, text->bytes, text->len,
                               text->limits, error);
  const FitValue *contention;
  GError *repeated = NULL;

  reader->source = text->source;
  reader->release = text->release;
  if (root == NULL)
    return fit_blame_null (error, "%s: %s: ", text->source,
                           json ? "JSON" : "YAML");
  if (root->type != FIT_VALUE_MAP)
    {
      fit_config_mismatch (reader, root, "an object", error);
      return NULL;
    }
  if (!check_kind (reader, root, error) || !read_version (reader, root, error))
    return NULL;
  /* Repeated keys of YAML are rejected, unless decoding is lenient, where the
   * last one counts. */
  if (!json
      && !fit_yaml_check_keys (text->bytes, text->len, text->source, &repeated)
      && !fit_config_refuse (reader, repeated, error))
    return NULL;
  fit_config_fill (reader, &fit_config_file_table, file);
  if (!fit_config_read (reader, &fit_config_file_table,
                        fit_config_without_type (reader, root), file, error)
      || !settle_lock (reader, root, election->lock_object_name, "resourceName",
                       &election->resource_name, error)
      || !settle_lock (reader, root, election->lock_object_namespace,
                       "resourceNamespace", &election->resource_namespace,
                       error))
    return NULL;
  contention = fit_value_get (root, "enableContentionProfiling");
  /* By default it is on if profiling is. */
  if (!file->enable_profiling
      && (contention == NULL || contention->type == FIT_VALUE_NULL))
    file->enable_contention_profiling = FALSE;
  file->healthz_bind_address
      = fit_config_complete_address (reader, file->healthz_bind_address);
  file->metrics_bind_address
      = fit_config_complete_address (reader, file->metrics_bind_address);
  settle_profiles (reader, file);
  return file;
}
