# bash completion for fitsched, made by 'fitsched completion bash'

_fitsched ()
{
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  local verb= words= files=

  # bash takes the = of --option=VALUE for a word of its own
  [ "$word" != = ] || word=
  [ "$previous" != = ] || previous=${COMP_WORDS[COMP_CWORD-2]}
  [ "$COMP_CWORD" -lt 2 ] || verb=${COMP_WORDS[1]}

  case $previous in
    --policy) files=yes ;;
    --provider) words=$(fitsched list providers -o name 2>/dev/null) ;;
    --hard-pod-affinity-symmetric-weight) return ;;
    --scheduler-name) return ;;
    --feature-gates) return ;;
    -f | --filename) files=yes ;;
    --pods) files=yes ;;
    --percentage-of-nodes-to-score) return ;;
    --tie-break) words="round-robin random" ;;
    --seed) return ;;
    --threads) return ;;
    --bind-latency) return ;;
    --trace) files=yes ;;
    --record) files=yes ;;
    --log) return ;;
    --replicas) return ;;
    --nodes-needed) files=yes ;;
    --nodes) return ;;
    -o | --output) words="table wide json yaml name" ;;
    *)
      case $verb in
        "") words="simulate explain validate list completion help --help --version" ;;
        simulate) words="--policy --provider --hard-pod-affinity-symmetric-weight --always-check-all-predicates --scheduler-name --feature-gates --filename --pods --as-is --legacy-labels --percentage-of-nodes-to-score --tie-break --seed --threads --disable-preemption --bind-latency --trace --record --log --until-full --replicas --nodes-needed --output --help" ;;
        explain) words="--policy --provider --hard-pod-affinity-symmetric-weight --always-check-all-predicates --scheduler-name --feature-gates --filename --pods --as-is --legacy-labels --percentage-of-nodes-to-score --tie-break --seed --threads --all --alone --nodes --output --help" ;;
        validate) files=yes words="--feature-gates --as-is --legacy-labels --policy-file --output --help" ;;
        list) words="predicates priorities providers feature-gates --feature-gates --output --help" ;;
        completion) words="bash --help" ;;
        help) words="--help" ;;
      esac
      ;;
  esac
  COMPREPLY=($(compgen ${files:+-f} -W "$words" -- "$word"))
  [ -z "$files" ] || compopt -o filenames 2>/dev/null
}

complete -F _fitsched fitsched
