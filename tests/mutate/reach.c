/* reach.c - notes which functions of the library are called (./dev mutate)
 *
 * Each function calls the one below, as gcc -finstrument-functions has it.  The
 * file that FIT_MUTATE_CALLS names has a byte for each byte of the library; the one
 * at the start of a function is set.  It is mapped, so it is right although a
 * process is killed.
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

extern const char __ehdr_start[] __attribute__ ((visibility ("hidden")));

static volatile char *calls;
static size_t n_calls;

__attribute__ ((constructor)) static void
open_calls (void)
{
  const char *name = getenv ("FIT_MUTATE_CALLS");
  const int file = name ? open (name, O_RDWR | O_CLOEXEC) : -1;
  struct stat status;
  void *map;

  if (file < 0)
    return;
  map = fstat (file, &status) == 0
            ? mmap (NULL, (size_t) status.st_size, PROT_READ | PROT_WRITE,
                    MAP_SHARED, file, 0)
            : MAP_FAILED;
  close (file);
  if (map == MAP_FAILED)
    return;
  n_calls = (size_t) status.st_size;
  calls = map;
}

void __cyg_profile_func_enter (void *function, void *caller);
void __cyg_profile_func_exit (void *function, void *caller);

void
__cyg_profile_func_enter (void *function, void *caller)
{
  const size_t at = (size_t) ((const char *) function - __ehdr_start);

  (void) caller;
  if (calls && at < n_calls && !calls[at])
    calls[at] = 1;
}

void
__cyg_profile_func_exit (void *function, void *caller)
{
  (void) function;
  (void) caller;
}
