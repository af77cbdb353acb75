# Sourced: finds JDKs. POSIX sh, to run anywhere.

# Prints the major version of the JDK in folder $1, or 0 if there is none or it lacks $needed_tool: a runtime cannot compile.
# Reading the file `release` avoids starting a JVM per candidate.
major_of() {
  [ -x "$1/bin/java" ] && [ -x "$1/bin/${needed_tool:-java}" ] || { echo 0; return; }
  version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null)
  [ -n "$version" ] || version=$("$1/bin/java" -XshowSettings:properties -version 2>&1 |
    sed -n 's/^ *java\.specification\.version = \([0-9]*\).*/\1/p')
  echo "${version:-0}"
}

# Resolves links without readlink -f, which is not available everywhere.
resolved() {
  file=$1
  while [ -L "$file" ]; do
    target=$(readlink "$file")
    case $target in /*) file=$target ;; *) file=$(dirname "$file")/$target ;; esac
  done
  echo "$file"
}

# Sets $jdk to a JDK with a major version from $1 to $2: the one the user chose (JAVA_HOME, then the path) if it fits,
# otherwise the newest in the usual folders. Returns false if there is none.
find_jdk() {
  jdk=
  on_path=$(command -v java || true)
  for home in "${JAVA_HOME:-}" "${on_path:+$(dirname "$(resolved "$on_path")")/..}"; do
    [ -n "$home" ] || continue
    major=$(major_of "$home")
    if [ "$major" -ge "$1" ] && [ "$major" -le "$2" ]; then jdk=$home; return; fi
  done
  newest=0
  for home in /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /usr/local/lib/jvm/* /opt/* /opt/java/* /opt/jdk/* \
    "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* "${HOME:-}"/.asdf/installs/java/* "${HOME:-}"/.m2/jdks/* \
    "${HOME:-}"/.local/share/mise/installs/java/* "${HOME:-}"/.gradle/jdks/* "${HOME:-}"/.jbang/cache/jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    major=$(major_of "$home")
    if [ "$major" -ge "$1" ] && [ "$major" -le "$2" ] && [ "$major" -gt "$newest" ]; then newest=$major jdk=$home; fi
  done
  [ -n "$jdk" ]
}
