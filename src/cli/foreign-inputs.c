/* foreign-inputs.c - recognising what other programs print and read
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/foreign-inputs.h"

#include <string.h>

#include "base/plain-text.h"
#include "formats/value.h"

/* How much of a text is searched. */
#define SEARCHED_BYTES 65536

/* How much of a template is shown. */
#define SHOWN_WIDTH 60

#define SCHEDULER "kube-scheduler"

static gboolean
fail (const char *name, const char *what, const char *hint, GError **error)
{
  g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA, "%s: found %s", name, what);
  fit_error_add_hint (error, "%s", hint);
  return FALSE;
}

/* -- by the text ----------------------------------------------------------- */

#define GIVE_OBJECTS "give what 'kubectl get ... -o yaml' or '-o json' prints"

#define SIMKUBE_HINT                                                           \
  "it is not read: its applied_objs are manifests for -f, and docs/traces.md " \
  "shows what a trace looks like"

static const struct
{
  const char *pattern; /* at the beginning of the text */
  const char *what;
  const char *hint;
  const char *word; /* a text matches only if it has this word ... */
  gsize within;     /* ... in so many bytes after its leading blanks */
} texts[] = {
  { "\\s*(NAMESPACE +)?NAME +[A-Z][^:\n]*\n", "a table of kubectl",
    GIVE_OBJECTS, "NAME", 4 },
  { "\\s*No resources found", "a message of kubectl", GIVE_OBJECTS,
    "No resources found", 18 },
  { "(node|pod|service|deployment\\.apps)/[a-z0-9.-]+\n", "names of objects",
    GIVE_OBJECTS, "/", 17 },
  { "Name: {2,}[^\n]+\n(Namespace|Roles|Labels): {2,}",
    "what 'kubectl describe' prints", GIVE_OBJECTS, "Name:  ", 7 },
  { "[\\x80-\\x9f\\xdc-\\xdf].{0,16}version", "a trace of simkube",
    SIMKUBE_HINT, "version", 24 },
  { "\\s*\\{.*\"(applied|deleted)_objs\"", "a trace of simkube", SIMKUBE_HINT,
    "_objs\"", SEARCHED_BYTES },
  { ".{257}ustar", "a tar archive", "unpack it, and give the directory with -R",
    "ustar", 262 },
};

static gboolean
check_text (const char *bytes, gsize size, const char *name, GError **error)
{
  const gsize len = MIN (size, SEARCHED_BYTES);
  gsize blank = 0;

  while (blank < len && g_ascii_isspace (bytes[blank]))
    blank++;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const char *word = texts[i].word;
      g_autoptr (GRegex) regex = NULL;

      if (memmem (bytes + blank, MIN (len - blank, texts[i].within), word,
                  strlen (word))
          == NULL)
        continue;
      regex = g_regex_new (texts[i].pattern, G_REGEX_RAW | G_REGEX_DOTALL, 0,
                           NULL);
      if (g_regex_match_full (regex, bytes, (gssize) len, 0,
                              G_REGEX_MATCH_ANCHORED, NULL, NULL))
        return fail (name, texts[i].what, texts[i].hint, error);
    }
  return TRUE;
}

/* -- by the first object --------------------------------------------------- */

static const struct
{
  const char *kind;
  const char *group; /* what apiVersion begins with */
  const char *what;
  const char *hint;
} kinds[] = {
  { "Config", "v1", "a kubeconfig",
    "--kubeconfig FILE reads the cluster that it is for" },
  { "Kustomization", "kustomize.config.k8s.io/", "a kustomization",
    "give what 'kubectl kustomize DIRECTORY' prints" },
  { "Component", "kustomize.config.k8s.io/", "a component of kustomizations",
    "give what 'kubectl kustomize DIRECTORY' prints" },
  { "Table", "meta.k8s.io/", "a Table of the API server", GIVE_OBJECTS },
  { "Status", "v1", "a Status, with which the API server refuses a request",
    "see its message, and ask again" },
};

static gboolean
is_kustomization (const FitValue *value)
{
  static const char *const members[]
      = { "resources", "bases", "components", "patchesStrategicMerge" };

  if (fit_value_get (value, "kind") != NULL
      || fit_value_get (value, "apiVersion") != NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      const FitValue *list = fit_value_get (value, members[i]);

      if (list != NULL && list->type == FIT_VALUE_LIST && list->n > 0
          && list->items[0].type == FIT_VALUE_STRING)
        return TRUE;
    }
  return FALSE;
}

/* -- old dumps ------------------------------------------------------------- */

/* Old kubectls dumped what they had in memory: fields without their names in
 * JSON, the metadata flat among them. */
