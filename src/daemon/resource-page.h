/* resource-page.h - the page /metrics/resources: what each pod requests
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "serving/server.h"

/* fit_resource_page_show: for a FitServerRoute; @daemon: of whose pods */
void fit_resource_page_show (const FitServerRequest *request,
                             FitServerAnswer *answer, gpointer daemon);
