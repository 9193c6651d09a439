/* taints.h - taints of nodes, tolerations of pods
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  FIT_EFFECT_NONE, /* absent; in a toleration: any effect */
  FIT_EFFECT_NO_SCHEDULE,
  FIT_EFFECT_PREFER_NO_SCHEDULE,
  FIT_EFFECT_NO_EXECUTE,
  FIT_EFFECT_OTHER, /* an unknown effect, different from all others */
} FitTaintEffect;

/* Sets of effects: bits 1 << FitTaintEffect. */
#define FIT_EFFECTS_ALL (~0u)
#define FIT_EFFECTS_THAT_KEEP_OUT \
  (1u << FIT_EFFECT_NO_SCHEDULE | 1u << FIT_EFFECT_NO_EXECUTE)

typedef enum
{
  FIT_TOLERATION_EQUAL, /* "Equal" or absent */
  FIT_TOLERATION_EXISTS,
  FIT_TOLERATION_LT,      /* the number in the taint is less... */
  FIT_TOLERATION_GT,      /* ...or greater than that in the toleration */
  FIT_TOLERATION_INVALID, /* any other operator: tolerates nothing */
} FitTolerationOperator;

typedef struct
{
  const char *key;   /* interned, "" when absent */
  const char *value; /* interned, "" when absent */
  const char
      *text; /* (nullable) interned, of taints of nodes: "{KEY: VALUE}" */
  FitTaintEffect effect;
  guint unused; /* 0: no padding, see base/shape.h */
} FitTaint;

typedef struct
{
  const char *key;   /* interned, "" when absent: any key */
  const char *value; /* interned */
  FitTolerationOperator op;
  FitTaintEffect effect;
} FitToleration;

/* fit_toleration_tolerates: hot path.  Lt and Gt compare decimal integers as Go
 * writes them; what is none, or is beyond int64, is not tolerated */
gboolean fit_toleration_tolerates (const FitToleration *toleration,
                                   const FitTaint *taint);

/* fit_tolerations_tolerate: does any of @n tolerations? */
gboolean fit_tolerations_tolerate (const FitToleration *tolerations, guint n,
                                   const FitTaint *taint);

/* fit_find_untolerated: Returns: (nullable): the first of @n_taints that has one of
 * @effects and that none of @n tolerations tolerates; hot path */
const FitTaint *fit_find_untolerated (const FitToleration *tolerations, guint n,
                                      const FitTaint *taints, guint n_taints,
                                      guint effects);

/* fit_taint_is_set_by_kubernetes: does the taint stand for the state of its
 * node?  @out_condition: (out) (nullable): the node condition that it stands
 * for; NULL: the node is cordoned */
gboolean fit_taint_is_set_by_kubernetes (const FitTaint *taint,
                                         const char **out_condition);

/* fit_taint_effect_parse: @text (nullable) */
FitTaintEffect fit_taint_effect_parse (const char *text);

/* fit_taint_effect_name: "" for NONE */
const char *fit_taint_effect_name (FitTaintEffect effect);

G_END_DECLS
