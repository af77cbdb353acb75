# Sourced by the launchers beside it: finds a JDK, builds what is missing, runs it. POSIX sh, so that it serves anywhere.
# $here is the folder of the launcher, links resolved.

root=$(cd "$here/.." && pwd -P)
oldest_jdk=21
. "$here/.jdk.sh"

complain() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
}

# Sets $java, or says what to install.
find_java() {
  if find_jdk $oldest_jdk 999; then java=$jdk/bin/java; return; fi
  complain "needs a JDK $oldest_jdk or newer and found none: install one (Debian: apt-get install openjdk-21-jdk)," \
    "or set JAVA_HOME to it"
  exit 69
}

# True when module $1 has no jar yet, or one that is older than a source it is made of.
stale() {
  [ -f "$root/$1/target/$1.jar" ] && [ -d "$root/$1/target/lib" ] || return 0
  [ -n "$(find "$root/pom.xml" "$root/$1/pom.xml" "$root/$1/src/main" "$root"/sdk-*/src/main "$root"/wallet-conformance/src/main \
    "$root"/http-guard/src/main \
    -type f -newer "$root/$1/target/$1.jar" 2>/dev/null | head -n 1)" ]
}

# Builds the modules named, when one of them is stale. Two launchers at once build one after the other.
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
    # Maven leaves a jar as it is when only what it depends on has changed; it is built all the same.
    for module in $(echo "$missing" | tr , ' '); do touch "$root/$module/target/$module.jar"; done
    case $missing in *,reference-wallet*) teach reference-wallet ;; esac
    case $missing in *,provider-simulator*) teach provider-simulator ;; esac
  fi
  rm -rf "$root/.building"
  trap - EXIT INT TERM HUP
}

# Becomes the program of module $1. What a JVM need not do again at each start lies beside the jar: a JDK 25 takes the cache
# that `teach` had made; an older one, the archive of loaded classes that a run leaves when it ends, if it may teach ($2 is
# `serve`).
run() {
  module=$1
  teaches=$2
  shift 2
  jar=$root/$module/target/$module.jar
  archive=$root/$module/target/$module.jsa
  cache=$root/$module/target/$module.aot
  # The JVM would not use what was made from other jars, but keep it and say so at every start.
  for made in "$archive" "$cache"; do
    if [ -f "$made" ] && [ -n "$(find "$jar" "${jar%/*}/lib" -newer "$made" | head -n 1)" ]; then rm -f "$made"; fi
  done
  if [ "$teaches" = cache ]; then
    set -- "-XX:AOTCacheOutput=$cache" -jar "$jar" "$@"
  elif [ -f "$cache" ]; then
    set -- -XX:+IgnoreUnrecognizedVMOptions "-XX:AOTCache=$cache" -jar "$jar" "$@"
  elif [ "$teaches" = serve ]; then
    set -- -XX:+AutoCreateSharedArchive "-XX:SharedArchiveFile=$archive" -jar "$jar" "$@"
  elif [ -f "$archive" ]; then
    set -- "-XX:SharedArchiveFile=$archive" -jar "$jar" "$@"
  else
    set -- -jar "$jar" "$@"
  fi
  # A JVM that ran out of memory in some thread would go on without that thread: it ends, and whoever runs it starts another.
  exec "$java" -Xlog:disable -Xlog:all=error:stderr -XX:+ExitOnOutOfMemoryError ${JAVA_OPTS:-} "$@"
}

# Starts the program of module $1 until it is ready, in memory and on a free port, for the cache's or the archive's sake.
teach() {
  module=$1
  case $module in
    reference-wallet) set -- --port 0 --db jdbc:h2:mem:once --demo-players 1 ;;
    *) set -- serve --port 0 ;;
  esac
  rm -f "$root/$module/target/$module.jsa" "$root/$module/target/$module.aot"
  if [ "$(major_of "${java%/bin/java}")" -ge 25 ]; then teaches=cache; else teaches=serve; fi
  said=$(mktemp)
  (
    cd "${said%/*}"
    export OPERATORKIT_SECRET=only-to-start-and-stop-once
    run "$module" $teaches "$@"
  ) >"$said" 2>/dev/null </dev/null &
  started=$!
  waited=0
  while [ $waited -lt 60 ] && kill -0 $started 2>/dev/null && ! grep -q '^ready ' "$said"; do
    sleep 1
    waited=$((waited + 1))
  done
  # What it does right after that belongs to a start too.
  sleep 2
  kill $started 2>/dev/null || true
  wait $started 2>/dev/null || true
  grep -q '^ready ' "$said" || rm -f "$root/$module/target/$module.jsa" "$root/$module/target/$module.aot"
  rm -f "$said"
}
