/* What is told about files that fitsched does not read.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/error.h"
#include "cli/foreign-inputs.h"
#include "tests/support/cmocka.h"

#define OBJECTS \
  "\nhint: give what 'kubectl get ... -o yaml' or '-o json' prints"

#define SIMKUBE                                                             \
  "FILE: found a trace of simkube\nhint: it is not read: its applied_objs " \
  "are manifests for -f, and docs/traces.md shows what a trace looks like"

#define KUSTOMIZATION                                                \
  "FILE: found a kustomization\nhint: give what 'kubectl kustomize " \
  "DIRECTORY' prints"

static FitSource
source_of (const char *text)
{
  return (FitSource){ .name = (char *) "FILE",
                      .bytes = text,
                      .len = strlen (text) };
}

static const struct
{
  const char *text;
  const char *message; /* (nullable): NULL: it is nothing that is known */
} checked[] = {
  { "", NULL },
  { " \n", NULL },
  { "kind: Pod\n", NULL },
  { "NAME   READY\nweb    1/1\n", "FILE: found a table of kubectl" OBJECTS },
  { "\n NAME READY\n", "FILE: found a table of kubectl" OBJECTS },
  { "NAMESPACE   NAME   READY\n", "FILE: found a table of kubectl" OBJECTS },
  { "NAME: READY\n", NULL },
  { "A NAME READY\n", NULL },
  { "No resources found in default namespace.\n",
    "FILE: found a message of kubectl" OBJECTS },
  { "\tNo resources found", "FILE: found a message of kubectl" OBJECTS },
  { "node/n1\nnode/n2\n", "FILE: found names of objects" OBJECTS },
  { "deployment.apps/web\n", "FILE: found names of objects" OBJECTS },
  { "a node/n1\n", NULL },
  { "Name:  web\nNamespace:  default\n",
    "FILE: found what 'kubectl describe' prints" OBJECTS },
  { "Name:  n1\nRoles:  <none>\n",
    "FILE: found what 'kubectl describe' prints" OBJECTS },
  { "Name:  n1\nAge:  1d\n", NULL },
  { "\x83\xa7version\x01", SIMKUBE },
  { "\xdc\x00\x03\xa7version\x01", NULL },
  { "\xdf"
    "1234567890123456version",
    SIMKUBE },
  { "\xdf"
    "12345678901234567version",
    NULL },
  { "{\"config\": {}, \"applied_objs\": []}", SIMKUBE },
  { "{\"deleted_objs\"", SIMKUBE },
  { "[\"deleted_objs\"]", NULL },
  { "apiVersion: v1\nkind: Config\n",
    "FILE: found a kubeconfig\nhint: --kubeconfig FILE reads the cluster that "
    "it is for" },
  { "apiVersion: a/v1\nkind: Config\n", NULL },
  { "kind: Config\n", NULL },
  { "apiVersion: v1\nkind: Pod\n---\napiVersion: v1\nkind: Config\n", NULL },
  { "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n",
    KUSTOMIZATION },
  { "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n",
    "FILE: found a component of kustomizations\nhint: give what 'kubectl "
    "kustomize DIRECTORY' prints" },
  { "resources: [a.yaml]\n", KUSTOMIZATION },
  { "namespace: a\nbases: [../b]\n", KUSTOMIZATION },
  { "components: [a, b]\n", KUSTOMIZATION },
  { "patchesStrategicMerge: [a]\n", KUSTOMIZATION },
  { "apiVersion: v1\nresources: [a.yaml]\n", NULL },
  { "kind: Pod\nresources: [a.yaml]\n", NULL },
  { "resources: []\n", NULL },
  { "resources: [{}]\n", NULL },
  { "resources: a.yaml\n", NULL },
  { "others: [a.yaml]\n", NULL },
  { "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\"}",
    "FILE: found a Table of the API server" OBJECTS },
  { "{\"kind\":\"Status\",\"apiVersion\":\"v1\"}",
    "FILE: found a Status, with which the API server refuses a request\n"
    "hint: see its message, and ask again" },
};

