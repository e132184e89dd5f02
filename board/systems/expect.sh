# What the checks inside a system share.

# Says what holds, or what was said instead of it, and ends. usage: expect WHAT COMMAND [ARG]…
expect() {
  local what=$1
  shift
  "$@" >/tmp/said 2>&1 || {
    echo "NOT $what:"
    cat /tmp/said
    exit 1
  }
  echo "$what"
}

absent() {
  local path
  for path; do
    [ ! -e "$path" ] && [ ! -L "$path" ] || { echo "$path is there"; return 1; }
  done
}
