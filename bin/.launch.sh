# Sourced by the launchers next to it: finds a JDK, builds what is missing, runs the program. POSIX sh, to run anywhere.
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

# Sets $jar to a jar of module $1 that is newer than its sources. Returns false if there is none.
find_jar() {
  for jar in "$root/$1/target/$1.jar" "$root/$1/target/launch/$1.jar"; do
    if [ -f "$jar" ] && [ -d "${jar%/*}/lib" ] && [ -z "$(find "$root/pom.xml" "$root"/poms/*/pom.xml "$root/$1/pom.xml" "$root/$1/src/main" \
      "$root"/sdk-*/src/main "$root"/wallet-conformance/src/main "$root"/http-guard/src/main "$root"/reference-wallet/src/main \
      -type f -newer "$jar" 2>/dev/null | head -n 1)" ]; then return; fi
  done
  return 1
}

# Builds those of the given modules that have no such jar. Two launchers at the same time build one after the other, and in a folder
# that no other build uses: a launcher must not replace the classes under the tests of a `mvn verify` in the same tree.
build() {
  missing=
  for module; do find_jar "$module" || missing=$missing,$module; done
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
  trap 'rm -rf "$root/.building"' EXIT
  trap 'exit 130' INT TERM HUP
  echo $$ >"$root/.building/pid"
  if [ -z "${late:-}" ] || ! find_jar "${missing##*,}"; then
    complain "building ${missing#,} (once)"
    command -v java >/dev/null 2>&1 || [ -n "${JAVA_HOME:-}" ] || export JAVA_HOME="${java%/bin/java}"
    # Without jansi.noreset Maven ends its output with escape codes, in files too.
    MAVEN_OPTS="${MAVEN_OPTS:--XX:TieredStopAtLevel=1 -XX:+UseSerialGC} -Djansi.noreset=true" \
      mvn -B -q -T 1C -Dstyle.color=never -f "$root/pom.xml" -Dquick -Dmaven.test.skip=true -Dbuild.folder=target/launch \
      -pl "${missing#,}" -am package </dev/null >&2 || {
      complain "the build failed, see above"
      exit 70
    }
    # Maven does not rewrite a jar if only its dependencies have changed. Marking it as new prevents a build at every start.
    for module in $(echo "$missing" | tr , ' '); do touch "$root/$module/target/launch/$module.jar"; done
  fi
  rm -rf "$root/.building"
  trap - EXIT INT TERM HUP
}

# Replaces this shell with the program of module $1 and the other words as its arguments.
run() {
  find_jar "$1" || { complain "the sources of $1 have changed since it was built: start it again"; exit 70; }
  shift
  # A JVM that runs out of memory in one thread would continue without that thread. It exits, so that its supervisor restarts it.
  exec "$java" -Xlog:disable -Xlog:all=error:stderr -XX:+ExitOnOutOfMemoryError ${JAVA_OPTS:-} -jar "$jar" "$@"
}
