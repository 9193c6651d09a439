/* status-pages.c - the pages /statusz and /flagz
 *
 * For people they are text.  From 1.35 on programs may ask for a document:
 * "Accept: application/json;as=Statusz;v=v1beta1;g=config.k8s.io".
 * Source: kube-scheduler 1.34 to 1.36, by their answers.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "base/each.h"
#include "daemon/status-pages.h"

#include "api/times.h"
#include "base/sort.h"
#include "daemon/daemon-private.h"
#include "formats/json-build.h"

#include <string.h>

#define COMPONENT "kube-scheduler"
#define GROUP "config.k8s.io"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* -- what is asked for ----------------------------------------------------- */

static const struct
{
  const char *version;
  FitSpan span;
  const char *warning; /* (nullable) */
} versions[] = {
  { "v1alpha1", FIT_SPAN (35, 36), NULL },
  { "v1alpha1", FIT_SINCE (36),
    "299 - \"v1alpha1 of this page is deprecated; ask for v1beta1\"" },
  { "v1beta1", FIT_SINCE (36), NULL },
};

typedef enum
{
  AS_NOTHING,
  AS_TEXT,
  AS_JSON,
  AS_YAML,
} Form;

typedef struct
{
  Form form;
  const char *version; /* of a document */
  const char *warning; /* (nullable) */
} Wanted;

/* Of "TYPE;NAME=VALUE;...".  Returns: (nullable) */
static const char *
parameter (char **parts, const char *name)
{
  for (char **part = parts + 1; *part != NULL; part++)
    {
      const char *value = strchr (g_strstrip (*part), '=');

      if (value != NULL && strlen (name) == (gsize) (value - *part)
          && g_str_has_prefix (*part, name))
        return value + 1;
    }
  return NULL;
}

/* @range: one of those that Accept lists */
static Wanted
take_range (const char *range, FitRelease release, const char *kind)
{
  static const struct
  {
    const char *type;
    Form form;
  } types[] = {
    { "text/plain", AS_TEXT },
    { "text/*", AS_TEXT },
    { "*/*", AS_TEXT },
    { "application/json", AS_JSON },
    { "application/yaml", AS_YAML },
  };
  g_auto (GStrv) parts = g_strsplit (range, ";", -1);
  Wanted wanted = { AS_NOTHING };
  const char *version;

  if (parts[0] == NULL)
    return wanted;
  g_strstrip (parts[0]);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (strcmp (parts[0], types[i].type) == 0)
      wanted.form = types[i].form;
  if (wanted.form == AS_NOTHING || wanted.form == AS_TEXT)
    return wanted;
  version = parameter (parts, "v");
  if (g_strcmp0 (parameter (parts, "as"), kind) == 0
      && g_strcmp0 (parameter (parts, "g"), GROUP) == 0)
    for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
      if (fit_span_has (versions[i].span, release)
          && g_strcmp0 (version, versions[i].version) == 0)
        {
          wanted.version = versions[i].version;
          wanted.warning = versions[i].warning;
        }
  if (wanted.version == NULL)
    wanted.form = AS_NOTHING;
  return wanted;
}

/* The first range that can be answered counts. */
static Wanted
negotiate (const FitServerRequest *request, FitRelease release,
           const char *kind)
{
  const char *accept = fit_server_request_header (request, "Accept");
  g_auto (GStrv) ranges = NULL;
  Wanted wanted = { AS_TEXT };

  if (accept == NULL || *accept == '\0')
    return wanted;
  ranges = g_strsplit (accept, ",", -1);
  wanted.form = AS_NOTHING;
  for (char **range = ranges; *range != NULL && wanted.form == AS_NOTHING;
       range++)
    wanted = take_range (*range, release, kind);
  return wanted;
}

/* Begins an answer in the form that is asked for.  Returns: (transfer full)
 * (nullable): the document to fill, or NULL for a text or an error */
static FitJson *
begin (const FitServerRequest *request, FitServerAnswer *answer,
       const FitStatusPages *pages, const char *kind, Wanted *out)
{
  const FitRelease release = pages->daemon->release;
  g_autofree char *api_version = NULL;
  FitJson *document, *metadata;

  *out = negotiate (request, release, kind);
  if (out->form == AS_NOTHING)
    {
      fit_server_answer_text (
          answer, 406,
          "found \"Accept: %s\", expected text/plain or, from 1.35 on, "
          "application/json;as=%s;v=VERSION;g=" GROUP,
          fit_server_request_header (request, "Accept"), kind);
      return NULL;
    }
  if (out->form == AS_TEXT)
    {
      g_string_append_printf (
          answer->body,
          "\n" COMPONENT " %s\nWarning: This page is for people who look for a "
          "fault. Its form may change at any time.\n",
          request->path + 1);
      return NULL;
    }
  if (out->warning != NULL)
    {
      const char *const headers[] = { "Warning", out->warning, NULL };

      answer->headers = g_strdupv ((char **) headers);
    }
  answer->type = out->form == AS_JSON ? FIT_SERVER_JSON : "application/yaml";
  api_version = g_strconcat (GROUP "/", out->version, NULL);
  document = fit_json_object ();
  fit_json_set_text (document, "kind", kind);
  fit_json_set_text (document, "apiVersion", api_version);
  metadata = fit_json_object ();
  fit_json_set_text (metadata, "name", COMPONENT);
  fit_json_set (document, "metadata", metadata);
  return document;
}

