/* pieces.h - any bytes, in any pieces
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* Takes the next piece.  Returns: FALSE with @error */
typedef gboolean (*PieceFunc) (gpointer stream, const char *bytes, gsize len,
                               GError **error);

/* Cuts @bytes, another way for each @step from 1 on, not at all if it is larger than
 * @len, until @take has had enough.  Returns: what it returned last */
static inline gboolean
feed_pieces (PieceFunc take, gpointer stream, const char *bytes, gsize len,
             gsize step, GError **error)
{
  gboolean fine = TRUE;

  for (gsize i = 0, n; fine && i < len; i += n)
    {
      n = MIN (len - i, 1 + (i * 7 + step) % step);
      fine = take (stream, bytes + i, n, error);
    }
  return fine;
}
