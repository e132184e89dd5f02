# What the scripts share. Source it: it leaves you in the root of the clone, with `swift` in PATH.
set -euo pipefail
script=$(realpath -- "$0")
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Prints how the script is called, from the comment at its top.
say_usage() {
  sed -n '/^# usage/,/^[^#]/s/^# //p' "$script" | grep .
}

# Ends a script that was called with wrong arguments.
usage() {
  say_usage >&2
  exit 64
}

# With --help nothing else is done. A script without a usage hands --help on to its program.
[ "${1-}" != --help ] || ! say_usage || exit 0

# Debian's own package puts swift into PATH only if the user has asked its installer for that.
debian_swift=/usr/libexec/swift/bin

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Goes on as root with the script's own arguments. sudo's secure_path would hide a toolchain in PATH.
become_root() {
  [ "$(id -u)" = 0 ] || exec sudo env HOME="$HOME" PATH="$PATH" \
    ${XDG_CACHE_HOME:+XDG_CACHE_HOME="$XDG_CACHE_HOME"} \
    ${TEALIGHT_BUILT:+TEALIGHT_BUILT="$TEALIGHT_BUILT"} "board/${0##*/}" "$@"
}

# Goes on in a process group of its own, with the script's own arguments and nothing to read. When the
# script ends, be it by a failure or a signal, all that it has started and that still runs ends, too.
become_group() {
  [ "${TEALIGHT_GROUP_OF-}" != $PPID ] || return 0
  set -m
  TEALIGHT_GROUP_OF=$$ "$script" "$@" </dev/null &
  local group=$!
  set +m
  trap "end_group $group" EXIT
  wait $group
  ! kill -0 -- -$group 2>/dev/null || end_group $group
  # The group is empty, and its number may soon belong to another one.
  trap - EXIT
  exit
}

# Ends a process group. It is interrupted first: only then `swift build` ends its compilers, which are
# not in the group. Processes that were started with `&` ignore that. A script that ends a group itself
# has five seconds more.
end_group() {
  local signal
  trap '' INT TERM
  for signal in INT TERM TERM; do
    kill -$signal -- -"$1" || return 0
    for _ in {1..50}; do
      sleep 0.1
      kill -0 -- -"$1" || return 0
    done
  done
} 2>/dev/null

is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Prints the argument of --at, as date(1) reads it: `@` and Unix seconds.
date_of() {
  [ ! "$1" ] || ! date -d "$1" +@%s || return 0
  echo "--at needs a date: --at 2028-02-29, --at 2026-12-31T23:59:30" >&2
  return 64
}

has_swift() {
  swift --version 2>/dev/null </dev/null | grep -q 'Swift version'
}

# The options with which SwiftPM takes the revisions of board/Package.resolved and no others. There are
# none if git reads from another place than GitHub: a mirror's tags may have other revisions.
pinned=()
pin() {
  local url
  for url in $(sed -n 's/.*"location" : "\(.*\)".*/\1/p' board/Package.resolved); do
    [ "$(git ls-remote --get-url "$url" 2>/dev/null)" = "$url" ] || return 0
  done
  cmp -s board/Package.resolved Package.resolved || cp board/Package.resolved Package.resolved
  pinned=(--only-use-versions-from-resolved-file)
}

# Installs what the named lists hold; touches apt only if it must.
install_packages() {
  local name missing=()
  for name in $(cat "$@"); do
    is_installed "$name" || missing+=("$name")
  done
  [ ${#missing[@]} != 0 ] || return 0
  echo "installing ${missing[*]}"
  as_root apt-get -qq update
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "${missing[@]}"
} </dev/null >&2

# Unpacks the packages of a list, without installing them: installed they may be services. Prints the
# folder, which is in the cache.
unpacked() (
  # A command substitution does not inherit `set -e`.
  set -e
  exec 3>&1 </dev/null >&2
  list=$PWD/$1 all=${XDG_CACHE_HOME:-$HOME/.cache}/tealight/${1#board/packages-}
  folder=$all/$(sha256sum <"$list" | cut -c 1-16)
  mkdir -p "$all"
  # Other checkouts use the same cache.
  exec 9>"$all.lock"
  flock 9
  if [ ! -e "$folder/ok" ]; then
    rm -rf "$folder"
    mkdir -p "$folder/packages"
    cd "$folder/packages"
    apt-get -qq download $(cat "$list") ||
      { as_root apt-get -qq update; apt-get -qq download $(cat "$list"); }
    for package in *.deb; do dpkg-deb -x "$package" ..; done
    cd ..
    rm -r packages
    touch ok
  fi
  touch "$folder"
  # Removes other versions of this list, which no checkout has used for a month. The mark goes first, as
  # a folder that is removed in part is not complete.
  find "$all" -mindepth 1 -maxdepth 1 -mtime +30 -exec rm -f {}/ok \; -exec rm -rf {} +
  echo "$folder" >&3
)

# Installs what the named lists hold, and Swift where there is none and apt knows it: Debian 12 has no
# package.
prepare() {
  has_swift || PATH=$debian_swift:$PATH
  install_packages "$@"
  has_swift || {
    apt-cache show swiftlang >/dev/null 2>&1 || as_root apt-get -qq update >&2
    install_packages <(apt-cache pkgnames swiftlang | grep -x swiftlang)
  }
  has_swift || {
    echo "there is no swift in PATH: install Swift 6.0.3 or newer from https://swift.org/install" >&2
    return 69
  }
  pin
}
