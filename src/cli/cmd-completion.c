/* cmd-completion.c - 'fitsched completion': scripts that complete in shells
 *
 * They only pass words to complete.c and use its output.  So they know every
 * option of the installed fitsched without being regenerated.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/console.h"
#include "cli/verbs.h"

static const char bash_script[]
    = "# bash completion for fitsched, made by 'fitsched completion bash'\n"
      "\n"
      "_fitsched ()\n"
      "{\n"
      "  local line value word=${COMP_WORDS[COMP_CWORD]}\n"
      "\n"
      "  COMPREPLY=()\n"
      "  # bash takes the = of --option=VALUE for a word of its own\n"
      "  [ \"$word\" != = ] || word=\n"
      "  while IFS= read -r line; do\n"
      "    if [ \"$line\" = :files ]; then\n"
      "      compopt -o filenames 2>/dev/null\n"
      "      mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$word\")\n"
      "    else\n"
      "      value=${line%%$'\\t'*}\n"
      "      # what a file says is inserted as a word, whatever it is\n"
      "      case $value in *[!A-Za-z0-9_./:=,@%+-]*) printf -v value %q \"$value\" ;; esac\n"
      "      COMPREPLY+=(\"$value\")\n"
      "    fi\n"
      "  done < <(\"${COMP_WORDS[0]}\" __complete \"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null)\n"
      "}\n"
      "\n"
      "complete -F _fitsched fitsched\n";

static const char zsh_script[]
    = "#compdef fitsched\n"
      "# zsh completion for fitsched, made by 'fitsched completion zsh'\n"
      "\n"
      "_fitsched ()\n"
      "{\n"
      "  local line files=no\n"
      "  local -a values shown\n"
      "\n"
      "  for line in ${(f)\"$(\"${words[1]}\" __complete \"${(@)words[2,CURRENT]}\" 2>/dev/null)\"}; do\n"
      "    if [[ $line = :files ]]; then\n"
      "      files=yes\n"
      "    else\n"
      "      values+=(\"${line%%$'\\t'*}\")\n"
      "      shown+=(\"${line/$'\\t'/  -- }\")\n"
      "    fi\n"
      "  done\n"
      "  (( ${#values} == 0 )) || compadd -l -d shown -a values\n"
      "  if [[ $files = yes ]]; then\n"
      "    compset -P '--*='\n"
      "    _files\n"
      "  fi\n"
      "}\n"
      "\n"
      "# loaded by compinit, or with source\n"
      "if [[ ${funcstack[1]-} = _fitsched ]]; then\n"
      "  _fitsched \"$@\"\n"
      "else\n"
      "  compdef _fitsched fitsched\n"
      "fi\n";

static const char fish_script[]
    = "# fish completion for fitsched, made by 'fitsched completion fish'\n"
      "\n"
      "function __fitsched_complete\n"
      "    set -l words (commandline -opc)\n"
      "    set -l word (commandline -ct)\n"
      "    for line in ($words[1] __complete $words[2..-1] \"$word\" 2>/dev/null)\n"
      "        if test \"$line\" = :files\n"
      "            __fish_complete_path (string replace -r '^--[^=]*=' '' -- \"$word\")\n"
      "        else\n"
      "            printf '%s\\n' $line\n"
      "        end\n"
      "    end\n"
      "end\n"
      "\n"
      "complete -c fitsched -f -a '(__fitsched_complete)'\n";

static const struct
{
  const char *shell;
  const char *script;
} scripts[] = {
  { "bash", bash_script },
  { "zsh", zsh_script },
  { "fish", fish_script },
};

FitExit
fit_cmd_completion (const FitInvocation *invocation, GError **error)
{
  const char *shell = invocation->operands->pdata[0];

  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    if (strcmp (scripts[i].shell, shell) == 0)
      {
        fit_console_write (scripts[i].script, strlen (scripts[i].script),
                           error);
        return FIT_EXIT_YES;
      }
  g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
               "no completion for the shell \"%s\", only for bash, zsh and "
               "fish",
               shell);
  return FIT_EXIT_USAGE;
}
