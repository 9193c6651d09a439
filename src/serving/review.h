/* review.h - asks an API server about a token or a user, and waits
 *
 * Internal to serving/.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value.h"
#include "client/api-client.h"

/**
 * fit_review:
 * @path: "/apis/authentication.k8s.io/v1/tokenreviews"
 * @body: the object, as JSON
 * @arena: owns the result
 *
 * Not on the thread of @client.  Messages do not repeat what was sent.
 *
 * Returns: (nullable): the status of the object that came back; NULL with
 * FIT_ERROR_REMOTE
 */
const FitValue *fit_review (FitApiClient *client, const char *path,
                            const char *body, FitArena *arena, GError **error);
