/* served.h - a server of src/serving, and a client for it
 *
 * What does not work fails the test.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "net/http.h"
#include "serving/server.h"
#include "tests/support/cmocka.h"

/* served_ask: Returns: (transfer full): the response of @path at @port of
 * 127.0.0.1; with @tls (nullable) over HTTPS.  @header: (nullable): one or more,
 * each in a line of its own.  @body: (nullable) */
FitHttpResponse *served_ask (guint port, const FitHttpTLS *tls,
                             const char *method, const char *path,
                             const char *header, const char *body);

/* served_assert: GET @path gets this status and text */
void served_assert (guint port, const char *path, guint status,
                    const char *text);

/* served_text: Returns: (transfer full): the body */
char *served_text (const FitHttpResponse *response);

/* served_find_port: Returns: a port of 127.0.0.1 that nobody used just now */
guint served_find_port (void);

/* served_connect: Returns: a socket to @port of 127.0.0.1 */
int served_connect (guint port);

/* served_say: sends bytes; a connection that is closed already is no failure */
void served_say (int fd, const char *bytes, gsize len);

/* served_hear: closes it after everything was read.  Returns: (transfer
 * full) */
char *served_hear (int fd);

/* served_greet: a page that says whom it is for */
void served_greet (const FitServerRequest *request, FitServerAnswer *answer,
                   gpointer data);
