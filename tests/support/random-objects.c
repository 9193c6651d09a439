/* random-objects.c - makes random nodes, pods and selectors that are valid
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/random-objects.h"

#include <string.h>

#define HOSTNAME "kubernetes.io/hostname"

/* TRUE @percent times in a hundred. */
static gboolean
chance (GRand *random, gint percent)
{
  return g_rand_int_range (random, 0, 100) < percent;
}

static const char *
pick (GRand *random, const char *const *words)
{
  return words[g_rand_int_range (random, 0,
                                 (gint32) g_strv_length ((char **) words))];
}

/* A member or element, with a comma where one belongs. */
static void G_GNUC_PRINTF (2, 3) add (GString *json, const char *format, ...)
{
  va_list args;

  if (json->len > 0 && strchr ("{[:", json->str[json->len - 1]) == NULL)
    g_string_append_c (json, ',');
  va_start (args, format);
  g_string_append_vprintf (json, format, args);
  va_end (args);
}

static void
end (GString *json, const char *brackets)
{
  g_string_append (json, brackets);
}

/* -- selectors and terms --------------------------------------------------- */

static const char *const apps[] = { "web", "db", "cache", NULL };
static const char *const tiers[] = { "front", "back", NULL };

static void
add_expression (GRand *random, GString *json)
{
  static const char *const operators[]
      = { "In", "NotIn", "Exists", "DoesNotExist", NULL };
  const char *name = pick (random, operators);

  if (g_str_has_suffix (name, "In"))
    add (json, "{\"key\":\"app\",\"operator\":\"%s\",\"values\":[\"%s\"]}",
         name, pick (random, apps));
  else
    add (json, "{\"key\":\"tier\",\"operator\":\"%s\"}", name);
}

static void
add_selector (GRand *random, GString *json, RandomFlags flags)
{
  if (chance (random, 4))
    return; /* absent: selects nothing */
  add (json, "\"labelSelector\":{");
  if ((flags & RANDOM_INVALID) && chance (random, 5))
    {
      add (json, "\"matchExpressions\":[{\"key\":\"app\","
                 "\"operator\":\"In\",\"values\":[]}]");
      end (json, "}");
      return;
    }
  if ((flags & RANDOM_SERIALS) && chance (random, 60))
    add (json, "\"matchLabels\":{\"serial\":\"%d\"}",
         g_rand_int_range (random, 0, 100000));
  else if (chance (random, 80))
    add (json, "\"matchLabels\":{\"app\":\"%s\"}", pick (random, apps));
  if (chance (random, 30))
    {
      add (json, "\"matchExpressions\":[");
      add_expression (random, json);
      end (json, "]");
    }
  end (json, "}");
}

static void
add_term (GRand *random, GString *json, RandomFlags flags)
{
  static const char *const keys[]
      = { HOSTNAME, "zone", "zone", "rack", "nowhere", NULL };
  static const char *const namespaces[]
      = { "\"a\"", "\"b\"", "\"a\",\"b\"", NULL };

  add (json, "{\"topologyKey\":\"%s\"", pick (random, keys));
  if (chance (random, 30))
    add (json, "\"namespaces\":[%s]", pick (random, namespaces));
  add_selector (random, json, flags);
  end (json, "}");
}

static void
add_terms (GRand *random, GString *json, const char *name, RandomFlags flags)
{
  add (json, "\"%s\":{", name);
  if (chance (random, 50))
    {
      add (json, "\"requiredDuringSchedulingIgnoredDuringExecution\":[");
      for (gint n = g_rand_int_range (random, 1, 3); n > 0; n--)
        add_term (random, json, flags);
      end (json, "]");
    }
  if (chance (random, 50))
    {
      add (json,
           "\"preferredDuringSchedulingIgnoredDuringExecution\":["
           "{\"weight\":%d,\"podAffinityTerm\":",
           g_rand_int_range (random, 1, 101));
      add_term (random, json, flags);
      end (json, "}]");
    }
  end (json, "}");
}

static void
add_node_affinity (GRand *random, GString *json)
{
  add (json,
       "\"nodeAffinity\":{\"preferredDuringSchedulingIgnoredDuringExecution\":"
       "[{\"weight\":%d,\"preference\":{\"matchExpressions\":[{\"key\":"
       "\"disk\",\"operator\":\"In\",\"values\":[\"ssd\"]}]}}]}",
       g_rand_int_range (random, 1, 20));
}

static void
add_affinity (GRand *random, GString *json, RandomFlags flags)
{
  /* Selectors that match hardly a pod leave room for many. */
  const gint often = flags & RANDOM_SERIALS ? 80 : 35;

  add (json, "\"affinity\":{");
  if ((flags & RANDOM_TERMS) && chance (random, often))
    add_terms (random, json, "podAffinity", flags);
  if ((flags & RANDOM_TERMS) && chance (random, often))
    add_terms (random, json, "podAntiAffinity", flags);
  if ((flags & RANDOM_RULES) && chance (random, 10))
    add_node_affinity (random, json);
  end (json, "}");
}

static void
add_spread (GRand *random, GString *json)
{
  static const char *const keys[] = { HOSTNAME, "zone", "rack", NULL };
  static const char *const otherwise[]
      = { "DoNotSchedule", "DoNotSchedule", "ScheduleAnyway", NULL };

  add (json, "\"topologySpreadConstraints\":[");
  for (gint n = g_rand_int_range (random, 1, 3); n > 0; n--)
    {
      add (json,
           "{\"maxSkew\":%d,\"topologyKey\":\"%s\","
           "\"whenUnsatisfiable\":\"%s\"",
           g_rand_int_range (random, 1, 4), pick (random, keys),
           pick (random, otherwise));
      add_selector (random, json, RANDOM_PLAIN);
      end (json, "}");
    }
  end (json, "]");
}

