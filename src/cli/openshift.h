/* openshift.h - the rules that OpenShift's Scheduler (config.openshift.io)
 * stands for
 *
 * OpenShift's operator writes the configuration of kube-scheduler from
 * spec.profile, as its release 4.N does for Kubernetes 1.N+13.  Up to 4.9
 * spec.policy names a ConfigMap in the namespace openshift-config instead.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "releases/config-version.h"
#include "formats/value.h"

#define FIT_OPENSHIFT_GROUP "config.openshift.io/"
#define FIT_OPENSHIFT_KIND "Scheduler"
#define FIT_OPENSHIFT_POLICY_NAMESPACE "openshift-config"

/* fit_openshift_profile_names: "LowNodeUtilization, ..."; NULL-terminated */
extern const char *const fit_openshift_profile_names[];

/* fit_openshift_configuration: the configuration for @profile, which exists, in
 * @release (0: the newest).  @out_version: (out): of it.  Returns: (transfer
 * full) (nullable): NULL with FIT_ERROR_SCHEMA if the release had no profiles */
char *fit_openshift_configuration (const char *profile, FitRelease release,
                                   FitConfigVersion *out_version,
                                   GError **error);

/* fit_openshift_policy_configuration: a v1alpha1 configuration that names the
 * Policy in ConfigMap @name.  Returns: (transfer full) */
char *fit_openshift_policy_configuration (const char *name);

/* fit_openshift_node_selector: Returns: what pods of namespaces without a node
 * selector of their own get when they are created; "" for nothing */
const char *fit_openshift_node_selector (const FitValue *spec);

/* fit_openshift_note: Returns: (transfer full) (nullable): what @spec (nullable)
 * asks for that is not a matter of the scheduler's rules */
char *fit_openshift_note (const FitValue *spec);
