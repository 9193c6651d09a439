/* fuzz-byte-stream.c - any bytes are text, compressed text, or an error
 *
 * The first byte says how many bytes are asked for at a time, which changes
 * nothing about what is given.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "formats/byte-stream.h"

/* A few bytes can become very many. */
#define LIMIT (256 * 1024)

/* Returns: (transfer full) (nullable): all of it, NULL with an error */
static GByteArray *
read_all (int fd, gsize at_a_time, GError **error)
{
  g_autoptr (GByteArray) text = g_byte_array_new ();
  g_autoptr (FitByteStream) stream = NULL;
  gsize n = 0;

  g_assert (lseek (fd, 0, SEEK_SET) == 0);
  stream = fit_byte_stream_new (fd, LIMIT, error);
  if (stream == NULL)
    return NULL;
  do
    {
      const guint used = text->len;

      g_byte_array_set_size (text, used + (guint) at_a_time);
      if (!fit_byte_stream_read (stream, text->data + used, at_a_time, &n,
                                 error))
        return NULL;
      g_assert (n <= at_a_time);
      g_byte_array_set_size (text, used + (guint) n);
    }
  while (n > 0);
  return g_steal_pointer (&text);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const int fd = memfd_create ("fuzz", MFD_CLOEXEC);
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) all = NULL;
  g_autoptr (GByteArray) pieces = NULL;

  g_assert (fd >= 0);
  if (size > 0 && write (fd, data + 1, size - 1) == (gssize) size - 1)
    {
      all = read_all (fd, LIMIT, &error);
      g_assert ((all == NULL) == (error != NULL));
      pieces = read_all (fd, (gsize) data[0] + 1, NULL);
      g_assert ((all == NULL) == (pieces == NULL));
      g_assert (all == NULL
                || (all->len == pieces->len
                    && memcmp (all->data, pieces->data, all->len) == 0));
    }
  g_close (fd, NULL);
  return 0;
}
