/* poison.h - tells the address sanitizer which memory is not in use
 *
 * It knows the blocks of malloc(), but not what is divided further.  Without the
 * sanitizer these do nothing.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#if defined __has_feature
#if __has_feature(address_sanitizer)
#define FIT_SANITIZES_ADDRESSES
#endif
#elif defined __SANITIZE_ADDRESS__
#define FIT_SANITIZES_ADDRESSES
#endif

#ifdef FIT_SANITIZES_ADDRESSES
#include <sanitizer/asan_interface.h>

#define FIT_POISON(start, size) __asan_poison_memory_region ((start), (size))
#define FIT_UNPOISON(start, size) \
  __asan_unpoison_memory_region ((start), (size))

/* Between two blocks, so that a step behind the first one is not in the other. */
#define FIT_POISON_GAP ((gsize) 16)
#else
#define FIT_POISON(start, size) ((void) (start), (void) (size))
#define FIT_UNPOISON(start, size) ((void) (start), (void) (size))
#define FIT_POISON_GAP ((gsize) 0)
#endif
