#!/usr/bin/env bash
# Runs Millrace in the harness `peerbench`, which has drivers for other servers of queues:
#
#   bench/harness/run.sh HARNESS [options of its run.sh] ours:fsync redis:fsync …
#
# HARNESS is a copy of its folder that can be written to. Without a peer it runs ours:fsync.
set -euo pipefail

here=$(cd -P "$(dirname "${BASH_SOURCE[0]}")" && pwd)
harness=$(cd "$1" && pwd)
shift
export MILLRACE_LAUNCHER=$here/../../millrace
# Builds what is missing, and trains a server as before every measurement: not in the background of the first cell.
"$MILLRACE_LAUNCHER" bench single --help >/dev/null
release=$(cd -P "$here/../../target/releases/current" && pwd)

java_home=${JAVA_HOME_25:-$(for home in /usr/lib/jvm/*25*; do [[ ! -x $home/bin/javac ]] || printf '%s\n' "$home"; done | head -n 1)}
# Maven compiles with the Java that it runs on there, and the default one is older.
[[ -f $harness/target/peerbench-1.jar ]] || (cd "$harness" && JAVA_HOME=$java_home mvn -q -B -DskipTests package >&2)
classes=$harness/target/millrace
mkdir -p "$classes"
"$java_home/bin/javac" -d "$classes" -cp "$release/lib/*:$release/millrace.jar:$harness/target/peerbench-1.jar" "$here/MillracePeer.java"

export OURS_CLASS=MillracePeer
OURS_CP=$classes:$release/millrace.jar:$(printf '%s:' "$release"/lib/*.jar)
export OURS_CP=${OURS_CP%:}
(($# > 0)) || set -- ours:fsync
exec "$harness/run.sh" "$@"
