/* Bytes of files and pipes, decompressed on the way.
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "formats/byte-stream.h"
#include "tests/support/cmocka.h"

#define NO_LIMIT G_MAXSIZE

/* -- compressing ----------------------------------------------------------- */

typedef GByteArray *(*Compress) (const char *text, gsize len);

static GByteArray *
compress_gzip (const char *text, gsize len)
{
  z_stream gzip = { .next_in = (Bytef *) text, .avail_in = (uInt) len };
  GByteArray *out = g_byte_array_new ();

  assert_int_equal (
      deflateInit2 (&gzip, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY),
      Z_OK);
  g_byte_array_set_size (out, (guint) deflateBound (&gzip, len));
  gzip.next_out = out->data;
  gzip.avail_out = out->len;
  assert_int_equal (deflate (&gzip, Z_FINISH), Z_STREAM_END);
  g_byte_array_set_size (out, (guint) gzip.total_out);
  deflateEnd (&gzip);
  return out;
}

static GByteArray *
compress_zstd (const char *text, gsize len)
{
  GByteArray *out = g_byte_array_new ();

  g_byte_array_set_size (out, (guint) ZSTD_compressBound (len));
  g_byte_array_set_size (
      out, (guint) ZSTD_compress (out->data, out->len, text, len, 3));
  return out;
}

static const Compress compressors[] = { compress_gzip, compress_zstd };

/* -- reading --------------------------------------------------------------- */

static int
file_with (gconstpointer bytes, gsize len)
{
  const int fd = memfd_create ("test", MFD_CLOEXEC);

  assert_true (fd >= 0);
  assert_int_equal (write (fd, bytes, len), len);
  assert_int_equal (lseek (fd, 0, SEEK_SET), 0);
  return fd;
}

/* Returns: (transfer full) (nullable): what is read of @bytes */
static GString *
read_bytes (gconstpointer bytes, gsize len, gsize limit, gsize at_a_time,
            GError **error)
{
  const int fd = file_with (bytes, len);
  g_autoptr (FitByteStream) stream = fit_byte_stream_new (fd, limit, error);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *piece = g_malloc (at_a_time);
  gboolean done = stream != NULL;
  gsize n = 1;

  while (done && n > 0)
    {
      done = fit_byte_stream_read (stream, piece, at_a_time, &n, error);
      if (done)
        g_string_append_len (text, piece, (gssize) n);
    }
  g_close (fd, NULL);
  return done ? g_steal_pointer (&text) : NULL;
}

static void
assert_read (gconstpointer bytes, gsize len, gsize at_a_time,
             const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text
      = read_bytes (bytes, len, NO_LIMIT, at_a_time, &error);

  if (text == NULL)
    fail_msg ("%s", error->message);
  assert_string_equal (text->str, expected);
}

static void
assert_fails (gconstpointer bytes, gsize len, gsize limit, FitErrorCode code,
              const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = read_bytes (bytes, len, limit, 100, &error);

  assert_null (text);
  assert_string_equal (error->message, message);
  assert_int_equal (error->code, (int) code);
}

/* @expected: how many bytes are read with this limit */
static void
assert_fits (gconstpointer bytes, gsize len, gsize limit, gsize expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = read_bytes (bytes, len, limit, 100, &error);

  if (text == NULL)
    fail_msg ("%s", error->message);
  assert_int_equal (text->len, expected);
}

/* -- tests ----------------------------------------------------------------- */

static void
test_plain (void **state)
{
  assert_read ("", 0, 7, "");
  assert_read ("a", 1, 1, "a");
  assert_read ("kind: Node\n", 11, 3, "kind: Node\n");
}

static void
test_compressed (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (compressors); i++)
    {
      g_autoptr (GByteArray) none = compressors[i]("", 0);
      g_autoptr (GByteArray) some = compressors[i]("kind: Node\n", 11);

      assert_read (none->data, none->len, 9, "");
      assert_read (some->data, some->len, 1, "kind: Node\n");
      assert_read (some->data, some->len, 4096, "kind: Node\n");
    }
}

