/* Rows and documents that are printed as they come.
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/stream.h"
#include "tests/support/cmocka.h"

static const FitColumn columns[] = {
  { "name", "NAME", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { "count", "COUNT", FIT_CELL_INTEGER, 0 },
};
static const guint widths[] = { 6, 5 };

/* -- standard output ------------------------------------------------------- */

static int
redirect (int fd)
{
  const int kept = dup (STDOUT_FILENO);

  fflush (stdout);
  assert_int_equal (dup2 (fd, STDOUT_FILENO), STDOUT_FILENO);
  return kept;
}

static void
restore (int kept)
{
  fflush (stdout);
  assert_int_equal (dup2 (kept, STDOUT_FILENO), STDOUT_FILENO);
  close (kept);
}

/* -- streams --------------------------------------------------------------- */

static FitJson *
object (const char *member, const char *text)
{
  FitJson *json = fit_json_object ();

  fit_json_set_text (json, member, text);
  return json;
}

static gboolean
begin (FitStream *out_stream, FitFormat format)
{
  g_autoptr (FitJson) head = object ("kind", "Decisions");
  const FitStreamStart start
      = { head, columns, widths, G_N_ELEMENTS (columns) };

  return fit_stream_begin (out_stream, &start, format, NULL);
}

static gboolean
write_item (FitStream *stream, const char *name, gint64 count)
{
  FitTable *row;

  if (fit_stream_is_document (stream))
    return fit_stream_write_json (stream, object ("name", name), NULL);
  row = FIT_TABLE_NEW (columns);
  FIT_TABLE_ADD (row, fit_cell_text (name), fit_cell_integer (count));
  return fit_stream_write (stream, row, NULL);
}

static gboolean
end (FitStream *stream)
{
  g_autoptr (FitJson) tail = object ("end", "yes");

  return fit_stream_end (stream, tail, "\nthe end\n", NULL);
}

static char *
text_of (FILE *file)
{
  GString *text = g_string_new (NULL);
  char part[1024];
  gsize n;

  rewind (file);
  while ((n = fread (part, 1, sizeof part, file)) > 0)
    g_string_append_len (text, part, (gssize) n);
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): what is printed for @n items */
static char *
printed (FitFormat format, guint n)
{
  static const char *const names[] = { "a", "second", "third" };
  FILE *file = tmpfile ();
  const int kept = redirect (fileno (file));
  g_auto (FitStream) stream = { 0 };
  gboolean ok = begin (&stream, format);
  char *text;

  for (guint i = 0; i < n; i++)
    ok = ok && write_item (&stream, names[i], i);
  ok = ok && end (&stream);
  restore (kept);
  assert_true (ok);
  text = text_of (file);
  fclose (file);
  return text;
}