static gboolean
is_old_dump (const FitValue *value)
{
  const FitValue *items = fit_value_get (value, "Items");
  const FitValue *spec = fit_value_get (value, "Spec");

  if (fit_value_get (value, "kind") != NULL)
    return FALSE;
  return (items != NULL
          && (items->type == FIT_VALUE_LIST || items->type == FIT_VALUE_NULL))
         || (spec != NULL && spec->type == FIT_VALUE_MAP
             && fit_value_get (value, "metadata") == NULL);
}

static gboolean
fail_old_dump (const char *name, GError **error)
{
  return fail (
      name,
      "a dump of an old kubectl, with \"Items\" and \"Spec\" in place "
      "of \"items\" and \"spec\"",
      "give what 'kubectl cluster-info dump --output-directory DIR' of "
      "a newer kubectl writes, or 'kubectl get ... -o json'",
      error);
}

/* Ends the reading in any case. */
static gboolean
look_for_old_dump (const FitValue *value, const FitObjectPlace *place,
                   gpointer data, GError **error)
{
  gboolean *found = data;

  *found = is_old_dump (value);
  return fit_fail (error, FIT_ERROR_INTERNAL, "seen enough");
}

gboolean
fit_foreign_check_dump (const FitSource *source, GError **error)
{
  gboolean found = FALSE;

  fit_read_objects (source->bytes, source->len, source->name, NULL,
                    look_for_old_dump, &found, NULL);
  return !found || fail_old_dump (source->name, error);
}

/* -- the first object ------------------------------------------------------ */

typedef struct
{
  const char *name; /* of the input */
  GError **error;
  gboolean known;
} FirstObject;

/* Ends the reading in any case. */
static gboolean
look_at_first (const FitValue *value, const FitObjectPlace *place,
               gpointer data, GError **error)
{
  FirstObject *first = data;
  const char *kind = fit_value_get_string (value, "kind");
  const char *version = fit_value_get_string (value, "apiVersion");

  for (guint i = 0; i < G_N_ELEMENTS (kinds) && !first->known; i++)
    if (g_strcmp0 (kind, kinds[i].kind) == 0 && version != NULL
        && g_str_has_prefix (version, kinds[i].group))
      {
        first->known = TRUE;
        fail (first->name, kinds[i].what, kinds[i].hint, first->error);
      }
  if (!first->known && is_old_dump (value))
    {
      first->known = TRUE;
      fail_old_dump (first->name, first->error);
    }
  if (!first->known && is_kustomization (value))
    {
      first->known = TRUE;
      fail (first->name, kinds[1].what, kinds[1].hint, first->error);
    }
  return fit_fail (error, FIT_ERROR_INTERNAL, "seen enough");
}

static gboolean
check (const char *bytes, gsize len, const char *name, GError **error)
{
  FirstObject first = { .name = name, .error = error };

  if (!check_text (bytes, len, name, error))
    return FALSE;
  fit_read_objects (bytes, len, name, NULL, look_at_first, &first, NULL);
  return !first.known;
}

gboolean
fit_foreign_check (const FitSource *source, GError **error)
{
  return check (source->bytes, source->len, source->name, error);
}

/* -- what cannot be read --------------------------------------------------- */

