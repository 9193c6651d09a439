/* packing-lint.c - finds profiles whose author wanted to pack nodes, but whose
 * other scores spread pods
 *
 * Four replicas of a Deployment are placed on four empty nodes.  A profile that
 * packs puts them on one node.  If this one does not, changes are tried until
 * one does; only such a change is advised.  With a cluster, its own pods are
 * placed, too, and the warning says what would change there.
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/packing-lint.h"

#include <string.h>

#include "base/each.h"
#include "config/legacy-rules.h"
#include "warnings/packing.h"
#include "rules/rule.h"
#include "simulate/config-trial.h"

#define N_REPLICAS 4

/* -- the scene ------------------------------------------------------------- */

static void
append_amounts (GString *out, const FitRuleUse *packing, const char *cpu,
                const char *memory, const char *others)
{
  g_string_append_printf (out, "cpu: %s, memory: %s", cpu, memory);
  for (guint i = 0; i < packing->resources.n; i++)
    {
      const char *name = packing->resources.items[i].name;

      if (strcmp (name, "cpu") != 0 && strcmp (name, "memory") != 0)
        g_string_append_printf (out, ", \"%s\": \"%s\"", name, others);
    }
  g_string_append (out, "}");
}

/* Returns: (transfer full) (nullable) */
static FitObjects *
scene_new (const FitRuleUse *packing)
{
  static const char owner[]
      = "---\napiVersion: apps/v1\nkind: ReplicaSet\n"
        "metadata: {name: web, namespace: default, uid: web}\n"
        "spec: {replicas: 4, selector: {matchLabels: {app: web}}}\n";
  g_autoptr (GString) text = g_string_new (owner);
  g_autoptr (FitObjects) scene = fit_objects_new ();

  for (guint i = 1; i <= N_REPLICAS; i++)
    {
      g_string_append_printf (
          text,
          "---\napiVersion: v1\nkind: Node\n"
          "metadata: {name: n%u, labels: {kubernetes.io/hostname: n%u}}\n"
          "status:\n  allocatable: {pods: 110, ",
          i, i);
      append_amounts (text, packing, "8", "32Gi", "8");
      g_string_append_c (text, '\n');
      g_string_append_printf (
          text,
          "---\napiVersion: v1\nkind: Pod\n"
          "metadata:\n  name: web-%u\n  namespace: default\n"
          "  labels: {app: web}\n  ownerReferences:\n"
          "  - {apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: web, "
          "controller: true}\n"
          "spec:\n  containers:\n  - name: c\n    resources:\n"
          "      requests: {",
          i);
      append_amounts (text, packing, "1500m", "6Gi", "1");
      g_string_append_c (text, '\n');
    }
  return fit_objects_read (scene, text->str, text->len, "scene",
                           FIT_DECODE_DEFAULT, NULL, NULL)
             ? g_steal_pointer (&scene)
             : NULL;
}

/* -- changes --------------------------------------------------------------- */

typedef struct
{
  FitConfigTrial trial;
  const char *plugin; /* that packs */
  FitRuleUse packing;
  FitTrialPlace scene;
  FitTrialPlace cluster;
  gboolean has_cluster;
} Packer;

/* Does @file put all replicas on one node? */
static gboolean
packs (const Packer *packer, const FitConfigFile *file)
{
  g_autoptr (GPtrArray) nodes
      = fit_config_trial_run (&packer->trial, file, &packer->scene);

  return nodes != NULL && fit_trial_count_nodes (nodes) == 1;
}

static const FitProfile *
profile_of (const Packer *packer)
{
  return &packer->trial.lint->configuration->profiles[packer->trial.index];
}

/* The plugin that spreads pods by default. */
static const char *
spreading_plugin (void)
{
  return fit_rule_with_setting (FIT_SETTING_SPREADING)->name;
}

/* The replicas have no constraints of their own, but other pods may. */
static gboolean
drop_constraints (const Packer *packer, FitConfigFile *file)
{
  static const char args[]
      = "{\"defaultConstraints\": [], \"defaultingType\": \"List\"}";
  const char *const spread = spreading_plugin ();
  const FitValue *value;

  if (!fit_profile_has (profile_of (packer), FIT_POINT_SCORE, spread))
    return FALSE;
  value = fit_json_parse (packer->trial.arena, args, strlen (args), NULL, NULL,
                          NULL);
  fit_profile_file_set_args (file->profiles, spread, value,
                             packer->trial.arena);
  return TRUE;
}

#define CONSTRAINTS_OFF                                       \
  "write defaultConstraints: [] and defaultingType: List in " \
  "the arguments of PodTopologySpread, which leaves pods their own constraints"

