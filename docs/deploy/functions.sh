# shellcheck shell=sh
# What setup.sh and update.sh have in common.

# What happens now, or what is left to do.
say() { printf '\n== %s\n' "$*"; }

stop() {
  printf '%s\n' "$*" >&2
  exit 1
}

[ "$(id -u)" = 0 ] || stop "Run this as root."

# npm and browsers keep their files there, apart from the data.
as_site() { runuser -u site -- env HOME=/var/cache/site "$@"; }

# A folder of the site's user, unless there is one: its owner may have been changed on purpose.
make_folder() { [ -d "$1" ] || install -d -o site -g site -m "$2" "$1"; } # FOLDER MODE

# `npx site` in the checkout $checkout, with the servers' settings: those of the file, or else the unit's.
site() {
  set -- npx site --env-file /etc/site.env "$@"
  for setting in DATA_DIR=/var/lib/site RELEASES=/srv/releases REPORTS=/srv/reports; do
    grep -q "^${setting%%=*}=" /etc/site.env || set -- "$setting" "$@"
  done
  (cd "$checkout" && as_site env "$@")
}

# Clones an address and installs its packages. $checkout is then the folder, named after what git calls the version.
check_out() { # ADDRESS [VERSION]
  rm -rf /srv/site-new
  make_folder /var/cache/site 755
  make_folder /srv/site-new 755
  as_site git clone --quiet "$1" /srv/site-new
  version=${2:-$(as_site git -C /srv/site-new tag --list 'v*' --sort=-version:refname | head -1)}
  [ -z "$version" ] || as_site git -C /srv/site-new -c advice.detachedHead=false checkout --quiet "$version"
  checkout=/srv/site-$(as_site git -C /srv/site-new describe --tags --always)
  [ -e "$checkout" ] || mv /srv/site-new "$checkout"
  rm -rf /srv/site-new
  (cd "$checkout" && as_site npm ci --no-audit --no-fund)
  # Whatever npm this is, the units then find the project's Node.
  (cd "$checkout" && as_site npx site --version > /dev/null)
}

# Says what is live of an app.
live() {
  site list --json | (cd "$checkout" && node_modules/.bin/node -e '
    const apps = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
    const versions = apps.find(({ app }) => app === process.argv[1])?.versions ?? [];
    console.log(versions.find(({ state }) => state === "live")?.version ?? "nothing");' "$1")
}

# The apps of the checkout, the shell first.
apps() { echo shell; ls "$checkout/remotes"; }

install_units() {
  # Earlier versions have no timers.
  for unit in "$checkout"/docs/deploy/*.service "$checkout"/docs/deploy/*.timer; do
    [ ! -e "$unit" ] || cp "$unit" /etc/systemd/system/
  done
  cp "$checkout/docs/deploy/journald@site.conf" /etc/systemd/
  systemctl daemon-reload
}
