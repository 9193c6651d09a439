/* test-source.c - inputs that are opened and read once
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/source.h"
#include "tests/support/cmocka.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <zlib.h>

#define NO_LIMIT G_MAXSIZE

/* What is longer is mapped, if it is a file. */
#define MEMORY_BYTES (1024 * 1024)

/* -- inputs ---------------------------------------------------------------- */

/* A file without a name of its own. */
typedef struct
{
  int fd;
  char *path;
} Input;

static void
input_clear (Input *input)
{
  close (input->fd);
  g_free (input->path);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Input, input_clear)

static Input
input_with (gconstpointer bytes, gsize len)
{
  const int fd = memfd_create ("test", MFD_CLOEXEC);

  assert_true (fd > 0);
  assert_int_equal (write (fd, bytes, len), len);
  assert_int_equal (lseek (fd, 0, SEEK_SET), 0);
  return (Input){ fd, g_strdup_printf ("/proc/self/fd/%d", fd) };
}

/* Each part differs from its neighbours. */
static char *
numbers (gsize len)
{
  g_autoptr (GString) part = g_string_new (NULL);
  char *text = g_malloc (len + 1);

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (part, "%u\n", i);
  for (gsize at = 0; at < len; at += part->len)
    memcpy (text + at, part->str, MIN (part->len, len - at));
  text[len] = '\0';
  return text;
}

static Input
packed_input (const char *text, gsize len)
{
  z_stream gzip = { .next_in = (Bytef *) text, .avail_in = (uInt) len };
  g_autofree guint8 *out = NULL;
  gsize size;

  assert_int_equal (
      deflateInit2 (&gzip, 1, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY),
      Z_OK);
  size = deflateBound (&gzip, len);
  out = g_malloc (size);
  gzip.next_out = out;
  gzip.avail_out = (uInt) size;
  assert_int_equal (deflate (&gzip, Z_FINISH), Z_STREAM_END);
  size = gzip.total_out;
  deflateEnd (&gzip);
  return input_with (out, size);
}

static int
next_descriptor (void)
{
  const int fd = fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);

  assert_true (fd >= 0);
  close (fd);
  return fd;
}

static void
assert_source (const FitSource *source, const char *name, const char *text,
               gsize len, gboolean once)
{
  assert_non_null (source);
  assert_string_equal (source->name, name);
  assert_int_equal (source->len, len);
  assert_memory_equal (source->bytes, text, len);
  assert_int_equal (source->once, once);
}

/* What it opens, it closes. */
static void
assert_opens (const char *path, const char *name, const char *text, gsize len,
              gboolean once)
{
  const int next = next_descriptor ();
  g_autoptr (GError) error = NULL;
  g_autoptr (FitSource) source = fit_source_open (path, len, &error);

  if (source == NULL)
    fail_msg ("%s", error->message);
  assert_source (source, name, text, len, once);
  assert_int_equal (next_descriptor (), next);
}

/* @message: with PATH for @path */
static void
assert_fails (const char *path, gsize limit, FitErrorCode code,
              const char *message)
{
  const int next = next_descriptor ();
  g_autoptr (GString) expected = g_string_new (message);
  g_autoptr (GError) error = NULL;

  g_string_replace (expected, "PATH", path, 0);
  assert_null (fit_source_open (path, limit, &error));
  assert_string_equal (error->message, expected->str);
  assert_true (g_error_matches (error, FIT_ERROR, (int) code));
  assert_null (fit_source_open (path, limit, NULL));
  assert_int_equal (next_descriptor (), next);
}

/* -- tests ----------------------------------------------------------------- */