static void
test_formats (void **state)
{
  static const struct
  {
    FitFormat format;
    guint n;
    const char *expected;
  } rows[] = {
    { FIT_FORMAT_TABLE, 0, "NAME    COUNT\n\nthe end\n" },
    { FIT_FORMAT_TABLE, 2,
      "NAME    COUNT\na           0\nsecond      1\n\nthe end\n" },
    { FIT_FORMAT_NAME, 0, "" },
    { FIT_FORMAT_NAME, 2, "a\nsecond\n" },
    { FIT_FORMAT_JSON, 0,
      "{\n  \"kind\": \"Decisions\",\n  \"items\": [],\n  \"end\": "
      "\"yes\"\n}\n" },
    { FIT_FORMAT_JSON, 1,
      "{\n  \"kind\": \"Decisions\",\n  \"items\": [\n    {\n      "
      "\"name\": \"a\"\n    }\n  ],\n  \"end\": \"yes\"\n}\n" },
    { FIT_FORMAT_JSON, 2,
      "{\n  \"kind\": \"Decisions\",\n  \"items\": [\n    {\n      "
      "\"name\": \"a\"\n    },\n    {\n      \"name\": \"second\"\n    }\n  ],"
      "\n  \"end\": \"yes\"\n}\n" },
    { FIT_FORMAT_YAML, 0, "kind: Decisions\nitems: []\nend: \"yes\"\n" },
    { FIT_FORMAT_YAML, 1,
      "kind: Decisions\nitems:\n- name: a\nend: \"yes\"\n" },
    { FIT_FORMAT_YAML, 3,
      "kind: Decisions\nitems:\n- name: a\n- name: second\n- name: third\n"
      "end: \"yes\"\n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *found = printed (rows[i].format, rows[i].n);

      assert_string_equal (found, rows[i].expected);
    }
}

/* What goes to a file is written in large pieces, each once. */
static void
test_pieces (void **state)
{
  static const gsize least = 65536;
  FILE *file = tmpfile ();
  const int kept = redirect (fileno (file));
  g_auto (FitStream) stream = { 0 };
  gboolean ok = begin (&stream, FIT_FORMAT_NAME);
  g_autofree char *name = g_strnfill (least - 2, 'n');
  off_t none, all, same, in_the_end;

  /* With the line feed, one byte less than a piece. */
  ok = ok && write_item (&stream, name, 0);
  none = lseek (fileno (file), 0, SEEK_END);
  ok = ok && write_item (&stream, "", 0);
  all = lseek (fileno (file), 0, SEEK_END);
  ok = ok && write_item (&stream, "a", 0);
  same = lseek (fileno (file), 0, SEEK_END);
  ok = ok && end (&stream);
  in_the_end = lseek (fileno (file), 0, SEEK_END);
  restore (kept);
  fclose (file);
  assert_true (ok);
  assert_int_equal (none, 0);
  assert_int_equal (all, least);
  assert_int_equal (same, least);
  assert_int_equal (in_the_end, least + 2);
}

/* -- terminals ------------------------------------------------------------- */

/* Returns: the other side of a new terminal *@out_fd */
static int
open_terminal (unsigned short width, int *out_fd)
{
  const struct winsize size = { .ws_row = 1, .ws_col = width };
  const int side = posix_openpt (O_RDWR | O_NOCTTY);
  struct termios raw;

  assert_true (side >= 0);
  assert_int_equal (grantpt (side), 0);
  assert_int_equal (unlockpt (side), 0);
  *out_fd = open (ptsname (side), O_RDWR | O_NOCTTY);
  assert_true (*out_fd >= 0);
  assert_int_equal (tcgetattr (*out_fd, &raw), 0);
  raw.c_oflag &= ~(tcflag_t) OPOST;
  assert_int_equal (tcsetattr (*out_fd, TCSANOW, &raw), 0);
  assert_int_equal (ioctl (*out_fd, TIOCSWINSZ, &size), 0);
  return side;
}

/* Waits for @expected, and no more. */
static void
assert_shown (int side, const char *expected)
{
  struct pollfd poll_fd = { .fd = side, .events = POLLIN };
  g_autoptr (GString) text = g_string_new (NULL);
  char part[64];

  while (text->len < strlen (expected))
    {
      gssize n;

      assert_int_equal (poll (&poll_fd, 1, 60 * 1000), 1);
      n = read (side, part, sizeof part);
      assert_true (n > 0);
      g_string_append_len (text, part, n);
    }
  assert_string_equal (text->str, expected);
}

/* Who looks on sees each row when it comes, in a terminal of any width. */
static void
test_terminal (void **state)
{
  static const unsigned short terminal_widths[] = { 0, 1, 80 };

  for (gsize i = 0; i < G_N_ELEMENTS (terminal_widths); i++)
    {
      int fd;
      const int side = open_terminal (terminal_widths[i], &fd);
      int kept = redirect (fd);
      g_auto (FitStream) stream = { 0 };
      gboolean ok = begin (&stream, FIT_FORMAT_TABLE);

      restore (kept);
      assert_true (ok);
      assert_shown (side, "NAME    COUNT\n");
      kept = redirect (fd);
      ok = write_item (&stream, "a", 0);
      restore (kept);
      assert_true (ok);
      assert_shown (side, "a           0\n");
      close (fd);
      close (side);
    }
}

static void
test_width (void **state)
{
  static const struct
  {
    unsigned short columns;
    guint width;
  } rows[] = { { 0, 80 }, { 1, 1 }, { 132, 132 } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      int fd;
      const int side = open_terminal (rows[i].columns, &fd);
      const int kept = redirect (fd);
      const guint width = fit_console_width ();

      restore (kept);
      assert_int_equal (width, rows[i].width);
      close (fd);
      close (side);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_formats),
    cmocka_unit_test (test_pieces),
    cmocka_unit_test (test_terminal),
    cmocka_unit_test (test_width),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