/* A change after which the replicas are on one node. */
typedef struct
{
  char *text;          /* (nullable) owned: NULL: none was found */
  FitConfigFile *file; /* the changed file */
  GPtrArray *loud;     /* owned, of char (borrowed): plugins that it silences */
} Advice;

static void
advice_clear (Advice *advice)
{
  g_clear_pointer (&advice->text, g_free);
  g_clear_pointer (&advice->loud, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Advice, advice_clear)

/* Tries to turn the default constraints off, if @constraints, and to disable
 * @plugin (nullable). */
static gboolean
try_change (const Packer *packer, gboolean constraints, const char *plugin,
            Advice *advice)
{
  advice->file = fit_config_trial_file (&packer->trial);
  g_ptr_array_set_size (advice->loud, 0);
  if (constraints && !drop_constraints (packer, advice->file))
    return FALSE;
  if (constraints)
    g_ptr_array_add (advice->loud, (gpointer) spreading_plugin ());
  if (plugin != NULL)
    {
      fit_config_trial_silence (&packer->trial, advice->file, plugin);
      g_ptr_array_add (advice->loud, (gpointer) plugin);
    }
  if (!packs (packer, advice->file))
    return FALSE;
  advice->text = g_strdup_printf (
      "%s%s%s%s%s", constraints ? CONSTRAINTS_OFF : "",
      constraints && plugin != NULL ? ", and " : "",
      plugin != NULL ? "disable " : "", plugin != NULL ? plugin : "",
      plugin != NULL ? " at score" : "");
  return TRUE;
}

/* Silences as little as possible. */
static void
try_silence (const Packer *packer, Advice *advice)
{
  const FitProfileList *list = &profile_of (packer)->plugins[FIT_POINT_SCORE];

  advice->loud = g_ptr_array_new ();
  if (try_change (packer, TRUE, NULL, advice))
    return;
  for (guint constraints = 0; constraints < 2; constraints++)
    for (guint i = 0; i < list->n; i++)
      {
        const char *name = list->items[i].name;

        if (strcmp (name, packer->plugin) != 0
            && (constraints == 0 || strcmp (name, spreading_plugin ()) != 0)
            && try_change (packer, constraints == 1, name, advice))
          return;
      }
  g_ptr_array_set_size (advice->loud, 0);
}

/* -- evidence -------------------------------------------------------------- */

static char *
say_decided (const FitTrialPlace *place, guint n, const char *what)
{
  const guint pods = place->pods->len;
  g_autofree char *number
      = n == 0 ? g_strdup ("none") : g_strdup_printf ("%u", n);

  return g_strdup_printf ("%s decided %s of %u %s%s", what, number, pods,
                          pods == 1 ? "placement" : "placements",
                          place->anew ? ", when the pods of the cluster are "
                                        "placed anew"
                                      : " of pending pods");
}

/* What the plugin decides in the cluster, and what @advised changes there.
 * Returns: (transfer full): "" without a cluster, or without an answer */
static char *
find_evidence (const Packer *packer, const FitConfigFile *advised)
{
  const FitConfigTrial *trial = &packer->trial;
  FitConfigFile *silent = fit_config_trial_file (trial);
  g_autoptr (GPtrArray) as_is = NULL;
  g_autoptr (GPtrArray) without = NULL;
  g_autoptr (GPtrArray) better = NULL;
  g_autofree char *decided = NULL;

  if (!packer->has_cluster)
    return g_strdup ("");
  fit_config_trial_silence (trial, silent, packer->plugin);
  as_is = fit_config_trial_run (trial, fit_config_trial_file (trial),
                                &packer->cluster);
  without = fit_config_trial_run (trial, silent, &packer->cluster);
  better = fit_config_trial_run (trial, advised, &packer->cluster);
  if (as_is == NULL || without == NULL || better == NULL)
    return g_strdup ("");
  decided = say_decided (&packer->cluster,
                         fit_trial_count_moved (as_is, without), "it");
  return g_strdup_printf (
      "; in this cluster %s, and the pods are on %u of the %u nodes, and on %u "
      "after the first change below",
      decided, fit_trial_count_nodes (as_is),
      packer->cluster.objects->of[FIT_KIND_NODE]->len,
      fit_trial_count_nodes (better));
}

/* -- the warning ----------------------------------------------------------- */

/* The strategy, where the file says it, or else the list with the plugin. */
static FitPlace
find_place (const Packer *packer, char **out_path)
{
  const FitConfigFile *file = packer->trial.lint->configuration->file;
  const FitProfileFile *written = &file->profiles[packer->trial.index];

  for (guint i = 0; i < written->n_plugin_config; i++)
    if (strcmp (written->plugin_config[i].name, packer->plugin) == 0)
      {
        *out_path = g_strdup_printf (
            "profiles[%u].pluginConfig[%u]%s%s", packer->trial.index, i,
            *packer->packing.field != '\0' ? ".args." : "",
            packer->packing.field);
        return written->plugin_config[i].place;
      }
  return fit_profile_score_place (file, packer->trial.index, packer->plugin,
                                  out_path);
}

static gint32
weight_of (const Packer *packer, const char *plugin)
{
  const FitProfileList *list = &profile_of (packer)->plugins[FIT_POINT_SCORE];

  for (guint i = 0; i < list->n; i++)
    if (strcmp (list->items[i].name, plugin) == 0)
      return list->items[i].weight;
  return 0;
}

/* Returns: (transfer full): "PodTopologySpread (weight 2) outvotes" */
static char *
who_outvotes (const Packer *packer, const GPtrArray *loud)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;

  for (guint i = 0; i < loud->len; i++)
    g_ptr_array_add (names,
                     g_strdup_printf ("%s (weight %d)", (char *) loud->pdata[i],
                                      weight_of (packer, loud->pdata[i])));
  text = fit_join_names (names);
  if (loud->len == 0)
    return g_strdup ("the other scores together outvote");
  return g_strdup_printf ("%s %s", text,
                          loud->len == 1 ? "outvotes" : "outvote");
}