/* -- pods ------------------------------------------------------------------ */

static void
add_container (GRand *random, GString *json, RandomFlags flags)
{
  add (json, "\"containers\":[{\"name\":\"c\",\"image\":\"app:%d\"",
       g_rand_int_range (random, 0, 4));
  if (chance (random, 80))
    add (json,
         "\"resources\":{\"requests\":{\"cpu\":\"%dm\",\"memory\":\"%dMi\"}}",
         g_rand_int_range (random, 0, 10) * 50,
         g_rand_int_range (random, 0, 8) * 128);
  if ((flags & RANDOM_RULES) && chance (random, 5))
    add (json, "\"ports\":[{\"containerPort\":80,\"hostPort\":%d}]",
         g_rand_int_range (random, 8000, 8003));
  end (json, "}]");
}

static void
add_rules (GRand *random, GString *json)
{
  if (chance (random, 30))
    add (json, "\"priority\":%d", g_rand_int_range (random, -1, 3));
  if (chance (random, 20))
    add (json, "\"tolerations\":[{\"key\":\"dedicated\","
               "\"operator\":\"Exists\"}]");
  if (chance (random, 10))
    add (json, "\"nodeSelector\":{\"disk\":\"ssd\"}");
}

static void
add_labels (GRand *random, GString *json, RandomFlags flags)
{
  add (json, "\"labels\":{\"app\":\"%s\"", pick (random, apps));
  if (chance (random, 50))
    add (json, "\"tier\":\"%s\"", pick (random, tiers));
  if ((flags & RANDOM_SERIALS) && chance (random, 70))
    add (json, "\"serial\":\"%d\"", g_rand_int_range (random, 0, 100000));
  end (json, "}");
}

static void
add_spec (GRand *random, GString *json, const char *node, RandomFlags flags)
{
  add (json, "\"spec\":{\"schedulerName\":\"default-scheduler\"");
  if (node != NULL)
    add (json, "\"nodeName\":\"%s\"", node);
  add_container (random, json, flags);
  if (flags & (RANDOM_TERMS | RANDOM_RULES))
    add_affinity (random, json, flags);
  if (flags & RANDOM_RULES)
    add_rules (random, json);
  if ((flags & RANDOM_SPREAD) && chance (random, 50))
    add_spread (random, json);
  end (json, "}");
}

char *
random_pod (GRand *random, const char *name, const char *node,
            RandomFlags flags)
{
  GString *json = g_string_new (NULL);

  add (json,
       "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{"
       "\"name\":\"%s\",\"uid\":\"%s\",\"namespace\":\"%s\"",
       name, name, chance (random, 70) ? "a" : "b");
  if (chance (random, 95))
    add_labels (random, json, flags);
  if (node != NULL && chance (random, 10))
    add (json, "\"deletionTimestamp\":\"2020-01-01T00:00:00Z\"");
  end (json, "}");
  add_spec (random, json, node, flags);
  end (json, "}");
  return g_string_free (json, FALSE);
}

/* -- nodes ----------------------------------------------------------------- */

static void
add_node_labels (GRand *random, GString *json, const char *name)
{
  static const char *const zones[] = { "z1", "z2", "z3", NULL };
  static const char *const racks[] = { "r1", "r2", "r3", "r4", "r5", NULL };

  add (json, "\"labels\":{");
  if (chance (random, 95))
    add (json, "\"" HOSTNAME "\":\"%s\"", name);
  if (chance (random, 90))
    {
      const char *zone = pick (random, zones);

      add (json, "\"zone\":\"%s\"", zone);
      add (json, "\"failure-domain.beta.kubernetes.io/zone\":\"%s\"", zone);
    }
  if (chance (random, 80))
    add (json, "\"rack\":\"%s\"", pick (random, racks));
  if (chance (random, 60))
    add (json, "\"disk\":\"%s\"", chance (random, 50) ? "ssd" : "hdd");
  end (json, "}");
}

static void
add_trouble (GRand *random, GString *json)
{
  static const char *const effects[]
      = { "NoSchedule", "PreferNoSchedule", "NoExecute", NULL };

  if (chance (random, 20))
    add (json, "\"taints\":[{\"key\":\"dedicated\",\"effect\":\"%s\"}]",
         pick (random, effects));
  if (chance (random, 5))
    add (json, "\"unschedulable\":true");
}

char *
random_node (GRand *random, const char *name, RandomFlags flags)
{
  GString *json = g_string_new (NULL);

  add (json,
       "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{"
       "\"name\":\"%s\"",
       name);
  add_node_labels (random, json, name);
  end (json, "}");
  add (json, "\"spec\":{");
  if (flags & RANDOM_TROUBLE)
    add_trouble (random, json);
  end (json, "}");
  add (json,
       "\"status\":{\"allocatable\":{\"cpu\":\"%d\",\"memory\":\"%dGi\","
       "\"pods\":\"%d\"}",
       g_rand_int_range (random, 1, 9), g_rand_int_range (random, 2, 17),
       g_rand_int_range (random, 5, 30));
  add (json, "\"images\":[{\"names\":[\"app:%d\"],\"sizeBytes\":%d}]}",
       g_rand_int_range (random, 0, 4),
       g_rand_int_range (random, 20, 900) * 1000000);
  end (json, "}");
  return g_string_free (json, FALSE);
}
