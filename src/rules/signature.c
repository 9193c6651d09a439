/* signature.c - puts together the signature of a pod, and what several rules
 * have in it
 *
 * Source: kube-scheduler 1.35 signers.go, and SignPod of frameworkImpl.
 * Tests: tests/rules/test-signature.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/signature.h"

#include "base/wrapping.h"

#include <string.h>

char *
fit_sign_pod (const GArray *signers, const FitPod *pod)
{
  g_autoptr (GString) signature = g_string_new (pod->node_name);

  for (guint i = 0; i < signers->len; i++)
    {
      const FitSigner *signer = &g_array_index (signers, FitSigner, i);

      g_string_append_c (signature, '\n');
      if (!signer->sign (pod, signer->args, signature))
        return NULL;
    }
  return g_string_free (g_steal_pointer (&signature), FALSE);
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

void
fit_sign_sorted (GPtrArray *parts, gboolean set, GString *signature)
{
  g_ptr_array_sort (parts, compare);
  g_string_append_c (signature, '[');
  for (guint i = 0; i < parts->len; i++)
    if (!set || i == 0 || strcmp (parts->pdata[i - 1], parts->pdata[i]) != 0)
      /* What is written in a manifest may hold any separator. */
      g_string_append_printf (signature, "%zu:%s", strlen (parts->pdata[i]),
                              (char *) parts->pdata[i]);
  g_string_append_c (signature, ']');
  g_ptr_array_unref (parts);
}

/* Without the amounts that rules about scores assume where a container requests
 * nothing. */
gboolean
fit_sign_requests (const FitPod *pod, gconstpointer args, GString *signature)
{
  const FitPodSpec *spec = pod->spec;
  const FitResources *const sums[]
      = { &spec->requests, spec->has_overhead ? &spec->overhead : NULL };
  gint64 cpu = 0, memory = 0, storage = 0;
  GPtrArray *scalars = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < G_N_ELEMENTS (sums) && sums[i] != NULL; i++)
    {
      cpu = fit_wrapping_add (cpu, sums[i]->milli_cpu);
      memory = fit_wrapping_add (memory, sums[i]->memory);
      storage = fit_wrapping_add (storage, sums[i]->ephemeral_storage);
      for (guint k = 0; k < sums[i]->n_scalars; k++)
        g_ptr_array_add (scalars, g_strdup_printf ("%s %" G_GINT64_FORMAT,
                                                   sums[i]->scalars[k].name,
                                                   sums[i]->scalars[k].value));
    }
  g_string_append_printf (
      signature, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT,
      cpu, memory, storage);
  fit_sign_sorted (scalars, FALSE, signature);
  return TRUE;
}

gboolean
fit_sign_tolerations (const FitPod *pod, gconstpointer args, GString *signature)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < pod->spec->n_tolerations; i++)
    {
      const FitToleration *toleration = &pod->spec->tolerations[i];

      g_ptr_array_add (parts,
                       g_strdup_printf ("%s %s %d %d", toleration->key,
                                        toleration->value, (int) toleration->op,
                                        (int) toleration->effect));
    }
  fit_sign_sorted (parts, FALSE, signature);
  return TRUE;
}

/* Only what a rule reads; the release also compares volumes that none reads, but
 * for those of ConfigMaps and Secrets.  The claim of a generic
 * ephemeral volume is named after its pod, and nothing else of it is kept. */
gboolean
fit_sign_volumes (const FitPod *pod, gconstpointer args, GString *signature)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < pod->spec->n_volumes; i++)
    {
      const FitVolume *volume = &pod->spec->volumes[i];
      g_autofree char *monitors = NULL;

      if (volume->type == FIT_VOLUME_OTHER && *volume->id == '\0')
        continue;
      monitors = volume->monitors != NULL ? g_strjoinv (" ", volume->monitors)
                                          : NULL;

      g_ptr_array_add (
          parts,
          g_strdup_printf (
              "%d %d %s %s %s %s", (int) volume->type, (int) volume->read_only,
              volume->type != FIT_VOLUME_EPHEMERAL_CLAIM ? volume->id : "",
              volume->aux, volume->kind != NULL ? volume->kind : "",
              monitors != NULL ? monitors : ""));
    }
  fit_sign_sorted (parts, FALSE, signature);
  return TRUE;
}
