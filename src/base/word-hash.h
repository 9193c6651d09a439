/* word-hash.h - hashes of 64 bits, made word by word
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

#define FIT_ODD_1 G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)
#define FIT_ODD_2 G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9)
#define FIT_ODD_3 G_GUINT64_CONSTANT (0x94d049bb133111eb)

/* fit_word_hash: a bijection; every bit of the result depends on every bit of @x */
static inline guint64
fit_word_hash (guint64 x)
{
  x = (x ^ (x >> 30)) * FIT_ODD_2;
  x = (x ^ (x >> 27)) * FIT_ODD_3;
  return x ^ (x >> 31);
}

/* fit_next_hash: Returns: the hash of what @hash stands for, followed by @word */
static inline guint64
fit_next_hash (guint64 hash, guint64 word)
{
  hash = (hash ^ word) * FIT_ODD_2;
  return hash ^ (hash >> 32);
}