static gboolean
asks_extenders (const FitConfiguration *configuration)
{
  FIT_EACH (const FitExtenderPolicy, extender, configuration->extenders)
    if (*extender->prioritize_verb != '\0' && extender->weight > 0)
      return TRUE;
  return FALSE;
}

/* Without advice that works there is nothing to say. */
static void
warn_spread (const Packer *packer, guint n_nodes, GPtrArray *warnings)
{
  const FitConfiguration *configuration = packer->trial.lint->configuration;
  g_auto (Advice) silence = { 0 };
  g_auto (Advice) weight = { 0 };
  g_autofree char *evidence = NULL;
  g_autofree char *outvotes = NULL;
  char *path;
  FitPlace place;
  static const gint32 weights[]
      = { 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 30, 50, 100 };
  FitWarning *warning;
  g_autofree char *text = NULL;

  try_silence (packer, &silence);
  for (guint i = 0; i < G_N_ELEMENTS (weights) && weight.text == NULL; i++)
    {
      weight.file = fit_config_trial_file (&packer->trial);
      fit_config_trial_weigh (&packer->trial, weight.file, packer->plugin,
                              weights[i]);
      if (packs (packer, weight.file))
        weight.text = g_strdup_printf ("give %s weight %d at score",
                                       packer->plugin, weights[i]);
    }
  if (silence.text == NULL && weight.text == NULL)
    return;
  evidence = find_evidence (packer,
                            silence.text != NULL ? silence.file : weight.file);
  outvotes = who_outvotes (packer, silence.loud);
  place = find_place (packer, &path);
  warning = fit_warnings_add (
      warnings, FIT_WARN_PACKING_OUTVOTED, place, path,
      "%s asks for full nodes, but %s %s (weight %d)%s: four replicas "
      "of a Deployment on four empty nodes are spread over %u of "
      "them%s",
      packer->packing.strategy, outvotes,
      strcmp (packer->packing.strategy, packer->plugin) == 0 ? "it"
                                                             : packer->plugin,
      weight_of (packer, packer->plugin),
      asks_extenders (configuration) ? ", extenders aside" : "", n_nodes,
      evidence);
  text = g_strdup_printf ("%s%s%s", silence.text != NULL ? silence.text : "",
                          silence.text != NULL && weight.text != NULL ? "; or "
                                                                      : "",
                          weight.text != NULL ? weight.text : "");
  *text = g_ascii_toupper (*text);
  fit_warning_set_fix (
      warning, "%s. Tried: the four replicas are on one node then.", text);
}

/* The scores of plugins of other programs may be anything. */
static gboolean
knows_scores (const FitConfiguration *configuration, guint index)
{
  const FitProfile *profile = &configuration->profiles[index];

  FIT_EACH (const FitUnknownPlugin, plugin, configuration->unknown)
    if (plugin->profile == index
        && (fit_points_have (plugin->points, FIT_POINT_SCORE)
            || fit_points_have (plugin->points, FIT_POINT_MULTI)))
      return FALSE;
  return profile->plugins[FIT_POINT_SCORE].n > 0;
}

