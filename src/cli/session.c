/* session.c - creates the cluster and its rules from the options
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/session-private.h"

#include "cli/console.h"
#include "cli/policy-as-plugins.h"
#include "cli/refusals.h"
#include "cli/rules-file.h"
#include "cli/verbs.h"
#include "factory/extender-config.h"

/* -- options --------------------------------------------------------------- */

/* A cluster must be given, and standard input only once. */
static gboolean
check_options (const FitInvocation *invocation, GError **error)
{
  const FitOptions *options = &invocation->options;

  if ((invocation->verb->groups & FIT_GROUP_CLUSTER) != 0
      && options->files == NULL && options->trace == NULL)
    {
      g_set_error_literal (
          error, FIT_ERROR, FIT_ERROR_USAGE,
          "no cluster: give -f FILE, or -f - for standard input");
      fit_error_add_hint (error, "--kubeconfig FILE or --context NAME reads a "
                                 "live cluster");
      return FALSE;
    }
  if ((options->namespace_ != NULL || options->selector != NULL)
      && options->trace != NULL)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--%s and --trace exclude each other",
                     options->namespace_ != NULL ? "namespace" : "selector");
  if (options->what_ifs != NULL && options->trace != NULL)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--drain and the other what-ifs cannot be used with "
                     "--trace");
  return fit_invocation_check_stdin (
      fit_invocation_count_stdin (options->files)
          + fit_invocation_count_stdin (options->pods)
          + fit_invocation_count_stdin (options->sweep)
          + fit_source_is_stdin (options->policy)
          + fit_source_is_stdin (options->config)
          + fit_source_is_stdin (options->trace)
          + fit_source_is_stdin (options->nodes_needed)
          + fit_source_is_stdin (options->extenders),
      error);
}

/* -- rules ----------------------------------------------------------------- */

/* Makes the invocation name its rules: those of the cluster, which only a verb
 * that reads one can take, if the options name none.  Of 1.17, which reads a
 * Policy and has a provider, there are no rules here: another release stands for
 * it. */
static gboolean
name_the_rules (FitSession *session, GError **error)
{
  const FitInvocation *invocation = session->invocation;
  const FitOptions *options = &invocation->options;
  const char *named
      = options->release != NULL ? options->release : options->emulate_release;
  FitRelease release;

  if ((invocation->verb->groups & FIT_GROUP_CLUSTER) != 0)
    session->invocation
        = fit_default_rules_init (&session->defaults, invocation, error);
  if (session->invocation != invocation)
    return session->invocation != NULL;
  if ((options->policy == NULL && options->provider == NULL)
      || options->config != NULL || named == NULL
      || !fit_policy_release_parse (named, &release, NULL)
      || fit_policy_release_has_rules (release))
    return TRUE;
  fit_policy_release_note (release);
  session->defaults.invocation = *invocation;
  session->defaults.invocation.options.release = NULL;
  session->defaults.invocation.options.emulate_release
      = (char *) fit_policy_release_run_as (release);
  session->invocation = &session->defaults.invocation;
  return TRUE;
}

/* Rejects invalid certificates, like validate. */
static gboolean
take_extenders (FitSession *session, const GPtrArray *extenders,
                const FitRulesFile *file, GError **error)
{
  fit_extender_tally_add (&session->extenders.tally, extenders);
  return fit_extenders_check_files (extenders, NULL, error)
         || fit_blame (error, "%s: ", file->name);
}

static gboolean
open_rules (FitSession *session, GError **error)
{
  FitChosenRules *rules = &session->rules;
  const FitInvocation *invocation = session->invocation;
  const char *note = session->defaults.note;

  if (note != NULL && !invocation->rules_are_known)
    {
      fit_console_note ("%s", note);
      /* The verb may have other options for the release. */
      if ((invocation->verb->groups & FIT_GROUP_RELEASE) != 0
          && session->defaults.release != NULL)
        fit_console_hint ("--release 1.N takes another release, --config FILE "
                          "other rules");
    }
  if (!fit_chosen_rules_open (rules, invocation, error))
    return FALSE;
  if (note != NULL)
    g_ptr_array_insert (rules->notes, 0, g_strdup (note));
  if (rules->configuration != NULL)
    return take_extenders (session, rules->configuration->extenders,
                           &rules->config, error);
  if (rules->policy.text == NULL)
    return TRUE;
  session->policy = fit_chosen_rules_parse_policy (rules, error);
  return session->policy != NULL
         && take_extenders (session, session->policy->extenders, &rules->policy,
                            error);
}

/* Returns: (nullable): the Policy that decides, even if plugins run it */
static const FitPolicy *
policy_of (const FitSession *session)
{
  return session->rules.converted != NULL ? session->rules.converted
                                          : session->policy;
}

static const FitRulesFile *
policy_file (const FitChosenRules *rules)
{
  return rules->converted != NULL ? &rules->config : &rules->policy;
}

/* -- the session ----------------------------------------------------------- */

