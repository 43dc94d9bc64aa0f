import { SystemdMachine } from './SystemdMachine.ts';

/**
 * A machine with the site's user, folders, settings and units, installed from this checkout as by docs/deploy/setup.sh. Nothing is
 * started, and the store is empty.
 */
export async function installSite(settings: Readonly<Record<string, string>> = {}): Promise<SystemdMachine> {
  const machine = await SystemdMachine.boot();
  const lines = Object.entries({ SITE_ORIGIN: 'https://www.example.com', ...settings }).map(
    ([name, value]) => `${name}=${value}`,
  );
  await machine.run(`
    adduser --quiet --system --group --home /var/cache/site site
    ln -s /mnt/project /srv/site
    install -d -o site -g site -m 2775 /srv/releases /srv/reports
    install -d -o site -g site -m 700 /var/lib/site /var/backups/site
    install -o site -m 400 /dev/null /etc/site.env
    cat > /etc/site.env <<'END'\n${lines.join('\n')}\nEND
    cp /srv/site/docs/deploy/*.service /srv/site/docs/deploy/*.timer /etc/systemd/system/
    cp /srv/site/docs/deploy/journald@site.conf /etc/systemd/
    systemctl daemon-reload`);
  return machine;
}