static void
lint_profile (const FitConfigLint *lint, guint index, GPtrArray *warnings)
{
  const FitProfile *profile = &lint->configuration->profiles[index];
  const FitProfileList *list = &profile->plugins[FIT_POINT_SCORE];

  for (guint i = 0; i < list->n; i++)
    {
      Packer packer = { .trial = { .lint = lint, .index = index },
                        .plugin = list->items[i].name };

      if (fit_profile_use (profile, packer.plugin, &packer.packing)
          && fit_use_packs (&packer.packing))
        {
          g_autoptr (FitObjects) scene = scene_new (&packer.packing);
          g_autoptr (GPtrArray) nodes = NULL;
          g_autoptr (FitArena) arena = fit_arena_new ();
          guint n_nodes;

          if (scene != NULL)
            {
              packer.trial.arena = arena;
              packer.scene = (FitTrialPlace){ .objects = scene,
                                              .pods = g_ptr_array_ref (
                                                  scene->of[FIT_KIND_POD]) };
              packer.has_cluster = fit_trial_place_init (
                  &packer.cluster, packer.trial.lint, packer.trial.index);
              nodes = fit_config_trial_run (
                  &packer.trial, fit_config_trial_file (&packer.trial),
                  &packer.scene);
              n_nodes = nodes != NULL ? fit_trial_count_nodes (nodes) : 0;
              if (n_nodes > 1)
                warn_spread (&packer, n_nodes, warnings);
              fit_trial_place_clear (&packer.scene);
              fit_trial_place_clear (&packer.cluster);
            }
        }
    }
}

/* -- weights --------------------------------------------------------------- */

/* What do the plugins that are not heard decide in the cluster? */
static char *
unheard_evidence (const FitConfigTrial *trial, const FitUnheard *unheard)
{
  FitConfigFile *silent = fit_config_trial_file (trial);
  g_auto (FitTrialPlace) cluster = { 0 };
  g_autoptr (GPtrArray) as_is = NULL;
  g_autoptr (GPtrArray) without = NULL;
  g_autofree char *decided = NULL;

  if (!fit_trial_place_init (&cluster, trial->lint, trial->index))
    return g_strdup ("");
  for (guint i = 0; i < unheard->names->len; i++)
    fit_config_trial_silence (trial, silent, unheard->names->pdata[i]);
  as_is = fit_config_trial_run (trial, fit_config_trial_file (trial), &cluster);
  without = fit_config_trial_run (trial, silent, &cluster);
  if (as_is == NULL || without == NULL)
    return g_strdup ("");
  decided = say_decided (&cluster, fit_trial_count_moved (as_is, without),
                         unheard->names->len == 1 ? "it" : "they");
  return g_strdup_printf ("; in this cluster %s", decided);
}

/* The greatest weight of the heaviest plugin with which all are heard. */
static void
advise_weight (const FitConfigTrial *trial, const FitUnheard *unheard,
               FitWarning *warning)
{
  const FitConfigLint *lint = trial->lint;
  FitConfigFile *file = fit_config_trial_file (trial);
  const gint32 weight = (gint32) MIN (unheard->reach, G_MAXINT32);
  g_auto (FitUnheard) still = { 0 };
  g_autoptr (FitConfiguration) changed = NULL;

  fit_config_trial_weigh (trial, file, unheard->loudest, weight);
  changed = fit_configuration_change (lint->configuration, file, lint->options,
                                      NULL);
  if (changed != NULL && !fit_profile_unheard (changed, 0, &still))
    fit_warning_set_fix (warning,
                         "Give %s a weight of at most %d, unless the others "
                         "are only meant to break ties. Tried: with %d they "
                         "can outvote it.",
                         unheard->loudest, weight, weight);
}

static void
lint_weights (const FitConfigLint *lint, guint index, GPtrArray *warnings)
{
  const FitConfiguration *configuration = lint->configuration;
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitConfigTrial trial = { lint, index, arena };
  g_auto (FitUnheard) unheard = { 0 };
  g_autofree char *evidence = NULL;
  char *path;
  FitPlace place;

  if (!fit_profile_unheard (configuration, index, &unheard))
    return;
  evidence = unheard_evidence (&trial, &unheard);
  place = fit_profile_score_place (configuration->file, index, unheard.loudest,
                                   &path);
  advise_weight (&trial, &unheard,
                 fit_warnings_add (warnings, FIT_WARN_PLUGIN_OUTVOTED, place,
                                   path, "%s%s", unheard.text, evidence));
}

void
fit_packing_lint (const FitConfigLint *lint, GPtrArray *warnings)
{
  const FitConfiguration *configuration = lint->configuration;

  if (fit_configuration_runs_legacy_rules (configuration))
    return;
  for (guint i = 0; i < configuration->n_profiles; i++)
    if (knows_scores (configuration, i))
      {
        lint_profile (lint, i, warnings);
        lint_weights (lint, i, warnings);
      }
}
