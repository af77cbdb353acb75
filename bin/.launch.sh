# Sourced by the launchers beside it: finds a JDK, builds what is missing, runs the program. POSIX sh, to run anywhere.
# $here is the folder of the launcher, with links resolved.

root=$(cd "$here/.." && pwd -P)
oldest_jdk=21
. "$here/.jdk.sh"

complain() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
}

# Sets $java, or exits with a message that says what to install.
find_java() {
  if find_jdk $oldest_jdk 999; then java=$jdk/bin/java; return; fi
  complain "needs a JDK $oldest_jdk or newer and found none: install one (Debian: apt-get install openjdk-21-jdk)," \
    "or set JAVA_HOME to it"
  exit 69
}

# True if module $1 has no jar yet, or one that is older than its sources.
stale() {
  [ -f "$root/$1/target/$1.jar" ] && [ -d "$root/$1/target/lib" ] || return 0
  [ -n "$(find "$root/pom.xml" "$root"/poms/*/pom.xml "$root/$1/pom.xml" "$root/$1/src/main" "$root"/sdk-*/src/main "$root"/wallet-conformance/src/main \
    "$root"/http-guard/src/main \
    -type f -newer "$root/$1/target/$1.jar" 2>/dev/null | head -n 1)" ]
}

# Builds the given modules if one of them is stale. Two launchers at the same time build one after the other.
build() {
  missing=
  for module; do if stale "$module"; then missing=$missing,$module; fi; done
  [ -n "$missing" ] || return 0
  if ! command -v mvn >/dev/null 2>&1; then
    complain "needs Maven to build ${missing#,}, and there is no mvn on the path: install it (Debian: apt-get install maven)"
    exit 69
  fi
  until mkdir "$root/.building" 2>/dev/null; do
    builder=$(cat "$root/.building/pid" 2>/dev/null || true)
    if [ -n "$builder" ] && ! kill -0 "$builder" 2>/dev/null; then rm -rf "$root/.building"; else sleep 1; fi
    late=yes
  done
  trap 'kill ${started:-} 2>/dev/null || true; rm -rf "$root/.building"' EXIT
  trap 'exit 130' INT TERM HUP
  echo $$ >"$root/.building/pid"
  if [ -z "${late:-}" ] || stale "${missing##*,}"; then
    complain "building ${missing#,} (once)"
    command -v java >/dev/null 2>&1 || [ -n "${JAVA_HOME:-}" ] || export JAVA_HOME="${java%/bin/java}"
    MAVEN_OPTS=${MAVEN_OPTS:--XX:TieredStopAtLevel=1 -XX:+UseSerialGC} \
      mvn -B -q -T 1C -Dstyle.color=never -f "$root/pom.xml" -Dquick -Dmaven.test.skip=true -pl "${missing#,}" -am package </dev/null >&2 || {
      complain "the build failed, see above"
      exit 70
    }
    # Maven does not rewrite a jar if only its dependencies have changed. Marking it as new prevents a build at every start.
    for module in $(echo "$missing" | tr , ' '); do touch "$root/$module/target/$module.jar"; done
    case $missing in *,reference-wallet*) make_cds_archive reference-wallet ;; esac
    case $missing in *,provider-simulator*) make_cds_archive provider-simulator ;; esac
  fi
  rm -rf "$root/.building"
  trap - EXIT INT TERM HUP
}

# Replaces this shell with the program of module $1. A start cache beside the jar makes the JVM start faster: a JDK 25 uses the
# AOT cache that make_cds_archive made; an older one uses the CDS archive of loaded classes. $2 says what this run writes: `cache`
# the AOT cache, `serve` the CDS archive, anything else nothing. $training is a class to run instead of the program's own.
run() {
  module=$1
  writes=$2
  shift 2
  jar=$root/$module/target/$module.jar
  archive=$root/$module/target/$module.jsa
  cache=$root/$module/target/$module.aot
  # The JVM would ignore a cache made from other jars, but keep it and complain at every start.
  for made in "$archive" "$cache"; do
    if [ -f "$made" ] && [ -n "$(find "$jar" "${jar%/*}/lib" -newer "$made" | head -n 1)" ]; then rm -f "$made"; fi
  done
  if [ -n "${training:-}" ]; then set -- -cp "$jar" "$training" "$@"; else set -- -jar "$jar" "$@"; fi
  if [ "$writes" = cache ]; then
    set -- "-XX:AOTCacheOutput=$cache" "$@"
  elif [ -f "$cache" ]; then
    set -- -XX:+IgnoreUnrecognizedVMOptions "-XX:AOTCache=$cache" "$@"
  elif [ "$writes" = serve ]; then
    set -- -XX:+AutoCreateSharedArchive "-XX:SharedArchiveFile=$archive" "$@"
  elif [ -f "$archive" ]; then
    set -- "-XX:SharedArchiveFile=$archive" "$@"
  fi
  # A JVM that runs out of memory in one thread would continue without that thread. It exits, so that its supervisor restarts it.
  exec "$java" -Xlog:disable -Xlog:all=error:stderr -XX:+ExitOnOutOfMemoryError ${JAVA_OPTS:-} "$@"
}

# Starts the program of module $1 once, in memory and on a free port, to make its start cache: the wallet with a class that also
# sends it callbacks.
make_cds_archive() {
  module=$1
  case $module in
    reference-wallet) training=dev.operatorkit.reference.TrainingRun; set -- ;;
    *) training=; set -- serve --port 0 ;;
  esac
  rm -f "$root/$module/target/$module.jsa" "$root/$module/target/$module.aot"
  if [ "$(major_of "${java%/bin/java}")" -ge 25 ]; then writes=cache; else writes=serve; fi
  # Its own folder, since the wallet writes the password of its back office to a file.
  folder=$(mktemp -d)
  said=$folder/said
  (
    cd "$folder"
    export OPERATORKIT_SECRET=only-to-start-and-stop-once
    run "$module" $writes "$@"
  ) >"$said" 2>/dev/null </dev/null &
  started=$!
  training=
  waited=0
  while [ $waited -lt 60 ] && kill -0 $started 2>/dev/null && ! grep -q '^ready' "$said"; do
    sleep 1
    waited=$((waited + 1))
  done
  # The work right after the ready line is part of a start too.
  sleep 2
  kill $started 2>/dev/null || true
  wait $started 2>/dev/null || true
  grep -q '^ready' "$said" || rm -f "$root/$module/target/$module.jsa" "$root/$module/target/$module.aot"
  rm -rf "$folder"
}
