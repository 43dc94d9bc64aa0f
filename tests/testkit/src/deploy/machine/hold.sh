# Starts a machine, and ends it with everything in it when standard input ends, even if the process that started it was killed.
# Parameters: an empty folder, and the project.
mount -t tmpfs tmpfs "$1"
mkdir "$1/groups" "$1/changes" "$1/work" "$1/root"
# systemd takes its cgroup for the root of all, and creates its own below.
mount -t cgroup2 cgroup2 "$1/groups"
group="$1/groups/site-machine-$$"
mkdir "$group"
(
  echo 0 > "$group/cgroup.procs"
  exec unshare --mount --pid --net --uts --ipc --cgroup --fork --kill-child \
    sh -e "$2/tests/testkit/src/deploy/machine/boot.sh" "$1" "$2" < /dev/null > /dev/null
) &
echo $!
cat > /dev/null
kill -9 $! 2> /dev/null || true
# A group can be removed when the last of its processes is gone.
until find "$group" -depth -type d -exec rmdir {} + 2> /dev/null; do sleep 0.05; done