/* Members are read wherever a chunk of the file ends. */
static void
test_members (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (compressors); i++)
    {
      g_autoptr (GByteArray) one = compressors[i]("a", 1);
      g_autoptr (GByteArray) none = compressors[i]("", 0);
      g_autoptr (GByteArray) all = g_byte_array_new ();
      g_autoptr (GString) expected = g_string_new (NULL);

      while (all->len < 200 * 1000)
        {
          g_byte_array_append (all, one->data, one->len);
          g_byte_array_append (all, none->data, none->len);
          g_string_append_c (expected, 'a');
        }
      assert_read (all->data, all->len, 1000, expected->str);
    }
}

static void
test_truncated (void **state)
{
  static const char *const messages[]
      = { "gzip: it ends too early", "zstd: it ends too early" };

  for (guint i = 0; i < G_N_ELEMENTS (compressors); i++)
    {
      g_autoptr (GByteArray) all = compressors[i]("kind: Node\n", 11);

      for (guint len = 4; len < all->len; len++)
        assert_fails (all->data, len, NO_LIMIT, FIT_ERROR_PARSE, messages[i]);
    }
}

/* One byte is changed: an error, or the same text. */
static void
test_corrupt (void **state)
{
  const char *text = "kind: Node\napiVersion: v1\nmetadata: {name: a}\n";

  for (guint i = 0; i < G_N_ELEMENTS (compressors); i++)
    {
      g_autoptr (GByteArray) all = compressors[i](text, strlen (text));
      guint n_errors = 0;

      for (guint at = 4; at < all->len; at++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (GString) read = NULL;

          all->data[at] ^= 0x55;
          read = read_bytes (all->data, all->len, NO_LIMIT, 50, &error);
          all->data[at] ^= 0x55;
          assert_true ((read == NULL) == (error != NULL));
          n_errors += error != NULL;
        }
      assert_true (n_errors > 0);
    }
}

/* What is wrong in the first member does not follow its end. */
static void
test_broken_beginning (void **state)
{
  static const char *const magics[] = { "\x1f\x8b", "\x28\xb5\x2f\xfd" };

  for (guint i = 0; i < G_N_ELEMENTS (magics); i++)
    {
      g_autofree char *bytes
          = g_strconcat (magics[i], "\xff\xff\xff\xff\xff\xff\xff\xff", NULL);
      g_autoptr (GError) error = NULL;

      assert_null (read_bytes (bytes, strlen (bytes), NO_LIMIT, 10, &error));
      assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_PARSE));
      assert_null (strstr (error->message, "follows"));
      assert_null (strstr (error->message, "broken"));
    }
}

static void
test_what_is_compressed (void **state)
{
  for (guint i = 0; i <= G_N_ELEMENTS (compressors); i++)
    {
      const gboolean compressed = i < G_N_ELEMENTS (compressors);
      g_autoptr (GByteArray) all
          = compressed ? compressors[i]("kind: Node\n", 11)
                       : g_byte_array_new_take (
                           (guint8 *) g_strdup ("kind: Node\n"), 11);
      const int fd = file_with (all->data, all->len);
      g_autoptr (FitByteStream) stream
          = fit_byte_stream_new (fd, NO_LIMIT, NULL);

      assert_int_equal (fit_byte_stream_is_compressed (stream), compressed);
      g_close (fd, NULL);
    }
}

static void
test_other_bytes (void **state)
{
  static const char *const messages[]
      = { "gzip: something else follows its end",
          "zstd: something else follows its end" };

  for (guint i = 0; i < G_N_ELEMENTS (compressors); i++)
    {
      g_autoptr (GByteArray) all = compressors[i]("a", 1);

      g_byte_array_append (all, (const guint8 *) "hello", 5);
      assert_fails (all->data, all->len, NO_LIMIT, FIT_ERROR_PARSE,
                    messages[i]);
    }
  assert_fails ("BZh91AY&SY", 10, NO_LIMIT, FIT_ERROR_PARSE,
                "found bzip2, expected text, gzip or zstd\n"
                "hint: decompress it first: bzip2 -dc FILE");
}