static void
test_check (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (checked); i++)
    {
      const FitSource source = source_of (checked[i].text);
      g_autoptr (GError) error = NULL;

      if (fit_foreign_check (&source, &error) != (checked[i].message == NULL)
          || g_strcmp0 (error != NULL ? error->message : NULL,
                        checked[i].message)
                 != 0)
        fail_msg ("%s: %s", checked[i].text,
                  error != NULL ? error->message : "nothing");
      if (error != NULL)
        assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_SCHEMA));
    }
}

/* The header of a tar archive is 512 bytes long, with "ustar" at 257. */
static void
test_archive (void **state)
{
  char header[512] = "cluster.yaml";
  const FitSource source
      = { .name = (char *) "FILE", .bytes = header, .len = sizeof header };
  g_autoptr (GError) error = NULL;

  memcpy (header + 257, "ustar", 5);
  assert_false (fit_foreign_check (&source, &error));
  assert_string_equal (error->message,
                       "FILE: found a tar archive\nhint: unpack it, and give "
                       "the directory with -R");
}

static const struct
{
  const char *text;
  FitErrorCode code;
  const char *message;
  const char *hint; /* (nullable) */
} explained[] = {
  { "a: {{ .Values.b }}\n", FIT_ERROR_PARSE, "wrong",
    "{{ .Values.b }} on line 1 is of a template: give what 'helm template "
    "CHART' prints" },
  { "a:\n\n{% if b %}\n{{ c }}\n", FIT_ERROR_PARSE, "wrong",
    "{% if b %} on line 3 is of a template: give what comes out of it" },
  { "\n{{ .A }}", FIT_ERROR_PARSE, "wrong",
    "{{ .A }} on line 2 is of a template: give what 'helm template CHART' "
    "prints" },
  { "{{ a }}", FIT_ERROR_SCHEMA, "found \"{{ a }}\"",
    "{{ a }} on line 1 is of a template: give what 'helm template CHART' "
    "prints" },
  { "{{ a }}", FIT_ERROR_SCHEMA, "found \"b\"", NULL },
  { "{{ a }", FIT_ERROR_PARSE, "wrong", NULL },
  { "{{ 45678901234567890123456789012345678901234567890123456789012345 }}",
    FIT_ERROR_PARSE, "wrong",
    "{{ 456789012345678901234567890123456789012345678901234567890... on line 1 "
    "is of a template: give what 'helm template CHART' prints" },
  { "{}\n==== START logs for container a of pod b/c ====\n{{ a }}\n",
    FIT_ERROR_PARSE, "wrong",
    "logs are skipped in JSON only: give the files of 'kubectl cluster-info "
    "dump --output-directory DIR' with -R -f DIR" },
};

static void
test_explain (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (explained); i++)
    {
      const FitSource source = source_of (explained[i].text);
      g_autoptr (GError) error = g_error_new_literal (
          FIT_ERROR, (gint) explained[i].code, explained[i].message);
      g_autofree char *message = g_strconcat (
          explained[i].message, explained[i].hint != NULL ? "\nhint: " : NULL,
          explained[i].hint, NULL);

      fit_foreign_explain (&source, &error);
      assert_string_equal (error->message, message);
    }
}

static void
test_explain_trace (void **state)
{
  g_autoptr (GError) error
      = g_error_new_literal (FIT_ERROR, FIT_ERROR_PARSE, "wrong");

  fit_foreign_explain_trace ("", 0, "FILE", &error);
  fit_foreign_explain_trace ("{}\n", 3, "FILE", &error);
  assert_string_equal (error->message, "wrong");
  fit_foreign_explain_trace ("{\"deleted_objs\"", 15, "FILE", &error);
  assert_string_equal (error->message, SIMKUBE);
}