/* Returns: (transfer full) (nullable): the first one in the text */
static char *
find_template (const FitSource *source, guint *out_line)
{
  g_autoptr (GRegex) regex = g_regex_new (
      "\\{\\{[^{}\n]*\\}\\}|\\{%[^{}\n]*%\\}", G_REGEX_RAW, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  gint begin;

  if (!g_regex_match_full (regex, source->bytes,
                           (gssize) MIN (source->len, SEARCHED_BYTES), 0, 0,
                           &match, NULL))
    return NULL;
  g_match_info_fetch_pos (match, 0, &begin, NULL);
  *out_line = 1;
  for (gint i = 0; i < begin; i++)
    *out_line += source->bytes[i] == '\n';
  return g_match_info_fetch (match, 0);
}

void
fit_foreign_explain (const FitSource *source, GError **error)
{
  static const char log[] = "\n==== START logs for container ";
  g_autofree char *template = NULL;
  g_autofree char *shown = NULL;
  guint line;

  /* A wrong value may have nothing to do with braces elsewhere in the text. */
  if (!g_error_matches (*error, FIT_ERROR, FIT_ERROR_PARSE)
      && strstr ((*error)->message, "{{") == NULL)
    return;
  if (memmem (source->bytes, source->len, log, strlen (log)) != NULL)
    {
      fit_error_add_hint (error, "logs are skipped in JSON only: give the "
                                 "files of 'kubectl cluster-info dump "
                                 "--output-directory DIR' with -R -f DIR");
      return;
    }
  template = find_template (source, &line);
  if (template == NULL)
    return;
  shown = fit_plain_cut (template, SHOWN_WIDTH);
  fit_error_add_hint (
      error, "%s on line %u is of a template: give what %s", shown, line,
      template[1] == '{' ? "'helm template CHART' prints" : "comes out of it");
}

void
fit_foreign_explain_trace (const char *bytes, gsize len, const char *name,
                           GError **error)
{
  GError *found = NULL;

  if (len == 0 || check (bytes, len, name, &found))
    return;
  g_clear_error (error);
  g_propagate_error (error, found);
}

/* -- kube-scheduler itself ------------------------------------------------- */

/* The words of the command line of a container, if it is kube-scheduler's. */
typedef struct
{
  GPtrArray *words; /* owned, of char * */
  gboolean is_scheduler;
} CommandLine;

static void
add_words (CommandLine *line, const FitValue *list)
{
  for (guint i = 0; list != NULL && list->type == FIT_VALUE_LIST && i < list->n;
       i++)
    {
      g_auto (GStrv) words = NULL;

      if (list->items[i].type != FIT_VALUE_STRING)
        continue;
      words = g_strsplit_set (list->items[i].text, " \t\n=", 0);
      for (guint j = 0; words[j] != NULL; j++)
        {
          line->is_scheduler |= strcmp (words[j], SCHEDULER) == 0
                                || g_str_has_suffix (words[j], "/" SCHEDULER);
          if (*words[j] != '\0')
            g_ptr_array_add (line->words, g_strdup (words[j]));
        }
    }
}

/* Looks for a container in @value, at any depth. */
static void
find_command_line (const FitValue *value, CommandLine *line)
{
  const FitValue *image = fit_value_get (value, "image");

  if (line->is_scheduler)
    return;
  if (image != NULL)
    {
      g_ptr_array_set_size (line->words, 0);
      add_words (line, fit_value_get (value, "command"));
      add_words (line, fit_value_get (value, "args"));
      line->is_scheduler |= image->type == FIT_VALUE_STRING
                            && strstr (image->text, "/" SCHEDULER) != NULL;
      return;
    }
  for (guint i = 0; value->type == FIT_VALUE_MAP && i < value->n; i++)
    find_command_line (&value->members[i].value, line);
  for (guint i = 0; value->type == FIT_VALUE_LIST && i < value->n; i++)
    find_command_line (&value->items[i], line);
}

static gboolean
look_for_scheduler (const FitValue *value, const FitObjectPlace *place,
                    gpointer data, GError **error)
{
  CommandLine *line = data;

  find_command_line (value, line);
  if (!line->is_scheduler)
    return TRUE;
  return fit_fail (error, FIT_ERROR_INTERNAL, "seen enough");
}

/* Returns: (nullable): the word after @flag */
static const char *
flag_value (const CommandLine *line, const char *flag)
{
  for (guint i = 0; i + 1 < line->words->len; i++)
    if (strcmp (line->words->pdata[i], flag) == 0)
      return line->words->pdata[i + 1];
  return NULL;
}

/* The first of these flags that is given wins, as in kube-scheduler. */
static char *
describe_flags (const CommandLine *line)
{
  const char *config = flag_value (line, "--config");
  const char *policy = flag_value (line, "--policy-config-file");
  const char *map = flag_value (line, "--policy-configmap");
  const char *namespace_ = flag_value (line, "--policy-configmap-namespace");
  const char *provider = flag_value (line, "--algorithm-provider");

  if (config != NULL)
    return g_strdup_printf (SCHEDULER " runs with --config=%s: give a copy of "
                                      "that file instead",
                            config);
  if (policy != NULL)
    return g_strdup_printf (SCHEDULER " runs with --policy-config-file=%s: "
                                      "give a copy of that file instead",
                            policy);
  if (map != NULL)
    return g_strdup_printf (
        SCHEDULER " runs with --policy-configmap=%s: give what 'kubectl -n %s "
                  "get configmap %s -o yaml' prints instead",
        map, namespace_ != NULL ? namespace_ : "kube-system", map);
  if (provider != NULL)
    return g_strdup_printf (SCHEDULER " runs with --algorithm-provider=%s: "
                                      "name this provider instead",
                            provider);
  return g_strdup (SCHEDULER " runs without rules of its own: name "
                             "DefaultProvider instead");
}

char *
fit_foreign_scheduler (const FitSource *source)
{
  CommandLine line = { .words = g_ptr_array_new_with_free_func (g_free) };
  char *text = NULL;

  if (memmem (source->bytes, source->len, SCHEDULER, strlen (SCHEDULER))
      != NULL)
    fit_read_objects (source->bytes, source->len, source->name, NULL,
                      look_for_scheduler, &line, NULL);
  if (line.is_scheduler)
    text = describe_flags (&line);
  g_ptr_array_unref (line.words);
  return text;
}
