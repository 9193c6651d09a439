/* fuzz-kwok.c - any patches of a pod and of a node are events that can be written and read again, or an error with the number of their document
 *
 * The input is templates, with a NUL byte between them; they patch the pod and
 * the node in turn.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "simulate/trace.h"

static const char start[]
    = "---\n{apiVersion: v1, kind: Node, metadata: {name: n, finalizers: [a, "
      "b]}, spec: {taints: [{key: a, effect: NoSchedule}]}, status: "
      "{allocatable: {cpu: 4, pods: 9}, conditions: [{type: Ready, status: "
      "'True'}], addresses: [{type: Hostname, address: n}]}}\n"
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: s}, "
      "spec: {containers: [{name: a, ports: [{containerPort: 80}], env: [{name: "
      "A, value: a}]}, {name: b}], volumes: [{name: v, emptyDir: {}}]}}\n";

static const char *const patch[]
    = { "---\n{apiVersion: action.kwok.x-k8s.io/v1alpha1, kind: ResourcePatch, "
        "resource: {version: v1, resource: pods}, target: {name: p, namespace: "
        "s}, durationNanosecond: 1, method: patch, template: %.*s}\n",
        "---\n{apiVersion: action.kwok.x-k8s.io/v1alpha1, kind: ResourcePatch, "
        "resource: {version: v1, resource: nodes}, target: {name: n}, "
        "durationNanosecond: 1, method: patch, template: %.*s}\n" };

static GString *
make_recording (const char *data, size_t size)
{
  GString *recording = g_string_new (start);
  guint n = 0;

  for (size_t begin = 0; begin <= size; n++)
    {
      const char *end
          = begin < size ? memchr (data + begin, '\0', size - begin) : NULL;
      const size_t len = (end != NULL ? (size_t) (end - data) : size) - begin;

      g_string_append_printf (recording, patch[n % 2], (int) len, data + begin);
      begin += len + 1;
    }
  return recording;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GString) recording = make_recording ((const char *) data, size);
  g_autoptr (FitTraceReader) reader = fit_trace_reader_new_for_bytes (
      recording->str, recording->len, "fuzz", FIT_DECODE_KEEP_RAW);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FitTraceReader) again = NULL;
  g_autoptr (GError) error = NULL;
  const FitTraceEvent *event;
  guint n = 0;

  while (fit_trace_reader_next (reader, &event, &error) && event != NULL)
    {
      g_assert (fit_trace_append (text, event, NULL));
      n++;
    }
  g_assert (error == NULL
            || g_str_has_prefix (error->message, "fuzz: document "));
  again = fit_trace_reader_new_for_bytes (text->str, text->len, "again",
                                          FIT_DECODE_DEFAULT);
  while (fit_trace_reader_next (again, &event, NULL) && event != NULL)
    n--;
  g_assert (n == 0);
  return 0;
}