/* Both what is read and what it becomes are limited. */
static void
test_limit (void **state)
{
  const gsize length = 1000 * 1000;
  g_autofree char *zeros = g_malloc0 (length);

  assert_fails ("0123456789", 10, 9, FIT_ERROR_LIMIT, "longer than 9 bytes");
  assert_fits ("0123456789", 10, 10, 10);
  for (guint i = 0; i < G_N_ELEMENTS (compressors); i++)
    {
      g_autoptr (GByteArray) bomb = compressors[i](zeros, length);
      g_autoptr (GByteArray) none = compressors[i]("", 0);
      g_autoptr (GByteArray) many = g_byte_array_new ();

      assert_true (bomb->len < 10000);
      assert_fails (bomb->data, bomb->len, length - 1, FIT_ERROR_LIMIT,
                    "longer than 999999 bytes when decompressed");
      assert_fits (bomb->data, bomb->len, length, length);
      while (many->len <= 100 * 1000)
        g_byte_array_append (many, none->data, none->len);
      assert_fails (many->data, many->len, 100 * 1000, FIT_ERROR_LIMIT,
                    "longer than 100000 bytes when decompressed");
    }
}

/* A little that becomes very much is refused long before it fills the memory;
 * what only compresses well is not. */
static void
test_ratio (void **state)
{
  const struct
  {
    gboolean numbered;
    guint n;
    const char *refusals[G_N_ELEMENTS (compressors)]; /* NULL: it is read */
  } cases[] = {
    { FALSE,
      1000000,
      { "gzip: more than 100 times as long when decompressed",
        "zstd: more than 1000 times as long when decompressed" } },
    { FALSE, 100000, { NULL } },
    { TRUE, 1000000, { NULL } },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint i = 0; i < cases[c].n; i++)
        {
          g_string_append (text,
                           "{\"kind\":\"Node\",\"metadata\":{\"name\":\"n");
          if (cases[c].numbered)
            g_string_append_printf (text, "%u", i);
          g_string_append (text, "\"}},");
        }
      for (guint i = 0; i < G_N_ELEMENTS (compressors); i++)
        {
          g_autoptr (GByteArray) all = compressors[i](text->str, text->len);

          if (cases[c].refusals[i] != NULL)
            assert_fails (all->data, all->len, G_MAXSSIZE, FIT_ERROR_LIMIT,
                          cases[c].refusals[i]);
          else
            assert_fits (all->data, all->len, G_MAXSSIZE, text->len);
        }
    }
}

typedef struct
{
  int fd;
  const char *text;
  gsize len;
} Writer;

/* Writes a byte, and the rest only when that was read. */
static gpointer
write_slowly (gpointer data)
{
  const Writer *writer = data;
  int unread;

  g_assert_cmpint (write (writer->fd, writer->text, 1), ==, 1);
  do
    g_assert_cmpint (ioctl (writer->fd, FIONREAD, &unread), ==, 0);
  while (unread > 0);
  g_assert_cmpint (write (writer->fd, writer->text + 1, writer->len - 1), ==,
                   writer->len - 1);
  close (writer->fd);
  return NULL;
}

/* The first read of a pipe may return less than it takes to recognise a format,
 * and the next one more than fits. */
static void
test_pipe (void **state)
{
  const gsize len = 200 * 1000;
  g_autofree char *text = g_strnfill (len, 'x');
  g_autofree char *out = g_malloc (len + 1);
  g_autoptr (FitByteStream) stream = NULL;
  int ends[2];
  gsize n, total = 0;
  Writer writer = { .text = text, .len = len };
  GThread *thread;

  assert_int_equal (pipe2 (ends, O_CLOEXEC), 0);
  assert_true (fcntl (ends[1], F_SETPIPE_SZ, 1024 * 1024) > 0);
  writer.fd = ends[1];
  thread = g_thread_new ("writer", write_slowly, &writer);
  stream = fit_byte_stream_new (ends[0], NO_LIMIT, NULL);
  assert_non_null (stream);
  do
    {
      assert_true (fit_byte_stream_read (stream, out + total, len + 1 - total,
                                         &n, NULL));
      total += n;
    }
  while (n > 0);
  g_thread_join (thread);
  assert_int_equal (total, len);
  assert_memory_equal (out, text, len);
  close (ends[0]);
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_plain),
    cmocka_unit_test (test_compressed),
    cmocka_unit_test (test_members),
    cmocka_unit_test (test_truncated),
    cmocka_unit_test (test_corrupt),
    cmocka_unit_test (test_other_bytes),
    cmocka_unit_test (test_limit),
    cmocka_unit_test (test_ratio),
    cmocka_unit_test (test_pipe),
    cmocka_unit_test (test_broken_beginning),
    cmocka_unit_test (test_what_is_compressed),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