#define RUNS(command) "spec: {containers: [{image: a, command: " command "}]}\n"

static const struct
{
  const char *text;
  const char *advice; /* (nullable) */
} schedulers[] = {
  { "kind: Pod\n", NULL },
  { "kind: kube-scheduler\n", NULL },
  { RUNS ("[kube-scheduler]"),
    "kube-scheduler runs without rules of its own: name DefaultProvider "
    "instead" },
  { RUNS ("[/usr/bin/kube-scheduler, --config=/etc/c]"),
    "kube-scheduler runs with --config=/etc/c: give a copy of that file "
    "instead" },
  { RUNS ("[sh, -c, 'kube-scheduler  --config /etc/c']"),
    "kube-scheduler runs with --config=/etc/c: give a copy of that file "
    "instead" },
  { RUNS ("[1, kube-scheduler, --policy-config-file=/p]"),
    "kube-scheduler runs with --policy-config-file=/p: give a copy of that "
    "file instead" },
  { RUNS ("[kube-scheduler, --policy-configmap=m]"),
    "kube-scheduler runs with --policy-configmap=m: give what 'kubectl -n "
    "kube-system get configmap m -o yaml' prints instead" },
  { RUNS ("[kube-scheduler, --policy-configmap=m, "
          "--policy-configmap-namespace=n]"),
    "kube-scheduler runs with --policy-configmap=m: give what 'kubectl -n n "
    "get configmap m -o yaml' prints instead" },
  { RUNS ("[kube-scheduler, --algorithm-provider=P]"),
    "kube-scheduler runs with --algorithm-provider=P: name this provider "
    "instead" },
  /* The first of them counts, in the order of kube-scheduler. */
  { RUNS ("[kube-scheduler, --algorithm-provider=P, --policy-configmap=m, "
          "--policy-config-file=p, --config=c]"),
    "kube-scheduler runs with --config=c: give a copy of that file instead" },
  { RUNS ("[kube-scheduler, --algorithm-provider=P, --policy-configmap=m, "
          "--policy-config-file=p]"),
    "kube-scheduler runs with --policy-config-file=p: give a copy of that file "
    "instead" },
  /* A flag without a value. */
  { RUNS ("[kube-scheduler, --config]"),
    "kube-scheduler runs without rules of its own: name DefaultProvider "
    "instead" },
  { RUNS ("[my-kube-scheduler]"), NULL },
  { RUNS ("kube-scheduler"), NULL },
  { "a: [{image: registry/kube-scheduler:v1, args: [--config, c]}]\n",
    "kube-scheduler runs with --config=c: give a copy of that file instead" },
  { "a: {image: kube-scheduler}\n", NULL },
  { "a: {image: [registry/kube-scheduler]}\n", NULL },
  { "a: {image: b, args: [kube-scheduler, --config=c]}\n"
    "d: {image: b, args: [--config=e]}\n",
    "kube-scheduler runs with --config=c: give a copy of that file instead" },
  { "a: {image: b, command: [--config=c]}\n"
    "d: {image: b, command: [kube-scheduler], args: [--config=e]}\n",
    "kube-scheduler runs with --config=e: give a copy of that file instead" },
  { "kind: Service\n---\n" RUNS ("[kube-scheduler, --config=c]") "---\n" RUNS (
        "[kube-scheduler, --config=d]"),
    "kube-scheduler runs with --config=c: give a copy of that file instead" },
};

static void
test_scheduler (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (schedulers); i++)
    {
      const FitSource source = source_of (schedulers[i].text);
      g_autofree char *advice = fit_foreign_scheduler (&source);

      if (g_strcmp0 (advice, schedulers[i].advice) != 0)
        fail_msg ("%s: %s", schedulers[i].text, advice);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_check),     cmocka_unit_test (test_archive),
    cmocka_unit_test (test_explain),   cmocka_unit_test (test_explain_trace),
    cmocka_unit_test (test_scheduler),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
