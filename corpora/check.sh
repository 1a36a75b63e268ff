#!/bin/sh
# Checks the corpora natively, without summ: what they claim must be what compiled code does.
#   corpora/check.sh exec            each program under gcc, clang and clang with sanitizers: same output, no finding
#   corpora/check.sh verdicts [N]    bad programs fail natively at the named line, ok programs pass N random runs
set -u
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT
clang=${CLANG:-clang-19}
failures=0
complain() { echo "FAIL $*"; failures=$((failures + 1)); }

check_exec() {
  for src in "$here"/exec/*.c; do
    name=$(basename "$src" .c)
    base=${src%.c}
    code=0
    [ -f "$base.exit" ] && code=$(cat "$base.exit")
    for build in "gcc" "$clang" "$clang -fsanitize=address,undefined -fno-sanitize-recover=all" \
      "$clang -fsanitize=memory"; do
      [ "$build" = gcc ] && grep -q '^// compilers differ' "$src" && continue
      $build -std=gnu17 -O0 -w "$src" -o "$tmp/prog" -lm || { complain "$name: does not compile with $build"; continue; }
      if [ -f "$base.args" ]; then
        tr '\n' '\0' <"$base.args" | xargs -0 "$tmp/wrap" "$tmp/prog" >"$tmp/out" 2>/dev/null
        got=$(cat "$tmp/code")
      else
        "$tmp/prog" >"$tmp/out" 2>/dev/null
        got=$?
      fi
      cmp -s "$tmp/out" "$base.out" || complain "$name: other output with $build"
      [ "$got" = "$code" ] || complain "$name: exit code $got with $build"
    done
  done
}

check_verdicts() {
  runs=$1
  for src in "$here"/verdicts/*.c; do
    name=$(basename "$src" .c)
    first=$(head -n 1 "$src")
    case $first in
    *"uninitialised read"*) san=memory ;;
    *) san=address,undefined ;;
    esac
    $clang -std=gnu17 -O0 -g -w -fno-builtin -fsanitize=$san -fno-sanitize-recover=all -Dmain=program_main \
      -Dmalloc=may_fail_malloc -Dcalloc=may_fail_calloc -Drealloc=may_fail_realloc -c "$src" -o "$tmp/prog.o" &&
      $clang -std=gnu17 -w -fsanitize=$san "$tmp/prog.o" "$here/native/inputs.c" -o "$tmp/prog" -lm ||
      { complain "$name: does not compile"; continue; }
    case $first in
    "// verdict: ok")
      seed=$("$tmp/prog" random "$runs") || complain "$name: seed $seed fails"
      ;;
    *)
      line=${first##* line }
      witness=$(sed -n 's|^// witness: ||p' "$src")
      if [ -n "$witness" ]; then
        "$tmp/prog" values $witness 2>"$tmp/err" && complain "$name: the witness does not fail"
      elif seed=$("$tmp/prog" random 20000); then
        complain "$name: no failing run found"
        continue
      else
        "$tmp/prog" seed "$seed" 2>"$tmp/err"
      fi
      grep -q "$name.c:$line" "$tmp/err" || complain "$name: fails elsewhere than at line $line"
      ;;
    esac
  done
}

# Runs a program with arguments and keeps its exit code, which xargs would change.
printf '#!/bin/sh\n"$@"\necho $? >"%s/code"\n' "$tmp" >"$tmp/wrap" && chmod +x "$tmp/wrap"
export ASAN_OPTIONS=handle_abort=1:detect_leaks=0:detect_stack_use_after_return=1 MSAN_OPTIONS=handle_abort=1
case ${1:-} in
exec) check_exec ;;
verdicts) check_verdicts "${2:-1000}" ;;
*) echo "usage: $0 exec | verdicts [N]" >&2; exit 2 ;;
esac
echo "$failures failures"
[ "$failures" -eq 0 ]
