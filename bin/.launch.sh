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
    # Without jansi.noreset Maven ends its output with escape codes, in files too.
    MAVEN_OPTS="${MAVEN_OPTS:--XX:TieredStopAtLevel=1 -XX:+UseSerialGC} -Djansi.noreset=true" \
      mvn -B -q -T 1C -Dstyle.color=never -f "$root/pom.xml" -Dquick -Dmaven.test.skip=true -pl "${missing#,}" -am package </dev/null >&2 || {
      complain "the build failed, see above"
      exit 70
    }
    # Maven does not rewrite a jar if only its dependencies have changed. Marking it as new prevents a build at every start.
    for module in $(echo "$missing" | tr , ' '); do touch "$root/$module/target/$module.jar"; done
    case $missing in *,reference-wallet*) make_aot_cache reference-wallet ;; esac
    case $missing in *,provider-simulator*) make_aot_cache provider-simulator ;; esac
  fi
  rm -rf "$root/.building"
  trap - EXIT INT TERM HUP
}

# Sets $folder to the folder of the archives that commands make for themselves. Returns false if it is not private: an archive is code.
find_archives() {
  folder=${OPERATORKIT_CACHE:-${XDG_CACHE_HOME:-${HOME:-}/.cache}/operatorkit}
  case $folder in
  /.cache/operatorkit) return 1 ;; # there is no HOME
  /*) ;;
  *) return 1 ;; # also `off`
  esac
  [ -d "$folder" ] || (umask 077 && mkdir -p "$folder") 2>/dev/null || return 1
  [ -O "$folder" ] || return 1
  case $(ls -ld "$folder") in drwx------*) ;; *) return 1 ;; esac
}

# True if the file $1 begins as an archive does. The JVM writes these bytes last.
is_archive() {
  [ "$(od -An -N4 -tx4 "$1" 2>/dev/null | tr -d ' ')" = f00baba8 ]
}

# Sets $archive to the class data archive of module $1 for the other words, its command line, or to nothing; sets $makes to `archive`
# if this run makes it. There is one for each clone, JDK, options of the JVM and kind of command, since each needs other classes.
find_archive() {
  archive=
  find_archives || return 0
  module=$1
  kind=${2:-none}
  case $kind in conformance) case ${3:-} in diff | verify) kind=$kind-$3 ;; esac ;; esac
  shift
  for word; do case $word in --) break ;; -h | --help | -V | --version) kind=help ;; esac; done
  case $module:$kind in
  *:help | reference-wallet:audit | reference-wallet:archive | reference-wallet:completion | reference-wallet:people) ;;
  reference-wallet:*) kind=serve ;;
  *:*[!a-z-]*) kind=other ;;
  esac
  key=$({ echo "$jar" "$java" "${JAVA_OPTS:-}" && cat "${java%/bin/java}/release"; } 2>/dev/null | cksum | tr -d ' ')
  archive=$folder/$module-$kind-$key.jsa
  adopt_archive
  # It is older than the jars, or not an archive: the JVM would warn of it at every start.
  if [ -f "$archive" ] && ! { is_archive "$archive" && [ -z "$(find "$jar" "${jar%/*}/lib" -newer "$archive" | head -n 1)" ]; }; then
    rm -f "$archive" 2>/dev/null || true
  fi
  if [ ! -f "$archive" ]; then
    # Without room, the JVM would fail at the end of the command.
    if [ -e "$archive" ] || [ ! -w "$folder" ] || [ "$(df -Pk "$folder" | awk 'NR == 2 { print $4 }')" -lt 100000 ]; then
      archive=
      return
    fi
    # Those of clones and JDKs that nobody uses any more.
    find "$folder" \( -name '*.jsa' -o -name '*.jsa.*' \) -type f -atime +30 -exec rm -f {} + 2>/dev/null || true
    begin_archive
  fi
}

# Renames an archive that a command made when it ended. A JVM that reads an archive while another one writes it may crash, so each
# writes a file of its own, named by its process id, and the next start renames what is complete.
adopt_archive() {
  for made in "$archive".*; do
    if [ ! -f "$made" ] || kill -0 "${made##*.}" 2>/dev/null; then continue; fi
    if [ ! -f "$archive" ] && is_archive "$made"; then mv -f "$made" "$archive" 2>/dev/null || true; fi
    rm -f "$made" 2>/dev/null || true
  done
}

# Makes this run the one that makes the archive, and $archive its own file. Sets $archive to nothing if another run makes it. Two that
# start in the same millisecond may both make it, which costs time and harms nobody.
begin_archive() {
  # In a subshell, $$ is the process id of its parent.
  self_id=$(exec sh -c 'echo $PPID')
  for made in "$archive".*; do
    if [ -f "$made" ]; then archive=; return; fi
  done
  { : >"$archive.$self_id"; } 2>/dev/null || { archive=; return; }
  for made in "$archive".*; do
    if [ "${made##*.}" -lt "$self_id" ] 2>/dev/null; then rm -f "$archive.$self_id"; archive=; return; fi
  done
  archive=$archive.$self_id
  makes=archive
}

# Replaces this shell with the program of module $1 and the other words as its arguments, which starts faster with a start cache: a
# server on a JDK 25 with the AOT cache beside the jar, everything else with a class data archive. $training is a class to run
# instead of the program's own; $makes is `cache` if this run makes the AOT cache, `archive` if it makes its class data archive.
run() {
  module=$1
  shift
  jar=$root/$module/target/$module.jar
  cache=$root/$module/target/$module.aot
  major=$(major_of "${java%/bin/java}")
  kind=
  archive=
  [ "${makes:-}" = cache ] || find_archive "$module" "$@"
  if [ -n "${training:-}" ]; then set -- -cp "$jar" "$training" "$@"; else set -- -jar "$jar" "$@"; fi
  # The JVM would ignore a cache made from other jars, but keep it.
  if [ -f "$cache" ] && [ -n "$(find "$jar" "${jar%/*}/lib" -newer "$cache" | head -n 1)" ]; then rm -f "$cache"; fi
  if [ "${makes:-}" = cache ]; then
    # Without training data (docs/decisions/0057-start-caches-without-training-data.md).
    set -- -XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining "-XX:AOTCacheOutput=$cache" "$@"
  elif [ -f "$cache" ] && [ "$major" -ge 25 ] && { [ "$kind" = serve ] || [ -z "$archive" ]; }; then
    [ "${makes:-}" != archive ] || rm -f "$archive"
    set -- "-XX:AOTCache=$cache" "$@"
  elif [ "${makes:-}" = archive ]; then
    set -- "-XX:ArchiveClassesAtExit=$archive" "$@"
  elif [ -n "$archive" ]; then
    # With checksums, because the JVM crashes on an archive with wrong bytes in the middle; it makes such a one again.
    set -- -XX:+AutoCreateSharedArchive "-XX:SharedArchiveFile=$archive" -XX:+VerifySharedSpaces "$@"
  fi
  # A start cache that is mapped at the address for which it was made need not be changed and copied, which takes a quarter of a
  # command. A program that holds money keeps the JVM's default, an address that nobody can guess.
  if [ "$module" = provider-simulator ]; then set -- -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 "$@"; fi
  # A cache that the JVM cannot use is not an error.
  errors=all=error,cds*=off
  [ "$major" -lt 25 ] || errors=$errors,aot*=off
  # A JVM that runs out of memory in one thread would continue without that thread. It exits, so that its supervisor restarts it.
  exec "$java" -Xlog:disable "-Xlog:$errors:stderr" -XX:+ExitOnOutOfMemoryError ${JAVA_OPTS:-} "$@"
}

# Starts the program of module $1 once, in memory and on a free port, to make its AOT cache: the wallet with a class that also sends
# it callbacks. A JDK older than 25 has none.
make_aot_cache() {
  module=$1
  rm -f "$root/$module/target/$module.aot"
  [ "$(major_of "${java%/bin/java}")" -ge 25 ] || return 0
  case $module in
    reference-wallet) training=dev.operatorkit.reference.TrainingRun; set -- ;;
    *) training=; set -- serve --port 0 ;;
  esac
  # Its own folder, since the wallet writes the password of its back office to a file.
  work=$(mktemp -d)
  said=$work/said
  : >"$said" # exists before the program that writes it
  (
    cd "$work"
    export OPERATORKIT_SECRET=only-to-start-and-stop-once
    makes=cache
    run "$module" "$@"
  ) >"$said" 2>/dev/null </dev/null &
  started=$!
  training=
  waited=0
  while [ $waited -lt 180 ] && kill -0 $started 2>/dev/null && ! grep -q '^ready' "$said"; do
    sleep 1
    waited=$((waited + 1))
  done
  # The work right after the ready line is part of a start too.
  sleep 2
  kill $started 2>/dev/null || true
  wait $started 2>/dev/null || true
  if ! grep -q '^ready' "$said"; then
    rm -f "$root/$module/target/$module.aot"
    complain "could not make a start cache, so $module starts more slowly. To try again, delete $module/target/$module.jar"
  fi
  rm -rf "$work"
}
