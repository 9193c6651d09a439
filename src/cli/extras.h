/* extras.h - what a program adds to the command line: rules and plugins
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "factory/registry.h"
#include "framework/plugin-registry.h"

G_BEGIN_DECLS

/**
 * FitRegisterFunc:
 * @registry: contains v1.16's rules with @gates; may be extended
 * @gates: the feature gates in effect
 *
 * May be called more than once, each time with a new registry.
 */
typedef void (*FitRegisterFunc) (FitRegistry *registry, FitFeatureGates gates,
                                 gpointer data);

/* FitRegisterPluginsFunc: @registry is empty; may be called more than once,
 * each time with a new one */
typedef void (*FitRegisterPluginsFunc) (FitPluginRegistry *registry,
                                        gpointer data);

/* The additions of a program. */
typedef struct
{
  FitRegisterFunc rules;          /* (nullable): predicates and priorities */
  FitRegisterPluginsFunc plugins; /* (nullable): plugins for
                                     KubeSchedulerConfigurations */
  gpointer data;                  /* passed to both */
} FitExtras;

G_END_DECLS
