/* texts.h - formats amounts, taints, selectors and the like as kubectl does
 *
 * For readable messages.  Every function returns a string that the caller
 * frees.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/pod.h"

/* fit_format_milli_cpu, fit_format_bytes: an exact quantity: "500m", "2",
 * "1536Mi" */
char *fit_format_milli_cpu (gint64 milli_cpu);
char *fit_format_bytes (gint64 bytes);

/* fit_amount_format: an amount of @resource, in its own unit: millicores,
 * bytes, or a count */
char *fit_amount_format (const char *resource, gint64 amount);

/* fit_resource_is_bytes: is @resource counted in bytes? */
gboolean fit_resource_is_bytes (const char *resource);

/* fit_pod_full_name: "NAMESPACE/NAME" */
char *fit_pod_full_name (const FitPod *pod);

/* fit_host_port_format: "8080/TCP", "10.0.0.1:8080/TCP" */
char *fit_host_port_format (const FitHostPort *port);

/* fit_taint_format: "team=ml:NoSchedule", "maintenance:NoExecute" */
char *fit_taint_format (const FitTaint *taint);

/* fit_requirement_format: "disk=ssd", "zone in (a, b)", "!spot", "cores>4" */
char *fit_requirement_format (const FitRequirement *requirement);

/* fit_selector_format: all requirements: "app=web,tier!=cache" */
char *fit_selector_format (const FitSelector *selector);

/* fit_node_selector_format: all terms, with " or " between them */
char *fit_node_selector_format (const FitNodeSelector *selector);
