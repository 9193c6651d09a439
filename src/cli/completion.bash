# bash completion for fitsched, made by 'fitsched completion bash'

_fitsched ()
{
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  local verb= words= files=

  # bash takes the = of --option=VALUE for a word of its own
  [ "$word" != = ] || word=
  [ "$previous" != = ] || previous=${COMP_WORDS[COMP_CWORD-2]}
  [ "$COMP_CWORD" -lt 2 ] || verb=${COMP_WORDS[1]}

  case "$verb $previous" in
    *" --policy") files=yes ;;
    *" --provider") words=$(fitsched list providers -o name 2>/dev/null) ;;
    *" --config") files=yes ;;
    *" --hard-pod-affinity-symmetric-weight") return ;;
    *" --scheduler-name") return ;;
    *" --emulate-release") words="1.8 1.9 1.10 1.11 1.12 1.13 1.14 1.15 1.16" ;;
    *" --feature-gates") return ;;
    *" --release") return ;;
    *" --config-version") words="v1alpha1 v1alpha2 v1beta1 v1beta2 v1beta3 v1" ;;
    *" -f" | *" --filename") files=yes ;;
    *" --pods") files=yes ;;
    *" --workloads") words="auto none" ;;
    *" --percentage-of-nodes-to-score") return ;;
    *" --tie-break") words="round-robin random" ;;
    *" --seed") return ;;
    *" --threads") return ;;
    *" --extenders") files=yes words="ask skip fail" ;;
    *" --record-extenders") files=yes ;;
    *" --bind-latency") return ;;
    *" --trace") files=yes ;;
    *" --max-events") return ;;
    *" --record") files=yes ;;
    *" --log") return ;;
    *" --replicas") return ;;
    *" --nodes-needed") files=yes ;;
    *" --nodes") return ;;
    *" --from-release") words="1.8 1.9 1.10 1.11 1.12 1.13 1.14 1.15 1.16 1.17 1.18 1.19 1.20 1.21 1.22" ;;
    *" --to") words="v1alpha2 v1beta1 v1beta2 v1beta3 v1" ;;
    *" --to-release") return ;;
    *" --to-feature-gates") return ;;
    *" --report") files=yes ;;
    "migrate -o" | *" --report-format") words="auto text markdown json" ;;
    "migrate --output") files=yes ;;
    *" --left") files=yes ;;
    *" --right") files=yes ;;
    *" --left-release") return ;;
    *" --right-release") return ;;
    *" --left-feature-gates") return ;;
    *" --right-feature-gates") return ;;
    *" --arithmetic") words="target v1.16" ;;
    "simulate -o" | "explain -o" | "validate -o" | "explain-warning -o" | "list -o" | "simulate --output" | "explain --output" | "validate --output" | "explain-warning --output" | "list --output") words="table wide json yaml name" ;;
    "diff -o" | "diff --output") words="table wide json yaml name markdown" ;;
    *" --color") words="auto always never" ;;
    *)
      case $verb in
        "") words="simulate explain validate migrate diff explain-warning list completion help --help --version" ;;
        simulate) words="--policy --provider --config --hard-pod-affinity-symmetric-weight --always-check-all-predicates --scheduler-name --emulate-release --feature-gates --release --filename --pods --as-is --legacy-labels --workloads --percentage-of-nodes-to-score --tie-break --seed --threads --extenders --record-extenders --disable-preemption --bind-latency --trace --max-events --record --log --until-full --replicas --nodes-needed --output --color --help --help-all" ;;
        explain) words="--policy --provider --config --hard-pod-affinity-symmetric-weight --always-check-all-predicates --scheduler-name --emulate-release --feature-gates --release --filename --pods --as-is --legacy-labels --workloads --percentage-of-nodes-to-score --tie-break --seed --threads --extenders --record-extenders --all --alone --nodes --output --color --help --help-all" ;;
        validate) files=yes words="--emulate-release --feature-gates --release --filename --pods --as-is --legacy-labels --workloads --policy-file --strict --output --color --help --help-all" ;;
        migrate) files=yes words="--emulate-release --feature-gates --filename --pods --as-is --legacy-labels --workloads --percentage-of-nodes-to-score --tie-break --seed --threads --extenders --record-extenders --provider --policy --from-release --to --to-release --to-feature-gates --exact --full --scheduler-name --accept-loss --verify --report --report-format --output --color --help --help-all" ;;
        diff) words="--filename --pods --as-is --legacy-labels --workloads --percentage-of-nodes-to-score --tie-break --seed --threads --extenders --record-extenders --disable-preemption --bind-latency --trace --max-events --record --log --left --right --left-release --right-release --left-feature-gates --right-feature-gates --arithmetic --scheduler-name --output --color --help --help-all" ;;
        explain-warning) words="--output --color --help --help-all" ;;
        list) words="predicates priorities providers feature-gates plugins releases --emulate-release --feature-gates --release --config-version --output --color --help --help-all" ;;
        completion) words="bash --color --help --help-all" ;;
        help) words="--color --help --help-all" ;;
      esac
      ;;
  esac
  COMPREPLY=($(compgen ${files:+-f} -W "$words" -- "$word"))
  [ -z "$files" ] || compopt -o filenames 2>/dev/null
}

complete -F _fitsched fitsched
