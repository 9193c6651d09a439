/* server-user.h - who asks a server, as it tells the API server
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

typedef struct
{
  char *name;    /* owned */
  char *members; /* owned: "user", "groups", ... of a SubjectAccessReview, as
                    members of a JSON object */
} FitServerUser;

#define FIT_SERVER_ANONYMOUS "system:anonymous"
#define FIT_SERVER_NOBODY "system:unauthenticated" /* a group */

/**
 * fit_server_user_describe:
 * @user: zero
 * @groups: (nullable): NULL-terminated.  Whoever is not anonymous is in
 *   system:authenticated, too
 * @uid: (nullable)
 * @extra: (nullable): a JSON object
 *
 * All texts are UTF-8.
 */
void fit_server_user_describe (FitServerUser *user, const char *name,
                               const char *const *groups, const char *uid,
                               const char *extra);
void fit_server_user_clear (FitServerUser *user);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitServerUser, fit_server_user_clear)
