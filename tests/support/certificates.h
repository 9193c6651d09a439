/* certificates.h - keys and certificates for one run of a test
 *
 * Made by the openssl command, in a directory that goes away with them.  All
 * members are paths of PEM files.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

typedef struct
{
  char *directory;
  char *ca;                           /* signed all but the stranger's */
  char *other_ca;                     /* signed the stranger's */
  char *local_cert, *local_key;       /* server localhost, 127.0.0.1 */
  char *named_cert, *named_key;       /* server extender.example */
  char *client_cert, *client_key;     /* a client in the groups dev and ops */
  char *stranger_cert, *stranger_key; /* a client */
  char *locked_key;                   /* client_key behind a password */
} Certificates;

/* certificates_setup, certificates_teardown: for a group of tests, in *@state; what
 * does not work fails them */
int certificates_setup (void **state);
int certificates_teardown (void **state);

/* certificates_of: of the group; without an openssl command the test is skipped */
const Certificates *certificates_of (void **state);
