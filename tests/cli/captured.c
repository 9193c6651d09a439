/* captured.c - standard error in a file while a call is running
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <unistd.h>

#include "tests/cli/captured.h"
#include "tests/support/cmocka.h"

char *
captured_stderr (void (*print) (gpointer data), gpointer data)
{
  FILE *file = tmpfile ();
  const int kept = dup (STDERR_FILENO);
  char text[4096] = "";

  fflush (stderr);
  assert_int_equal (dup2 (fileno (file), STDERR_FILENO), STDERR_FILENO);
  print (data);
  fflush (stderr);
  assert_int_equal (dup2 (kept, STDERR_FILENO), STDERR_FILENO);
  close (kept);
  rewind (file);
  assert_true (fread (text, 1, sizeof text - 1, file) < sizeof text - 1);
  fclose (file);
  return g_strdup (text);
}
