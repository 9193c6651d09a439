/* fake-plugin.h - a plugin that says what a test wants, and notes its calls
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "framework/framework.h"

#define SECOND G_GINT64_CONSTANT (1000000000)

/* What is said at one point; all zero is success. */
typedef struct
{
  FitStatusCode code;
  const char *message;
  gint64 timeout; /* of Permit */
} FakeAnswer;

typedef struct
{
  FitValue args; /* how create() finds it */
  const char *name;
  GString *log; /* borrowed */
  FakeAnswer answers[FIT_POINT_LAST];
  const char *room; /* (nullable): the node on which it makes room */
  /* (nullable): asked before the answers are looked up */
  FitStatusCode (*choose) (gpointer data, FitExtensionPoint point,
                           const FitPod *pod);
  gpointer data;
} FakePlugin;

#define FAKE_PLUGINS 2

/* Sets of points. */
#define POINT(name) (1u << FIT_POINT_##name)

/* fake_plugin_enable: registers plugin number @number ("one", "two") and
 * enables it at @points; @plugin is borrowed and fit to be used for as long as
 * the framework */
void fake_plugin_enable (FakePlugin *plugin, guint number, guint points,
                         FitPluginRegistry *registry, FitPluginLists *lists);