static void
test_names_of_standard_input (void **state)
{
  static const struct
  {
    const char *path;
    gboolean is_stdin;
  } rows[] = {
    { NULL, FALSE },        { "", FALSE },
    { "-", TRUE },          { "--", FALSE },
    { "/dev/stdin", TRUE }, { "/dev/stdout", FALSE },
    { "/dev/fd/0", TRUE },  { "/proc/self/fd/0", TRUE },
    { "stdin", FALSE },     { "/proc/self/fd/1", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_int_equal (fit_source_is_stdin (rows[i].path), rows[i].is_stdin);
}

/* On both sides of the size from which files are mapped. */
static void
test_files (void **state)
{
  static const gsize lengths[] = { 0,
                                   1,
                                   64 * 1024,
                                   MEMORY_BYTES - 1,
                                   MEMORY_BYTES,
                                   MEMORY_BYTES + 1,
                                   3 * MEMORY_BYTES };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *text = numbers (lengths[i]);
      g_auto (Input) input = input_with (text, lengths[i]);

      assert_opens (input.path, input.path, text, lengths[i], FALSE);
      if (lengths[i] > 0)
        {
          g_autofree char *message = g_strdup_printf (
              "PATH: longer than %" G_GSIZE_FORMAT " bytes", lengths[i] - 1);

          assert_fails (input.path, lengths[i] - 1, FIT_ERROR_LIMIT, message);
        }
    }
}

/* However long it becomes, a compressed file has the bytes of its text. */
static void
test_compressed_files (void **state)
{
  static const gsize lengths[] = {
    0, 1, MEMORY_BYTES - 1, MEMORY_BYTES, MEMORY_BYTES + 1, 2 * MEMORY_BYTES + 5
  };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *text = numbers (lengths[i]);
      g_auto (Input) input = packed_input (text, lengths[i]);
      g_autoptr (FitSource) source
          = fit_source_open (input.path, NO_LIMIT, NULL);

      assert_source (source, input.path, text, lengths[i], FALSE);
    }
}

/* A large file may be compressed, too. */
static void
test_a_large_compressed_file (void **state)
{
  const gsize len = 2 * MEMORY_BYTES;
  g_autofree char *text = g_malloc (len);
  guint32 number = 1;

  for (gsize i = 0; i < len; i++)
    {
      number = number * 1664525 + 1013904223;
      text[i] = (char) (number >> 24);
    }
  {
    g_auto (Input) input = packed_input (text, len);
    g_autoptr (FitSource) source = fit_source_open (input.path, NO_LIMIT, NULL);

    assert_true (lseek (input.fd, 0, SEEK_END) > MEMORY_BYTES);
    assert_source (source, input.path, text, len, FALSE);
  }
}

static void
test_pipe (void **state)
{
  g_autofree char *path = NULL;
  int ends[2];

  assert_int_equal (pipe2 (ends, O_CLOEXEC), 0);
  assert_int_equal (write (ends[1], "kind: Node\n", 11), 11);
  close (ends[1]);
  path = g_strdup_printf ("/proc/self/fd/%d", ends[0]);
  assert_opens (path, path, "kind: Node\n", 11, TRUE);
  close (ends[0]);
}

/* Standard input is read from where it is, and stays open. */
static void
test_standard_input (void **state)
{
  static const gsize lengths[] = { 0, 5, MEMORY_BYTES + 4 };
  static const gsize positions[] = { 0, 3 };
  const int before = dup (STDIN_FILENO);

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    for (guint k = 0; k < G_N_ELEMENTS (positions); k++)
      {
        const gsize at = MIN (positions[k], lengths[i]);
        g_autofree char *text = numbers (lengths[i]);
        g_auto (Input) input = input_with (text, lengths[i]);

        assert_int_equal (dup2 (input.fd, STDIN_FILENO), STDIN_FILENO);
        assert_int_equal (lseek (STDIN_FILENO, (off_t) at, SEEK_SET), at);
        assert_opens ("-", "stdin", text + at, lengths[i] - at, TRUE);
        assert_int_equal (fcntl (STDIN_FILENO, F_GETFD), 0);
      }
  if (before >= 0)
    dup2 (before, STDIN_FILENO);
  close (before);
}

static void
test_what_cannot_be_read (void **state)
{
  g_auto (Input) bzip2 = input_with ("BZh91AY&SY", 10);
  g_auto (Input) broken = input_with ("\x1F\x8B\x08", 3);
  g_autofree char *many = g_strnfill (1000, 'x');
  g_auto (Input) packed = packed_input (many, 1000);

  assert_fails ("/nowhere/pods.yaml", NO_LIMIT, FIT_ERROR_NOT_FOUND,
                "cannot open \"PATH\": No such file or directory");
  assert_fails ("/dev/null/pods.yaml", NO_LIMIT, FIT_ERROR_IO,
                "cannot open \"PATH\": Not a directory");
  assert_fails ("/", NO_LIMIT, FIT_ERROR_IO,
                "cannot read \"PATH\": Is a directory");
  assert_fails (bzip2.path, NO_LIMIT, FIT_ERROR_PARSE,
                "PATH: found bzip2, expected text, gzip or zstd\n"
                "hint: decompress it first: bzip2 -dc FILE");
  assert_fails (broken.path, NO_LIMIT, FIT_ERROR_PARSE,
                "PATH: gzip: it ends too early");
  assert_fails (packed.path, 999, FIT_ERROR_LIMIT,
                "PATH: longer than 999 bytes when decompressed");
}

