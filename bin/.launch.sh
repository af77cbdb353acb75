# Sourced by the launchers beside it: finds a JDK, builds what is missing, runs it. POSIX sh, so that it serves anywhere.
# $here is the folder of the launcher, links resolved.

root=$(cd "$here/.." && pwd -P)
oldest_jdk=21

complain() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
}

# The major version of the JDK in folder $1, or 0. The file `release` spares starting a JVM per candidate.
major_of() {
  [ -x "$1/bin/java" ] || { echo 0; return; }
  version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null)
  [ -n "$version" ] || version=$("$1/bin/java" -XshowSettings:properties -version 2>&1 |
    sed -n 's/^ *java\.specification\.version = \([0-9]*\).*/\1/p')
  echo "${version:-0}"
}

# Follows links by hand: readlink -f is not everywhere.
resolved() {
  file=$1
  while [ -L "$file" ]; do
    target=$(readlink "$file")
    case $target in /*) file=$target ;; *) file=$(dirname "$file")/$target ;; esac
  done
  echo "$file"
}

# Sets $java: what the user chose (JAVA_HOME, then the path) when it is new enough, else the newest of the usual folders.
find_java() {
  on_path=$(command -v java || true)
  for home in "${JAVA_HOME:-}" ${on_path:+"$(dirname "$(resolved "$on_path")")/.."}; do
    [ -n "$home" ] && [ "$(major_of "$home")" -ge $oldest_jdk ] && java=$home/bin/java && return
  done
  newest=0
  for home in /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /usr/local/lib/jvm/* /opt/* /opt/java/* /opt/jdk/* \
    "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* "$HOME"/.asdf/installs/java/* \
    "$HOME"/.local/share/mise/installs/java/* "$HOME"/.m2/jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "$HOME"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    major=$(major_of "$home")
    [ "$major" -gt "$newest" ] && newest=$major && java=$home/bin/java
  done
  [ "$newest" -ge $oldest_jdk ] && return
  complain "needs a JDK $oldest_jdk or newer and found none: install one (Debian: apt-get install openjdk-21-jdk)," \
    "or set JAVA_HOME to it"
  exit 69
}

# True when module $1 has no jar yet, or one that is older than a source it is made of.
stale() {
  [ -f "$root/$1/target/$1.jar" ] && [ -d "$root/$1/target/lib" ] || return 0
  [ -n "$(find "$root/pom.xml" "$root/$1/pom.xml" "$root/$1/src/main" "$root"/sdk-*/src/main \
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
    waited=1
  done
  trap 'rm -rf "$root/.building"' EXIT
  trap 'exit 130' INT TERM HUP
  echo $$ >"$root/.building/pid"
  if [ -z "${waited:-}" ] || stale "${missing##*,}"; then
    complain "building ${missing#,} (once)"
    command -v java >/dev/null 2>&1 || [ -n "${JAVA_HOME:-}" ] || export JAVA_HOME="${java%/bin/java}"
    MAVEN_OPTS=${MAVEN_OPTS:--XX:TieredStopAtLevel=1 -XX:+UseSerialGC} \
      mvn -B -q -Dstyle.color=never -f "$root/pom.xml" -Dquick -Dmaven.test.skip=true -pl "${missing#,}" -am package </dev/null >&2 || {
      complain "the build failed, see above"
      exit 70
    }
  fi
  rm -rf "$root/.building"
  trap - EXIT INT TERM HUP
}

# Becomes the program of module $1. The second start is faster: the first leaves an archive of its loaded classes.
run() {
  module=$1
  shift
  exec "$java" -XX:+AutoCreateSharedArchive "-XX:SharedArchiveFile=$root/$module/target/$module.jsa" -Xlog:cds=off \
    -Xlog:cds+dynamic=off ${JAVA_OPTS:-} -jar "$root/$module/target/$module.jar" "$@"
}
