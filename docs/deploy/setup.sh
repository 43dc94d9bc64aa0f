#!/bin/sh
# Installs the site on a Debian, or what is missing of it: it may run again. Settings, releases and nginx’s site.conf stay. As root,
# from a clone of the repository:
#   docs/deploy/setup.sh https://www.example.com https://git.example.com/site.git [VERSION]
# That is the site's address, where git finds its sources, and a tag, branch or commit; without one, the newest tag v….
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=docs/deploy/functions.sh
. "$here/functions.sh"
[ $# -ge 2 ] || stop "Usage: setup.sh https://www.example.com https://git.example.com/site.git [VERSION]"
origin=$1
host=${origin#https://}
case $host in *[!a-z0-9.-]* | '') stop "The site's address is https:// and a name: $origin isn't." ;; esac

say "Programs"
packages=
for program in git curl sudo npm nginx bwrap:bubblewrap pgrep:procps; do
  command -v "${program%:*}" > /dev/null || packages="$packages ${program#*:}"
done
# Debian's npm only installs: servers run on the Node that package-lock.json names, with its hash.
# shellcheck disable=SC2086
[ -z "$packages" ] || { apt-get update --quiet && apt-get install --quiet --yes --no-install-recommends $packages; }

say "User, folders, settings"
id site > /dev/null 2>&1 || adduser --quiet --system --group --home /var/cache/site site
make_folder /var/cache/site 755
for folder in /srv/releases /srv/reports; do make_folder $folder 2775; done
for folder in /var/lib/site /var/backups/site; do make_folder $folder 700; done
if [ ! -e /etc/site.env ]; then
  # It will hold passwords: root writes it, the site's user reads it.
  install -o site -m 400 /dev/null /etc/site.env
  echo "SITE_ORIGIN=$origin" >> /etc/site.env
fi

if [ -e /srv/site ]; then
  checkout=$(readlink -f /srv/site)
else
  say "Program"
  check_out "$2" "${3:-}"
  ln -sfn "$checkout" /srv/site
fi

for app in $(apps); do
  [ "$(live "$app")" = nothing ] || continue
  say "First release of $app"
  site publish "$app" --promote
done

say "Site, backups, tidying up, news"
site settings || stop "Correct /etc/site.env, then run this again."
install_units
systemctl enable --now site.service site-backup.timer site-prune.timer site-news.timer
curl --fail --silent http://127.0.0.1:3000/live.json

say "nginx"
if [ ! -e "/etc/letsencrypt/live/$host/fullchain.pem" ]; then
  say "Left to do: the certificate, then this script again"
  echo "apt-get install -y certbot"
  echo "certbot certonly --webroot -w /var/www/html -d $host --deploy-hook 'systemctl reload nginx'"
  exit
fi
# The log has visitors' addresses: it isn't open to everyone before its first rotation either.
[ -e /var/log/nginx/site.log ] || install -o www-data -g adm -m 640 /dev/null /var/log/nginx/site.log
[ -e /etc/nginx/conf.d/site.conf ] || sed "s/www\.example\.com/$host/g" "$here/nginx.conf" > /etc/nginx/conf.d/site.conf
cp "$here/nginx-main.conf" /etc/nginx/nginx.conf
cp "$here/logrotate-nginx" /etc/logrotate.d/nginx
nginx -t && systemctl reload-or-restart nginx