static void
end (FitServerAnswer *answer, FitJson *document, const Wanted *wanted)
{
  if (wanted->form == AS_JSON)
    fit_document_append (document, answer->body);
  else
    fit_yaml_append (document, answer->body);
}

/* -- /statusz -------------------------------------------------------------- */

/* The first directory of each path, once: "/debug", "/healthz", ... */
static GPtrArray *
list_paths (const GArray *routes)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  FIT_EACH_OF (const FitServerRoute, route, routes)
    {
      const char *end_ = strchr (route->path + 1, '/');
      char *first = end_ != NULL
                        ? g_strndup (route->path, (gsize) (end_ - route->path))
                        : g_strdup (route->path);

      if (strcmp (first, "/statusz") == 0
          || g_ptr_array_find_with_equal_func (paths, first, g_str_equal, NULL))
        g_free (first);
      else
        g_ptr_array_add (paths, first);
    }
  g_ptr_array_sort (paths, fit_compare_texts);
  return paths;
}

static void
show_status (const FitServerRequest *request, FitServerAnswer *answer,
             gpointer data)
{
  const FitStatusPages *pages = data;
  const gint64 seconds
      = (g_get_real_time () * 1000 - pages->start_ns) / NS_PER_S;
  Wanted wanted;
  g_autoptr (FitJson) document
      = begin (request, answer, pages, "Statusz", &wanted);
  g_autofree char *started = fit_time_format (pages->start_ns);
  g_autofree char *emulated
      = g_strdup_printf ("1.%d", pages->daemon->release / 100);
  g_autoptr (GPtrArray) paths = list_paths (pages->routes);

  if (document != NULL)
    {
      fit_json_set_text (document, "startTime", started);
      fit_json_set_integer (document, "uptimeSeconds", MAX (seconds, 0));
      fit_json_set_text (document, "goVersion", "");
      fit_json_set_text (document, "binaryVersion",
                         "fitsched " PACKAGE_VERSION);
      fit_json_set_text (document, "emulationVersion", emulated);
      fit_json_set_texts (document, "paths", paths);
      end (answer, document, &wanted);
    }
  else if (wanted.form == AS_TEXT)
    {
      g_ptr_array_add (paths, NULL);
      g_autofree char *list = g_strjoinv (" ", (char **) paths->pdata);

      g_string_append_printf (answer->body,
                              "\nStarted: %s\nUp: %d hr %02d min %02d sec\n"
                              "Binary version: fitsched " PACKAGE_VERSION
                              "\nEmulation version: %s\nPaths: %s\n",
                              started, (gint) (seconds / 3600),
                              (gint) (seconds / 60 % 60), (gint) (seconds % 60),
                              emulated, list);
    }
}

/* -- /flagz ---------------------------------------------------------------- */

static void
show_flags (const FitServerRequest *request, FitServerAnswer *answer,
            gpointer data)
{
  const FitStatusPages *pages = data;
  Wanted wanted;
  g_autoptr (FitJson) document
      = begin (request, answer, pages, "Flagz", &wanted);
  FitJson *flags = document != NULL ? fit_json_object () : NULL;

  for (const char *const *flag = pages->serving->flags; *flag != NULL;
       flag += 2)
    if (flags != NULL)
      fit_json_set_text (flags, flag[0], flag[1]);
    else if (wanted.form == AS_TEXT)
      g_string_append_printf (answer->body, "%s: %s\n", flag[0], flag[1]);
  if (document == NULL)
    return;
  fit_json_set (document, "flags", flags);
  end (answer, document, &wanted);
}

/* -- both ------------------------------------------------------------------ */

void
fit_status_pages_add_routes (FitStatusPages *pages, FitDaemon *daemon,
                             const FitServing *serving, GArray *routes)
{
  const FitServerRoute status = { "GET", "/statusz", 0, show_status, pages };
  const FitServerRoute flags = { "GET", "/flagz", 0, show_flags, pages };

  *pages
      = (FitStatusPages){ daemon, serving, routes, g_get_real_time () * 1000 };
  if (serving->flags != NULL
      && fit_gate_on (daemon->gates, FIT_GATE_COMPONENT_FLAGZ))
    g_array_append_val (routes, flags);
  if (fit_gate_on (daemon->gates, FIT_GATE_COMPONENT_STATUSZ))
    g_array_append_val (routes, status);
}
