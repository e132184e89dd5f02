# A clone of HEAD in a system of a release, with two ways to work there. Source it with these arguments:
#   RELEASE       bookworm, trixie or newer
#   ARCHITECTURE  amd64 or arm64; this machine's without
#   --keep        leaves the system to look at, or to go on in
#   --in FOLDER   goes on in a system that was left: only what has changed since is compiled
native=$(dpkg --print-architecture)
arguments=("$@")
release=${1-} architecture=$native keep='' system=''
[ $# = 0 ] || shift
while [ $# != 0 ]; do
  case $1 in
    --keep) keep=yes ;;
    --in)
      shift
      system=$(realpath "${1-}") keep=yes
      ;;
    amd64 | arm64) architecture=$1 ;;
    *) release='' ;;
  esac
  shift
done
if [[ $release != [a-z]* ]]; then
  say_usage >&2
  sed -n 's/^#   /  /p' board/systems/workshop.sh >&2
  exit 64
fi
become_root "${arguments[@]}"
install_packages board/systems/packages

bare=$(board/systems/bare "$release" "$architecture")
if [ ! "$system" ]; then
  system=$(mktemp -d "$bare.XXXXXX")
  [ "$keep" ] || trap 'rm -rf "$system"' EXIT
  board/systems/furnish "$bare" "$system"
fi
[ ! "$keep" ] || echo "the system stays in $system"

# What a command there sees of this machine besides, as board/systems/enter takes it.
shared=()
while read -r key _; do
  base=${key#url.} base=${base%.*}
  [ ! -d "$base" ] || shared+=("$base")
done < <(git config --get-regexp '^url\..*\.insteadof$')
path=/usr/sbin:/usr/bin:/sbin:/bin

clone=$system/home/tealight/clone
[ -d "$clone" ] || git init --quiet "$clone"
git="git -c safe.directory=* -C $clone"
$git fetch --quiet "$PWD" HEAD
$git checkout --quiet --force --detach FETCH_HEAD
chown -R --reference="${clone%/*}" "$clone"

# Runs a command in the system's clone.
inside() {
  echo "$*" >&2
  PATH=$path board/systems/apart "$architecture" \
    board/systems/enter "$system" "$bare.packages:/var/cache/apt/archives" "${shared[@]}" -- "$*"
}

# Compiles the system's clone for it on this machine, by Debian's Swift in a system that is kept for that,
# and that sees the other as /foreign. Arguments are those of `swift build`.
across() {
  local compilers=$release compiler
  # It has no Swift of its own.
  [ "$release" != bookworm ] || compilers=trixie
  compiler=$(board/systems/bare "$compilers" "$native")
  [ -d "$compiler.swift" ] || {
    rm -rf "$compiler.swift.part"
    board/systems/furnish "$compiler" "$compiler.swift.part"
    mv "$compiler.swift.part" "$compiler.swift"
  }
  echo "board/systems/across $architecture $*" >&2
  PATH=$path board/systems/apart "$native" board/systems/enter "$compiler.swift" \
    "$compiler.packages:/var/cache/apt/archives" "${shared[@]}" \
    "$system:/foreign" "$clone:/home/tealight/clone" -- \
    "time board/systems/across $architecture $*"
}