static gboolean
open_session (FitSession *session, GError **error)
{
  const FitSession *other = session->beside;
  FitChosenRules *rules = &session->rules;
  const FitInvocation *invocation;

  session->templates = g_ptr_array_new_with_free_func (fit_object_unref);
  if (!check_options (session->invocation, error)
      || !name_the_rules (session, error))
    return FALSE;
  invocation = session->invocation;
  if (!fit_chosen_rules_check (&invocation->options, error)
      || !fit_extender_use_open (&session->extenders, invocation,
                                 other != NULL ? &other->extenders : NULL,
                                 error)
      || !open_rules (session, error))
    return FALSE;
  if (other == NULL && fit_options_given (&invocation->options, "threads"))
    fit_console_warning ("option --threads has no effect any more: one thread "
                         "is as fast as several");
  session->registry = fit_invocation_registry (invocation, rules->gates);
  /* Warnings about the file of the other side are not repeated. */
  if (policy_of (session) != NULL && !invocation->rules_are_known
      && (other == NULL
          || g_strcmp0 (policy_file (&other->rules)->name,
                        policy_file (rules)->name)
                 != 0))
    fit_rules_warnings_say (policy_file (rules), policy_of (session),
                            session->registry);
  fit_session_note_other_node_selector (session);
  if (other != NULL
      && (session->invocation->options.what_ifs
              == other->invocation->options.what_ifs
          && fit_session_cluster_flags (session)
                 == fit_session_cluster_flags (other)
          && fit_session_has_priorities (session)
                 == fit_session_has_priorities (other)
          && fit_session_adopts_as (session, other)))
    {
      session->objects = other->objects;
      session->shares_objects = TRUE;
      fit_session_note_modern (session);
      fit_session_note_other_schedulers (session);
      return TRUE;
    }
  session->objects = fit_objects_new ();
  return (invocation->verb->groups & FIT_GROUP_CLUSTER) == 0
         || fit_session_read_cluster (session, error);
}

gboolean
fit_session_open (FitSession *session, const FitInvocation *invocation,
                  GError **error)
{
  if (fit_session_take_ahead (session, invocation))
    return TRUE;
  *session = (FitSession){ .invocation = invocation };
  return open_session (session, error);
}

gboolean
fit_session_open_with_texts (FitSession *session, const FitSession *taken,
                             GError **error)
{
  /* All this has been said already. */
  G_GNUC_UNUSED g_autoptr (FitConsoleTexts) quiet = fit_console_catch ();

  return fit_session_open (session, taken->invocation, error);
}

gboolean
fit_session_open_beside (FitSession *session, const FitInvocation *invocation,
                         const FitSession *other, GError **error)
{
  *session = (FitSession){ .invocation = invocation, .beside = other };
  return open_session (session, error);
}

const FitPod *
fit_session_find_pod (const FitSession *session, const char *namespace_,
                      const char *name)
{
  const FitObjectMeta wanted
      = { .namespace_ = namespace_, .name = (char *) name };
  const GPtrArray *pods = session->objects->of[FIT_KIND_POD];
  const FitRefusals *refused = session->refused;

  if (session->pod_of != NULL)
    return g_hash_table_lookup (session->pod_of, &wanted);
  for (guint i = 0; i < pods->len; i++)
    if (fit_object_meta_equal (fit_object_meta (pods->pdata[i]), &wanted))
      return pods->pdata[i];
  for (guint i = 0; i < fit_refusals_count (refused); i++)
    {
      const FitPod *pod = ((const FitRefusal *) refused->pods->pdata[i])->pod;

      if (fit_object_meta_equal (&pod->meta, &wanted))
        return pod;
    }
  return NULL;
}

void
fit_session_drop_objects (FitSession *session)
{
  if (!session->shares_objects)
    g_clear_pointer (&session->objects, fit_objects_free);
}

void
fit_session_close (FitSession *session)
{
  if (session->taken)
    return;
  fit_session_forget_prepared (session);
  g_clear_pointer (&session->columns, fit_cluster_columns_free);
  g_clear_pointer (&session->pod_of, g_hash_table_unref);
  g_clear_pointer (&session->said, g_free);
  fit_session_drop_objects (session);
  g_clear_pointer (&session->registry, fit_registry_free);
  g_clear_pointer (&session->policy, fit_policy_free);
  g_clear_pointer (&session->templates, g_ptr_array_unref);
  g_clear_pointer (&session->refused, fit_refusals_free);
  g_clear_pointer (&session->admission, fit_admission_free);
  fit_extender_use_clear (&session->extenders);
  g_clear_pointer (&session->conflicts, g_ptr_array_unref);
  g_clear_pointer (&session->settled, g_hash_table_unref);
  g_clear_pointer (&session->what_ifs, fit_what_ifs_free);
  g_clear_pointer (&session->workloads, fit_workloads_free);
  fit_chosen_rules_clear (&session->rules);
  fit_default_rules_clear (&session->defaults);
}