/* The address space has room for half of the input. */
static void
test_no_memory_to_map (void **state)
{
  const gsize room = 64 * 1024 * 1024;
  g_auto (Input) input = input_with ("", 0);
  g_autofree char *sizes = NULL;
  struct rlimit before, limit;

  assert_int_equal (ftruncate (input.fd, (off_t) room * 2), 0);
  assert_true (g_file_get_contents ("/proc/self/statm", &sizes, NULL, NULL));
  assert_int_equal (getrlimit (RLIMIT_AS, &before), 0);
  limit = before;
  limit.rlim_cur
      = g_ascii_strtoull (sizes, NULL, 10) * (gsize) getpagesize () + room;
  assert_int_equal (setrlimit (RLIMIT_AS, &limit), 0);
  assert_fails (input.path, NO_LIMIT, FIT_ERROR_INTERNAL,
                "cannot map \"PATH\": Cannot allocate memory");
  assert_int_equal (setrlimit (RLIMIT_AS, &before), 0);
}

/* Long input that cannot be mapped needs a temporary file. */
static void
test_no_temporary_file (void **state)
{
  g_autofree char *text = numbers (MEMORY_BYTES);
  g_auto (Input) input = packed_input (text, MEMORY_BYTES);
  g_autoptr (GError) error = NULL;
  struct rlimit before, limit;

  assert_int_equal (getrlimit (RLIMIT_FSIZE, &before), 0);
  limit = before;
  limit.rlim_cur = 0;
  signal (SIGXFSZ, SIG_IGN);
  assert_int_equal (setrlimit (RLIMIT_FSIZE, &limit), 0);
  assert_fails (input.path, NO_LIMIT, FIT_ERROR_IO,
                "cannot spool \"PATH\": File too large");
  assert_int_equal (setrlimit (RLIMIT_FSIZE, &before), 0);
  signal (SIGXFSZ, SIG_DFL);

  assert_int_equal (getrlimit (RLIMIT_NOFILE, &before), 0);
  limit = before;
  limit.rlim_cur = (rlim_t) next_descriptor () + 1;
  assert_int_equal (setrlimit (RLIMIT_NOFILE, &limit), 0);
  assert_null (fit_source_open (input.path, NO_LIMIT, &error));
  assert_int_equal (setrlimit (RLIMIT_NOFILE, &before), 0);
  assert_true (g_str_has_prefix (error->message, "cannot create \""));
  assert_true (g_str_has_suffix (error->message, "\": Too many open files"));
}

static void
test_text (void **state)
{
  g_autoptr (FitSource) source
      = fit_source_of_text ("server", g_strdup ("kind: Node\n"), 10);

  assert_source (source, "server", "kind: Node", 10, TRUE);
  /* Nothing is mapped that could be dropped. */
  fit_source_drop_pages (source);
  assert_source (source, "server", "kind: Node", 10, TRUE);
}

static void
test_length (void **state)
{
  g_autoptr (FitSource) source
      = fit_source_of_text ("server", g_strdup ("0123456789"), 10);
  g_autoptr (GError) error = NULL;

  assert_true (fit_source_check_length (source, 11, NULL));
  assert_true (fit_source_check_length (source, 10, NULL));
  assert_false (fit_source_check_length (source, 9, &error));
  assert_string_equal (error->message, "server: longer than 9 bytes");
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_LIMIT));
}

/* As long as somebody has it, its bytes are there. */
static void
test_references (void **state)
{
  const gsize len = 2 * MEMORY_BYTES;
  g_autofree char *text = numbers (len);
  g_auto (Input) input = input_with (text, len);
  FitSource *source = fit_source_open (input.path, len, NULL);

  assert_ptr_equal (fit_source_ref (source), source);
  fit_source_unref (source);
  fit_source_drop_pages (source);
  assert_source (source, input.path, text, len, FALSE);
  fit_source_unref (source);
  fit_source_unref (NULL);
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_names_of_standard_input),
    cmocka_unit_test (test_files),
    cmocka_unit_test (test_compressed_files),
    cmocka_unit_test (test_a_large_compressed_file),
    cmocka_unit_test (test_pipe),
    cmocka_unit_test (test_standard_input),
    cmocka_unit_test (test_what_cannot_be_read),
    cmocka_unit_test (test_no_memory_to_map),
    cmocka_unit_test (test_no_temporary_file),
    cmocka_unit_test (test_text),
    cmocka_unit_test (test_length),
    cmocka_unit_test (test_references),
  };

  return cmocka_run_group_tests_name ("source", tests, NULL, NULL);
}
