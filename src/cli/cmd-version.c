/* cmd-version.c - 'fitsched version' and --version
 * SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "base/list-gap.h"
#include "cli/console.h"
#include "cli/output.h"
#include "cli/verbs.h"

#include <json-c/json.h>
#include <string.h>
#include <yaml.h>
#include <zlib.h>
#include <zstd.h>

#include "releases/legacy-release.h"
#include "net/network.h"
#include "releases/release.h"
#include "simulate/packing-solver.h"

typedef struct
{
  const char *curl;
  const char *microhttpd;
  const char *gnutls;
} NetVersions;

/* Of libraries that few commands need, so they may be missing. */
static NetVersions
net_versions (void)
{
  if (fit_net_left_out != NULL)
    return (NetVersions){ "left out", "left out", "left out" };
  if (!fit_net_load (NULL))
    return (NetVersions){ "missing", "missing", "missing" };
  return (NetVersions){ fit_net.curl_version_info (CURLVERSION_NOW)->version,
                        fit_net.MHD_get_version (),
                        fit_net.gnutls_check_version (NULL) };
}

/* -- text ------------------------------------------------------------------ */

/* @libraries_json: an array, to which their names and versions are added */
static char *
version_text (FitJson *libraries_json)
{
  const NetVersions net = net_versions ();
  g_autofree char *glib = g_strdup_printf (
      "%u.%u.%u", glib_major_version, glib_minor_version, glib_micro_version);
  const char *const libraries[][2] = {
    { "glib", glib },
    { "json-c", json_c_version () },
    { "libyaml", yaml_get_version_string () },
    { "libcurl", net.curl },
    { "libmicrohttpd", net.microhttpd },
    { "gnutls", net.gnutls },
    { "zlib", zlibVersion () },
    { "libzstd", ZSTD_versionString () },
    { "glpk", fit_packing_solver_version () },
  };
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (libraries); i++)
    {
      FitJson *object = fit_json_append (libraries_json);

      fit_json_set_text (object, "name", libraries[i][0]);
      fit_json_set_text (object, "version", libraries[i][1]);
      g_string_append_printf (names, "%s%s %s", fit_list_gap (names, ", "),
                              libraries[i][0], libraries[i][1]);
    }
  return g_strdup_printf (PACKAGE_STRING
                          "\n"
                          "rules of kube-scheduler v1.%d, profiles of v1.%d to "
                          "v1.%d\n"
                          "libraries: %s\n"
                          "build: " FIT_BUILD_OPTIONS "\n%s%s",
                          FIT_RELEASE_LEGACY / 100, FIT_RELEASE_PROFILES / 100,
                          fit_release_newest () / 100, names->str,
                          fit_net_left_out != NULL ? fit_net_left_out : "",
                          fit_net_left_out != NULL ? "\n" : "");
}

FitExit
fit_print_version (GError **error)
{
  g_autoptr (FitJson) libraries = fit_json_array ();
  g_autofree char *text = version_text (libraries);

  fit_console_write (text, strlen (text), error);
  return FIT_EXIT_YES;
}

/* -- data ------------------------------------------------------------------ */

static const FitColumn name_columns[]
    = { { NULL, NULL, FIT_CELL_TEXT, FIT_COLUMN_NAME } };

FitExit
fit_cmd_version (const FitInvocation *invocation, GError **error)
{
  g_autoptr (FitReport) report = fit_output_report (invocation, "Version");
  FitTable *names = FIT_REPORT_TABLE (report, name_columns);
  g_autoptr (GPtrArray) policies = g_ptr_array_new ();
  g_autoptr (GPtrArray) profiles = g_ptr_array_new ();
  FitJson *libraries = fit_json_array ();
  g_autofree char *text = version_text (libraries);
  g_autofree char *emulated = NULL, *known = NULL;
  guint n;
  const FitReleaseName *releases = fit_releases (&n);

  for (FitRelease i = FIT_RELEASE_OLDEST; fit_release_is_legacy (i);
       i += FIT_RELEASE (1, 0))
    g_ptr_array_add (policies, (char *) fit_legacy_release_name (i));
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (profiles, (char *) releases[i].name);
  fit_json_set_text (report->data, "version", PACKAGE_VERSION);
  fit_json_set_texts (report->data, "emulatedReleases", policies);
  fit_json_set_texts (report->data, "releases", profiles);
  fit_json_set_text (report->data, "newestRelease",
                     fit_release_name (fit_release_newest ()));
  fit_json_set (report->data, "libraries", libraries);
  fit_json_set_text (report->data, "build", FIT_BUILD_OPTIONS);
  g_ptr_array_add (policies, NULL);
  g_ptr_array_add (profiles, NULL);
  emulated = g_strjoinv (", ", (char **) policies->pdata);
  known = g_strjoinv (", ", (char **) profiles->pdata);
  g_string_append (fit_report_lines (report), text);
  fit_report_say (report, "known to --emulate-release: %s", emulated);
  fit_report_say (report, "known to --release: %s", known);
  FIT_TABLE_ADD (names, fit_cell_text (PACKAGE_VERSION));
  report->names = names;
  fit_output_print (report, invocation, error);
  return FIT_EXIT_YES;
}
