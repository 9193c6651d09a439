/* sockets.h - whole messages through sockets between processes of the program
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* fit_socket_write, fit_socket_read: all of @len bytes.  Returns: FALSE with errno,
 * or if the other side has closed its end, which leaves errno as it is */
gboolean fit_socket_write (int fd, gconstpointer bytes, gsize len);
gboolean fit_socket_read (int fd, gpointer bytes, gsize len);
