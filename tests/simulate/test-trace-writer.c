/* test-trace-writer.c - traces are written so that they read back the same
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/trace.h"
#include "tests/support/cluster.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define TRACE                                                                 \
  "{\"time\":\"2019-10-15T09:00:00Z\",\"verb\":\"add\",\"object\":{\"kind\":" \
  "\"Node\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"},\"extra\":"   \
  "[1.50,\"\\u0001\"]}}\n"                                                    \
  "{\"time\":\"2019-10-15T09:00:00.000000001Z\",\"verb\":\"add\",\"object\":" \
  "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{\"name\":\"s\"}" \
  "}}\n"                                                                      \
  "{\"time\":\"2019-10-15T09:00:00.5Z\",\"verb\":\"update\",\"object\":{"     \
  "\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\"}}}\n"  \
  "{\"time\":\"2019-10-15T09:00:01Z\",\"verb\":\"delete\",\"object\":{"       \
  "\"kind\":\"Pod\",\"metadata\":{\"namespace\":\"default\",\"name\":\"p\"}"  \
  "}}\n"                                                                      \
  "{\"time\":\"2019-10-15T09:00:02Z\",\"verb\":\"delete\",\"object\":{"       \
  "\"kind\":\"Node\",\"metadata\":{\"name\":\"a\"}}}\n"

static void
copy (FitTraceWriter *writer)
{
  g_autoptr (FitTraceReader) reader = fit_trace_reader_new_for_bytes (
      TRACE, strlen (TRACE), "trace", FIT_DECODE_KEEP_RAW);
  g_autoptr (GError) error = NULL;
  const FitTraceEvent *event;

  while (fit_trace_reader_next (reader, &event, &error) && event != NULL)
    assert_true (fit_trace_writer_write (writer, event, &error));
  assert_null (error);
  assert_true (fit_trace_writer_close (writer, &error));
}

static void
test_what_is_read_is_written_again (void **state)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FitTraceReader) reader = fit_trace_reader_new_for_bytes (
      TRACE, strlen (TRACE), "trace", FIT_DECODE_KEEP_RAW);
  const FitTraceEvent *event;

  while (fit_trace_reader_next (reader, &event, NULL) && event != NULL)
    assert_true (fit_trace_append (text, event, NULL));
  assert_string_equal (text->str, TRACE);
}

static void
test_files_are_complete_when_closed (void **state)
{
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autoptr (FitTraceWriter) writer = NULL;
  int fd = g_file_open_tmp ("fitsched-XXXXXX", &path, NULL);

  assert_true (fd >= 0);
  writer = fit_trace_writer_new (fd, path);
  copy (writer);
  /* once more does no harm */
  assert_true (fit_trace_writer_close (writer, NULL));
  assert_true (g_file_get_contents (path, &text, NULL, NULL));
  assert_string_equal (text, TRACE);
  g_unlink (path);
}

static void
test_what_cannot_be_written_is_said (void **state)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitTraceWriter) writer = NULL;

  if (g_access ("/dev/full", W_OK) != 0)
    skip ();
  writer = fit_trace_writer_new (g_open ("/dev/full", O_WRONLY | O_CLOEXEC),
                                 "/dev/full");
  assert_true (
      fit_trace_writer_write (writer,
                              &(const FitTraceEvent){ .verb = FIT_TRACE_DELETE,
                                                      .kind = FIT_KIND_NODE,
                                                      .namespace_ = "",
                                                      .name = "a" },
                              &error));
  assert_false (fit_trace_writer_close (writer, &error));
  assert_error (&error, FIT_ERROR_OUTPUT,
                "cannot write /dev/full: No space left on device");
}

static void
test_an_object_without_its_text_is_refused (void **state)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  assert_false (fit_trace_append (text,
                                  &(const FitTraceEvent){ .verb = FIT_TRACE_ADD,
                                                          .kind = FIT_KIND_POD,
                                                          .namespace_ = "ns",
                                                          .name = "p" },
                                  &error));
  assert_error (&error, FIT_ERROR_USAGE,
                "cannot record Pod ns/p: its text was not kept");
  assert_string_equal (text->str, "");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_what_is_read_is_written_again),
    cmocka_unit_test (test_files_are_complete_when_closed),
    cmocka_unit_test (test_what_cannot_be_written_is_said),
    cmocka_unit_test (test_an_object_without_its_text_is_refused),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
