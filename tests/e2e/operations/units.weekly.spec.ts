import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '@site/bundling/project.ts';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { installSite } from '@site/testkit/deploy/installSite.ts';
import { SystemdMachine } from '@site/testkit/deploy/SystemdMachine.ts';
import { commandsOf } from './deployPage.ts';

test.describe.configure({ mode: 'serial' });

let machine: SystemdMachine;
const node = '/srv/site/node_modules/.bin/node';
const until = (url: string) => `until curl -fs ${url}; do sleep 0.1; done;`;

test.beforeAll(async () => {
  const obstacle = await SystemdMachine.obstacle();
  // biome-ignore lint/suspicious/noSkippedTests: systemd can't be the first process of any other machine
  test.skip(obstacle !== undefined, obstacle);
  // With this setting, nothing renders a release behind less than the whole wall.
  machine = await installSite({ RENDER_WALL: 'strict' });
});

test.afterAll(() => machine?.stop());

test('a team releases through site-store.service, which renders its pages behind the whole wall', async () => {
  const live = await machine.run(`
    mkdir /etc/site
    cd /srv/site
    install -d -o site -g site /srv/team
    team() { sudo -u site env HOME=/srv/team SITE_ORIGIN=https://www.example.com DATA_DIR=/srv/team/data RELEASES=http://127.0.0.1:3200/releases RELEASE_KEY=/srv/team/owner.key PROMOTE_KEY=/srv/team/owner.key ${node} platform/cli/bin/site.cjs "$@"; }
    team keys new owner --apps shell,marketing,blog,contact --key /srv/team/owner.key --json > /etc/site/trusted.json
    echo TRUSTED_KEYS=/etc/site/trusted.json >> /etc/site.env
    systemctl start site-store
    ${until('http://127.0.0.1:3200/readyz')}
    team publish shell --folder dist/shell --no-browser --promote
    for app in marketing blog contact; do
      team publish $app --folder dist/$app --no-browser --promote & publishing="$publishing $!"
    done
    for id in $publishing; do wait $id; done`);
  for (const app of ['shell', 'marketing', 'blog', 'contact']) expect(live).toMatch(new RegExp(`${app}@\\w+ is live`));
});

test('site.service renders pages behind the whole wall, and stores a message', async () => {
  const page = await machine.run(`
    systemctl start site
    ${until('http://127.0.0.1:3000/readyz')}
    curl -fs http://127.0.0.1:3000/fr/prix`);
  expect(page).toContain('"wall":"bubblewrap+isolate"');
  expect(page).toContain('</html>');
  expect(await send(3000, 'en/contact', 'To one server')).toBe('303');
  expect(await messages('/var/lib/site')).toContain('To one server');
});

test('with an address for it, site.service passes messages to site-api.service', async () => {
  await machine.run(`
    systemctl start site-api
    echo API_ORIGIN=http://127.0.0.1:3100 >> /etc/site.env
    systemctl restart site
    ${until('http://127.0.0.1:3000/readyz')}`);
  expect(await send(3000, 'es/contacto', 'To an API')).toBe('303');
  expect(await messages('/var/lib/site-api')).toContain('To an API');
});

test('systemd hears from a working server, and restarts one that hangs', async () => {
  const show = (property: string) => machine.run(`systemctl show --property ${property} --value site`);
  const started = await show('WatchdogTimestampMonotonic');
  await expect.poll(() => show('WatchdogTimestampMonotonic'), { timeout: 30_000 }).not.toBe(started);
  // Normally it is told every 15 seconds and waits for 30. To keep the test short, it waits for eight, in which even a busy
  // machine starts the server.
  await machine.run(`
    mkdir /run/systemd/system/site.service.d
    printf '[Service]\nWatchdogSec=8\n' > /run/systemd/system/site.service.d/watchdog.conf
    systemctl daemon-reload
    systemctl restart site
    ${until('http://127.0.0.1:3000/readyz')}
    kill -STOP "$(systemctl show --property MainPID --value site)"
    until [ "$(systemctl show --property NRestarts --value site)" -ge 1 ]; do sleep 0.1; done
    ${until('http://127.0.0.1:3000/readyz')}`);
  expect((await machine.journal('site', '*')).map(({ MESSAGE }) => MESSAGE).join('\n')).toContain('Watchdog timeout');
});

