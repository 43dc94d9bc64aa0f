import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '@site/kit/build/bundles/project.ts';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { SystemdMachine } from '@site/testkit/deploy/SystemdMachine.ts';
import { commandsOf } from './deployPage.ts';

let machine: SystemdMachine | undefined;

test.afterEach(() => machine?.stop());

// For updates, see upgrade.weekly.spec.ts.
test('anyone who follows docs/deploy.md gets a site, a backup and a second server', async () => {
  const obstacle = await SystemdMachine.obstacle();
  // biome-ignore lint/suspicious/noSkippedTests: systemd can't be the first process of any other machine
  test.skip(obstacle !== undefined, obstacle);
  test.setTimeout(1_800_000);
  machine = await SystemdMachine.boot();
  const inside = (script: string) => machine?.run(script) ?? Promise.reject();
  const until = (url: string) => `until curl -fs ${url}; do sleep 0.2; done;`;
  const post = (subject: string) => {
    const fields = Object.entries({ ...goodMessage, subject }).map(
      ([name, value]) => `--data-urlencode '${name}=${value}'`,
    );
    return `curl -fsS -o /dev/null -w '%{http_code}' ${fields.join(' ')}`;
  };

  await test.step('One server', async () => {
    const [install = ''] = await commandsOf('One server');
    const live = await inside(install);
    for (const app of ['blog', 'contact', 'marketing']) expect(live).toContain(app);
    const modes = await inside('stat -c "%a %U:%G" /etc/site.env /var/lib/site /srv/releases /srv/releases/blog');
    expect(modes.trim().split('\n')).toEqual(['400 site:root', '700 site:site', '2775 site:site', '2775 site:site']);
    expect(await inside(`${post('To one server')} http://127.0.0.1:3000/en/contact`)).toBe('303');
  });

  await test.step('Mail', async () => {
    const [settings = '', messages = ''] = await commandsOf('Mail');
    await inside(settings);
    const listed = await inside(`(${messages}) 2>&1`);
    expect(listed).toContain('Database: SQLite, /var/lib/site/site.sqlite\n');
    expect(listed).toContain('To one server');
  });

  await test.step('Backups', async () => {
    const [backup = '', restore = ''] = await commandsOf('Backups');
    await inside(`cd /srv/site; ${backup}`);
    await inside('systemctl stop site; rm /var/lib/site/site.sqlite; systemctl start site');
    // The only copy, whatever its date: the day may have ended meanwhile.
    expect(await inside(`cd /srv/site; ${restore.replaceAll('2030-01-31', '*')}`)).toContain('To one server');
  });

  await test.step('Two servers', async () => {
    const [servers = ''] = await commandsOf('Two servers');
    const move =
      'install -d -o site -g site -m 700 /var/lib/site-api && mv /var/lib/site/site.sqlite* /var/lib/site-api/';
    expect(await readFile(join(root, 'docs/deploy.md'), 'utf8')).toContain(move);
    const [disable = '', enable = ''] = [
      servers.replace(/^systemctl enable.*$/m, ''),
      /^systemctl enable.*$/m.exec(servers)?.[0],
    ];
    await inside(
      `cd /srv/site; ${disable} ${move}; ${enable}; for port in 3001 3002; do ${until('http://127.0.0.1:$port/readyz')} done`,
    );
    expect(await inside(`${post('To two servers')} http://127.0.0.1:3002/fr/contact`)).toBe('303');
    const list = await inside('cd /srv/site; sudo -u site env DATA_DIR=/var/lib/site-api npx site messages list');
    for (const subject of ['To one server', 'To two servers']) expect(list).toContain(subject);
  });

  await test.step('Runbook: an API that has stopped', async () => {
    const [lookAndFix = ''] = await commandsOf('SiteApiDown', 'runbook.md');
    const [look = '', restart = ''] = lookAndFix.split(/^(?=systemctl restart)/m);
    const [tryMessage = ''] = await commandsOf('SiteFormsFail', 'runbook.md');
    await inside('echo METRICS_TOKEN=a-token-of-the-tests >> /etc/site.env; systemctl stop site-api');
    const unreachable = `curl -s http://127.0.0.1:3001/readyz | grep -q '"api":"Nothing listens at its address'`;
    await inside(`until ${unreachable}; do sleep 0.2; done`);
    await inside('echo 192.0.2.7 api.example.com >> /etc/hosts');
    // For a stopped unit, “systemctl status” exits with 3.
    const seen = await inside(`set +e; ${look.replaceAll(':3000/', ':3001/')}`);
    for (const part of ['Nothing listens at its address', 'Active: inactive (dead)', '192.0.2.7'])
      expect(seen).toContain(part);
    await inside(`${restart} while ${unreachable}; do sleep 0.2; done`);
    expect(await inside(tryMessage.replaceAll(':3000/', ':3001/'))).toContain('could have been stored');
  });

  await test.step('Runbook: the first look, a full disk, a database that is away', async () => {
    const [firstLook = ''] = await commandsOf('# Runbook', 'runbook.md');
    const seen = await inside(`cd /srv/site; ${firstLook.replaceAll(':3000/', ':3001/')}`);
    for (const part of ['"ready":true', 'marketing', 'live']) expect(seen).toContain(part);
    const [makeRoom = ''] = await commandsOf('SiteDiskFull', 'runbook.md');
    expect(await inside(`cd /srv/site; (${makeRoom}) 2>&1`)).toMatch(/Mounted on.*Vacuuming done/s);
    const [restartDatabase = ''] = await commandsOf('SiteDatabaseDown', 'runbook.md');
    // PostgreSQL isn't installed in this machine: removes its restart, the last line.
    await inside(restartDatabase.replace(/^systemctl restart postgresql\n$/m, ''));
  });

  await test.step('Is it well?', async () => {
    const [ask = '', find = ''] = await commandsOf('Is it well?');
    const here = ask.replaceAll(':3000/', ':3001/');
    const seen = await inside(`cd /srv/site; ${here}`);
    for (const part of ['"alive":true', '"ready":true', '"blog"']) expect(seen).toContain(part);
    await inside('mkdir -p /var/log/nginx; echo \'{"reqId":"0123"}\' > /var/log/nginx/site.log');
    expect(await inside(`(${find.replaceAll('ID', '0123')}) || true`)).toContain('"reqId":"0123"');
  });

  await test.step('Requests of visitors', async () => {
    const page = await readFile(join(root, 'docs/deploy.md'), 'utf8');
    const [, requests = ''] = /^### Requests of visitors\n.*?^```sh\n(.*?)^```/ms.exec(page) ?? [];
    const said = await inside(
      `${requests.replaceAll('DATA_DIR=/var/lib/site ', 'DATA_DIR=/var/lib/site-api ')} cat ada.json`,
    );
    expect(said).toContain('2 messages.\n');
    expect(said).toContain('Erased 2 messages.');
    expect(said).toMatch(/ {2}erase {2}2 messages/);
    expect(said).toContain('"subject": "To two servers"');
  });

  await test.step('A group for each team', async () => {
    const [, groups = ''] = await commandsOf('One server');
    await inside(`adduser --quiet --disabled-password --gecos '' ada; ${groups}`);
    const owners = await inside('stat -c "%a %U:%G" /srv/releases /srv/releases/shell /srv/releases/blog; id -nG ada');
    expect(owners.trim().split('\n')).toEqual([
      '755 root:root',
      '2775 root:site-shell',
      '2775 root:site-blog',
      expect.stringMatching(/\bsite-blog\b/),
    ]);
  });
});
