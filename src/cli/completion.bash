# bash completion for fitsched, made by 'fitsched completion bash'

_fitsched ()
{
  local line value word=${COMP_WORDS[COMP_CWORD]}

  COMPREPLY=()
  # bash takes the = of --option=VALUE for a word of its own
  [ "$word" != = ] || word=
  while IFS= read -r line; do
    if [ "$line" = :files ]; then
      compopt -o filenames 2>/dev/null
      mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$word")
    else
      value=${line%%$'\t'*}
      # what a file says is inserted as a word, whatever it is
      case $value in *[!A-Za-z0-9_./:=,@%+-]*) printf -v value %q "$value" ;; esac
      COMPREPLY+=("$value")
    fi
  done < <("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}

complete -F _fitsched fitsched