test('systemctl reload replaces each process of the site, while it answers, and none when the file of settings is wrong', async () => {
  const failed = await machine.run(`
    main=$(systemctl show --property MainPID --value site)
    servers() { pgrep --parent $main --full server/src/main.ts; }
    until systemctl is-active --quiet site; do sleep 0.1; done
    servers > /run/before
    echo SITE_ORGIN=https://www.example.com >> /etc/site.env
    ! systemctl reload site
    for server in $(cat /run/before); do kill -0 $server; done
    sed -i s/^SITE_ORGIN.*/MESSAGES_KEEP_DAYS=30/ /etc/site.env
    systemctl reload site
    while servers | grep -qxFf /run/before; do curl -fs http://127.0.0.1:3000/en > /run/page || echo failed; done
    [ "$(systemctl show --property MainPID --value site)" = $main ]
    sed -i /^MESSAGES_KEEP_DAYS/d /etc/site.env`);
  expect(failed).not.toContain('failed');
});

test('systemd hands over a secret that only root can read, as docs/settings.md says', async () => {
  const page = await readFile(join(root, 'docs/settings.md'), 'utf8');
  const [, unit = ''] = /## Secrets in files.*?```ini\n(.*?)```/s.exec(page) ?? [];
  const token = 'a-token-of-this-test';
  const metrics = await machine.run(`
    # On a machine of its own, systemd does so itself: it hands secrets over in a mount.
    mount --make-rshared /
    install -m 600 /dev/null /etc/site/metrics-token
    echo ${token} > /etc/site/metrics-token
    ! sudo -u site cat /etc/site/metrics-token
    mkdir -p /run/systemd/system/site.service.d
    cat > /run/systemd/system/site.service.d/secret.conf <<'END'
${unit}
END
    systemctl daemon-reload
    systemctl restart site
    curl -fs -H 'Authorization: Bearer ${token}' http://127.0.0.1:3000/metrics
    rm /run/systemd/system/site.service.d/secret.conf
    systemctl daemon-reload
    systemctl restart site`);
  expect(metrics).toContain('site_build_info');
});

test('with a misspelt setting a unit doesn’t start, says why, and starts by itself once the file is right', async () => {
  await machine.run(`
    echo DATABSE_URL=postgresql://127.0.0.1/site >> /etc/site.env
    ! systemctl restart site-api
    sed -i /DATABSE_URL/d /etc/site.env
    ${until('http://127.0.0.1:3100/readyz')}`);
  const said = await machine.journal('site-api');
  expect(said.filter(({ PRIORITY }) => PRIORITY === '3').map(({ MESSAGE }) => MESSAGE)).toContainEqual(
    expect.stringMatching(
      /^SITE-ENV-FILE \/etc\/site\.env, line \d: DATABSE_URL isn’t a setting: is DATABASE_URL meant\?/,
    ),
  );
});

test('the runbook brings back a release service that has stopped', async () => {
  const [commands = ''] = await commandsOf('SiteReleaseServiceDown', 'runbook.md');
  const seen = await machine.run(`
    systemctl stop site-store
    set +e
    ${commands}
    ${until('http://127.0.0.1:3200/readyz')}`);
  expect(seen).toContain('Active: inactive (dead)');
  expect(seen).toContain('"ready":true');
});

const units = ['site', 'site-api', 'site-store'];

test('no unit logs a missing permission, and each stops when told to', async () => {
  for (const unit of units) {
    const lines = await machine.journal(unit);
    expect(
      lines.filter(({ MESSAGE }) => /SITE-(WALL|WATCHDOG)|EPERM|EACCES|"level":[56]0/.test(MESSAGE)),
      unit,
    ).toEqual([]);
    await machine.run(`systemctl stop ${unit}`);
    expect(await machine.run(`systemctl show -P Result -P ExecMainStatus ${unit}`), unit).toBe('success\n0\n');
  }
});

/** Sends a message with the form of a page; returns the status of the response. */
const send = (port: number, page: string, subject: string): Promise<string> => {
  const fields = Object.entries({ ...goodMessage, subject }).map(
    ([name, value]) => `--data-urlencode '${name}=${value}'`,
  );
  return machine.run(`curl -fsS -o /dev/null -w '%{http_code}' ${fields.join(' ')} http://127.0.0.1:${port}/${page}`);
};

const messages = (data: string): Promise<string> =>
  machine.run(`cd /srv/site; sudo -u site env DATA_DIR=${data} ${node} platform/cli/bin/site.cjs messages list`);
