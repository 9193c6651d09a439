/* request-template.h - the URL of a request without its names and values
 *
 * Private to daemon/.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/**
 * fit_request_template:
 * @server: "https://10.0.0.1:6443", with or without "/" at its end
 * @path: with its query: "/api/v1/namespaces/shop/pods/web-3/binding"
 *
 * What kube-scheduler's client shows in the label "url", so that there are as
 * many as there are kinds of requests:
 * "https://10.0.0.1:6443/api/v1/namespaces/%7Bnamespace%7D/pods/%7Bname%7D/binding"
 *
 * Returns: (transfer full)
 */
char *fit_request_template (const char *server, const char *path);
