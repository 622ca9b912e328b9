# Runs a program of unpacked Debian packages as an ordinary user; stops it when standard input ends.
# Usage: unshare --user --map-root-user --mount --pid --fork --kill-child sh run-in-namespace.sh ROOT PROGRAM [ARGUMENT]…
root=$1
shift
mount -t overlay overlay -o "lowerdir=$root/usr:/usr" /usr &&
  mount --bind "$root/etc/passwd" /etc/passwd &&
  mount --bind "$root/etc/group" /etc/group || exit 1
exec 3<&0
# As root, the servers would change to users that do not exist in this namespace.
unshare --user --map-user=65534 --map-group=65534 "$@" 3<&- &
program=$!
{
  cat <&3 >/dev/null
  kill "$program"
} 2>/dev/null &
wait "$program"
