# The first process of a machine: mounts what the machine may see, then becomes systemd. Parameters: as hold.sh.
mount -t overlay -o "lowerdir=/,upperdir=$1/changes,workdir=$1/work" overlay "$1/root"
cd "$1/root"
mkdir -p mnt/project before
mount --bind "$2" mnt/project
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mkdir -m 1777 run/compiled
# systemd cleans it when it starts.
mount -t tmpfs -o mode=1777 tmpfs tmp

# No disk, console or clock: only the devices that every container has.
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do
  touch dev/$device
  mount --bind /dev/$device dev/$device
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for stream in stdin:0 stdout:1 stderr:2; do ln -s "fd/${stream#*:}" "dev/${stream%:*}"; done

# Only the log and the services that create the folders in /run start. The log begins here.
for wanted in etc/systemd/system/*.wants usr/lib/systemd/system/sysinit.target.wants/*; do
  case $wanted in *journal* | *tmpfiles-setup.service) ;; *) rm -rf "$wanted" ;; esac
done
rm -rf var/log/journal
: > etc/machine-id

# A server has no browser.
rm -f usr/bin/chromium* usr/bin/google-chrome*
# Cloning the documented address clones the project.
printf '[safe]\n\tdirectory = *\n[url "file:///mnt/project"]\n\tinsteadOf = https://git.example.com/site.git\n' > etc/gitconfig
# The site's user requests its packages through this pipe, because only root may mount them: see tools/npm.
mkfifo -m 622 run/npm-ci

pivot_root . before
umount -l /before
# As systemd does on a machine of its own: running units see the packages of later checkouts, and get secrets.
mount --make-rshared /
while :; do
  folder=$(cat /run/npm-ci)
  own=$(mktemp -d /run/packages.XXXXXX)
  chmod 755 "$own"
  mkdir "$own/links" "$own/work" "$own/made"
  # An earlier version has packages of its own.
  installed=/mnt/project
  for earlier in /mnt/project/.cache/versions/*; do
    ! cmp -s "$earlier/package-lock.json" "$folder/package-lock.json" || installed=$earlier
  done
  mount -t overlay -o "lowerdir=$installed/node_modules,upperdir=$own/links,workdir=$own/work" overlay "$own/made"
  # The folder of the checkout's own packages depends on the checkout.
  /mnt/project/node_modules/.bin/node -e '
    const { readFileSync, rmSync, symlinkSync } = require("node:fs");
    const { join, relative, dirname } = require("node:path");
    const [folder, made] = process.argv.slice(1);
    const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
    for (const [place, { link, resolved }] of Object.entries(packages)) {
      if (!link) continue;
      const at = join(made, place.slice("node_modules/".length));
      rmSync(at, { force: true });
      symlinkSync(relative(dirname(place), resolved), at);
    }' "$folder" "$own/made"
  mount --bind "$own/made" "$folder/node_modules"
done &
# Drops the rights that namespaces don't contain: the clock, the kernel and the log of the machine around it.
exec env -i container=site PATH=/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin \
  setpriv --bounding-set=-sys_time,-sys_module,-sys_rawio,-syslog,-wake_alarm \
  /lib/systemd/systemd --unit=basic.target --log-target=journal --show-status=0
