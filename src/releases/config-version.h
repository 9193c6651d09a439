/* config-version.h - the versions of kubescheduler.config.k8s.io
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "releases/release.h"

#define FIT_CONFIG_GROUP "kubescheduler.config.k8s.io"
#define FIT_CONFIG_KIND "KubeSchedulerConfiguration"

typedef enum
{
  FIT_CONFIG_V1ALPHA1 = 1,
  FIT_CONFIG_V1ALPHA2,
  FIT_CONFIG_V1BETA1,
  FIT_CONFIG_V1BETA2,
  FIT_CONFIG_V1BETA3,
  FIT_CONFIG_V1,
  FIT_CONFIG_VERSION_LAST,
} FitConfigVersion;

/* A range of versions, including both ends (0 means no limit), in some
 * releases. */
typedef struct
{
  FitConfigVersion since;
  FitConfigVersion until;
  FitSpan releases;
} FitConfigSpan;

/* fit_config_span_has: does @span include @version in @release? */
gboolean fit_config_span_has (const FitConfigSpan *span,
                              FitConfigVersion version, FitRelease release);

/* fit_config_version_name: "v1beta1" */
const char *fit_config_version_name (FitConfigVersion version);

/* fit_config_api_version: "kubescheduler.config.k8s.io/v1beta1" */
const char *fit_config_api_version (FitConfigVersion version);

/* fit_config_version_parse: parses "v1beta1", with or without the group.  Fails
 * with FIT_ERROR_USAGE */
gboolean fit_config_version_parse (const char *text, FitConfigVersion *out,
                                   GError **error);

/* fit_config_version_is_read_by: does @release read @version? */
gboolean fit_config_version_is_read_by (FitConfigVersion version,
                                        FitRelease release);

/* fit_config_version_oldest_release, fit_config_version_newest_release: the
 * oldest and newest verified of fit_releases() that read @version */
FitRelease fit_config_version_oldest_release (FitConfigVersion version);
FitRelease fit_config_version_newest_release (FitConfigVersion version);

/* fit_config_version_newest: the newest version that @release reads; every
 * release reads one */
FitConfigVersion fit_config_version_newest (FitRelease release);

/* fit_config_versions_text: Returns: (transfer full): the versions that
 * @release reads, for messages: "v1beta3 and v1" */
char *fit_config_versions_text (FitRelease release);
