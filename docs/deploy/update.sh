#!/bin/sh
# Updates the site on this machine, or goes back, without a lost request. As root:
#   /srv/site/docs/deploy/update.sh [VERSION]    to a tag, branch or commit; without one, to the newest tag v…
#   /srv/site/docs/deploy/update.sh --back       to the version before the last update
# On several machines, all but the last: update.sh --servers [VERSION], which publishes nothing.
# What runs stays until every check has passed, and if the first new server fails.
set -eu
# shellcheck source=docs/deploy/functions.sh
. "$(dirname "$0")/functions.sh"

running=$(readlink -f /srv/site)
# Which apps the last update has published, and what was live before.
published=/srv/site-published
publishes=yes
# Without the key, and into a store that only others write to, nothing can be released here.
! grep -q '^TRUSTED_KEYS=\|^RELEASES=http' /etc/site.env || publishes=no
[ "${1:-}" != --servers ] || { publishes=no; shift; }

# The processes that answer visitors: those that the unit's first process has started, or that one alone.
servers() {
  main=$(systemctl show --property MainPID --value site)
  pgrep --parent "$main" --full platform/server/src/main.ts || echo "$main"
}

all_run_the_checkout() {
  for server in $(servers); do [ "$(readlink "/proc/$server/cwd")" = "$checkout" ] || return 1; done
  curl --fail --silent --output /dev/null http://127.0.0.1:3000/readyz
}

# Servers of 1.2.0 can't be replaced while they run, nor replace others: they restart.
can_be_replaced() { [ "$(systemctl show --property CanReload --value site)" = yes ]; }

# After a failed start: what ran goes on, or starts again.
keep() {
  ln -sfn "$running" /srv/site
  checkout=$running install_units
  [ $replace = reload-or-restart ] || systemctl restart site
  stop "The new servers don't start: the earlier ones go on. journalctl --namespace=site -u site says why."
}

# Replaces the servers, one by one, by those of $checkout.
switch() {
  say "From $running to $checkout"
  replace=reload-or-restart
  can_be_replaced || replace=restart
  ln -sfn "$checkout" /srv/site
  install_units
  can_be_replaced || replace=restart
  began=$(date +%s)
  systemctl $replace site || keep
  until all_run_the_checkout; do
    [ $(($(date +%s) - began)) -lt 600 ] || keep
    ! journalctl --namespace=site --unit=site --since="@$began" --grep=SITE-RELOAD --quiet > /dev/null || keep
    sleep 0.5
  done
  ln -sfn "$running" /srv/site-before
  # Where they run on this machine. Meanwhile senders are asked to try again.
  systemctl try-restart site-api site-store
  for changed in docs/deploy/nginx.conf docs/deploy/nginx-main.conf docs/deploy/logrotate-nginx; do
    cmp --silent "$running/$changed" "$checkout/$changed" || say "Left to do: compare $checkout/$changed with yours"
  done
  [ $replace = reload-or-restart ] || return 0
  for changed in docs/deploy/site.service platform/server/src/servers; do
    diff --brief --recursive "$running/$changed" "$checkout/$changed" > /dev/null ||
      say "Left to do at a quiet time, since $changed has changed: systemctl restart site"
  done
}

if [ "${1:-}" = --back ]; then
  [ -e /srv/site-before ] || stop "There has been no update."
  checkout=$(readlink -f /srv/site-before)
  switch
  [ -e $published ] || exit 0
  while read -r app version; do
    say "Back to $app@$version"
    site rollback "$app" "$version" < /dev/null
  done < $published
  rm $published
  exit
fi

say "New version"
check_out "$(as_site git -C "$running" remote get-url origin)" "${1:-}"

say "Checks; the steps that they name are taken below"
plan=$(site upgrade --check --from "$running" --site http://127.0.0.1:3000) || {
  printf '%s\n' "$plan"
  stop "Nothing has been changed."
}
printf '%s\n' "$plan"
site settings || stop "Nothing has been changed."

if [ "$checkout" != "$running" ]; then
  say "Backup"
  make_folder /var/backups/site 700
  cp "$checkout/docs/deploy/site-backup.service" /etc/systemd/system/ && systemctl daemon-reload
  systemctl start site-backup || stop "No backup: journalctl --namespace=site -u site-backup says why. Nothing has been changed."
  rm -f $published
  switch
fi

[ $publishes = yes ] || { say "Left to do: the releases, the shell first"; exit; }
for app in $(apps); do
  # Only what differs from what is live.
  printf '%s\n' "$plan" | grep -q "npx site publish $app " || continue
  say "Release of $app"
  before=$(live "$app")
  site publish "$app" --promote
  [ "$(live "$app")" = "$before" ] || [ "$before" = nothing ] || echo "$app $before" >> $published
done
